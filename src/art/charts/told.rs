//! Steps of operations in plain words: what a player does first, second, third.

use super::wording;
use crate::expr::{Binary, Expr, ExprKind, Function, Gather, Number, in_words};
use crate::model::{Does, Formula, Model, Operation, OperationStep, Scalar};
use crate::syntax::{Pool, ValueOf};
use std::collections::BTreeMap;

/// A line of a procedure, and those below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// What is done.
    pub words: String,
    /// What is done within it.
    pub inner: Vec<Instruction>,
}

/// An operation as lines. What only an engine keeps in mind is left out.
pub fn lines(model: &Model, operation: &Operation) -> Vec<Instruction> {
    let mut values = BTreeMap::new();
    name_values(&operation.steps, &mut values);
    Teller { model, values }.all(&operation.steps)
}

/// Whether cards are chosen and then discarded.
fn plays(step: &OperationStep, next: &OperationStep) -> bool {
    let own = step.text.is_none() && next.text.is_none();
    matches!((&step.does, &next.does), (Does::Choose { id, .. }, Does::Discard { cards }) if own && id == cards)
}

/// What players call the values of an operation.
fn name_values(steps: &[OperationStep], values: &mut BTreeMap<String, String>) {
    for step in steps {
        let inner: &[&Vec<OperationStep>] = match &step.does {
            Does::If { then, otherwise, .. } => &[then, otherwise],
            Does::Each { steps, .. } | Does::Repeat { steps, .. } | Does::Walk { steps, .. } => &[steps],
            Does::Retreat { otherwise, .. } | Does::Advance { otherwise, .. } | Does::Arrive { otherwise, .. } => {
                &[otherwise]
            }
            Does::Choose { id, of: ValueOf::YesNo, name, .. } => {
                values.insert(id.clone(), format!("\u{201c}{name}\u{201d}"));
                &[]
            }
            _ => &[],
        };
        inner.iter().for_each(|steps| name_values(steps, values));
    }
}

struct Teller<'m> {
    model: &'m Model,
    /// Names of values that are not their ids.
    values: BTreeMap<String, String>,
}

impl Teller<'_> {
    fn all(&self, steps: &[OperationStep]) -> Vec<Instruction> {
        let mut lines = Vec::new();
        let mut rest = steps.iter().peekable();
        while let Some(step) = rest.next() {
            // Cards that are chosen and discarded at once are played.
            let played = rest.next_if(|next| plays(step, next)).is_some();
            lines.extend(if played {
                vec![Instruction { words: self.played(step), inner: Vec::new() }]
            } else {
                self.step(step)
            });
        }
        lines
    }

    /// `The German player plays: Rubble (up to 3).`
    fn played(&self, step: &OperationStep) -> String {
        let Does::Choose { name, by, .. } = &step.does else { return String::new() };
        let own = name.strip_prefix("Play ").unwrap_or(name);
        let range = self.choice(&step.does);
        let range = range.split_once(&format!(": {name}")).map_or(".", |(_, range)| range);
        format!("{}: {own}{range}", self.doer(by.as_ref(), "Play", "plays"))
    }

    /// A step in the author's words or in derived ones. Words of the author that end with a colon lead to the steps
    /// inside; others stand for these, too.
    fn step(&self, step: &OperationStep) -> Vec<Instruction> {
        if let Some(words) = step.text.as_ref().filter(|words| !words.ends_with(':')) {
            return vec![Instruction { words: words.clone(), inner: Vec::new() }];
        }
        let mut lines = match self.derived(&step.does) {
            (Some(words), inner) => vec![Instruction { words, inner }],
            (None, inner) => inner,
        };
        if let (Some(words), Some(first)) = (&step.text, lines.first_mut()) {
            first.words.clone_from(words);
        }
        lines
    }

    /// The words for a step, if players need any, and the lines within it.
    fn derived(&self, does: &Does) -> (Option<String>, Vec<Instruction>) {
        let value = |name: &String| self.value(name);
        let said = match does {
            Does::Choose { .. } => self.choice(does),
            Does::Let { id, value: Some(value), .. } => format!("{}: {}.", wording::title(id), self.amount(value)),
            Does::Compute { procedure, .. } => {
                let own = self.model.rules.procedures.iter().find(|own| own.id == *procedure);
                format!("Work out: {}.", own.map_or(procedure.as_str(), |own| own.name.as_str()))
            }
            Does::Roll { dice, by, .. } => format!("{} {dice}.", self.doer(by.as_ref(), "Roll", "rolls")),
            Does::LookUp { table, .. } => {
                let name = self.model.tables.get(table.index).map_or(&*table.id, |table| table.name.as_str());
                format!("Look up: {name}.")
            }
            Does::If { .. }
            | Does::Each { .. }
            | Does::Repeat { .. }
            | Does::Walk { .. }
            | Does::Retreat { .. }
            | Does::Advance { .. }
            | Does::Arrive { .. } => {
                return self.nested(does);
            }
            Does::Assign { unit, to } => format!("Put {} beside {}.", value(unit), value(to)),
            Does::Strength { units, value: number } => {
                format!("Strength of {}: {}.", value(units), self.amount(number))
            }
            Does::Judge { .. } => "See who has won.".to_string(),
            Does::Stop => "Stop repeating.".to_string(),
            Does::Losses { losses, units, points, by, .. } => {
                let rule = self.model.rules.losses.iter().find(|own| own.id == *losses);
                let rule = rule.map_or(losses.as_str(), |own| own.name.as_str());
                let chosen = by.as_ref().map(|by| format!(", chosen by {}", self.side(by))).unwrap_or_default();
                format!("Losses of {}: {} by \u{201c}{rule}\u{201d}{chosen}.", value(units), self.amount(points))
            }
            Does::Move { units, markers, to, state, .. } => {
                let state = state.as_ref().map(|state| format!(", {state}")).unwrap_or_default();
                let what = units.as_ref().or(markers.as_ref()).map(value).unwrap_or_default();
                format!("Put {what} into {}{state}.", value(to))
            }
            Does::Remove { units, pool } => {
                let what = match pool {
                    Pool::Eliminated => "Eliminate",
                    Pool::Withdrawn => "Out of the game:",
                    Pool::Waiting => "Back among those to come:",
                };
                format!("{what} {}.", value(units))
            }
            Does::Flip { units, markers, state, .. } => {
                let what = units.as_ref().or(markers.as_ref()).map(value).unwrap_or_default();
                format!("Turn {what} to {}.", state.replace('-', " "))
            }
            Does::Put { marker, at, units, side } => {
                let whose = side.as_ref().map(|side| format!(" of {}", self.side(side))).unwrap_or_default();
                let on = units.as_ref().map(|units| format!("on {}", value(units)));
                let place = on.or_else(|| at.as_ref().map(|at| format!("in {}", value(at)))).unwrap_or_default();
                format!("Place {}{whose} {place}.", self.marker(marker.index))
            }
            Does::Take { marker, at, units, side } => {
                let whose = side.as_ref().map(|side| format!(" of {}", self.side(side))).unwrap_or_default();
                let from = units.as_ref().map(|units| format!("from {}", value(units)));
                let place = from.or_else(|| at.as_ref().map(|at| format!("in {}", value(at))));
                let place = place.unwrap_or_else(|| "everywhere".to_string());
                format!("Take up {}{whose} {place}.", self.marker(marker.index))
            }
            Does::Control { at, side } => format!("{} passes to {}.", capital(&value(at)), self.side(side)),
            Does::Set { condition, value } => match self.set(condition, value) {
                Some(said) => said,
                None => return (None, Vec::new()),
            },
            Does::Draw { deck, value } => {
                let name = self.model.decks.get(deck.index).map_or(&*deck.id, |deck| deck.name.as_str());
                format!("Draw from {name}: {}.", self.amount(value))
            }
            Does::Discard { cards } => format!("Discard {}.", value(cards)),
            Does::Follow { operation, side, .. } => {
                let own = self.model.rules.operations.iter().find(|own| own.id == *operation);
                let name = own.map_or(operation.as_str(), |own| own.name.as_str());
                let who = side.as_ref().map(|side| format!(" ({})", self.side(side))).unwrap_or_default();
                format!("Then \u{201c}{name}\u{201d}{who}.")
            }
            Does::Give { value: None } => "It ends here.".to_string(),
            Does::Give { value: Some(value) } => format!("It ends: {}.", self.words(&value.expr)),
            Does::Win { side, .. } => format!("{} wins.", capital(&self.side(side))),
            // Names that engines give, and what they remember.
            Does::Let { .. } | Does::Gather { .. } | Does::Record { .. } | Does::Forget { .. } => {
                return (None, Vec::new());
            }
        };
        (Some(said), Vec::new())
    }

    /// Steps with steps inside.
    fn nested(&self, does: &Does) -> (Option<String>, Vec<Instruction>) {
        match does {
            Does::If { when, then, otherwise } => {
                let (then, mut otherwise) = (self.all(then), self.all(otherwise));
                if then.is_empty() {
                    let unless = Instruction { words: format!("Unless {}:", self.words(&when.expr)), inner: otherwise };
                    return (None, Some(unless).filter(|line| !line.inner.is_empty()).into_iter().collect());
                }
                let mut lines = vec![Instruction { words: format!("If {}:", self.words(&when.expr)), inner: then }];
                if !otherwise.is_empty() {
                    lines.push(Instruction { words: "Otherwise:".to_string(), inner: std::mem::take(&mut otherwise) });
                }
                (None, lines)
            }
            Does::Each { among, steps, .. } => {
                let inner = self.all(steps);
                let words = format!("For each of {}:", self.value(among));
                (Some(words).filter(|_| !inner.is_empty()), inner)
            }
            Does::Repeat { when, steps, .. } => {
                let inner = self.all(steps);
                let words = match &when.expr.kind {
                    ExprKind::Bool(true) => "Again and again:".to_string(),
                    _ => format!("Again and again, while {}:", self.words(&when.expr)),
                };
                (Some(words).filter(|_| !inner.is_empty()), inner)
            }
            Does::Walk { units, most, steps, .. } => {
                let inner = self.all(steps);
                let far = most.as_ref().map(|most| format!(", at most {}", self.amount(most))).unwrap_or_default();
                let after = if inner.is_empty() { "." } else { "; after each place:" };
                (Some(format!("Move {} from place to place{far}{after}", self.value(units))), inner)
            }
            Does::Arrive { unit, otherwise, .. } => {
                let inner = self.all(otherwise);
                let end = if inner.is_empty() { "." } else { "; if it cannot:" };
                (Some(format!("Bring {} into play{end}", self.value(unit))), inner)
            }
            Does::Retreat { retreat, unit, otherwise, .. }
            | Does::Advance { advance: retreat, unit, otherwise, .. } => {
                let inner = self.all(otherwise);
                let rule = self.model.rules.retreats.iter().chain(&self.model.rules.advances);
                let rule = rule.into_iter().find(|own| own.id == *retreat);
                let rule = rule.map_or(retreat.as_str(), |own| own.name.as_str());
                let end = if inner.is_empty() { "." } else { "; if it cannot:" };
                (Some(format!("Move {} by \u{201c}{rule}\u{201d}{end}", self.value(unit))), inner)
            }
            _ => (None, Vec::new()),
        }
    }

    /// `Choose: Units that move (1 to 10).`
    fn choice(&self, does: &Does) -> String {
        let Does::Choose { name, of, least, most, options, by, .. } = does else { return String::new() };
        let whole = |formula: &Option<Formula>| formula.as_ref().map(|formula| self.amount(formula));
        let range = match (whole(least), whole(most)) {
            (None, None) => String::new(),
            (Some(least), Some(most)) if least == "0" => format!(" (up to {most})"),
            (Some(least), Some(most)) if least == most => format!(" ({least})"),
            (Some(least), Some(most)) => format!(" ({least} to {most})"),
            (Some(least), None) => format!(" (at least {least})"),
            (None, Some(most)) => format!(" (at most {most})"),
        };
        let options = if options.is_empty() {
            String::new()
        } else {
            format!(" ({})", options.iter().map(|option| option.replace('-', " ")).collect::<Vec<_>>().join(" or "))
        };
        let verb = match (of, self.doer(by.as_ref(), "", "")) {
            (ValueOf::YesNo, who) if who.is_empty() => "Decide".to_string(),
            (ValueOf::YesNo, who) => format!("{who} decides"),
            (_, who) if who.is_empty() => "Choose".to_string(),
            (_, who) => format!("{who} chooses"),
        };
        format!("{verb}: {name}{range}{options}.")
    }

    /// Who does something: nobody is named if it is the side that acts.
    fn doer(&self, by: Option<&Formula>, own: &str, other: &str) -> String {
        match by.map(|by| self.side(by)) {
            None => own.to_string(),
            Some(side) => format!("{} {other}", capital(&side)).trim().to_string(),
        }
    }

    /// A condition that is set to something else than what it begins with.
    fn set(&self, condition: &str, value: &Formula) -> Option<String> {
        let own = self.model.rules.conditions.iter().find(|own| own.id == condition)?;
        let begins = match (&value.expr.kind, &own.default) {
            (ExprKind::Bool(yes), default) => *yes == matches!(default, Some(Scalar::Bool(true))),
            (ExprKind::Number(number), Some(Scalar::Number(default))) => *number == Number::new(*default, 1),
            (ExprKind::Number(number), None) => *number == Number::ZERO,
            (ExprKind::Text(text), Some(Scalar::Text(default))) => text == default,
            _ => false,
        };
        let value = match &value.expr.kind {
            ExprKind::Bool(_) => String::new(),
            _ => format!(": {}", self.words(&value.expr)),
        };
        (!begins).then(|| format!("From now on: {}{value}.", own.name))
    }

    fn marker(&self, index: usize) -> String {
        let name = self.model.markers.get(index).map_or("", |marker| marker.name.as_str());
        format!("\u{201c}{name}\u{201d}")
    }

    /// A side that a formula names.
    fn side(&self, formula: &Formula) -> String {
        match &formula.expr.kind {
            ExprKind::Text(id) => {
                let side = self.model.sides.iter().find(|side| side.id == *id);
                format!("the {} player", side.map_or(id.as_str(), |side| side.name.as_str()))
            }
            _ => self.words(&formula.expr),
        }
    }

    /// A value by its name.
    fn value(&self, name: &str) -> String {
        self.called(name).unwrap_or_else(|| name.replace('-', " "))
    }

    /// A number in words; one that nobody would read is "as the rule says".
    fn amount(&self, formula: &Formula) -> String {
        const LONGEST: usize = 90;
        let words = self.words(&formula.expr);
        if words.chars().count() > LONGEST { "as the rule says".to_string() } else { words }
    }

    /// What a name stands for.
    fn called(&self, name: &str) -> Option<String> {
        if let Some(own) = self.values.get(name) {
            return Some(own.clone());
        }
        let fixed = match name {
            "acting" => Some("the side that acts"),
            "opponent" => Some("the other side"),
            "friends" => Some("its own units"),
            "enemies" => Some("enemy units"),
            "units" => Some("the units in play"),
            "places" => Some("the places"),
            "waiting" => Some("the units to come"),
            "eliminated" => Some("the eliminated units"),
            _ => None,
        };
        if let Some(fixed) = fixed {
            return Some(fixed.to_string());
        }
        let rules = &self.model.rules;
        let Some((of, field)) = name.split_once('.') else {
            return wording::called(self.model, &[], name).or_else(|| {
                let marker = self.model.markers.iter().find(|own| own.id == name).map(|own| own.name.clone());
                marker.or_else(|| self.model.cards.iter().find(|own| own.id == name).map(|own| own.title.clone()))
            });
        };
        match of {
            "parameter" => rules.parameters.iter().find(|own| own.id == field).map(|own| own.value.to_string()),
            "region" => self.model.regions.iter().find(|own| own.id == field).map(|own| own.name.clone()),
            "hand" => {
                let deck = self.model.decks.iter().find(|own| own.id == field);
                deck.map(|deck| format!("the hand of {}", deck.name))
            }
            "it" => Some(format!("its {}", self.value(field))),
            "hand-size" => Some("the size of the hand".to_string()),
            _ if field == "id" => Some(self.value(of)),
            _ => Some(format!("{} of {}", self.value(field), self.value(of))),
        }
    }

    /// A formula in words; what is asked of collections reads as players say it.
    fn words(&self, expr: &Expr) -> String {
        let of = |expr: &Expr| self.words(expr);
        match &expr.kind {
            ExprKind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let word = if *operator == Binary::And { "and" } else { "or" };
                let part = |side: &Expr| match &side.kind {
                    ExprKind::Binary(inner @ (Binary::And | Binary::Or), ..) if inner != operator => {
                        format!("({})", of(side))
                    }
                    _ => of(side),
                };
                format!("{} {word} {}", part(left), part(right))
            }
            ExprKind::Binary(operator, left, right) => {
                self.counted(*operator, left, right).unwrap_or_else(|| self.plain(expr))
            }
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Over(Gather::Any, collection, Some(each)) => self.none(&collection.name, each),
                ExprKind::Name(name) => format!("not {}", self.value(name)),
                _ => self.plain(expr),
            },
            ExprKind::Over(Gather::Any, collection, Some(each)) => self.some(&collection.name, each),
            ExprKind::Call(Function::Max, parts) => match parts.as_slice() {
                [Expr { kind: ExprKind::Number(number), .. }, rest] if *number == Number::ZERO => {
                    format!("{}, not below 0", of(rest))
                }
                _ => self.plain(expr),
            },
            _ => self.plain(expr),
        }
    }

    fn plain(&self, expr: &Expr) -> String {
        in_words(expr, &|name| self.called(name))
    }

    /// `count(x) > 0` and `count(x) == 0`.
    fn counted(&self, operator: Binary, left: &Expr, right: &Expr) -> Option<String> {
        let (ExprKind::Over(Gather::Count, collection, None), ExprKind::Number(number)) = (&left.kind, &right.kind)
        else {
            return None;
        };
        let name = self.value(&collection.name);
        match operator {
            Binary::More if *number == Number::ZERO => Some(there(&name, "")),
            Binary::Equal if *number == Number::ZERO => Some(there(&name, "no ")),
            _ => None,
        }
    }

    /// `any(x, true)`, `any(x, id == 'y')`, and any other.
    fn some(&self, collection: &str, each: &Expr) -> String {
        let name = self.value(collection);
        match &each.kind {
            ExprKind::Bool(true) => there(&name, ""),
            _ => match self.one_id(each) {
                Some(what) => format!("{what} is among {name}"),
                None => format!("for one of {name} {}", self.words(each)),
            },
        }
    }

    fn none(&self, collection: &str, each: &Expr) -> String {
        let name = self.value(collection);
        match &each.kind {
            ExprKind::Bool(true) => there(&name, "no "),
            _ => match self.one_id(each) {
                Some(what) => format!("{what} is not among {name}"),
                None => format!("for none of {name} {}", self.words(each)),
            },
        }
    }

    /// `id == 'y'`.
    fn one_id(&self, each: &Expr) -> Option<String> {
        let ExprKind::Binary(Binary::Equal, left, right) = &each.kind else { return None };
        match (&left.kind, &right.kind) {
            (ExprKind::Name(name), ExprKind::Text(id)) if name == "id" => Some(self.value(id)),
            _ => None,
        }
    }
}

/// `there are units`, `there is no answer`.
fn there(name: &str, no: &str) -> String {
    format!("there {} {no}{name}", if name.ends_with('s') { "are" } else { "is" })
}

/// With a capital letter in front.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(lines: &[Instruction], depth: usize, out: &mut Vec<String>) {
        for line in lines {
            out.push(format!("{}{}", "  ".repeat(depth), line.words));
            flat(&line.inner, depth + 1, out);
        }
    }

    fn told(game: &str, operation: &str) -> Vec<String> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(game);
        let model = crate::compile(&folder, &crate::Options::default()).unwrap().game.unwrap().model;
        let own = model.rules.operations.iter().find(|own| own.id == operation).unwrap();
        let mut out = Vec::new();
        flat(&lines(&model, own), 0, &mut out);
        out
    }

    #[test]
    fn steps_are_told_in_plain_words_with_the_names_that_players_know() {
        assert_eq!(
            told("storm", "german-sniper"),
            [
                "The German player chooses: Play a Sniper (up to 1).",
                "If there is no shooter:",
                "  It ends: no.",
                "Discard shooter.",
                "The Soviet player chooses: Answer with a Sniper (up to 1).",
                "If there is no answer:",
                "  It ends: yes.",
                "Discard answer.",
                "The German player rolls 1d6.",
                "The Soviet player rolls 1d6.",
                "Look up: Sniper duel: the German die.",
                "It ends: winner is German.",
            ]
        );
        let fire = told("storm", "resolve-fire");
        assert_eq!(fire[0], "The German player plays: Cards for the German fire (up to 5).");
        let worked: Vec<&String> =
            fire.iter().filter(|line| line.starts_with("Work out") || line.starts_with("Roll")).collect();
        assert_eq!(
            worked,
            ["Roll 2d6.", "Work out: Attack points.", "Work out: Defence points.", "Work out: Damage points."]
        );
    }

    #[test]
    fn words_of_the_author_lead_to_the_steps_inside_or_stand_for_them() {
        let combat = told("iron-ring", "fight");
        let at = combat.iter().position(|line| line == "E eliminates all attackers.").unwrap();
        assert!(!combat[at + 1].starts_with(' '), "{combat:#?}");
        let back = told("iron-ring", "fall-back");
        let at = back.iter().position(|line| line == "For each hex of the retreat:").unwrap();
        assert!(back[at + 1].starts_with("  Each unit goes one hex"), "{back:#?}");
    }

    #[test]
    fn no_line_shows_the_source_of_a_formula() {
        for line in ["damage", "flee", "mines", "overrun", "withdrawal"].into_iter().flat_map(|id| told("storm", id)) {
            assert!(!line.contains(['=', '\'', '[', '_', '<']), "{line}");
        }
    }
}
