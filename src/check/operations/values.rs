//! The values of an operation: their kinds, their names, and what expressions can ask of them.

use super::super::names::unknown;
use super::KnownRecords;
use crate::diag::codes;
use crate::expr::{Names, Type};
use crate::model::{Named, Ref};
use crate::source::Sp;
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::syntax::ValueOf;

/// What a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepValueKind {
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
    /// A marker.
    Marker,
    /// Some markers.
    Markers,
}

impl StepValueKind {
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
            ValueOf::Marker => Self::Marker,
            ValueOf::Markers => Self::Markers,
        }
    }

    /// Whether it can stand where another is wanted: one is also some.
    pub fn fits(&self, wanted: &Self) -> bool {
        let pairs = [
            (Self::Unit, Self::Units),
            (Self::Place, Self::Places),
            (Self::Card, Self::Cards),
            (Self::Marker, Self::Markers),
        ];
        self == wanted || pairs.iter().any(|(one, some)| self == one && wanted == some)
    }

    /// Several of them.
    pub fn several(&self) -> Self {
        match self {
            Self::Unit | Self::Units => Self::Units,
            Self::Place | Self::Places => Self::Places,
            Self::Marker | Self::Markers => Self::Markers,
            Self::Card | Self::Cards | Self::Plain(_) => Self::Cards,
        }
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
            Self::Marker => "a marker",
            Self::Markers => "some markers",
        }
    }
}

/// The names that mean something at a step.
#[derive(Clone)]
pub struct StepScope {
    /// For expressions.
    pub names: Names,
    /// Values that were named, innermost last.
    pub values: Vec<(String, StepValueKind)>,
}

impl StepScope {
    /// A scope in which nothing was named yet.
    pub fn new(names: Names) -> Self {
        Self { names, values: Vec::new() }
    }

    /// The kind of a value.
    pub fn kind(&self, name: &str) -> Option<&StepValueKind> {
        self.values.iter().find(|(own, _)| own == name).map(|(_, kind)| kind)
    }

    /// Names a value.
    pub fn declare(&mut self, id: &Sp<Id>, kind: StepValueKind, known: &KnownRecords<'_>, cx: &mut Cx) {
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
    pub fn insert(&mut self, name: &str, kind: StepValueKind, known: &KnownRecords<'_>) {
        let one = |fields: super::FieldTypes, names: &mut Names| {
            names.types.extend(fields.into_iter().map(|(field, kind)| (format!("{name}.{field}"), kind)));
        };
        let names = &mut self.names;
        match &kind {
            StepValueKind::Plain(kind) => {
                names.types.insert(name.to_string(), kind.clone());
            }
            StepValueKind::Unit => {
                let mut fields = known.scopes.unit_fields().clone();
                let carriers = Type::collection(fields.clone());
                fields.insert("carriers".to_string(), carriers);
                fields.insert("arrival".to_string(), Type::collection(known.scopes.spot()));
                one(fields, names);
            }
            StepValueKind::Marker => one(known.scopes.named_marker(), names),
            StepValueKind::Markers => {
                names.types.insert(name.to_string(), Type::collection(known.scopes.named_marker()));
            }
            StepValueKind::Place => one(known.scopes.spot(), names),
            StepValueKind::Card => one(known.card_fields(), names),
            StepValueKind::Units => {
                names.types.insert(name.to_string(), Type::collection(known.scopes.unit_fields().clone()));
            }
            StepValueKind::Places => {
                names.types.insert(name.to_string(), Type::collection(known.scopes.spot()));
            }
            StepValueKind::Cards => {
                names.types.insert(name.to_string(), Type::collection(known.card_fields()));
            }
        }
        self.values.push((name.to_string(), kind));
    }

    /// A value that a key names, which must be of some kind.
    pub fn value(&self, name: &Sp<String>, wanted: &StepValueKind, cx: &mut Cx) -> Option<String> {
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
