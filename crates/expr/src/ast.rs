//! The syntax tree.

use super::operator::{Binary, Function, Gather};
use super::{Number, TextSpan};

/// An expression and where it stands in its text.
///
/// Two expressions are equal when they say the same; where they stand does not matter.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The bytes of the text it was read from.
    pub span: TextSpan,
    height: usize,
}

/// A name and where it stands. Equal to another when the names are.
#[derive(Debug, Clone)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// The bytes of the text it was read from.
    pub span: TextSpan,
}

/// The kinds of expression.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// `12`, `0.5`; as written never negative.
    Number(Number),
    /// `true`, `false`.
    Bool(bool),
    /// `'urban'`.
    Text(String),
    /// An input or field.
    Name(String),
    /// `[1, 2]`.
    List(Vec<Expr>),
    /// `-x`.
    Negate(Box<Expr>),
    /// `not x`.
    Not(Box<Expr>),
    /// `x + y` and the like.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `if c then a else b`.
    If(Box<[Expr; 3]>),
    /// `min(x, y)` and the like.
    Call(Function, Vec<Expr>),
    /// `sum(units, attack)` and the like; only `count` may do without the second argument.
    Over(Gather, Ident, Option<Box<Expr>>),
    /// `lookup('combat', odds)`.
    Lookup(Ident, Vec<Expr>),
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl PartialEq for Ident {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl ExprKind {
    /// The parts of it that are expressions, in the order they are written.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match self {
            ExprKind::Number(_) | ExprKind::Bool(_) | ExprKind::Text(_) | ExprKind::Name(_) => Vec::new(),
            ExprKind::List(items) | ExprKind::Call(_, items) | ExprKind::Lookup(_, items) => items.iter().collect(),
            ExprKind::Negate(inner) | ExprKind::Not(inner) => vec![inner],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::If(parts) => parts.iter().collect(),
            ExprKind::Over(_, _, each) => each.iter().map(AsRef::as_ref).collect(),
        }
    }
}

impl Expr {
    /// An expression that stands at `span`.
    pub fn new(kind: ExprKind, span: TextSpan) -> Self {
        let own = match kind {
            ExprKind::List(_) | ExprKind::Call(..) | ExprKind::Lookup(..) => 2,
            _ => 1,
        };
        let parts = kind.parts();
        let height = own + parts.iter().map(|part| part.height).max().unwrap_or(0);
        Expr { kind, span, height }
    }

    /// How many levels its tree has as JSON; the parser keeps it within
    /// [`MAX_HEIGHT`](super::MAX_HEIGHT), so that whoever walks a tree by recursion needs no guard
    /// and common JSON parsers, which stop at 128 levels, can read it.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Every name it mentions, with its place, in the order they are written: inputs, fields and
    /// collections. Names within `sum(units, ..)` may be fields of a member: see [`Mention::within`].
    pub fn names(&self) -> Vec<Mention<'_>> {
        let mut found = Vec::new();
        self.collect(None, &mut found);
        found
    }

    fn collect<'e>(&'e self, within: Option<&'e str>, found: &mut Vec<Mention<'e>>) {
        let mut mention = |name: &'e str, span: &'e TextSpan| {
            found.push(Mention { name, span, within });
        };
        let mut within = within;
        match &self.kind {
            ExprKind::Name(name) => mention(name, &self.span),
            ExprKind::Over(_, collection, _) => {
                mention(&collection.name, &collection.span);
                within = Some(&collection.name);
            }
            _ => {}
        }
        for part in self.kind.parts() {
            part.collect(within, found);
        }
    }
}

/// One mention of a name in an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention<'e> {
    /// The name.
    pub name: &'e str,
    /// Where it stands.
    pub span: &'e TextSpan,
    /// The innermost collection whose members are being gone through there, if any: the name may
    /// then be a field of its members.
    pub within: Option<&'e str>,
}
