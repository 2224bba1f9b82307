//! Exact numbers that cannot overflow.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

/// An exact fraction in lowest terms.
///
/// Arithmetic is exact as long as it stays within bounds no rulebook comes near, and total beyond
/// them, so that no author can make a build fail by a large number:
///
/// - a value beyond ±10^15 becomes ±10^15;
/// - a value whose denominator in lowest terms exceeds 10^9 becomes the nearest multiple of 10^-9,
///   the upper one when two are equally near;
/// - `x / 0` and `x % 0` are 0.
///
/// With these bounds no intermediate product of two numbers within range leaves an `i128` unless
/// its value is out of range too: |n1·n2| = |v1·v2|·d1·d2 ≤ 10^15·10^18.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    numerator: i128,
    denominator: i128,
}

const LARGEST: i128 = 1_000_000_000_000_000;
const FINEST: i128 = 1_000_000_000;
const FINEST_DIGITS: usize = 9;

impl Number {
    /// 0, which is also what dividing by it gives.
    pub const ZERO: Number = Number::small(0);
    /// 1.
    pub const ONE: Number = Number::small(1);

    const fn small(whole: i128) -> Self {
        Number { numerator: whole, denominator: 1 }
    }

    /// The fraction `numerator / denominator`, brought within bounds; 0 if the denominator is 0.
    pub fn new(numerator: i64, denominator: i64) -> Self {
        Number::bounded(i128::from(numerator), i128::from(denominator))
    }

    /// The number above the line, in lowest terms; carries the sign. At most 10^24 in size.
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// The number below the line, in lowest terms; from 1 to 10^9.
    pub fn denominator(self) -> i128 {
        self.denominator
    }

    /// Is it a whole number?
    pub fn is_whole(self) -> bool {
        self.denominator == 1
    }

    /// The whole number, if it is one.
    pub fn to_whole(self) -> Option<i64> {
        i64::try_from(self.numerator).ok().filter(|_| self.is_whole())
    }

    /// As counters have it printed: `3`, or `1/4`.
    pub fn as_fraction(self) -> String {
        if self.is_whole() { self.numerator.to_string() } else { format!("{}/{}", self.numerator, self.denominator) }
    }

    /// The nearest floating point number.
    #[expect(clippy::cast_precision_loss, reason = "the nearest is what is asked for")]
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Reads `12` or `0.5`: digits, at most one point, as the lexer found them. `None` when it has
    /// more digits than a literal may have: 15 in all, 9 after the point.
    pub(crate) fn literal(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let whole = whole.trim_start_matches('0');
        if part.len() > FINEST_DIGITS || whole.len() + part.len() > 15 {
            return None;
        }
        let digits: i64 = format!("0{whole}{part}").parse().ok()?;
        let scale = 10_i64.pow(u32::try_from(part.len()).ok()?);
        Some(Number::new(digits, scale))
    }

    /// Brings any fraction into lowest terms and within bounds. Both parts are below 10^34.
    fn bounded(numerator: i128, denominator: i128) -> Self {
        if denominator == 0 {
            return Number::ZERO;
        }
        let sign = denominator.signum();
        let common = gcd(numerator, denominator) * sign;
        let (n, d) = (numerator / common, denominator / common);
        let (n, d) = if d > FINEST { nearest(n, d) } else { (n, d) };
        match n.unsigned_abs().cmp(&(LARGEST * d).unsigned_abs()) {
            Ordering::Greater => Number::small(LARGEST * n.signum()),
            _ => Number { numerator: n, denominator: d },
        }
    }

    /// The greatest whole number not above it.
    #[must_use]
    pub fn floor(self) -> Self {
        Number::small(self.numerator.div_euclid(self.denominator))
    }

    /// The least whole number not below it.
    #[must_use]
    pub fn ceil(self) -> Self {
        -(-self).floor()
    }

    /// The nearest whole number; halves go up, so 2.5 gives 3 and -2.5 gives -2.
    #[must_use]
    pub fn round(self) -> Self {
        // Not `floor(x + 1/2)`: the sum of fine fractions is itself rounded.
        let twice = self.numerator * 2 + self.denominator;
        Number::small(twice.div_euclid(self.denominator * 2))
    }

    /// Its distance from 0.
    #[must_use]
    pub fn abs(self) -> Self {
        Number { numerator: self.numerator.abs(), ..self }
    }
}

/// The nearest multiple of 10^-9, in lowest terms, halves up. Digit by digit, because the
/// numerator of a quotient leaves no room to multiply it by 10^9.
fn nearest(numerator: i128, denominator: i128) -> (i128, i128) {
    let mut whole = numerator.div_euclid(denominator);
    if whole.abs() > LARGEST {
        return (whole, 1);
    }
    let mut rest = numerator.rem_euclid(denominator);
    for _ in 0..FINEST_DIGITS {
        rest *= 10;
        whole = whole * 10 + rest / denominator;
        rest %= denominator;
    }
    if rest * 2 >= denominator {
        whole += 1;
    }
    let common = gcd(whole, FINEST);
    (whole / common, FINEST / common)
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl From<i32> for Number {
    fn from(whole: i32) -> Self {
        Number::small(i128::from(whole))
    }
}

impl From<i64> for Number {
    fn from(whole: i64) -> Self {
        Number::new(whole, 1)
    }
}

impl From<usize> for Number {
    fn from(whole: usize) -> Self {
        Number::bounded(i128::try_from(whole).unwrap_or(LARGEST), 1)
    }
}

impl std::ops::Add for Number {
    type Output = Number;
    fn add(self, other: Number) -> Number {
        Number::bounded(
            self.numerator * other.denominator + other.numerator * self.denominator,
            self.denominator * other.denominator,
        )
    }
}

impl std::ops::Sub for Number {
    type Output = Number;
    fn sub(self, other: Number) -> Number {
        self + -other
    }
}

impl std::ops::Mul for Number {
    type Output = Number;
    fn mul(self, other: Number) -> Number {
        match self.numerator.checked_mul(other.numerator) {
            Some(product) => Number::bounded(product, self.denominator * other.denominator),
            // See the type's description: only a product far out of range gets here.
            None => Number::small(LARGEST * self.numerator.signum() * other.numerator.signum()),
        }
    }
}

impl std::ops::Div for Number {
    type Output = Number;
    /// `x / 0` is 0.
    fn div(self, other: Number) -> Number {
        Number::bounded(self.numerator * other.denominator, self.denominator * other.numerator)
    }
}

impl std::ops::Rem for Number {
    type Output = Number;
    /// What is left when whole multiples of the right side are taken away: `x - y * floor(x / y)`,
    /// so it has the sign of `y`: `-1 % 6` is 5. `x % 0` is 0.
    fn rem(self, other: Number) -> Number {
        if other == Number::ZERO {
            return Number::ZERO;
        }
        let d = other.denominator * self.denominator;
        let (x, y) = (self.numerator * other.denominator, other.numerator * self.denominator);
        // Floored division of the numerators over one denominator: exact, whatever `x / y` is.
        let rest = x.rem_euclid(y);
        Number::bounded(if y < 0 && rest != 0 { rest + y } else { rest }, d)
    }
}

impl std::ops::Neg for Number {
    type Output = Number;
    fn neg(self) -> Number {
        Number { numerator: -self.numerator, ..self }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A whole number as a number, anything else as a text such as `1/3`.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_whole() {
            Some(whole) => serializer.serialize_i64(whole),
            None => serializer.serialize_str(&self.as_fraction()),
        }
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Fraction".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A whole number, or a fraction as a text such as \"1/3\".",
            "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9]+/[0-9]+$" }]
        })
    }
}

/// As a reader would write it: `3`, `-0.25`, and `1/3` where decimals do not end.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_whole() {
            return write!(f, "{}", self.numerator);
        }
        if FINEST % self.denominator != 0 {
            return write!(f, "{}/{}", self.numerator, self.denominator);
        }
        let scaled = (self.numerator * (FINEST / self.denominator)).abs();
        let sign = if self.numerator < 0 { "-" } else { "" };
        let digits = format!("{:09}", scaled % FINEST);
        write!(f, "{sign}{}.{}", scaled / FINEST, digits.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn numbers_print_as_a_reader_would_write_them() {
        let shown = |n: i64, d: i64| Number::new(n, d).to_string();
        assert_eq!(shown(6, 2), "3");
        assert_eq!(shown(1, -4), "-0.25");
        assert_eq!(shown(-2, 6), "-1/3");
        assert_eq!(shown(1, 1_000_000_000), "0.000000001");
        assert_eq!(shown(5, 0), "0");
        assert_eq!([Number::new(-2, 8).as_fraction(), Number::from(3).as_fraction()], ["-1/4", "3"]);
    }

    #[test]
    fn literals_have_their_bounds() {
        assert_eq!(Number::literal("0.50"), Some(Number::new(1, 2)));
        assert_eq!(Number::literal("000007"), Some(Number::from(7)));
        assert_eq!(Number::literal("999999999999999"), Some(Number::from(999_999_999_999_999_i64)));
        assert_eq!(Number::literal("1000000000000000"), None);
        assert_eq!(Number::literal("0.0000000001"), None);
    }

    #[test]
    fn the_extremes_do_not_overflow() {
        let extremes = [
            Number::new(i64::MAX, 1),
            Number::new(i64::MIN, 1),
            Number::new(999_999_999_999_999, 999_999_937),
            Number::new(i64::MAX, 999_999_937),
            Number::new(1, 999_999_937),
            Number::new(-1, i64::MAX),
            Number::ZERO,
        ];
        for a in extremes {
            for b in extremes {
                for result in [a + b, a - b, a * b, a / b, a % b, a.round(), -a.ceil()] {
                    assert!(result.abs() <= Number::from(1_000_000_000_000_000_i64));
                    assert!(result.denominator() <= 1_000_000_000);
                }
                let _ = (a.cmp(&b), a.to_string(), a.to_f64(), a.to_whole());
            }
        }
        assert_eq!(extremes[0] * extremes[0] + extremes[1], Number::ZERO);
    }

    #[test]
    fn rounding_a_fine_fraction_is_exact() {
        // Just below 5/2; adding 1/2 in bounded arithmetic would make it 3.
        let below = Number::new(2_499_999_992, 999_999_997);
        assert!(below < Number::new(5, 2));
        assert_eq!(below.round(), Number::from(2));
    }
}
