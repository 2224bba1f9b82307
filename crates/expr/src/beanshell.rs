//! The third reader: BeanShell as VASSAL 3.7 runs it.
//!
//! Whole numbers stay Java ints, so simple formulas stay readable; a division or a decimal makes a
//! double. Where doubles are compared or rounded, [`TOLERANCE`] stands in for exactness: values
//! nearer to each other than that are taken as equal, as exact fractions of any game are not.
//! Within ±10^5 and denominators up to 10^3 the answers are those of [`eval`](super::eval()).

use super::ast::{Expr, ExprKind};
use super::java::{Form, JavaCode, Naming, Over, Unsupported, java_text};
use super::operator::{Binary, Function};
use super::{Number, TextSpan};

/// Distance below which doubles count as equal, as written into the code.
const TOLERANCE: &str = "1.0E-9";

/// Guarding a divisor repeats it, so nested divisors grow the code exponentially; no honest formula
/// comes near this.
const LONGEST: usize = 16_000;

/// Writes a checked expression for VASSAL, without the braces that mark it as one there.
///
/// A number prints without needless decimals: `3`, `2.5`, `0.666667`.
///
/// # Errors
/// The first part that the naming has no code for, or that BeanShell cannot say.
pub fn to_beanshell(expr: &Expr, naming: &dyn Naming) -> Result<String, Unsupported> {
    let code = to_code(expr, naming)?;
    Ok(match code.form {
        Form::Real => format!(
            "java.math.BigDecimal.valueOf(1.0 * {}).setScale(6, 4).stripTrailingZeros().toPlainString()",
            code.part()
        ),
        // VASSAL shows an expression that is one quoted text as it stands, escapes and all.
        Form::Text if code.text.starts_with('"') => format!("({})", code.text),
        _ => code.text,
    })
}

/// Writes a checked expression as a part of other code: a number stays a number.
///
/// # Errors
/// As [`to_beanshell`].
pub fn to_code(expr: &Expr, naming: &dyn Naming) -> Result<JavaCode, Unsupported> {
    let writer = CodeWriter { naming };
    writer.code(expr)
}

struct CodeWriter<'n> {
    naming: &'n dyn Naming,
}

type CodeResult = Result<JavaCode, Unsupported>;

impl CodeWriter<'_> {
    fn code(&self, expr: &Expr) -> CodeResult {
        let code = self.any_code(expr)?;
        if code.text.len() > LONGEST {
            let message = "this grows too long when written out for VASSAL";
            return Err(Unsupported::new(&expr.span, message));
        }
        Ok(code)
    }

    fn any_code(&self, expr: &Expr) -> CodeResult {
        match &expr.kind {
            ExprKind::Number(number) => Ok(literal(*number)),
            ExprKind::Bool(yes) => Ok(JavaCode::atom(Form::Bool, yes.to_string())),
            ExprKind::Text(text) => Ok(JavaCode::atom(Form::Text, java_text(text))),
            ExprKind::Name(name) => self
                .naming
                .name(name)
                .ok_or_else(|| Unsupported::new(&expr.span, format!("`{name}` is not known to VASSAL"))),
            ExprKind::List(_) => {
                let message = "in VASSAL a list can only follow `in`";
                Err(Unsupported::new(&expr.span, message))
            }
            ExprKind::Negate(inner) => {
                let code = self.number(inner)?;
                // BeanShell negates numbers as they are written, but not the properties of VASSAL.
                let sign = if matches!(inner.kind, ExprKind::Number(_)) { "-" } else { "0 - " };
                Ok(JavaCode::new(code.form, format!("{sign}{}", code.part())))
            }
            ExprKind::Not(inner) => {
                let inner = self.of_form(inner, Form::Bool)?;
                Ok(JavaCode::new(Form::Bool, format!("!{}", inner.part())))
            }
            ExprKind::Binary(Binary::In, left, right) => self.membership(&self.code(left)?, right),
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.code(left)?, self.code(right)?);
                binary(*operator, &left, &right).ok_or_else(|| wrong_form(&expr.span))
            }
            ExprKind::If(parts) => {
                let [test, yes, no] = parts.as_ref();
                let test = self.of_form(test, Form::Bool)?;
                choose(&test, &self.code(yes)?, &self.code(no)?).ok_or_else(|| wrong_form(&expr.span))
            }
            ExprKind::Call(function, arguments) => {
                let arguments: Result<Vec<JavaCode>, Unsupported> =
                    arguments.iter().map(|argument| self.number(argument)).collect();
                call(*function, &arguments?).ok_or_else(|| wrong_form(&expr.span))
            }
            ExprKind::Over(gather, collection, each) => {
                let over = Over { gather: *gather, collection: &collection.name, each: each.as_deref() };
                self.naming.over(&over).ok_or_else(|| {
                    let what = format!("`{}({}, ..)`", gather.name(), collection.name);
                    Unsupported::new(&expr.span, format!("VASSAL cannot work out {what} here"))
                })
            }
            ExprKind::Lookup(table, arguments) => {
                let arguments: Result<Vec<JavaCode>, Unsupported> =
                    arguments.iter().map(|argument| self.code(argument)).collect();
                self.naming.lookup(&table.name, &arguments?).ok_or_else(|| {
                    let message = format!("VASSAL cannot look up table '{}' here", table.name);
                    Unsupported::new(&expr.span, message)
                })
            }
        }
    }

    fn number(&self, expr: &Expr) -> CodeResult {
        let code = self.code(expr)?;
        let fits = code.is_number();
        fits.then_some(code).ok_or_else(|| wrong_form(&expr.span))
    }

    fn of_form(&self, expr: &Expr, form: Form) -> CodeResult {
        let code = self.code(expr)?;
        let fits = code.form == form;
        fits.then_some(code).ok_or_else(|| wrong_form(&expr.span))
    }

    /// `x in [a, b]` as `x == a || x == b`.
    fn membership(&self, left: &JavaCode, list: &Expr) -> CodeResult {
        match &list.kind {
            ExprKind::List(items) => {
                let mut tests = Vec::new();
                for item in items {
                    let test = binary(Binary::Equal, left, &self.code(item)?);
                    tests.push(test.ok_or_else(|| wrong_form(&item.span))?.part());
                }
                Ok(JavaCode::new(Form::Bool, tests.join(" || ")))
            }
            ExprKind::If(parts) => {
                let [test, yes, no] = parts.as_ref();
                let test = self.of_form(test, Form::Bool)?;
                let (yes, no) = (self.membership(left, yes)?, self.membership(left, no)?);
                choose(&test, &yes, &no).ok_or_else(|| wrong_form(&list.span))
            }
            _ => {
                let message = "VASSAL only has lists that are written out";
                Err(Unsupported::new(&list.span, message))
            }
        }
    }
}

/// Only a naming that gives code of another form than the name's type gets here.
fn wrong_form(span: &TextSpan) -> Unsupported {
    Unsupported::new(span, "VASSAL's value for this has another type")
}

fn literal(number: Number) -> JavaCode {
    match number.to_whole().map(i32::try_from) {
        Some(Ok(whole)) if whole >= 0 => JavaCode::atom(Form::Whole, whole.to_string()),
        Some(Ok(whole)) => JavaCode::new(Form::Whole, whole.to_string()),
        _ => {
            let text = number.to_string();
            match text.split_once('/') {
                Some((above, below)) => JavaCode::new(Form::Real, format!("{above}.0 / {below}.0")),
                None if text.contains('.') => JavaCode::atom(Form::Real, text),
                None => JavaCode::atom(Form::Real, format!("{text}.0")),
            }
        }
    }
}

/// The form of a number made of several.
fn common<'c>(codes: impl IntoIterator<Item = &'c JavaCode>) -> Form {
    let whole = codes.into_iter().all(|code| code.form == Form::Whole);
    if whole { Form::Whole } else { Form::Real }
}

fn choose(test: &JavaCode, yes: &JavaCode, no: &JavaCode) -> Option<JavaCode> {
    let form = if yes.is_number() && no.is_number() {
        common([yes, no])
    } else {
        (yes.form == no.form).then_some(yes.form)?
    };
    let text = format!("{} ? {} : {}", test.part(), yes.part(), no.part());
    Some(JavaCode::new(form, text))
}

fn binary(operator: Binary, left: &JavaCode, right: &JavaCode) -> Option<JavaCode> {
    let numbers = left.is_number() && right.is_number();
    let same = left.form == right.form;
    let fits = match operator {
        Binary::Or | Binary::And => same && left.form == Form::Bool,
        Binary::Equal | Binary::NotEqual => numbers || same,
        _ => numbers,
    };
    if !fits {
        return None;
    }
    Some(match operator {
        Binary::Or => infix(Form::Bool, left, "||", right),
        Binary::And => infix(Form::Bool, left, "&&", right),
        Binary::Add | Binary::Subtract | Binary::Multiply => {
            infix(common([left, right]), left, operator.symbol(), right)
        }
        Binary::Divide => divide(left, right),
        Binary::Modulo => modulo(left, right),
        _ if left.form == Form::Text => same_text(operator, left, right),
        _ => compare(operator, left, right),
    })
}

fn infix(form: Form, left: &JavaCode, symbol: &str, right: &JavaCode) -> JavaCode {
    JavaCode::new(form, format!("{} {symbol} {}", left.part(), right.part()))
}

fn same_text(operator: Binary, left: &JavaCode, right: &JavaCode) -> JavaCode {
    let equal = format!("{}.equals({})", left.part(), right.text);
    match operator {
        Binary::NotEqual => JavaCode::new(Form::Bool, format!("!{equal}")),
        _ => JavaCode::atom(Form::Bool, equal),
    }
}

/// Whole numbers and yes-or-no values compare as they are, doubles with tolerance.
fn compare(operator: Binary, left: &JavaCode, right: &JavaCode) -> JavaCode {
    let symbol = operator.symbol();
    if left.form != Form::Real && right.form != Form::Real {
        return infix(Form::Bool, left, symbol, right);
    }
    let (a, b) = (left.part(), right.part());
    let text = match operator {
        Binary::Equal => format!("Math.abs({a} - {b}) < {TOLERANCE}"),
        Binary::NotEqual => format!("Math.abs({a} - {b}) >= {TOLERANCE}"),
        Binary::Less | Binary::AtLeast => format!("{a} {symbol} {b} - {TOLERANCE}"),
        _ => format!("{a} {symbol} {b} + {TOLERANCE}"),
    };
    JavaCode::new(Form::Bool, text)
}

/// The test that a divisor is zero; nothing if it is a literal that is not.
fn is_zero(divisor: &JavaCode) -> Option<String> {
    // A property may be called `inf`, which Rust reads as a number.
    let digits = divisor.text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let value = divisor.text.parse::<f64>();
    if digits && value.is_ok_and(|value| value != 0.0) {
        return None;
    }
    Some(match divisor.form {
        Form::Whole => format!("{} == 0", divisor.part()),
        _ => format!("Math.abs({}) < {TOLERANCE}", divisor.text),
    })
}

fn guarded(divisor: &JavaCode, zero: &str, result: JavaCode) -> JavaCode {
    match is_zero(divisor) {
        Some(test) => {
            let text = format!("({test}) ? {zero} : {}", result.part());
            JavaCode::new(result.form, text)
        }
        None => result,
    }
}

/// `1.0 *` because Java divides ints as ints.
fn divide(left: &JavaCode, right: &JavaCode) -> JavaCode {
    let text = format!("1.0 * {} / {}", left.part(), right.part());
    guarded(right, "0.0", JavaCode::new(Form::Real, text))
}

fn modulo(left: &JavaCode, right: &JavaCode) -> JavaCode {
    if common([left, right]) == Form::Whole {
        let rest = pair(Form::Whole, "floorMod", left, right);
        return guarded(right, "0", rest);
    }
    let (a, b) = (left.part(), right.part());
    let text = format!("{a} - {b} * Math.floor(1.0 * {a} / {b} + {TOLERANCE})");
    guarded(right, "0.0", JavaCode::new(Form::Real, text))
}

fn call(function: Function, arguments: &[JavaCode]) -> Option<JavaCode> {
    let form = common(arguments);
    let name = function.name();
    match (function, arguments) {
        (Function::Min | Function::Max, [first, rest @ ..]) => {
            let fold = |sofar: JavaCode, next: &JavaCode| pair(form, name, &sofar, next);
            Some(rest.iter().fold(first.clone(), fold))
        }
        (Function::Clamp, [x, low, high]) => Some(pair(form, "max", low, &pair(form, "min", x, high))),
        (Function::Abs, [x]) => Some(JavaCode::atom(form, format!("Math.abs({})", x.text))),
        (Function::Floor | Function::Ceil | Function::Round, [x]) if form == Form::Whole => Some(x.clone()),
        (Function::Floor, [x]) => Some(rounded("floor", x, &format!("+ {TOLERANCE}"))),
        (Function::Ceil, [x]) => Some(rounded("ceil", x, &format!("- {TOLERANCE}"))),
        (Function::Round, [x]) => Some(rounded("floor", x, &format!("+ 0.5 + {TOLERANCE}"))),
        _ => None,
    }
}

fn pair(form: Form, name: &str, a: &JavaCode, b: &JavaCode) -> JavaCode {
    JavaCode::atom(form, format!("Math.{name}({}, {})", a.text, b.text))
}

fn rounded(name: &str, x: &JavaCode, shift: &str) -> JavaCode {
    let text = format!("(int) Math.{name}({} {shift})", x.part());
    JavaCode::new(Form::Whole, text)
}
