//! The hexes or squares of a map and how they touch.

use crate::geometry::Point;
use crate::geometry::cells;
use crate::model::{Map, Model, Place, Ref};
use crate::syntax::TerrainLook;
use std::collections::BTreeMap;

/// A corner, in micrometres: neighbours have the very same.
pub type Corner = (i64, i64);

/// The corner at a point.
pub fn corner(p: Point) -> Corner {
    #[allow(clippy::cast_possible_truncation)]
    let micrometres = |v: f64| (v * 1000.0).round() as i64;
    (micrometres(p.x), micrometres(p.y))
}

/// A hex or square.
pub struct FieldCell<'a> {
    /// The place.
    pub place: &'a Place,
    /// Its centre.
    pub centre: Point,
    /// Its corners, clockwise; side `n` runs from corner `n` to the next.
    pub corners: Vec<Point>,
    /// The cells beyond its sides.
    pub around: Vec<Option<usize>>,
    /// All its neighbours, those at its corners too.
    pub neighbours: Vec<usize>,
    /// How its terrain looks.
    pub look: TerrainLook,
}

impl FieldCell<'_> {
    /// The ends of a side.
    pub fn side(&self, n: usize) -> (Point, Point) {
        (self.corners[n % self.corners.len()], self.corners[(n + 1) % self.corners.len()])
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
    pub cells: Vec<FieldCell<'a>>,
    by_place: BTreeMap<usize, usize>,
    /// From the centre to a corner.
    pub radius: f64,
    /// Whether they have a side at the top, not a corner.
    pub flat: bool,
}

/// A side of a set of hexes, clockwise around it.
#[derive(Clone, Copy)]
pub struct OuterSide {
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
            let found = |list: Vec<Option<cells::Cell>>| -> Vec<Option<usize>> {
                list.into_iter().map(|cell| by_hex.get(&cell?).copied()).collect()
            };
            cells[*index].around = found(grid.beyond_sides(*hex));
            cells[*index].neighbours = found(grid.neighbours(*hex)).into_iter().flatten().collect();
        }
        let (radius, flat) = (grid.radius(), grid.flat_top());
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

    /// The side opposite to one.
    pub fn opposite(&self, of: usize, side: usize) -> usize {
        let count = self.cells[of].around.len();
        (side + count / 2) % count.max(1)
    }

    /// The rings around a set of hexes: outer rings clockwise, holes the other way.
    pub fn rings(&self, member: &dyn Fn(usize) -> bool) -> Vec<Vec<OuterSide>> {
        // Squares may touch at a corner only, where two sides begin: a ring stays with its own.
        let mut sides: BTreeMap<(Corner, usize), OuterSide> = BTreeMap::new();
        for of in (0..self.cells.len()).filter(|hex| member(*hex)) {
            for (n, beyond) in self.cells[of].around.iter().copied().enumerate() {
                if !beyond.is_some_and(member) {
                    let (from, to) = self.cells[of].side(n);
                    sides.insert((corner(from), of), OuterSide { from, to, of, beyond });
                }
            }
        }
        let mut rings = Vec::new();
        while let Some((start, _)) = sides.first_key_value() {
            let (mut at, mut ring) = (*start, Vec::new());
            while let Some(side) = take(&mut sides, at) {
                at = (corner(side.to), side.of);
                ring.push(side);
            }
            rings.push(ring);
        }
        rings
    }
}

/// Takes the side of a cell that begins at a corner, or else that of another.
fn take(sides: &mut BTreeMap<(Corner, usize), OuterSide>, (at, of): (Corner, usize)) -> Option<OuterSide> {
    sides.remove(&(at, of)).or_else(|| {
        let other = *sides.range((at, 0)..=(at, usize::MAX)).next()?.0;
        sides.remove(&other)
    })
}

fn cell<'a>(place: &'a Place, map: &Map) -> Option<(cells::Cell, FieldCell<'a>)> {
    let (own, terrain) = (place.kind.cell()?, place.kind.terrain()?);
    if place.map.as_ref().is_none_or(|on| *on.id != *map.id) {
        return None;
    }
    let look = map.terrains.iter().find(|known| known.id == terrain).map_or(TerrainLook::Clear, |known| known.look);
    let cell = FieldCell {
        place,
        centre: place.centre?,
        corners: place.outline.clone(),
        around: Vec::new(),
        neighbours: Vec::new(),
        look,
    };
    Some((own, cell))
}
