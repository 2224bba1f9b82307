//! Text to tokens. What other languages write differently is understood, reported and read as it
//! was meant, so that one slip does not hide the next.

use super::operator::Binary;
use super::{Number, Problem, TextSpan};

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Token {
    Number(Number),
    Text(String),
    Name(String),
    Bool(bool),
    Operator(Binary),
    Not,
    If,
    Then,
    Else,
    Open,
    Close,
    OpenList,
    CloseList,
    Comma,
    End,
}

/// What a text consists of.
#[derive(Default)]
pub(crate) struct Tokens {
    /// The tokens and their places; the last is `End`.
    pub list: Vec<(Token, TextSpan)>,
    /// Everything that is not a token.
    pub problems: Vec<Problem>,
    /// Was something left out, so that the rest may make no sense?
    pub incomplete: bool,
}

pub(crate) fn tokens(text: &str) -> Tokens {
    let mut lexer = Lexer { text, at: 0, found: Tokens::default() };
    while let Some(first) = lexer.rest().chars().next() {
        lexer.next(first);
    }
    lexer.push(Token::End, text.len());
    lexer.found
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    found: Tokens,
}

/// Longer symbols before the shorter ones they begin with.
const SYMBOLS: [(&str, Token); 16] = [
    ("==", Token::Operator(Binary::Equal)),
    ("!=", Token::Operator(Binary::NotEqual)),
    ("<=", Token::Operator(Binary::AtMost)),
    (">=", Token::Operator(Binary::AtLeast)),
    ("<", Token::Operator(Binary::Less)),
    (">", Token::Operator(Binary::More)),
    ("+", Token::Operator(Binary::Add)),
    ("-", Token::Operator(Binary::Subtract)),
    ("*", Token::Operator(Binary::Multiply)),
    ("/", Token::Operator(Binary::Divide)),
    ("%", Token::Operator(Binary::Modulo)),
    ("(", Token::Open),
    (")", Token::Close),
    ("[", Token::OpenList),
    ("]", Token::CloseList),
    (",", Token::Comma),
];

/// What authors bring from elsewhere, and the token they mean.
const FOREIGN: [(&str, &str, Token); 15] = [
    ("&&", "and", Token::Operator(Binary::And)),
    ("||", "or", Token::Operator(Binary::Or)),
    ("<>", "!=", Token::Operator(Binary::NotEqual)),
    ("=<", "<=", Token::Operator(Binary::AtMost)),
    ("=>", ">=", Token::Operator(Binary::AtLeast)),
    ("&", "and", Token::Operator(Binary::And)),
    ("|", "or", Token::Operator(Binary::Or)),
    ("=", "==", Token::Operator(Binary::Equal)),
    ("!", "not", Token::Not),
    ("≠", "!=", Token::Operator(Binary::NotEqual)),
    ("≤", "<=", Token::Operator(Binary::AtMost)),
    ("≥", ">=", Token::Operator(Binary::AtLeast)),
    ("−", "-", Token::Operator(Binary::Subtract)),
    ("–", "-", Token::Operator(Binary::Subtract)),
    ("×", "*", Token::Operator(Binary::Multiply)),
];

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn next(&mut self, first: char) {
        if first.is_whitespace() {
            self.at += first.len_utf8();
        } else if first.is_alphabetic() {
            self.name();
        } else if first.is_ascii_digit() {
            self.number();
        } else if first == '\'' {
            self.text();
        } else if let Some(closing) = foreign_quote(first) {
            self.foreign_text(first, closing);
        } else {
            self.symbol(first);
        }
    }

    /// Ends the token that starts where the last one ended.
    fn push(&mut self, token: Token, end: usize) {
        self.found.list.push((token, self.at..end));
        self.at = end;
    }

    fn problem(&mut self, span: &TextSpan, message: String, help: String) {
        let problem = Problem::new(span, message).help(help);
        self.found.problems.push(problem);
    }

    fn name(&mut self) {
        let length = name_length(self.rest());
        let name = &self.rest()[..length];
        self.push(keyword_or_name(name), self.at + length);
    }

    /// Digits, and anything that sticks to them: `2d6` is one mistake, not a number and a name.
    fn number(&mut self) {
        let rest = self.rest();
        let digits = digits_length(rest);
        let point = &rest[digits..];
        let part = point.strip_prefix('.').map_or(0, digits_length);
        let length = if part > 0 { digits + 1 + part } else { digits };
        let stuck = word_length(&rest[length..]);
        let end = self.at + length + stuck;
        let written = &rest[..length + stuck];
        let value = Number::literal(&rest[..length]);
        if stuck > 0 {
            let help = "a number has digits and at most one point; a name starts with a letter";
            self.problem(&(self.at..end), format!("`{written}` is neither a number nor a name"), help.into());
        } else if value.is_none() {
            let help = "numbers have at most 15 digits, 9 of them after the point";
            self.problem(&(self.at..end), "this number is too long".into(), help.into());
        }
        self.push(Token::Number(value.unwrap_or(Number::ZERO)), end);
    }

    /// A text in single quotes; a doubled quote is one quote of the text.
    fn text(&mut self) {
        let mut text = String::new();
        let mut length = 1;
        loop {
            let rest = &self.rest()[length..];
            if let Some(quote) = rest.find('\'') {
                text.push_str(&rest[..quote]);
                length += quote + 1;
                if !rest[quote + 1..].starts_with('\'') {
                    break;
                }
                text.push('\'');
                length += 1;
            } else {
                let help = "end the text with `'`; write a quote inside it twice";
                let span = self.at..self.text.len();
                self.problem(&span, "this text has no closing quote".into(), help.into());
                self.found.incomplete = true;
                length = self.rest().len();
                break;
            }
        }
        self.push(Token::Text(text), self.at + length);
    }

    fn foreign_text(&mut self, opening: char, closing: char) {
        let inner = &self.rest()[opening.len_utf8()..];
        let (inner, end) = match inner.find(closing) {
            Some(length) => (&inner[..length], opening.len_utf8() + length + closing.len_utf8()),
            None => (inner, self.rest().len()),
        };
        let span = self.at..self.at + end;
        let help = format!("write '{}'", inner.replace('\'', "''"));
        self.problem(&span, "put texts in single quotes".into(), help);
        self.push(Token::Text(inner.to_owned()), span.end);
    }

    fn symbol(&mut self, first: char) {
        let rest = self.rest();
        // Foreign symbols may begin with one of ours (`<>`), but none of ours of two characters
        // begins with a foreign one of two.
        let ours = SYMBOLS.iter().find(|(symbol, _)| rest.starts_with(symbol));
        let foreign = FOREIGN.iter().find(|(symbol, ..)| rest.starts_with(symbol));
        match (ours, foreign) {
            (Some((symbol, token)), None) => self.push(token.clone(), self.at + symbol.len()),
            (Some((symbol, token)), Some((other, ..))) if symbol.len() >= other.len() => {
                self.push(token.clone(), self.at + symbol.len());
            }
            (_, Some((symbol, meant, token))) => {
                let span = self.at..self.at + symbol.len();
                let message = format!("`{symbol}` is not an operator");
                self.problem(&span, message, format!("write `{meant}`"));
                self.push(token.clone(), span.end);
            }
            (None, None) => self.nonsense(first),
        }
    }

    fn nonsense(&mut self, first: char) {
        let end = self.at + first.len_utf8();
        let point = first == '.' && digits_length(&self.text[end..]) > 0;
        let help = match first {
            '.' if point => "write `0.5` rather than `.5`",
            '{' | '}' => "group with parentheses, `(` and `)`",
            '_' => "names start with a letter",
            _ => "an expression has names, numbers, 'texts', lists and operators",
        };
        let message = format!("unexpected `{}`", first.escape_debug());
        self.problem(&(self.at..end), message, help.into());
        self.found.incomplete = true;
        self.at = end;
    }
}

fn keyword_or_name(word: &str) -> Token {
    match word {
        "if" => Token::If,
        "then" => Token::Then,
        "else" => Token::Else,
        "or" => Token::Operator(Binary::Or),
        "and" => Token::Operator(Binary::And),
        "not" => Token::Not,
        "in" => Token::Operator(Binary::In),
        "true" => Token::Bool(true),
        "false" => Token::Bool(false),
        _ => Token::Name(word.to_owned()),
    }
}

fn foreign_quote(first: char) -> Option<char> {
    match first {
        '"' | '`' => Some(first),
        '‘' | '’' => Some('’'),
        '“' | '”' | '„' => Some('”'),
        '«' => Some('»'),
        _ => None,
    }
}

fn digits_length(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !is_word(c)).unwrap_or(text.len())
}

/// A name goes on over `-` and `.` as long as something of a name stands directly after them.
fn name_length(text: &str) -> usize {
    let mut length = word_length(text);
    loop {
        let mut rest = text[length..].chars();
        let joined = matches!(rest.next(), Some('-' | '.'));
        if !joined || !rest.next().is_some_and(is_word) {
            return length;
        }
        length += 1 + word_length(&text[length + 1..]);
    }
}

/// Can this stand in an expression as a name? It begins with a letter, has no spaces or signs, and
/// is not one of the language's own words.
pub fn is_name(text: &str) -> bool {
    let letter = text.chars().next().is_some_and(char::is_alphabetic);
    letter && name_length(text) == text.len() && matches!(keyword_or_name(text), Token::Name(_))
}
