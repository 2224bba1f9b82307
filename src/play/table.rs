//! Looking a result up: dice, modifiers, row, column, part.

use super::{ChainLink, holds, number};
use crate::expr::{Number, Value, Values};
use crate::model::{Modifier, Row, Table, Throw};
use crate::source::values::Band;
use crate::syntax::Beyond;

/// What a table gave.
#[derive(Debug, Clone)]
pub struct Looked<'m> {
    /// The modifiers that applied.
    pub chain: Vec<ChainLink>,
    /// Their sum.
    pub modifier: Number,
    /// Roll and modifiers.
    pub total: Number,
    /// The row; none if the total is beyond all rows and nothing happens.
    pub row: Option<&'m Row>,
    /// The cell, if the table has columns.
    pub cell: Option<&'m str>,
}

/// Looks a table up.
///
/// # Errors
/// Why there is no result: no such row, or an answer is missing.
pub fn look_up<'m>(table: &'m Table, roll: Option<i64>, answers: &Values) -> Result<Looked<'m>, String> {
    let chain = modifiers(&table.modifiers, answers)?;
    let modifier = chain.iter().fold(Number::ZERO, |sum, link| sum + link.adds);
    let throws = table.throws();
    let words = || throws.iter().map(Throw::words).collect::<Vec<_>>().join(" or ");
    let total = match (roll, table.rolls()) {
        (Some(roll), true) if !throws.iter().any(|throw| throw.totals().contains(&roll)) => {
            return Err(format!("{} cannot come to {roll}", words()));
        }
        (Some(roll), true) => Number::new(roll, 1) + modifier,
        (None, false) => modifier,
        (Some(_), false) => return Err(format!("the table `{}` has no dice", table.id)),
        (None, true) => return Err(format!("the table `{}` needs a roll of {}", table.id, words())),
    };
    let entered = |by: &str| -> Result<Number, String> {
        match (by, answers.get(by)) {
            ("roll", _) => Ok(total),
            (_, Some(Value::Number(number))) => {
                Ok(if !table.rolls() && by == table.down { *number + modifier } else { *number })
            }
            _ => Err(format!("`{by}` has no number")),
        }
    };
    let part = match &table.by_part {
        Some(by) => {
            let bands = table.parts.iter().map(|part| part.band.as_ref());
            find_band(bands, entered(by)?, table.beyond).and_then(|n| table.parts.get(n))
        }
        None => table.parts.first(),
    };
    let Some(part) = part else { return Err(format!("no part of the table `{}` fits", table.id)) };
    let down = entered(&table.down)?;
    let bands = part.rows.iter().map(|row| Some(&row.on));
    let row = find_band(bands, down, table.beyond).and_then(|n| part.rows.get(n));
    if row.is_none() && table.beyond != Some(Beyond::Nothing) {
        return Err(format!("the table `{}` has no row for {down}", table.id));
    }
    let cell = match (&table.across, row) {
        (Some(by), Some(row)) => {
            let number = entered(by)?;
            let found = find_band(table.columns.iter().map(Some), number, table.beyond);
            let column = found.ok_or_else(|| format!("the table `{}` has no column for {number}", table.id))?;
            let shift = table.shift.as_ref().map_or(Ok(Number::ZERO), |shift| super::number(shift, answers))?;
            let last = i64::try_from(row.cells.len()).unwrap_or(1) - 1;
            let shifted = i64::try_from(column).unwrap_or(0) + shift.floor().to_whole().unwrap_or(0);
            row.cells.get(usize::try_from(shifted.clamp(0, last.max(0))).unwrap_or(0)).map(String::as_str)
        }
        _ => None,
    };
    Ok(Looked { chain, modifier, total: if table.rolls() { total } else { down }, row, cell })
}

/// The modifiers that apply; of one group only the strongest.
fn modifiers(modifiers: &[Modifier], answers: &Values) -> Result<Vec<ChainLink>, String> {
    let mut chain: Vec<(Option<&str>, ChainLink)> = Vec::new();
    for modifier in modifiers {
        if let Some(when) = &modifier.when
            && !holds(when, answers)?
        {
            continue;
        }
        let adds = number(&modifier.add, answers)?;
        if adds == Number::ZERO {
            continue;
        }
        strongest(
            &mut chain,
            modifier.group.as_deref(),
            ChainLink { id: String::new(), text: modifier.text.clone(), adds },
        );
    }
    Ok(chain.into_iter().map(|(_, link)| link).collect())
}

/// Adds a link; of one group only the strongest stays.
fn strongest<'a>(chain: &mut Vec<(Option<&'a str>, ChainLink)>, group: Option<&'a str>, link: ChainLink) {
    let rival = chain.iter_mut().find(|(other, _)| group.is_some() && *other == group);
    match rival {
        Some((_, rival)) if rival.adds.abs() >= link.adds.abs() => {}
        Some((_, rival)) => *rival = link,
        None => chain.push((group, link)),
    }
}

fn contains(band: &Band, number: Number) -> bool {
    band.from.is_none_or(|from| number >= from)
        && band.to.is_none_or(|to| if band.below { number < to } else { number <= to })
}

/// The row, column or part for a number: the one that contains it, or the nearest if the table says so.
pub fn find_band<'b>(
    bands: impl Iterator<Item = Option<&'b Band>> + Clone,
    number: Number,
    beyond: Option<Beyond>,
) -> Option<usize> {
    let fitting = bands.clone().position(|band| band.is_some_and(|band| contains(band, number)));
    if fitting.is_some() || beyond != Some(Beyond::Nearest) {
        return fitting;
    }
    let distance = |band: &Band| {
        let below = band.from.filter(|from| number < *from).map(|from| from - number);
        let above = band.to.filter(|to| number >= *to).map(|to| number - to);
        below.or(above)
    };
    let distances = bands.enumerate().filter_map(|(n, band)| Some((distance(band?)?, n)));
    distances.min_by(|a, b| a.0.cmp(&b.0)).map(|(_, n)| n)
}
