//! The steps of a unit: its faces and the values printed on them.

use super::Pieces;
use crate::check::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::model::{About, Counter, Face, FaceValue, Layout, LayoutFace, Printed, Ref, Shows, Step, Unit};
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::source::{Sp, Span};
use crate::syntax::{FaceSpec, PrintedSpec, UnitDef, UnitGroupDef, ValueKind, values_in};

/// A face as written, with the face of the layout it follows.
type WrittenFace<'a> = (&'a Sp<FaceSpec>, &'a LayoutFace);

#[allow(clippy::too_many_arguments)]
pub(super) fn steps(
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
    let nothing = Sp::new(FaceSpec::InOrder(Vec::new()), def.id.span);
    let Some(written) = written(def, group, layout, per_counter, &nothing, cx) else { return Vec::new() };
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

/// The faces of a unit as they are written, each with its face of the layout; those of a unit that is only a picture
/// say `nothing`.
fn written<'a>(
    def: &'a UnitDef,
    group: &UnitGroupDef,
    layout: &'a Layout,
    per_counter: usize,
    nothing: &'a Sp<FaceSpec>,
    cx: &mut Cx,
) -> Option<Vec<WrittenFace<'a>>> {
    let back = layout.back.as_ref();
    let chain = |n: usize| if per_counter == 2 && n % 2 == 1 { back.unwrap_or(&layout.front) } else { &layout.front };
    let pictured = def.image.is_some() || group.image.is_some();
    let back_pictured = def.back_image.is_some() || group.back_image.is_some();
    let written: Vec<WrittenFace<'_>> = match (&def.steps, &def.front) {
        (None, None) if pictured && def.back.is_none() && layout.front.values.is_empty() => {
            let back = back.filter(|back| back_pictured && back.values.is_empty());
            std::iter::once(&layout.front).chain(back).map(|face| (nothing, face)).collect()
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
            return None;
        }
        (Some(steps), _) => {
            let message = format!("the unit `{}` has `steps` as well as `front` or `back`", def.id.0);
            cx.diags.push(codes::FACES.at(steps.span, message).label("use either these or `front` and `back`"));
            return None;
        }
    };
    Some(written)
}

/// `4-4-3` as one value: the values as they are printed, with spaces between.
fn run_together(given: &[Sp<PrintedSpec>]) -> Option<String> {
    let [Sp { value: PrintedSpec::Text(text), .. }] = given else { return None };
    values_in(text).map(|values| values.join(" "))
}

/// The values of a face, in the layout's order.
pub(super) fn values(
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

pub(super) fn printed(given: &PrintedSpec, id: &str, kind: ValueKind, span: Span, cx: &mut Cx) -> Option<Printed> {
    match (given, kind) {
        (PrintedSpec::None, _) => None,
        (PrintedSpec::Number(number), ValueKind::Fraction) => Some(Printed::Number(*number)),
        (PrintedSpec::Number(number), ValueKind::Number) if number.is_whole() => Some(Printed::Number(*number)),
        (PrintedSpec::Number(number), ValueKind::Text) => Some(Printed::Text(number.as_fraction())),
        (PrintedSpec::Text(text), ValueKind::Text) => Some(Printed::Text(text.clone())),
        (PrintedSpec::Number(number), ValueKind::Number) => {
            let message = format!("`{id}` is a whole number, not {}", number.as_fraction());
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
