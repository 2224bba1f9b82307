//! What the checker says, and the help it gives.

use super::ast::{Expr, ExprKind, Ident};
use super::calls::usage;
use super::operator::{Gather, function_names};
use super::types::{Scope, Signature, Type, quoted_list};
use super::{Problem, TextSpan};
use crate::nearest::nearest;

pub(super) fn unknown_name(name: &str, span: &TextSpan, scope: &dyn Scope, hint: Option<&Type>) -> Problem {
    let problem = Problem::new(span, format!("unknown name `{name}`"));
    let names = scope.names();
    let help = quotes_missing(name, hint)
        .or_else(|| spaces_missing(name, scope))
        .or_else(|| parentheses_missing(name))
        .or_else(|| meant(name, &names, '`'))
        .or_else(|| all_names(&names));
    match help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// `terrain == urban`
fn quotes_missing(name: &str, hint: Option<&Type>) -> Option<String> {
    let all = match hint {
        Some(Type::Choice(all)) => all,
        _ => return None,
    };
    let found = all.iter().any(|choice| choice == name);
    found.then(|| format!("put it in quotes: '{name}'"))
}

/// `guns-1`, where `guns` is a name
fn spaces_missing(name: &str, scope: &dyn Scope) -> Option<String> {
    let known = |(at, _): &(usize, &str)| scope.type_of(&name[..*at]).is_some();
    let (at, _) = name.rmatch_indices('-').find(known)?;
    let (left, right) = (&name[..at], &name[at + 1..]);
    Some(format!("put spaces around the minus sign: `{left} - {right}`"))
}

fn parentheses_missing(name: &str) -> Option<String> {
    let function = function_names().find(|function| *function == name)?;
    Some(format!("it is a function: write `{}`", usage(function)))
}

fn meant(written: &str, candidates: &[String], quote: char) -> Option<String> {
    let found = nearest(written, candidates.iter().map(String::as_str))?;
    Some(format!("did you mean {quote}{found}{quote}?"))
}

fn all_names(names: &[String]) -> Option<String> {
    const FEW: usize = 12;
    let few = (1..=FEW).contains(&names.len());
    few.then(|| format!("names here: {}", names.join(", ")))
}

pub(super) fn no_such_choice(text: &str, span: &TextSpan, all: &[String]) -> Problem {
    let problem = Problem::new(span, format!("'{text}' is not one of the choices here"));
    if all.iter().all(String::is_empty) {
        return Problem { nothing_known: true, ..problem };
    }
    let help = match meant(text, all, '\'') {
        Some(help) => help,
        None => format!("it is one of {}", quoted_list(all)),
    };
    problem.help(help)
}

pub(super) fn mismatch(expr: &Expr, found: &Type, expected: &Type, by: &str) -> Problem {
    if matches!(found, Type::Collection(_)) {
        return bare_collection(expr);
    }
    let subject = match &expr.kind {
        ExprKind::Name(name) => format!("`{name}`"),
        _ => "this".to_owned(),
    };
    let message = format!("{by} needs {expected}, but {subject} is {found}");
    let problem = Problem::new(&expr.span, message);
    let ExprKind::Name(name) = &expr.kind else {
        return problem;
    };
    match (found, expected) {
        (Type::Bool, Type::Number) => problem.help(format!("write `if {name} then 1 else 0`")),
        (Type::Number, Type::Bool) => problem.help(format!("compare it: `{name} > 0`")),
        (Type::Choice(all), Type::Bool) if !all.is_empty() => {
            problem.help(format!("compare it: `{name} == '{}'`", all[0]))
        }
        (_, Type::List(_)) => problem.help("write a list: `x in ['a', 'b']`"),
        _ => problem,
    }
}

pub(super) fn bare_collection(expr: &Expr) -> Problem {
    let message = format!("`{expr}` is a collection, not a single value");
    Problem::new(&expr.span, message)
        .help(format!("count or add up its members: `count({expr})`, `sum({expr}, value)`"))
}

pub(super) fn no_collection(gather: Gather, collection: &Ident, found: Option<&Type>, scope: &dyn Scope) -> Problem {
    let name = &collection.name;
    let message = match found {
        Some(found) => format!("`{}` needs a collection, but `{name}` is {found}", gather.name()),
        None => format!("unknown collection `{name}`"),
    };
    let problem = Problem::new(&collection.span, message);
    let is_collection = |name: &String| matches!(scope.type_of(name), Some(Type::Collection(_)));
    let collections: Vec<String> = scope.names().into_iter().filter(is_collection).collect();
    if let Some(help) = meant(name, &collections, '`') {
        problem.help(help)
    } else if collections.is_empty() {
        problem.help("there are no collections here")
    } else {
        problem.help(format!("collections here: {}", collections.join(", ")))
    }
}

pub(super) fn no_table(table: &Ident, scope: &dyn Scope) -> Problem {
    let message = format!("unknown table '{}'", table.name);
    let problem = Problem::new(&table.span, message);
    match meant(&table.name, &scope.tables(), '\'') {
        Some(help) => problem.help(help),
        None => problem,
    }
}

pub(super) fn argument_count(by: &str, span: &TextSpan, wanted: &Signature, found: usize) -> Problem {
    let types: Vec<String> = wanted.arguments.iter().map(ToString::to_string).collect();
    let noun = if types.len() == 1 { "argument" } else { "arguments" };
    let message = format!("{by} takes {} {noun}, found {found}", types.len());
    Problem::new(span, message).help(format!("it takes {}", types.join("; ")))
}
