//! Cells grown from sites.

use super::*;

fn land_area() -> f64 {
    let [coast, lake] = [0, 1].map(|ring| polygon::signed_area(&points(&bays()[ring])).abs());
    coast - lake
}

#[test]
fn random_cells_fill_the_land_and_share_their_borders() {
    for seed in 0..12 {
        for soften in [0.0, 0.3, 1.0] {
            let mut input = bay_input(10 + 6 * seed as usize, seed);
            input.soften = soften;
            let subdivision = subdivide(&input);
            assert_sound(&subdivision);
            let error = (total_area(&subdivision) - land_area()).abs();
            assert!(error < 0.3, "half a micrometre along the coast at most");
            assert!(subdivision.cells.iter().all(|cell| cell.area > 0.0));
        }
    }
}

#[test]
fn every_point_belongs_to_the_nearest_site() {
    let input = bay_input(40, 3);
    let subdivision = subdivide(&input);
    let mut dice = Dice(99);
    for _ in 0..2000 {
        let point = dice.point(300., 200.);
        let Some(owner) = owner_of(&subdivision, point) else {
            continue;
        };
        let distance = |shape: &AreaShape| match shape {
            AreaShape::Site(site) => site.distance(point),
            AreaShape::Polygon(_) => f64::INFINITY,
        };
        let nearest = input.shapes.iter().map(distance).fold(f64::INFINITY, f64::min);
        assert!(distance(&input.shapes[owner]) < nearest + 0.01);
    }
}

fn owner_of(subdivision: &Subdivision, point: Point) -> Option<usize> {
    subdivision.cells.iter().position(|cell| {
        let around = rings(cell).filter(|ring| polygon::contains(ring, point));
        around.count() % 2 == 1
    })
}

#[test]
fn the_example_of_the_manual_has_the_neighbours_one_sees() {
    let sites = [(40., 30.), (40., 85.), (100., 30.), (100., 85.), (160., 30.), (160., 85.)];
    let mut shapes: Vec<AreaShape> = sites.map(|(x, y)| AreaShape::Site(Point::new(x, y))).to_vec();
    shapes.push(given(&rect(170., 125., 25., 20.)));
    let land = [(10., 10.), (190., 10.), (190., 110.), (10., 110.)];
    let mut input = input(&[&land], shapes);
    input.soften = 0.25;
    let subdivision = subdivide(&input);
    assert_sound(&subdivision);
    assert_eq!(subdivision.problems, []);
    let pairs: Vec<(usize, usize)> = subdivision.neighbours(3.0).iter().map(|s| (s.a, s.b)).collect();
    assert_eq!(pairs, [(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5)]);
    // Four cells meet in a point: no border at all across it.
    assert_eq!(subdivision.between(0, 3).count(), 0);
    let shared = subdivision.shared();
    assert!((shared[1].length - 47.5).abs() < 1e-9, "of the straight border");
    assert!(polygon::path_length(&subdivision.between(2, 0).next().unwrap().path) > 47.5);
    assert!((subdivision.cells[6].area - 500.0).abs() < 1e-9);
}

#[test]
fn the_coast_stays_as_given() {
    let mut input = bay_input(60, 8);
    input.soften = 1.0;
    let subdivision = subdivide(&input);
    let coast: Vec<(Point, Point)> =
        bays().iter().flat_map(|ring| polygon::edges(&points(ring)).collect::<Vec<_>>()).collect();
    for border in subdivision.borders.iter().filter(|b| b.b.is_none()) {
        for &p in &border.path {
            let off = coast.iter().map(|&(a, b)| super::super::super::distance_to_segment(p, a, b));
            assert!(off.fold(f64::INFINITY, f64::min) < 0.002);
        }
    }
    let vertices: Vec<Point> = subdivision.cells.iter().flat_map(rings).flatten().copied().collect();
    for corner in bays().iter().flat_map(|ring| points(ring)) {
        assert!(vertices.contains(&corner));
    }
}

#[test]
fn softened_borders_wander_but_keep_their_ends_and_lengths() {
    let mut input = bay_input(30, 4);
    let straight = subdivide(&input);
    input.soften = 0.4;
    let soft = subdivide(&input);
    assert_eq!(straight.borders.len(), soft.borders.len());
    let mut wandering = 0;
    for (before, after) in straight.borders.iter().zip(&soft.borders) {
        assert_eq!((before.a, before.b, before.length), (after.a, after.b, after.length));
        assert_eq!(before.path.first(), after.path.first());
        assert_eq!(before.path.last(), after.path.last());
        wandering += usize::from(after.path.len() > before.path.len());
    }
    assert!(wandering > 40);
    assert_eq!(straight.problems.len(), soft.problems.len());
}

#[test]
fn softening_does_not_depend_on_the_order_of_areas() {
    let mut input = bay_input(25, 6);
    input.soften = 0.3;
    let forwards = subdivide(&input);
    input.shapes.reverse();
    let backwards = subdivide(&input);
    for (cell, same) in forwards.cells.iter().zip(backwards.cells.iter().rev()) {
        assert_eq!(cell.outline, same.outline);
    }
}

#[test]
fn the_same_input_gives_the_same_output() {
    let mut input = bay_input(50, 2);
    input.soften = 0.3;
    assert_eq!(format!("{:?}", subdivide(&input)), format!("{:?}", subdivide(&input)));
}

#[test]
fn sites_on_a_regular_lattice_meet_in_points() {
    for offset in [0.0, 0.1, 1.0 / 3.0, 0.0005] {
        let sites = (0..100).map(|i| {
            let (column, row) = (f64::from(i % 10), f64::from(i / 10));
            AreaShape::Site(Point::new(5.0 + 10.0 * column + offset, 5.0 + 10.0 * row + offset))
        });
        let land = rect(0., 0., 100., 100.);
        let mut input = input(&[&land], sites.collect());
        input.soften = 0.5;
        let subdivision = subdivide(&input);
        assert_sound(&subdivision);
        assert_eq!(subdivision.problems, []);
        assert_eq!(subdivision.neighbours(3.0).len(), 180);
        assert!((total_area(&subdivision) - 10_000.0).abs() < 1e-6);
    }
}

#[test]
fn sites_on_a_circle_meet_in_its_centre() {
    // Seven directions without sines: points of a circle by whole numbers.
    let circle = [(25., 0.), (24., 7.), (20., 15.), (-7., 24.), (-15., 20.), (-24., -7.), (7., -24.)];
    let sites = circle.map(|(x, y)| AreaShape::Site(Point::new(50.0 + x, 50.0 + y)));
    let land = rect(0., 0., 100., 100.);
    let subdivision = subdivide(&input(&[&land], sites.to_vec()));
    assert_sound(&subdivision);
    assert_eq!(subdivision.neighbours(3.0).len(), 7);
    assert!((total_area(&subdivision) - 10_000.0).abs() < 1e-6);
}

#[test]
fn land_across_a_bay_is_a_second_part() {
    let land = [(0., 0.), (100., 0.), (100., 50.), (52., 50.), (52., 2.), (48., 2.), (48., 50.), (0., 50.)];
    let sites = vec![AreaShape::Site(Point::new(45., 40.)), AreaShape::Site(Point::new(70., 10.))];
    let subdivision = subdivide(&input(&[&land], sites));
    assert_sound(&subdivision);
    let [ShapeProblem::SeveralParts { shape, parts, area, at }] = subdivision.problems[..] else {
        panic!("{:?}", subdivision.problems);
    };
    assert_eq!((shape, parts), (0, 2));
    assert!(area > 100.0 && at.x > 52.0);
    assert_eq!(subdivision.cells[0].islets.len(), 1);
    assert!(polygon::contains(&subdivision.cells[0].outline, Point::new(45., 40.)));
}

#[test]
fn a_short_border_is_reported_with_its_length() {
    let sites = [(10., 10.), (31., 10.), (10., 30.), (30., 30.)];
    let sites = sites.map(|(x, y)| AreaShape::Site(Point::new(x, y)));
    let land = rect(0., 0., 40., 40.);
    let subdivision = subdivide(&input(&[&land], sites.to_vec()));
    assert_sound(&subdivision);
    let [ShapeProblem::ShortBorder { a, b, length, at }] = subdivision.problems[..] else {
        panic!("{:?}", subdivision.problems);
    };
    assert!([(0, 3), (1, 2)].contains(&(a, b)));
    assert!(length > 0.05 && length < 3.0);
    assert!(at.distance(Point::new(20., 20.)) < 3.0);
    assert_eq!(subdivision.neighbours(3.0).len(), 4);
    assert_eq!(subdivision.shared().len(), 5);
}

#[test]
fn one_site_takes_all_the_land_around_its_lake() {
    let mut input = bay_input(1, 1);
    input.soften = 1.0;
    let subdivision = subdivide(&input);
    assert_sound(&subdivision);
    assert_eq!(subdivision.cells[0].holes.len(), 1);
    assert_eq!(subdivision.borders.len(), 2);
    assert_eq!(subdivision.problems, []);
    assert!((subdivision.cells[0].area - land_area()).abs() < 1e-6);
}

#[test]
fn sites_that_cannot_grow_are_told() {
    let land = rect(0., 0., 100., 100.);
    let at = |x, y| AreaShape::Site(Point::new(x, y));
    let shapes = vec![at(20., 20.), at(120., 20.), at(20.05, 20.), at(75., 75.), given(&rect(70., 70., 10., 10.))];
    let subdivision = subdivide(&input(&[&land], shapes));
    assert_sound(&subdivision);
    let [
        ShapeProblem::SiteOutsideLand { shape: 1, .. },
        ShapeProblem::SitesCoincide { a: 0, b: 2, distance, .. },
        ShapeProblem::SiteInsidePolygon { shape: 3, polygon: 4, .. },
    ] = subdivision.problems[..]
    else {
        panic!("{:?}", subdivision.problems);
    };
    assert!((distance - 0.05).abs() < 1e-9);
    assert!((total_area(&subdivision) - 10_000.0).abs() < 1e-6);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "only a release build is fast")]
fn eighty_sites_take_a_few_milliseconds() {
    let mut input = bay_input(80, 5);
    input.soften = 0.3;
    let best = (0..20)
        .map(|_| {
            let start = std::time::Instant::now();
            std::hint::black_box(subdivide(&input));
            start.elapsed()
        })
        .min();
    assert!(best.is_some_and(|time| time.as_micros() < 5000), "{best:?}");
}
