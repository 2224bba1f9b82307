//! What is said at several places, one over the other, and the defaults below all of it.

use super::BUILT_IN;
use super::values::paper;
use crate::model::print::{Marks, Paper, Print, Registration, Settings};
use crate::source::decode::{Cx, Decode};
use crate::source::values::Measure;
use crate::source::{Sp, presets, read_toml};
use crate::syntax::{CropDef, GameFiles, OneOrMore, PrintFile, RegistrationDef, Switch};

/// Everything that is said, the later over the earlier; nothing if nothing is.
pub fn merged(files: &GameFiles) -> Option<PrintFile> {
    let said = files.print.iter().map(|file| PrintFile::clone(&file.content));
    let said = said.reduce(|below, above| over(above, below))?;
    match said.preset.as_ref().and_then(|name| preset(name)) {
        Some(preset) => Some(over(said, preset)),
        None => Some(said),
    }
}

fn preset(name: &str) -> Option<PrintFile> {
    let (_, text) = presets().into_iter().find(|(known, _)| *known == name)?;
    let mut cx = Cx::default();
    let node = read_toml(BUILT_IN, text, &mut cx.diags);
    PrintFile::decode(&node, &mut cx)
}

fn over(above: PrintFile, below: PrintFile) -> PrintFile {
    PrintFile {
        meta: above.meta,
        preset: above.preset.or(below.preset),
        papers: above.papers.or(below.papers),
        sides: above.sides.or(below.sides),
        back_offset: above.back_offset.or(below.back_offset),
        gutter: above.gutter.or(below.gutter),
        margin: above.margin.or(below.margin),
        bleed: above.bleed.or(below.bleed),
        safe: above.safe.or(below.safe),
        guides: above.guides.or(below.guides),
        block: above.block.or(below.block),
        gap: above.gap.or(below.gap),
        crop_marks: switch_over(above.crop_marks, below.crop_marks, |above, below| CropDef {
            meta: above.meta,
            on: above.on,
            length: above.length.or(below.length),
            distance: above.distance.or(below.distance),
            margin_only: above.margin_only.or(below.margin_only),
        }),
        registration: switch_over(above.registration, below.registration, |above, below| RegistrationDef {
            meta: above.meta,
            on: above.on,
            inset: above.inset.or(below.inset),
            size: above.size.or(below.size),
            length: above.length.or(below.length),
            thickness: above.thickness.or(below.thickness),
        }),
        ruler: above.ruler.or(below.ruler),
        numbering: above.numbering.or(below.numbering),
        overlap: above.overlap.or(below.overlap),
        card_gap: above.card_gap.or(below.card_gap),
        card_margin: above.card_margin.or(below.card_margin),
        png: above.png.or(below.png),
        cut: above.cut.or(below.cut),
        parts: above.parts.or(below.parts),
    }
}

fn switch_over<T>(
    above: Option<Sp<Switch<T>>>,
    below: Option<Sp<Switch<T>>>,
    over: impl FnOnce(T, T) -> T,
) -> Option<Sp<Switch<T>>> {
    let (above, below) = match (above, below) {
        (Some(above), Some(below)) => (above, below.value),
        (above, below) => return above.or(below),
    };
    let how = match (above.value.how, below.how) {
        (Some(above), Some(below)) => Some(over(above, below)),
        (above, below) => above.or(below),
    };
    Some(Sp::new(Switch { on: above.value.on, how }, above.span))
}

/// What is said, and the defaults where nothing is.
pub fn resolve(said: &PrintFile) -> Print {
    let default = Print::default();
    let settings = &default.settings;
    let mm = |value: &Option<Sp<Measure>>, default: f64| value.as_ref().map_or(default, |value| value.0);
    let yes = |value: &Option<Sp<bool>>, default: bool| value.as_ref().map_or(default, |value| value.value);
    Print {
        settings: Settings {
            papers: said.papers.as_ref().map_or_else(|| settings.papers.clone(), |papers| distinct(papers)),
            sides: said.sides.as_ref().map_or(settings.sides, |sides| sides.value),
            back_offset: said.back_offset.as_ref().map_or(settings.back_offset, |offset| {
                let [x, y] = &offset.0;
                (x.0, y.0)
            }),
            gutter: mm(&said.gutter, settings.gutter),
            margin: mm(&said.margin, settings.margin),
            bleed: mm(&said.bleed, settings.bleed),
            safe: mm(&said.safe, settings.safe),
            guides: yes(&said.guides, settings.guides),
            block: said.block.as_ref().map_or(settings.block, |block| block.0),
            gap: mm(&said.gap, settings.gap),
            marks: marks(said, &settings.marks),
            registration: registration(said),
            ruler: yes(&said.ruler, settings.ruler),
            numbering: yes(&said.numbering, settings.numbering),
            overlap: mm(&said.overlap, settings.overlap),
            card_gap: mm(&said.card_gap, settings.card_gap),
            card_margin: mm(&said.card_margin, settings.card_margin),
        },
        png: said.png.as_ref().map_or(default.png, |png| **png),
        cut: yes(&said.cut, default.cut),
        parts: said.parts.as_ref().map_or(default.parts, |parts| {
            let mut parts: Vec<_> = parts.0.iter().map(|part| part.value).collect();
            parts.sort_unstable();
            parts.dedup();
            parts
        }),
        counters: Vec::new(),
        formations: Vec::new(),
    }
}

/// The papers in the order written, each once.
fn distinct(papers: &OneOrMore<String>) -> Vec<Paper> {
    let mut found: Vec<Paper> = Vec::new();
    for paper in papers.0.iter().filter_map(|text| paper(text)) {
        if !found.iter().any(|known| known.name == paper.name) {
            found.push(paper);
        }
    }
    found
}

fn marks(said: &PrintFile, default: &Marks) -> Marks {
    let Some(crop) = &said.crop_marks else { return default.clone() };
    let how = crop.how.as_ref();
    Marks {
        crop: crop.on,
        length: how.and_then(|how| how.length.as_ref()).map_or(default.length, |length| length.0),
        distance: how.and_then(|how| how.distance.as_ref()).map_or(default.distance, |distance| distance.0),
        margin_only: how.and_then(|how| how.margin_only.as_ref()).map_or(default.margin_only, |only| only.value),
    }
}

fn registration(said: &PrintFile) -> Option<Registration> {
    let marks = said.registration.as_ref().filter(|marks| marks.on)?;
    let mut registration = Registration::default();
    if let Some(how) = &marks.how {
        let set = |value: &Option<Sp<Measure>>, length: &mut f64| {
            if let Some(value) = value {
                *length = value.0;
            }
        };
        set(&how.inset, &mut registration.inset);
        set(&how.size, &mut registration.size);
        set(&how.length, &mut registration.length);
        set(&how.thickness, &mut registration.thickness);
    }
    Some(registration)
}
