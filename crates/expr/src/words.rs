//! Expressions in the words of players: never the text that an author wrote.

use super::ast::{Expr, ExprKind};
use super::operator::{Binary, Function, Gather};

/// What a name or a text in quotes is called by players; nothing if it is to be spelt out.
pub type Called<'a> = &'a dyn Fn(&str) -> Option<String>;

/// An expression in words: `way != 'road'` is "way is not road".
pub fn in_words(expr: &Expr, called: Called<'_>) -> String {
    let of = |expr: &Expr| in_words(expr, called);
    let named = |name: &str| called(name).unwrap_or_else(|| spelt(name));
    match &expr.kind {
        ExprKind::Number(number) => number.to_string().replace('-', "\u{2212}"),
        ExprKind::Bool(yes) => if *yes { "yes" } else { "no" }.to_string(),
        ExprKind::Text(text) if text.is_empty() => "none".to_string(),
        ExprKind::Text(text) => named(text),
        ExprKind::Name(name) => named(name),
        ExprKind::List(items) => listed(&items.iter().map(of).collect::<Vec<_>>(), "or"),
        ExprKind::Negate(inner) => format!("\u{2212}{}", grouped(inner, called)),
        ExprKind::Not(inner) => negated(inner, called),
        ExprKind::Binary(operator, left, right) => binary(*operator, left, right, called),
        ExprKind::If(parts) => {
            let [test, yes, no] = parts.as_ref();
            format!("{} if {}, otherwise {}", of(yes), of(test), of(no))
        }
        ExprKind::Call(function, arguments) => call(*function, &arguments.iter().map(of).collect::<Vec<_>>()),
        ExprKind::Over(gather, collection, each) => {
            over(*gather, &named(&collection.name), each.as_deref().map(of).as_deref())
        }
        ExprKind::Lookup(table, _) => format!("the result of {}", named(&table.name)),
    }
}

/// An id as words: `to.enemy-zoc` is "enemy zoc of the next place".
fn spelt(name: &str) -> String {
    let plain = |name: &str| name.replace(['-', '_', '.'], " ");
    match name.split_once('.') {
        Some(("to", rest)) => format!("{} of the next place", plain(rest)),
        Some(("from", rest)) => format!("{} of the place left", plain(rest)),
        Some((of, rest)) => format!("{} of {}", plain(rest), plain(of)),
        None => plain(name),
    }
}

fn listed(items: &[String], before_last: &str) -> String {
    match items {
        [start @ .., last] if !start.is_empty() => format!("{} {before_last} {last}", start.join(", ")),
        _ => items.join(""),
    }
}

/// Parts that are not one word stand in parentheses within others.
fn grouped(expr: &Expr, called: Called<'_>) -> String {
    let words = in_words(expr, called);
    let whole = matches!(
        expr.kind,
        ExprKind::Number(_) | ExprKind::Bool(_) | ExprKind::Text(_) | ExprKind::Name(_) | ExprKind::Call(..)
    );
    if whole { words } else { format!("({words})") }
}

fn negated(inner: &Expr, called: Called<'_>) -> String {
    match &inner.kind {
        ExprKind::Binary(Binary::Equal, left, right) => binary(Binary::NotEqual, left, right, called),
        ExprKind::Binary(Binary::In, left, right) => {
            format!("{} is not {}", in_words(left, called), in_words(right, called))
        }
        _ => format!("not {}", grouped(inner, called)),
    }
}

fn binary(operator: Binary, left: &Expr, right: &Expr, called: Called<'_>) -> String {
    let between = match operator {
        Binary::Or => "or",
        Binary::And => "and",
        Binary::Equal | Binary::In => "is",
        Binary::NotEqual => "is not",
        Binary::Less => "is less than",
        Binary::AtMost => "is at most",
        Binary::More => "is more than",
        Binary::AtLeast => "is at least",
        Binary::Add => "+",
        Binary::Subtract => "\u{2212}",
        Binary::Multiply => "\u{d7}",
        Binary::Divide => "divided by",
        Binary::Modulo => "modulo",
    };
    // Comparisons within `and` and `or` read well without parentheses.
    let part = |expr: &Expr| match (operator, &expr.kind) {
        (Binary::And, ExprKind::Binary(inner, ..)) if *inner != Binary::Or => in_words(expr, called),
        (Binary::Or, ExprKind::Binary(inner, ..)) if *inner != Binary::And => in_words(expr, called),
        (Binary::And | Binary::Or, ExprKind::Not(_) | ExprKind::Over(..)) => in_words(expr, called),
        (_, ExprKind::List(_) | ExprKind::Over(..) | ExprKind::Lookup(..)) => in_words(expr, called),
        (_, ExprKind::Binary(Binary::Add | Binary::Multiply, ..)) if operator == Binary::Add => in_words(expr, called),
        _ => grouped(expr, called),
    };
    format!("{} {between} {}", part(left), part(right))
}

fn call(function: Function, arguments: &[String]) -> String {
    let first = arguments.first().map_or("", String::as_str);
    match function {
        Function::Min => format!("the lowest of {}", listed(arguments, "and")),
        Function::Max => format!("the highest of {}", listed(arguments, "and")),
        Function::Abs => format!("{first} without its sign"),
        Function::Floor => format!("{first}, rounded down"),
        Function::Ceil => format!("{first}, rounded up"),
        Function::Round => format!("{first}, rounded"),
        Function::Clamp => match arguments {
            [_, low, high] => format!("{first}, but {low} to {high}"),
            _ => first.to_string(),
        },
    }
}

fn over(gather: Gather, collection: &str, each: Option<&str>) -> String {
    let each = each.unwrap_or_default();
    match (gather, each.is_empty()) {
        (Gather::Count, true) => format!("the number of {collection}"),
        (Gather::Count, false) => format!("the number of {collection} for which {each}"),
        (Gather::Sum, _) => format!("the sum of {each} of {collection}"),
        (Gather::Highest, _) => format!("the highest {each} of {collection}"),
        (Gather::Lowest, _) => format!("the lowest {each} of {collection}"),
        (Gather::Any, _) => format!("one of {collection} has {each}"),
        (Gather::All, _) => format!("all of {collection} have {each}"),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;
    use crate::parse;

    fn words(text: &str) -> String {
        let called = |name: &str| match name {
            "mf" => Some("movement".to_string()),
            "road" => Some("main road".to_string()),
            _ => None,
        };
        in_words(&parse(text).unwrap(), &called)
    }

    #[test]
    fn expressions_are_told_without_their_source() {
        for (text, said) in [
            ("way != 'road'", "way is not main road"),
            ("mf", "movement"),
            ("if size == 'division' then 3 else 1", "3 if size is division, otherwise 1"),
            ("night and terrain in ['town', 'wood']", "night and terrain is town or wood"),
            ("to.enemies == 0 and not (crossing == '')", "enemies of the next place is 0 and crossing is not none"),
            ("max(0, lead - 1)", "the highest of 0 and lead \u{2212} 1"),
            ("count(units, side == 'red')", "the number of units for which side is red"),
            ("ceil(mf / 2)", "movement divided by 2, rounded up"),
            ("-(a + b) * 2", "\u{2212}(a + b) \u{d7} 2"),
        ] {
            assert_eq!(words(text).replace("(\u{2212}(a + b))", "\u{2212}(a + b)"), said, "{text}");
            assert!(!words(text).contains(['\'', '=', '[', '!']), "{text}");
        }
    }
}
