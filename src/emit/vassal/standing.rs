//! What stands where at the start of a scenario, down to the pixel.

use super::boards::{Board, BoardKind, Pixel, Zone};
use super::spots;
use crate::draw::Rect;
use crate::model::{Counter, Model, PlaceKind, Placement, Point, Scenario, Side, Spot, What};
use crate::syntax::{BoxKind, TrackKind};
use std::collections::BTreeMap;

/// A piece on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// What it is.
    pub what: What,
    /// The face up: which of its steps or faces, from 0.
    pub level: usize,
    /// The place it is in; none on a setup card.
    pub place: Option<usize>,
    /// The board.
    pub board: usize,
    /// Its middle.
    pub at: Pixel,
}

/// Everything that a scenario puts on a board.
pub fn standing(model: &Model, boards: &[Board], index: usize) -> Vec<Standing> {
    let Some(scenario) = model.scenarios.get(index) else { return Vec::new() };
    let labels = boards.iter().map(|board| spots::labels(&board.drawing)).collect();
    let floor = Floor { model, boards, scenario: index, labels };
    let mut rooms: BTreeMap<Room, Vec<Placed<'_>>> = BTreeMap::new();
    for (arrives, placement) in all(scenario) {
        let Some(placed) = floor.placed(placement) else { continue };
        if let Some(room) = floor.room(placement, &placed, arrives) {
            rooms.entry(room).or_default().push(placed);
        }
    }
    rooms.iter().flat_map(|(room, placed)| floor.lay(room, placed)).collect()
}

fn all(scenario: &Scenario) -> impl Iterator<Item = (bool, &Placement)> {
    let now = scenario.setup.iter().map(|placement| (placement.turn.is_some(), placement));
    now.chain(scenario.reinforcements.iter().map(|placement| (true, placement)))
}

/// Where pieces are laid together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Room {
    /// A place with a zone, or a hex.
    Place { board: usize, place: usize },
    /// On pale pictures of themselves.
    Ghosts { board: usize, place: Option<usize> },
}

/// A placement and the counter it shows.
struct Placed<'m> {
    placement: &'m Placement,
    counter: &'m Counter,
    level: usize,
    side: Option<usize>,
}

struct Floor<'m> {
    model: &'m Model,
    boards: &'m [Board],
    scenario: usize,
    /// What is written on each board.
    labels: Vec<Vec<Rect>>,
}

impl<'m> Floor<'m> {
    fn placed(&self, placement: &'m Placement) -> Option<Placed<'m>> {
        let (counter, level, side) = match &placement.what {
            What::Unit(unit) => {
                let unit = self.model.units.get(unit.index)?;
                let level = unit.steps.iter().position(|step| step.state == placement.state).unwrap_or(0);
                (&unit.steps.get(level)?.counter, level, Some(unit.side.index))
            }
            What::Marker(marker) => {
                let marker = self.model.markers.get(marker.index)?;
                let counter = self.model.counters.get(marker.counter.index)?;
                let back = counter.front.state != placement.state
                    && counter.back.as_ref().is_some_and(|back| back.state == placement.state);
                let own = marker.formation.as_ref().and_then(|own| self.model.formations.get(own.index));
                let side = marker.side.as_ref().or(own.map(|own| &own.side)).map(|side| side.index);
                (&marker.counter, usize::from(back), side)
            }
        };
        Some(Placed { placement, counter: self.model.counters.get(counter.index)?, level, side })
    }

    /// Where a placement goes: what starts in one place stands there, what arrives waits on its side's
    /// display, and everything that a player has to choose about lies on the setup card.
    fn room(&self, placement: &Placement, placed: &Placed<'_>, arrives: bool) -> Option<Room> {
        if let (false, Some(Spot::At(place))) = (arrives, &placement.spot) {
            let board = self.board_of(place.index)?;
            return Some(Room::Place { board, place: place.index });
        }
        let waiting = if arrives { self.waiting(placement, placed) } else { None };
        waiting.or_else(|| self.card(placed))
    }

    fn labels(&self, board: usize) -> &[Rect] {
        self.labels.get(board).map(Vec::as_slice).unwrap_or_default()
    }

    fn board_of(&self, place: usize) -> Option<usize> {
        let map = self.model.places.get(place)?.map.as_ref().map(|map| map.index);
        self.boards.iter().position(|board| match (board.kind, map) {
            (BoardKind::Map(own), Some(map)) => own == map,
            _ => board.zones.iter().any(|zone| zone.place == Some(place)),
        })
    }

    /// The space of its turn, or the reserve, on a display of its side.
    fn waiting(&self, placement: &Placement, placed: &Placed<'_>) -> Option<Room> {
        let side = placed.side;
        let conditional = placement.when.is_some() && placement.spot.is_none();
        let reserve = conditional.then(|| self.reserve(side)).flatten();
        let place = reserve.or_else(|| self.turn_space(side, placement.turn?))?;
        let board = self.board_of(place)?;
        let ghost = self.boards.get(board)?.ghosts.contains_key(&placed.counter.id);
        let inside = ghost && self.ghost_in(board, place, &placed.counter.id);
        Some(if inside { Room::Ghosts { board, place: Some(place) } } else { Room::Place { board, place } })
    }

    fn ghost_in(&self, board: usize, place: usize, counter: &str) -> bool {
        let Some(board) = self.boards.get(board) else { return false };
        let zone = board.zones.iter().find(|zone| zone.place == Some(place));
        let rects = board.ghosts.get(counter).map(Vec::as_slice).unwrap_or_default();
        zone.is_some_and(|zone| rects.iter().any(|rect| inside(zone, *rect)))
    }

    fn reserve(&self, side: Option<usize>) -> Option<usize> {
        self.model.places.iter().position(|place| match &place.kind {
            PlaceKind::Box(own) => {
                own.kind == BoxKind::Reserve
                    && own.display.is_some()
                    && own.side.as_ref().map(|side| side.index) == side
            }
            _ => false,
        })
    }

    fn turn_space(&self, side: Option<usize>, turn: i64) -> Option<usize> {
        let of_side = |own: Option<&crate::model::Ref<Side>>| own.map(|side| side.index) == side && side.is_some();
        let own = self.model.tracks.iter().find(|track| {
            let display = track.display.as_ref().and_then(|own| self.model.displays.get(own.index));
            track.kind == TrackKind::Turn
                && display.is_some_and(|display| of_side(track.side.as_ref().or(display.side.as_ref())))
        });
        let track = own.or_else(|| self.model.tracks.iter().find(|track| track.reinforcements))?;
        let wanted = turn.to_string();
        let mut spaces = track.spaces.iter().map(|space| space.index);
        spaces.find(|space| self.model.places.get(*space).is_some_and(|place| place.label == wanted))
    }

    /// The setup card that shows it.
    fn card(&self, placed: &Placed<'_>) -> Option<Room> {
        let board = self.boards.iter().position(|board| {
            board.kind == BoardKind::Setup(self.scenario) && board.ghosts.contains_key(&placed.counter.id)
        })?;
        Some(Room::Ghosts { board, place: None })
    }

    fn lay(&self, room: &Room, placed: &[Placed<'m>]) -> Vec<Standing> {
        match *room {
            Room::Ghosts { board, place } => self.on_ghosts(board, place, placed),
            Room::Place { board, place } => self.in_place(board, place, placed),
        }
    }

    fn on_ghosts(&self, index: usize, place: Option<usize>, placed: &[Placed<'m>]) -> Vec<Standing> {
        let Some(board) = self.boards.get(index) else { return Vec::new() };
        let zone = board.zones.iter().find(|zone| zone.place == place && place.is_some());
        let mut laid = Vec::new();
        for one in placed {
            let rects = board.ghosts.get(&one.counter.id).map(Vec::as_slice).unwrap_or_default();
            let here = rects.iter().find(|rect| zone.is_none_or(|zone| inside(zone, **rect)));
            let Some(rect) = here.or(rects.first()) else { continue };
            let (x, y) = rect.centre();
            laid.extend(self.copies(one, place, index, board.pixel(Point { x, y })));
        }
        laid
    }

    fn copies(&self, one: &Placed<'m>, place: Option<usize>, board: usize, at: Pixel) -> Vec<Standing> {
        let standing = Standing { what: one.placement.what.clone(), level: one.level, place, board, at };
        vec![standing; one.placement.copies as usize]
    }

    fn in_place(&self, index: usize, place: usize, placed: &[Placed<'m>]) -> Vec<Standing> {
        let (Some(board), Some(own)) = (self.boards.get(index), self.model.places.get(place)) else {
            return Vec::new();
        };
        let zone = board.zones.iter().find(|zone| zone.place == Some(place));
        let Some(centre) = own.centre.or(zone.map(|zone| zone.centre)) else { return Vec::new() };
        let sides = placed.iter().map(|one| self.model.side_of(one.counter));
        let size = sides.reduce(f64::max).unwrap_or(self.model.game.counter_size);
        let groups = match &own.kind {
            PlaceKind::Hex { .. } => vec![self.one_stack(placed)],
            PlaceKind::Area { .. } => self.by_side(placed),
            PlaceKind::Box(_) | PlaceKind::Space { .. } | PlaceKind::Slot { .. } => alike(placed),
        };
        let points = match (&own.kind, zone) {
            (PlaceKind::Area { .. }, Some(zone)) => {
                spots::in_area(zone, centre, size, self.labels(index), groups.len())
            }
            (PlaceKind::Box(_) | PlaceKind::Space { .. } | PlaceKind::Slot { .. }, Some(zone)) => {
                spots::in_box(board, self.labels(index), zone, size, groups.len())
            }
            _ => vec![centre; groups.len()],
        };
        let lay = |(group, point): (&Vec<&Placed<'m>>, &Point)| {
            let at = board.snapped(*point);
            group.iter().flat_map(|one| self.copies(one, Some(place), index, at)).collect::<Vec<_>>()
        };
        groups.iter().zip(&points).flat_map(lay).collect()
    }

    /// Markers below units.
    fn one_stack<'p>(&self, placed: &'p [Placed<'m>]) -> Vec<&'p Placed<'m>> {
        let (units, markers): (Vec<_>, Vec<_>) = placed.iter().partition(|one| is_unit(one));
        markers.into_iter().chain(units).collect()
    }

    /// A stack for the units of each side, one for the markers.
    fn by_side<'p>(&self, placed: &'p [Placed<'m>]) -> Vec<Vec<&'p Placed<'m>>> {
        let mut stacks: BTreeMap<(bool, Option<usize>), Vec<&Placed<'m>>> = BTreeMap::new();
        for one in placed {
            let key = if is_unit(one) { (false, one.side) } else { (true, None) };
            stacks.entry(key).or_default().push(one);
        }
        // The commonest marker lies lowest, where it hides nothing.
        if let Some(markers) = stacks.get_mut(&(true, None)) {
            markers.sort_by_key(|one| std::cmp::Reverse(one.counter.copies));
        }
        stacks.into_values().collect()
    }
}

fn is_unit(one: &Placed<'_>) -> bool {
    matches!(one.placement.what, What::Unit(_))
}

/// Equal counters in one stack, and what waits to arrive in the same place.
fn alike<'p, 'm>(placed: &'p [Placed<'m>]) -> Vec<Vec<&'p Placed<'m>>> {
    let together = |a: &Placed<'_>, b: &Placed<'_>| {
        let (own, other) = (a.placement, b.placement);
        let arrive = own.turn.is_some() && own.spot.is_some() && own.spot == other.spot && is_unit(a) == is_unit(b);
        arrive || a.counter.id == b.counter.id
    };
    let mut stacks: Vec<Vec<&Placed<'m>>> = Vec::new();
    for one in placed {
        match stacks.iter_mut().find(|stack| together(stack[0], one)) {
            Some(stack) => stack.push(one),
            None => stacks.push(vec![one]),
        }
    }
    stacks
}

fn inside(zone: &Zone, rect: Rect) -> bool {
    let (x, y) = rect.centre();
    spots::contains(zone, Point { x, y })
}
