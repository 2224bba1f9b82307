//! What stands in a token, and what is made of tokens.

use super::super::key::Key;
use super::super::sequence;

pub(crate) use super::super::sequence::{decode, encode};
pub(crate) use super::record::{token_record, token_words};

/// A value that is one token of a sequence.
pub(crate) trait AsToken: Sized {
    /// Its token, as VASSAL writes it.
    fn put(&self) -> String;
    /// The value of a token, or `missing` where VASSAL takes its default.
    fn get(token: &str, missing: Self) -> Self;
}

/// The value of the next token; older modules end early, and what they do not say is `missing`.
#[inline(never)]
pub(crate) fn next<T: AsToken>(tokens: &mut impl Iterator<Item = String>, missing: T) -> T {
    match tokens.next() {
        Some(token) => T::get(&token, missing),
        None => missing,
    }
}

impl AsToken for String {
    fn put(&self) -> String {
        self.clone()
    }
    fn get(token: &str, _: Self) -> Self {
        token.to_string()
    }
}

impl AsToken for bool {
    fn put(&self) -> String {
        self.to_string()
    }
    fn get(token: &str, _: Self) -> Self {
        token == "true"
    }
}

impl AsToken for i32 {
    fn put(&self) -> String {
        self.to_string()
    }
    fn get(token: &str, missing: Self) -> Self {
        token.parse().unwrap_or(missing)
    }
}

/// A number that may not be there; then the token is empty.
impl AsToken for Option<i32> {
    fn put(&self) -> String {
        self.map(|number| number.to_string()).unwrap_or_default()
    }
    fn get(token: &str, _: Self) -> Self {
        token.parse().ok()
    }
}

/// A text that may not be there; then the token is the word `null`.
impl AsToken for Option<String> {
    fn put(&self) -> String {
        self.clone().unwrap_or_else(|| "null".to_string())
    }
    fn get(token: &str, _: Self) -> Self {
        (token != "null").then(|| token.to_string())
    }
}

impl AsToken for f64 {
    fn put(&self) -> String {
        java_double(*self)
    }
    fn get(token: &str, missing: Self) -> Self {
        token.trim().parse().ok().filter(|number: &f64| number.is_finite()).unwrap_or(missing)
    }
}

/// A share from 0 to 1. VASSAL keeps it as a Java float and writes it as a double, so that 0.3
/// becomes 0.30000001192092896.
impl AsToken for f32 {
    fn put(&self) -> String {
        java_double(f64::from(*self))
    }
    fn get(token: &str, missing: Self) -> Self {
        let number: Option<f64> = token.trim().parse().ok();
        number.filter(|number| number.is_finite()).map_or(missing, |number| number.clamp(0.0, 1.0) as f32)
    }
}

/// A number as Java's `Double.toString` writes it.
fn java_double(number: f64) -> String {
    let size = number.abs();
    if number.is_nan() {
        "NaN".to_string()
    } else if size.is_infinite() {
        if number > 0.0 { "Infinity" } else { "-Infinity" }.to_string()
    } else if size == 0.0 || (1e-3..1e7).contains(&size) {
        format!("{number:?}")
    } else {
        let text = format!("{number:E}");
        match text.split_once('E') {
            Some((digits, power)) if !digits.contains('.') => format!("{digits}.0E{power}"),
            _ => text,
        }
    }
}

impl AsToken for Key {
    fn put(&self) -> String {
        self.encode()
    }
    fn get(token: &str, _: Self) -> Self {
        Key::from_token(token)
    }
}

impl AsToken for Vec<String> {
    fn put(&self) -> String {
        sequence::list(self)
    }
    fn get(token: &str, _: Self) -> Self {
        sequence::unlist(token)
    }
}

impl AsToken for Vec<Key> {
    fn put(&self) -> String {
        Key::encode_list(self)
    }
    fn get(token: &str, _: Self) -> Self {
        Key::decode_list(token)
    }
}

/// Names with values: `name:value` pairs with commas between them.
impl AsToken for Vec<(String, String)> {
    fn put(&self) -> String {
        sequence::list(self.iter().map(|(name, value)| sequence::encode([name, value], ':')))
    }
    fn get(token: &str, _: Self) -> Self {
        let pair = |text: String| {
            let mut parts = sequence::Decoder::new(&text, ':');
            (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
        };
        sequence::unlist(token).into_iter().map(pair).collect()
    }
}

/// A trait as VASSAL's command encoder knows it.
pub(crate) trait Coded: Sized {
    /// What its type begins with, the semicolon included.
    const ID: &'static str;
    /// Its type, after the id.
    fn body(&self) -> String;
    /// Its state.
    fn state(&self) -> String;
    /// From both.
    fn decode(body: &str, state: &str) -> Self;
}

/// How the fields of a state stand in it.
pub(crate) trait StateForm {
    /// The state of those fields.
    fn put(fields: Vec<String>) -> String;
    /// The fields of a state.
    fn get(state: &str) -> Vec<String>;
}

/// The state is its one field as it is.
pub(crate) struct Whole;

impl StateForm for Whole {
    fn put(fields: Vec<String>) -> String {
        fields.into_iter().next().unwrap_or_default()
    }
    fn get(state: &str) -> Vec<String> {
        vec![state.to_string()]
    }
}

/// The state is a sequence of its fields.
pub(crate) struct List;

impl StateForm for List {
    fn put(fields: Vec<String>) -> String {
        encode(fields, ';')
    }
    fn get(state: &str) -> Vec<String> {
        decode(state, ';')
    }
}
