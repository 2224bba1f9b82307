//! The objects of a PDF that krilla wrote, apart from each other.

use std::collections::BTreeMap;

/// An object of a PDF: its bytes, from which references to others are taken out.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectBody {
    pub bytes: Vec<u8>,
    /// Where a reference belongs, and to what, in order.
    pub refs: Vec<(usize, u32)>,
}

/// The objects of a file.
pub(super) struct Objects {
    /// What stands before them.
    pub head: Vec<u8>,
    pub bodies: BTreeMap<u32, ObjectBody>,
    pub trailer: ObjectBody,
}

impl Objects {
    /// Reads a file with a plain table of objects; none if it has not.
    pub fn read(file: &[u8]) -> Option<Self> {
        let start = find_last(file, b"startxref")?;
        let table = file.get(number(file.get(start + 9..)?)?.0 as usize..start)?;
        let mut rest = table.strip_prefix(b"xref\n0 ")?;
        let (count, digits) = number(rest)?;
        rest = rest.get(digits + 1..)?;
        let mut places = Vec::new();
        for n in 0..count {
            let entry = rest.split_off(..20)?;
            if entry.get(17) == Some(&b'n') {
                places.push((number(entry)?.0 as usize, n));
            }
        }
        places.sort_unstable();
        let trailer = ObjectBody::read(rest.strip_prefix(b"trailer\n")?);
        let head = file.get(..places.first()?.0)?.to_vec();
        let mut bodies = BTreeMap::new();
        for (at, (place, n)) in places.iter().enumerate() {
            let end = places.get(at + 1).map_or(start, |(next, _)| *next);
            let own = file.get(*place..end)?;
            let own = own.get(..find_last(own, b"\nendobj")?)?;
            let (found, digits) = number(own)?;
            if found != *n {
                return None;
            }
            bodies.insert(*n, ObjectBody::read(own.get(digits..)?.strip_prefix(b" 0 obj\n")?));
        }
        Some(Self { head, bodies, trailer })
    }
}

impl ObjectBody {
    /// Reads an object, up to and with its stream.
    fn read(bytes: &[u8]) -> Self {
        let (mut own, mut at) = (Self::default(), 0);
        while let Some(first) = bytes.get(at) {
            let rest = &bytes[at..];
            let length = match first {
                b'(' => string(rest),
                b'<' if rest.get(1) != Some(&b'<') => {
                    rest.iter().position(|b| *b == b'>').map_or(rest.len(), |end| end + 1)
                }
                b'<' => 2,
                b'/' => 1 + word(&rest[1..]),
                _ if is_apart(*first) => 1,
                _ if rest.starts_with(b"stream") => rest.len(),
                _ => {
                    if let Some((target, length)) = reference(rest) {
                        own.refs.push((own.bytes.len(), target));
                        at += length;
                        continue;
                    }
                    word(rest)
                }
            };
            own.bytes.extend_from_slice(&rest[..length]);
            at += length;
        }
        own
    }

    /// What a key of it refers to.
    pub fn target(&self, key: &[u8]) -> Option<u32> {
        let end = find_last(&self.bytes, key)? + key.len();
        self.refs.iter().find(|(at, _)| (end..=end + 1).contains(at)).map(|(_, target)| *target)
    }

    /// The bytes with its references.
    pub fn write(&self, out: &mut Vec<u8>) -> Option<()> {
        let mut from = 0;
        for (at, target) in &self.refs {
            out.extend_from_slice(self.bytes.get(from..*at)?);
            out.extend_from_slice(format!("{target} 0 R").as_bytes());
            from = *at;
        }
        out.extend_from_slice(self.bytes.get(from..)?);
        Some(())
    }
}

/// `12 0 R`: the 12, and how long it is.
fn reference(bytes: &[u8]) -> Option<(u32, usize)> {
    let (target, digits) = number(bytes)?;
    let rest = bytes.get(digits..)?.strip_prefix(b" 0 R")?;
    rest.first().is_none_or(|next| is_apart(*next)).then_some((target, digits + 4))
}

/// The number at the beginning, behind spaces, and how long it is.
fn number(bytes: &[u8]) -> Option<(u32, usize)> {
    let spaces = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let digits = bytes[spaces..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let text = std::str::from_utf8(bytes.get(spaces..spaces + digits)?).ok()?;
    Some((text.parse().ok()?, spaces + digits))
}

/// The length of a string in parentheses.
fn string(bytes: &[u8]) -> usize {
    let (mut depth, mut escaped) = (0_usize, false);
    for (n, byte) in bytes.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'(' => depth += 1,
            b')' if depth <= 1 => return n + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    bytes.len()
}

/// The length of a word.
fn word(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| is_apart(*byte)).unwrap_or(bytes.len())
}

/// Whether a byte stands between words.
fn is_apart(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0 || b"()<>[]{}/%".contains(&byte)
}

/// Where something is found last.
fn find_last(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).rposition(|window| window == what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_taken_out_and_nothing_else() {
        let text = b"<</A 12 0 R/B[3 0 R 4 0 R]/C(5 0 R \\) 6 0 R (x))/D<35203020>/E 7 0 R>>\nstream\n8 0 R\nendstream";
        let body = ObjectBody::read(text);
        assert_eq!(body.refs.iter().map(|(_, n)| *n).collect::<Vec<_>>(), [12, 3, 4, 7]);
        assert_eq!((body.target(b"/A"), body.target(b"/E"), body.target(b"/D")), (Some(12), Some(7), None));
        let mut out = Vec::new();
        body.write(&mut out).unwrap();
        assert_eq!(out, text);
    }

    #[test]
    fn what_is_not_a_pdf_has_no_objects() {
        for file in [&b""[..], b"startxref\n9", b"%PDF\nxref\n0 2\n0000 startxref\n5\n%%EOF"] {
            assert!(Objects::read(file).is_none());
        }
    }
}
