//! What a file or option says, by itself.

use super::number;
use crate::diag::{codes, nearest};
use crate::model::print::{Marks, Paper, Registration, Settings};
use crate::source::decode::Cx;
use crate::source::values::Measure;
use crate::source::{Sp, presets};
use crate::syntax::{GameFiles, PrintFile, Switch};

/// Reports what is wrong with what each file and option says by itself.
pub fn values(files: &GameFiles, cx: &mut Cx) {
    for file in &files.print {
        let said = &file.content;
        if let Some(preset) = &said.preset
            && !presets().iter().any(|(name, _)| *name == preset.value)
        {
            unknown_preset(preset, cx);
        }
        for paper in said.papers.iter().flat_map(|papers| &papers.0) {
            check_paper(paper, cx);
        }
        lengths(said, cx);
    }
}

fn unknown_preset(preset: &Sp<String>, cx: &mut Cx) {
    let names: Vec<&str> = presets().iter().map(|(name, _)| *name).collect();
    let mut diag = codes::PRESET.at(preset.span, format!("there is no preset `{}`", preset.value));
    diag = diag.label("no such preset");
    if let Some(name) = nearest(preset, names.iter().copied()) {
        diag = diag.help(format!("did you mean `{name}`?"));
    }
    cx.diags.push(diag.help(format!("there are: {}", names.join(", "))));
}

/// A paper by name, or by width and height.
pub fn paper(text: &str) -> Option<Paper> {
    Paper::named(text.trim()).or_else(|| {
        let (width, height) = text.split_once(['x', '×'])?;
        let (width, height) = (Measure::parse(width.trim())?.0, Measure::parse(height.trim())?.0);
        Some(Paper { name: format!("{}x{}mm", number(width), number(height)), width, height })
    })
}

fn check_paper(text: &Sp<String>, cx: &mut Cx) {
    let Some(paper) = paper(text) else {
        let diag = codes::PAPER.at(text.span, format!("there is no paper `{}`", text.value)).label("no such paper");
        let diag = diag.suggest(text, Paper::NAMED.iter().map(|(name, ..)| *name));
        cx.diags.push(diag.help("a paper of another size: \"100mm x 200mm\", width first"));
        return;
    };
    for (side, what) in [(paper.width, "wide"), (paper.height, "high")] {
        if !(50.0..=2000.0).contains(&side) {
            let message = format!("a paper cannot be {} mm {what}", number(side));
            let diag = codes::PRINT_RANGE.at(text.span, message).label("out of range");
            cx.diags.push(diag.help("each side may be 50 mm to 2000 mm"));
        }
    }
}

fn lengths(said: &PrintFile, cx: &mut Cx) {
    let settings = Settings::default();
    let mut range = |key: &str, value: Option<&Sp<Measure>>, from: f64, to: f64, default: f64| {
        let Some(value) = value.filter(|value| !(from..=to).contains(&value.0)) else { return };
        let is = number(value.0);
        let (from, to, default) = (number(from), number(to), number(default));
        let message = format!("`{key}` is {is} mm, but must be between {from} mm and {to} mm");
        let diag = codes::PRINT_RANGE.at(value.span, message).label("out of range");
        cx.diags.push(diag.help(format!("write a length from {from} mm to {to} mm; the default is {default} mm")));
    };
    for offset in said.back_offset.iter().flat_map(|offset| &offset.0) {
        range("back-offset", Some(offset), -20.0, 20.0, 0.0);
    }
    range("gutter", said.gutter.as_ref(), 0.0, 50.0, settings.gutter);
    range("margin", said.margin.as_ref(), 0.0, 100.0, settings.margin);
    range("bleed", said.bleed.as_ref(), 0.0, 10.0, settings.bleed);
    range("safe", said.safe.as_ref(), 0.0, 10.0, settings.safe);
    range("gap", said.gap.as_ref(), 0.0, 50.0, settings.gap);
    range("overlap", said.overlap.as_ref(), 0.0, 50.0, settings.overlap);
    range("card-gap", said.card_gap.as_ref(), 0.0, 50.0, settings.card_gap);
    range("card-margin", said.card_margin.as_ref(), 0.0, 100.0, settings.card_margin);
    if let Some(crop) = how(said.crop_marks.as_ref()) {
        let Marks { length, distance, .. } = settings.marks;
        range("crop-marks.length", crop.length.as_ref(), 1.0, 20.0, length);
        range("crop-marks.distance", crop.distance.as_ref(), 0.0, 20.0, distance);
    }
    if let Some(marks) = how(said.registration.as_ref()) {
        let Registration { inset, size, length, thickness } = Registration::default();
        range("registration.inset", marks.inset.as_ref(), 0.0, 50.0, inset);
        range("registration.size", marks.size.as_ref(), 1.0, 20.0, size);
        range("registration.length", marks.length.as_ref(), 5.0, 50.0, length);
        range("registration.thickness", marks.thickness.as_ref(), 0.1, 3.0, thickness);
    }
}

fn how<T>(switch: Option<&Sp<Switch<T>>>) -> Option<&T> {
    switch.and_then(|switch| switch.how.as_ref())
}
