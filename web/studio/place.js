// What is told of a place.

import { h } from "./dom.js";

/** How a place is called. @param {import("./api.js").Place} place */
export function heading(place) {
  // A number on a track says little without the track.
  const own = place.kind === "space" || place.kind === "slot" ? place.id : place.label;
  return place.name && place.name !== own ? `${own} ${place.name}` : own;
}

/** Its neighbours, what lies between, and what going there costs. @param {import("./api.js").PlaceFacts} told */
export function neighbours(told) {
  if (!told.neighbours.length) return null;
  const rows = told.neighbours.slice(0, 14).map((near) =>
    h(
      "tr",
      {},
      h("td", {}, near.label, near.name && near.name !== near.label && h("small", {}, ` ${near.name}`)),
      h("td", {}, [near.boundary, near.crossing, ...near.ways, near.by === "link" ? "link" : null].filter(Boolean).join(", ")),
      told.mover && h("td", { class: near.cost?.cost == null ? "no" : near.cost.dear ? "dear" : "num", title: near.cost?.why }, near.cost ? (near.cost.cost ?? "\u2013") : ""),
    ),
  );
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "next to"), h("th", {}, "across"), told.mover && h("th", {}, `cost for ${told.mover}`))), h("tbody", {}, rows));
}
