//! The values of an operation: their kinds, their names, and what expressions can ask of them.

use super::super::names::unknown;
use super::Known;
use crate::diag::codes;
use crate::expr::{Names, Type};
use crate::model::{Named, Ref};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::syntax::ValueOf;

/// What a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// A number, yes or no, or a text.
    Plain(Type),
    /// A unit.
    Unit,
    /// Some units.
    Units,
    /// A place.
    Place,
    /// Some places.
    Places,
    /// A card.
    Card,
    /// Some cards.
    Cards,
}

impl Kind {
    /// The kind that authors write.
    pub fn of(of: ValueOf) -> Self {
        match of {
            ValueOf::Number => Self::Plain(Type::Number),
            ValueOf::YesNo => Self::Plain(Type::Bool),
            ValueOf::Option => Self::Plain(Type::Text),
            ValueOf::Unit => Self::Unit,
            ValueOf::Units => Self::Units,
            ValueOf::Place => Self::Place,
            ValueOf::Places => Self::Places,
            ValueOf::Card => Self::Card,
            ValueOf::Cards => Self::Cards,
        }
    }

    /// Whether it can stand where another is wanted: one is also some.
    pub fn fits(&self, wanted: &Self) -> bool {
        let pairs = [(Self::Unit, Self::Units), (Self::Place, Self::Places), (Self::Card, Self::Cards)];
        self == wanted || pairs.iter().any(|(one, some)| self == one && wanted == some)
    }

    /// As it is called in messages.
    pub fn what(&self) -> &'static str {
        match self {
            Self::Plain(_) => "a plain value",
            Self::Unit => "a unit",
            Self::Units => "some units",
            Self::Place => "a place",
            Self::Places => "some places",
            Self::Card => "a card",
            Self::Cards => "some cards",
        }
    }
}

/// The names that mean something at a step.
#[derive(Clone)]
pub struct Scope {
    /// For expressions.
    pub names: Names,
    /// Values that were named, innermost last.
    pub values: Vec<(String, Kind)>,
}

impl Scope {
    /// A scope in which nothing was named yet.
    pub fn new(names: Names) -> Self {
        Self { names, values: Vec::new() }
    }

    /// The kind of a value.
    pub fn kind(&self, name: &str) -> Option<&Kind> {
        self.values.iter().find(|(own, _)| own == name).map(|(_, kind)| kind)
    }

    /// Names a value.
    pub fn declare(&mut self, id: &Sp<Id>, kind: Kind, known: &Known<'_>, cx: &mut Cx) {
        let taken = self.names.types.contains_key(&id.0) || self.kind(&id.0).is_some() || id.0 == "it";
        if taken {
            let message = format!("`{}` has a meaning here already", id.0);
            cx.diags.push(codes::OPERATION_VALUE.at(id.span, message).label("choose another name"));
            return;
        }
        if !crate::expr::is_name(&id.0) || id.0.contains('.') {
            let message = format!("`{}` is not a name that expressions can ask for", id.0);
            cx.diags.push(codes::OPERATION_VALUE.at(id.span, message).label("letters, digits and `-` only"));
            return;
        }
        self.insert(&id.0, kind, known);
    }

    /// Lets expressions ask for a value.
    pub fn insert(&mut self, name: &str, kind: Kind, known: &Known<'_>) {
        let one = |fields: super::Fields, names: &mut Names| {
            names.types.extend(fields.into_iter().map(|(field, kind)| (format!("{name}.{field}"), kind)));
        };
        let names = &mut self.names;
        match &kind {
            Kind::Plain(kind) => {
                names.types.insert(name.to_string(), kind.clone());
            }
            Kind::Unit => {
                one(known.scopes.unit_fields().clone(), names);
                let carriers = Type::collection(known.scopes.unit_fields().clone());
                names.types.insert(format!("{name}.carriers"), carriers);
            }
            Kind::Place => one(known.scopes.spot(), names),
            Kind::Card => one(known.card_fields(), names),
            Kind::Units => {
                names.types.insert(name.to_string(), Type::collection(known.scopes.unit_fields().clone()));
            }
            Kind::Places => {
                names.types.insert(name.to_string(), Type::collection(known.scopes.spot()));
            }
            Kind::Cards => {
                names.types.insert(name.to_string(), Type::collection(known.card_fields()));
            }
        }
        self.values.push((name.to_string(), kind));
    }

    /// A value that a key names, which must be of some kind.
    pub fn value(&self, name: &Sp<String>, wanted: &Kind, cx: &mut Cx) -> Option<String> {
        match self.kind(name) {
            Some(kind) if kind.fits(wanted) => Some(name.value.clone()),
            Some(kind) => {
                let message = format!("`{}` is {}, but {} is wanted here", name.value, kind.what(), wanted.what());
                cx.diags.push(codes::OPERATION_VALUE.at(name.span, message).label("of another kind"));
                None
            }
            None => {
                let message = format!("no value is called `{}` here", name.value);
                let diag = codes::OPERATION_VALUE.at(name.span, message).label("not named before");
                cx.diags.push(diag.suggest(name, self.values.iter().map(|(own, _)| own.as_str())));
                None
            }
        }
    }
}

/// A thing of the model by its id.
pub fn found<T: Named>(list: &[T], name: &Sp<String>, cx: &mut Cx) -> Option<Ref<T>> {
    let at = list.iter().position(|thing| thing.id() == name.value);
    if at.is_none() {
        unknown(T::WHAT, name, list.iter().map(Named::id), cx);
    }
    at.map(|at| Ref::new(at, &name.value))
}
