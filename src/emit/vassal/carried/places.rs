//! Zones and regions of boards: as they are, moved, renamed, new, or gone.

use super::super::codec::components::{Component, Node};
use super::link;
use crate::carried::Link;
use crate::carried::links::{attribute, set_attribute};
use crate::carried::names::line;
use crate::carried::places::BoardSpot;
use crate::emit::Game;
use crate::model::{Map, Place, PlaceKind};
use std::collections::{BTreeMap, BTreeSet};

/// Where VASSAL has the grids of boards.
const BOARD: &str = "VASSAL.build.module.map.boardPicker.board";

/// The boxes and areas of a map by their ids, and how to count its pixels.
struct Places<'a> {
    by_id: BTreeMap<&'a str, &'a Place>,
    /// Pixels of the map's picture, and pixels of a millimetre across and down.
    pixels: (f64, f64),
    scale: (f64, f64),
}

/// Builds the places of all boards of a tree. Records that were never linked are new, if their map has linked ones or none
/// of its components could have been.
pub(super) fn build(game: &Game<'_>, tree: &mut Node) {
    let mut maps = Vec::new();
    boards(tree, &mut |node, id| maps.push((id.to_string(), has_links(node))));
    let of = |id: &str| {
        let (index, map) = game.model.maps.iter().enumerate().find(|(_, map)| map.id == id)?;
        places(game, index, map)
    };
    for (id, linked) in maps {
        let Some(places) = of(&id) else { continue };
        boards(tree, &mut |node, own| {
            if own == id {
                let mut known = BTreeSet::new();
                places.below(node, &mut known);
                // A board of an older import has records without links: they are not new.
                if linked || !has_spots(node, places.pixels) {
                    places.add(node, &known);
                }
            }
        });
    }
}

fn boards(node: &mut Node, seen: &mut dyn FnMut(&mut Node, &str)) {
    if let Some(Link::Map(id)) = link(node) {
        seen(node, &id);
    }
    node.children.iter_mut().for_each(|child| boards(child, seen));
}

fn has_links(node: &Node) -> bool {
    matches!(link(node), Some(Link::Place(_))) || node.children.iter().any(has_links)
}

fn has_spots(node: &Node, pixels: (f64, f64)) -> bool {
    BoardSpot::read(node, pixels).is_some() || node.children.iter().any(|child| has_spots(child, pixels))
}

fn places<'a>(game: &Game<'a>, index: usize, map: &Map) -> Option<Places<'a>> {
    let pixels = map.pixels?;
    let here = game.model.places.iter().filter(|place| place.map.as_ref().is_some_and(|own| own.index == index));
    let own = here.filter(|place| place.kind.is_point() || matches!(place.kind, PlaceKind::Box(_)));
    let by_id = own.map(|place| (place.label.as_str(), place)).collect();
    Some(Places { by_id, pixels, scale: (pixels.0 / map.width, pixels.1 / map.height) })
}

impl Places<'_> {
    /// Where a record says that a place is.
    fn spot(&self, place: &Place) -> Option<BoardSpot> {
        let pixel = |x: f64, y: f64| (x * self.scale.0, y * self.scale.1);
        if place.kind.is_point() {
            let (x, y) = place.centre.map(|centre| pixel(centre.x, centre.y))?;
            return Some(BoardSpot::Point(x, y));
        }
        let corners: Vec<(f64, f64)> = place.outline.iter().map(|corner| pixel(corner.x, corner.y)).collect();
        (corners.len() >= 3).then_some(BoardSpot::Outline(corners))
    }

    /// Every zone and region with a link: changed where its record says otherwise, gone where there is none any more.
    fn below(&self, node: &mut Node, known: &mut BTreeSet<String>) {
        node.children.retain_mut(|child| {
            let Some(Link::Place(id)) = link(child) else { return true };
            let Some(place) = self.by_id.get(id.as_str()) else { return false };
            self.change(child, place);
            known.insert(id);
            true
        });
        node.children.iter_mut().for_each(|child| self.below(child, known));
    }

    fn change(&self, node: &mut Node, place: &Place) {
        let own = BoardSpot::read(node, self.pixels);
        let wanted = match &own {
            // On a map of hexes the box around a region stands for its point.
            Some(BoardSpot::Point(..)) => {
                place.centre.map(|c| BoardSpot::Point(c.x * self.scale.0, c.y * self.scale.1))
            }
            _ => self.spot(place),
        };
        if let (Some(own), Some(wanted)) = (own, wanted)
            && !own.same(&wanted)
        {
            wanted.put(node);
        }
        let name = place.name.as_deref().unwrap_or(&place.label);
        if line(attribute(node, "name").unwrap_or_default()) != name {
            set_attribute(node, "name", name);
        }
    }

    /// New boxes are zones, new points are regions.
    fn add(&self, board: &mut Node, known: &BTreeSet<String>) {
        for (id, place) in self.by_id.iter().filter(|(id, _)| !known.contains(**id)) {
            let Some(spot) = self.spot(place) else { continue };
            let kind = match spot {
                BoardSpot::Outline(_) => "mapgrid.Zone",
                BoardSpot::Point(..) => "Region",
            };
            let mut node = component(kind);
            set_attribute(&mut node, "name", place.name.as_deref().unwrap_or(id));
            spot.put(&mut node);
            grid(board, kind).children.push(node);
        }
    }
}

/// The grid of a board that holds zones, or regions; made if there is none.
fn grid<'a>(board: &'a mut Node, kind: &str) -> &'a mut Node {
    let class = if kind == "Region" { "RegionGrid" } else { "ZonedGrid" };
    if let Some(way) = way_to(board, class) {
        return way.into_iter().fold(board, |node, at| &mut node.children[at]);
    }
    let mut new = component(class);
    let is_grid = |child: &Node| child.component.class().ends_with("Grid");
    match board.children.iter().position(is_grid) {
        // A grid that fills the board is then that of what no zone covers.
        Some(at) if class == "ZonedGrid" => {
            let old = std::mem::replace(&mut board.children[at], component(class));
            board.children[at].children.push(old);
            &mut board.children[at]
        }
        _ => {
            if class == "RegionGrid" {
                set_attribute(&mut new, "snapto", "true");
            }
            let at = board.children.len();
            board.children.push(new);
            &mut board.children[at]
        }
    }
}

/// The way to the first component of a class, child by child.
fn way_to(node: &Node, class: &str) -> Option<Vec<usize>> {
    node.children.iter().enumerate().find_map(|(at, child)| {
        if child.component.class().rsplit('.').next() == Some(class) {
            return Some(vec![at]);
        }
        let mut way = way_to(child, class)?;
        way.insert(0, at);
        Some(way)
    })
}

fn component(class: &str) -> Node {
    let class = format!("{BOARD}.{class}");
    let component = Component::Other { class, attributes: Vec::new(), text: String::new() };
    Node { component, children: Vec::new() }
}
