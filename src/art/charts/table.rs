//! Tables as blocks.

use super::block::{ChartBlock, RowCell, row, space, text};
use super::para::{Para, words};
use super::terms::{self, TermLine};
use super::{ChartJob, wording};
use crate::art;
use crate::draw::{Affine, Align, Drawing};
use crate::look::styles::{ChartStyle, count};
use crate::model::{Die, Model, Part, Row, Table};
use crate::source::values::Colour;
use crate::syntax::Beyond;
use std::collections::BTreeSet;

/// A table as a block, as many columns of an aid wide as its own columns need.
pub fn block(job: &ChartJob<'_>, table: &Table) -> ChartBlock {
    let (model, style) = (job.model, job.style);
    let side = table.side.as_ref().and_then(|side| model.sides.get(side.index));
    let mut block = ChartBlock::new(style, &table.name, side).of_rule(wording::source(&table.about));
    block.tag = table.rolled(&model.sides);
    block.span = span(style, table);
    let width = block.width(style);
    let mut pieces = Vec::new();
    if table.columns.is_empty() {
        pieces.extend(question(style, table, width));
    } else {
        pieces.extend(heads(style, table, width));
    }
    for part in &table.parts {
        pieces.extend(part_head(style, table, part, width));
        if table.columns.is_empty() {
            pieces.extend(outcomes(model, style, part, width));
        }
        for (n, line) in part.rows.iter().enumerate().filter(|_| !table.columns.is_empty()) {
            pieces.push(cells(style, table, line, width, n.is_multiple_of(2).then(|| style.row_ground())));
        }
    }
    pieces.extend(legend(style, table, width));
    pieces.extend(modifiers(style, table, width));
    pieces.extend(footnotes(job, table, width));
    pieces.extend(dice(job, table).flat_map(|die| faces(job, die, width)));
    block.pieces = pieces;
    block
}

/// The name of what enters by row, column or part.
fn entry<'t>(table: &'t Table, by: &'t str) -> &'t str {
    table.inputs.iter().find(|input| input.id == by).map_or("Die roll", |input| input.name.as_str())
}

fn bands_width(style: &ChartStyle, rows: &[Row]) -> f64 {
    rows.iter().map(|row| style.figure_text().width(&wording::band(&row.on))).fold(0.0, f64::max)
}

/// Columns of an aid that the table needs.
fn span(style: &ChartStyle, table: &Table) -> usize {
    if table.columns.is_empty() {
        return 1;
    }
    let wanted = first_column(style, table) + column_width(style, table) * count(table.columns.len());
    let fits = |span: &usize| wanted <= style.span(*span) - 2.0 * style.pad.0;
    (1..=style.column_count()).find(fits).unwrap_or(style.column_count())
}

/// Room of the bands at the left of a table with columns.
fn first_column(style: &ChartStyle, table: &Table) -> f64 {
    let rows = table.parts.iter().map(|part| bands_width(style, &part.rows));
    rows.fold(10.0, f64::max) + 4.0 * style.pad.0
}

/// The widest column of a table with columns.
fn column_width(style: &ChartStyle, table: &Table) -> f64 {
    let cells = table.parts.iter().flat_map(|part| &part.rows).flat_map(|row| row.cells.iter().cloned());
    let all = cells.chain(table.columns.iter().map(wording::band));
    all.map(|cell| style.figure_text().width(&cell)).fold(0.0, f64::max) + 2.0 * style.pad.0
}

/// What is looked up, where no dice are rolled.
fn question(style: &ChartStyle, table: &Table, width: f64) -> Option<Drawing> {
    let asked = table.down != "roll";
    asked.then(|| text(style, width, &[words(entry(table, &table.down), style.bold_text())], Some(style.head_ground())))
}

fn part_head(style: &ChartStyle, table: &Table, part: &Part, width: f64) -> Option<Drawing> {
    let band = part.band.as_ref()?;
    let name = table.by_part.as_deref().map_or("", |by| entry(table, by));
    let parts = [words(name, style.body_text()), words(wording::band(band), style.figure_text())];
    Some(text(style, width, &parts, Some(style.head_ground())))
}

/// The line of column heads, and above it what enters by them.
fn heads(style: &ChartStyle, table: &Table, width: f64) -> Vec<Drawing> {
    let pad = 1.5 * style.pad.0;
    let first = first_column(style, table);
    let across = table.across.as_deref().map_or("", |by| entry(table, by));
    let room = width - first - pad;
    let name = RowCell {
        para: Para::new(&[words(across, style.small_text())], room),
        x: first + room / 2.0,
        align: Align::Centre,
    };
    let mut cells = vec![RowCell {
        para: Para::new(&[words(entry(table, &table.down), style.small_text())], first - pad),
        x: pad,
        align: Align::Left,
    }];
    let each = room / count(table.columns.len().max(1));
    for (n, column) in table.columns.iter().enumerate() {
        let para = Para::new(&[words(wording::band(column), style.figure_text())], each);
        cells.push(RowCell { para, x: first + each * (count(n) + 0.5), align: Align::Centre });
    }
    let ground = Some(style.head_ground());
    vec![row(style, width, &[name], ground), row(style, width, &cells, ground)]
}

/// A row of a table with columns.
fn cells(style: &ChartStyle, table: &Table, line: &Row, width: f64, ground: Option<Colour>) -> Drawing {
    let pad = 1.5 * style.pad.0;
    let first = first_column(style, table);
    let band = Para::line(&wording::band(&line.on), style.figure_text());
    let mut cells = vec![RowCell { para: band, x: first - 2.0 * pad, align: Align::Right }];
    let each = (width - first - pad) / count(table.columns.len().max(1));
    let numeric = line.cells.iter().all(|cell| cell.parse::<i64>().is_ok());
    let widest = line.cells.iter().map(|cell| style.body_text().width(cell)).fold(0.0, f64::max);
    for (n, cell) in line.cells.iter().enumerate() {
        let para = Para::new(&[words(cell.as_str(), style.body_text())], each);
        let middle = first + each * (count(n) + 0.5);
        let (x, align) = if numeric { (middle + widest / 2.0, Align::Right) } else { (middle, Align::Centre) };
        cells.push(RowCell { para, x, align });
    }
    row(style, width, &cells, ground)
}

/// The word for a result, unless its text says it anyway.
pub fn lead(model: &Model, line: &Row) -> Option<String> {
    let result = line.result.as_deref()?;
    let side = model.sides.iter().find(|side| side.id == result).map(|side| side.name.clone());
    let word = side.unwrap_or_else(|| wording::title(result));
    let Some(text) = &line.text else { return Some(word) };
    let number = result.parse::<i64>().is_ok();
    let said = text.to_lowercase().starts_with(&word.to_lowercase());
    (!number && !said).then_some(word)
}

/// The rows of a table without columns: band, result, text. Results have a column of their own where
/// that does not make the table much longer.
fn outcomes(model: &Model, style: &ChartStyle, part: &Part, width: f64) -> Vec<Drawing> {
    let leads = part.rows.iter().filter_map(|row| lead(model, row));
    let widest = leads.map(|word| style.bold_text().width(&word)).fold(0.0, f64::max);
    let rows = |column: f64| {
        let row = |(n, line): (usize, &Row)| {
            let ground = n.is_multiple_of(2).then(|| style.row_ground());
            outcome(style, part, (line, lead(model, line)), column, width, ground)
        };
        part.rows.iter().enumerate().map(row).collect::<Vec<Drawing>>()
    };
    let height = |rows: &[Drawing]| rows.iter().map(|row| row.height).sum::<f64>();
    let (apart, together) = (rows(widest), rows(0.0));
    let longer = height(&apart) - height(&together);
    if widest < 0.3 * width && longer < 1.5 * style.body_text().leading() { apart } else { together }
}

/// A row: its result in a column of that width, or before the text if there is none.
fn outcome(
    style: &ChartStyle,
    part: &Part,
    (line, lead): (&Row, Option<String>),
    column: f64,
    width: f64,
    ground: Option<Colour>,
) -> Drawing {
    let pad = 1.5 * style.pad.0;
    let bands = bands_width(style, &part.rows) + 2.0 * pad;
    let left = bands + if column > 0.0 { column + pad } else { 0.0 };
    let band = Para::line(&wording::band(&line.on), style.figure_text());
    let mut cells = vec![RowCell { para: band, x: bands - pad, align: Align::Right }];
    let mut parts = Vec::new();
    match lead {
        Some(word) if column > 0.0 => {
            cells.push(RowCell { para: Para::line(&word, style.bold_text()), x: bands, align: Align::Left });
        }
        Some(word) if line.text.is_some() => parts.push(words(format!("{word}."), style.bold_text())),
        Some(word) => parts.push(words(word, style.bold_text())),
        None => {}
    }
    parts.extend(line.text.iter().map(|text| words(text.as_str(), style.body_text())));
    cells.push(RowCell { para: Para::new(&parts, width - left - pad), x: left, align: Align::Left });
    row(style, width, &cells, ground)
}

/// What the results mean.
fn legend(style: &ChartStyle, table: &Table, width: f64) -> Vec<Drawing> {
    if table.results.is_empty() {
        return Vec::new();
    }
    let pad = 1.5 * style.pad.0;
    let codes = table.results.keys().map(|code| style.bold_text().width(code)).fold(0.0, f64::max);
    let lines: Vec<(&String, &String)> = table.results.iter().collect();
    let columns = if width > 1.5 * style.span(1) { 2 } else { 1 };
    let each = width / count(columns);
    let mut pieces = vec![space(width, style.pad.0)];
    for pair in lines.chunks(columns) {
        let mut cells = Vec::new();
        for (n, (code, meaning)) in pair.iter().enumerate() {
            let x = pad + each * count(n);
            cells.push(RowCell { para: Para::line(code, style.bold_text()), x, align: Align::Left });
            let para = Para::new(&[words(meaning.as_str(), style.body_text())], each - codes - 3.0 * pad);
            cells.push(RowCell { para, x: x + codes + pad, align: Align::Left });
        }
        pieces.push(row(style, width, &cells, None));
    }
    pieces
}

fn modifiers(style: &ChartStyle, table: &Table, width: f64) -> Vec<Drawing> {
    let lines = table.modifiers.iter().map(|modifier| {
        let (amount, n) = wording::amount(&modifier.add, &table.inputs, &modifier.text);
        TermLine { amount, text: modifier.text.clone(), n, group: modifier.group.clone() }
    });
    let lines: Vec<TermLine> = lines.collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let what = if table.rolls() { "Die roll modifiers" } else { "Modifiers" };
    let mut pieces = vec![text(style, width, &[words(what, style.bold_text())], Some(style.head_ground()))];
    pieces.extend(terms::rows(style, width, &lines));
    pieces
}

/// The dice of their own faces that a table rolls.
fn dice<'j>(job: &'j ChartJob<'_>, table: &Table) -> impl Iterator<Item = &'j Die> + use<'j> {
    let used: BTreeSet<usize> = table.throws().iter().filter_map(|throw| Some(throw.die.as_ref()?.index)).collect();
    used.into_iter().filter_map(|die| job.model.dice.get(die))
}

/// Millimetres of a face of a die.
const DIE: f64 = 7.0;

/// The different faces of a die that have pictures, in rows, each with its name and what it counts.
fn faces(job: &ChartJob<'_>, die: &Die, width: f64) -> Vec<Drawing> {
    let style = job.style;
    let mut shown: Vec<(Drawing, Para)> = Vec::new();
    for (n, face) in die.faces.iter().enumerate().filter(|(n, face)| !die.faces[..*n].contains(face)) {
        let Some(picture) = art::dice::face(job.images, face, DIE) else { continue };
        let times = die.faces[n..].iter().filter(|other| *other == face).count();
        let times = if times > 1 { format!(" \u{d7}{times}") } else { String::new() };
        shown.push((picture, Para::line(&format!("{} ({}){times}", face.name, face.value), style.note_text())));
    }
    let pad = 1.5 * style.pad.0;
    let each = shown.iter().map(|(_, para)| DIE + para.ink_width() + 3.0 * pad).fold(DIE, f64::max);
    let across = (0..shown.len()).take_while(|n| *n == 0 || count(n + 1) * each <= width - pad).count().max(1);
    let row = |faces: &[(Drawing, Para)]| {
        let mut row = Drawing::new(width, DIE + style.pad.0);
        for (n, (picture, para)) in faces.iter().enumerate() {
            let x = pad + each * count(n);
            row.place(picture.clone(), Affine::shift(x, 0.0));
            para.draw(&mut row, x + DIE + pad, (DIE - para.height()) / 2.0, Align::Left);
        }
        row
    };
    shown.chunks(across).map(row).collect()
}

fn footnotes(job: &ChartJob<'_>, table: &Table, width: f64) -> Vec<Drawing> {
    let (model, style) = (job.model, job.style);
    let mut notes = Vec::new();
    if table.throws().iter().any(|throw| throw.against.is_some()) {
        notes.push("Both sides roll; subtract the roll of the other side.".to_string());
    }
    notes.extend(dice(job, table).map(wording::die));
    if let Some(shift) = &table.shift {
        notes.push(format!("Shift columns to the right by {}.", wording::formula(model, &table.inputs, shift)));
    }
    match table.beyond {
        Some(Beyond::Nearest) => notes.push("A total beyond the table uses the nearest row.".to_string()),
        Some(Beyond::Nothing) => notes.push("A total beyond the table has no effect.".to_string()),
        None => {}
    }
    notes.extend(wording::note(&table.about, 2 * style.note_letters.value).map(str::to_string));
    if notes.is_empty() {
        return Vec::new();
    }
    vec![space(width, 0.5 * style.pad.0), text(style, width, &[words(notes.join(" "), style.note_text())], None)]
}
