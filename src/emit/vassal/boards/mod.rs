//! Boards: maps and trays in pixels, and the room of every place on them.

mod extra;
mod piles;

pub use extra::{IN_PLAY, eliminated_box, eliminated_zone};
pub use piles::{PileKind, PileRoom};

use super::cellgrid;
use super::names::{ShownNames, plain};
use crate::art;
use crate::art::charts::{self, TrayRoom};
use crate::draw::{Drawing, Rect, pixels};
use crate::emit::{Game, file_names};
use crate::geometry::polygon;
use crate::model::{Map, Model, Place, PlaceKind, Point};
use crate::syntax::{BoxKind, MapKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// A point on a board, in pixels.
pub type Pixel = (i64, i64);

/// A board: the only one of its map window.
pub struct WindowBoard {
    /// Its name, and that of its window.
    pub name: String,
    /// Its picture in the module.
    pub image: String,
    /// Width and height in millimetres.
    pub area: (f64, f64),
    /// What is on it; a map is drawn when somebody first asks for it.
    pub drawn: OnceLock<Drawing>,
    /// What it is.
    pub kind: BoardKind,
    /// Resolution.
    pub dpi: f64,
    /// Its zones, in the order in which they are asked: the first that has a point inside wins.
    pub zones: Vec<BoardZone>,
    /// Pale pictures of counters, by the id of the counter.
    pub ghosts: BTreeMap<String, Vec<Rect>>,
    /// Its hexes or squares, as VASSAL finds them.
    pub cells: Option<cellgrid::CellFit>,
    /// The decks and discards that lie on it.
    pub piles: Vec<PileRoom>,
}

/// What a board is, with its place in the model's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardKind {
    /// A map.
    Map(usize),
    /// A setup card of a scenario.
    Setup(usize),
    /// A display.
    Display(usize),
    /// Boxes for eliminated units, if the game has none.
    Eliminated,
    /// Decks and discards.
    Cards,
    /// A box that only its side sees.
    Private(usize),
}

/// Part of a board with a name.
pub struct BoardZone {
    /// Its name, no other's in the module.
    pub name: String,
    /// The place.
    pub place: Option<usize>,
    /// Its outline in millimetres.
    pub outline: Vec<Point>,
    /// Where counters go, in millimetres.
    pub centre: Point,
}

impl BoardZone {
    /// Whether a point lies in it.
    pub fn contains(&self, point: Point) -> bool {
        polygon::contains(&self.outline, point)
    }
}

impl WindowBoard {
    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (pixels(self.area.0, self.dpi), pixels(self.area.1, self.dpi))
    }

    /// What is on it.
    pub fn drawing(&self, game: &Game<'_>) -> &Drawing {
        let map = || self.map().and_then(|n| game.model.maps.get(n));
        self.drawn.get_or_init(|| map().map(|map| art::map(game.model, game.look, map)).unwrap_or_default())
    }

    /// The map that it is, by its place in the model.
    pub fn map(&self) -> Option<usize> {
        match self.kind {
            BoardKind::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Where VASSAL puts a piece that is dropped on a point.
    pub fn snapped(&self, point: Point) -> Pixel {
        let at = self.pixel(point);
        // A zone without a grid of its own leaves pieces where they are.
        let on_zone = || self.zones.iter().any(|zone| zone.centre == point || zone.contains(point));
        self.cells.as_ref().filter(|_| !on_zone()).map_or(at, |cells| cells.snap(at))
    }

    /// A point in pixels.
    pub fn pixel(&self, point: Point) -> Pixel {
        pixel(point, self.dpi)
    }
}

/// A point in pixels.
#[allow(clippy::cast_possible_truncation)]
fn pixel(point: Point, dpi: f64) -> Pixel {
    ((point.x / 25.4 * dpi).round() as i64, (point.y / 25.4 * dpi).round() as i64)
}

/// Every board a module can have: maps, displays and setup cards, in this order.
pub fn boards(game: &Game<'_>, names: &ShownNames) -> Vec<WindowBoard> {
    let (model, dpi) = (game.model, game.module_dpi);
    let mut taken = Vec::new();
    let mut boards: Vec<WindowBoard> = model
        .maps
        .iter()
        .enumerate()
        .map(|(n, map)| WindowBoard {
            name: unique(&mut taken, &map.name),
            image: String::new(),
            area: (map.width, map.height),
            drawn: OnceLock::new(),
            kind: BoardKind::Map(n),
            dpi,
            zones: map_zones(model, names, n),
            ghosts: BTreeMap::new(),
            cells: cells(model, n, map, dpi),
            piles: Vec::new(),
        })
        .collect();
    let mut trays = art::trays(model, game.look, game.sketchbook);
    trays.sort_by_key(|tray| matches!(tray.of, charts::Of::Setup(_)));
    for tray in trays {
        let kind = match tray.of {
            charts::Of::Setup(n) => BoardKind::Setup(n),
            charts::Of::Display(n) => BoardKind::Display(n),
            _ => continue,
        };
        boards.push(WindowBoard {
            name: unique(&mut taken, &tray.title),
            image: String::new(),
            zones: tray_zones(model, names, &tray.rooms),
            ghosts: ghosts(model, &tray.rooms),
            area: (tray.drawing.width, tray.drawing.height),
            drawn: tray.drawing.into(),
            kind,
            dpi,
            cells: None,
            piles: Vec::new(),
        });
    }
    boards.extend(extra::eliminated(game, &boards));
    piles::on_boxes(game, &mut boards);
    boards.extend(extra::cards(game, &boards));
    for mut board in extra::private(game, names) {
        board.name = unique(&mut taken, &board.name);
        boards.push(board);
    }
    let files = file_names(boards.iter().map(|board| board.name.as_str()));
    for (board, file) in boards.iter_mut().zip(files) {
        board.image = format!("board_{file}.png");
    }
    boards
}

/// The hexes or squares of a map.
pub fn cell_centres(model: &Model, map: usize, dpi: f64) -> Vec<cellgrid::BoardCell<'_>> {
    let here = model.places.iter().filter(|place| place.map.as_ref().is_some_and(|own| own.index == map));
    here.filter_map(|place| {
        let (cell, centre) = (place.kind.cell()?, place.centre?);
        Some(cellgrid::BoardCell { label: &place.label, cell, x: centre.x / 25.4 * dpi, y: centre.y / 25.4 * dpi })
    })
    .collect()
}

/// The grid of a map as VASSAL has it, on a board of that resolution.
pub fn cells(model: &Model, index: usize, map: &Map, dpi: f64) -> Option<cellgrid::CellFit> {
    let grid = &map.grid.as_ref()?.grid;
    let cells = cell_centres(model, index, dpi);
    if cells.is_empty() {
        return None;
    }
    cellgrid::fit_cells(grid, &cells, dpi, (pixels(map.width, dpi), pixels(map.height, dpi)))
}

fn unique(taken: &mut Vec<String>, name: &str) -> String {
    let mut own = name.to_string();
    let mut n = 2;
    while taken.contains(&own) {
        own = format!("{name} {n}");
        n += 1;
    }
    taken.push(own.clone());
    own
}

/// Zones of a map: boxes and spaces lie over areas. Hexes and squares have the grid.
fn map_zones(model: &Model, names: &ShownNames, map: usize) -> Vec<BoardZone> {
    let gridded = model.maps.get(map).is_some_and(|map| map.kind != MapKind::Area);
    let here = model.places.iter().enumerate().filter(|(_, place)| place.map.as_ref().is_some_and(|m| m.index == map));
    let mut zones: Vec<(bool, BoardZone)> = here
        .filter(|(_, place)| place.kind.cell().is_none() || !gridded)
        .filter_map(|(n, place)| Some((is_ground(place), zone(names, n, place)?)))
        .collect();
    zones.sort_by_key(|(ground, _)| *ground);
    zones.into_iter().map(|(_, zone)| zone).collect()
}

/// Whether a place is a window of its own.
fn is_private(place: &Place) -> bool {
    matches!(&place.kind, PlaceKind::Box(own) if own.kind == BoxKind::Private)
}

fn is_ground(place: &Place) -> bool {
    matches!(place.kind, PlaceKind::Area { boxed: false, .. }) || place.kind.cell().is_some()
}

fn zone(names: &ShownNames, index: usize, place: &Place) -> Option<BoardZone> {
    if place.outline.len() < 3 {
        return None;
    }
    let centre = place.centre.unwrap_or(place.outline[0]);
    Some(BoardZone { name: names.place(index).to_string(), place: Some(index), outline: place.outline.clone(), centre })
}

/// Zones of a tray: what it says there is room for.
fn tray_zones(model: &Model, names: &ShownNames, rooms: &[(TrayRoom, Rect)]) -> Vec<BoardZone> {
    let mut zones: Vec<BoardZone> = Vec::new();
    let mut taken = BTreeSet::new();
    for (room, rect) in rooms {
        let (name, place) = match room {
            TrayRoom::Counter(_) => continue,
            TrayRoom::Place(place) if is_private(&model.places[*place]) => continue,
            TrayRoom::Place(place) => (names.place(*place).to_string(), Some(*place)),
            TrayRoom::Group(name) => (plain(name), None),
        };
        if taken.insert(name.clone()) {
            let (x, y) = rect.centre();
            zones.push(BoardZone { name, place, outline: corners(*rect), centre: Point { x, y } });
        }
    }
    zones
}

fn corners(rect: Rect) -> Vec<Point> {
    [(rect.x, rect.y), (rect.right(), rect.y), (rect.right(), rect.bottom()), (rect.x, rect.bottom())]
        .map(|(x, y)| Point { x, y })
        .to_vec()
}

fn ghosts(model: &Model, rooms: &[(TrayRoom, Rect)]) -> BTreeMap<String, Vec<Rect>> {
    let mut found: BTreeMap<String, Vec<Rect>> = BTreeMap::new();
    for (room, rect) in rooms {
        if let TrayRoom::Counter(counter) = room {
            found.entry(model.counters[*counter].id.clone()).or_default().push(*rect);
        }
    }
    found
}
