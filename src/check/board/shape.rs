//! What the cells of a grid are: hexes, or squares, plain or staggered.

use crate::diag::codes;
use crate::geometry::cells::{CellShape, Neighbours, Offset, Shift, Stand};
use crate::source::Span;
use crate::source::decode::Cx;
use crate::syntax::{GridDef, MapFile, MapKind};

/// The size of a cell in millimetres and its shape; reports keys that do not go together.
pub fn check(def: &GridDef, file: &MapFile, cx: &mut Cx) -> Option<(f64, CellShape)> {
    let shift = def.shift.as_ref().map_or(Shift::Even, |shift| shift.value);
    match (&def.hex, &def.square) {
        (Some(hex), None) => {
            of_kind(MapKind::Hex, "hex", hex.span, file, cx);
            only_squares("neighbours", def.neighbours.as_ref().map(|it| it.span), "a hex has six", cx);
            let help = "`orientation` says whether rows or columns of hexes are straight";
            only_squares("staggered", def.staggered.as_ref().map(|it| it.span), help, cx);
            let stand = def.orientation.as_ref().map_or(Stand::Pointy, |it| it.value);
            Some((hex.value.0, CellShape::Hex(Offset { stand, shift })))
        }
        (None, Some(square)) => {
            of_kind(MapKind::Square, "square", square.span, file, cx);
            if let Some(it) = &def.orientation {
                let diag = codes::CONFLICT.at(it.span, "squares have no `orientation`").label("for hexes only");
                cx.diags
                    .push(diag.help("`staggered = \"rows\"` or `\"columns\"` moves every other one by half a square"));
            }
            Some((square.value.0, squares(def, shift, cx)))
        }
        (Some(_), Some(square)) => {
            let diag = codes::CONFLICT.at(square.span, "a grid has hexes or squares, not both").label("here");
            cx.diags.push(diag.help("leave out `hex` or `square`"));
            None
        }
        (None, None) => {
            let diag = codes::MISSING_KEY.at(def.meta.span, "a grid needs `hex` or `square`");
            let help = "`hex = \"16mm\"` is a hex across the flats, `square = \"20mm\"` the side of a square";
            cx.diags.push(diag.label("`hex` is missing").help(help));
            None
        }
    }
}

fn squares(def: &GridDef, shift: Shift, cx: &mut Cx) -> CellShape {
    let Some(staggered) = &def.staggered else {
        if let Some(shift) = &def.shift {
            let diag = codes::CONFLICT.at(shift.span, "nothing is shifted: these squares are not staggered");
            cx.diags.push(diag.label("here").help("add `staggered = \"rows\"` or `\"columns\"`, or leave out `shift`"));
        }
        let count = def.neighbours.as_ref().map_or(4, |count| count.value);
        if let Some(wrong) = def.neighbours.as_ref().filter(|_| ![4, 8].contains(&count)) {
            let diag = codes::NUMBER.at(wrong.span, format!("a square has 4 or 8 neighbours, not {count}"));
            let help = "4: those across its sides; 8: those at its corners too; `staggered` squares have 6";
            cx.diags.push(diag.label("here").help(help));
        }
        return CellShape::Square(if count == 8 { Neighbours::Eight } else { Neighbours::Four });
    };
    if let Some(count) = def.neighbours.as_ref().filter(|count| count.value != 6) {
        let diag = codes::CONFLICT.at(count.span, "staggered squares have 6 neighbours").label("here");
        cx.diags.push(diag.also(staggered.span, "staggered here").help("leave out `neighbours`"));
    }
    CellShape::Staggered(Offset { stand: staggered.value.stand(), shift })
}

fn only_squares(key: &str, span: Option<Span>, help: &str, cx: &mut Cx) {
    if let Some(span) = span {
        let message = format!("`{key}` is for squares, and this grid has hexes");
        cx.diags.push(codes::CONFLICT.at(span, message).label("here").help(help));
    }
}

/// Reports a map whose kind says something else than its grid.
fn of_kind(kind: MapKind, key: &str, span: Span, file: &MapFile, cx: &mut Cx) {
    let own = &file.map.kind;
    if own.value != kind {
        let message = format!("`{key}` is for a map of kind `{}`, and this one is `{}`", kind.word(), own.value.word());
        cx.diags.push(codes::CONFLICT.at(span, message).label("here").also(own.span, "the map's kind"));
    }
}
