//! Bad input is normal input: thousands of seeded mutations of a real game. Nothing may panic, every
//! error must have a place in a file, and what still builds must be valid engine data.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::Made;
use punchboard::emit::{Artifacts, EmitError, Output};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// A small generator of our own: the same numbers on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % limit.max(1)
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

const WILD: &[&str] = &[
    "\"\"",
    "\"é\"",
    "\"\\u0000\"",
    "\"a:b\"",
    "\"../../etc\"",
    "0",
    "-1",
    "99999999999999",
    "9223372036854775807",
    "1e400",
    "nan",
    "inf",
    "true",
    "[]",
    "[[]]",
    "{}",
    "{ a = 1 }",
    "1979-05-27",
    "\"18+\"",
    "\"1-\"",
    "\"2d6\"",
    "\"#ffffff\"",
    "\"all\"",
    "\"not not not\"",
    "\"((((((((\"",
    "\"1 / 0\"",
    "'''\n'''",
    "\"\u{202e}x\"",
    "[1, \"a\", true]",
    "\"reconstructed\"",
    "0.0000001",
];

/// Byte ranges of the values behind `=` in a text: good enough to hit every kind of value.
fn values(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(" = ") {
        let start = at + 3;
        let rest = &text[start..];
        let end = match rest.as_bytes().first() {
            Some(b'"') => rest[1..].find('"').map_or(rest.len(), |n| n + 2),
            Some(b'[') => rest.find(']').map_or(rest.len(), |n| n + 1),
            Some(b'{') => rest.find('}').map_or(rest.len(), |n| n + 1),
            _ => rest.find([',', '\n', ' ']).unwrap_or(rest.len()),
        };
        found.push((start, start + end));
    }
    found
}

fn mutate(text: &str, random: &mut Random) -> String {
    let spots = values(text);
    let lines: Vec<&str> = text.lines().collect();
    let mut out = text.to_string();
    match random.below(9) {
        // A value replaced by something wild.
        0 | 1 => {
            let (start, end) = *random.pick(&spots);
            let wild = *random.pick::<&str>(WILD);
            out.replace_range(start..end, wild);
        }
        // Two values swapped: ids, types, everything.
        2 | 3 => {
            let (a, b) = (*random.pick(&spots), *random.pick(&spots));
            let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            if a.1 <= b.0 {
                let (first, second) = (text[a.0..a.1].to_string(), text[b.0..b.1].to_string());
                out.replace_range(b.0..b.1, &first);
                out.replace_range(a.0..a.1, &second);
            }
        }
        // A line deleted: keys, headers, brackets.
        4 => {
            let gone = random.below(lines.len());
            out = lines
                .iter()
                .enumerate()
                .filter(|(n, _)| *n != gone)
                .map(|(_, line)| *line)
                .collect::<Vec<_>>()
                .join("\n");
        }
        // A line doubled: ids, keys.
        5 => {
            let doubled = random.below(lines.len());
            let again = lines
                .iter()
                .enumerate()
                .flat_map(|(n, line)| std::iter::repeat_n(*line, if n == doubled { 2 } else { 1 }));
            out = again.collect::<Vec<_>>().join("\n");
        }
        // The file cut short.
        6 => {
            let mut end = random.below(text.len());
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            out.truncate(end);
        }
        // One character changed.
        7 => {
            let at = random.below(text.len());
            if let Some(old) = text.get(at..).and_then(|rest| rest.chars().next()) {
                let new = *random.pick(&['x', '"', '0', '9', '[', ']', '{', '=', ' ', '\n', 'é', '-', '/', ',']);
                out.replace_range(at..at + old.len_utf8(), &new.to_string());
            }
        }
        // A digit changed: the typo that nobody sees.
        _ => {
            let digits: Vec<usize> =
                text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(n, _)| n).collect();
            let at = *random.pick(&digits);
            out.replace_range(at..=at, &random.below(10).to_string());
        }
    }
    out
}

/// What became of a stretch of mutations: how many were refused, how many were built.
fn run(game: &std::path::Path, seed: u64, runs: usize) -> (usize, usize) {
    let schema = std::fs::read_to_string(common::root().join("schema/engine.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let original = common::texts(game);
    let names: Vec<&String> = original.keys().filter(|name| !name.starts_with("templates/")).collect();
    let mut random = Random(seed);
    let (mut refused, mut built) = (0, 0);
    for run in 0..runs {
        let name = (*random.pick(&names)).clone();
        let mut texts: BTreeMap<String, String> = original.clone();
        let mutated = mutate(&original[&name], &mut random);
        texts.insert(name.clone(), mutated.clone());
        let outcome = catch_unwind(AssertUnwindSafe(|| common::check_texts(&texts)));
        let Ok((sources, checked)) = outcome else {
            panic!("run {run} of {seed:x}: a panic on this {name}:\n{mutated}");
        };
        for diagnostic in checked.diags.iter() {
            let file = sources.get(diagnostic.primary.span.file);
            let file = file.unwrap_or_else(|| panic!("run {run}: no place for {}", diagnostic.message));
            let end = diagnostic.primary.span.range().end;
            assert!(end <= file.text.len(), "run {run}: {} points beyond {}", diagnostic.message, file.name);
            let shown = punchboard::diag::render(diagnostic, &sources, false);
            assert!(shown.contains(&file.name), "run {run}: {shown}");
        }
        match checked.model {
            None => {
                assert!(checked.diags.has_errors(), "run {run}: no model and no error");
                refused += 1;
            }
            Some(model) => {
                built += 1;
                if built % 20 == 0 {
                    let files = punchboard::emit::engine(&model);
                    let json: serde_json::Value = serde_json::from_slice(&files).unwrap();
                    assert!(validator.is_valid(&json), "run {run}: invalid engine data from {name}");
                }
            }
        }
    }
    (refused, built)
}

#[test]
fn no_mutation_panics_and_every_error_has_a_place() {
    // 4000 in all, so that more games do not take more time.
    let games = common::games();
    let each = 4000_usize.div_ceil(games.len());
    let runs: usize = std::env::var("MUTATIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(each);
    for game in games {
        let halves = std::thread::scope(|scope| {
            let threads: Vec<_> = [0x5eed_5eed_5eed_5eed, 0x0dd5_eed5_0dd5_eed5]
                .map(|seed| {
                    scope.spawn({
                        let game = &game;
                        move || run(game, seed, runs / 2)
                    })
                })
                .into();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        let refused: usize = halves.iter().map(|(refused, _)| refused).sum();
        let built: usize = halves.iter().map(|(_, built)| built).sum();
        // Both must happen, or the mutations are too tame or too wild to prove anything.
        assert!(refused > runs / 4, "only {refused} of {runs} were refused");
        assert!(built > runs / 20, "only {built} of {runs} were built");
    }
}

/// Settings of printing, changed at random: what is not refused is laid out, or does not fit and says so.
#[test]
fn no_mutation_of_print_settings_panics() {
    let mut texts = common::examples(&["language"]);
    let settings = common::examples(&["print"]).remove("print.toml").unwrap();
    let settings = settings.replace("png = false\nparts = [\"counters\", \"setup\", \"maps\", \"calibration\"]\n", "");
    let mut random = Random(0x0dd0_5eed_0dd0_5eed);
    let (mut refused, mut laid_out, mut too_small) = (0, 0, 0);
    for run in 0..150 {
        let mutated = mutate(&settings, &mut random);
        texts.insert("print.toml".to_string(), mutated.clone());
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let (_, checked) = common::check_texts(&texts);
            let failed = checked.diags.has_errors();
            let Some(mut made) = Made::of(checked) else {
                assert!(failed, "no settings and no error");
                return None;
            };
            made.print.png = None;
            Some(Output::Print.emit(&made.game(), &Mutex::<Artifacts>::default()))
        }));
        match outcome {
            Err(_) => panic!("run {run}: a panic on this print.toml:\n{mutated}"),
            Ok(None) => refused += 1,
            Ok(Some(Ok(_))) => laid_out += 1,
            Ok(Some(Err(EmitError::TooSmall(_)))) => too_small += 1,
            Ok(Some(Err(error))) => panic!("run {run}: {error} with this print.toml:\n{mutated}"),
        }
    }
    assert!(refused > 30 && laid_out > 30, "{refused} refused, {laid_out} laid out, {too_small} too small");
}
