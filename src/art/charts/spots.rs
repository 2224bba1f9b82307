//! Who starts or arrives where: placements of a scenario, gathered for setup cards.

use super::{ChartJob, Tray, TrayRoom, wording};
use crate::draw::{Affine, Align, Item, Rect};
use crate::model::{Counter, Place, PlaceKind, Placement, Ref, Scenario, Side, Spot, What};

/// Whether a marker stands on the strength track of a unit: the display shows it.
pub fn shows_strength(job: &ChartJob<'_>, placement: &Placement) -> bool {
    let Some(Spot::At(place)) = &placement.spot else { return false };
    match job.model.places.get(place.index).map(|place| &place.kind) {
        Some(PlaceKind::Space { track }) => job.model.tracks.get(track.index).is_some_and(|track| track.unit.is_some()),
        _ => false,
    }
}

/// Equal counters with the same face up.
#[derive(Debug, Clone)]
pub struct CounterStack {
    /// The counter.
    pub counter: Ref<Counter>,
    /// Whether its back is up.
    pub back: bool,
    /// How many.
    pub copies: u32,
}

/// Counters that start or arrive together.
#[derive(Debug, Clone)]
pub struct Group {
    /// The short name of where or when.
    pub label: String,
    /// The rest of it.
    pub name: String,
    /// What is there.
    pub stacks: Vec<CounterStack>,
}

/// Whose a placement is.
pub fn side<'p>(job: &'p ChartJob<'_>, placement: &Placement) -> Option<&'p Ref<Side>> {
    match &placement.what {
        What::Unit(unit) => job.model.units.get(unit.index).map(|unit| &unit.side),
        What::Marker(marker) => job.model.markers.get(marker.index).and_then(|marker| marker.side.as_ref()),
    }
}

/// The counter of a placement and the face that its state shows.
pub fn stack(job: &ChartJob<'_>, placement: &Placement) -> Option<CounterStack> {
    let (counter, back) = match &placement.what {
        What::Unit(unit) => {
            let steps = &job.model.units.get(unit.index)?.steps;
            let step = steps.iter().find(|step| step.state == placement.state).or_else(|| steps.first())?;
            (step.counter.clone(), step.back)
        }
        What::Marker(marker) => {
            let counter = job.model.markers.get(marker.index)?.counter.clone();
            let faces = job.model.counters.get(counter.index)?;
            let back = faces.back.as_ref().is_some_and(|back| back.state == placement.state);
            (counter, back && faces.front.state != placement.state)
        }
    };
    Some(CounterStack { counter, back, copies: placement.copies })
}

/// Adds counters to those that are there: equal ones become one stack.
pub fn join(stacks: &mut Vec<CounterStack>, new: CounterStack) {
    match stacks.iter_mut().find(|stack| stack.counter == new.counter && stack.back == new.back) {
        Some(stack) => stack.copies += new.copies,
        None => stacks.push(new),
    }
}

/// Gathers placements by where they start: exact places in the order of the map, then choices.
pub fn by_place(job: &ChartJob<'_>, placements: &[&Placement]) -> Vec<Group> {
    let order = |placement: &&&Placement| match &placement.spot {
        Some(Spot::At(place)) => (0, place.index),
        Some(Spot::Line(line)) => (1, line.first().map_or(0, |place| place.index)),
        Some(Spot::Any { .. } | Spot::With(_)) => (2, 0),
        None => (3, 0),
    };
    let mut sorted: Vec<&&Placement> = placements.iter().collect();
    sorted.sort_by_key(order);
    gather(job, &sorted, |placement| spot_of(job, placement))
}

fn spot_of(job: &ChartJob<'_>, placement: &Placement) -> (String, String) {
    let (mut label, mut name) = placement.spot.as_ref().map(|spot| wording::spot(job.model, spot)).unwrap_or_default();
    if let Some(place) = nearest(job, placement) {
        let (number, town) = wording::place(job.model, place);
        label = format!("Nearest to {number} {town}").trim_end().to_string();
        name = format!("among {name}");
    }
    if let Some(each) = placement.each {
        name = format!("{name}, at most {each} per place");
    }
    (label, name)
}

/// The place that a unit arrives as near to as it can.
fn nearest<'j>(job: &ChartJob<'j>, placement: &Placement) -> Option<&'j Ref<Place>> {
    let What::Unit(unit) = &placement.what else { return None };
    let arrives = job.model.units.get(unit.index)?.arrives.as_ref()?;
    arrives.nearest.as_ref().filter(|_| arrives.spot == placement.spot)
}

/// Gathers what arrives by turn, and within a turn by place.
pub fn by_turn(job: &ChartJob<'_>, placements: &[&Placement]) -> Vec<Group> {
    let mut sorted: Vec<&&Placement> = placements.iter().collect();
    let place = |placement: &Placement| match &placement.spot {
        Some(Spot::At(place)) => place.index + 1,
        Some(_) => usize::MAX,
        None => 0,
    };
    sorted.sort_by_key(|placement| (placement.turn.unwrap_or(i64::MAX), place(placement)));
    gather(job, &sorted, |placement| {
        let turn = placement.turn.map_or_else(|| "Later".to_string(), |turn| format!("Turn {turn}"));
        let (label, name) = spot_of(job, placement);
        let mut words: Vec<String> = [label, name].into_iter().filter(|word| !word.is_empty()).collect();
        if let Some(when) = &placement.when {
            words.push(format!("({when})"));
        }
        (turn, words.join(" "))
    })
}

fn gather(job: &ChartJob<'_>, placements: &[&&Placement], name: impl Fn(&Placement) -> (String, String)) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for placement in placements {
        let Some(stack) = stack(job, placement) else { continue };
        let (label, name) = name(placement);
        match groups.iter_mut().find(|group| group.label == label && group.name == name) {
            Some(group) => join(&mut group.stacks, stack),
            None => groups.push(Group { label, name, stacks: vec![stack] }),
        }
    }
    groups
}

/// Gathers markers by kind: what it is called, and everywhere it stands.
pub fn by_marker(job: &ChartJob<'_>, placements: &[&Placement]) -> Vec<Group> {
    let mut found: Vec<(CounterStack, Vec<&Placement>)> = Vec::new();
    for placement in placements {
        let Some(stack) = stack(job, placement) else { continue };
        match found.iter_mut().find(|(own, _)| own.counter == stack.counter && own.back == stack.back) {
            Some((own, all)) => {
                own.copies += stack.copies;
                all.push(placement);
            }
            None => found.push((stack, vec![placement])),
        }
    }
    let group = |(stack, all): (CounterStack, Vec<&Placement>)| {
        let label = match all.first().map(|placement| &placement.what) {
            Some(What::Marker(marker)) => job.model.markers.get(marker.index).map(|marker| marker.name.clone()),
            _ => None,
        };
        Group { label: label.unwrap_or_default(), name: standing(job, &all), stacks: vec![stack] }
    };
    found.into_iter().map(group).collect()
}

/// Parts placements into those of markers that stand in several places, and the others.
pub fn scattered<'p>(placements: &[&'p Placement]) -> (Vec<&'p Placement>, Vec<&'p Placement>) {
    placements.iter().partition(|placement| {
        placements
            .iter()
            .any(|other| other.what == placement.what && other.state == placement.state && other.spot != placement.spot)
    })
}

/// Where markers stand: exact places in one list, in the order of the map.
fn standing(job: &ChartJob<'_>, placements: &[&Placement]) -> String {
    let mut exact = Vec::new();
    let mut words = Vec::new();
    for placement in placements {
        match &placement.spot {
            Some(Spot::At(place)) => exact.push(place.clone()),
            Some(spot) => {
                let (label, name) = wording::spot(job.model, spot);
                words.push(format!("{} {name}", label.to_lowercase()));
            }
            None => {}
        }
    }
    exact.sort();
    exact.dedup();
    if let [place] = exact.as_slice() {
        let (label, name) = wording::place(job.model, place);
        words.insert(0, format!("{label} {name}").trim().to_string());
    } else if !exact.is_empty() {
        words.insert(0, wording::places(job.model, &exact));
    }
    words.join("; ")
}

/// Draws a stack: its face at real size, and how many if there are several. Tests find it among the
/// solids of the drawing.
pub fn draw(job: &ChartJob<'_>, drawing: &mut Tray, stack: &CounterStack, (x, y): (f64, f64), ghost: bool) {
    let Some(counter) = job.model.counters.get(stack.counter.index) else { return };
    let size = job.model.side_of(counter);
    let items = (job.face)(stack.counter.index, stack.back);
    let opacity = if ghost || job.ghosts { job.style.ghost.value } else { 1.0 };
    drawing.items.push(Item::Group { place: Affine::shift(x, y), clip: None, opacity, items });
    let up = if stack.back { "back" } else { "front" };
    let name = format!("counter {} {up} \u{d7}{}", counter.id, stack.copies);
    let room = Rect::new(x, y, size, size);
    drawing.solids.push((name, room));
    drawing.room(TrayRoom::Counter(stack.counter.index), room);
    if stack.copies > 1 {
        let times = super::para::Para::line(&format!("\u{d7}\u{2009}{}", stack.copies), job.style.bold_text());
        times.draw(drawing, x + size / 2.0, y + size, Align::Centre);
    }
}

/// The name of where something arrives, as short as it can be.
pub fn short(job: &ChartJob<'_>, placement: &Placement) -> String {
    let (label, name) = placement.spot.as_ref().map(|spot| wording::spot(job.model, spot)).unwrap_or_default();
    match placement.spot {
        Some(Spot::At(_)) if !label.is_empty() => label,
        _ => format!("{label} {name}").trim().to_string(),
    }
}

/// The scenario that lasts longest: what comes in it comes in the others or not at all.
pub fn longest<'j>(job: &ChartJob<'j>) -> Option<&'j Scenario> {
    let length = |scenario: &Scenario| scenario.turns.map_or(0, |turns| turns.last - turns.first + 1);
    let scenarios = job.model.scenarios.iter();
    scenarios.reduce(|best, next| if length(next) > length(best) { next } else { best })
}
