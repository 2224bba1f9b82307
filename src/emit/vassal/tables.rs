//! Buttons of a VASSAL module that roll on tables, look them up and work out procedures.
//!
//! A button asks its questions one by one, each answer going into a global property; then it sets
//! properties that follow from the answers; then it reports one sentence. What it sets and reports
//! are BeanShell expressions made here; they agree with [`look_up`](crate::play::look_up) and
//! [`compute`](crate::play::compute). The dice of a button that rolls are VASSAL's own: a report sees
//! them as `result1`, `result2`, .. and `numericalTotal`, which it has to name plainly, as
//! `GetProperty` sees global properties only.
//!
//! BeanShell's parser takes twice as long for every level of brackets within brackets: twelve levels
//! take seconds. That is why sums are worked out into properties of their own, and why the code
//! here spares brackets.

mod asks;
mod chain;
mod lookup;
mod phrase;
mod procedure;
mod report;
mod sum;

#[cfg(test)]
mod tests;

use crate::expr::{Form, JavaCode, Unsupported, to_code};
use crate::model::{Formula, Model, SideThrow, Table};
use crate::source::values::Band;
use crate::syntax::InputKind;
use asks::Asks;
use lookup::EnteredBy;
use std::collections::BTreeSet;
use sum::{Added, Addend, written};

/// What BeanShell may have to do to parse an expression: its characters, each counted twice as often
/// for every bracket around it. This much takes about a second; where it is exceeded, the sum of the
/// modifiers is asked for instead.
const HEAVIEST: u64 = 200_000;

/// A button that asks, perhaps rolls, and reports.
#[derive(Debug, Clone)]
pub struct TableButton {
    /// Unique among the buttons of a game; names of properties start with it.
    pub id: String,
    /// What the button is called.
    pub name: String,
    /// How many dice of how many sides are rolled, unsorted and all kept; nothing if none are.
    pub dice: Option<(u32, u32)>,
    /// Whether only the player who presses it sees what comes of it: the report itself rolls and shows it.
    pub secret: bool,
    /// What is asked, in order.
    pub asks: Vec<Question>,
    /// What is worked out after the asking and before the dice, in order.
    pub works: Vec<WorkedProperty>,
    /// The format of the report, braces and all.
    pub report: String,
    /// What is added up on the way, for all to see.
    pub totals: Vec<Total>,
}

/// A sum that a player sees while it is added up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// What it is called.
    pub name: String,
    /// The global property that holds it.
    pub property: String,
}

/// A question of a button.
#[derive(Debug, Clone)]
pub struct Question {
    /// The global property that holds the answer.
    pub property: String,
    /// The question.
    pub question: String,
    /// What is worked out from the answer, if the button works out several things.
    pub part: String,
    /// What can be answered.
    pub answer: Answer,
    /// The answer before anyone has answered.
    pub default: String,
    /// What answers it from the position, if the game says it.
    pub from: Option<Formula>,
    /// The ids of what can be answered, in the order of a list; none of other answers.
    pub choices: Vec<String>,
}

/// A global property that is set to the value of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkedProperty {
    /// The global property.
    pub property: String,
    /// The expression, braces and all.
    pub expression: String,
    /// Whether it throws a die.
    pub dice: bool,
}

/// What can be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// One of these.
    List(Vec<String>),
    /// A whole number.
    Number {
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// A number such as `3`, `1.5`, `3:2` or `3/2`: the property is not numeric for VASSAL.
    Ratio,
}

impl TableButton {
    /// The global properties the button needs.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        let asked = self.asks.iter().map(|ask| ask.property.as_str());
        asked.chain(self.works.iter().map(|work| work.property.as_str()))
    }

    fn is_light(&self) -> bool {
        self.works.iter().map(|work| &work.expression).chain([&self.report]).all(|code| weight(code) <= HEAVIEST)
    }
}

/// The buttons of a game: one for each table, one for each operation that computes several things one from another, and
/// one for each procedure that can be asked for.
pub fn buttons(model: &Model) -> Vec<TableButton> {
    let tables = model.tables.iter().flat_map(|table| table_buttons(model, table));
    let chains: Vec<TableButton> =
        model.rules.operations.iter().filter_map(|operation| chain::button(model, operation)).collect();
    let procedures = model.rules.procedures.iter().filter_map(|procedure| procedure_button(model, procedure));
    tables.chain(chains).chain(procedures).collect()
}

pub use procedure::procedure_button;
pub use report::face_name;

/// What an expression costs to parse. See [`HEAVIEST`].
fn weight(code: &str) -> u64 {
    let (mut weight, mut depth, mut quoted, mut escaped) = (0u64, 0u32, false, false);
    for character in code.chars() {
        match character {
            '"' if !escaped => {
                quoted = !quoted;
                weight = weight.saturating_add(1 << depth.min(40));
            }
            _ if quoted => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => weight = weight.saturating_add(1 << depth.min(40)),
        }
        escaped = quoted && character == '\\' && !escaped;
    }
    weight
}

/// The buttons of a table: one, or one for each side that has dice of its own.
fn table_buttons(model: &Model, table: &Table) -> Vec<TableButton> {
    if table.dice_by_side.is_empty() {
        return vec![table_button(model, table)];
    }
    let own = |own: &SideThrow| {
        let side = model.sides.get(own.side.index).map_or(&*own.side.id, |side| side.name.as_str());
        let (id, name) = (format!("{}.{}", table.id, own.side.id), format!("{}: {side}", table.name));
        table_button(model, &Table { id, name, ..table.of_side(own) })
    };
    table.dice_by_side.iter().map(own).collect()
}

/// The button of a table.
pub fn table_button(model: &Model, table: &Table) -> TableButton {
    let asks = Asks::new(model, &button_id(table));
    let by_formulas = by_formulas(asks, table).ok().map(|worked| report::button(table, worked));
    let fitting = by_formulas.filter(TableButton::is_light);
    fitting.unwrap_or_else(|| report::button(table, by_hand(model, table)))
}

/// Properties beside those of the inputs; ids of inputs cannot have a colon.
const SUM: &str = ":modifiers";
const SHIFT: &str = ":shift";
const AGAINST: &str = ":against";

fn button_id(table: &Table) -> String {
    format!("table.{}", table.id)
}

/// What a table needs to know before it is looked up.
struct Worked<'m> {
    asks: Asks<'m>,
    entries: Vec<(String, EnteredBy)>,
    added: Vec<Added>,
    /// The sum of what is added.
    sum: Option<JavaCode>,
    /// A whole number of columns.
    shift: Option<JavaCode>,
}

/// Modifiers and shift as the game writes them.
fn by_formulas<'m>(mut asks: Asks<'m>, table: &Table) -> Result<Worked<'m>, Unsupported> {
    let mentioned: BTreeSet<&str> = formulas(table).flat_map(mentions).collect();
    let entries = ask(&mut asks, table, &mentioned);
    let addends: Vec<Addend<'_>> = table
        .modifiers
        .iter()
        .map(|modifier| Addend {
            value: &modifier.add,
            when: modifier.when.as_ref(),
            text: &modifier.text,
            group: modifier.group.as_deref(),
        })
        .collect();
    let added: Vec<Added> = written(&addends, false, &asks.codes)?.into_iter().flatten().collect();
    let shift = table.shift.as_ref().map(|shift| to_code(&shift.expr, &asks.codes)).transpose()?;
    let name = asks.of_part("Sum of the modifiers");
    let sum = sum::sum(&added).map(|sum| asks.work_out_total(SUM, &name, &sum));
    let shift = shift.map(|shift| {
        let whole = JavaCode::new(Form::Whole, lookup::whole(&shift));
        asks.work_out_total(SHIFT, "Columns to the right; negative: left", &whole)
    });
    Ok(Worked { asks, entries, added, sum, shift })
}

/// The players work modifiers and shift out themselves.
fn by_hand<'m>(model: &'m Model, table: &Table) -> Worked<'m> {
    let mut asks = Asks::new(model, &button_id(table));
    let entries = ask(&mut asks, table, &BTreeSet::new());
    let mut added = Vec::new();
    if !table.modifiers.is_empty() {
        let value = asks.ask_number(SUM, "Sum of the modifiers");
        added.push(Added::always(value, "modifiers"));
    }
    let shift = table.shift.as_ref().map(|_| asks.ask_number(SHIFT, "Columns to the right; negative: left"));
    let sum = sum::sum(&added);
    Worked { asks, entries, added, sum, shift }
}

fn formulas(table: &Table) -> impl Iterator<Item = &Formula> {
    let modifiers = table.modifiers.iter().flat_map(|modifier| modifier.when.iter().chain([&modifier.add]));
    modifiers.chain(&table.shift)
}

fn mentions(formula: &Formula) -> impl Iterator<Item = &str> {
    formula.expr.names().into_iter().map(|mention| mention.name)
}

/// Asks for everything that is mentioned or entered by, in the order of the table.
fn ask(asks: &mut Asks<'_>, table: &Table, mentioned: &BTreeSet<&str>) -> Vec<(String, EnteredBy)> {
    let mut entries = Vec::new();
    for input in &table.inputs {
        let lists = entered_bands(table, &input.id);
        let ratio = lists.iter().flatten().any(|band| is_ratio(band));
        let added_to = !table.rolls() && table.down == input.id && !table.modifiers.is_empty();
        let plain = mentioned.contains(input.id.as_str()) || added_to;
        match lists.as_slice() {
            [] if !plain => {}
            [bands] if ratio && !plain && input.kind == InputKind::Number && !asks.knows(input) => {
                let (property, texts) = asks.ask_band(input, bands);
                entries.push((input.id.clone(), EnteredBy::OneOf(property, texts)));
            }
            _ => {
                asks.ask(input, ratio);
                if let Some(code) = asks.codes.get(&input.id).filter(|_| !lists.is_empty()) {
                    entries.push((input.id.clone(), EnteredBy::Number(code.clone())));
                }
            }
        }
    }
    entries
}

/// The lists of bands that an input is held against.
fn entered_bands<'t>(table: &'t Table, input: &str) -> Vec<Vec<&'t Band>> {
    let mut lists = Vec::new();
    if input == "roll" {
        return lists;
    }
    if table.down == input {
        lists.extend(table.parts.iter().map(|part| part.rows.iter().map(|row| &row.on).collect()));
    }
    if table.across.as_deref() == Some(input) {
        lists.push(table.columns.iter().collect());
    }
    if table.by_part.as_deref() == Some(input) {
        lists.push(table.parts.iter().filter_map(|part| part.band.as_ref()).collect());
    }
    lists
}

/// Whether a band is odds, or ends between whole numbers.
fn is_ratio(band: &Band) -> bool {
    band.odds || [band.from, band.to].into_iter().flatten().any(|end| !end.is_whole())
}

impl TableButton {
    /// Whether it has a sheet: one question is asked more quickly, and what is secret is not for a window.
    pub fn has_sheet(&self) -> bool {
        let several = self.asks.len() > 1 || self.asks.iter().any(|ask| ask.from.is_some());
        !self.secret && !self.asks.is_empty() && (several || self.id.starts_with("operation."))
    }
}
