//! Types are checked before anything runs, and every problem is found, not only the first.

use super::ast::{Expr, ExprKind, Ident};
use super::operator::{Binary, Gather};
use super::types::{MemberScope, Scope, Type};
use super::{Problem, TextSpan, hints};

/// The type of an expression.
///
/// # Errors
/// Every unknown name, table or choice and every value of a wrong type, in the order of the text.
pub fn check(expr: &Expr, scope: &dyn Scope) -> Result<Type, Vec<Problem>> {
    let mut checker = Checker::default();
    let found = checker.infer(expr, scope, None);
    checker.finish(found)
}

/// Checks that an expression gives what its place wants: `Bool` for a condition, `Choice` for one
/// of a set.
///
/// # Errors
/// As [`check()`], and if it gives something else.
pub fn check_as(expr: &Expr, scope: &dyn Scope, expected: &Type) -> Result<Type, Vec<Problem>> {
    let mut checker = Checker::default();
    let found = checker.require(expr, scope, expected, "this key");
    checker.finish(found)
}

#[derive(Default)]
struct Checker {
    problems: Vec<Problem>,
}

/// The type of an expression, or nothing when it has a problem already reported: what depends on
/// it is then not judged.
type FoundType = Option<Type>;

impl Checker {
    fn finish(mut self, found: FoundType) -> Result<Type, Vec<Problem>> {
        match found {
            Some(type_) if self.problems.is_empty() => Ok(type_),
            _ => {
                self.problems.sort_by_key(|p| (p.span.start, p.span.end));
                Err(self.problems)
            }
        }
    }

    fn report(&mut self, problem: Problem) -> FoundType {
        self.problems.push(problem);
        None
    }

    /// `hint` is the type of what the expression is compared with: it only makes help better.
    fn infer(&mut self, expr: &Expr, scope: &dyn Scope, hint: Option<&Type>) -> FoundType {
        match &expr.kind {
            ExprKind::Number(_) => Some(Type::Number),
            ExprKind::Bool(_) => Some(Type::Bool),
            ExprKind::Text(text) => Some(Type::choice([text])),
            ExprKind::Name(name) => match scope.type_of(name) {
                Some(type_) => Some(type_),
                None => self.report(hints::unknown_name(name, &expr.span, scope, hint)),
            },
            ExprKind::List(items) => self.list(items, scope, hint),
            ExprKind::Negate(inner) => self.require(inner, scope, &Type::Number, "`-`"),
            ExprKind::Not(inner) => self.require(inner, scope, &Type::Bool, "`not`"),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, &expr.span, (left, right), scope),
            ExprKind::If(parts) => self.branches(parts, scope, hint),
            ExprKind::Call(function, arguments) => {
                let by = format!("`{}`", function.name());
                for argument in arguments {
                    self.require(argument, scope, &Type::Number, &by);
                }
                Some(Type::Number)
            }
            ExprKind::Over(gather, collection, each) => self.over(*gather, collection, each.as_deref(), scope),
            ExprKind::Lookup(table, arguments) => self.lookup(table, &expr.span, arguments, scope),
        }
    }

    /// Wants a type of an expression; `by` says who wants it. Goes into branches and lists, so that
    /// the underlined word is the one to change. Gives `expected`, whatever was found.
    fn require(&mut self, expr: &Expr, scope: &dyn Scope, expected: &Type, by: &str) -> FoundType {
        match (&expr.kind, expected) {
            (ExprKind::If(parts), _) => {
                let [test, yes, no] = parts.as_ref();
                self.require(test, scope, &Type::Bool, "`if`");
                self.require(yes, scope, expected, by);
                self.require(no, scope, expected, by);
            }
            (ExprKind::List(items), Type::List(of)) => {
                for item in items {
                    self.require(item, scope, of, by);
                }
            }
            (ExprKind::Text(text), Type::Choice(all)) => {
                if !all.contains(text) {
                    self.report(hints::no_such_choice(text, &expr.span, all));
                }
            }
            _ => {
                if let Some(found) = self.infer(expr, scope, Some(expected))
                    && !found.fits(expected)
                {
                    self.report(hints::mismatch(expr, &found, expected, by));
                }
            }
        }
        Some(expected.clone())
    }

    fn list(&mut self, items: &[Expr], scope: &dyn Scope, hint: Option<&Type>) -> FoundType {
        let hint = match hint {
            Some(Type::List(of)) => Some(of.as_ref()),
            _ => None,
        };
        let mut joined: FoundType = None;
        let mut complete = true;
        for item in items {
            let found = self.infer(item, scope, hint);
            complete &= found.is_some();
            let Some(found) = found else { continue };
            if matches!(found, Type::List(_) | Type::Collection(_)) {
                let message = format!("a list cannot hold {found}");
                self.report(Problem::new(&item.span, message));
                return None;
            }
            joined = match joined {
                None => Some(found),
                Some(before) => match before.join(&found) {
                    Some(joined) => Some(joined),
                    None => {
                        let message = format!("this list starts with {before}, but this is {found}");
                        let help = "all entries of a list must have the same type";
                        return self.report(Problem::new(&item.span, message).help(help));
                    }
                },
            };
        }
        joined.filter(|_| complete).map(Type::list)
    }

    fn branches(&mut self, parts: &[Expr; 3], scope: &dyn Scope, hint: Option<&Type>) -> FoundType {
        let [test, yes, no] = parts;
        self.require(test, scope, &Type::Bool, "`if`");
        let found = self.infer(yes, scope, hint);
        let other = self.infer(no, scope, hint.or(found.as_ref()));
        let (found, other) = (found?, other?);
        if matches!(found, Type::Collection(_)) {
            return self.report(hints::bare_collection(yes));
        }
        found.join(&other).or_else(|| {
            let message = format!("`then` gives {found}, but `else` gives {other}");
            self.report(Problem::new(&no.span, message).help("both must have the same type"))
        })
    }

    fn binary(
        &mut self,
        operator: Binary,
        span: &TextSpan,
        (left, right): (&Expr, &Expr),
        scope: &dyn Scope,
    ) -> FoundType {
        let by = format!("`{}`", operator.symbol());
        let (wanted, given) = match operator {
            Binary::Or | Binary::And => (Type::Bool, Type::Bool),
            Binary::Equal | Binary::NotEqual => {
                self.equality(span, left, right, scope);
                return Some(Type::Bool);
            }
            Binary::In => {
                self.membership(left, right, scope);
                return Some(Type::Bool);
            }
            Binary::Less | Binary::AtMost | Binary::More | Binary::AtLeast => (Type::Number, Type::Bool),
            _ => (Type::Number, Type::Number),
        };
        self.require(left, scope, &wanted, &by);
        self.require(right, scope, &wanted, &by);
        Some(given)
    }

    fn equality(&mut self, span: &TextSpan, left: &Expr, right: &Expr, scope: &dyn Scope) {
        // The side that knows its choices helps the other, whichever side it stands on.
        let known = match &right.kind {
            ExprKind::Name(name) => scope.type_of(name),
            _ => None,
        };
        let Some(a) = self.infer(left, scope, known.as_ref()) else {
            self.infer(right, scope, None);
            return;
        };
        let Some(b) = self.infer(right, scope, Some(&a)) else {
            return;
        };
        self.comparable(span, (left, &a), (right, &b));
    }

    fn comparable(&mut self, span: &TextSpan, left: (&Expr, &Type), right: (&Expr, &Type)) {
        match (left.1, right.1) {
            (Type::Number, Type::Number) | (Type::Bool, Type::Bool) => {}
            (a, b) if a.is_textual() && b.is_textual() => self.choices(span, left, right),
            (Type::Collection(_), _) => {
                self.report(hints::bare_collection(left.0));
            }
            (_, Type::Collection(_)) => {
                self.report(hints::bare_collection(right.0));
            }
            (a, b) => {
                let message = format!("cannot compare {a} with {b}");
                let help = match (a, b) {
                    (Type::List(_), _) | (_, Type::List(_)) => "use `in` with a list",
                    (Type::Number, other) | (other, Type::Number) if other.is_textual() => {
                        "write numbers without quotes"
                    }
                    _ => "both sides must have the same type",
                };
                self.report(Problem::new(span, message).help(help));
            }
        }
    }

    /// A text that is none of the other side's choices can only be a slip.
    fn choices(&mut self, span: &TextSpan, left: (&Expr, &Type), right: (&Expr, &Type)) {
        for ((side, _), (other, type_)) in [(left, right), (right, left)] {
            if let Type::Choice(all) = type_
                && literals(other).is_empty()
            {
                for (text, place) in literals(side) {
                    if !all.iter().any(|choice| choice == text) {
                        self.report(hints::no_such_choice(text, place, all));
                    }
                }
            }
        }
        let (Type::Choice(a), Type::Choice(b)) = (left.1, right.1) else {
            return;
        };
        let written = !literals(left.0).is_empty() || !literals(right.0).is_empty();
        if !written && !a.iter().any(|text| b.contains(text)) {
            let message = format!("these can never be equal: {}, and {}", left.1, right.1);
            self.report(Problem::new(span, message));
        }
    }

    fn membership(&mut self, left: &Expr, right: &Expr, scope: &dyn Scope) {
        let Some(a) = self.infer(left, scope, None) else {
            self.infer(right, scope, None);
            return;
        };
        let wanted = Type::list(a.clone());
        match self.infer(right, scope, Some(&wanted)) {
            Some(Type::List(of)) => self.comparable(&right.span, (left, &a), (right, &of)),
            Some(found) => {
                self.report(hints::mismatch(right, &found, &wanted, "`in`"));
            }
            None => {}
        }
    }

    fn over(&mut self, gather: Gather, collection: &Ident, each: Option<&Expr>, scope: &dyn Scope) -> FoundType {
        let found = scope.type_of(&collection.name);
        match found {
            Some(Type::Collection(fields)) => {
                let inner = MemberScope { fields, outer: scope };
                let wanted = if gather.takes_condition() { Type::Bool } else { Type::Number };
                if let Some(each) = each {
                    let by = format!("`{}`", gather.name());
                    self.require(each, &inner, &wanted, &by);
                }
            }
            other => {
                self.report(hints::no_collection(gather, collection, other.as_ref(), scope));
            }
        }
        Some(if gather.is_condition() { Type::Bool } else { Type::Number })
    }

    fn lookup(&mut self, table: &Ident, span: &TextSpan, arguments: &[Expr], scope: &dyn Scope) -> FoundType {
        let Some(signature) = scope.table(&table.name) else {
            for argument in arguments {
                self.infer(argument, scope, None);
            }
            return self.report(hints::no_table(table, scope));
        };
        let by = format!("table `{}`", table.name);
        for (argument, wanted) in arguments.iter().zip(&signature.arguments) {
            self.require(argument, scope, wanted, &by);
        }
        if arguments.len() != signature.arguments.len() {
            self.report(hints::argument_count(&by, span, &signature, arguments.len()));
        }
        Some(signature.result)
    }
}

/// The texts written out in an expression where its value comes from: itself, its branches, the
/// entries of a list.
fn literals(expr: &Expr) -> Vec<(&String, &TextSpan)> {
    match &expr.kind {
        ExprKind::Text(text) => vec![(text, &expr.span)],
        ExprKind::If(parts) => parts[1..].iter().flat_map(literals).collect(),
        ExprKind::List(items) => items.iter().flat_map(literals).collect(),
        _ => Vec::new(),
    }
}
