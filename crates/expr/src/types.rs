//! Types, and the scopes that give names their types.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What a value can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// An exact fraction.
    Number,
    /// Yes or no.
    Bool,
    /// Any text.
    Text,
    /// One of these texts. A comparison with a text that is none of them is an error.
    Choice(Arc<[String]>),
    /// Several values of one type: a number, yes or no, a text or a choice.
    List(Box<Type>),
    /// Records that `count`, `sum` and their kin go over, by the types of their fields.
    Collection(Arc<BTreeMap<String, Type>>),
}

impl Type {
    /// One of these texts.
    pub fn choice<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Self {
        Type::Choice(texts.into_iter().map(Into::into).collect())
    }

    /// Records with these fields.
    pub fn collection<T: Into<String>>(fields: impl IntoIterator<Item = (T, Type)>) -> Self {
        let fields = fields.into_iter().map(|(name, type_)| (name.into(), type_));
        Type::Collection(Arc::new(fields.collect()))
    }

    /// A list of values of this type.
    pub fn list(of: Type) -> Self {
        Type::List(Box::new(of))
    }

    pub(crate) fn is_textual(&self) -> bool {
        matches!(self, Type::Text | Type::Choice(_))
    }

    /// May a value of this type stand where `expected` is wanted?
    pub fn fits(&self, expected: &Type) -> bool {
        match (self, expected) {
            (Type::Number, Type::Number) | (Type::Bool, Type::Bool) => true,
            (Type::Text | Type::Choice(_), Type::Text) => true,
            (Type::Choice(own), Type::Choice(all)) => own.iter().all(|text| all.contains(text)),
            (Type::List(own), Type::List(all)) => own.fits(all),
            (Type::Collection(own), Type::Collection(all)) => {
                all.iter().all(|(name, type_)| own.get(name).is_some_and(|field| field.fits(type_)))
            }
            _ => false,
        }
    }

    /// The narrowest type both fit, if there is one.
    pub(crate) fn join(&self, other: &Type) -> Option<Type> {
        match (self, other) {
            (Type::Choice(a), Type::Choice(b)) => {
                let more = b.iter().filter(|text| !a.contains(text));
                Some(Type::choice(a.iter().chain(more).cloned()))
            }
            (a, b) if a.is_textual() && b.is_textual() => Some(Type::Text),
            (Type::List(a), Type::List(b)) => a.join(b).map(Type::list),
            (a, b) => (a == b).then(|| a.clone()),
        }
    }
}

/// As it is called in messages: `a number`, `one of 'day', 'night'`.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Number => f.write_str("a number"),
            Type::Bool => f.write_str("yes or no"),
            Type::Text => f.write_str("a text"),
            Type::Choice(texts) => match texts.as_ref() {
                [only] => write!(f, "the text '{only}'"),
                texts => write!(f, "one of {}", quoted_list(texts)),
            },
            Type::List(of) => match of.as_ref() {
                Type::Number => f.write_str("a list of numbers"),
                Type::Bool => f.write_str("a list of yes-or-no values"),
                _ => f.write_str("a list of texts"),
            },
            Type::Collection(_) => f.write_str("a collection"),
        }
    }
}

/// Enough of the texts to choose from: a map has hundreds of places.
pub(crate) fn quoted_list(texts: &[String]) -> String {
    const SHOWN: usize = 12;
    let mut list: Vec<String> = texts.iter().take(SHOWN).map(|t| format!("'{t}'")).collect();
    if texts.len() > SHOWN {
        list.push(format!("and {} more", texts.len() - SHOWN));
    }
    list.join(", ")
}

/// What a table takes and gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The types of its arguments, in order.
    pub arguments: Vec<Type>,
    /// The type of its results.
    pub result: Type,
}

/// What names mean where an expression stands.
pub trait Scope {
    /// The type of a name, if it means something.
    fn type_of(&self, name: &str) -> Option<Type>;

    /// Every name that means something, for "did you mean".
    fn names(&self) -> Vec<String>;

    /// What a table takes and gives, if there is one of this id that can be looked up.
    fn table(&self, id: &str) -> Option<Signature> {
        let _ = id;
        None
    }

    /// The ids of all tables that can be looked up, for "did you mean".
    fn tables(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A scope made of two maps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Names and their types.
    pub types: BTreeMap<String, Type>,
    /// Tables and their signatures.
    pub tables: BTreeMap<String, Signature>,
}

impl Names {
    /// No names at all.
    pub fn new() -> Self {
        Names::default()
    }

    /// And this name.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, type_: Type) -> Self {
        self.types.insert(name.into(), type_);
        self
    }

    /// And this table.
    #[must_use]
    pub fn with_table(mut self, id: impl Into<String>, arguments: impl Into<Vec<Type>>, result: Type) -> Self {
        let arguments = arguments.into();
        self.tables.insert(id.into(), Signature { arguments, result });
        self
    }
}

impl Scope for Names {
    fn type_of(&self, name: &str) -> Option<Type> {
        self.types.get(name).cloned()
    }

    fn names(&self) -> Vec<String> {
        self.types.keys().cloned().collect()
    }

    fn table(&self, id: &str) -> Option<Signature> {
        self.tables.get(id).cloned()
    }

    fn tables(&self) -> Vec<String> {
        self.tables.keys().cloned().collect()
    }
}

/// The scope within `sum(units, ..)`: a member's fields, then what stands outside.
pub(crate) struct MemberScope<'s> {
    pub fields: Arc<BTreeMap<String, Type>>,
    pub outer: &'s dyn Scope,
}

impl Scope for MemberScope<'_> {
    fn type_of(&self, name: &str) -> Option<Type> {
        let field = self.fields.get(name).cloned();
        field.or_else(|| self.outer.type_of(name))
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.fields.keys().cloned().collect();
        names.extend(self.outer.names());
        names
    }

    fn table(&self, id: &str) -> Option<Signature> {
        self.outer.table(id)
    }

    fn tables(&self) -> Vec<String> {
        self.outer.tables()
    }
}
