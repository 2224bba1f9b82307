//! The operators and functions, each defined once: its spelling, its strength, its arguments.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// An operator between two expressions.
///
/// - `or`, `and`: yes or no of two yes-or-no values.
/// - `==`, `!=`: of two numbers, two texts or two yes-or-no values.
/// - `<`, `<=`, `>`, `>=`: of two numbers.
/// - `in`: is the left side equal to an entry of the list on the right?
/// - `+`, `-`, `*`: exact arithmetic on fractions.
/// - `/`: exact; `x / 0` is 0.
/// - `%`: `x - y * floor(x / y)`, so it has the sign of `y`; `x % 0` is 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Binary {
    /// Either.
    #[serde(rename = "or")]
    Or,
    /// Both.
    #[serde(rename = "and")]
    And,
    /// Equal.
    #[serde(rename = "==")]
    Equal,
    /// Different.
    #[serde(rename = "!=")]
    NotEqual,
    /// Less.
    #[serde(rename = "<")]
    Less,
    /// Less or equal.
    #[serde(rename = "<=")]
    AtMost,
    /// Greater.
    #[serde(rename = ">")]
    More,
    /// Greater or equal.
    #[serde(rename = ">=")]
    AtLeast,
    /// One of a list.
    #[serde(rename = "in")]
    In,
    /// Sum.
    #[serde(rename = "+")]
    Add,
    /// Difference.
    #[serde(rename = "-")]
    Subtract,
    /// Product.
    #[serde(rename = "*")]
    Multiply,
    /// Quotient.
    #[serde(rename = "/")]
    Divide,
    /// What is left after division.
    #[serde(rename = "%")]
    Modulo,
}

/// How strongly operators bind, loosest first. `not` stands between `and` and comparisons, unary
/// minus above everything.
pub(crate) mod strength {
    pub const IF: u8 = 0;
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const NOT: u8 = 3;
    pub const COMPARE: u8 = 4;
    pub const SUM: u8 = 5;
    pub const PRODUCT: u8 = 6;
    pub const SIGN: u8 = 7;
    pub const ATOM: u8 = 8;
}

impl Binary {
    /// As authors write it.
    pub fn symbol(self) -> &'static str {
        match self {
            Binary::Or => "or",
            Binary::And => "and",
            Binary::Equal => "==",
            Binary::NotEqual => "!=",
            Binary::Less => "<",
            Binary::AtMost => "<=",
            Binary::More => ">",
            Binary::AtLeast => ">=",
            Binary::In => "in",
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::Divide => "/",
            Binary::Modulo => "%",
        }
    }

    pub(crate) fn strength(self) -> u8 {
        match self {
            Binary::Or => strength::OR,
            Binary::And => strength::AND,
            Binary::Add | Binary::Subtract => strength::SUM,
            Binary::Multiply | Binary::Divide | Binary::Modulo => strength::PRODUCT,
            _ => strength::COMPARE,
        }
    }
}

/// A function of numbers.
///
/// - `min`, `max`: the least or greatest of two or more.
/// - `abs`: distance from 0.
/// - `floor`, `ceil`: the whole number below or above.
/// - `round`: the nearest whole number, halves up (2.5 gives 3, -2.5 gives -2).
/// - `clamp(x, low, high)`: `max(low, min(x, high))`, so `low` wins where the bounds cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Function {
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// Distance from 0.
    Abs,
    /// The whole number not above.
    Floor,
    /// The whole number not below.
    Ceil,
    /// The nearest whole number, halves up.
    Round,
    /// Kept between two bounds.
    Clamp,
}

impl Function {
    /// All of them.
    pub const ALL: [Function; 7] = [
        Function::Min,
        Function::Max,
        Function::Abs,
        Function::Floor,
        Function::Ceil,
        Function::Round,
        Function::Clamp,
    ];

    /// As authors write it.
    pub fn name(self) -> &'static str {
        match self {
            Function::Min => "min",
            Function::Max => "max",
            Function::Abs => "abs",
            Function::Floor => "floor",
            Function::Ceil => "ceil",
            Function::Round => "round",
            Function::Clamp => "clamp",
        }
    }

    /// How many arguments it takes.
    pub(crate) fn arguments(self) -> RangeInclusive<usize> {
        match self {
            Function::Min | Function::Max => 2..=usize::MAX,
            Function::Clamp => 3..=3,
            _ => 1..=1,
        }
    }
}

/// A function over the members of a collection.
///
/// Within its second argument a name means the member's field, or else what it means outside.
///
/// - `count`: how many members, or how many that meet a condition.
/// - `sum`, `highest`, `lowest`: of a number worked out for each member; 0 if there is no member.
/// - `any`, `all`: does a condition hold for some, for every member? Without members `any` is no
///   and `all` is yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Gather {
    /// How many.
    Count,
    /// The sum of a number a member.
    Sum,
    /// The greatest of a number a member.
    Highest,
    /// The least of a number a member.
    Lowest,
    /// Whether some member meets a condition.
    Any,
    /// Whether every member meets a condition.
    All,
}

impl Gather {
    /// All of them.
    pub const ALL: [Gather; 6] =
        [Gather::Count, Gather::Sum, Gather::Highest, Gather::Lowest, Gather::Any, Gather::All];

    /// As authors write it.
    pub fn name(self) -> &'static str {
        match self {
            Gather::Count => "count",
            Gather::Sum => "sum",
            Gather::Highest => "highest",
            Gather::Lowest => "lowest",
            Gather::Any => "any",
            Gather::All => "all",
        }
    }

    /// Is its second argument a condition (rather than a number)?
    pub fn takes_condition(self) -> bool {
        matches!(self, Gather::Count | Gather::Any | Gather::All)
    }

    /// Is its result yes or no (rather than a number)?
    pub fn is_condition(self) -> bool {
        matches!(self, Gather::Any | Gather::All)
    }
}

/// The name of table lookup, the one function that is neither of the above.
pub(crate) const LOOKUP: &str = "lookup";

/// Every function an author can call.
pub(crate) fn function_names() -> impl Iterator<Item = &'static str> {
    let plain = Function::ALL.into_iter().map(Function::name);
    let gather = Gather::ALL.into_iter().map(Gather::name);
    plain.chain(gather).chain([LOOKUP])
}
