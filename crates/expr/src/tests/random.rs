//! Random well-typed expressions and positions.
//!
//! Proptest supplies bytes, and each byte decides one question; a byte of 0, or no byte, always
//! takes the simplest answer, so shrinking the bytes shrinks the expression.

use super::super::{Binary, Expr, ExprKind, Function, Gather, Ident, Number, Record, Value, Values};
use super::{Position, unit};

/// Where the decisions come from, and what may be built.
pub struct Dice<'b> {
    bytes: &'b [u8],
    /// Collections, tables and lists that are not written out: what BeanShell lacks.
    pub rich: bool,
    /// Literals up to the bounds of numbers.
    pub huge: bool,
}

impl<'b> Dice<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Dice { bytes, rich: true, huge: false }
    }

    fn below(&mut self, sides: usize) -> usize {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                usize::from(*first) % sides
            }
            None => 0,
        }
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A number from what is in reach: literals, names, and for members their field.
    fn number_leaf(&mut self, member: bool) -> ExprKind {
        match self.below(if member { 5 } else { 4 }) {
            0 => ExprKind::Number((i32::try_from(self.below(13)).unwrap_or(0)).into()),
            1 => ExprKind::Name(self.one_of(&["lead", "guns", "attack-value"]).into()),
            2 => ExprKind::Number(Number::new(i64::try_from(self.below(40)).unwrap_or(0), 8)),
            3 if self.huge => ExprKind::Number(self.one_of(&[
                Number::new(999_999_999_999_999, 1),
                Number::new(1, 1_000_000_000),
                Number::new(999_999_937, 1_000_000),
            ])),
            3 => ExprKind::Name("lead".into()),
            _ => ExprKind::Name("attack".into()),
        }
    }

    pub fn number(&mut self, depth: usize, member: usize) -> Expr {
        let kinds = if self.rich { 7 } else { 5 };
        let choice = if depth == 0 { 0 } else { self.below(kinds) };
        let kind = match choice {
            1 => ExprKind::Negate(self.number(depth - 1, member).into()),
            2 => {
                let operator =
                    self.one_of(&[Binary::Add, Binary::Subtract, Binary::Multiply, Binary::Divide, Binary::Modulo]);
                let left = self.number(depth - 1, member);
                ExprKind::Binary(operator, left.into(), self.number(depth - 1, member).into())
            }
            3 => {
                let test = self.condition(depth - 1, member);
                let yes = self.number(depth - 1, member);
                ExprKind::If(Box::new([test, yes, self.number(depth - 1, member)]))
            }
            4 => self.call(depth - 1, member),
            5 if member < 2 => {
                self.over(depth - 1, member, &[Gather::Count, Gather::Sum, Gather::Highest, Gather::Lowest])
            }
            6 => {
                let argument = self.number(depth - 1, member);
                let arguments = vec![argument, self.condition(depth - 1, member)];
                ExprKind::Lookup(ident("combat"), arguments)
            }
            _ => self.number_leaf(member > 0),
        };
        Expr::new(kind, 0..0)
    }

    fn call(&mut self, depth: usize, member: usize) -> ExprKind {
        let function = self.one_of(&Function::ALL);
        let count = match function {
            Function::Min | Function::Max => 2 + self.below(2),
            Function::Clamp => 3,
            _ => 1,
        };
        let arguments = (0..count).map(|_| self.number(depth, member)).collect();
        ExprKind::Call(function, arguments)
    }

    fn over(&mut self, depth: usize, member: usize, among: &[Gather]) -> ExprKind {
        let gather = self.one_of(among);
        let each = if gather == Gather::Count && self.below(2) == 0 {
            None
        } else if gather.takes_condition() {
            Some(Box::new(self.condition(depth, member + 1)))
        } else {
            Some(Box::new(self.number(depth, member + 1)))
        };
        ExprKind::Over(gather, ident("units"), each)
    }

    pub fn condition(&mut self, depth: usize, member: usize) -> Expr {
        let kinds = if self.rich { 9 } else { 7 };
        let choice = if depth == 0 { 0 } else { self.below(kinds) };
        let kind = match choice {
            1 => ExprKind::Not(self.condition(depth - 1, member).into()),
            2 => {
                let operator = self.one_of(&[Binary::And, Binary::Or, Binary::Equal]);
                let left = self.condition(depth - 1, member);
                ExprKind::Binary(operator, left.into(), self.condition(depth - 1, member).into())
            }
            3 | 4 => {
                let operator = self.one_of(&[
                    Binary::Less,
                    Binary::AtMost,
                    Binary::More,
                    Binary::AtLeast,
                    Binary::Equal,
                    Binary::NotEqual,
                ]);
                let left = self.number(depth - 1, member);
                ExprKind::Binary(operator, left.into(), self.number(depth - 1, member).into())
            }
            5 => self.text_test(depth - 1, member),
            6 => self.membership(depth - 1, member),
            7 if member < 2 => self.over(depth - 1, member, &[Gather::Any, Gather::All]),
            8 => {
                let main = Expr::new(ExprKind::Text("main".into()), 0..0);
                let roads = Expr::new(ExprKind::Name("roads".into()), 0..0);
                ExprKind::Binary(Binary::In, main.into(), roads.into())
            }
            _ => match self.below(if member > 0 { 4 } else { 3 }) {
                0 => ExprKind::Bool(self.below(2) == 0),
                1 => ExprKind::Name("night".into()),
                2 => ExprKind::Name("contested".into()),
                _ => ExprKind::Name("fresh".into()),
            },
        };
        Expr::new(kind, 0..0)
    }

    fn text_test(&mut self, depth: usize, member: usize) -> ExprKind {
        let operator = self.one_of(&[Binary::Equal, Binary::NotEqual]);
        let left = self.text(depth, member);
        ExprKind::Binary(operator, left.into(), self.text(depth, member).into())
    }

    fn membership(&mut self, depth: usize, member: usize) -> ExprKind {
        let texts = self.below(2) == 0;
        let item = |dice: &mut Self| match texts {
            true => dice.text(depth.min(1), member),
            false => dice.number(depth.min(1), member),
        };
        let left = item(self);
        let items = (0..=self.below(3)).map(|_| item(self)).collect();
        let list = Expr::new(ExprKind::List(items), 0..0);
        ExprKind::Binary(Binary::In, left.into(), list.into())
    }

    /// A text; of no fixed choice, so that any two can be compared.
    fn text(&mut self, depth: usize, member: usize) -> Expr {
        let kind = match if depth == 0 { 0 } else { self.below(3) } {
            1 => {
                let test = self.condition(depth - 1, member);
                let yes = self.text(depth - 1, member);
                ExprKind::If(Box::new([test, yes, self.text(depth - 1, member)]))
            }
            _ => match self.below(3) {
                0 => ExprKind::Name("name".into()),
                _ => ExprKind::Text(self.one_of(&TEXTS).into()),
            },
        };
        Expr::new(kind, 0..0)
    }

    pub fn position(&mut self) -> Position {
        let mut values: Values = Position::sample().0;
        let mut set = |name: &str, value: Value| values.insert(name.to_owned(), value);
        set("night", (self.below(2) == 0).into());
        set("contested", (self.below(2) == 0).into());
        set("lead", self.small().into());
        set("guns", self.small().into());
        let eighths = Number::from(self.small()) / Number::from(8);
        set("attack-value", eighths.into());
        set("name", self.one_of(&TEXTS).into());
        let roads = ["main", "track"].into_iter().filter(|_| self.below(2) == 0);
        set("roads", Value::List(roads.map(Value::from).collect()));
        let units: Vec<Record> = (0..self.below(4)).map(|_| self.member()).collect();
        set("units", Value::collection(units));
        Position(values)
    }

    fn member(&mut self) -> Record {
        let (attack, fresh) = (self.small(), self.below(2) == 0);
        unit(attack, self.one_of(&["infantry", "armour", "guns"]), fresh)
    }

    fn small(&mut self) -> i32 {
        i32::try_from(self.below(30)).unwrap_or(0) - 6
    }
}

const TEXTS: [&str; 6] = ["", "urban", "it's \"$x$\"", "back\\slash", "Пл. 9 Января", "true"];

fn ident(name: &str) -> Ident {
    Ident { name: name.into(), span: 0..0 }
}
