//! Inputs that no author means, and that must do no harm.

use super::*;

#[test]
fn nothing_in_nothing_out() {
    let subdivision = subdivide(&input(&[], Vec::new()));
    assert_eq!(subdivision, Subdivision::default());
    let land = rect(0., 0., 10., 10.);
    assert_eq!(subdivide(&input(&[&land], Vec::new())), Subdivision::default());
}

#[test]
fn bad_polygons_are_told_by_kind() {
    let shapes = vec![
        given(&[(0., 0.), (5., 5.)]),
        given(&[]),
        given(&[(0., 0.), (5., 5.), (10., 10.)]),
        given(&[(0., 0.), (0., 0.), (0., 0.), (0.0001, 0.)]),
        given(&[(0., 0.), (f64::NAN, 5.), (10., 10.)]),
        given(&[(0., 0.), (1e300, 5.), (10., 10.)]),
        AreaShape::Site(Point::new(f64::INFINITY, 0.)),
        given(&[(20., 0.), (40., 20.), (40., 0.), (20., 20.)]),
    ];
    let subdivision = subdivide(&input(&[], shapes));
    assert_sound(&subdivision);
    let source = InputPart::Shape;
    let origin = Point::default();
    assert_eq!(
        subdivision.problems,
        [
            ShapeProblem::TooFewPoints { source: source(0), count: 2, at: origin },
            ShapeProblem::TooFewPoints { source: source(1), count: 0, at: origin },
            ShapeProblem::NoArea { source: source(2), at: origin },
            ShapeProblem::NoArea { source: source(3), at: origin },
            ShapeProblem::BadCoordinate { source: source(4), vertex: 1, at: Point::new(0., 5.) },
            ShapeProblem::BadCoordinate { source: source(5), vertex: 1, at: Point::new(1e300, 5.) },
            ShapeProblem::BadCoordinate { source: source(6), vertex: 0, at: origin },
            ShapeProblem::SelfIntersecting { source: source(7), at: Point::new(30., 10.) },
            ShapeProblem::SeveralParts { shape: 7, parts: 2, area: 100.0, at: subdivision.problems[8].at() },
        ]
    );
    assert_eq!(subdivision.cells.len(), 8);
    assert!(subdivision.cells[..7].iter().all(|cell| cell.outline.is_empty()));
}

#[test]
fn bad_land_is_told_and_left_out() {
    let mut input = bay_input(5, 1);
    input.land.push(points(&[(0., f64::NAN)]));
    input.land.push(points(&[(1., 1.), (2., 2.), (3., 3.)]));
    let subdivision = subdivide(&input);
    assert_sound(&subdivision);
    let about_land: Vec<&ShapeProblem> = subdivision.problems.iter().filter(|p| p.shapes().is_empty()).collect();
    assert!(matches!(
        about_land[..],
        [
            ShapeProblem::BadCoordinate { source: InputPart::Land(2), .. },
            ShapeProblem::NoArea { source: InputPart::Land(3), .. }
        ]
    ));
}

#[test]
fn settings_that_are_no_numbers_count_as_none() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 1e300] {
        let mut input = bay_input(10, 2);
        input.shapes.push(given(&rect(20., 20., 10., 10.)));
        (input.soften, input.snap, input.min_border) = (value, value, value);
        let _ = subdivide(&input);
        (input.snap, input.min_border) = (0.5, 3.0);
        assert_sound(&subdivide(&input));
    }
}

/// Random scrawls: wild polygons over each other, over the land and over sites.
#[test]
fn scrawls_do_not_panic() {
    for seed in 1..150 {
        let mut dice = Dice(seed * 104_729);
        let scrawl = |dice: &mut Dice, size: f64| -> Vec<Point> {
            let count = (dice.roll() * 9.0) as usize;
            let mut ring: Vec<Point> = (0..count).map(|_| dice.point(size, size)).collect();
            if dice.roll() < 0.3 {
                // Coordinates that coincide by chance.
                ring.iter_mut().for_each(|p| *p = Point::new(p.x.round(), p.y.round()));
            }
            ring
        };
        let size = if seed % 2 == 0 { 10.0 } else { 200.0 };
        let shapes = (0..20).map(|index| match index % 3 {
            0 => AreaShape::Polygon(scrawl(&mut dice, size)),
            _ => AreaShape::Site(dice.point(size, size)),
        });
        let shapes = shapes.collect();
        let subdivision = subdivide(&SubdivisionInput {
            land: vec![scrawl(&mut dice, size), scrawl(&mut dice, size)],
            shapes,
            soften: dice.roll(),
            snap: dice.roll() * 2.0,
            min_border: 3.0,
        });
        assert_eq!(subdivision.cells.len(), 20);
        assert_borders_make_outlines(&subdivision);
    }
}

/// Cells stay sound when polygons are thrown among sites without sense.
#[test]
fn overlapping_rectangles_among_sites_stay_sound() {
    for seed in 1..40 {
        let mut dice = Dice(seed * 15_485_863);
        let mut input = bay_input(25, seed);
        for _ in 0..6 {
            let (p, q) = (dice.point(250., 150.), dice.point(60., 60.));
            input.shapes.push(given(&rect(p.x, p.y, 5.0 + q.x, 5.0 + q.y)));
        }
        input.soften = 0.5;
        let subdivision = subdivide(&input);
        assert_sound(&subdivision);
    }
}
