//! An interpreter of the BeanShell the writer emits, with Java's ints and doubles. It accepts that
//! subset and nothing else, so it also holds the writer to it.

use std::collections::BTreeMap;

#[derive(Debug, Clone, PartialEq)]
pub enum Java {
    Int(i32),
    Double(f64),
    Bool(bool),
    Text(String),
    /// What Java would throw for; fine in the branch of a ternary that is not taken.
    Thrown,
}

use Java::{Bool, Double, Int, Text, Thrown};

pub struct Reader<'t> {
    rest: &'t str,
    properties: &'t BTreeMap<String, String>,
}

/// What VASSAL would show for an expression; `None` if an int overflows, where Java would wrap.
pub fn run(code: &str, properties: &BTreeMap<String, String>) -> Option<String> {
    let mut reader = Reader { rest: code, properties };
    let value = reader.ternary();
    assert_eq!(reader.rest.trim(), "", "left over in {code}");
    match value {
        Int(whole) => Some(whole.to_string()),
        Bool(yes) => Some(yes.to_string()),
        Text(text) => Some(text),
        Double(_) => panic!("a bare double would print as Java likes: {code}"),
        Thrown => None,
    }
}

impl Reader<'_> {
    fn accept(&mut self, token: &str) -> bool {
        let Some(rest) = self.rest.trim_start().strip_prefix(token) else {
            return false;
        };
        // `<` is not the beginning of `<=`.
        if matches!(token, "<" | ">" | "!") && rest.starts_with('=') {
            return false;
        }
        self.rest = rest;
        true
    }

    fn expect(&mut self, token: &str) {
        assert!(self.accept(token), "expected {token} before {}", self.rest);
    }

    fn ternary(&mut self) -> Java {
        let test = self.or();
        if !self.accept("?") {
            return test;
        }
        let yes = self.ternary();
        self.expect(":");
        let no = self.ternary();
        match test {
            Bool(true) => yes,
            Bool(false) => no,
            Thrown => Thrown,
            other => panic!("{other:?} is not a condition"),
        }
    }

    fn or(&mut self) -> Java {
        let mut left = self.and();
        while self.accept("||") {
            let right = self.and();
            left = logic(left, right, |a, b| a || b);
        }
        left
    }

    fn and(&mut self) -> Java {
        let mut left = self.equality();
        while self.accept("&&") {
            let right = self.equality();
            left = logic(left, right, |a, b| a && b);
        }
        left
    }

    fn equality(&mut self) -> Java {
        let left = self.relation();
        let negate = match (self.accept("=="), self.accept("!=")) {
            (false, false) => return left,
            (_, negate) => negate,
        };
        match (left, self.relation()) {
            (Thrown, _) | (_, Thrown) => Thrown,
            (Bool(a), Bool(b)) => Bool((a == b) != negate),
            (a, b) => Bool((real(&a) == real(&b)) != negate),
        }
    }

    fn relation(&mut self) -> Java {
        let left = self.sum();
        let test: fn(&f64, &f64) -> bool = if self.accept("<=") {
            f64::le
        } else if self.accept(">=") {
            f64::ge
        } else if self.accept("<") {
            f64::lt
        } else if self.accept(">") {
            f64::gt
        } else {
            return left;
        };
        match (left, self.sum()) {
            (Thrown, _) | (_, Thrown) => Thrown,
            (a, b) => Bool(test(&real(&a), &real(&b))),
        }
    }

    fn sum(&mut self) -> Java {
        let mut left = self.product();
        loop {
            if self.accept("+") {
                let right = self.product();
                left = arithmetic(left, right, i32::checked_add, |a, b| a + b);
            } else if self.accept("-") {
                let right = self.product();
                left = arithmetic(left, right, i32::checked_sub, |a, b| a - b);
            } else {
                return left;
            }
        }
    }

    fn product(&mut self) -> Java {
        let mut left = self.unary();
        loop {
            if self.accept("*") {
                let right = self.unary();
                left = arithmetic(left, right, i32::checked_mul, |a, b| a * b);
            } else if self.accept("/") {
                let right = self.unary();
                // Ints divided as ints would be a mistake of the writer.
                left = arithmetic(left, right, |_, _| panic!("int division"), |a, b| a / b);
            } else {
                return left;
            }
        }
    }

    fn unary(&mut self) -> Java {
        if self.accept("!") {
            return logic(self.unary(), Bool(true), |a, _| !a);
        }
        if self.accept("-") {
            return match self.unary() {
                Int(x) => x.checked_neg().map_or(Thrown, Int),
                Double(x) => Double(-x),
                other => other,
            };
        }
        if self.accept("(int) ") {
            return match self.unary() {
                Double(x) => Int(x as i32),
                other => other,
            };
        }
        let mut value = self.primary();
        loop {
            if self.accept(".equals(") {
                let argument = self.argument();
                value = Bool(value == argument);
            } else if self.accept(".matches(") {
                let pattern = self.argument();
                value = Bool(matches(&value, &pattern));
            } else {
                return value;
            }
        }
    }

    /// The last argument of a call, with its parenthesis.
    fn argument(&mut self) -> Java {
        let value = self.ternary();
        self.expect(")");
        value
    }

    fn two_arguments(&mut self) -> (Java, Java) {
        let first = self.ternary();
        self.expect(",");
        (first, self.argument())
    }

    fn primary(&mut self) -> Java {
        self.rest = self.rest.trim_start();
        if self.accept("(") {
            return self.argument();
        }
        if self.rest.starts_with('"') {
            return Text(self.literal());
        }
        if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return self.number();
        }
        if self.accept("java.math.BigDecimal.valueOf(") {
            let value = self.argument();
            self.expect(".setScale(6, 4).stripTrailingZeros().toPlainString()");
            return match value {
                Thrown => Thrown,
                value => Text(six_places(real(&value))),
            };
        }
        let end = self.rest.find(|c: char| !(c.is_alphanumeric() || "._".contains(c)));
        let word = &self.rest[..end.unwrap_or(self.rest.len())];
        self.rest = &self.rest[word.len()..];
        if self.accept("(") { self.call(word) } else { self.word(word) }
    }

    fn word(&self, word: &str) -> Java {
        match word {
            "true" => Bool(true),
            "false" => Bool(false),
            name => Int(self.properties[name].parse().expect("a sure whole number")),
        }
    }

    fn call(&mut self, name: &str) -> Java {
        if matches!(name, "Math.min" | "Math.max" | "Math.floorMod") {
            let arguments = self.two_arguments();
            return pair(name, arguments);
        }
        match (name, self.argument()) {
            (_, Thrown) => Thrown,
            ("GetString", Text(name)) => Text(self.properties[&name].clone()),
            ("Integer.parseInt", Text(text)) => text.parse().map_or(Thrown, Int),
            ("Double.parseDouble", Text(text)) => text.parse().map_or(Thrown, Double),
            ("Math.abs", Int(x)) => x.checked_abs().map_or(Thrown, Int),
            ("Math.abs", Double(x)) => Double(x.abs()),
            ("Math.floor", Double(x)) => Double(x.floor()),
            ("Math.ceil", Double(x)) => Double(x.ceil()),
            (name, value) => panic!("{name} of {value:?}"),
        }
    }

    fn number(&mut self) -> Java {
        let end = self.rest.find(|c: char| !(c.is_ascii_digit() || c == '.'));
        let mut length = end.unwrap_or(self.rest.len());
        if self.rest[length..].starts_with("E-9") {
            length += 3;
        }
        let text = &self.rest[..length];
        self.rest = &self.rest[length..];
        match text.parse::<i32>() {
            Ok(whole) => Int(whole),
            Err(_) => Double(text.parse().expect("a double")),
        }
    }

    fn literal(&mut self) -> String {
        let mut text = String::new();
        let mut characters = self.rest[1..].chars();
        loop {
            match characters.next().expect("a closing quote") {
                '"' => break,
                '\\' => match characters.next().expect("an escape") {
                    '\\' => text.push('\\'),
                    first => {
                        let octal: String = [first].into_iter().chain(characters.by_ref().take(2)).collect();
                        let code = u32::from_str_radix(&octal, 8).expect("three octal digits");
                        text.push(char::from_u32(code).expect("a character"));
                    }
                },
                '$' => panic!("VASSAL would replace what stands between dollar signs"),
                other => text.push(other),
            }
        }
        self.rest = characters.as_str();
        text
    }
}

fn real(value: &Java) -> f64 {
    match value {
        Int(x) => f64::from(*x),
        Double(x) => *x,
        other => panic!("{other:?} is not a number"),
    }
}

fn logic(a: Java, b: Java, apply: fn(bool, bool) -> bool) -> Java {
    match (a, b) {
        (Bool(a), Bool(b)) => Bool(apply(a, b)),
        (Thrown, _) | (_, Thrown) => Thrown,
        (a, b) => panic!("{a:?} and {b:?} are not conditions"),
    }
}

fn arithmetic(a: Java, b: Java, whole: fn(i32, i32) -> Option<i32>, apply: fn(f64, f64) -> f64) -> Java {
    match (a, b) {
        (Thrown, _) | (_, Thrown) => Thrown,
        (Int(a), Int(b)) => whole(a, b).map_or(Thrown, Int),
        (a, b) => Double(apply(real(&a), real(&b))),
    }
}

fn pair(name: &str, arguments: (Java, Java)) -> Java {
    match (name, arguments) {
        (_, (Thrown, _) | (_, Thrown)) => Thrown,
        ("Math.floorMod", (Int(_), Int(0))) => Thrown,
        ("Math.floorMod", (Int(a), Int(b))) => {
            let rest = a.rem_euclid(b);
            Int(if b < 0 && rest != 0 { rest + b } else { rest })
        }
        ("Math.min", (Int(a), Int(b))) => Int(a.min(b)),
        ("Math.max", (Int(a), Int(b))) => Int(a.max(b)),
        ("Math.min", (a, b)) => Double(real(&a).min(real(&b))),
        ("Math.max", (a, b)) => Double(real(&a).max(real(&b))),
        (name, arguments) => panic!("{name} of {arguments:?}"),
    }
}

/// The two patterns the writer uses.
fn matches(value: &Java, pattern: &Java) -> bool {
    let (Text(text), Text(pattern)) = (value, pattern) else {
        panic!("{value:?} against {pattern:?}");
    };
    let text = text.strip_prefix('-').unwrap_or(text);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match (pattern.as_str(), text.split_once('.')) {
        ("-?[0-9]+", _) => digits(text),
        ("-?[0-9]+([.][0-9]+)?", Some((whole, part))) => digits(whole) && digits(part),
        ("-?[0-9]+([.][0-9]+)?", None) => digits(text),
        (other, _) => panic!("unknown pattern {other}"),
    }
}

fn six_places(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}
