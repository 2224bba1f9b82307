//! Grids are fitted to maps of every kind.

use super::cases::{Case, Plan, large, matrix};
use super::numbering::{Counting, FirstPart};
use super::{Fit, GridNumbering, fit};

fn fitted(case: &Case) -> Fit {
    fit(&case.grid, &case.hexes(), 25.4, case.board).unwrap_or_else(|| panic!("no grid: {:?}", case.plan))
}

/// How far VASSAL moves a piece from the farthest centre.
fn farthest(case: &Case, fit: &Fit) -> f64 {
    let off = |hex: &super::BoardCell<'_>| {
        let (x, y) = fit.snap(super::rounded(hex));
        (x as f64 - hex.x).abs().max((y as f64 - hex.y).abs())
    };
    case.hexes().iter().map(off).fold(0.0, f64::max)
}

/// Every hex has its name, and its snap point stays where it is.
fn holds(case: &Case) {
    let fit = fitted(case);
    assert_eq!(fit.sideways, case.plan.pointy, "{:?}", case.plan);
    assert!(farthest(case, &fit) <= 1.0, "{:?}", case.plan);
    for hex in case.hexes() {
        let at = super::rounded(&hex);
        assert_eq!(fit.location(at, case.board).as_deref(), Some(hex.label), "{:?}: {fit:?}", case.plan);
        assert_eq!(fit.snap(fit.snap(at)), fit.snap(at), "{:?}: {fit:?}", case.plan);
        assert_eq!(fit.location(fit.snap(at), case.board).as_deref(), Some(hex.label), "{:?}", case.plan);
    }
}

#[test]
fn every_numbering_fits_every_map() {
    let cases = matrix();
    assert!(cases.len() > 1000);
    cases.iter().for_each(holds);
}

#[test]
fn large_maps_of_awkward_sizes_fit() {
    large().iter().for_each(holds);
}

#[test]
fn the_numbers_of_a_plain_map_are_plain() {
    let case = Plan { first_moved: false, ..Plan::default() }.case();
    let fit = fitted(&case);
    assert!(!fit.sideways);
    assert!((fit.dy - 64.0).abs() < 0.1 && (fit.dx - 55.43).abs() < 0.1);
    let numbering = fit.numbering.unwrap();
    assert_eq!((numbering.first, numbering.sep.as_str()), (FirstPart::H, ""));
    assert_eq!((numbering.h.leading, numbering.h.descend), (1, false));
    assert_eq!(numbering.location_format, "$gridLocation$");
}

#[test]
fn what_vassal_cannot_count_has_a_grid_without_numbering() {
    let expression = Plan { around: ["$", "", ""], ..Plan::default() };
    assert_eq!(fitted(&expression.case()).numbering, None);
    let mut odd = Plan::default().case();
    odd.hexes[7].0 = "Moscow".to_string();
    assert_eq!(fitted(&odd).numbering, None);
}

#[test]
fn hexes_that_lie_elsewhere_have_no_grid() {
    let mut case = Plan::default().case();
    case.hexes[7].2.x += 9.0;
    assert_eq!(fit(&case.grid, &case.hexes(), 25.4, case.board), None);
}

#[test]
fn a_single_row_column_or_hex_is_enough() {
    for pointy in [false, true] {
        for size in [(1, 9), (9, 1), (2, 1), (1, 2), (1, 1)] {
            let case = Plan { pointy, size, ..Plan::default() }.case();
            let fit = fitted(&case);
            assert!(fit.numbering.is_some() && farthest(&case, &fit) <= 1.0, "{pointy} {size:?}");
        }
    }
}

#[test]
fn centres_need_not_be_exact() {
    let mut case = Plan { pointy: true, flats: 88.5827, ..Plan::default() }.case();
    for (_, _, at) in &mut case.hexes {
        (at.x, at.y) = ((at.x * 50.0).round() / 50.0, (at.y * 50.0).round() / 50.0);
    }
    holds(&case);
}

fn counting(off: i64, descend: bool) -> Counting {
    Counting { leading: 1, off, descend }
}

/// A grid numbered with two digits each.
fn grid(sideways: bool, (x0, y0): (i64, i64), (dx, dy): (f64, f64), numbering: (FirstPart, &str, Counting)) -> Fit {
    let (first, sep, counting) = numbering;
    let location_format = "$gridLocation$".to_string();
    let numbering = GridNumbering { first, sep: sep.to_string(), h: counting, v: counting, location_format };
    Fit { sideways, x0, y0, dx, dy, numbering: Some(numbering) }
}

/// Points, snap points and names are VASSAL 3.7.26's own.
#[test]
fn the_engine_is_followed() {
    let flat = grid(false, (50, 60), (60.968_188_426_424_48, 70.4), (FirstPart::H, "", counting(1, false)));
    for (at, snap, name) in [
        ((113, 97), (110, 95), "0201"),
        ((7, 5), (-10, 24), "0000"),
        ((1590, 1190), (1574, 1221), "2617"),
        ((1200, 300), (1208, 306), "2004"),
    ] {
        assert_eq!((flat.snap(at), flat.location(at, (1600, 1200)).as_deref()), (snap, Some(name)));
    }
    let steps = (123.176_216_233_135_58, 142.254_720_122_997_72);
    let pointy = grid(true, (91, 93), steps, (FirstPart::V, ".", counting(-2, true)));
    for (at, snap, name) in [
        ((1451, 590), (1515, 583), "03.04"),
        ((1600, 327), (1657, 337), "02.06"),
        ((108, 227), (164, 214), "13.07"),
        ((1355, 504), (1302, 460), "05.05"),
        ((639, 312), (662, 337), "09.06"),
        ((744, 886), (733, 953), "08.02"),
    ] {
        assert_eq!((pointy.snap(at), pointy.location(at, (2155, 1189)).as_deref()), (snap, Some(name)));
    }
}
