//! What stands where at the start of a scenario, down to the pixel.

use super::boards::{BoardKind, BoardZone, Pixel, WindowBoard};
use crate::art::stacks::{self, BoxRows, BoxStack};
use crate::draw::Rect;
use crate::emit::Game;
use crate::model::{Counter, Model, PlaceKind, Placement, Point, Scenario, Side, Spot, What};
use crate::syntax::{BoxKind, TrackKind};
use std::collections::BTreeMap;
use std::sync::OnceLock;

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

/// Everything that each scenario puts on a board.
pub fn standing(game: &Game<'_>, boards: &[WindowBoard]) -> Vec<Vec<Standing>> {
    let model = game.model;
    let taken: Vec<OnceLock<Vec<Rect>>> = boards.iter().map(|_| OnceLock::new()).collect();
    let of = |(scenario, own): (usize, &Scenario)| Floor { game, model, boards, scenario, taken: &taken }.standing(own);
    model.scenarios.iter().enumerate().map(of).collect()
}

fn all(scenario: &Scenario) -> impl Iterator<Item = (bool, &Placement)> {
    let now = scenario.setup.iter().map(|placement| (placement.turn.is_some(), placement));
    now.chain(scenario.reinforcements.iter().map(|placement| (true, placement)))
}

/// Where pieces are laid together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum StandingRoom {
    /// A place with a zone, or a hex.
    Place { board: usize, place: usize },
    /// On pale pictures of themselves.
    Ghosts { board: usize, place: Option<usize> },
}

/// A placement and the counter it shows.
struct PlacedCounter<'m> {
    placement: &'m Placement,
    counter: &'m Counter,
    level: usize,
    side: Option<usize>,
}

struct Floor<'m> {
    game: &'m Game<'m>,
    model: &'m Model,
    boards: &'m [WindowBoard],
    scenario: usize,
    /// What must not be covered on each board, found when somebody asks.
    taken: &'m [OnceLock<Vec<Rect>>],
}

impl<'m> Floor<'m> {
    fn standing(&self, scenario: &'m Scenario) -> Vec<Standing> {
        let mut rooms: BTreeMap<StandingRoom, Vec<PlacedCounter<'_>>> = BTreeMap::new();
        for (arrives, placement) in all(scenario) {
            let Some(placed) = self.placed(placement) else { continue };
            if let Some(room) = self.room(placement, &placed, arrives) {
                rooms.entry(room).or_default().push(placed);
            }
        }
        rooms.iter().flat_map(|(room, placed)| self.lay(room, placed)).collect()
    }

    fn placed(&self, placement: &'m Placement) -> Option<PlacedCounter<'m>> {
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
        Some(PlacedCounter { placement, counter: self.model.counters.get(counter.index)?, level, side })
    }

    /// Where a placement goes: what starts in one place stands there, what arrives waits on its side's
    /// display, and everything that a player has to choose about lies on the setup card.
    fn room(&self, placement: &Placement, placed: &PlacedCounter<'_>, arrives: bool) -> Option<StandingRoom> {
        if let (false, Some(Spot::At(place))) = (arrives, &placement.spot) {
            let board = self.board_of(place.index)?;
            return Some(StandingRoom::Place { board, place: place.index });
        }
        let waiting = if arrives { self.waiting(placement, placed) } else { None };
        waiting.or_else(|| self.card(placed))
    }

    fn taken(&self, board: usize) -> &[Rect] {
        let (Some(taken), Some(board)) = (self.taken.get(board), self.boards.get(board)) else { return &[] };
        taken.get_or_init(|| stacks::taken(board.drawing(self.game)))
    }

    fn board_of(&self, place: usize) -> Option<usize> {
        let map = self.model.places.get(place)?.map.as_ref().map(|map| map.index);
        self.boards.iter().position(|board| match (board.kind, map) {
            (BoardKind::Map(own), Some(map)) => own == map,
            _ => board.zones.iter().any(|zone| zone.place == Some(place)),
        })
    }

    /// The space of its turn, or the reserve, on a display of its side.
    fn waiting(&self, placement: &Placement, placed: &PlacedCounter<'_>) -> Option<StandingRoom> {
        let side = placed.side;
        let conditional = placement.when.is_some() && placement.spot.is_none();
        let reserve = conditional.then(|| self.reserve(side)).flatten();
        let place = reserve.or_else(|| self.turn_space(side, placement.turn?))?;
        let board = self.board_of(place)?;
        let ghost = self.boards.get(board)?.ghosts.contains_key(&placed.counter.id);
        let inside = ghost && self.ghost_in(board, place, &placed.counter.id);
        Some(if inside {
            StandingRoom::Ghosts { board, place: Some(place) }
        } else {
            StandingRoom::Place { board, place }
        })
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
    fn card(&self, placed: &PlacedCounter<'_>) -> Option<StandingRoom> {
        let board = self.boards.iter().position(|board| {
            board.kind == BoardKind::Setup(self.scenario) && board.ghosts.contains_key(&placed.counter.id)
        })?;
        Some(StandingRoom::Ghosts { board, place: None })
    }

    fn lay(&self, room: &StandingRoom, placed: &[PlacedCounter<'m>]) -> Vec<Standing> {
        match *room {
            StandingRoom::Ghosts { board, place } => self.on_ghosts(board, place, placed),
            StandingRoom::Place { board, place } => self.in_place(board, place, placed),
        }
    }

    fn on_ghosts(&self, index: usize, place: Option<usize>, placed: &[PlacedCounter<'m>]) -> Vec<Standing> {
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

    fn copies(&self, one: &PlacedCounter<'m>, place: Option<usize>, board: usize, at: Pixel) -> Vec<Standing> {
        let standing = Standing { what: one.placement.what.clone(), level: one.level, place, board, at };
        vec![standing; one.placement.copies as usize]
    }

    fn in_place(&self, index: usize, place: usize, placed: &[PlacedCounter<'m>]) -> Vec<Standing> {
        let (Some(board), Some(own)) = (self.boards.get(index), self.model.places.get(place)) else {
            return Vec::new();
        };
        let zone = board.zones.iter().find(|zone| zone.place == Some(place));
        let Some(centre) = own.centre.or(zone.map(|zone| zone.centre)) else { return Vec::new() };
        let sides = placed.iter().map(|one| self.model.side_of(one.counter));
        let size = sides.reduce(f64::max).unwrap_or(self.model.game.counter_size);
        let copies = |groups: &[Vec<&PlacedCounter<'m>>]| -> Vec<Vec<Standing>> {
            let all = |one: &&PlacedCounter<'m>| self.copies(one, Some(place), index, Pixel::default());
            groups.iter().map(|group| group.iter().flat_map(all).collect()).collect()
        };
        let (groups, piles) = match (&own.kind, zone) {
            (PlaceKind::Box(_) | PlaceKind::Space { .. } | PlaceKind::Slot { .. }, Some(zone)) => {
                let groups = copies(&alike(placed));
                let rows = self.in_box(index, zone, size, &groups);
                if rows.apart {
                    (groups, rows.piles)
                } else {
                    let groups = copies(&units_together(placed));
                    let piles = self.in_box(index, zone, size, &groups).piles;
                    (groups, piles)
                }
            }
            (PlaceKind::Hex { .. } | PlaceKind::Square { .. }, _) => {
                return self.in_cell(copies(&by_kind(placed)), board, centre);
            }
            _ => {
                let groups = copies(&self.by_side(placed));
                let piles = whole(&groups, stacks::of_area(self.model, place, self.taken(index)), centre);
                (groups, piles)
            }
        };
        let mut rest: Vec<_> = groups.into_iter().map(Vec::into_iter).collect();
        let mut laid = Vec::new();
        for pile in piles {
            let (at, Some(group)) = (board.snapped(pile.at), rest.get_mut(pile.group)) else { continue };
            laid.extend(group.by_ref().take(pile.counters as usize).map(|one| Standing { at, ..one }));
        }
        laid
    }

    /// Units in the middle. Markers lie beside them where the command lays them, above the units and not snapped.
    fn in_cell(&self, groups: Vec<Vec<Standing>>, board: &WindowBoard, centre: Point) -> Vec<Standing> {
        let middle = board.snapped(centre);
        let beside = self.model.game.counter_size * MARKER_BESIDE;
        let corner = board.pixel(Point { x: centre.x - beside, y: centre.y - beside });
        let at = |n: usize| if n == 0 { middle } else { corner };
        let laid = |(n, group): (usize, Vec<Standing>)| group.into_iter().map(move |one| Standing { at: at(n), ..one });
        groups.into_iter().enumerate().flat_map(laid).collect()
    }

    fn in_box(&self, board: usize, zone: &BoardZone, size: f64, groups: &[Vec<Standing>]) -> BoxRows {
        let within = stacks::bounds(&zone.outline);
        let room = self.boards.get(board).map_or(within, |board| free_room(board, zone));
        let heights: Vec<u32> = groups.iter().map(|group| height(group)).collect();
        stacks::in_box(within, room, self.taken(board), size, &heights)
    }

    /// A stack for the units of each side, one for the markers.
    fn by_side<'p>(&self, placed: &'p [PlacedCounter<'m>]) -> Vec<Vec<&'p PlacedCounter<'m>>> {
        let mut stacks: BTreeMap<(bool, Option<usize>), Vec<&PlacedCounter<'m>>> = BTreeMap::new();
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

/// How far from a unit its markers lie, up and to the left, in widths of a counter: beside it, and in sight.
pub const MARKER_BESIDE: f64 = 0.625;

/// Units, then markers.
fn by_kind<'p, 'm>(placed: &'p [PlacedCounter<'m>]) -> Vec<Vec<&'p PlacedCounter<'m>>> {
    let (units, markers): (Vec<_>, Vec<_>) = placed.iter().partition(|one| is_unit(one));
    [units, markers].into_iter().filter(|group: &Vec<_>| !group.is_empty()).collect()
}

/// Like [`alike`], but all units of a side in one stack.
fn units_together<'p, 'm>(placed: &'p [PlacedCounter<'m>]) -> Vec<Vec<&'p PlacedCounter<'m>>> {
    let mut stacks: BTreeMap<Option<usize>, Vec<&PlacedCounter<'m>>> = BTreeMap::new();
    for one in placed.iter().filter(|one| is_unit(one)) {
        stacks.entry(one.side).or_default().push(one);
    }
    let markers = alike(placed).into_iter().filter(|stack| !is_unit(stack[0]));
    stacks.into_values().chain(markers).collect()
}

fn is_unit(one: &PlacedCounter<'_>) -> bool {
    matches!(one.placement.what, What::Unit(_))
}

/// Equal counters in one stack, and what waits to arrive in the same place.
fn alike<'p, 'm>(placed: &'p [PlacedCounter<'m>]) -> Vec<Vec<&'p PlacedCounter<'m>>> {
    let together = |a: &PlacedCounter<'_>, b: &PlacedCounter<'_>| {
        let (own, other) = (a.placement, b.placement);
        let arrive = own.turn.is_some() && own.spot.is_some() && own.spot == other.spot && is_unit(a) == is_unit(b);
        arrive || a.counter.id == b.counter.id
    };
    let mut stacks: Vec<Vec<&PlacedCounter<'m>>> = Vec::new();
    for one in placed {
        match stacks.iter_mut().find(|stack| together(stack[0], one)) {
            Some(stack) => stack.push(one),
            None => stacks.push(vec![one]),
        }
    }
    stacks
}

fn inside(zone: &BoardZone, rect: Rect) -> bool {
    let (x, y) = rect.centre();
    zone.contains(Point { x, y })
}

fn height(group: &[Standing]) -> u32 {
    u32::try_from(group.len()).unwrap_or(u32::MAX)
}

/// Each group in one stack, on the spots of its place; where there is none, in the middle.
fn whole(groups: &[Vec<Standing>], spots: Vec<Point>, centre: Point) -> Vec<BoxStack> {
    let spots = spots.into_iter().chain(std::iter::repeat(centre));
    let pile = |((group, own), at): ((usize, &Vec<Standing>), Point)| BoxStack { group, counters: height(own), at };
    groups.iter().enumerate().zip(spots).map(pile).collect()
}

/// The room of a zone below the pale counters in it.
fn free_room(board: &WindowBoard, zone: &BoardZone) -> Rect {
    let all = stacks::bounds(&zone.outline);
    let ghosts = board.ghosts.values().flatten().filter(|rect| inside(zone, **rect));
    let top = ghosts.map(|rect| rect.bottom() + 1.0).fold(all.y, f64::max).min(all.bottom() - 1.0);
    Rect::new(all.x, top, all.w, all.bottom() - top)
}
