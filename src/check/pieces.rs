//! Units, markers and the counters they are printed on.

use super::about::{about, about_unit};
use super::board::Board;
use super::common;
use super::exprs;
use super::names::{Names, duplicate};
use super::pictures;
use super::starts::{self, Start};
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::look::Set;
use crate::model::{
    About, Counter, Face, FaceValue, Formula, Layout, LayoutFace, Marker, Named, PlaceKind, Placement, Printed, Ref,
    Scenario, Shows, Spot, Step, Unit, What,
};
use crate::source::decode::Cx;
use crate::source::values::{Fraction, Id};
use crate::source::{Sp, Span};
use crate::syntax::{
    AttributeOf, FaceSpec, GameFiles, MarkerDef, MarkerFaceDef, MarkerUse, PrintedSpec, UnitDef, UnitGroupDef,
    ValueKind, values_in,
};
use std::collections::{BTreeMap, BTreeSet};

/// Units, markers and counters, resolved.
#[derive(Default)]
pub struct Pieces {
    /// Units.
    pub units: Vec<Unit>,
    /// Their names.
    pub unit_names: Names<Unit>,
    /// Where each unit is declared.
    pub unit_spans: Vec<Span>,
    /// Markers.
    pub markers: Vec<Marker>,
    /// Their names.
    pub marker_names: Names<Marker>,
    /// Counters.
    pub counters: Vec<Counter>,
}

impl Pieces {
    /// What rules may find in the status of a unit: status markers and their groups.
    pub fn status_words(&self) -> impl Iterator<Item = &str> {
        let markers = self.markers.iter().filter(|marker| marker.role == MarkerUse::Status);
        markers.flat_map(|marker| std::iter::once(marker.id.as_str()).chain(marker.group.as_deref()))
    }
}

/// Checks all counter files.
/// Where units start is returned as written: it may be on a track that other units make.
pub fn check<'f>(files: &'f GameFiles, vocabulary: &Vocabulary, cx: &mut Cx) -> (Pieces, Vec<Start<'f>>) {
    let (mut pieces, mut starts) = (Pieces::default(), Vec::new());
    for file in &files.counters {
        for group in &file.content.groups {
            vocabulary.check_keys(AttributeOf::Unit, &group.attributes, cx);
            for def in &group.units {
                starts.push(unit(&mut pieces, def, group, vocabulary, cx));
            }
        }
        for def in &file.content.markers {
            marker(&mut pieces, def, vocabulary, cx);
        }
    }
    let groups = files.counters.iter().flat_map(|file| &file.content.markers).filter_map(|def| def.group.as_ref());
    for group in groups {
        if let Some(first) = pieces.marker_names.span(&group.value) {
            let message = format!("`{}` is a marker: choose another name for the group", group.value);
            cx.diags.push(codes::DUPLICATE.at(group.span, message).label("here").also(first, "the marker"));
        }
    }
    unused(files, &pieces, vocabulary, cx);
    (pieces, starts)
}

/// Units and markers share counters, so an id is one or the other.
fn declare<T: Named>(names: &mut Names<T>, others: Option<Span>, id: &Sp<Id>, cx: &mut Cx) -> Ref<T> {
    if let Some(first) = others {
        duplicate("counter", id, first, cx);
    }
    names.declare(id, cx)
}

fn copies(count: Option<&Sp<i64>>, cx: &mut Cx) -> u32 {
    let Some(count) = count else { return 1 };
    match u32::try_from(count.value) {
        Ok(n @ 1..=999) => n,
        _ => {
            cx.diags.push(codes::NUMBER.at(count.span, "a counter has 1 to 999 copies").label("here"));
            1
        }
    }
}

fn unit<'f>(
    pieces: &mut Pieces,
    def: &'f UnitDef,
    group: &'f UnitGroupDef,
    vocabulary: &Vocabulary,
    cx: &mut Cx,
) -> Start<'f> {
    let id = &def.id;
    let others = pieces.marker_names.span(&id.0);
    let reference = declare(&mut pieces.unit_names, others, id, cx);
    let formation_name = def.formation.as_ref().or(group.formation.as_ref());
    let independent = def.independent.or(group.independent).unwrap_or(false);
    if let (true, Some(own)) = (independent, &def.formation) {
        let message = format!("the unit `{}` is independent and has a formation", id.0);
        cx.diags.push(codes::CONFLICT.at(own.span, message).label("its formation"));
    }
    let formation = vocabulary.formation_names.opt(formation_name, cx).filter(|_| !independent);
    let side_name = def.side.as_ref().or(group.side.as_ref());
    let side = match (side_name, &formation) {
        (Some(name), _) => vocabulary.side_names.get(name, cx),
        (None, Some(formation)) => Some(vocabulary.formations[formation.index].side.clone()),
        // A formation that does not exist is reported already.
        (None, None) if formation_name.is_some() && !independent => None,
        (None, None) => missing(def, "side", cx),
    };
    if let (Some(side), Some(formation), Some(name)) = (&side, &formation, side_name) {
        let other = &vocabulary.formations[formation.index].side;
        if other != side && !other.id.is_empty() {
            let message = format!("the unit `{}` is {side}, but its formation `{formation}` is {other}", id.0);
            let mut diag = codes::SIDES.at(name.span, message).label("its side");
            if let Some(formation) = formation_name {
                diag = diag.also(formation.span, "its formation");
            }
            cx.diags.push(diag);
        }
    }
    let unit_type = match def.r#type.as_ref().or(group.r#type.as_ref()) {
        Some(name) => common::unit_type(vocabulary, name, cx),
        None => missing(def, "type", cx),
    };
    // A unit of another type than its group's has that type's symbol.
    let shared = group.symbol.as_ref().filter(|_| def.r#type.is_none());
    let symbol = def.symbol.as_ref().or(shared).map(|symbol| vocabulary.symbol(symbol, cx));
    let symbol = symbol.or_else(|| unit_type.as_ref().map(|of| vocabulary.types[of.index].symbol.clone()));
    let size = common::size(vocabulary, def.size.as_ref().or(group.size.as_ref()), cx);
    let image = def.image.as_ref().or(group.image.as_ref());
    let back_image = def.back_image.as_ref().or(group.back_image.as_ref());
    let pictured = pictured_layout(back_image.is_some());
    let layout = match def.layout.as_ref().or(group.layout.as_ref()) {
        Some(name) => vocabulary.layout(name, cx),
        None if image.is_some() => Some(&pictured),
        None => missing(def, "layout", cx),
    };
    let copies = copies(def.count.as_ref(), cx);
    let attributes =
        vocabulary.attributes_of(AttributeOf::Unit, &def.attributes, Some(&group.attributes), def.meta.span, cx);
    let name = def.name.as_ref().map_or_else(|| id.0.clone(), |name| name.value.clone());
    // What a unit says itself wins over its group: one that arrives does not start on the map.
    let (setup, arrives) = match (&def.setup, &def.arrives) {
        (None, None) => (group.setup.as_deref(), group.arrives.as_deref()),
        (setup, arrives) => (setup.as_deref(), arrives.as_deref()),
    };
    if let (Some(setup), Some(arrives)) = (setup, arrives) {
        let message = format!("the unit `{}` both starts on the map and arrives later", id.0);
        cx.diags.push(codes::CONFLICT.at(arrives.span, message).label("arrives").also(setup.span, "starts here"));
    }
    let withdraws = def.withdraws.as_deref().or(group.withdraws.as_deref());
    let first = pieces.counters.len();
    let steps = layout
        .map(|layout| steps(pieces, def, group, layout, &reference, &name, copies, vocabulary, cx))
        .unwrap_or_default();
    let side_of = def.counter_size.as_ref().or(group.counter_size.as_ref()).map(|size| size.value.0);
    let side_of = side_of.or_else(|| layout.and_then(|layout| layout.counter_size));
    let own = &mut pieces.counters[first..];
    own.iter_mut().for_each(|counter| counter.size = side_of);
    let shown = [
        ("id", id.0.as_str()),
        ("side", side.as_ref().map_or("", |side| &side.id)),
        ("formation", formation.as_ref().map_or("", |formation| &formation.id)),
        ("type", unit_type.as_ref().map_or("", |unit_type| &unit_type.id)),
    ];
    pictures::dress(own, image.map(|image| image.as_str()), back_image.map(|image| image.as_str()), &shown);
    if let Some(back) = def.back_image.as_ref().filter(|_| own.iter().all(|counter| counter.back.is_none())) {
        let message = format!("the unit `{}` has a `back-image`, but no back", id.0);
        cx.diags.push(codes::FACES.at(back.span, message).label("this picture").help("give it `back`, or no `layout`"));
    }
    pieces.unit_spans.push(id.span);
    pieces.units.push(Unit {
        id: id.0.clone(),
        was: def.was.iter().map(|id| id.0.clone()).collect(),
        extension: def.extension.as_ref().map(|name| name.0.clone()),
        name,
        side: side.unwrap_or_else(|| Ref::new(0, "")),
        formation,
        independent,
        unit_type: unit_type.unwrap_or_else(|| Ref::new(0, "")),
        symbol: symbol.unwrap_or_default(),
        size,
        layout: layout.map(|layout| layout.id.clone()).unwrap_or_default(),
        copies,
        steps,
        setup: setup.map(starts::unplaced),
        arrives: arrives.map(|arrives| starts::arrival(arrives, cx)),
        withdraws: withdraws.map(|withdraws| starts::withdrawal(withdraws, cx)),
        attributes,
        about: about_unit(def, group),
    });
    Start { setup, arrives }
}

fn missing<T>(def: &UnitDef, key: &str, cx: &mut Cx) -> Option<T> {
    let message = format!("neither the unit `{}` nor its group has a `{key}`", def.id.0);
    cx.diags.push(codes::MISSING_KEY.at(def.id.span, message).lacks(key));
    None
}

/// The layout of a unit whose pictures say everything.
fn pictured_layout(back: bool) -> Layout {
    let face = |state: &str| LayoutFace { state: state.to_string(), values: Vec::new(), about: About::default() };
    Layout {
        id: String::new(),
        separator: String::new(),
        template: String::new(),
        counter_size: None,
        front: face("front"),
        back: back.then(|| face("back")),
        about: About::default(),
    }
}

/// A face as written, with the face of the layout it follows.
type Written<'a> = (&'a Sp<FaceSpec>, &'a LayoutFace);

#[allow(clippy::too_many_arguments)]
fn steps(
    pieces: &mut Pieces,
    def: &UnitDef,
    group: &UnitGroupDef,
    layout: &Layout,
    unit: &Ref<Unit>,
    name: &str,
    copies: u32,
    vocabulary: &Vocabulary,
    cx: &mut Cx,
) -> Vec<Step> {
    let per_counter = match def.steps_per_counter.as_ref().or(group.steps_per_counter.as_ref()) {
        Some(Sp { value: 1, .. }) => 1,
        None | Some(Sp { value: 2, .. }) => 2,
        Some(other) => {
            cx.diags.push(codes::NUMBER.at(other.span, "a counter shows 1 or 2 steps").label("here"));
            2
        }
    };
    let back = layout.back.as_ref();
    let chain = |n: usize| if per_counter == 2 && n % 2 == 1 { back.unwrap_or(&layout.front) } else { &layout.front };
    let nothing = Sp::new(FaceSpec::InOrder(Vec::new()), def.id.span);
    let pictured = def.image.is_some() || group.image.is_some();
    let back_pictured = def.back_image.is_some() || group.back_image.is_some();
    let written: Vec<Written<'_>> = match (&def.steps, &def.front) {
        (None, None) if pictured && def.back.is_none() && layout.front.values.is_empty() => {
            let back = back.filter(|back| back_pictured && back.values.is_empty());
            std::iter::once(&layout.front).chain(back).map(|face| (&nothing, face)).collect()
        }
        (Some(steps), None) if def.back.is_none() => {
            if steps.0.is_empty() {
                cx.diags
                    .push(codes::FACES.at(steps.span, format!("the unit `{}` has no steps", def.id.0)).label("here"));
            }
            steps.0.iter().enumerate().map(|(n, face)| (face, chain(n))).collect()
        }
        (None, Some(front)) => {
            if def.back.is_none() && back.is_some() && per_counter == 2 {
                let message = format!("the layout `{}` has a back, but the unit `{}` has none", layout.id, def.id.0);
                let diag = codes::FACES.at(front.span, message).label("only a front");
                cx.diags.push(diag.help("write `back`, or use a layout without one"));
            }
            let back = def.back.as_ref().and_then(|face| match back {
                Some(layout) => Some((face, layout)),
                None => {
                    let message =
                        format!("the layout `{}` has no back, but the unit `{}` has one", layout.id, def.id.0);
                    cx.diags.push(codes::FACES.at(face.span, message).label("this back"));
                    None
                }
            });
            std::iter::once((front, &layout.front)).chain(back).collect()
        }
        (None, None) => {
            let message = format!("the unit `{}` has no values: give it `front` (and `back`), or `steps`", def.id.0);
            cx.diags.push(codes::FACES.at(def.id.span, message).label("this unit"));
            return Vec::new();
        }
        (Some(steps), _) => {
            let message = format!("the unit `{}` has `steps` as well as `front` or `back`", def.id.0);
            cx.diags.push(codes::FACES.at(steps.span, message).label("use either these or `front` and `back`"));
            return Vec::new();
        }
    };
    let many = written.len() > 2 || per_counter == 1 && written.len() > 1;
    let faces: Vec<Face> = written
        .iter()
        .enumerate()
        .map(|(n, (spec, face))| {
            let state = if many { format!("step {}", written.len() - n) } else { face.state.clone() };
            let values = values(spec, face, &def.id, vocabulary, cx);
            let label = name.to_string();
            Face { state, label, glyph: None, side: None, image: None, values, about: About::default() }
        })
        .collect();
    let mut steps = Vec::new();
    for (n, faces) in faces.chunks(per_counter).enumerate() {
        let id = if n == 0 { def.id.0.clone() } else { format!("{}#{}", def.id.0, n + 1) };
        let counter = Ref::new(pieces.counters.len(), &id);
        for (side, face) in faces.iter().enumerate() {
            let printed = face.values.iter().filter_map(|value| Some((value.value.clone(), value.printed.clone()?)));
            steps.push(Step {
                state: face.state.clone(),
                values: printed.collect(),
                counter: counter.clone(),
                back: side == 1,
            });
        }
        pieces.counters.push(Counter {
            id,
            shows: Shows::Unit(unit.clone()),
            copies,
            replacement: n > 0,
            size: None,
            front: faces[0].clone(),
            back: faces.get(1).cloned(),
        });
    }
    steps
}

/// `4-4-3` as one value: the values as they are printed, with spaces between.
fn run_together(given: &[Sp<PrintedSpec>]) -> Option<String> {
    let [Sp { value: PrintedSpec::Text(text), .. }] = given else { return None };
    values_in(text).map(|values| values.join(" "))
}

/// The values of a face, in the layout's order.
fn values(
    spec: &Sp<FaceSpec>,
    face: &LayoutFace,
    unit: &Sp<Id>,
    vocabulary: &Vocabulary,
    cx: &mut Cx,
) -> Vec<FaceValue> {
    let wanted = || face.values.join(", ");
    match &spec.value {
        FaceSpec::InOrder(given) => {
            if given.len() != face.values.len() {
                let message = format!(
                    "this face of `{}` has {} value{}, but its layout has {} ({})",
                    unit.0,
                    given.len(),
                    if given.len() == 1 { "" } else { "s" },
                    face.values.len(),
                    wanted()
                );
                let diag = codes::FACE_VALUES.at(spec.span, message).label(format!("needs {}", face.values.len()));
                if let Some(values) = run_together(given) {
                    cx.diags.push(diag.help(format!("put spaces between the values: {values}")));
                    return Vec::new();
                }
                cx.diags.push(diag);
            }
            let pairs = face.values.iter().zip(given);
            pairs
                .map(|(id, given)| FaceValue {
                    value: id.clone(),
                    printed: printed(&given.value, id, vocabulary.value_kind(id), given.span, cx),
                })
                .collect()
        }
        FaceSpec::Named(given) => {
            for (key, _) in given.iter().filter(|(key, _)| !face.values.contains(&key.text)) {
                let message = format!("this face of `{}` has no value `{}`", unit.0, key.text);
                let diag = codes::FACE_VALUES.at(key.span, message).label("not in its layout");
                cx.diags.push(diag.suggest(&key.text, face.values.iter().map(String::as_str)));
            }
            let mut values = Vec::new();
            for id in &face.values {
                let Some((key, given)) = given.iter().find(|(key, _)| key.text == *id) else {
                    let message = format!("this face of `{}` lacks the value `{id}`", unit.0);
                    cx.diags.push(
                        codes::FACE_VALUES
                            .at(spec.span, message)
                            .label("here")
                            .help("write \"-\" for a value that is not printed"),
                    );
                    continue;
                };
                let printed = printed(given, id, vocabulary.value_kind(id), key.span, cx);
                values.push(FaceValue { value: id.clone(), printed });
            }
            values
        }
    }
}

fn printed(given: &PrintedSpec, id: &str, kind: ValueKind, span: Span, cx: &mut Cx) -> Option<Printed> {
    match (given, kind) {
        (PrintedSpec::None, _) => None,
        (PrintedSpec::Number(number), ValueKind::Fraction)
        | (PrintedSpec::Number(number @ Fraction { den: 1, .. }), ValueKind::Number) => Some(Printed::Number(*number)),
        (PrintedSpec::Number(number), ValueKind::Text) => Some(Printed::Text(number.to_string())),
        (PrintedSpec::Text(text), ValueKind::Text) => Some(Printed::Text(text.clone())),
        (PrintedSpec::Number(number), ValueKind::Number) => {
            let message = format!("`{id}` is a whole number, not {number}");
            cx.diags
                .push(codes::FACE_VALUES.at(span, message).label("here").help("declare it with `kind = \"fraction\"`"));
            None
        }
        (PrintedSpec::Text(text), _) => {
            let message = format!("`{id}` is a number, not `{text}`");
            cx.diags.push(
                codes::FACE_VALUES.at(span, message).label("here").help("write \"-\" for a value that is not printed"),
            );
            None
        }
    }
}

fn marker(pieces: &mut Pieces, def: &MarkerDef, vocabulary: &Vocabulary, cx: &mut Cx) {
    let others = pieces.unit_names.span(&def.id.0);
    let reference = declare(&mut pieces.marker_names, others, &def.id, cx);
    let copies = copies(def.count.as_ref(), cx);
    if def.front.is_none() && def.image.is_none() {
        let diag = codes::MISSING_KEY.at(def.meta.span, "this record needs the key `front`");
        cx.diags.push(diag.label("`front` is missing"));
    }
    let front = marker_face(def, def.front.as_ref().map(|face| &face.value), "front", vocabulary, cx);
    let has_back = def.back.is_some() || def.back_image.is_some();
    let back = has_back.then(|| marker_face(def, def.back.as_ref(), "back", vocabulary, cx));
    let counter = Ref::new(pieces.counters.len(), &def.id.0);
    pieces.counters.push(Counter {
        id: def.id.0.clone(),
        shows: Shows::Marker(reference),
        copies,
        replacement: false,
        size: def.counter_size.as_ref().map(|size| size.value.0),
        front,
        back,
    });
    let formation = vocabulary.formation_names.opt(def.formation.as_ref(), cx);
    let side = vocabulary.side_names.opt(def.side.as_ref(), cx);
    let side = side.or_else(|| formation.as_ref().map(|formation| vocabulary.formations[formation.index].side.clone()));
    let shown = [
        ("id", def.id.0.as_str()),
        ("side", side.as_ref().map_or("", |side| &side.id)),
        ("formation", formation.as_ref().map_or("", |formation| &formation.id)),
        ("type", ""),
    ];
    let own = &mut pieces.counters[counter.index..];
    let patterns = [&def.image, &def.back_image].map(|image| image.as_ref().map(|image| image.as_str()));
    pictures::dress(own, patterns[0], patterns[1], &shown);
    pieces.markers.push(Marker {
        id: def.id.0.clone(),
        was: def.was.iter().map(|id| id.0.clone()).collect(),
        extension: def.extension.as_ref().map(|name| name.0.clone()),
        name: def.name.value.clone(),
        secret: secret(def, side.is_some(), cx),
        side,
        formation,
        copies,
        role: def.role.as_ref().map_or(MarkerUse::Free, |role| role.value),
        group: def.group.as_ref().map(|group| group.value.clone()),
        changes: changes(def, vocabulary, cx),
        template: vocabulary.template("faces", def.template.as_ref(), "marker", cx),
        counter,
        about: about(&def.meta),
    });
}

/// Whether a marker is secret: then it has somebody who may look, and a back that others see.
fn secret(def: &MarkerDef, has_side: bool, cx: &mut Cx) -> bool {
    let Some(secret) = def.secret.as_ref().filter(|secret| secret.value) else { return false };
    let lacks = if def.back.is_none() && def.back_image.is_none() {
        ("has no `back` for others to see", "write `back` with what others see")
    } else if !has_side && def.side.is_none() && def.formation.is_none() {
        ("has no side that may see it", "write `side`")
    } else {
        return true;
    };
    let message = format!("the marker `{}` is secret, but {}", def.id.0, lacks.0);
    cx.diags.push(codes::CONFLICT.at(secret.span, message).label("secret").help(lacks.1));
    false
}

/// What values become while a marker lies on a unit. Only markers of that use lie on units.
fn changes(def: &MarkerDef, vocabulary: &Vocabulary, cx: &mut Cx) -> BTreeMap<String, Formula> {
    let scope = exprs::piece_scope(vocabulary);
    let mut changes = BTreeMap::new();
    let status = def.role.as_ref().is_some_and(|role| role.value == MarkerUse::Status);
    let for_units = [
        (def.changes.0.first().map(|(key, _)| key.span), "changes values"),
        (def.group.as_ref().map(|group| group.span), "has a `group`"),
    ];
    for (span, what) in for_units.into_iter().filter(|_| !status).filter_map(|(span, what)| Some((span?, what))) {
        let message = format!("the marker `{}` {what}, but is not placed on units", def.id.0);
        let diag = codes::CONFLICT.at(span, message).label("only for markers on units");
        cx.diags.push(diag.also(def.id.span, "this marker").help("write `use = \"status\"`"));
    }
    for (key, spec) in &def.changes.0 {
        let name = Sp::new(key.text.clone(), key.span);
        let known = vocabulary.value_names.get(&name, cx).is_some();
        if let Some(formula) = exprs::formula(spec, &scope, &crate::expr::Type::Number, cx).filter(|_| known) {
            changes.insert(key.text.clone(), formula);
        }
    }
    changes
}

/// A face of a marker. One whose picture says everything has the marker's name for a label.
fn marker_face(
    marker: &MarkerDef,
    def: Option<&MarkerFaceDef>,
    default: &str,
    vocabulary: &Vocabulary,
    cx: &mut Cx,
) -> Face {
    let Some(def) = def else {
        let (state, label) = (default.to_string(), marker.name.value.clone());
        return Face {
            state,
            label,
            glyph: None,
            side: None,
            image: None,
            values: Vec::new(),
            about: About::default(),
        };
    };
    let mut values = Vec::new();
    for (key, given) in &def.values.0 {
        let name = Sp::new(key.text.clone(), key.span);
        let Some(value) = vocabulary.value_names.get(&name, cx) else { continue };
        let kind = vocabulary.values[value.index].kind;
        values.push(FaceValue { value: key.text.clone(), printed: printed(given, &key.text, kind, key.span, cx) });
    }
    Face {
        state: def.state.as_ref().map_or_else(|| default.to_string(), |state| state.value.clone()),
        label: def.label.value.clone(),
        side: vocabulary.side_names.opt(def.side.as_ref(), cx),
        glyph: def.glyph.as_ref().and_then(|glyph| vocabulary.picture(Set::Glyph, glyph, cx)),
        image: None,
        values,
        about: about(&def.meta),
    }
}

/// Types and formations that no unit has.
fn unused(files: &GameFiles, pieces: &Pieces, vocabulary: &Vocabulary, cx: &mut Cx) {
    let Some(game) = &files.game else { return };
    for (index, def) in game.content.types.iter().enumerate() {
        if !pieces.units.iter().any(|unit| unit.unit_type.index == index) {
            let message = format!("no unit has the type `{}`", def.id.0);
            cx.diags.push(codes::UNUSED_TYPE.at(def.id.span, message).label("not used"));
        }
    }
    for (index, def) in game.content.formations.iter().enumerate() {
        let of_unit = |unit: &Unit| unit.formation.as_ref().is_some_and(|formation| formation.index == index);
        let above =
            vocabulary.formations.iter().any(|other| other.parent.as_ref().is_some_and(|parent| parent.index == index));
        if !above && !pieces.units.iter().any(of_unit) {
            let message = format!("nothing belongs to the formation `{}`", def.id.0);
            cx.diags.push(codes::UNUSED_FORMATION.at(def.id.span, message).label("not used"));
        }
    }
}

/// Markers that do not say what they are used for and that a scenario places on a track move along it.
pub fn uses(pieces: &mut Pieces, files: &GameFiles, scenarios: &[Scenario], board: &Board) {
    let on_track = |placement: &Placement| match &placement.spot {
        Some(Spot::At(place)) => matches!(board.places[place.index].kind, PlaceKind::Space { .. }),
        _ => false,
    };
    let placements = scenarios.iter().flat_map(|scenario| scenario.setup.iter().chain(&scenario.reinforcements));
    let tracked: BTreeSet<usize> = placements
        .filter(|placement| on_track(placement))
        .filter_map(|placement| match &placement.what {
            What::Marker(marker) => Some(marker.index),
            What::Unit(_) => None,
        })
        .collect();
    let defs = files.counters.iter().flat_map(|file| &file.content.markers);
    for (index, (marker, def)) in pieces.markers.iter_mut().zip(defs).enumerate() {
        if def.role.is_none() && tracked.contains(&index) {
            marker.role = MarkerUse::Track;
        }
    }
}

/// The states of a unit's or marker's faces, in order.
pub fn states<'a>(counters: &'a [Counter], shows: impl Fn(&Shows) -> bool + 'a) -> impl Iterator<Item = &'a str> {
    let faces = counters.iter().filter(move |counter| shows(&counter.shows));
    faces.flat_map(|counter| std::iter::once(&counter.front).chain(&counter.back)).map(|face| face.state.as_str())
}
