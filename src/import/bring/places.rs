//! Zones and regions of a board as boxes of its map.

use crate::carried::links::attribute;
use crate::carried::names::{Ids, line};
use crate::vassal::components::Node;

/// More than any board has that somebody looks at.
const MOST: usize = 5_000;
/// A zone over nearly the whole board is not a box on it.
const WHOLE: f64 = 0.9;

/// A box on a map, in pixels.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Place {
    pub id: String,
    pub name: String,
    /// Left, top, width and height.
    pub room: [f64; 4],
}

/// The zones and regions of a board whose picture has that size; regions are points, and get a square of that side.
pub(super) fn places(board: &Node, size: (f64, f64), side: f64, ids: &mut Ids) -> Vec<Place> {
    let mut found = Vec::new();
    let mut waiting = vec![board];
    while let Some(node) = waiting.pop() {
        waiting.extend(node.children.iter().rev());
        let name = line(attribute(node, "name").unwrap_or_default());
        let room = match node.component.class().rsplit('.').next() {
            Some("Zone") => outline(attribute(node, "path").unwrap_or_default()),
            Some("Region") => point(node).map(|(x, y)| [x - side / 2.0, y - side / 2.0, side, side]),
            _ => None,
        };
        let Some(room) = room.and_then(|room| inside(room, size)).filter(|_| !name.is_empty()) else { continue };
        if room[2] * room[3] < WHOLE * size.0 * size.1 && found.len() < MOST {
            found.push(Place { id: ids.id(&name, "box"), name, room });
        }
    }
    found
}

fn point(node: &Node) -> Option<(f64, f64)> {
    let number = |key: &str| attribute(node, key)?.trim().parse::<f64>().ok();
    Some((number("originx")?, number("originy")?))
}

/// The room that an outline of `x,y;x,y;..` takes.
fn outline(path: &str) -> Option<[f64; 4]> {
    let corner = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.trim().parse::<f64>().ok()?, y.trim().parse::<f64>().ok()?))
    };
    let corners: Vec<(f64, f64)> = path.split(';').map(corner).collect::<Option<_>>()?;
    let (first, rest) = corners.split_first()?;
    let (mut least, mut most) = (*first, *first);
    for (x, y) in rest {
        least = (least.0.min(*x), least.1.min(*y));
        most = (most.0.max(*x), most.1.max(*y));
    }
    Some([least.0, least.1, most.0 - least.0, most.1 - least.1])
}

/// The part of a room that is on the board.
fn inside([x, y, width, height]: [f64; 4], size: (f64, f64)) -> Option<[f64; 4]> {
    let (left, top) = (x.max(0.0), y.max(0.0));
    let (right, bottom) = ((x + width).min(size.0), (y + height).min(size.1));
    (right - left >= 2.0 && bottom - top >= 2.0).then_some([left, top, right - left, bottom - top])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::components::from_xml_as_it_stands;

    #[test]
    fn zones_and_regions_are_boxes() {
        let board = br#"<a.Board><a.ZonedGrid>
            <a.Zone name="Box" path="10,20;30,20;30,60;10,60"/>
            <a.Zone name="All" path="0,0;100,0;100,100;0,100"/>
            <a.Zone name="Odd" path="1,x"/>
            <a.Zone name="Off" path="200,0;300,0;300,9"/>
            <a.Zone name="Z"><a.RegionGrid><a.Region name="Paris" originx="98" originy="50"/></a.RegionGrid></a.Zone>
            </a.ZonedGrid></a.Board>"#;
        let board = from_xml_as_it_stands(board).unwrap();
        let found = places(&board, (100.0, 100.0), 10.0, &mut Ids::default());
        let found: Vec<(&str, [f64; 4])> = found.iter().map(|place| (place.id.as_str(), place.room)).collect();
        assert_eq!(found, [("box", [10.0, 20.0, 20.0, 40.0]), ("paris", [93.0, 45.0, 7.0, 10.0])]);
    }
}
