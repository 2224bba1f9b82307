//! Zones and regions of a board as boxes and points of its map.

use crate::carried::links::{attribute, set_attribute};
use crate::carried::names::{Ids, line};
use crate::carried::places::BoardSpot;
use crate::carried::{LINK, Link};
use crate::vassal::components::Node;

/// More than any board has that somebody looks at.
const MOST: usize = 5_000;
/// A zone over nearly the whole board is not a box on it.
const WHOLE: f64 = 0.9;
/// The side of the square that a region gets, which is a point: pixels of a small counter.
const REGION: f64 = 48.0;

/// A box or point on a map.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FoundPlace {
    pub id: String,
    pub name: String,
    pub spot: BoardSpot,
    /// How large a point is: as much as its map has room for.
    pub side: f64,
}

/// The zones and regions of a board whose picture has that size, which are linked to their records.
pub(super) fn places(board: &mut Node, size: (f64, f64), ids: &mut Ids) -> Vec<FoundPlace> {
    let mut found = Vec::new();
    below(board, size, ids, &mut found);
    found
}

fn below(node: &mut Node, size: (f64, f64), ids: &mut Ids, found: &mut Vec<FoundPlace>) {
    for child in &mut node.children {
        let name = line(attribute(child, "name").unwrap_or_default());
        let spot = BoardSpot::read(child, size).filter(|spot| spot.area() < WHOLE * size.0 * size.1);
        if let Some(spot) = spot.filter(|_| !name.is_empty() && found.len() < MOST) {
            let side = match spot {
                BoardSpot::Point(x, y) => REGION.min(2.0 * x.min(y).min(size.0 - x).min(size.1 - y)),
                BoardSpot::Outline(_) => REGION,
            };
            // A point at the very edge has no room for anything around it.
            if side >= 2.0 {
                let id = ids.id(&name, "box");
                set_attribute(child, LINK, &Link::Place(id.clone()).to_string());
                found.push(FoundPlace { id, name, spot, side });
            }
        }
        below(child, size, ids, found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::components::from_xml_as_it_stands;

    #[test]
    fn zones_and_regions_are_places() {
        let board = br#"<a.Board><a.ZonedGrid>
            <a.Zone name="Box" path="10,20;30,20;30,60;10,60"/>
            <a.Zone name="All" path="0,0;100,0;100,100;0,100"/>
            <a.Zone name="" path="10,20;30,20;30,60;10,60"/>
            <a.Zone name="Z"><a.RegionGrid><a.Region name="Paris" originx="95" originy="50"/>
            <a.Region name="Edge" originx="100" originy="50"/></a.RegionGrid></a.Zone>
            </a.ZonedGrid></a.Board>"#;
        let mut board = from_xml_as_it_stands(board).unwrap();
        let found = places(&mut board, (100.0, 100.0), &mut Ids::default());
        let found: Vec<(&str, f64)> = found.iter().map(|place| (place.id.as_str(), place.side)).collect();
        assert_eq!(found, [("box", 48.0), ("paris", 10.0)]);
        let linked = &board.children[0].children;
        assert_eq!(attribute(&linked[0], LINK), Some("place/box"));
        assert_eq!(attribute(&linked[1], LINK), None);
    }
}
