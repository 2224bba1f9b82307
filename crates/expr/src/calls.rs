//! The parser's part for functions: which there are and what they take.

use super::ast::{Expr, ExprKind, Ident};
use super::lexer::Token;
use super::operator::{Function, Gather, LOOKUP, function_names};
use super::parser::{Parsed, Parser};
use super::{MAX_OVER, Problem, TextSpan};
use crate::nearest::nearest;

impl Parser<'_> {
    pub(super) fn name_or_call(&mut self, name: String) -> Parsed<Expr> {
        let (_, span) = self.advance();
        if !self.accept(&Token::Open) {
            return self.node(ExprKind::Name(name), span);
        }
        let function = Function::ALL.into_iter().find(|f| f.name() == name);
        let gather = Gather::ALL.into_iter().find(|g| g.name() == name);
        let kind = match (function, gather) {
            (Some(function), _) => self.call(function, &span)?,
            (_, Some(gather)) => self.over(gather, &span)?,
            _ if name == LOOKUP => self.lookup(&span)?,
            _ => self.unknown_function(&name, &span)?,
        };
        let end = self.expect_closing(&Token::Close, "`,` or `)`")?;
        self.node(kind, span.start..end)
    }

    fn call(&mut self, function: Function, span: &TextSpan) -> Parsed<ExprKind> {
        let arguments = self.items(&Token::Close)?;
        let wanted = function.arguments();
        if !wanted.contains(&arguments.len()) {
            let wanted = match (*wanted.start(), *wanted.end()) {
                (1, _) => "one argument".to_owned(),
                (low, high) if low == high => format!("{low} arguments"),
                (low, _) => format!("at least {low} arguments"),
            };
            self.wrong_count(function.name(), &wanted, arguments.len(), span);
        }
        Ok(ExprKind::Call(function, arguments))
    }

    fn wrong_count(&mut self, name: &str, wanted: &str, found: usize, span: &TextSpan) {
        let message = format!("`{name}` takes {wanted}, found {found}");
        let problem = Problem::new(span, message).help(format!("write `{}`", usage(name)));
        self.problems.push(problem);
    }

    fn over(&mut self, gather: Gather, span: &TextSpan) -> Parsed<ExprKind> {
        if self.over == MAX_OVER {
            let message = format!("collections can be nested at most {MAX_OVER} deep");
            return Err(Problem::new(span, message));
        }
        let help = format!("write `{}`", usage(gather.name()));
        let Token::Name(name) = self.peek().clone() else {
            return Err(self.unexpected("the name of a collection").help(help));
        };
        let (_, place) = self.advance();
        let mut each = Vec::new();
        if self.accept(&Token::Comma) {
            self.over += 1;
            each = self.items(&Token::Close)?;
            self.over -= 1;
        }
        let least = usize::from(gather != Gather::Count);
        if !(least..=1).contains(&each.len()) {
            let wanted = if least == 0 { "one or two arguments" } else { "two arguments" };
            self.wrong_count(gather.name(), wanted, each.len() + 1, span);
        }
        let collection = Ident { name, span: place };
        Ok(ExprKind::Over(gather, collection, each.into_iter().next().map(Box::new)))
    }

    fn lookup(&mut self, span: &TextSpan) -> Parsed<ExprKind> {
        let Token::Text(name) = self.peek().clone() else {
            let help = format!("write `{}`", usage(LOOKUP));
            return Err(self.unexpected("the id of a table in quotes").help(help));
        };
        let (_, place) = self.advance();
        let table = Ident { name, span: place };
        if self.accept(&Token::Comma) {
            return Ok(ExprKind::Lookup(table, self.items(&Token::Close)?));
        }
        if *self.peek() != Token::Close {
            return Err(self.unexpected("`,` or `)`"));
        }
        self.wrong_count(LOOKUP, "a table and at least one argument", 1, span);
        Ok(ExprKind::Lookup(table, Vec::new()))
    }

    fn unknown_function(&mut self, name: &str, span: &TextSpan) -> Parsed<ExprKind> {
        let help = match nearest(name, function_names()) {
            Some(meant) => format!("did you mean `{}`?", usage(meant)),
            None => format!("functions: {}", function_names().collect::<Vec<_>>().join(", ")),
        };
        let message = format!("unknown function `{name}`");
        self.problems.push(Problem::new(span, message).help(help));
        Ok(ExprKind::List(self.items(&Token::Close)?))
    }
}

/// How a function is called, for help lines.
pub(super) fn usage(name: &str) -> &str {
    match name {
        "min" => "min(a, b, ..)",
        "max" => "max(a, b, ..)",
        "abs" => "abs(x)",
        "floor" => "floor(x)",
        "ceil" => "ceil(x)",
        "round" => "round(x)",
        "clamp" => "clamp(x, low, high)",
        "count" => "count(units, condition)",
        "sum" => "sum(units, value)",
        "highest" => "highest(units, value)",
        "lowest" => "lowest(units, value)",
        "any" => "any(units, condition)",
        "all" => "all(units, condition)",
        LOOKUP => "lookup('table', argument, ..)",
        _ => name,
    }
}
