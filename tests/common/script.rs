//! The part of BeanShell that filters, formats and reports of a module are written in, and what they come to.
//! Independent of the code that writes them.

use std::collections::BTreeMap;

/// What names stand for.
pub type Names = BTreeMap<String, String>;

/// The text that a format comes to: an expression in braces, or words with `$names$`. What an `Alert` shows
/// goes into `shown`.
pub fn text(format: &str, names: &Names, shown: &mut Vec<String>) -> String {
    if let Some(inside) = format.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        return eval(inside, names, shown);
    }
    let mut text = format.to_string();
    for (name, value) in names {
        text = text.replace(&format!("${name}$"), value);
    }
    text
}

/// Whether a condition holds.
pub fn holds(condition: &str, names: &Names) -> bool {
    text(condition, names, &mut Vec::new()) == "true"
}

fn eval(code: &str, names: &Names, shown: &mut Vec<String>) -> String {
    let mut script = Script { tokens: tokens(code), at: 0, names: names.clone(), shown };
    let value = script.choice();
    assert_eq!(script.at, script.tokens.len(), "not understood from {:?}: {code}", script.tokens.get(script.at));
    value
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    Word(String),
    Text(String),
    Sign(&'static str),
}

const SIGNS: [&str; 22] = [
    "==", "!=", "&&", "||", "<=", ">=", "<", ">", "!", "(", ")", "+", "-", "*", "%", "?", ":", ".", ",", "[", "]", "=",
];

fn tokens(code: &str) -> Vec<Token> {
    let (mut tokens, mut rest) = (Vec::new(), code.trim_start());
    while !rest.is_empty() {
        let len = if let Some(quoted) = rest.strip_prefix('"') {
            let (mut text, mut end, mut escaped) = (String::new(), 0, false);
            for (n, c) in quoted.char_indices() {
                match c {
                    '"' if !escaped => {
                        end = n;
                        break;
                    }
                    '\\' if !escaped => escaped = true,
                    c => {
                        text.push(c);
                        escaped = false;
                    }
                }
            }
            tokens.push(Token::Text(text));
            end + 2
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push(Token::Sign(sign));
            sign.len()
        } else {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            assert!(end > 0, "not understood: {rest}");
            tokens.push(Token::Word(rest[..end].to_string()));
            end
        };
        rest = rest[len..].trim_start();
    }
    tokens
}

struct Script<'s> {
    tokens: Vec<Token>,
    at: usize,
    names: Names,
    shown: &'s mut Vec<String>,
}

impl Script<'_> {
    fn sign(&mut self, sign: &str) -> bool {
        let here = self.tokens.get(self.at) == Some(&Token::Sign(SIGNS.iter().find(|own| **own == sign).unwrap()));
        self.at += usize::from(here);
        here
    }

    /// What stands in the branch that is not taken shows and rolls nothing.
    fn choice(&mut self) -> String {
        let condition = self.either();
        if !self.sign("?") {
            return condition;
        }
        let before = (self.names.clone(), self.shown.len());
        let first = self.choice();
        if condition != "true" {
            self.names = before.0;
            self.shown.truncate(before.1);
        }
        assert!(self.sign(":"));
        let before = (self.names.clone(), self.shown.len());
        let second = self.choice();
        if condition == "true" {
            self.names = before.0;
            self.shown.truncate(before.1);
            return first;
        }
        second
    }

    fn either(&mut self) -> String {
        let mut value = self.both();
        while self.sign("||") {
            let next = self.both();
            value = (value == "true" || next == "true").to_string();
        }
        value
    }

    fn both(&mut self) -> String {
        let mut value = self.compared();
        while self.sign("&&") {
            let next = self.compared();
            value = (value == "true" && next == "true").to_string();
        }
        value
    }

    fn compared(&mut self) -> String {
        let value = self.sum();
        for (sign, test) in [
            ("==", (|a, b| a == b) as fn(&str, &str) -> bool),
            ("!=", |a, b| a != b),
            ("<=", |a, b| number(a) <= number(b)),
            (">=", |a, b| number(a) >= number(b)),
            ("<", |a, b| number(a) < number(b)),
            (">", |a, b| number(a) > number(b)),
        ] {
            if self.sign(sign) {
                let other = self.sum();
                return test(&value, &other).to_string();
            }
        }
        value
    }

    fn sum(&mut self) -> String {
        let (mut value, mut text) = self.product();
        loop {
            if self.sign("-") {
                let (next, _) = self.product();
                value = (number(&value) - number(&next)).to_string();
                continue;
            }
            if !self.sign("+") {
                break;
            }
            let (next, is_text) = self.product();
            text |= is_text;
            let numbers = (value.parse::<i64>(), next.parse::<i64>());
            value = match numbers {
                (Ok(a), Ok(b)) if !text => (a + b).to_string(),
                _ => value + &next,
            };
        }
        value
    }

    fn product(&mut self) -> (String, bool) {
        let (mut value, text) = self.called();
        loop {
            let times = self.sign("*");
            if !times && !self.sign("%") {
                return (value, text);
            }
            let (next, _) = self.called();
            let (one, other) = (number(&value), number(&next));
            value = if times { one * other } else { one % other }.to_string();
        }
    }

    fn called(&mut self) -> (String, bool) {
        if self.sign("!") {
            return ((self.called().0 != "true").to_string(), false);
        }
        if self.sign("-") {
            return ((-number(&self.called().0)).to_string(), false);
        }
        let (mut value, mut text) = self.atom();
        loop {
            if self.sign("[") {
                let at = self.choice();
                assert!(self.sign("]"));
                value = value.split(['|', '\u{241e}']).nth(usize::try_from(number(&at)).unwrap()).unwrap().to_string();
                continue;
            }
            if !self.sign(".") {
                break;
            }
            let Some(Token::Word(method)) = self.tokens.get(self.at).cloned() else { panic!("a method") };
            self.at += 1;
            let given = self.arguments();
            value = match method.as_str() {
                "contains" => value.contains(&given[0]).to_string(),
                "equals" => (value == given[0]).to_string(),
                "toLowerCase" => value.to_lowercase(),
                "length" => value.chars().count().to_string(),
                // Whatever parts come of it stay together until one is picked.
                "split" => value,
                "max" => number(&given[0]).max(number(&given[1])).to_string(),
                "min" => number(&given[0]).min(number(&given[1])).to_string(),
                "charAt" | "codePointAt" => {
                    let at = usize::try_from(number(&given[0])).unwrap();
                    u32::from(value.chars().nth(at).unwrap()).to_string()
                }
                "replace" => value.replace(&given[0], &given[1]),
                other => panic!("no method {other}"),
            };
            text = value.parse::<i64>().is_err();
        }
        (value, text)
    }

    fn arguments(&mut self) -> Vec<String> {
        assert!(self.sign("("));
        let mut given = Vec::new();
        while !self.sign(")") {
            given.push(self.choice());
            self.sign(",");
        }
        given
    }

    fn atom(&mut self) -> (String, bool) {
        if self.sign("(") {
            let start = self.at;
            let value = self.choice();
            assert!(self.sign(")"));
            let text = self.tokens[start..self.at].iter().any(|token| matches!(token, Token::Text(_)));
            return (value, text);
        }
        let token = self.tokens[self.at].clone();
        self.at += 1;
        let word = match token {
            Token::Text(text) => return (text, true),
            Token::Word(word) => word,
            Token::Sign(sign) => panic!("{sign} is out of place"),
        };
        if self.tokens.get(self.at) == Some(&Token::Sign("(")) {
            let given = self.arguments();
            return match word.as_str() {
                "GetProperty" | "GetString" => (self.names.get(&given[0]).cloned().unwrap_or_default(), true),
                "Random" => ("1".into(), false),
                "Alert" => {
                    self.shown.push(given[0].clone());
                    (String::new(), true)
                }
                other => panic!("no function {other}"),
            };
        }
        if self.sign("=") {
            let value = self.choice();
            self.names.insert(word, value.clone());
            return (value, false);
        }
        let constant = word == "true" || word == "false" || word.parse::<i64>().is_ok();
        let value = if constant { word } else { self.names.get(&word).cloned().unwrap_or_default() };
        let text = value.parse::<i64>().is_err();
        (value, text)
    }
}

fn number(text: &str) -> i64 {
    text.parse().unwrap_or(0)
}
