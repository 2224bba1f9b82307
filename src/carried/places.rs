//! Zones and regions of a board: what a record says of them, read from the component and put into it.

use super::links::{attribute, set_attribute};
use crate::vassal::components::Node;

/// Pixels by which a record and its component may differ and still say the same: components have whole ones.
const SAME: f64 = 0.5;

/// Where a place of a board is, in pixels of the board.
#[derive(Debug, Clone, PartialEq)]
pub enum BoardSpot {
    /// A zone: its corners, as far as they are on the board.
    Outline(Vec<(f64, f64)>),
    /// A region: its point.
    Point(f64, f64),
}

impl BoardSpot {
    /// Reads a zone or a region of a board of that size; none: it is something else, is not on the board, or has no
    /// shape.
    pub fn read(node: &Node, size: (f64, f64)) -> Option<BoardSpot> {
        match node.component.class().rsplit('.').next() {
            Some("Zone") => outline(attribute(node, "path")?, size).map(BoardSpot::Outline),
            Some("Region") => {
                let number = |key: &str| attribute(node, key)?.trim().parse::<f64>().ok();
                let (x, y) = (number("originx")?, number("originy")?);
                let on = (0.0..=size.0).contains(&x) && (0.0..=size.1).contains(&y);
                on.then_some(BoardSpot::Point(x, y))
            }
            _ => None,
        }
    }

    /// Left, top, width and height of a zone whose outline is a box.
    pub fn room(&self) -> Option<[f64; 4]> {
        let BoardSpot::Outline(corners) = self else { return None };
        let [a, b, c, d] = corners.as_slice() else { return None };
        let upright = a.1 == b.1 && b.0 == c.0 && c.1 == d.1 && d.0 == a.0 && c.0 > a.0 && c.1 > a.1;
        upright.then_some([a.0, a.1, c.0 - a.0, c.1 - a.1])
    }

    /// The area of a zone.
    pub fn area(&self) -> f64 {
        let BoardSpot::Outline(corners) = self else { return 0.0 };
        let next = corners.iter().skip(1).chain(corners.first());
        (corners.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() / 2.0).abs()
    }

    /// Whether two are the same to the pixel.
    pub fn same(&self, other: &BoardSpot) -> bool {
        let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() <= SAME && (a.1 - b.1).abs() <= SAME;
        match (self, other) {
            (BoardSpot::Point(x, y), BoardSpot::Point(u, v)) => near((*x, *y), (*u, *v)),
            (BoardSpot::Outline(own), BoardSpot::Outline(other)) => {
                own.len() == other.len() && own.iter().zip(other).all(|(a, b)| near(*a, *b))
            }
            _ => false,
        }
    }

    /// Puts it into a zone or region.
    pub fn put(&self, node: &mut Node) {
        match self {
            BoardSpot::Point(x, y) => {
                set_attribute(node, "originx", &whole(*x));
                set_attribute(node, "originy", &whole(*y));
            }
            BoardSpot::Outline(corners) => set_attribute(node, "path", &path(corners)),
        }
    }
}

/// Width and height in pixels of a board without a picture. VASSAL makes it a square if nothing is said.
pub fn plain_size(board: &Node) -> Option<(f64, f64)> {
    const SAID_NOTHING: &str = "500";
    const LARGEST: u32 = 30_000;
    let length = |key: &str| {
        let pixels: u32 = attribute(board, key).unwrap_or(SAID_NOTHING).trim().parse().ok()?;
        (1..=LARGEST).contains(&pixels).then(|| f64::from(pixels))
    };
    Some((length("width")?, length("height")?))
}

/// An outline as zones have it: `x,y;x,y;..`.
pub fn path(corners: &[(f64, f64)]) -> String {
    let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{},{}", whole(*x), whole(*y))).collect();
    corners.join(";")
}

/// A whole number of pixels.
pub fn whole(pixels: f64) -> String {
    format!("{:.0}", pixels.round() + 0.0)
}

/// The corners of an outline, moved onto the board; those of a box from the top left, clockwise.
fn outline(path: &str, size: (f64, f64)) -> Option<Vec<(f64, f64)>> {
    let corner = |text: &str| {
        let (x, y) = text.split_once(',')?;
        let (x, y) = (x.trim().parse::<f64>().ok()?, y.trim().parse::<f64>().ok()?);
        (x.is_finite() && y.is_finite()).then(|| (x.clamp(0.0, size.0), y.clamp(0.0, size.1)))
    };
    let mut corners: Vec<(f64, f64)> = path.split(';').map(corner).collect::<Option<_>>()?;
    // Some outlines come back to where they began.
    if corners.len() > 3 && corners.first() == corners.last() {
        corners.pop();
    }
    let (least, most) = corners
        .iter()
        .fold(((f64::INFINITY, f64::INFINITY), (f64::NEG_INFINITY, f64::NEG_INFINITY)), |(least, most), (x, y)| {
            ((least.0.min(*x), least.1.min(*y)), (most.0.max(*x), most.1.max(*y)))
        });
    let bounds = [least, (most.0, least.1), most, (least.0, most.1)];
    if corners.len() == 4 && bounds.iter().all(|corner| corners.contains(corner)) {
        corners = bounds.to_vec();
    }
    (corners.len() >= 3 && most.0 - least.0 >= 2.0 && most.1 - least.1 >= 2.0).then_some(corners)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::components::from_xml_as_it_stands;

    fn node(text: &str) -> Node {
        from_xml_as_it_stands(text.as_bytes()).unwrap()
    }

    fn spot(text: &str) -> Option<BoardSpot> {
        BoardSpot::read(&node(text), (100.0, 100.0))
    }

    #[test]
    fn zones_and_regions_are_read() {
        let room = |text: &str| spot(text).and_then(|spot| spot.room());
        // From any corner, either way round, partly off the board.
        assert_eq!(room(r#"<a.Zone path="30,60;10,60;10,20;30,20"/>"#), Some([10.0, 20.0, 20.0, 40.0]));
        assert_eq!(room(r#"<a.Zone path="-5,-5;50,-5;50,50;-5,50"/>"#), Some([0.0, 0.0, 50.0, 50.0]));
        let corner = spot(r#"<a.Zone path="0,0;50,0;25,40"/>"#).unwrap();
        assert_eq!((corner.room(), corner.area()), (None, 1000.0));
        assert_eq!(spot(r#"<a.Region originx="98" originy="50"/>"#), Some(BoardSpot::Point(98.0, 50.0)));
        for none in [
            r#"<a.Zone path="1,x"/>"#,
            r#"<a.Zone path="200,0;300,0;300,9"/>"#,
            r#"<a.Region originx="-9" originy="50"/>"#,
            r#"<a.Region/>"#,
            r#"<a.Other path="0,0;50,0;25,40"/>"#,
        ] {
            assert_eq!(spot(none), None, "{none}");
        }
    }

    #[test]
    fn what_moved_is_put_in() {
        let mut zone = node(r#"<a.Zone name="A" path="0,0;50,0;25,40"/>"#);
        let own = spot(r#"<a.Zone path="0,0;50,0;25,40"/>"#).unwrap();
        assert!(own.same(&BoardSpot::Outline(vec![(0.2, 0.0), (49.8, 0.3), (25.0, 40.0)])));
        let moved = BoardSpot::Outline(vec![(0.0, 0.0), (55.4, 0.0), (25.0, 40.0)]);
        assert!(!own.same(&moved));
        moved.put(&mut zone);
        assert_eq!(attribute(&zone, "path"), Some("0,0;55,0;25,40"));
        let mut region = node(r#"<a.Region name="A" originx="1" originy="2"/>"#);
        BoardSpot::Point(7.6, 9.0).put(&mut region);
        assert_eq!((attribute(&region, "originx"), attribute(&region, "originy")), (Some("8"), Some("9")));
    }
}
