//! Tables: every range checked for gaps and overlaps over what the dice can really reach.

use super::about::{about, notes, say};
use super::dice;
use super::exprs::{formula, formula_opt, input_scope};
use super::names::{KnownIds, unique, unknown};
use super::reach::{Reach, reach};
use super::rule_scopes::RuleScopes;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::expr::Number;
use crate::expr::Type;
use crate::model::{About, Die, Formula, Input, Modifier, Part, Row, Scalar, Table};
use crate::source::decode::Cx;
use crate::source::values::Band;
use crate::source::{Sp, Span};
use crate::syntax::{GameFiles, InputDef, InputKind, RowDef, ScalarSpec, TableDef};

/// Checks all table files: dice and tables.
pub fn check(files: &GameFiles, vocabulary: &Vocabulary, scopes: &RuleScopes, cx: &mut Cx) -> (Vec<Die>, Vec<Table>) {
    let dice = dice::check(files, cx);
    let mut names: KnownIds<Table> = KnownIds::default();
    let mut tables = Vec::new();
    for file in &files.tables {
        for def in &file.content.tables {
            names.declare(&def.id, cx);
            tables.push(table(def, &dice, vocabulary, scopes, cx));
        }
    }
    (dice, tables)
}

/// What a table, procedure or victory condition asks for.
pub fn inputs(defs: &[InputDef], scopes: &RuleScopes, cx: &mut Cx) -> Vec<Input> {
    unique("input", defs.iter().map(|def| &def.id), cx);
    let scope = scopes.inputs();
    let mut inputs = Vec::new();
    for def in defs {
        let mut input = input(def, cx);
        let expected = match def.kind.value {
            InputKind::Number => Type::Number,
            InputKind::YesNo => Type::Bool,
            // Any text will do here; one that is not a choice is found when it is asked.
            InputKind::Choice => Type::Text,
        };
        input.from = formula_opt(def.from.as_ref(), &scope, &expected, cx);
        inputs.push(input);
    }
    inputs
}

/// Conditions are inputs that every rule can ask for; nothing answers them but the position itself.
pub fn conditions(files: &GameFiles, cx: &mut Cx) -> Vec<Input> {
    let defs: Vec<&InputDef> = files.rules.iter().flat_map(|file| &file.content.conditions).collect();
    unique("condition", defs.iter().map(|def| &def.id), cx);
    for from in defs.iter().filter_map(|def| def.from.as_ref()) {
        let message = "a condition is part of the position, so it cannot have this key";
        cx.diags.push(codes::CONFLICT.at(from.span, message).label("not for conditions"));
    }
    defs.iter().map(|def| input(def, cx)).collect()
}

fn input(def: &InputDef, cx: &mut Cx) -> Input {
    if (def.kind.value == InputKind::Choice) == def.choices.is_empty() {
        let message = "an input has `choices` if and only if its kind is `choice`";
        cx.diags.push(codes::CONFLICT.at(def.kind.span, message).label("this kind"));
    }
    let (min, max) = (def.min.as_ref().map(|n| n.value), def.max.as_ref().map(|n| n.value));
    if let (Some(low), Some(high), Some(at)) = (min, max, &def.max)
        && low > high
    {
        cx.diags.push(codes::NUMBER.at(at.span, format!("`max` {high} is less than `min` {low}")).label("here"));
    }
    for limit in [&def.min, &def.max].into_iter().flatten().filter(|_| def.kind.value != InputKind::Number) {
        cx.diags.push(
            codes::CONFLICT
                .at(limit.span, "only numbers can have `min` and `max`")
                .label("here")
                .also(def.kind.span, "its kind"),
        );
    }
    let default = def.default.as_ref().and_then(|default| {
        let fits = match (&default.value, def.kind.value) {
            (ScalarSpec::Number(number), InputKind::Number) if number.is_whole() => {
                number.to_whole().map(Scalar::Number)
            }
            (ScalarSpec::Bool(yes), InputKind::YesNo) => Some(Scalar::Bool(*yes)),
            (ScalarSpec::Text(text), InputKind::Choice) if def.choices.iter().any(|c| c.value == *text) => {
                Some(Scalar::Text(text.clone()))
            }
            _ => None,
        };
        if fits.is_none() {
            cx.diags.push(
                codes::BAD_VALUE
                    .at(default.span, "the default is not an answer to this input")
                    .label("here")
                    .also(def.kind.span, "its kind"),
            );
        }
        fits
    });
    Input {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        kind: def.kind.value,
        choices: def.choices.iter().map(|choice| choice.value.clone()).collect(),
        min,
        max,
        default,
        from: None,
        about: about(&def.meta),
    }
}

fn table(def: &TableDef, dice: &[Die], vocabulary: &Vocabulary, scopes: &RuleScopes, cx: &mut Cx) -> Table {
    let inputs = inputs(&def.inputs, scopes, cx);
    let scope = input_scope(&inputs);
    let mut compiled = Vec::new();
    let mut modifiers = Vec::new();
    for modifier in &def.modifiers {
        let add = formula(&modifier.add, &scope, &Type::Number, cx);
        let when = formula_opt(modifier.when.as_ref(), &scope, &Type::Bool, cx);
        let group = modifier.group.as_ref().map(|group| group.value.clone());
        let expr = |formula: &Option<Formula>| formula.as_ref().map(|formula| formula.expr.clone());
        compiled.push((expr(&add), expr(&when), modifier.when.is_some(), group.clone()));
        let about = about(&modifier.meta);
        modifiers.extend(add.map(|add| Modifier { add, when, text: modifier.text.value.clone(), group, about }));
    }
    let rolled = dice::rolled(def, dice, vocabulary, cx);
    let reach = reach(&rolled.totals(), &inputs, &compiled);
    let down = entry(def, def.down.as_ref(), &inputs, cx);
    let across = def.across.as_ref().and_then(|across| entry(def, Some(&across.by), &inputs, cx));
    if let (Some(across), Some(down)) = (&def.across, &down)
        && across.by.value == *down
    {
        let message = format!("the table is entered by `{down}` both down and across");
        cx.diags.push(codes::TABLE_ENTRY.at(across.by.span, message).label("across").help("write `down = \"..\"`"));
    }
    let mut columns: Vec<Band> = Vec::new();
    if let Some(across) = &def.across {
        columns = bands(across.bands.iter().map(|band| (band.value.clone(), band.span)).collect(), "column", cx);
        let spans: Vec<Span> = across.bands.iter().map(|band| band.span).collect();
        covers(&columns, &spans, &domain(&across.by, &inputs, &reach), def, across.meta.span, cx);
    }
    let shift = def.across.as_ref().and_then(|across| formula_opt(across.shift.as_ref(), &scope, &Type::Number, cx));
    let parts = parts(def, down.as_deref(), columns.len(), &inputs, &reach, cx);
    Table {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        dice: rolled.all.as_ref().map(|throw| throw.dice),
        die: rolled.all.as_ref().and_then(|throw| throw.die.clone()),
        against: rolled.all.as_ref().and_then(|throw| throw.against),
        faces: rolled.all.and_then(|throw| throw.faces),
        dice_by_side: rolled.by_side,
        side: vocabulary.side_names.opt(def.side.as_ref(), cx),
        secret: def.secret.unwrap_or(false),
        inputs,
        modifiers,
        down: down.unwrap_or_default(),
        across,
        columns,
        shift,
        by_part: def.parts.as_ref().map(|parts| parts.by.value.clone()),
        parts,
        results: def.results.0.iter().map(|(key, text)| (key.text.clone(), text.value.clone())).collect(),
        beyond: def.beyond.as_ref().map(|beyond| beyond.value),
        about: about_table(def),
    }
}

/// What is said about a table, with what is said about the way it is entered.
fn about_table(def: &TableDef) -> About {
    let entries = [
        ("across", def.across.as_ref().map(|across| &across.meta)),
        ("parts", def.parts.as_ref().map(|parts| &parts.meta)),
    ];
    let entries = || entries.iter().filter_map(|(key, meta)| Some((*key, (*meta)?)));
    let mut about = about(&def.meta);
    for (key, meta) in entries() {
        say(&mut about, key, meta.source());
        for part in &meta.keys {
            let source = meta.source_of(&part.text).filter(|source| Some(*source) != meta.source());
            say(&mut about, &format!("{key}.{}", part.text), source);
        }
    }
    about.note =
        notes(std::iter::once(def.meta.note.as_deref()).chain(entries().map(|(_, meta)| meta.note.as_deref())));
    about
}

/// What a table is entered by: its dice, or a number it asks for.
fn entry(def: &TableDef, by: Option<&Sp<String>>, inputs: &[Input], cx: &mut Cx) -> Option<String> {
    let numbers = || inputs.iter().filter(|input| input.kind == InputKind::Number).map(|input| input.id.as_str());
    match by {
        None if def.dice.is_some() => Some("roll".to_string()),
        None => match numbers().collect::<Vec<_>>().as_slice() {
            [only] => Some((*only).to_string()),
            _ => {
                let message = format!("the table `{}` has no dice and does not say what it is entered by", def.id.0);
                cx.diags.push(
                    codes::TABLE_ENTRY.at(def.id.span, message).label("this table").help("write `dice` or `down`"),
                );
                None
            }
        },
        Some(name) if name.value == "roll" => {
            if def.dice.is_none() {
                cx.diags
                    .push(codes::TABLE_ENTRY.at(name.span, "the table has no dice to roll").label("entered by what?"));
            }
            Some("roll".to_string())
        }
        Some(name) => {
            if let Some(input) = inputs.iter().find(|input| input.id == name.value) {
                if input.kind != InputKind::Number {
                    let message = format!("a table is entered by a number, but `{}` is not a number", input.id);
                    cx.diags.push(codes::TABLE_ENTRY.at(name.span, message).label("not a number"));
                }
                return Some(name.value.clone());
            }
            unknown("input", name, numbers().chain(["roll"]), cx);
            None
        }
    }
}

/// The numbers a table can be entered with.
fn domain(by: &str, inputs: &[Input], reach: &Reach) -> Reach {
    match inputs.iter().find(|input| input.id == by) {
        Some(input) => Reach::between(input.min, input.max),
        None => reach.clone(),
    }
}

/// Bands in order, odds closed at the next band. Reports overlaps and gaps between them.
fn bands(mut given: Vec<(Band, Span)>, what: &str, cx: &mut Cx) -> Vec<Band> {
    let mut order: Vec<usize> = (0..given.len()).collect();
    order.sort_by_key(|n| (given[*n].0.from.is_some(), given[*n].0.from));
    for pair in order.windows(2) {
        let (low, high) = (pair[0], pair[1]);
        let next = given[high].0.from;
        if given[low].0.odds && given[low].0.to.is_none() && !given[low].0.text.ends_with('+') {
            given[low].0.to = next;
            given[low].0.below = true;
        }
        let (from, to) = (&given[low].0, &given[high].0);
        let overlap = match (from.to, to.from) {
            (Some(end), Some(start)) if from.below => start < end,
            (Some(end), Some(start)) => start <= end,
            _ => true,
        };
        if overlap {
            let message = format!("the {what}s `{}` and `{}` overlap", from.text, to.text);
            cx.diags.push(codes::TABLE_OVERLAP.at(given[high].1, message).label("this").also(given[low].1, "and this"));
            continue;
        }
        let (Some(end), Some(start)) = (from.to, to.from) else { continue };
        let joined = if from.below { start == end } else { start == end + Number::ONE && start.is_whole() };
        if !joined {
            let message = format!("no {what} covers {}", uncovered(from, to, end, start));
            let diag = codes::TABLE_GAP.at(given[high].1, message).label("the next one starts here");
            cx.diags.push(diag.also(given[low].1, "this one ends before"));
        }
    }
    given.into_iter().map(|(band, _)| band).collect()
}

/// The numbers between two bands: `4`, `4 to 6`, or those between odds.
fn uncovered(low: &Band, high: &Band, end: Number, start: Number) -> String {
    if low.below || !end.is_whole() || !start.is_whole() {
        return format!("the numbers between `{}` and `{}`", low.text, high.text);
    }
    let (first, last) = (end + Number::ONE, start - Number::ONE);
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// Reports numbers beyond the bands, and bands that no number reaches.
fn covers(bands: &[Band], spans: &[Span], domain: &Reach, def: &TableDef, whole: Span, cx: &mut Cx) {
    let (Some(first), Some(last)) =
        (bands.iter().min_by_key(|b| (b.from.is_some(), b.from)), bands.iter().max_by_key(|b| (b.to.is_none(), b.to)))
    else {
        return;
    };
    if def.beyond.is_none() {
        let below = first.from.is_some_and(|from| domain.lowest.is_none_or(|low| Number::from(low) < from));
        let above = last.to.is_some_and(|to| domain.highest.is_none_or(|high| Number::from(high) > to));
        for (wrong, reached, end, open) in [
            (
                below,
                domain.lowest,
                first,
                format!("{}-", first.to.or(first.from).map_or_else(String::new, |n| n.to_string())),
            ),
            (
                above,
                domain.highest,
                last,
                format!("{}+", last.from.or(last.to).map_or_else(String::new, |n| n.to_string())),
            ),
        ] {
            if wrong {
                let reached = reached.map_or_else(|| "any number".to_string(), |n| n.to_string());
                let message = format!("the table `{}` can be entered with {reached}, beyond `{}`", def.id.0, end.text);
                let help = format!("write `{open}` for an open end, or `beyond = \"nearest\"`");
                cx.diags.push(codes::TABLE_GAP.at(whole, message).label("these do not reach that far").help(help));
            }
        }
    }
    for (band, span) in bands.iter().zip(spans) {
        if !domain.meets(band) {
            let message = format!("no total reaches `{}` of the table `{}`", band.text, def.id.0);
            cx.diags.push(codes::DEAD_ROW.at(*span, message).label("never reached"));
        }
    }
}

fn parts(
    def: &TableDef,
    down: Option<&str>,
    columns: usize,
    inputs: &[Input],
    reach: &Reach,
    cx: &mut Cx,
) -> Vec<Part> {
    match (&def.parts, def.part.is_empty(), def.rows.is_empty()) {
        (None, true, false) => vec![Part {
            band: None,
            rows: rows(def, &def.rows, def.meta.span, down, columns, inputs, reach, cx),
            about: About::default(),
        }],
        (Some(by), false, true) => {
            entry(def, Some(&by.by), inputs, cx);
            let given = def.part.iter().map(|part| (part.band.value.clone(), part.band.span)).collect();
            let bands = bands(given, "part", cx);
            let spans: Vec<Span> = def.part.iter().map(|part| part.band.span).collect();
            covers(&bands, &spans, &domain(&by.by, inputs, reach), def, by.meta.span, cx);
            let part = |(part, band): (&crate::syntax::PartDef, Band)| Part {
                band: Some(band),
                rows: rows(def, &part.rows, part.meta.span, down, columns, inputs, reach, cx),
                about: about(&part.meta),
            };
            def.part.iter().zip(bands).map(part).collect()
        }
        _ => {
            let message = format!("the table `{}` needs either `row`, or `parts` and `part`", def.id.0);
            cx.diags.push(codes::CONFLICT.at(def.id.span, message).label("this table"));
            Vec::new()
        }
    }
}

#[allow(clippy::too_many_arguments)]
fn rows(
    def: &TableDef,
    rows: &[RowDef],
    whole: Span,
    down: Option<&str>,
    columns: usize,
    inputs: &[Input],
    reach: &Reach,
    cx: &mut Cx,
) -> Vec<Row> {
    let given = rows.iter().map(|row| (row.on.value.clone(), row.on.span)).collect();
    let bands = bands(given, "row", cx);
    let spans: Vec<Span> = rows.iter().map(|row| row.on.span).collect();
    if let Some(down) = down {
        covers(&bands, &spans, &domain(down, inputs, reach), def, whole, cx);
    }
    rows.iter().zip(bands).map(|(row, on)| self::row(def, row, on, columns, cx)).collect()
}

fn row(def: &TableDef, row: &RowDef, on: Band, columns: usize, cx: &mut Cx) -> Row {
    if row.cells.len() != columns {
        let span = row.cells.first().map_or(row.on.span, |cell| cell.span);
        let message =
            format!("the row `{}` has {} cells, but the table has {columns} columns", row.on.text, row.cells.len());
        cx.diags.push(codes::TABLE_SHAPE.at(span, message).label("this row"));
    }
    if columns == 0 && row.result.is_none() && row.text.is_none() {
        let message = format!("the row `{}` is empty: it needs `result` or `text`", row.on.text);
        cx.diags.push(codes::TABLE_SHAPE.at(row.on.span, message).label("this row"));
    }
    if !def.results.0.is_empty() {
        for name in row.result.iter().chain(&row.cells) {
            if !def.results.0.iter().any(|(key, _)| key.text == name.value) {
                let message = format!("`{}` is not one of the table's results", name.value);
                let diag = codes::RESULT.at(name.span, message).label("no such result");
                cx.diags.push(diag.suggest(name, def.results.0.iter().map(|(key, _)| key.text.as_str())));
            }
        }
    }
    Row {
        on,
        result: row.result.as_ref().map(|result| result.value.clone()),
        text: row.text.as_ref().map(|text| text.value.clone()),
        cells: row.cells.iter().map(|cell| cell.value.clone()).collect(),
        about: about(&row.meta),
    }
}
