//! What a game promises of itself, record by record. Asked of a sound model only: on any other promises would fail for
//! its faults.

mod lists;
mod places;
mod records;
mod told;

use super::exprs::{compile, compile_any};
use super::names;
use crate::diag::{Diagnostic, codes};
use crate::expr::{self, Env, Expr, Names, Type, Value};
use crate::model::Model;
use crate::source::decode::Cx;
use crate::source::{DataKey, Sp};
use crate::syntax::{ExpectDef, ExpectThatDef, ExprSpec, PromisedSpec};
use lists::{Lists, OfRecord};
use records::RecordList;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use told::{broken, enumerate, equal, sides, written};

/// The forms of a promise: what it begins with, the keys it needs and those it may have.
const FORMS: [(&str, &[&str], &[&str]); 7] = [
    ("count", &["is"], &["where"]),
    ("every", &["has"], &["where"]),
    ("only", &[], &["where", "are", "in-order"]),
    ("the", &["is"], &["of", "where"]),
    ("holds", &[], &[]),
    ("adjacent", &[], &[]),
    ("apart", &[], &[]),
];

/// Reports every promise that is broken. `scopes`: what names mean in conditions on units, and on areas and hexes.
pub fn check<'a>(defs: impl Iterator<Item = &'a ExpectDef>, model: &Model, scopes: (Names, Names), cx: &mut Cx) {
    let promises: Vec<&ExpectThatDef> = defs.flat_map(|def| &def.that).collect();
    let lists = Lists::new(model, mentioned(&promises), scopes);
    for that in promises.into_iter().filter(|that| well_formed(that, cx)).collect::<Vec<_>>() {
        let before = std::mem::take(&mut cx.diags);
        promise(that, &lists, cx);
        let found = std::mem::replace(&mut cx.diags, before);
        if lists.is_spent() {
            return cx.diags.push(too_dear(that, &lists));
        }
        cx.diags.extend(found);
    }
}

/// The promise at which all of them together have cost too much.
fn too_dear(that: &ExpectThatDef, lists: &Lists<'_>) -> Diagnostic {
    let bound = lists.bound();
    let message = format!("the promises up to this one look at more than {bound} records");
    let help = "each `count`, `any` or `sum` within another, or in `where` or `has`, goes through its list once per record; \
                ask for less, or put fewer within each other";
    codes::PROMISE_COST.at(that.meta.span, message).label("this one is not tested to its end").help(help)
}

/// Every name in the expressions of promises.
fn mentioned(promises: &[&ExpectThatDef]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for that in promises {
        for spec in [&that.the, &that.holds, &that.filter, &that.has].into_iter().flatten() {
            let Ok(expr) = expr::parse(&spec.text) else { continue };
            let mentions = expr.names();
            names.extend(mentions.iter().map(|mention| lists::field(mention.name).to_string()));
        }
    }
    names
}

fn well_formed(that: &ExpectThatDef, cx: &mut Cx) -> bool {
    let written = |key: &str| that.meta.keys.iter().any(|own| own.text == key);
    let forms: Vec<_> = FORMS.iter().filter(|(form, ..)| written(form)).collect();
    let [(form, needs, may)] = forms.as_slice() else {
        let forms: Vec<String> = FORMS.iter().map(|(form, ..)| format!("`{form}`")).collect();
        let message = format!("an expectation needs exactly one of {}", forms.join(", "));
        cx.diags.push(codes::CONFLICT.at(that.meta.span, message).label("here"));
        return false;
    };
    let foreign = |key: &&DataKey| key.text != *form && !needs.contains(&&*key.text) && !may.contains(&&*key.text);
    if let Some(key) = that.meta.keys.iter().find(foreign) {
        let message = format!("`{}` is not a key of an expectation with `{form}`", key.text);
        cx.diags.push(codes::CONFLICT.at(key.span, message).label("here"));
        return false;
    }
    let missing = needs.iter().find(|key| !written(key)).copied();
    let chosen = ["are", "in-order"].iter().filter(|key| written(key)).count();
    let missing = missing.or((*form == "only" && chosen != 1).then_some("are` or `in-order"));
    if let Some(missing) = missing {
        let message = format!("an expectation with `{form}` needs `{missing}`");
        cx.diags.push(codes::MISSING_KEY.at(that.meta.span, message).label(format!("`{missing}` is missing")));
    }
    missing.is_none()
}

fn promise(that: &ExpectThatDef, lists: &Lists<'_>, cx: &mut Cx) -> Option<()> {
    if let (Some(name), Some(is)) = (&that.count, &that.is) {
        count(that, name, is, lists, cx)
    } else if let (Some(name), Some(has)) = (&that.every, &that.has) {
        every(that, name, has, lists, cx)
    } else if let Some(name) = &that.only {
        only(that, name, lists, cx)
    } else if let (Some(the), Some(is)) = (&that.the, &that.is) {
        match &that.of {
            Some(of) => values(that, the, of, is, lists, cx),
            None => value(that, the, is, lists, cx),
        }
    } else {
        holds(that, that.holds.as_ref()?, lists, cx)
    }
}

/// The list of that name, and which of its records fit.
fn fitting(
    name: &Sp<String>,
    that: &ExpectThatDef,
    lists: &Lists<'_>,
    cx: &mut Cx,
) -> Option<(Rc<RecordList>, Vec<usize>)> {
    let name = if that.count.is_some() && name.as_str() == "counters" { "units" } else { name.as_str() };
    let Some(list) = lists.list(name) else {
        let written = [&that.count, &that.every, &that.only, &that.of].into_iter().flatten().next()?;
        names::unknown("list", written, lists.known(), cx);
        return None;
    };
    let scope = OfRecord { lists, list: &list, at: 0, columns: None };
    let filter = match &that.filter {
        Some(filter) => Some(compile(filter, &scope, &Type::Bool, cx)?),
        None => None,
    };
    let columns = filter.as_ref().map(|filter| list.columns(filter));
    let record = |at: usize| OfRecord { lists, list: &list, at, columns: columns.as_ref() };
    let fits = |at: &usize| filter.as_ref().is_none_or(|filter| is_true(filter, &record(*at)));
    if !lists.may_look_at(list.records.len()) {
        return None;
    }
    let fitting = (0..list.records.len()).filter(fits).collect();
    Some((list, fitting))
}

fn is_true(expr: &Expr, env: &dyn Env) -> bool {
    matches!(expr::eval(expr, env), Ok(Value::Bool(true)))
}

/// How many records fit, every copy counted; of `counters`, the pieces of the units that fit.
fn count(that: &ExpectThatDef, name: &Sp<String>, is: &Sp<PromisedSpec>, lists: &Lists<'_>, cx: &mut Cx) -> Option<()> {
    let (list, fitting) = fitting(name, that, lists, cx)?;
    let found: i64 = match name.as_str() {
        "counters" => fitting.iter().map(|at| lists.pieces(*at)).sum(),
        _ => fitting.iter().map(|at| list.copies(*at)).sum(),
    };
    let PromisedSpec::Number(promised) = is.value else {
        cx.diags.push(codes::WRONG_TYPE.at(is.span, "`is` of a `count` is a whole number").label("not a number"));
        return None;
    };
    if Value::Number(found.into()) != Value::Number(promised) {
        let which = if that.filter.is_some() { " of this kind" } else { "" };
        let message = format!("the game expects {promised} {}{which}, but has {found}", name.value);
        let few = enumerate(fitting.iter().map(|at| list.names[*at].as_str()));
        let label = if found == 0 { "there are none".into() } else { format!("there are {found}: {few}") };
        cx.diags.push(broken(that, is.span, message).label(label));
    }
    Some(())
}

/// What all records have that fit.
fn every(that: &ExpectThatDef, name: &Sp<String>, has: &Sp<ExprSpec>, lists: &Lists<'_>, cx: &mut Cx) -> Option<()> {
    let (list, fitting) = fitting(name, that, lists, cx)?;
    let scope = OfRecord { lists, list: &list, at: 0, columns: None };
    let condition = compile(has, &scope, &Type::Bool, cx)?;
    let which = format!("{}{}", name.value, told::fitting(that));
    if fitting.is_empty() {
        let span = that.filter.as_ref().map_or(name.span, |filter| filter.span);
        let message = format!("the game expects something of all {which}, but there are none");
        cx.diags.push(broken(that, span, message).label("fits nothing"));
        return None;
    }
    let columns = list.columns(&condition);
    let lacks = |at: &&usize| !is_true(&condition, &OfRecord { at: **at, columns: Some(&columns), ..scope });
    let lacking: Vec<&str> = fitting.iter().filter(lacks).map(|at| list.names[*at].as_str()).collect();
    if !lacking.is_empty() {
        let message = format!("the game expects this of {} {which}, but {} differ", fitting.len(), lacking.len());
        cx.diags.push(broken(that, has.span, message).label(format!("not so: {}", enumerate(lacking.into_iter()))));
    }
    Some(())
}

/// Which records fit, and no others.
fn only(that: &ExpectThatDef, name: &Sp<String>, lists: &Lists<'_>, cx: &mut Cx) -> Option<()> {
    let (list, fitting) = fitting(name, that, lists, cx)?;
    let promised = || that.are.iter().chain(&that.in_order);
    let known: BTreeSet<&str> = list.names.iter().map(String::as_str).collect();
    let unknown: Vec<&Sp<String>> = promised().filter(|id| !known.contains(id.as_str())).collect();
    for id in &unknown {
        names::unknown(&told::record(name), id, list.names.iter().map(String::as_str), cx);
    }
    if !unknown.is_empty() {
        return None;
    }
    let found: Vec<&str> = fitting.iter().map(|at| list.names[*at].as_str()).collect();
    let fits: BTreeSet<&str> = found.iter().copied().collect();
    let named: BTreeSet<&str> = promised().map(|id| id.as_str()).collect();
    let missing: Vec<&str> = promised().map(|id| id.as_str()).filter(|id| !fits.contains(id)).collect();
    let more: Vec<&str> = found.iter().copied().filter(|id| !named.contains(id)).collect();
    let in_order = that.in_order.iter().map(|id| id.as_str()).eq(found.iter().copied());
    let problem = if !missing.is_empty() || !more.is_empty() {
        let said =
            |what: &str, ids: Vec<&str>| (!ids.is_empty()).then(|| format!("{what} {}", enumerate(ids.into_iter())));
        let both = [said("without", missing), said("also", more)];
        both.into_iter().flatten().collect::<Vec<_>>().join("; ")
    } else if !that.in_order.is_empty() && !in_order {
        format!("in this order: {}", found.join(", "))
    } else {
        return Some(());
    };
    let span = that.filter.as_ref().map_or(name.span, |filter| filter.span);
    let message = format!("the {}{} are not those that the game expects", name.value, told::fitting(that));
    cx.diags.push(broken(that, span, message).label(problem));
    Some(())
}

/// The value of an expression, for the game.
fn value(
    that: &ExpectThatDef,
    the: &Sp<ExprSpec>,
    is: &Sp<PromisedSpec>,
    lists: &Lists<'_>,
    cx: &mut Cx,
) -> Option<()> {
    let expr = compile_any(the, lists, cx)?;
    let found = expr::eval(&expr, lists).ok()?;
    differs(that, (&the.text, ""), &found, is, cx);
    Some(())
}

/// The values of an expression, for single records of a list.
fn values(
    that: &ExpectThatDef,
    the: &Sp<ExprSpec>,
    of: &Sp<String>,
    is: &Sp<PromisedSpec>,
    lists: &Lists<'_>,
    cx: &mut Cx,
) -> Option<()> {
    let (list, fitting) = fitting(of, that, lists, cx)?;
    let scope = OfRecord { lists, list: &list, at: 0, columns: None };
    let expr = compile_any(the, &scope, cx)?;
    let PromisedSpec::ByRecord(promised) = &is.value else {
        let message = "with `of`, `is` says the value of each record: `{ id = value }`";
        cx.diags.push(codes::WRONG_TYPE.at(is.span, message).label("not a table"));
        return None;
    };
    let mut called: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for at in &fitting {
        called.entry(&list.names[*at]).or_default().push(*at);
    }
    for (key, is) in promised {
        let records = called.get(&*key.text).map(Vec::as_slice).unwrap_or_default();
        if records.is_empty() {
            let name = Sp::new(key.text.clone(), key.span);
            let known = fitting.iter().map(|at| list.names[*at].as_str());
            names::unknown(&told::record(of), &name, known, cx);
        }
        for at in records {
            let found = expr::eval(&expr, &OfRecord { at: *at, ..scope }).ok()?;
            differs(that, (&the.text, &key.text), &found, is, cx);
        }
    }
    Some(())
}

fn differs(that: &ExpectThatDef, (the, of): (&str, &str), found: &Value, is: &Sp<PromisedSpec>, cx: &mut Cx) {
    if !equal(&is.value, found) {
        let of = if of.is_empty() { String::new() } else { format!(" of `{of}`") };
        let message =
            format!("the game expects that `{the}`{of} is {}, but it is {}", written(&is.value), told::found(found));
        cx.diags.push(broken(that, is.span, message).label(format!("it is {}", told::found(found))));
    }
}

/// A condition on the whole game.
fn holds(that: &ExpectThatDef, spec: &Sp<ExprSpec>, lists: &Lists<'_>, cx: &mut Cx) -> Option<()> {
    let expr = compile(spec, lists, &Type::Bool, cx)?;
    if !is_true(&expr, lists) {
        let (part, label) = sides(&expr, lists);
        let span = spec.span.part(spec.quote, part);
        cx.diags.push(broken(that, span, "the game expects something that is not true".into()).label(label));
    }
    Some(())
}
