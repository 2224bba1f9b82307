//! The hexes of a map and how they touch.

use crate::geometry::Point;
use crate::geometry::hex::{Hex, Stand};
use crate::model::{Map, Model, Place, PlaceKind, Ref};
use crate::syntax::TerrainLook;
use std::collections::BTreeMap;

/// A corner, in micrometres: neighbouring hexes have the very same.
pub type Corner = (i64, i64);

/// The corner at a point.
pub fn corner(p: Point) -> Corner {
    #[allow(clippy::cast_possible_truncation)]
    let micrometres = |v: f64| (v * 1000.0).round() as i64;
    (micrometres(p.x), micrometres(p.y))
}

/// A hex.
pub struct Cell<'a> {
    /// The place.
    pub place: &'a Place,
    /// Its centre.
    pub centre: Point,
    /// Its corners, clockwise; side `n` runs from corner `n` to the next.
    pub corners: [Point; 6],
    /// The hexes beyond its sides.
    pub around: [Option<usize>; 6],
    /// How its terrain looks.
    pub look: TerrainLook,
}

impl Cell<'_> {
    /// The ends of a side.
    pub fn side(&self, n: usize) -> (Point, Point) {
        (self.corners[n % 6], self.corners[(n + 1) % 6])
    }

    /// The middle of a side.
    pub fn middle(&self, n: usize) -> Point {
        let (a, b) = self.side(n);
        a.midpoint(b)
    }
}

/// All hexes of a map.
pub struct HexField<'a> {
    /// The hexes, in the order of the model.
    pub cells: Vec<Cell<'a>>,
    by_place: BTreeMap<usize, usize>,
    /// From the centre to a corner.
    pub radius: f64,
    /// Whether they stand on a side.
    pub flat: bool,
}

/// A side of a set of hexes, clockwise around it.
#[derive(Clone, Copy)]
pub struct Side {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// The hex it belongs to.
    pub of: usize,
    /// The hex beyond.
    pub beyond: Option<usize>,
}

impl<'a> HexField<'a> {
    /// The hexes of a map. `None` if it has none.
    pub fn new(model: &'a Model, map: &Map) -> Option<Self> {
        let grid = &map.grid.as_ref()?.grid;
        let (mut cells, mut by_place, mut by_hex) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
        for (index, place) in model.places.iter().enumerate() {
            if let Some((hex, cell)) = cell(place, map) {
                by_place.insert(index, cells.len());
                by_hex.insert(hex, cells.len());
                cells.push(cell);
            }
        }
        for (hex, index) in &by_hex {
            let beyond = grid.neighbours(*hex);
            cells[*index].around = beyond.map(|hex| by_hex.get(&hex?).copied());
        }
        let (radius, flat) = (grid.radius(), grid.stand == Stand::Flat);
        (!cells.is_empty()).then_some(Self { cells, by_place, radius, flat })
    }

    /// The hex of a place.
    pub fn hex(&self, place: &Ref<Place>) -> Option<usize> {
        self.by_place.get(&place.index).copied()
    }

    /// The side of a hex beyond which another lies.
    pub fn towards(&self, from: usize, to: usize) -> Option<usize> {
        self.cells[from].around.iter().position(|beyond| *beyond == Some(to))
    }

    /// The rings around a set of hexes: outer rings clockwise, holes the other way.
    pub fn rings(&self, member: &dyn Fn(usize) -> bool) -> Vec<Vec<Side>> {
        let mut sides: BTreeMap<Corner, Side> = BTreeMap::new();
        for of in (0..self.cells.len()).filter(|hex| member(*hex)) {
            for (n, beyond) in self.cells[of].around.into_iter().enumerate() {
                if !beyond.is_some_and(member) {
                    let (from, to) = self.cells[of].side(n);
                    sides.insert(corner(from), Side { from, to, of, beyond });
                }
            }
        }
        let mut rings = Vec::new();
        while let Some((start, _)) = sides.first_key_value() {
            let (mut at, mut ring) = (*start, Vec::new());
            while let Some(side) = sides.remove(&at) {
                at = corner(side.to);
                ring.push(side);
            }
            rings.push(ring);
        }
        rings
    }
}

fn cell<'a>(place: &'a Place, map: &Map) -> Option<(Hex, Cell<'a>)> {
    let PlaceKind::Hex { terrain, column, row, .. } = &place.kind else { return None };
    if place.map.as_ref().is_none_or(|on| *on.id != *map.id) {
        return None;
    }
    let look = map.terrains.iter().find(|known| known.id == *terrain).map_or(TerrainLook::Clear, |known| known.look);
    let cell = Cell {
        place,
        centre: place.centre?,
        corners: place.outline.as_slice().try_into().ok()?,
        around: [None; 6],
        look,
    };
    Some((Hex::new(*column, *row), cell))
}
