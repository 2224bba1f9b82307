//! What BeanShell code is made of, and how names find their way into it.
//!
//! How VASSAL 3.7 reads an expression, as far as it matters here: a property mentioned by a bare
//! identifier arrives as an int if its text is one, as a *float* if it looks like a fraction, as a
//! boolean for `true` and `false`, and otherwise as a String, the empty one if the property does
//! not exist. `GetProperty("x")` does the same for any name but without floats; `GetString("x")`
//! always gives the text. So only `GetString` is safe for a property that may be missing or may
//! hold a fraction, and the result of an expression is whatever its value prints as.

use super::ast::Expr;
use super::operator::Gather;
use super::{Problem, TextSpan};
use std::collections::BTreeMap;

/// What a piece of code gives when it runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A Java `int`. Values beyond ±2^31 wrap round, which no counter comes near.
    Whole,
    /// A Java `double` (or an `int`, where a branch gives one).
    Real,
    /// A Java `boolean`.
    Bool,
    /// A Java `String`.
    Text,
}

/// A piece of BeanShell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaCode {
    /// What it gives.
    pub form: Form,
    /// The code itself.
    pub text: String,
    /// Needs no parentheses as a part of something else.
    atom: bool,
}

impl JavaCode {
    /// Code of your own; it is put in parentheses where it becomes a part of something.
    pub fn new(form: Form, text: impl Into<String>) -> Self {
        JavaCode { form, text: text.into(), atom: false }
    }

    /// Code that holds together by itself: an identifier, a literal, a call.
    pub fn atom(form: Form, text: impl Into<String>) -> Self {
        JavaCode { form, text: text.into(), atom: true }
    }

    /// A property that always exists and always holds a whole number.
    pub fn whole(property: &str) -> Self {
        if is_plain_identifier(property) {
            JavaCode::atom(Form::Whole, property)
        } else {
            JavaCode::atom(Form::Whole, format!("GetProperty({})", java_text(property)))
        }
    }

    /// A property that holds a whole number; 0 where it is missing or holds something else.
    pub fn whole_or_zero(property: &str) -> Self {
        let get = get_string(property);
        let text = format!("{get}.matches(\"-?[0-9]+\") ? Integer.parseInt({get}) : 0");
        JavaCode::new(Form::Whole, text)
    }

    /// A property that holds a number with or without decimals; 0 where it is missing or holds
    /// something else.
    pub fn real_or_zero(property: &str) -> Self {
        JavaCode::real_or_zero_of(&get_string(property))
    }

    /// Code for a text that holds a number with or without decimals; 0 where it holds something else.
    pub fn real_or_zero_of(get: &str) -> Self {
        let pattern = "\"-?[0-9]+([.][0-9]+)?\"";
        let text = format!("{get}.matches({pattern}) ? Double.parseDouble({get}) : 0.0");
        JavaCode::new(Form::Real, text)
    }

    /// A property that says yes with the text `true`.
    pub fn flag(property: &str) -> Self {
        let text = format!("{}.equals(\"true\")", get_string(property));
        JavaCode::atom(Form::Bool, text)
    }

    /// A property that holds a text; the empty one where it is missing.
    pub fn text(property: &str) -> Self {
        JavaCode::atom(Form::Text, get_string(property))
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self.form, Form::Whole | Form::Real)
    }

    /// As a part of something else.
    pub fn part(&self) -> String {
        if self.atom { self.text.clone() } else { format!("({})", self.text) }
    }
}

fn get_string(property: &str) -> String {
    format!("GetString({})", java_text(property))
}

/// May it stand bare? Java's and BeanShell's own words may not, nor names VASSAL uses inside.
fn is_plain_identifier(property: &str) -> bool {
    const TAKEN: [&str; 61] = [
        "abstract",
        "assert",
        "boolean",
        "break",
        "byte",
        "bsh",
        "caller",
        "case",
        "catch",
        "char",
        "class",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extends",
        "false",
        "final",
        "finally",
        "float",
        "for",
        "global",
        "goto",
        "if",
        "implements",
        "import",
        "instanceof",
        "int",
        "interface",
        "long",
        "namespace",
        "native",
        "new",
        "null",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "short",
        "static",
        "strictfp",
        "super",
        "switch",
        "synchronized",
        "this",
        "throw",
        "throws",
        "transient",
        "true",
        "try",
        "var",
        "void",
        "volatile",
        "while",
        "when",
        "Math",
        "java",
    ];
    let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
    property.starts_with(|c: char| c.is_ascii_alphabetic())
        && property.chars().all(letters)
        && !TAKEN.contains(&property)
}

/// A Java string literal.
///
/// Quotes and dollar signs are written as octal escapes: VASSAL takes `\"` apart in filters that
/// stand within another expression, and replaces `$name$` in the text of an expression before it
/// is parsed.
pub fn java_text(text: &str) -> String {
    let mut literal = String::from("\"");
    for character in text.chars() {
        match character {
            '\\' => literal.push_str("\\\\"),
            '"' | '$' => literal.push_str(&format!("\\{:03o}", u32::from(character))),
            c if c.is_ascii_control() => literal.push_str(&format!("\\{:03o}", u32::from(c))),
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

/// How the names of an expression are read in VASSAL.
pub trait Naming {
    /// The code that gives the value of a name.
    fn name(&self, name: &str) -> Option<JavaCode>;

    /// The code of `sum(units, value)` and its kin. There is no general way to write one: VASSAL
    /// offers `SumStack`, `CountLocation` and others, which want the name of a property and a
    /// filter as text. Whoever knows which pieces the collection means writes it, calling
    /// [`to_beanshell`](super::to_beanshell) for the filter.
    fn over(&self, over: &Over<'_>) -> Option<JavaCode> {
        let _ = over;
        None
    }

    /// The code of a table lookup, given the code of its arguments.
    fn lookup(&self, table: &str, arguments: &[JavaCode]) -> Option<JavaCode> {
        let _ = (table, arguments);
        None
    }
}

/// A mention of `sum(units, value)` or its kin.
#[derive(Debug, Clone, Copy)]
pub struct Over<'e> {
    /// Which function.
    pub gather: Gather,
    /// The name of the collection.
    pub collection: &'e str,
    /// The condition or number for each member; names in it are fields of the member first.
    pub each: Option<&'e Expr>,
}

/// A naming made of a map; it has neither collections nor tables.
pub type Properties = BTreeMap<String, JavaCode>;

impl Naming for Properties {
    fn name(&self, name: &str) -> Option<JavaCode> {
        self.get(name).cloned()
    }
}

/// A part of an expression that cannot be said in BeanShell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// The bytes of the text it stands at.
    pub span: TextSpan,
    /// Why not, in one sentence without a full stop.
    pub message: String,
}

impl Unsupported {
    pub(super) fn new(span: &TextSpan, message: impl Into<String>) -> Self {
        Unsupported { span: span.clone(), message: message.into() }
    }
}

impl From<Unsupported> for Problem {
    fn from(unsupported: Unsupported) -> Self {
        Problem::new(&unsupported.span, unsupported.message)
    }
}
