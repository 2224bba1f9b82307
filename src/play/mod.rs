//! The reference evaluator: rules of a model, executed on a position.
//!
//! In: the [`Model`](crate::model::Model), a [`Position`] and what is to be done. Out: numbers with the
//! chain that made them, or why it cannot be done. It plays nothing by itself; the worked examples of
//! a rulebook are replayed with it, and it is what an engine has to agree with.
//!
//! [`engine`] plays whole games: it carries operations out, and asks at every decision.

mod arrival;
mod ask;
mod attack;
mod bearing;
pub mod engine;
mod fields;
mod history;
mod losses;
mod movement;
mod position;
mod procedure;
mod retreat;
mod stacking;
mod stands;
mod status;
mod supplied;
mod supply;
mod table;
mod zones;

pub use arrival::{Arriving, arrivals};
pub use attack::{Attacked, attack};
pub use fields::{DeclaredUnits, PlaceFields, UnitFields};
pub use history::{History, Subject};
pub use losses::{LegalLosses, LossOption, UnitLoss, losses};
pub use movement::{Moved, Refused, TooDear, walk};
pub use position::Position;
pub use procedure::{Computed, Fight, answer, blank_answer, compute, holds_rule, holds_victory, is_open};
pub use retreat::{Lost, retreat_losses, retreats, retreats_from};
pub use stacking::{Stacked, overstacks, stacked};
pub use stands::UnitStand;
pub use supplied::{supplied_places, unsupplied_units};
pub use supply::{is_for, place_supplied, traces, unit_supplied};
pub use table::{Looked, find_band, look_up};
pub use zones::in_zone;

use crate::expr::{Number, Value, Values, eval};
use crate::model::{Deck, Formula};

/// One link of a chain of modifiers or terms.
#[derive(Debug, Clone)]
pub struct ChainLink {
    /// Its id, if it has one.
    pub id: String,
    /// What it is.
    pub text: String,
    /// What it adds.
    pub adds: Number,
}

/// `Lead unit +4, Cover -3`.
pub fn chain_text(chain: &[ChainLink]) -> String {
    let link = |link: &ChainLink| {
        let sign = if link.adds < Number::ZERO { "" } else { "+" };
        format!("{} {sign}{}", link.text, link.adds)
    };
    if chain.is_empty() { "nothing applies".to_string() } else { chain.iter().map(link).collect::<Vec<_>>().join(", ") }
}

/// Whether a condition holds.
fn holds(formula: &Formula, values: &Values) -> Result<bool, String> {
    match eval(&formula.expr, values) {
        Ok(Value::Bool(yes)) => Ok(yes),
        Ok(other) => Err(format!("`{}` is {other}, not yes or no", formula.text)),
        Err(problem) => Err(format!("`{}`: {}", formula.text, problem.message)),
    }
}

/// The number a formula gives.
fn number(formula: &Formula, values: &Values) -> Result<Number, String> {
    match eval(&formula.expr, values) {
        Ok(Value::Number(number)) => Ok(number),
        Ok(other) => Err(format!("`{}` is {other}, not a number", formula.text)),
        Err(problem) => Err(format!("`{}`: {}", formula.text, problem.message)),
    }
}

/// The number of cards up to which the owner of a deck draws, if it has one.
///
/// # Errors
/// Why it cannot be worked out.
pub fn hand_size(position: &Position<'_>, deck: &Deck) -> Result<Option<Number>, String> {
    deck.hand.as_ref().map(|hand| ask::Ask::new(position).number(hand)).transpose()
}
