//! An interpreter of the JSON tree, written from the description of `Node` alone and sharing no
//! code with the evaluator: what an engine's author would write.

use serde_json::{Value as Json, json};

/// A fraction in lowest terms, within the documented bounds.
type Fraction = (i128, i128);

fn fraction(mut n: i128, mut d: i128) -> Fraction {
    if d == 0 {
        return (0, 1);
    }
    if d < 0 {
        (n, d) = (-n, -d);
    }
    let g = common(n.abs(), d);
    (n, d) = (n / g, d / g);
    let billion = 1_000_000_000;
    if d > billion {
        let (mut digits, mut rest) = (n.div_euclid(d), n.rem_euclid(d));
        if digits.abs() > 10_i128.pow(16) {
            return (digits.signum() * 10_i128.pow(15), 1);
        }
        for _ in 0..9 {
            digits = digits * 10 + rest * 10 / d;
            rest = rest * 10 % d;
        }
        digits += i128::from(rest >= d - rest);
        return fraction(digits, billion);
    }
    let most = 10_i128.pow(15);
    if n.abs() > most * d { (most * n.signum(), 1) } else { (n, d) }
}

fn common(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { common(b, a % b) }
}

fn times(a: Fraction, b: Fraction) -> Fraction {
    match a.0.checked_mul(b.0) {
        Some(n) => fraction(n, a.1 * b.1),
        None => (a.0.signum() * b.0.signum() * 10_i128.pow(15), 1),
    }
}

fn plus(a: Fraction, b: Fraction) -> Fraction {
    fraction(a.0 * b.1 + b.0 * a.1, a.1 * b.1)
}

fn floor(a: Fraction) -> Fraction {
    (a.0.div_euclid(a.1), 1)
}

fn less(a: Fraction, b: Fraction) -> bool {
    a.0 * b.1 < b.0 * a.1
}

fn modulo(a: Fraction, b: Fraction) -> Fraction {
    if b.0 == 0 {
        return (0, 1);
    }
    let quotient = floor_quotient(a.0 * b.1, a.1 * b.0);
    fraction(a.0 * b.1 - quotient * b.0 * a.1, a.1 * b.1)
}

fn floor_quotient(n: i128, d: i128) -> i128 {
    let (n, d) = if d < 0 { (-n, -d) } else { (n, d) };
    n.div_euclid(d)
}

/// Values as JSON: a number is `{"n": .., "d": ..}` in texts, the rest is itself.
fn number(n: Fraction) -> Json {
    json!({"n": n.0.to_string(), "d": n.1.to_string()})
}

fn as_number(value: &Json) -> Fraction {
    let part = |key: &str| value[key].as_str().and_then(|text| text.parse().ok());
    (part("n").expect("a numerator"), part("d").expect("a denominator"))
}

fn as_bool(value: &Json) -> bool {
    value.as_bool().expect("yes or no")
}

/// Names by scope, innermost last; each an object.
pub struct Reader<'t> {
    pub scopes: Vec<Json>,
    pub table: &'t dyn Fn(&str, &[Json]) -> Json,
}

impl Reader<'_> {
    fn name(&self, name: &str) -> Json {
        let found = self.scopes.iter().rev().find_map(|scope| scope.get(name));
        found.expect("a value for the name").clone()
    }

    pub fn read(&mut self, node: &Json) -> Json {
        let text = |key: &str| node[key].as_str().expect("a text");
        match text("node") {
            "number" => {
                let over = node.get("over").map_or(1, |over| over.as_i64().expect("a number"));
                let value = node["value"].as_i64().expect("a number");
                number(fraction(value.into(), over.into()))
            }
            "bool" | "text" => node["value"].clone(),
            "name" => self.name(text("name")),
            "list" => Json::Array(self.all(&node["items"])),
            "negate" => {
                let (n, d) = as_number(&self.read(&node["of"]));
                number((-n, d))
            }
            "not" => json!(!as_bool(&self.read(&node["of"]))),
            "binary" => {
                let (left, right) = (self.read(&node["left"]), self.read(&node["right"]));
                binary(text("operator"), &left, &right)
            }
            "if" => match as_bool(&self.read(&node["test"])) {
                true => self.read(&node["then"]),
                false => self.read(&node["else"]),
            },
            "call" => {
                let arguments: Vec<Fraction> = self.all(&node["arguments"]).iter().map(as_number).collect();
                number(call(text("function"), &arguments))
            }
            "over" => self.over(text("function"), text("collection"), node.get("each")),
            "lookup" => {
                let arguments = self.all(&node["arguments"]);
                (self.table)(text("table"), &arguments)
            }
            other => panic!("unknown node {other}"),
        }
    }

    fn all(&mut self, items: &Json) -> Vec<Json> {
        let items = items.as_array().expect("a list");
        items.iter().map(|item| self.read(item)).collect()
    }

    fn over(&mut self, function: &str, collection: &str, each: Option<&Json>) -> Json {
        let members = self.name(collection);
        let members = members.as_array().expect("members");
        let mut found = Vec::new();
        for member in members {
            self.scopes.push(member.clone());
            found.push(each.map_or(json!(true), |each| self.read(each)));
            self.scopes.pop();
        }
        let met = found.iter().filter(|value| **value == json!(true)).count();
        match function {
            "count" => number((met as i128, 1)),
            "any" => json!(met > 0),
            "all" => json!(met == found.len()),
            "sum" => number(found.iter().map(as_number).fold((0, 1), plus)),
            "highest" | "lowest" => {
                let name = if function == "highest" { "max" } else { "min" };
                let found: Vec<Fraction> = found.iter().map(as_number).collect();
                number(if found.is_empty() { (0, 1) } else { call(name, &found) })
            }
            other => panic!("unknown function {other}"),
        }
    }
}

fn binary(operator: &str, left: &Json, right: &Json) -> Json {
    match operator {
        "and" => return json!(as_bool(left) && as_bool(right)),
        "or" => return json!(as_bool(left) || as_bool(right)),
        "==" => return json!(left == right),
        "!=" => return json!(left != right),
        "in" => return json!(right.as_array().expect("a list").contains(left)),
        _ => {}
    }
    let (a, b) = (as_number(left), as_number(right));
    match operator {
        "<" => json!(less(a, b)),
        "<=" => json!(!less(b, a)),
        ">" => json!(less(b, a)),
        ">=" => json!(!less(a, b)),
        "+" => number(plus(a, b)),
        "-" => number(plus(a, (-b.0, b.1))),
        "*" => number(times(a, b)),
        "/" => number(fraction(a.0 * b.1, a.1 * b.0)),
        "%" => number(modulo(a, b)),
        other => panic!("unknown operator {other}"),
    }
}

fn call(function: &str, arguments: &[Fraction]) -> Fraction {
    let pick = |worse: fn(Fraction, Fraction) -> bool| {
        let mut best = arguments[0];
        for next in arguments {
            if worse(best, *next) {
                best = *next;
            }
        }
        best
    };
    let x = arguments[0];
    match function {
        "min" => pick(|best, next| less(next, best)),
        "max" => pick(less),
        "abs" => (x.0.abs(), x.1),
        "floor" => floor(x),
        "ceil" => {
            let (n, _) = floor((-x.0, x.1));
            (-n, 1)
        }
        "round" => floor_of_twice(x),
        "clamp" => {
            let low_of_high = call("min", &[x, arguments[2]]);
            call("max", &[arguments[1], low_of_high])
        }
        other => panic!("unknown function {other}"),
    }
}

/// The nearest whole number, halves up, without leaving exact arithmetic.
fn floor_of_twice((n, d): Fraction) -> Fraction {
    ((2 * n + d).div_euclid(2 * d), 1)
}

/// A value of the evaluator as this reader holds it.
pub fn json_value(value: &super::super::Value) -> Json {
    use super::super::Value;
    match value {
        Value::Number(x) => number((x.numerator(), x.denominator())),
        Value::Bool(yes) => json!(yes),
        Value::Text(text) => json!(text),
        Value::List(items) => Json::Array(items.iter().map(json_value).collect()),
        Value::Collection(members) => Json::Array(members.records().map(|record| json_record(&record)).collect()),
    }
}

pub fn json_record(record: &super::super::Record) -> Json {
    let fields = record.iter().map(|(name, value)| (name.clone(), json_value(value)));
    Json::Object(fields.collect())
}

/// The table `combat` of the sample position, in this reader's terms.
pub fn combat(_: &str, arguments: &[Json]) -> Json {
    let x = as_number(&arguments[0]);
    if as_bool(&arguments[1]) { number(times(x, x)) } else { number((-x.0, x.1)) }
}
