//! Everything that can be wrong with the shapes of a map.

use super::super::Point;

/// Which ring or site of the input is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// The outline of land with this index.
    Land(usize),
    /// The shape with this index.
    Shape(usize),
}

/// What is wrong, with the indices of the shapes and a place to point at.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// A coordinate is not a finite number or beyond 100 metres. The shape is left out.
    BadCoordinate {
        source: Source,
        /// Which vertex.
        vertex: usize,
        at: Point,
    },
    /// A polygon of fewer than three points. It is left out.
    TooFewPoints { source: Source, count: usize, at: Point },
    /// A polygon without area, or a shape of which nothing is left. Its cell is empty.
    NoArea { source: Source, at: Point },
    /// The edges of a polygon cross. It is filled by the even-odd rule.
    SelfIntersecting { source: Source, at: Point },
    /// Two given polygons overlap without one lying inside the other. The first one wins.
    Overlap { a: usize, b: usize, area: f64, at: Point },
    /// A place that belongs to nobody is enclosed between given polygons. It may be a lake; a small
    /// width is a sign that it is not.
    Gap {
        /// The shapes around it.
        around: Vec<usize>,
        area: f64,
        /// The mean width: small for a sliver, however long.
        width: f64,
        at: Point,
    },
    /// Two cells share less than `min_border`: they touch only at a corner, or almost.
    ShortBorder { a: usize, b: usize, length: f64, at: Point },
    /// A cell falls into parts that have no common border, such as land across a bay.
    SeveralParts {
        shape: usize,
        /// With the main part.
        parts: usize,
        /// Of all but the main part.
        area: f64,
        /// In the largest part but the main one.
        at: Point,
    },
    /// A site is not on the land. Its cell is empty.
    SiteOutsideLand { shape: usize, at: Point },
    /// A site lies in a given polygon. Its cell is empty.
    SiteInsidePolygon { shape: usize, polygon: usize, at: Point },
    /// Two sites are (almost) the same. The cell of the second is empty.
    SitesCoincide { a: usize, b: usize, distance: f64, at: Point },
}

impl Problem {
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
                Source::Land(_) => Vec::new(),
                Source::Shape(shape) => vec![shape],
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
