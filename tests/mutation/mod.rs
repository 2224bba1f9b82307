//! Seeded damage to texts, and the games it is done to.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

pub mod subjects;
pub mod trial;

/// A small generator of our own: the same numbers on every machine.
pub struct Random(u64);

impl Random {
    /// The generator of one run: every run can be repeated by itself.
    pub fn of(what: &str, run: usize) -> Self {
        let hash = blake3::hash(format!("{what}:{run}").as_bytes());
        Self(u64::from_le_bytes(hash.as_bytes()[..8].try_into().unwrap()) | 1)
    }

    fn next(&mut self) -> u64 {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % limit.max(1)
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// How a format writes values: what stands before one, and wild ones.
struct Format {
    before: &'static str,
    wild: &'static [&'static str],
}

const TOML: Format = Format {
    before: " = ",
    wild: &[
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
        "1000000",
        "\"999 mm\"",
        "\"LONG\"",
    ],
};
const YAML: Format = Format {
    before: ": ",
    wild: &[
        "",
        "0",
        "-1",
        "1e9",
        ".nan",
        ".inf",
        "true",
        "[]",
        "{}",
        "[0, 0, 1e6, 1e6]",
        "[0, 0, -1, 0]",
        "'{'",
        "'{}'",
        "'{name} {name} {name}'",
        "\"\\0\"",
        "'#000000'",
        "&a [*a]",
        "*a",
        "!!binary x",
        "|\n  x",
        "'{1 / 0}'",
        "~",
        "LONG",
        "1000000",
        "360",
        "0.0000001",
    ],
};
const SVG: Format = Format {
    before: "=\"",
    wild: &[
        "",
        "0",
        "-1",
        "1e9",
        "NaN",
        "1e-9",
        "url(#a)",
        "none",
        "M0 0",
        "M0 0L1e9 1e9Z",
        "scale(0)",
        "rotate(1e9)",
        "currentColor",
        "0 0 0 0",
        "0 0 1e9 1e9",
        "0.001 0.001",
        "\u{202e}",
        "LONG",
        "1000000",
    ],
};
const CSV: Format = Format {
    before: ",",
    wild: &[
        "",
        "\"",
        "\"\"",
        "\",\"",
        "\"\n\"",
        "0",
        "-1",
        "99999999999",
        "é",
        "1 2 3 4 5",
        "a;b",
        "true",
        "LONG",
        " ",
    ],
};

fn format(name: &str) -> &'static Format {
    match name.rsplit('.').next() {
        Some("yaml") => &YAML,
        Some("svg") => &SVG,
        Some("csv") => &CSV,
        _ => &TOML,
    }
}

/// Byte ranges of the values in a text: good enough to hit every kind of value.
fn values(text: &str, format: &Format) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(format.before) {
        let start = at + format.before.len();
        let rest = &text[start..];
        let end = match rest.as_bytes().first() {
            _ if format.before == SVG.before => rest.find('"').unwrap_or(rest.len()),
            Some(b'"') => rest[1..].find('"').map_or(rest.len(), |n| n + 2),
            Some(b'\'') => rest[1..].find('\'').map_or(rest.len(), |n| n + 2),
            Some(b'[') => rest.find(']').map_or(rest.len(), |n| n + 1),
            Some(b'{') => rest.find('}').map_or(rest.len(), |n| n + 1),
            _ => rest.find([',', '\n', ' ', '}', '/']).unwrap_or(rest.len()),
        };
        found.push((start, start + end));
    }
    found
}

/// A file with one thing changed.
pub fn mutate(name: &str, text: &str, random: &mut Random) -> String {
    let format = format(name);
    let spots = values(text, format);
    let lines: Vec<&str> = text.lines().collect();
    let mut out = text.to_string();
    match random.below(10) {
        // A value replaced by something wild.
        0..3 if !spots.is_empty() => {
            let (start, end) = *random.pick(&spots);
            let wild = random.pick(format.wild).replace("LONG", &"long ".repeat(1 + random.below(4_000)));
            out.replace_range(start..end, &wild);
        }
        // Two values swapped: ids, types, everything.
        3..5 if !spots.is_empty() => {
            let (a, b) = (*random.pick(&spots), *random.pick(&spots));
            let (a, b) = if a.0 <= b.0 { (a, b) } else { (b, a) };
            if a.1 <= b.0 {
                let (first, second) = (text[a.0..a.1].to_string(), text[b.0..b.1].to_string());
                out.replace_range(b.0..b.1, &first);
                out.replace_range(a.0..a.1, &second);
            }
        }
        // A line deleted: keys, headers, brackets.
        5 => {
            let gone = random.below(lines.len());
            let kept = lines.iter().enumerate().filter(|(n, _)| *n != gone).map(|(_, line)| *line);
            out = kept.collect::<Vec<_>>().join("\n");
        }
        // A line doubled: ids, keys.
        6 => {
            let doubled = random.below(lines.len());
            let again = lines.iter().enumerate();
            let again = again.flat_map(|(n, line)| std::iter::repeat_n(*line, if n == doubled { 2 } else { 1 }));
            out = again.collect::<Vec<_>>().join("\n");
        }
        // The file cut short.
        7 => out.truncate(text.floor_char_boundary(random.below(text.len()))),
        // One character changed.
        8 => {
            let at = text.floor_char_boundary(random.below(text.len()));
            if let Some(old) = text[at..].chars().next() {
                let new = *random.pick(&['x', '"', '0', '9', '[', ']', '{', '=', ' ', '\n', 'é', '-', '/', ',', '<']);
                out.replace_range(at..at + old.len_utf8(), &new.to_string());
            }
        }
        // A digit changed: the typo that nobody sees.
        _ => {
            let digits: Vec<usize> =
                text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(n, _)| n).collect();
            if !digits.is_empty() {
                let at = *random.pick(&digits);
                out.replace_range(at..=at, &random.below(10).to_string());
            }
        }
    }
    out
}
