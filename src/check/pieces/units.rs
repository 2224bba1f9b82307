//! Units.

use super::starts::{self, UnitStart};
use super::steps::steps;
use super::{Pieces, copies, declare};
use crate::check::about::about_unit;
use crate::check::pictures;
use crate::check::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::model::{About, Layout, LayoutFace, Ref, Unit};
use crate::source::decode::Cx;
use crate::syntax::{AttributeOf, GameFiles, UnitDef, UnitGroupDef};

pub(super) fn unit<'f>(
    pieces: &mut Pieces,
    def: &'f UnitDef,
    group: &'f UnitGroupDef,
    vocabulary: &Vocabulary,
    cx: &mut Cx,
) -> UnitStart<'f> {
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
        Some(name) => vocabulary.unit_type(name, cx),
        None => missing(def, "type", cx),
    };
    // A unit of another type than its group's has that type's symbol.
    let shared = group.symbol.as_ref().filter(|_| def.r#type.is_none());
    let symbol = def.symbol.as_ref().or(shared).map(|symbol| vocabulary.symbol(symbol, cx));
    let symbol = symbol.or_else(|| unit_type.as_ref().map(|of| vocabulary.types[of.index].symbol.clone()));
    let size = vocabulary.size(def.size.as_ref().or(group.size.as_ref()), cx);
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
    UnitStart { setup, arrives }
}

pub(super) fn missing<T>(def: &UnitDef, key: &str, cx: &mut Cx) -> Option<T> {
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

/// Types and formations that no unit has.
pub(super) fn unused(files: &GameFiles, pieces: &Pieces, vocabulary: &Vocabulary, cx: &mut Cx) {
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
