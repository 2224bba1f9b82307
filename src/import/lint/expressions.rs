//! Expressions in braces: brackets that close, quotation marks that end.

use super::{Findings, Mistake};
use crate::import::outline::ModuleOutline;
use crate::vassal::sequence;

/// Longer texts are shortened in messages.
const SHOWN: usize = 80;

/// Looks at every expression of traits and components.
pub(super) fn check(outline: &ModuleOutline<'_>, findings: &mut Findings<'_>) {
    for (part, one) in outline.parts() {
        for (name, value) in one.node.component.attributes() {
            report(&value, part, &format!("the attribute {name}"), findings);
        }
    }
    for (part, one) in outline.traits() {
        let text = one.type_text();
        let tokens = sequence::decode(&text, ';');
        let kind = tokens.first().cloned().unwrap_or_default();
        tokens.iter().skip(1).for_each(|token| report(token, part, &format!("a trait `{kind}`"), findings));
    }
}

fn report(text: &str, part: usize, of: &str, findings: &mut Findings<'_>) {
    let text = text.trim();
    let inside = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    if let Some(fault) = inside.and_then(fault) {
        let short: String = text.chars().take(SHOWN).collect();
        let dots = if short.len() < text.len() { "…" } else { "" };
        findings.at(Mistake::BrokenExpression, part, format!("{of} has {fault}: {short}{dots}"));
    }
}

/// What is wrong with the inside of an expression.
fn fault(text: &str) -> Option<String> {
    let mut open = Vec::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\'' if !ends(&mut chars, c) => return Some("a quotation mark that does not close".to_string()),
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(c) => return Some(format!("a `{c}` too many")),
            _ => {}
        }
    }
    open.pop().map(|missing| format!("no closing `{missing}`"))
}

/// Reads to the end of a quoted text; whether there is one.
fn ends(chars: &mut std::str::Chars<'_>, mark: char) -> bool {
    while let Some(c) = chars.next() {
        match c {
            '\\' => _ = chars.next(),
            c if c == mark => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn brackets_and_marks() {
        for good in ["", "a == \"b)\"", "(a[1] + 2) * f(\"x\\\"y\")", "a == 'c'", "if (a) { b; }"] {
            assert_eq!(fault(good), None, "{good}");
        }
        for bad in ["(a", "a)", "\"a", "(a]", "f(\"x)"] {
            assert!(fault(bad).is_some(), "{bad}");
        }
    }
}
