//! Sentences of BeanShell: literal words and code, joined by `+`.

use crate::expr::{Form, JavaCode, java_text};

/// A sentence under construction.
#[derive(Debug, Default)]
pub struct Sentence {
    pieces: Vec<SentencePart>,
}

#[derive(Debug)]
enum SentencePart {
    Words(String),
    Code(String),
}

impl Sentence {
    /// Words for a reader; what HTML would take for markup is written so that it is not.
    pub fn say(&mut self, words: &str) -> &mut Self {
        let html = html(words);
        match self.pieces.last_mut() {
            Some(SentencePart::Words(before)) => before.push_str(&html),
            _ => self.pieces.push(SentencePart::Words(html)),
        }
        self
    }

    /// Code that holds together by itself.
    pub fn code(&mut self, code: impl Into<String>) -> &mut Self {
        self.pieces.push(SentencePart::Code(code.into()));
        self
    }

    /// Words that are said if a condition holds.
    pub fn when(&mut self, condition: &str, then: &Sentence) -> &mut Self {
        self.code(format!("({condition} ? {} : \"\")", then.written()))
    }

    /// Other words, after these.
    pub fn then(&mut self, other: Sentence) -> &mut Self {
        self.pieces.extend(other.pieces);
        self
    }

    /// The expression; it gives a text whatever its first piece is.
    pub fn written(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        if !matches!(self.pieces.first(), Some(SentencePart::Words(_))) {
            parts.push("\"\"".to_string());
        }
        parts.extend(self.pieces.iter().map(|piece| match piece {
            SentencePart::Words(words) => java_text(words),
            SentencePart::Code(code) => code.clone(),
        }));
        parts.join(" + ")
    }
}

/// Text as VASSAL's chat shows it, whether or not the module allows HTML there.
fn html(text: &str) -> String {
    let mut html = String::new();
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            c if c.is_control() => html.push(' '),
            c => html.push(c),
        }
    }
    html
}

/// The name that a report starts with. In front, some characters would choose a colour instead of being shown.
pub fn opening(name: &str) -> Sentence {
    let mut phrase = Sentence::default();
    match name.chars().next() {
        Some(sign) if "|!?~`*".contains(sign) => {
            phrase.pieces.push(SentencePart::Words(format!("&#{};", u32::from(sign))));
            phrase.say(&name[sign.len_utf8()..]);
        }
        _ => {
            phrase.say(name);
        }
    }
    phrase
}

/// Code that gives a number as a reader writes it.
pub fn shown(number: &JavaCode) -> String {
    match number.form {
        Form::Real => format!(
            "java.math.BigDecimal.valueOf(1.0 * {}).setScale(6, 4).stripTrailingZeros().toPlainString()",
            number.part()
        ),
        _ => number.part(),
    }
}

/// The same with a sign also in front of positive numbers.
pub fn signed(number: &JavaCode) -> String {
    format!("({} > 0 ? \"+\" : \"\") + {}", number.part(), shown(number))
}

/// Code that gives one of some texts by its index.
pub fn pick(texts: &[String], index: &str) -> String {
    let mut distinct: Vec<&String> = Vec::new();
    let mut symbols = Vec::new();
    for text in texts {
        let known = distinct.iter().position(|other| *other == text);
        symbols.push(known.unwrap_or(distinct.len()));
        if known.is_none() {
            distinct.push(text);
        }
    }
    if let [only] = distinct.as_slice() {
        return java_text(&html(only));
    }
    let html: Vec<String> = distinct.into_iter().map(|text| html(text)).collect();
    let (separator, pattern) =
        if html.iter().any(|text| text.contains('|')) { ("\u{1}", "\\001") } else { ("|", "[|]") };
    format!("{}.split(\"{pattern}\", -1)[{}]", java_text(&html.join(separator)), number_at(&symbols, index))
}

/// Code that gives one of some numbers by its index.
pub fn number_at(numbers: &[usize], index: &str) -> String {
    if numbers.iter().enumerate().all(|(n, number)| n == *number) {
        return index.to_string();
    }
    if let Some(first) = numbers.first()
        && numbers.iter().all(|number| number == first)
    {
        return first.to_string();
    }
    // Printable ASCII as far as it goes, else a block of characters without gaps.
    let base = if numbers.iter().all(|number| *number < 75) { 0x30 } else { 0x4e00 };
    let symbol = |number: &usize| u32::try_from(*number).ok().and_then(|n| char::from_u32(base + n)).unwrap_or('0');
    let symbols: String = numbers.iter().map(symbol).collect();
    format!("{}.charAt({index}) - {base}", java_text(&symbols))
}
