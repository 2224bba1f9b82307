//! Tokens to tree, by recursive descent, one function a level of the operators.

use super::ast::{Expr, ExprKind};
use super::lexer::{Token, tokens};
use super::operator::{Binary, strength};
use super::{MAX_HEIGHT, MAX_NESTING, MAX_TEXT, Problem, TextSpan};

/// Reads an expression.
///
/// # Errors
/// Everything wrong with its writing. After a mistake of grammar nothing more can be said about
/// what follows; mistakes of spelling are all reported.
pub fn parse(text: &str) -> Result<Expr, Vec<Problem>> {
    if text.len() > MAX_TEXT {
        let message = format!("an expression has at most {MAX_TEXT} bytes");
        let help = "make it shorter, or split it into several";
        return Err(vec![Problem::new(&(0..text.len()), message).help(help)]);
    }
    let tokens = tokens(text);
    let mut parser = Parser { text, tokens: tokens.list, at: 0, nesting: 0, over: 0, problems: tokens.problems };
    match parser.whole() {
        Ok(expr) if parser.problems.is_empty() => Ok(expr),
        Ok(_) => Err(parser.sorted_problems()),
        Err(problem) => {
            // Where the lexer had to drop something, what the parser misses is not news.
            if !tokens.incomplete {
                parser.problems.push(problem);
            }
            Err(parser.sorted_problems())
        }
    }
}

pub(super) struct Parser<'t> {
    text: &'t str,
    tokens: Vec<(Token, TextSpan)>,
    at: usize,
    nesting: usize,
    /// How many collections are being gone through here.
    pub(super) over: usize,
    pub(super) problems: Vec<Problem>,
}

/// A mistake of grammar stops the parser; mistakes it can read past go to `Parser::problems`.
pub(super) type Parsed<T = Expr> = Result<T, Problem>;

impl Parser<'_> {
    fn sorted_problems(self) -> Vec<Problem> {
        let mut problems = self.problems;
        problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
        problems
    }

    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    fn span(&self) -> TextSpan {
        self.tokens[self.at].1.clone()
    }

    /// Takes the next token; the `End` is never taken.
    pub(super) fn advance(&mut self) -> (Token, TextSpan) {
        let taken = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        taken
    }

    pub(super) fn accept(&mut self, token: &Token) -> bool {
        let found = self.peek() == token;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, token: &Token, wanted: &str) -> Parsed<()> {
        if self.accept(token) {
            return Ok(());
        }
        Err(self.unexpected(wanted))
    }

    pub(super) fn unexpected(&self, wanted: &str) -> Problem {
        let span = self.span();
        if *self.peek() == Token::End {
            return Problem::new(&span, format!("expected {wanted}, but the expression ends here"));
        }
        let found = &self.text[span.clone()];
        let problem = Problem::new(&span, format!("expected {wanted}, found `{found}`"));
        match self.peek() {
            Token::If => problem.help("put parentheses around `if .. then .. else ..`"),
            Token::Not => problem.help("put parentheses around `not ..`"),
            _ => problem,
        }
    }

    /// A node of the tree, unless operators in a row have made it too high.
    pub(super) fn node(&self, kind: ExprKind, span: TextSpan) -> Parsed {
        let expr = Expr::new(kind, span);
        if expr.height() > MAX_HEIGHT {
            let message = format!("more than {MAX_HEIGHT} operators and functions are chained");
            return Err(Problem::new(&expr.span, message).help("split the expression"));
        }
        Ok(expr)
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.nesting > MAX_NESTING {
            let message = format!("nested more than {MAX_NESTING} deep");
            return Err(Problem::new(&self.span(), message).help("split the expression"));
        }
        self.nesting += 1;
        let parsed = inner(self);
        self.nesting -= 1;
        parsed
    }

    fn whole(&mut self) -> Parsed {
        if *self.peek() == Token::End {
            return Err(Problem::new(&(0..self.text.len()), "the expression is empty"));
        }
        let expr = self.expression()?;
        if *self.peek() == Token::End {
            return Ok(expr);
        }
        let problem = self.unexpected("an operator or the end");
        Err(match self.peek() {
            Token::Close | Token::CloseList => problem.help("it was never opened"),
            _ => problem,
        })
    }

    fn expression(&mut self) -> Parsed {
        self.nested(|parser| if *parser.peek() == Token::If { parser.condition() } else { parser.binary(strength::OR) })
    }

    fn condition(&mut self) -> Parsed {
        let (_, start) = self.advance();
        let test = self.expression()?;
        self.expect(&Token::Then, "`then`")?;
        let yes = self.expression()?;
        if *self.peek() != Token::Else {
            let help = "every `if` needs an `else`, so that it always has a value";
            return Err(self.unexpected("`else`").help(help));
        }
        self.advance();
        let no = self.expression()?;
        let span = start.start..no.span.end;
        self.node(ExprKind::If(Box::new([test, yes, no])), span)
    }

    /// Operators of one strength in a row, the operands of which bind more strongly.
    fn binary(&mut self, level: u8) -> Parsed {
        let mut left = self.operand(level)?;
        let mut operators = 0;
        while let Token::Operator(operator) = *self.peek() {
            if operator.strength() != level {
                break;
            }
            operators += 1;
            if level == strength::COMPARE && operators > 1 {
                return Err(self.chained(&left));
            }
            self.advance();
            let right = self.operand(level)?;
            let span = left.span.start..right.span.end;
            left = self.node(ExprKind::Binary(operator, Box::new(left), Box::new(right)), span)?;
        }
        Ok(left)
    }

    fn operand(&mut self, level: u8) -> Parsed {
        match level {
            strength::AND => self.negation(),
            strength::PRODUCT => self.signed(),
            // `not` has its own function, so the level between is skipped.
            _ => self.binary(level + 1),
        }
    }

    fn chained(&self, left: &Expr) -> Problem {
        let span = self.span();
        let problem = Problem::new(&span, "comparisons cannot be chained");
        let ExprKind::Binary(_, _, middle) = &left.kind else {
            return problem;
        };
        let first = &self.text[left.span.clone()];
        let middle = &self.text[middle.span.clone()];
        let operator = &self.text[span];
        problem.help(format!("write `{first} and {middle} {operator} ..`"))
    }

    fn negation(&mut self) -> Parsed {
        if *self.peek() != Token::Not {
            return self.binary(strength::COMPARE);
        }
        let (_, start) = self.advance();
        let inner = self.nested(Self::negation)?;
        let span = start.start..inner.span.end;
        self.node(ExprKind::Not(Box::new(inner)), span)
    }

    fn signed(&mut self) -> Parsed {
        match self.peek() {
            Token::Operator(Binary::Subtract) => {
                let (_, start) = self.advance();
                let inner = self.nested(Self::signed)?;
                let span = start.start..inner.span.end;
                self.node(ExprKind::Negate(Box::new(inner)), span)
            }
            _ => self.atom(),
        }
    }

    fn atom(&mut self) -> Parsed {
        let span = self.span();
        let kind = match self.peek().clone() {
            Token::Number(number) => ExprKind::Number(number),
            Token::Bool(yes) => ExprKind::Bool(yes),
            Token::Text(text) => ExprKind::Text(text),
            Token::Name(name) => return self.name_or_call(name),
            Token::Open => return self.group(),
            Token::OpenList => return self.list(),
            _ => return Err(self.unexpected("a value")),
        };
        self.advance();
        self.node(kind, span)
    }

    /// A group is not a node, but its parentheses belong to the stretch it is underlined by.
    fn group(&mut self) -> Parsed {
        let (_, start) = self.advance();
        let mut inner = self.expression()?;
        let end = self.span().end;
        self.expect(&Token::Close, "`)`")?;
        inner.span = start.start..end;
        Ok(inner)
    }

    fn list(&mut self) -> Parsed {
        let (_, start) = self.advance();
        let items = self.items(&Token::CloseList)?;
        let end = self.expect_closing(&Token::CloseList, "`,` or `]`")?;
        if items.is_empty() {
            let problem = Problem::new(&(start.start..end), "this list is empty");
            self.problems.push(problem.help("a list needs at least one entry"));
        }
        self.node(ExprKind::List(items), start.start..end)
    }

    /// Expressions separated by commas, up to but without the closing token.
    pub(super) fn items(&mut self, closing: &Token) -> Parsed<Vec<Expr>> {
        let mut items = Vec::new();
        if self.peek() == closing {
            return Ok(items);
        }
        loop {
            items.push(self.expression()?);
            if !self.accept(&Token::Comma) {
                return Ok(items);
            }
        }
    }

    pub(super) fn expect_closing(&mut self, closing: &Token, wanted: &str) -> Parsed<usize> {
        let end = self.span().end;
        self.expect(closing, wanted)?;
        Ok(end)
    }
}
