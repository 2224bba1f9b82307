//! Every message, with the word it underlines.

use super::super::{Problem, Type, check, check_as, parse};
use super::scope;

/// All problems of a text, each as `[underlined] message (help)`.
fn problems(text: &str) -> Vec<String> {
    let found = match parse(text) {
        Ok(expr) => check(&expr, &scope()).err().unwrap_or_default(),
        Err(problems) => problems,
    };
    found.iter().map(|problem| line(text, problem)).collect()
}

fn line(text: &str, problem: &Problem) -> String {
    let underlined = &text[problem.span.clone()];
    let message = &problem.message;
    match &problem.help {
        Some(help) => format!("[{underlined}] {message} ({help})"),
        None => format!("[{underlined}] {message}"),
    }
}

fn assert_problem(text: &str, expected: &str) {
    assert_eq!(problems(text), [expected], "{text}");
}

/// Cases as `text => [underlined] message (help)`, one a line.
fn assert_problems(cases: &str) {
    for case in cases.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (text, expected) = case.split_once(" => [").unwrap_or((case, ""));
        assert_problem(text, &format!("[{expected}"));
    }
}

#[test]
fn unknown_names() {
    assert_problems(
        "
        nihgt => [nihgt] unknown name `nihgt` (did you mean `night`?)
        lead-1 => [lead-1] unknown name `lead-1` (put spaces around the minus sign: `lead - 1`)
        attack-value-guns => [attack-value-guns] unknown name `attack-value-guns` (put spaces around the minus sign: `attack-value - guns`)
        max => [max] unknown name `max` (it is a function: write `max(a, b, ..)`)
        terrain == urban => [urban] unknown name `urban` (put it in quotes: 'urban')
        urban == terrain => [urban] unknown name `urban` (put it in quotes: 'urban')
        terrain in [urban, 'clear'] => [urban] unknown name `urban` (put it in quotes: 'urban')
        terrain != (if night then urban else 'clear') => [urban] unknown name `urban` (put it in quotes: 'urban')
        zzzzz => [zzzzz] unknown name `zzzzz` (names here: attack-value, contested, guns, lead, name, night, roads, terrain, units, weather)
        sum(units, attak) => [attak] unknown name `attak` (did you mean `attack`?)
        ",
    );
}

#[test]
fn wrong_types() {
    assert_problems(
        "
        night + 1 => [night] `+` needs a number, but `night` is yes or no (write `if night then 1 else 0`)
        lead and night => [lead] `and` needs yes or no, but `lead` is a number (compare it: `lead > 0`)
        not terrain => [terrain] `not` needs yes or no, but `terrain` is one of 'clear', 'urban', 'forest' (compare it: `terrain == 'clear'`)
        -night => [night] `-` needs a number, but `night` is yes or no (write `if night then 1 else 0`)
        max(1, name) => [name] `max` needs a number, but `name` is a text
        1 < 'a' => ['a'] `<` needs a number, but this is the text 'a'
        if lead then 1 else 2 => [lead] `if` needs yes or no, but `lead` is a number (compare it: `lead > 0`)
        if night then 1 else 'a' => ['a'] `then` gives a number, but `else` gives the text 'a' (both must have the same type)
        if night then units else units => [units] `units` is a collection, not a single value (count or add up its members: `count(units)`, `sum(units, value)`)
        lead == night => [lead == night] cannot compare a number with yes or no (both sides must have the same type)
        lead == '3' => [lead == '3'] cannot compare a number with the text '3' (write numbers without quotes)
        terrain == night => [terrain == night] cannot compare one of 'clear', 'urban', 'forest' with yes or no (both sides must have the same type)
        roads == 'main' => [roads == 'main'] cannot compare a list of texts with the text 'main' (use `in` with a list)
        lead in 3 => [3] `in` needs a list of numbers, but this is a number
        lead in guns => [guns] `in` needs a list of numbers, but `guns` is a number (write a list: `x in ['a', 'b']`)
        lead in [1, 'a'] => ['a'] this list starts with a number, but this is the text 'a' (all entries of a list must have the same type)
        lead in ['a', 'b'] => [['a', 'b']] cannot compare a number with one of 'a', 'b' (write numbers without quotes)
        1 in [[1]] => [[1]] a list cannot hold a list of numbers
        lead in [units] => [units] a list cannot hold a collection
        units + 1 => [units] `units` is a collection, not a single value (count or add up its members: `count(units)`, `sum(units, value)`)
        units == 1 => [units] `units` is a collection, not a single value (count or add up its members: `count(units)`, `sum(units, value)`)
        1 == units => [units] `units` is a collection, not a single value (count or add up its members: `count(units)`, `sum(units, value)`)
        ",
    );
}

#[test]
fn wrong_choices() {
    assert_problems(
        "
        terrain == 'Urbn' => ['Urbn'] 'Urbn' is not one of the choices here (did you mean 'urban'?)
        'swamp' == terrain => ['swamp'] 'swamp' is not one of the choices here (it is one of 'clear', 'urban', 'forest')
        terrain in ['urban', 'wood'] => ['wood'] 'wood' is not one of the choices here (it is one of 'clear', 'urban', 'forest')
        'mian' in roads => ['mian'] 'mian' is not one of the choices here (did you mean 'main'?)
        terrain == (if night then 'urban' else 'x') => ['x'] 'x' is not one of the choices here (it is one of 'clear', 'urban', 'forest')
        terrain == weather => [terrain == weather] these can never be equal: one of 'clear', 'urban', 'forest', and one of 'fair', 'snow'
        lookup('rally', 'fersh') == '' => ['fersh'] 'fersh' is not one of the choices here (did you mean 'fresh'?)
        ",
    );
    assert_eq!(problems("name == 'anything'"), [""; 0]);
}

#[test]
fn collections_and_tables() {
    assert_problems(
        "
        count(unts) => [unts] unknown collection `unts` (did you mean `units`?)
        count(enemies) => [enemies] unknown collection `enemies` (collections here: units)
        sum(lead, 1) => [lead] `sum` needs a collection, but `lead` is a number (collections here: units)
        sum(units, fresh) => [fresh] `sum` needs a number, but `fresh` is yes or no (write `if fresh then 1 else 0`)
        any(units, attack) => [attack] `any` needs yes or no, but `attack` is a number (compare it: `attack > 0`)
        lookup('combt', 1, night) => ['combt'] unknown table 'combt' (did you mean 'combat'?)
        lookup('zz', 1) => ['zz'] unknown table 'zz'
        lookup('combat', 1) => [lookup('combat', 1)] table `combat` takes 2 arguments, found 1 (it takes a number; yes or no)
        lookup('combat', 1, 2) => [2] table `combat` needs yes or no, but this is a number
        ",
    );
}

#[test]
fn every_problem_is_found() {
    assert_eq!(
        problems("nihgt + night * 2 > max(x9, 'a')"),
        [
            "[nihgt] unknown name `nihgt` (did you mean `night`?)",
            "[night] `*` needs a number, but `night` is yes or no (write `if night then 1 else 0`)",
            "[x9] unknown name `x9` (names here: attack-value, contested, guns, lead, name, night, roads, terrain, units, weather)",
            "['a'] `max` needs a number, but this is the text 'a'",
        ]
    );
    assert_eq!(
        problems("night && lead = \"3\""),
        [
            "[&&] `&&` is not an operator (write `and`)",
            "[=] `=` is not an operator (write `==`)",
            "[\"3\"] put texts in single quotes (write '3')",
        ]
    );
    let first = problems("mun(1, 2) + abs(1, 2)");
    assert_eq!(
        first,
        [
            "[mun] unknown function `mun` (did you mean `min(a, b, ..)`?)",
            "[abs] `abs` takes one argument, found 2 (write `abs(x)`)",
        ]
    );
}

#[test]
fn symbols_of_other_languages() {
    assert_problems(
        "
        night || night => [||] `||` is not an operator (write `or`)
        lead <> 1 => [<>] `<>` is not an operator (write `!=`)
        lead => 1 => [=>] `=>` is not an operator (write `>=`)
        lead =< 1 => [=<] `=<` is not an operator (write `<=`)
        !night => [!] `!` is not an operator (write `not`)
        lead ≥ 1 => [≥] `≥` is not an operator (write `>=`)
        lead − 1 => [−] `−` is not an operator (write `-`)
        name == ‘it’ => [‘it’] put texts in single quotes (write 'it')
        lead # 1 => [#] unexpected `#` (an expression has names, numbers, 'texts', lists and operators)
        .5 + 1 => [.] unexpected `.` (write `0.5` rather than `.5`)
        {lead + 1 => [{] unexpected `{` (group with parentheses, `(` and `)`)
        ",
    );
}

#[test]
fn grammar() {
    assert_problems(
        "
        1 + => [] expected a value, but the expression ends here
        1 2 => [2] expected an operator or the end, found `2`
        (1 => [] expected `)`, but the expression ends here
        1) => [)] expected an operator or the end, found `)` (it was never opened)
        [1 => [] expected `,` or `]`, but the expression ends here
        lead in [] => [[]] this list is empty (a list needs at least one entry)
        1 < 2 < 3 => [<] comparisons cannot be chained (write `1 < 2 and 2 < ..`)
        if night 1 else 2 => [1] expected `then`, found `1`
        if night then 1 => [] expected `else`, but the expression ends here (every `if` needs an `else`, so that it always has a value)
        1 + if night then 1 else 2 => [if] expected a value, found `if` (put parentheses around `if .. then .. else ..`)
        1 + not night => [not] expected a value, found `not` (put parentheses around `not ..`)
        2d6 => [2d6] `2d6` is neither a number nor a name (a number has digits and at most one point; a name starts with a letter)
        1.2345678901 => [1.2345678901] this number is too long (numbers have at most 15 digits, 9 of them after the point)
        'abc => ['abc] this text has no closing quote (end the text with `'`; write a quote inside it twice)
        foo(1) => [foo] unknown function `foo` (functions: min, max, abs, floor, ceil, round, clamp, count, sum, highest, lowest, any, all, lookup)
        max(1) => [max] `max` takes at least 2 arguments, found 1 (write `max(a, b, ..)`)
        clamp(1, 2) => [clamp] `clamp` takes 3 arguments, found 2 (write `clamp(x, low, high)`)
        sum(units) => [sum] `sum` takes two arguments, found 1 (write `sum(units, value)`)
        count(units, true, true) => [count] `count` takes one or two arguments, found 3 (write `count(units, condition)`)
        count(1) => [1] expected the name of a collection, found `1` (write `count(units, condition)`)
        lookup(combat, 1) => [combat] expected the id of a table in quotes, found `combat` (write `lookup('table', argument, ..)`)
        lookup('combat') => [lookup] `lookup` takes a table and at least one argument, found 1 (write `lookup('table', argument, ..)`)
        lookup('combat' 1) => [1] expected `,` or `)`, found `1`
        ",
    );
    assert_problem("", "[] the expression is empty");
    assert_problem("  ", "[  ] the expression is empty");
}

#[test]
fn bounds() {
    let first = |text: &str| parse(text).unwrap_err()[0].message.clone();
    assert_eq!(first(&"1".repeat(5000)), "an expression has at most 4096 bytes");
    assert!(parse(&format!("{}1{}", "(".repeat(64), ")".repeat(64))).is_ok());
    assert_eq!(first(&format!("{}1{}", "(".repeat(65), ")".repeat(65))), "nested more than 64 deep");
    assert_eq!(first(&"-".repeat(4000)), "nested more than 64 deep");
    assert_eq!(first(&"not ".repeat(1000)), "nested more than 64 deep");
    assert_eq!(first(&"if a then b else ".repeat(200)), "nested more than 64 deep");
    assert!(parse(&format!("1{}", " + 1".repeat(99))).is_ok());
    assert_eq!(first(&format!("1{}", "+1".repeat(2000))), "more than 100 operators and functions are chained");
    let nested = "sum(u, ".repeat(4) + "1))))";
    assert_eq!(first(&nested), "collections can be nested at most 3 deep");
}

#[test]
fn a_place_says_what_it_wants() {
    let problems = |text: &str, wanted: &Type| -> Vec<String> {
        let expr = parse(text).unwrap();
        let found = check_as(&expr, &scope(), wanted).err().unwrap_or_default();
        found.iter().map(|problem| line(text, problem)).collect()
    };
    let none = [""; 0];
    assert_eq!(problems("lead > 1", &Type::Bool), none);
    assert_eq!(problems("if night then 'a' else name", &Type::Text), none);
    assert_eq!(problems("['a', 'b']", &Type::list(Type::choice(["a", "b"]))), none);
    assert_eq!(
        problems("lead", &Type::Bool),
        ["[lead] this key needs yes or no, but `lead` is a number (compare it: `lead > 0`)"]
    );
    assert_eq!(problems("name", &Type::choice(["a"])), ["[name] this key needs the text 'a', but `name` is a text"]);
    assert_eq!(
        problems("if night then 'urban' else 'urbn'", &Type::choice(["clear", "urban"])),
        ["['urbn'] 'urbn' is not one of the choices here (did you mean 'urban'?)"]
    );
    assert_eq!(
        problems("if nigth then 1 else night", &Type::Number),
        [
            "[nigth] unknown name `nigth` (did you mean `night`?)",
            "[night] this key needs a number, but `night` is yes or no (write `if night then 1 else 0`)",
        ]
    );
}
