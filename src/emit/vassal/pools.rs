//! Boxes from which units are drawn at random.

use super::boards::WindowBoard;
use super::names::{ShownNames, property};
use crate::emit::file_names;
use crate::model::{Model, PlaceKind, Point, Spot, What};
use std::collections::BTreeSet;

/// Such a box.
pub struct PoolBox {
    /// The place.
    pub place: usize,
    /// The file of the picture that hides what a counter is.
    pub mask: String,
    /// What its deck is called.
    pub name: String,
    /// The property of units that may lie in it.
    pub member: String,
    /// The board on which it is.
    pub board: usize,
    /// The middle of the box.
    pub centre: Point,
    /// The units that start in it.
    pub units: BTreeSet<usize>,
}

/// The boxes of a game from which units are drawn.
pub fn pools(model: &Model, names: &ShownNames, boards: &[WindowBoard]) -> Vec<PoolBox> {
    let drawn = |index: &usize| matches!(&model.places[*index].kind, PlaceKind::Box(own) if own.draw.is_some());
    let places: Vec<usize> = (0..model.places.len()).filter(drawn).collect();
    let files = file_names(places.iter().map(|place| model.places[*place].id.as_str()));
    let pool = |(place, file): (&usize, String)| {
        let zone_on =
            |board: &WindowBoard| board.zones.iter().find(|zone| zone.place == Some(*place)).map(|zone| zone.centre);
        let (board, centre) = boards.iter().enumerate().find_map(|(n, board)| Some((n, zone_on(board)?)))?;
        Some(PoolBox {
            place: *place,
            mask: format!("mask_{file}.png"),
            name: names.place(*place).to_string(),
            member: format!("Pool_{}", property(&model.places[*place].id)),
            board,
            centre,
            units: members(model, *place),
        })
    };
    places.iter().zip(files).filter_map(pool).collect()
}

/// Units that a scenario, or their own setup, puts there.
fn members(model: &Model, place: usize) -> BTreeSet<usize> {
    let here = |spot: Option<&Spot>| matches!(spot, Some(Spot::At(at)) if at.index == place);
    let placed = model.scenarios.iter().flat_map(|scenario| &scenario.setup).filter(|own| here(own.spot.as_ref()));
    let mut units: BTreeSet<usize> = placed
        .filter_map(|placement| match &placement.what {
            What::Unit(unit) => Some(unit.index),
            What::Marker(_) => None,
        })
        .collect();
    units.extend(model.units.iter().enumerate().filter(|(_, unit)| here(setup(unit))).map(|(n, _)| n));
    units
}

impl PoolBox {
    /// Whether its deck lies on a board.
    pub fn is_on(&self, boards: &[WindowBoard], board: &WindowBoard) -> bool {
        boards.get(self.board).is_some_and(|own| own.name == board.name)
    }
}

fn setup(unit: &crate::model::Unit) -> Option<&Spot> {
    unit.setup.as_ref().map(|setup| &setup.spot)
}
