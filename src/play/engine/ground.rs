//! The ground of a state: where zones of control reach and which places are supplied. It is worked out once for each
//! state of the map, when a rule first asks, and kept for the next question about the same map.

use super::Machine;
use super::board::{BoardState, NONE, small, wide};
use super::code::FormulaCode;
use super::eval::EvalContext;
use super::meaning::Meaning;
use super::names::Coder;
use super::state::State;
use crate::model::{Edge, EdgeBy, Formula, Model, Supply};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// So many states of the map are remembered.
const REMEMBERED: usize = 32;

/// A place that no line reaches.
const UNREACHED: u16 = NONE;

/// Whether zones of control reach only into neighbouring places.
pub fn of_neighbours(model: &Model) -> bool {
    model.rules.zone_of_control.as_ref().is_none_or(|zone| zone.range.is_none())
}

/// A supply rule, ready to run.
pub struct SupplyCode {
    units: Option<FormulaCode>,
    source_when: Option<FormulaCode>,
    through: Option<FormulaCode>,
    sources: Vec<u16>,
    /// Whether a line may go over a connection, as far as what lies between the places matters.
    open: Vec<bool>,
    /// If `through` asks only of the place entered: the number of the first rule with the same words.
    alike: Option<usize>,
    hub: Option<HubCode>,
}

/// Units that hand supply on, ready to run.
struct HubCode {
    filter: FormulaCode,
    range: FormulaCode,
    /// Whether the hub's own line may follow a connection.
    along: Vec<bool>,
}

/// What the ground is asked, ready to run.
pub struct GroundRules {
    zone: Option<FormulaCode>,
    /// Whether a zone of control reaches over a connection, as far as what lies between the places matters.
    zone_open: Vec<bool>,
    lines: Vec<SupplyCode>,
    /// Connections by the place to which they lead.
    pub(super) leading: Vec<Vec<usize>>,
    /// Whether zones or supply ask for the turn, conditions or events.
    of_play: bool,
    remembered: Mutex<VecDeque<(u64, Arc<Ground>)>>,
}

impl GroundRules {
    /// Makes zones and supply of a game ready.
    ///
    /// # Errors
    /// What cannot be carried out.
    pub fn new(coder: &mut Coder<'_>) -> Result<Self, String> {
        let model = coder.model;
        let unit = Meaning { own: true, ..Meaning::default() };
        let exerting = Meaning { own: true, step: true, ..Meaning::default() };
        let tracing = Meaning { step: true, ..Meaning::default() };
        let zone = model.rules.zone_of_control.as_ref().and_then(|zone| zone.when.as_ref());
        let zone = coder.optional(zone.filter(|_| of_neighbours(model)), &exerting)?;
        let mut lines = Vec::new();
        let hubbing = Meaning { own: true, step: true, ..Meaning::default() };
        for rule in &model.rules.supply {
            let along = |from: usize, to: usize| {
                let mut paths = rule.exceptions.iter().map(|exception| &exception.path);
                paths.any(|path| path.windows(2).any(|step| (step[0].index, step[1].index) == (from, to)))
            };
            lines.push(SupplyCode {
                units: coder.optional(rule.units.as_ref(), &unit)?,
                source_when: coder.optional(rule.source_when.as_ref(), &tracing)?,
                through: coder.optional(rule.through.as_ref(), &tracing)?,
                sources: rule.sources.iter().map(|source| small(source.index)).collect(),
                open: model
                    .edges
                    .iter()
                    .map(|edge| !rule.barrier.stops(edge) || along(edge.from.index, edge.to.index))
                    .collect(),
                alike: rule.through.as_ref().filter(|through| of_place(through)).and_then(|through| {
                    let text = |own: &Supply| own.through.as_ref().map(|own| &own.text) == Some(&through.text);
                    model.rules.supply.iter().position(text)
                }),
                hub: match &rule.hub {
                    Some(hub) => Some(HubCode {
                        filter: coder.code(&hub.filter, &hubbing)?,
                        range: coder.code(&hub.range, &hubbing)?,
                        along: model
                            .edges
                            .iter()
                            .map(|edge| hub.along.is_empty() || edge.ways.iter().any(|way| hub.along.contains(way)))
                            .collect(),
                    }),
                    None => None,
                },
            });
        }
        let mut leading = vec![Vec::new(); model.places.len()];
        for (at, edge) in model.edges.iter().enumerate() {
            leading[edge.to.index].push(at);
        }
        let barrier = model.rules.zone_of_control.as_ref().map(|zone| &zone.barrier);
        // Off-map boxes lie beyond the map's edge.
        let reaches = |edge: &Edge| edge.by != EdgeBy::MapEdge && !barrier.is_some_and(|barrier| barrier.stops(edge));
        let zone_open = model.edges.iter().map(reaches).collect();
        Ok(Self { zone, zone_open, lines, leading, of_play: of_play(model), remembered: Mutex::default() })
    }
}

/// Whether a condition asks only of the place that is entered.
fn of_place(formula: &Formula) -> bool {
    formula.expr.names().iter().all(|mention| mention.name.starts_with("to."))
}

/// Whether zones or supply ask for the turn, conditions or events.
fn of_play(model: &Model) -> bool {
    let rules = &model.rules;
    let supply = rules.supply.iter().flat_map(|rule| {
        let hub = rule.hub.iter().flat_map(|hub| [&hub.filter, &hub.range]);
        rule.units.iter().chain(&rule.source_when).chain(&rule.through).chain(hub)
    });
    let zone = rules.zone_of_control.iter().flat_map(|zone| &zone.when);
    let asked: Vec<String> = supply
        .chain(zone)
        .flat_map(|formula| formula.expr.names().into_iter().map(|mention| mention.name.to_string()))
        .collect();
    let last = |name: &str| name.rsplit('.').next().unwrap_or_default().to_string();
    asked.iter().any(|name| {
        let of_play = rules.conditions.iter().map(|own| &own.id).chain(rules.events.iter().map(|own| &own.id));
        *name == "turn" || of_play.into_iter().any(|own| *own == last(name))
    })
}

/// The ground of one state.
#[derive(Debug)]
pub struct Ground {
    /// Whether a line may enter places, by the rule of which `through` was asked and the side: not yet known, no, yes.
    entered: Vec<OnceLock<Vec<AtomicU8>>>,
    /// For each rule of supply and side, the steps of the shortest line from each place.
    lines: Vec<OnceLock<Vec<u16>>>,
}

impl Machine<'_> {
    /// Whether a unit is supplied in a state.
    pub fn supplied(&self, state: &State, unit: usize) -> bool {
        self.ground(state).unit_supplied(self, state, small(unit), None)
    }

    /// Whether units of a side, or of its enemies, exert a zone of control into a place; only into neighbouring ones.
    pub fn in_zone(&self, state: &State, place: usize, side: usize, enemy: bool) -> bool {
        let side = u8::try_from(side).unwrap_or(u8::MAX);
        self.zone_reaches(state, small(place), side, enemy)
    }

    /// The same by small numbers: the neighbours are asked one by one.
    pub(super) fn zone_reaches(&self, state: &State, place: u16, side: u8, enemy: bool) -> bool {
        if self.model.rules.zone_of_control.is_none() {
            return false;
        }
        self.ground.leading[wide(place)].iter().filter(|at| self.ground.zone_open[**at]).any(|at| {
            state.units_in(small(self.model.edges[*at].from.index)).any(|unit| {
                let exerts = |when: &FormulaCode| EvalContext::step(self, state, &[], unit, *at).holds(when);
                self.hostile(self.side_of(unit), side) == enemy && self.ground.zone.as_ref().is_none_or(exerts)
            })
        })
    }

    /// The ground of a state.
    pub(super) fn ground(&self, state: &State) -> Arc<Ground> {
        state.ground.get_or_init(|| self.known_ground(state)).clone()
    }

    /// The ground of a board that was looked at lately, or a new one.
    fn known_ground(&self, board: &BoardState) -> Arc<Ground> {
        let key = board.key(self.ground.of_play);
        let mut known = self.ground.remembered.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, ground)) = known.iter().find(|(own, _)| *own == key) {
            return ground.clone();
        }
        let count = self.ground.lines.len() * self.model.sides.len();
        let lines = std::iter::repeat_with(OnceLock::new).take(count).collect();
        let entered = std::iter::repeat_with(OnceLock::new).take(count).collect();
        let ground = Arc::new(Ground { entered, lines });
        if known.len() >= REMEMBERED {
            known.pop_back();
        }
        known.push_front((key, ground.clone()));
        ground
    }
}

impl Ground {
    /// Whether a supply rule that is for a unit reaches it; any, if none is named, and yes if none is for it.
    pub fn unit_supplied(&self, machine: &Machine<'_>, state: &State, unit: u16, rule: Option<usize>) -> bool {
        let side = machine.side_of(unit);
        let Some(place) = machine.stands(state, unit) else { return rule.is_none() };
        let mut any = false;
        for own in rules_for(machine, state, unit).filter(|own| rule.is_none_or(|rule| rule == *own)) {
            any = true;
            if self.steps(machine, state, own, side)[wide(place)] != UNREACHED {
                return true;
            }
        }
        !any && rule.is_none()
    }

    /// The steps of the shortest line of a unit by any rule that is for it; 0 if none is.
    pub fn line(&self, machine: &Machine<'_>, state: &State, unit: u16) -> Option<i64> {
        let Some(place) = machine.stands(state, unit) else { return Some(0) };
        let rules: Vec<usize> = rules_for(machine, state, unit).collect();
        if rules.is_empty() {
            return Some(0);
        }
        let side = machine.side_of(unit);
        let steps = rules.into_iter().map(|rule| self.steps(machine, state, rule, side)[wide(place)]);
        steps.filter(|steps| *steps != UNREACHED).min().map(i64::from)
    }

    /// Whether supply reaches a place: of the side in control, by any rule or one that is named for its own side.
    pub fn place_supplied(&self, machine: &Machine<'_>, state: &State, place: u16, rule: Option<usize>) -> bool {
        let control = Some(state.control[wide(place)]).filter(|side| *side != u8::MAX);
        let rules = &machine.model.rules.supply;
        if let Some(rule) = rule {
            let side = rules[rule].side.as_ref().and_then(|side| u8::try_from(side.index).ok()).or(control);
            return side.is_some_and(|side| self.steps(machine, state, rule, side)[wide(place)] != UNREACHED);
        }
        let Some(side) = control else { return false };
        let mut any = false;
        for own in rules_of(machine, side) {
            any = true;
            if self.steps(machine, state, own, side)[wide(place)] != UNREACHED {
                return true;
            }
        }
        !any
    }

    fn steps(&self, machine: &Machine<'_>, state: &State, rule: usize, side: u8) -> &[u16] {
        let at = rule * machine.model.sides.len() + usize::from(side);
        match self.lines.get(at) {
            Some(cell) => cell.get_or_init(|| self.traced(machine, state, rule, side)),
            None => &[],
        }
    }

    /// Whether a line of a rule may take a step. What depends on the place entered alone is asked once for it.
    fn enters(&self, machine: &Machine<'_>, state: &State, rule: usize, side: u8, edge: usize) -> bool {
        let line = &machine.ground.lines[rule];
        let Some(through) = &line.through else { return true };
        let holds = || {
            let mut ask = EvalContext::new(machine, state, &[], side);
            ask.edge = Some(edge);
            ask.holds(through)
        };
        let known = line.alike.and_then(|alike| {
            let cell = self.entered.get(alike * machine.model.sides.len() + usize::from(side))?;
            let places = cell.get_or_init(|| machine.model.places.iter().map(|_| AtomicU8::new(0)).collect());
            places.get(machine.model.edges[edge].to.index)
        });
        let Some(known) = known else { return holds() };
        match known.load(Ordering::Relaxed) {
            0 => {
                let holds = holds();
                known.store(1 + u8::from(holds), Ordering::Relaxed);
                holds
            }
            said => said == 2,
        }
    }

    /// The steps of the shortest line by a rule from each place, for a side.
    fn traced(&self, machine: &Machine<'_>, state: &State, rule: usize, side: u8) -> Vec<u16> {
        let line = &machine.ground.lines[rule];
        let range = machine.model.rules.supply[rule].range;
        let mut steps = vec![UNREACHED; machine.model.places.len()];
        let flood = Flood { machine, state, rule, side };
        let sources = || -> Vec<u16> {
            let counts = |source: &u16| {
                let mut ask = EvalContext::new(machine, state, &[], side);
                ask.to = Some(*source);
                machine.is_played(state, *source) && line.source_when.as_ref().is_none_or(|when| ask.holds(when))
            };
            line.sources.iter().copied().filter(counts).collect()
        };
        let Some(hub) = &line.hub else {
            flood.from(self, &sources(), range, None, &mut steps);
            return steps;
        };
        let mut hubs = flood.hubs(hub);
        if !line.sources.is_empty() && !hubs.is_empty() {
            let mut open = vec![UNREACHED; steps.len()];
            flood.from(self, &sources(), range, Some(&hub.along), &mut open);
            hubs.retain(|place, _| open[wide(*place)] != UNREACHED);
        }
        // Hubs that reach as far as each other go together.
        let mut ranges: Vec<i64> = hubs.values().copied().collect();
        ranges.sort_unstable();
        ranges.dedup();
        for range in ranges {
            let places: Vec<u16> = hubs.iter().filter(|(_, own)| **own == range).map(|(place, _)| *place).collect();
            let mut reached = vec![UNREACHED; steps.len()];
            flood.from(self, &places, Some(range), None, &mut reached);
            for (best, own) in steps.iter_mut().zip(reached) {
                *best = (*best).min(own);
            }
        }
        steps
    }
}

/// Goes from where supply comes from to all that can trace a line there.
struct Flood<'a, 'm> {
    machine: &'a Machine<'m>,
    state: &'a State,
    rule: usize,
    side: u8,
}

impl Flood<'_, '_> {
    /// Places of hubs, with the farthest that one of them reaches.
    fn hubs(&self, hub: &HubCode) -> BTreeMap<u16, i64> {
        let (machine, state) = (self.machine, self.state);
        let mut hubs = BTreeMap::new();
        for unit in (0..small(state.pieces.len())).filter(|unit| machine.side_of(*unit) == self.side) {
            let Some(place) = machine.stands(state, unit) else { continue };
            let mut ask = EvalContext::new(machine, state, &[], self.side);
            (ask.own, ask.to) = (Some(unit), Some(place));
            if ask.holds(&hub.filter) {
                let range = ask.value(&hub.range).floor();
                let farthest = hubs.entry(place).or_insert(range);
                *farthest = range.max(*farthest);
            }
        }
        hubs
    }

    /// Sets the steps of all places with a line to one of some places, no longer than a range, along ways if any are to be followed.
    fn from(&self, ground: &Ground, ends: &[u16], range: Option<i64>, along: Option<&[bool]>, steps: &mut [u16]) {
        let (machine, state) = (self.machine, self.state);
        let line = &machine.ground.lines[self.rule];
        let mut open = VecDeque::new();
        for end in ends {
            steps[wide(*end)] = 0;
            open.push_back(*end);
        }
        while let Some(place) = open.pop_front() {
            let so_far = steps[wide(place)];
            let last = range.is_some_and(|range| i64::from(so_far) >= range);
            if last || !machine.is_played(state, place) {
                continue;
            }
            for at in machine.ground.leading[wide(place)].iter().copied() {
                let from = machine.model.edges[at].from.index;
                let follows = along.is_none_or(|along| along[at]);
                if steps[from] == UNREACHED
                    && follows
                    && line.open[at]
                    && ground.enters(machine, state, self.rule, self.side, at)
                {
                    steps[from] = so_far.saturating_add(1);
                    open.push_back(small(from));
                }
            }
        }
    }
}

/// The supply rules of a side.
fn rules_of(machine: &Machine<'_>, side: u8) -> impl Iterator<Item = usize> {
    let of_side = move |own: &Option<crate::model::Ref<crate::model::Side>>| {
        own.as_ref().is_none_or(|own| own.index == usize::from(side))
    };
    machine.model.rules.supply.iter().enumerate().filter(move |(_, rule)| of_side(&rule.side)).map(|(at, _)| at)
}

/// The supply rules that are for a unit.
fn rules_for(machine: &Machine<'_>, state: &State, unit: u16) -> impl Iterator<Item = usize> {
    let side = machine.side_of(unit);
    rules_of(machine, side).filter(move |rule| {
        let mut ask = EvalContext::new(machine, state, &[], side);
        ask.own = Some(unit);
        machine.ground.lines[*rule].units.as_ref().is_none_or(|units| ask.holds(units))
    })
}
