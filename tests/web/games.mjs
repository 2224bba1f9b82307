// The folders that `punchboard build --only web` made, below PUNCHBOARD_DIST.
import { existsSync, readdirSync } from "node:fs";

const dist = process.env.PUNCHBOARD_DIST ?? new URL("../../dist", import.meta.url).pathname;

/** Games that have a folder `web`. */
export const games = readdirSync(dist)
  .filter((name) => existsSync(`${dist}/${name}/web/game.js`))
  .sort();

/** The folder of a game's table. */
export const web = (game) => `${dist}/${game}/web`;
