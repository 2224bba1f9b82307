//! What the facts of a rulebook are asked with.
#![allow(dead_code, unused_macros, unused_imports, clippy::unwrap_used, clippy::panic)]

use punchboard::expr::{Number, Value, Values};
use punchboard::model::{Printed, Ref, Unit};

/// Declares the game of a test file, `GAME`, and what finds its records by id.
macro_rules! facts_of {
    ($folder:literal) => {
        static GAME: std::sync::LazyLock<punchboard::model::Model> =
            std::sync::LazyLock::new(|| crate::common::model($folder));

        $crate::common::facts::facts_of! { @find place places Place }
        $crate::common::facts::facts_of! { @find unit units Unit }
        $crate::common::facts::facts_of! { @find marker markers Marker }
        $crate::common::facts::facts_of! { @find scenario scenarios Scenario }
        $crate::common::facts::facts_of! { @find table tables Table }
        $crate::common::facts::facts_of! { @find region_of regions Region }

        #[allow(dead_code)]
        fn region(id: &str) -> Vec<&'static str> {
            crate::common::facts::ids(&region_of(id).places)
        }

        /// Areas of a class.
        #[allow(dead_code)]
        fn of_class(wanted: &str) -> Vec<&'static punchboard::model::Place> {
            let fits = |place: &&punchboard::model::Place| {
                matches!(&place.kind, punchboard::model::PlaceKind::Area { class, .. } if class == wanted)
            };
            GAME.places.iter().filter(fits).collect()
        }

        #[allow(dead_code)]
        fn neighbours(id: &str) -> std::collections::BTreeSet<&'static str> {
            GAME.edges.iter().filter(|edge| &*edge.from.id == id).map(|edge| &*edge.to.id).collect()
        }

        #[allow(dead_code)]
        fn parameter(id: &str) -> i64 {
            GAME.rules.parameters.iter().find(|p| p.id == id).unwrap_or_else(|| panic!("no parameter {id}")).value
        }

        #[test]
        fn every_fact_has_a_source() {
            assert_eq!(GAME.coverage.total.unsaid, 0, "every record says where it comes from");
        }
    };
    (@find $name:ident $list:ident $kind:ident) => {
        #[allow(dead_code)]
        fn $name(id: &str) -> &'static punchboard::model::$kind {
            punchboard::model::find(&GAME.$list, id)
                .unwrap_or_else(|| panic!(concat!("no ", stringify!($kind), " {}"), id))
        }
    };
}
pub(crate) use facts_of;

/// The ids of references.
pub fn ids<T>(refs: &[Ref<T>]) -> Vec<&str> {
    refs.iter().map(|reference| &*reference.id).collect()
}

/// A whole value of a unit's step.
pub fn value(unit: &Unit, step: usize, value: &str) -> i64 {
    match unit.steps[step].values.get(value) {
        Some(Printed::Number(number)) if number.den == 1 => number.num,
        other => panic!("{value} of {}: {other:?}", unit.id),
    }
}

/// Answers by name.
pub fn inputs(given: &[(&str, Value)]) -> Values {
    given.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect()
}

/// A number.
pub fn n(number: i32) -> Value {
    Value::Number(Number::from(number))
}

/// A text.
pub fn t(text: &str) -> Value {
    Value::from(text)
}

/// Yes or no.
pub fn b(yes: bool) -> Value {
    Value::from(yes)
}
