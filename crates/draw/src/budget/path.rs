//! What it takes to fill and stroke a path.

use resvg::tiny_skia::{Path, PathSegment, Point, Transform};

/// Pixels from the left top corner: width and height.
pub type CanvasSize = (f64, f64);

/// A path, as the one who fills it sees it.
#[derive(Debug, Default)]
pub struct FilledOutline {
    /// From where to where each piece reaches down, in pixels of the canvas.
    spans: Vec<(f64, f64)>,
    /// Length of all pieces in units of the path.
    pub length: f64,
}

impl FilledOutline {
    pub fn new(path: &Path, transform: Transform, canvas: CanvasSize) -> Self {
        let mut outline = FilledOutline::default();
        let (mut first, mut last) = (Point::zero(), Point::zero());
        for segment in path.segments() {
            let points = match segment {
                PathSegment::MoveTo(point) => {
                    (first, last) = (point, point);
                    continue;
                }
                PathSegment::LineTo(point) => vec![last, point],
                PathSegment::QuadTo(a, point) => vec![last, a, point],
                PathSegment::CubicTo(a, b, point) => vec![last, a, b, point],
                PathSegment::Close => vec![last, first],
            };
            outline.add(&points, transform, canvas);
            last = points.last().copied().unwrap_or(last);
        }
        outline
    }

    fn add(&mut self, points: &[Point], transform: Transform, (_, height): CanvasSize) {
        self.length += points.windows(2).map(|pair| f64::from(pair[0].distance(pair[1]))).sum::<f64>();
        let down = points.iter().map(|point| {
            let mut point = *point;
            transform.map_point(&mut point);
            f64::from(point.y).clamp(0.0, height)
        });
        let span = down.fold((f64::MAX, f64::MIN), |(top, bottom), y| (top.min(y), bottom.max(y)));
        self.spans.push(span);
    }

    /// How many pieces there are.
    #[allow(clippy::cast_precision_loss)]
    pub fn pieces(&self) -> f64 {
        self.spans.len() as f64
    }

    /// Steps to follow the outline down, when every piece becomes `times` edges that reach `wider` further: each
    /// edge is followed row by row, and put in order among those that are at the same height.
    #[allow(clippy::cast_precision_loss)]
    pub fn steps(&self, times: f64, wider: f64, height: f64) -> f64 {
        let spans = self.spans.iter().map(|(top, bottom)| ((top - wider).max(0.0), (bottom + wider).min(height)));
        let spans: Vec<(f64, f64)> = spans.collect();
        let rows: f64 = spans.iter().map(|(top, bottom)| (bottom - top).max(0.0) * 4.0 + 20.0).sum();
        let mut tops: Vec<f64> = spans.iter().map(|span| span.0).collect();
        let mut bottoms: Vec<f64> = spans.iter().map(|span| span.1).collect();
        tops.sort_by(f64::total_cmp);
        bottoms.sort_by(f64::total_cmp);
        let (mut beside, mut ended) = (0.0, 0);
        for (begun, top) in tops.iter().enumerate() {
            while bottoms.get(ended).is_some_and(|bottom| bottom < top) {
                ended += 1;
            }
            beside += (begun + 1 - ended) as f64;
        }
        rows * times + beside * times * times
    }
}
