//! Everything that can be wrong with the shapes of a map.

use super::super::Point;

/// Which ring or site of the input is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InputPart {
    /// The outline of land with this index.
    Land(usize),
    /// The shape with this index.
    Shape(usize),
}

/// What is wrong, with the indices of the shapes and a place to point at.
#[derive(Debug, Clone, PartialEq)]
pub enum ShapeProblem {
    /// A coordinate is not a finite number or beyond 100 metres. The shape is left out.
    BadCoordinate {
        /// The shape or outline.
        source: InputPart,
        /// Which vertex.
        vertex: usize,
        /// Where to look.
        at: Point,
    },
    /// A polygon of fewer than three points. It is left out.
    TooFewPoints {
        /// The shape or outline.
        source: InputPart,
        /// How many it has.
        count: usize,
        /// Where to look.
        at: Point,
    },
    /// A polygon without area, or a shape of which nothing is left. Its cell is empty.
    NoArea {
        /// The shape or outline.
        source: InputPart,
        /// Where to look.
        at: Point,
    },
    /// The edges of a polygon cross. It is filled by the even-odd rule.
    SelfIntersecting {
        /// The shape or outline.
        source: InputPart,
        /// Where to look.
        at: Point,
    },
    /// Two given polygons overlap without one lying inside the other. The first one wins.
    Overlap {
        /// The first of the two shapes.
        a: usize,
        /// The second.
        b: usize,
        /// In square millimetres.
        area: f64,
        /// Where to look.
        at: Point,
    },
    /// A place that belongs to nobody is enclosed between given polygons. It may be a lake; a small
    /// width is a sign that it is not.
    Gap {
        /// The shapes around it.
        around: Vec<usize>,
        /// In square millimetres.
        area: f64,
        /// The mean width: small for a sliver, however long.
        width: f64,
        /// Where to look.
        at: Point,
    },
    /// Two cells share less than `min_border`: they touch only at a corner, or almost.
    ShortBorder {
        /// The first of the two shapes.
        a: usize,
        /// The second.
        b: usize,
        /// How much, before softening.
        length: f64,
        /// Where to look.
        at: Point,
    },
    /// A cell falls into parts that have no common border, such as land across a bay.
    SeveralParts {
        /// The shape.
        shape: usize,
        /// With the main part.
        parts: usize,
        /// Of all but the main part.
        area: f64,
        /// In the largest part but the main one.
        at: Point,
    },
    /// A site is not on the land. Its cell is empty.
    SiteOutsideLand {
        /// The shape.
        shape: usize,
        /// Where to look.
        at: Point,
    },
    /// A site lies in a given polygon. Its cell is empty.
    SiteInsidePolygon {
        /// The shape.
        shape: usize,
        /// The shape of the polygon.
        polygon: usize,
        /// Where to look.
        at: Point,
    },
    /// Two sites are (almost) the same. The cell of the second is empty.
    SitesCoincide {
        /// The first of the two shapes.
        a: usize,
        /// The second.
        b: usize,
        /// How far apart they are.
        distance: f64,
        /// Where to look.
        at: Point,
    },
}

impl ShapeProblem {
    /// Where to look.
    pub fn at(&self) -> Point {
        match *self {
            Self::BadCoordinate { at, .. }
            | Self::TooFewPoints { at, .. }
            | Self::NoArea { at, .. }
            | Self::SelfIntersecting { at, .. }
            | Self::Overlap { at, .. }
            | Self::Gap { at, .. }
            | Self::ShortBorder { at, .. }
            | Self::SeveralParts { at, .. }
            | Self::SiteOutsideLand { at, .. }
            | Self::SiteInsidePolygon { at, .. }
            | Self::SitesCoincide { at, .. } => at,
        }
    }

    /// The shapes concerned; none if it is the land.
    pub fn shapes(&self) -> Vec<usize> {
        match self {
            Self::BadCoordinate { source, .. }
            | Self::TooFewPoints { source, .. }
            | Self::NoArea { source, .. }
            | Self::SelfIntersecting { source, .. } => match *source {
                InputPart::Land(_) => Vec::new(),
                InputPart::Shape(shape) => vec![shape],
            },
            Self::Overlap { a, b, .. } | Self::ShortBorder { a, b, .. } | Self::SitesCoincide { a, b, .. } => {
                vec![*a, *b]
            }
            Self::Gap { around, .. } => around.clone(),
            Self::SeveralParts { shape, .. } | Self::SiteOutsideLand { shape, .. } => vec![*shape],
            Self::SiteInsidePolygon { shape, polygon, .. } => vec![*shape, *polygon],
        }
    }
}
