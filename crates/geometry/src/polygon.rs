//! Closed rings of points; the last point is joined to the first and not repeated.

use super::Point;

/// The edges of a ring, the closing one last.
pub fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let ends = ring.iter().cycle().skip(1);
    ring.iter().copied().zip(ends.copied())
}

/// Positive when the ring turns from the x axis towards the y axis, which is clockwise on a page.
pub fn signed_area(ring: &[Point]) -> f64 {
    let Some(&origin) = ring.first() else {
        return 0.0;
    };
    // Relative to the first point, so that a small ring far from the origin keeps its digits.
    let doubled: f64 =
        edges(ring).map(|(a, b)| (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y)).sum();
    doubled / 2.0
}

/// The length of the way around a ring.
pub fn perimeter(ring: &[Point]) -> f64 {
    edges(ring).map(|(a, b)| a.distance(b)).sum()
}

/// The length of an open path.
pub fn path_length(path: &[Point]) -> f64 {
    path.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// The centre of gravity; of a ring without area, the mean of its points.
pub fn centroid(ring: &[Point]) -> Option<Point> {
    let &origin = ring.first()?;
    let area = signed_area(ring);
    if area == 0.0 || !area.is_finite() {
        return Some(mean(ring));
    }
    let (mut x, mut y) = (0.0, 0.0);
    for (a, b) in edges(ring) {
        let (ax, ay) = (a.x - origin.x, a.y - origin.y);
        let (bx, by) = (b.x - origin.x, b.y - origin.y);
        let weight = ax * by - bx * ay;
        x += (ax + bx) * weight;
        y += (ay + by) * weight;
    }
    Some(Point::new(origin.x + x / (6.0 * area), origin.y + y / (6.0 * area)))
}

fn mean(points: &[Point]) -> Point {
    let count = points.len() as f64;
    Point::new(points.iter().map(|p| p.x).sum::<f64>() / count, points.iter().map(|p| p.y).sum::<f64>() / count)
}

/// Whether a point lies inside by the even-odd rule.
pub fn contains(ring: &[Point], point: Point) -> bool {
    edges(ring).filter(|&(a, b)| crosses_ray(a, b, point)).count() % 2 == 1
}

/// Whether the edge crosses the ray from the point in the direction of x.
fn crosses_ray(a: Point, b: Point, point: Point) -> bool {
    (a.y > point.y) != (b.y > point.y) && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
}

/// The smallest upright box around the points: its least and its greatest corner.
pub fn bounds<'a>(points: impl IntoIterator<Item = &'a Point>) -> Option<(Point, Point)> {
    points.into_iter().fold(None, |bounds, &p| {
        let (least, greatest) = bounds.unwrap_or((p, p));
        Some((Point::new(least.x.min(p.x), least.y.min(p.y)), Point::new(greatest.x.max(p.x), greatest.y.max(p.y))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ell() -> Vec<Point> {
        [(0., 0.), (4., 0.), (4., 2.), (2., 2.), (2., 4.), (0., 4.)].map(|(x, y)| Point::new(x, y)).to_vec()
    }

    #[test]
    fn area_has_a_sign_and_centroid_has_not() {
        let mut ring = ell();
        assert_eq!(signed_area(&ring), 12.0);
        let centre = centroid(&ring).unwrap();
        ring.reverse();
        assert_eq!(signed_area(&ring), -12.0);
        assert!(centre.distance(centroid(&ring).unwrap()) < 1e-12);
        assert!(centre.distance(Point::new(5.0 / 3.0, 5.0 / 3.0)) < 1e-12);
    }

    #[test]
    fn contains_follows_the_notch() {
        assert!(contains(&ell(), Point::new(1., 3.)));
        assert!(!contains(&ell(), Point::new(3., 3.)));
    }

    #[test]
    fn degenerate_rings_are_harmless() {
        assert_eq!(signed_area(&[]), 0.0);
        assert_eq!(centroid(&[]), None);
        assert_eq!(bounds(&[]), None);
        assert!(!contains(&[], Point::new(0., 0.)));
        let line = [Point::new(0., 0.), Point::new(2., 0.)];
        assert_eq!(centroid(&line), Some(Point::new(1., 0.)));
        assert_eq!(perimeter(&line), 4.0);
        let broken = [Point::new(f64::NAN, 0.), Point::new(f64::INFINITY, 1.)];
        assert!(!contains(&broken, Point::new(0., 0.5)));
    }
}
