//! Polygons as given, alone and among grown cells.

use super::*;

fn pairs(subdivision: &Subdivision) -> Vec<(usize, usize)> {
    let shared = subdivision.neighbours(3.0);
    shared.iter().map(|s| (s.a, s.b)).collect()
}

#[test]
fn an_edge_drawn_twice_with_an_error_becomes_one() {
    let left = [(0., 0.), (50., 0.), (50.1, 20.), (50., 40.), (0., 40.)];
    let right = [(50.1, 0.05), (100., 0.), (100., 40.), (49.9, 40.1), (50., 20.1)];
    let subdivision = subdivide(&input(&[], vec![given(&left), given(&right)]));
    assert_sound(&subdivision);
    assert_eq!(subdivision.problems, []);
    assert_eq!(pairs(&subdivision), [(0, 1)]);
    let border = subdivision.between(1, 0).next().unwrap();
    assert_eq!(border.path.len(), 3);
    assert!((border.length - 40.0).abs() < 0.01);
}

#[test]
fn a_vertex_near_an_edge_becomes_a_vertex_of_it() {
    // Two small polygons along one long edge of a third, a little off it on either side.
    let long = rect(0., 0., 100., 20.);
    let first = [(0., 20.1), (45., 20.2), (45., 40.), (0., 40.)];
    let second = [(45.1, 20.), (100., 19.8), (100., 40.), (45.2, 40.)];
    let subdivision = subdivide(&input(&[], vec![given(&long), given(&first), given(&second)]));
    assert_sound(&subdivision);
    assert_eq!(subdivision.problems, []);
    assert_eq!(pairs(&subdivision), [(0, 1), (0, 2), (1, 2)]);
}

#[test]
fn without_snapping_the_error_stays() {
    let shapes = vec![given(&rect(0., 0., 50., 40.)), given(&rect(49.9, 0., 50., 40.))];
    let mut input = input(&[], shapes);
    input.snap = 0.0;
    let subdivision = subdivide(&input);
    assert_sound(&subdivision);
    let [ShapeProblem::Overlap { a: 0, b: 1, area, .. }] = subdivision.problems[..] else {
        panic!("{:?}", subdivision.problems);
    };
    assert!((area - 4.0).abs() < 1e-6);
}

#[test]
fn overlapping_polygons_are_told_and_the_first_wins() {
    let shapes = vec![given(&rect(0., 0., 50., 40.)), given(&rect(40., 10., 50., 40.))];
    let subdivision = subdivide(&input(&[], shapes));
    assert_sound(&subdivision);
    let [ShapeProblem::Overlap { a: 0, b: 1, area, at }] = subdivision.problems[..] else {
        panic!("{:?}", subdivision.problems);
    };
    assert!((area - 300.0).abs() < 1e-6);
    assert!(at.x > 40.0 && at.x < 50.0 && at.y > 10.0 && at.y < 40.0);
    assert!((subdivision.cells[0].area - 2000.0).abs() < 1e-6);
    assert!((subdivision.cells[1].area - 1700.0).abs() < 1e-6);
    assert_eq!(pairs(&subdivision), [(0, 1)]);
}

#[test]
fn the_same_polygon_twice_is_an_overlap() {
    let shapes = vec![given(&rect(0., 0., 50., 40.)), given(&rect(0., 0., 50., 40.))];
    let subdivision = subdivide(&input(&[], shapes));
    assert_sound(&subdivision);
    assert!(matches!(subdivision.problems[..], [ShapeProblem::Overlap { a: 0, b: 1, .. }]));
    assert!(subdivision.cells[1].outline.is_empty());
}

#[test]
fn a_gap_between_polygons_is_told_with_its_width() {
    // Two that enclose a sliver of 1 mm by 20 mm.
    let left = [(0., 0.), (50., 0.), (50., 10.), (49., 10.), (49., 30.), (50., 30.), (50., 40.), (0., 40.)];
    let right = rect(50., 0., 50., 40.);
    let subdivision = subdivide(&input(&[], vec![given(&left), given(&right)]));
    assert_sound(&subdivision);
    let [ShapeProblem::Gap { ref around, area, width, at }] = subdivision.problems[..] else {
        panic!("{:?}", subdivision.problems);
    };
    assert_eq!(around, &[0, 1]);
    assert!((area - 20.0).abs() < 1e-6);
    assert!(width > 0.8 && width < 1.0);
    assert!(at.x > 49.0 && at.x < 50.0);
    // The two stretches above and below count together.
    assert_eq!(subdivision.between(0, 1).count(), 2);
    assert!((subdivision.shared()[0].length - 20.0).abs() < 1e-9);
}

#[test]
fn a_lake_among_grown_cells_is_not_a_gap() {
    let mut input = bay_input(30, 5);
    input.shapes.push(given(&[(85., 55.), (140., 50.), (140., 80.), (95., 75.)]));
    let before = input.shapes.len() - 1;
    input.shapes.retain(|shape| {
        let AreaShape::Site(p) = shape else { return true };
        !(p.x > 80. && p.x < 145. && p.y > 48. && p.y < 82.)
    });
    assert!(input.shapes.len() <= before + 1);
    let subdivision = subdivide(&input);
    assert_sound(&subdivision);
    let is_gap = |p: &ShapeProblem| matches!(p, ShapeProblem::Gap { .. });
    assert!(!subdivision.problems.iter().any(is_gap));
}

#[test]
fn a_polygon_inside_another_cuts_a_hole() {
    let shapes = vec![given(&rect(0., 0., 60., 60.)), given(&rect(20., 20., 20., 20.)), given(&rect(25., 25., 5., 5.))];
    let subdivision = subdivide(&input(&[], shapes));
    assert_sound(&subdivision);
    assert_eq!(subdivision.problems, []);
    let [outer, middle, inner] = &subdivision.cells[..] else { panic!() };
    assert_eq!((outer.holes.len(), middle.holes.len(), inner.holes.len()), (1, 1, 0));
    assert!((outer.area - 3200.0).abs() < 1e-6);
    assert!((middle.area - 375.0).abs() < 1e-6);
    assert_eq!(pairs(&subdivision), [(0, 1), (1, 2)]);
    let ring = subdivision.between(0, 1).next().unwrap();
    assert_eq!(ring.path.first(), ring.path.last());
}

#[test]
fn an_enclave_at_the_edge_is_no_hole() {
    let shapes = vec![given(&rect(0., 0., 60., 60.)), given(&rect(0.2, 20., 20., 20.))];
    let subdivision = subdivide(&input(&[], shapes));
    assert_sound(&subdivision);
    assert_eq!(subdivision.problems, []);
    assert!(subdivision.cells[0].holes.is_empty());
    assert!((subdivision.shared()[0].length - 60.0).abs() < 0.5);
}

#[test]
fn a_hole_that_touches_the_outline_in_a_corner_stays_a_hole() {
    let shapes = vec![given(&rect(0., 0., 60., 60.)), given(&[(0., 30.), (20., 20.), (40., 30.), (20., 40.)])];
    let subdivision = subdivide(&input(&[], shapes));
    assert_sound(&subdivision);
    assert_eq!(subdivision.cells[0].holes.len(), 1);
    assert!((subdivision.cells[0].area - 3200.0).abs() < 1e-6);
}

#[test]
fn a_keyhole_polygon_has_a_hole() {
    let keyhole = [
        (0., 0.),
        (60., 0.),
        (60., 60.),
        (0., 60.),
        (0., 0.),
        (20., 20.),
        (20., 40.),
        (40., 40.),
        (40., 20.),
        (20., 20.),
    ];
    let subdivision = subdivide(&input(&[], vec![given(&keyhole)]));
    assert_sound(&subdivision);
    assert_eq!(subdivision.problems, []);
    assert_eq!(subdivision.cells[0].holes.len(), 1);
    assert!((subdivision.cells[0].area - 3200.0).abs() < 1e-6);
}

#[test]
fn cells_grow_around_given_polygons() {
    let land = rect(0., 0., 120., 80.);
    let at = |x, y| AreaShape::Site(Point::new(x, y));
    let shapes = vec![at(20., 40.), given(&rect(50., 30., 20., 20.)), at(100., 40.)];
    let mut input = input(&[&land], shapes);
    input.soften = 0.6;
    let subdivision = subdivide(&input);
    assert_sound(&subdivision);
    assert_eq!(subdivision.problems, []);
    assert!((subdivision.cells[1].area - 400.0).abs() < 1e-6);
    assert!((total_area(&subdivision) - 9600.0).abs() < 1e-6);
    assert_eq!(pairs(&subdivision), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(subdivision.between(0, 2).count(), 2);
}

#[test]
fn a_polygon_inside_a_grown_cell_is_a_hole_of_it() {
    let land = rect(0., 0., 120., 80.);
    let shapes = vec![AreaShape::Site(Point::new(20., 40.)), given(&rect(50., 30., 20., 20.))];
    let subdivision = subdivide(&input(&[&land], shapes));
    assert_sound(&subdivision);
    assert_eq!(subdivision.problems, []);
    assert_eq!(subdivision.cells[0].holes.len(), 1);
    assert_eq!(pairs(&subdivision), [(0, 1)]);
}

#[test]
fn a_polygon_almost_along_the_coast_leaves_no_sliver() {
    let land = rect(0., 0., 120., 80.);
    let near_coast = [(0.3, -0.2), (60., 0.2), (60., 30.), (0.2, 30.)];
    let shapes = vec![AreaShape::Site(Point::new(80., 40.)), given(&near_coast)];
    let subdivision = subdivide(&input(&[&land], shapes));
    assert_sound(&subdivision);
    assert_eq!(subdivision.problems, []);
    assert!((total_area(&subdivision) - 9600.0).abs() < 1e-6);
}

#[test]
fn crossed_softening_is_drawn_straighter_not_wrong() {
    // A coast that reaches almost to the border between two sites, from both sides.
    let spikes = [(0., 0.), (58., 0.), (59.5, 40.), (60.5, 40.), (62., 0.), (120., 0.), (120., 80.), (0., 80.)];
    for x in [30.0, 30.5, 31.0, 32.0] {
        let shapes = vec![AreaShape::Site(Point::new(x, 60.)), AreaShape::Site(Point::new(90., 60.))];
        let mut input = input(&[&spikes], shapes);
        input.soften = 1.0;
        assert_sound(&subdivide(&input));
    }
}
