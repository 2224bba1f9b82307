//! Formations, and the colours they print on.

use super::Vocabulary;
use crate::check::about::about;
use crate::diag::codes;
use crate::look::Set;
use crate::model::{Formation, Ref};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::source::values::Colour;
use crate::syntax::{AttributeOf, FormationDef, GameFile};

pub(super) fn formations(file: &GameFile, v: &mut Vocabulary, cx: &mut Cx) {
    for formation in &file.formations {
        v.formation_names.declare(&formation.id, cx);
    }
    for formation in &file.formations {
        let said = side_said(file, formation);
        let unknown_parent = formation.parent.as_ref().is_some_and(|parent| v.formation_names.find(parent).is_none());
        if said.is_none() && !unknown_parent {
            let message = format!("neither the formation `{}` nor one above it has a `side`", formation.id.0);
            cx.diags.push(codes::MISSING_KEY.at(formation.meta.span, message).label("`side` is missing"));
        }
        let side = said.and_then(|side| match formation.side.is_some() {
            true => v.side_names.get(side, cx),
            false => v.side_names.find(side),
        });
        grounded(formation.ground.as_ref(), formation.ink.as_ref(), cx);
        let size = v.size(formation.size.as_ref(), cx);
        let parent = v.formation_names.opt(formation.parent.as_ref(), cx);
        v.formations.push(Formation {
            id: formation.id.0.clone(),
            name: formation.name.value.clone(),
            side: side.unwrap_or_else(|| Ref::new(0, "")),
            size,
            parent,
            colour: formation.colour.as_ref().map(|colour| colour.value),
            ground: formation.ground.as_ref().map(|ground| ground.value),
            ink: formation.ink.as_ref().map(|ink| ink.value),
            emblem: formation.emblem.as_ref().and_then(|emblem| v.picture(Set::Emblem, emblem, cx)),
            attributes: v.attributes_of(AttributeOf::Formation, &formation.attributes, None, formation.meta.span, cx),
            about: about(&formation.meta),
        });
    }
    for (index, formation) in file.formations.iter().enumerate() {
        let Some(parent) = &formation.parent else { continue };
        let mut above = v.formations[index].parent.clone();
        for _ in 0..v.formations.len() {
            let Some(next) = above else { break };
            if next.index == index {
                let message = format!("the formation `{}` is its own ancestor", formation.id.0);
                cx.diags.push(
                    codes::CIRCLE
                        .at(parent.span, message)
                        .label("leads back here")
                        .also(formation.id.span, "this formation"),
                );
                break;
            }
            above = v.formations[next.index].parent.clone();
        }
        let (own, parents) =
            (&v.formations[index], v.formations[index].parent.as_ref().map(|p| &v.formations[p.index]));
        if let Some(parents) =
            parents.filter(|parents| parents.side != own.side && !parents.side.id.is_empty() && !own.side.id.is_empty())
        {
            let message = format!("`{}` is {}, but its parent `{}` is {}", own.id, own.side, parents.id, parents.side);
            cx.diags.push(
                codes::SIDES
                    .at(parent.span, message)
                    .label("belongs to another side")
                    .also(formation.side.as_ref().map_or(formation.id.span, |side| side.span), "its side"),
            );
        }
    }
}

/// The side that a formation says, or the nearest above it.
fn side_said<'f>(file: &'f GameFile, formation: &'f FormationDef) -> Option<&'f Sp<String>> {
    let mut own = Some(formation);
    for _ in 0..=file.formations.len() {
        let formation = own?;
        if formation.side.is_some() {
            return formation.side.as_ref();
        }
        let parent = formation.parent.as_ref()?;
        own = file.formations.iter().find(|other| other.id.0 == parent.value);
    }
    None
}

/// A ground can be read on, and ink needs one.
pub(super) fn grounded(ground: Option<&Sp<Colour>>, ink: Option<&Sp<Colour>>, cx: &mut Cx) {
    match (ground, ink) {
        (Some(ground), ink) => contrast(ground, ink, cx),
        (None, Some(ink)) => {
            let diag = codes::CONFLICT.at(ink.span, "`ink` needs a `ground`, and there is none here");
            cx.diags.push(diag.label("on which ground?").help("write `ground`, too"));
        }
        (None, None) => {}
    }
}

pub(super) fn contrast(ground: &Sp<Colour>, ink: Option<&Sp<Colour>>, cx: &mut Cx) {
    let colour = ink.map_or_else(|| ground.ink(), |ink| ink.value);
    let ratio = ground.contrast(colour);
    if ratio < READABLE {
        let at = ink.map_or(ground.span, |ink| ink.span);
        let better = colour.readable_on(ground.value, READABLE);
        cx.diags.push(
            codes::CONTRAST
                .at(at, format!("text of colour {colour} cannot be read on {}", ground.value))
                .label(format!("contrast {ratio:.1}, but {READABLE} is needed"))
                .also(ground.span, "the ground")
                .help(format!("{better} gives {:.1}", ground.contrast(better))),
        );
    }
}

/// Text on a ground needs the contrast that WCAG asks of normal text.
const READABLE: f64 = 4.5;
