//! VASSAL's sequence encoding: texts joined by a delimiter, nested to any depth.
//!
//! A delimiter inside a text gets a backslash before it; nothing else is escaped, backslashes
//! least of all. What that leaves ambiguous is settled by single quotes round the text: where it
//! begins with a backslash, and where it begins and ends with a quote itself.
//!
//! Three things to know:
//!
//! * No tokens and one empty token look the same: the empty text, which decodes to one empty
//!   token. Where VASSAL writes a *list*, it decodes the empty text to no items, so that a list of
//!   one empty item is what cannot be written ([`list`], [`unlist`]).
//! * A delimiter at the end is followed by one more token, an empty one.
//! * Neither a backslash nor a single quote can be a delimiter.

/// Writes a sequence.
#[derive(Debug, Clone)]
pub struct Encoder {
    delimiter: char,
    text: Option<String>,
}

impl Encoder {
    /// A sequence without tokens yet.
    pub fn new(delimiter: char) -> Self {
        Encoder { delimiter, text: None }
    }

    /// Adds a token.
    ///
    /// VASSAL's own encoder puts quotes round two kinds of token; this one also round a token that
    /// ends with a backslash. Without them the backslash would stand before the delimiter and make
    /// a part of the text of it. With them it stands before a quote, and VASSAL's decoder looks at
    /// exactly one character before each delimiter and takes the quotes off any token that has them
    /// at both ends, no matter why: it gets the token back whole.
    pub fn append(&mut self, token: &str) -> &mut Self {
        let text = match &mut self.text {
            Some(text) => {
                text.push(self.delimiter);
                text
            }
            none => none.insert(String::new()),
        };
        let quoted = needs_quotes(token);
        text.reserve(token.len() + 2);
        text.extend(quoted.then_some('\''));
        let mut parts = token.split(self.delimiter);
        text.push_str(parts.next().unwrap_or_default());
        for part in parts {
            text.push('\\');
            text.push(self.delimiter);
            text.push_str(part);
        }
        text.extend(quoted.then_some('\''));
        self
    }

    /// The sequence; empty if there are no tokens.
    pub fn finish(self) -> String {
        self.text.unwrap_or_default()
    }
}

/// Whether a token stands in quotes: see [`Encoder::append`].
pub(super) fn needs_quotes(token: &str) -> bool {
    token.starts_with('\\') || token.ends_with('\\') || (token.starts_with('\'') && token.ends_with('\''))
}

/// Joins tokens into a sequence.
pub fn encode<T: AsRef<str>>(tokens: impl IntoIterator<Item = T>, delimiter: char) -> String {
    let mut encoder = Encoder::new(delimiter);
    for token in tokens {
        encoder.append(token.as_ref());
    }
    encoder.finish()
}

/// Reads a sequence, token by token. There is always at least one.
#[derive(Debug, Clone)]
pub struct Decoder<'a> {
    delimiter: char,
    rest: Option<&'a str>,
}

impl<'a> Decoder<'a> {
    /// Reads that text.
    pub fn new(text: &'a str, delimiter: char) -> Self {
        Decoder { delimiter, rest: Some(text) }
    }

    /// What is still to be read, as it stands; none after the last token.
    pub fn rest(&self) -> Option<&'a str> {
        self.rest
    }
}

impl Iterator for Decoder<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let rest = self.rest.take()?;
        let mut token = String::new();
        let mut start = 0;
        for (at, found) in rest.match_indices(self.delimiter) {
            match rest[..at].strip_suffix('\\') {
                Some(before) => {
                    token.push_str(before.get(start..).unwrap_or_default());
                    start = at;
                }
                None => {
                    token.push_str(&rest[start..at]);
                    self.rest = Some(&rest[at + found.len()..]);
                    return Some(unquoted(token));
                }
            }
        }
        token.push_str(&rest[start..]);
        Some(unquoted(token))
    }
}

fn unquoted(token: String) -> String {
    match token.strip_prefix('\'').and_then(|token| token.strip_suffix('\'')) {
        Some(inside) => inside.to_string(),
        None => token,
    }
}

/// The tokens of a sequence.
pub fn decode(text: &str, delimiter: char) -> Vec<String> {
    Decoder::new(text, delimiter).collect()
}

/// A list of texts, as VASSAL writes it into one token or attribute: a sequence with commas.
pub fn list<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    encode(items, ',')
}

/// The items of a list; the empty text is a list without any.
pub fn unlist(text: &str) -> Vec<String> {
    unless_empty(decode(text, ','))
}

/// One empty token, or none: written the same, and so the same here.
pub(crate) fn unless_empty(tokens: Vec<String>) -> Vec<String> {
    if tokens.iter().all(String::is_empty) && tokens.len() == 1 { Vec::new() } else { tokens }
}
