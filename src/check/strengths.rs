//! Strength tracks of displays: one for every unit that fits, with its spaces and slots as places.

use super::about::{about, pieced};
use super::board::CheckedBoard;
use super::exprs;
use super::pieces::Pieces;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::expr::{Env, Expr, Names, Type};
use crate::model::{About, Display, Marker, Place, PlaceKind, Ref, Slot, Strength, Track, Unit};
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::source::{Sp, Span};
use crate::syntax::{ExprSpec, GameFiles, MarkerUse, SlotLine, StrengthDef, TrackKind};

/// More spaces or slots than anybody prints.
const MOST: i64 = 200;

/// Makes the strength tracks of all displays.
pub fn check(board: &mut CheckedBoard, files: &GameFiles, pieces: &Pieces, vocabulary: &Vocabulary, cx: &mut Cx) {
    let mut index = 0;
    for file in &files.displays {
        for def in &file.content.displays {
            let display = Ref::new(index, &def.id.0);
            for strength in &def.strengths {
                if let Some(record) = StrengthRecord::new(strength, &display, pieces, vocabulary, cx) {
                    record.make(board, cx);
                }
            }
            index += 1;
        }
    }
    name_formats(board);
}

/// Tracks of a unit that has several are told apart by the names of their records.
fn name_formats(board: &mut CheckedBoard) {
    let all = || board.displays.iter().flat_map(|display| &display.strengths);
    let several = |own: &&Strength| all().filter(|other| other.unit == own.unit).count() > 1;
    let renamed: Vec<(usize, String)> = all()
        .filter(several)
        .filter_map(|own| Some((own.track.index, format!("{} {}", own.unit, own.name.as_ref()?))))
        .collect();
    for (track, name) in renamed {
        board.tracks[track].name = name;
    }
}

/// Slots of one kind.
struct SlotKind<'a> {
    /// None for those that are only counted.
    id: Option<&'a str>,
    name: Option<&'a str>,
    count: Option<Expr>,
    line: SlotLine,
    takes: Option<Vec<Ref<Unit>>>,
    about: About,
}

/// A record with its expressions.
struct StrengthRecord<'a> {
    def: &'a StrengthDef,
    display: &'a Ref<Display>,
    id: &'a str,
    span: Span,
    about: About,
    filter: Expr,
    to: Expr,
    start: Option<Expr>,
    marker: Option<Ref<Marker>>,
    kinds: Vec<SlotKind<'a>>,
    pieces: &'a Pieces,
    vocabulary: &'a Vocabulary,
}

impl<'a> StrengthRecord<'a> {
    fn new(
        def: &'a StrengthDef,
        display: &'a Ref<Display>,
        pieces: &'a Pieces,
        vocabulary: &'a Vocabulary,
        cx: &mut Cx,
    ) -> Option<Self> {
        let scope = exprs::unit_scope(vocabulary);
        let filter = exprs::condition(&def.filter, &scope, cx);
        let to = exprs::compile(&def.to, &scope, &Type::Number, cx);
        let start = number(def.start.as_ref(), &scope, cx);
        let plain = def.slots.as_ref().map(|_| SlotKind {
            id: None,
            name: None,
            count: number(def.slots.as_ref(), &scope, cx),
            line: SlotLine::Solid,
            takes: None,
            about: pieced(def.meta.source_of("slots"), std::iter::empty(), []),
        });
        super::names::unique("slot", def.kinds.iter().map(|kind| &kind.id), cx);
        let special = def.kinds.iter().map(|kind| SlotKind {
            id: Some(&kind.id.0),
            name: kind.name.as_ref().map(|name| name.value.as_str()),
            count: number(kind.count.as_ref(), &scope, cx),
            line: kind.line.as_ref().map_or(SlotLine::Solid, |line| line.value),
            takes: kind.filter.as_ref().map(|filter| fitting(filter, &scope, pieces, vocabulary, cx)),
            about: about(&kind.meta),
        });
        let kinds = plain.into_iter().chain(special).collect();
        let marker = marker(def, pieces, cx);
        let (id, span) = match &def.id {
            Some(id) => (id.0.as_str(), id.span),
            None => (&*display.id, def.meta.span),
        };
        let about = about(&def.meta);
        Some(Self { def, display, id, span, about, filter: filter?, to: to?, start, marker, kinds, pieces, vocabulary })
    }

    fn make(&self, board: &mut CheckedBoard, cx: &mut Cx) {
        for (n, unit) in self.pieces.units.iter().enumerate() {
            let values = exprs::unit_values(unit, self.vocabulary);
            if exprs::holds(&self.filter, &values) {
                self.track(board, &Ref::new(n, &unit.id), unit, &values, cx);
            }
        }
    }

    fn track(&self, board: &mut CheckedBoard, owner: &Ref<Unit>, unit: &Unit, values: &dyn Env, cx: &mut Cx) {
        let from = self.def.from.as_ref().map_or(0, |from| from.value);
        let to = exprs::whole(&self.to, values).unwrap_or(from);
        if !(from..=from + MOST).contains(&to) {
            let message = format!("the strength track of `{}` would run from {from} to {to}", unit.id);
            cx.diags.push(codes::NUMBER.at(self.def.to.span, message).label("here"));
            return;
        }
        let start = self.start.as_ref().map_or(Some(to), |start| exprs::whole(start, values)).unwrap_or(to);
        if let Some(at) = self.def.start.as_ref().filter(|_| !(from..=to).contains(&start)) {
            let message = format!("`{}` would start at {start}, but its track runs from {from} to {to}", unit.id);
            cx.diags.push(codes::NUMBER.at(at.span, message).label("here"));
        }
        let id = format!("{}/{}", self.id, unit.id);
        if let Some(first) = board.track_names.span(&id) {
            let diag =
                codes::DUPLICATE.at(self.span, format!("two strength tracks have the id `{id}`")).label("again here");
            cx.diags.push(diag.also(first, "first defined here").help("give this record an `id` of its own"));
            return;
        }
        let shown = self.def.name.as_ref().map(|name| name.value.clone());
        let track = board.track_names.declare(&Sp::new(Id(id.clone()), self.span), cx);
        let space = |number: i64| {
            let kind = PlaceKind::Space { track: track.clone() };
            self.place(format!("{id}:{number}"), number.to_string(), None, kind, &self.about)
        };
        let spaces = (from..=to).map(|number| board.add_place(space(number), self.span, cx)).collect();
        board.tracks.push(Track {
            name: format!("{} strength", unit.name),
            id: id.clone(),
            kind: TrackKind::Strength,
            side: Some(unit.side.clone()),
            unit: Some(owner.clone()),
            map: None,
            display: Some(self.display.clone()),
            reinforcements: false,
            spaces,
            about: self.about.clone(),
        });
        let slots = self.kinds.iter().flat_map(|kind| self.slots(board, &id, owner, kind, values, cx)).collect();
        board.displays[self.display.index].strengths.push(Strength {
            unit: owner.clone(),
            name: shown,
            from,
            to,
            start,
            track,
            marker: self.marker.clone(),
            slots,
            about: self.about.clone(),
        });
    }

    fn slots(
        &self,
        board: &mut CheckedBoard,
        track: &str,
        owner: &Ref<Unit>,
        kind: &SlotKind<'_>,
        values: &dyn Env,
        cx: &mut Cx,
    ) -> Vec<Slot> {
        let count = kind.count.as_ref().map_or(Some(1), |count| exprs::whole(count, values)).unwrap_or(0);
        let label = |n: i64| match kind.id {
            Some(id) if count == 1 => id.to_string(),
            Some(id) => format!("{id}-{n}"),
            None => n.to_string(),
        };
        let slot = |n: i64| {
            let (name, of) = (kind.name.map(str::to_string), PlaceKind::Slot { unit: owner.clone() });
            let place = self.place(format!("{track}/{}", label(n)), label(n), name, of, &kind.about);
            let place = board.add_place(place, self.span, cx);
            Slot { place, line: kind.line, takes: kind.takes.clone(), about: kind.about.clone() }
        };
        (1..=count.min(MOST)).map(slot).collect()
    }

    fn place(&self, id: String, label: String, name: Option<String>, kind: PlaceKind, about: &About) -> Place {
        Place {
            id,
            label,
            name,
            code: None,
            map: None,
            kind,
            centre: None,
            outline: Vec::new(),
            enlarged: None,
            attributes: crate::model::Attributes::new(),
            about: about.clone(),
        }
    }
}

fn number(spec: Option<&Sp<ExprSpec>>, scope: &Names, cx: &mut Cx) -> Option<Expr> {
    spec.and_then(|spec| exprs::compile(spec, scope, &Type::Number, cx))
}

fn fitting(
    filter: &Sp<String>,
    scope: &Names,
    pieces: &Pieces,
    vocabulary: &Vocabulary,
    cx: &mut Cx,
) -> Vec<Ref<Unit>> {
    let Some(filter) = exprs::condition(filter, scope, cx) else { return Vec::new() };
    let units = pieces.units.iter().enumerate();
    let own = units.filter(|(_, unit)| exprs::holds(&filter, &exprs::unit_values(unit, vocabulary)));
    own.map(|(n, unit)| Ref::new(n, &unit.id)).collect()
}

/// The marker of a record: one that moves along tracks.
fn marker(def: &StrengthDef, pieces: &Pieces, cx: &mut Cx) -> Option<Ref<Marker>> {
    let name = def.marker.as_ref()?;
    let marker = pieces.marker_names.get(name, cx)?;
    let role = pieces.markers[marker.index].role;
    if matches!(role, MarkerUse::Status | MarkerUse::Place) {
        let message = format!("the marker `{marker}` has the use `{}`: it does not move along a track", role.word());
        cx.diags.push(codes::CONFLICT.at(name.span, message).label("here"));
    }
    Some(marker)
}
