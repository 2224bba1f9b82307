//! Expressions in the places where they stand: what names mean there, and their values.

use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::expr::{self, Env, Expr, Names, Scope, Type, Value};
use crate::model::{Formula, Input, Place, Unit};
use crate::play::{DeclaredUnits, PlaceFields, UnitFields};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::syntax::{AttributeKind, AttributeOf, ExprSpec, InputKind};

/// Parses and checks an expression; reports what is wrong at the words that are wrong.
pub fn compile(spec: &Sp<ExprSpec>, scope: &dyn Scope, expected: &Type, cx: &mut Cx) -> Option<Expr> {
    let expr = parse(spec, cx)?;
    let checked = expr::check_as(&expr, scope, expected);
    checked.map_err(|problems| report(&codes::EXPR_TYPE, spec, problems, cx)).ok().map(|_| expr)
}

/// The same for an expression whose value is only printed, whatever its type.
pub fn compile_any(spec: &Sp<ExprSpec>, scope: &dyn Scope, cx: &mut Cx) -> Option<Expr> {
    let expr = parse(spec, cx)?;
    let checked = expr::check(&expr, scope);
    checked.map_err(|problems| report(&codes::EXPR_TYPE, spec, problems, cx)).ok().map(|_| expr)
}

fn parse(spec: &Sp<ExprSpec>, cx: &mut Cx) -> Option<Expr> {
    expr::parse(&spec.text).map_err(|problems| report(&codes::EXPR_SYNTAX, spec, problems, cx)).ok()
}

fn report(code: &'static crate::diag::Code, spec: &Sp<ExprSpec>, problems: Vec<expr::Problem>, cx: &mut Cx) {
    for problem in problems {
        let mut diag = code.at(spec.span.part(spec.quote, problem.span), problem.message).label("here");
        if let Some(help) = problem.help {
            diag = diag.help(help);
        }
        if problem.nothing_known {
            diag = diag.none_defined();
        }
        cx.diags.push(diag);
    }
}

/// The same, as a formula for the model.
pub fn formula(spec: &Sp<ExprSpec>, scope: &Names, expected: &Type, cx: &mut Cx) -> Option<Formula> {
    let expr = compile(spec, scope, expected, cx)?;
    Some(Formula { text: spec.text.clone(), tree: expr::to_json(&expr), expr })
}

/// The same for an expression that may be left out.
pub fn formula_opt(spec: Option<&Sp<ExprSpec>>, scope: &Names, expected: &Type, cx: &mut Cx) -> Option<Formula> {
    spec.and_then(|spec| formula(spec, scope, expected, cx))
}

/// The same for a condition written as a plain text.
pub fn condition(text: &Sp<String>, scope: &Names, cx: &mut Cx) -> Option<Expr> {
    let spec = Sp::new(ExprSpec { text: text.value.clone(), quote: 1 }, text.span);
    compile(&spec, scope, &Type::Bool, cx)
}

/// Whether a condition holds; one that cannot be answered does not.
pub fn holds(expr: &Expr, values: &dyn Env) -> bool {
    matches!(expr::eval(expr, values), Ok(Value::Bool(true)))
}

/// The whole number an expression gives, rounded down.
pub fn whole(expr: &Expr, values: &dyn Env) -> Option<i64> {
    match expr::eval(expr, values) {
        Ok(Value::Number(number)) => number.floor().to_whole(),
        _ => None,
    }
}

fn choice<'a>(words: impl Iterator<Item = &'a str>) -> Type {
    Type::choice(words.map(str::to_string).chain([String::new()]))
}

/// What names mean in conditions on areas and hexes.
pub fn place_scope(vocabulary: &Vocabulary, terrains: &[String], classes: &[String]) -> Names {
    let sides = || choice(vocabulary.sides.iter().map(|side| side.id.as_str()));
    let scope = Names::new()
        .with("id", Type::Text)
        .with("name", Type::Text)
        .with("map", Type::Text)
        .with("class", choice(classes.iter().map(String::as_str).chain(["area", "hex", "square"])))
        .with("terrain", choice(terrains.iter().map(String::as_str)))
        .with("control", sides());
    attribute_scope(scope, vocabulary, &[AttributeOf::Area, AttributeOf::Hex, AttributeOf::Square])
}

/// What names mean in conditions on units.
pub fn unit_scope(vocabulary: &Vocabulary) -> Names {
    let mut scope = Names::new()
        .with("id", Type::Text)
        .with("name", Type::Text)
        .with("side", choice(vocabulary.sides.iter().map(|side| side.id.as_str())))
        .with("formation", choice(vocabulary.formations.iter().map(|f| f.id.as_str())))
        .with("type", choice(vocabulary.types.iter().map(|t| t.id.as_str())))
        .with("groups", Type::list(choice(vocabulary.groups().into_iter())))
        .with("size", choice(vocabulary.sizes.iter().map(|s| s.id.as_str())))
        .with("layout", choice(vocabulary.layouts.iter().map(|l| l.id.as_str())))
        .with("setup", Type::Text)
        .with("arrives", Type::Number)
        .with("independent", Type::Bool);
    for value in &vocabulary.values {
        scope = scope.with(value.id.as_str(), Type::Number);
    }
    attribute_scope(scope, vocabulary, &[AttributeOf::Unit])
}

/// What names mean where the pieces of a module have to know them too: what they carry with them.
pub fn piece_scope(vocabulary: &Vocabulary) -> Names {
    let mut scope = unit_scope(vocabulary);
    for printed in ["name", "groups", "layout", "setup", "arrives", "independent"] {
        scope.types.remove(printed);
    }
    scope
}

fn attribute_scope(mut scope: Names, vocabulary: &Vocabulary, of: &[AttributeOf]) -> Names {
    for attribute in vocabulary.attributes.iter().filter(|attribute| of.contains(&attribute.of)) {
        let kind = match attribute.kind {
            AttributeKind::Number => Type::Number,
            AttributeKind::YesNo => Type::Bool,
            AttributeKind::Text => Type::Text,
            AttributeKind::Choice => choice(attribute.choices.iter().map(String::as_str)),
        };
        scope = scope.with(attribute.id.as_str(), kind);
    }
    scope
}

/// What names mean in a table, procedure or victory condition.
pub fn input_scope(inputs: &[Input]) -> Names {
    let mut scope = Names::new();
    for input in inputs {
        let kind = match input.kind {
            InputKind::Number => Type::Number,
            InputKind::YesNo => Type::Bool,
            InputKind::Choice => Type::choice(input.choices.iter().cloned()),
        };
        scope = scope.with(input.id.as_str(), kind);
    }
    scope
}

/// The values of a place's fields as printed. Attributes that it lacks have the empty value of their kind.
pub fn place_values<'a>(place: &'a Place, vocabulary: &'a Vocabulary) -> PlaceFields<'a> {
    PlaceFields { place, attributes: &vocabulary.attributes }
}

/// The values of a unit's fields at full strength.
pub fn unit_values<'a>(unit: &'a Unit, vocabulary: &'a Vocabulary) -> UnitFields<'a> {
    let Vocabulary { attributes, values, types, .. } = vocabulary;
    UnitFields { unit, step: None, declared: DeclaredUnits { attributes, values, types } }
}
