//! File names of pictures, from ids.

use super::is_device;
use std::fmt::Write;

/// The part of a file's name that an id becomes. Letters `a` to `z` and `A` to `Z`, digits, spaces, `-`, `_` and
/// `.` stay; every other byte of its UTF-8 becomes `%` and two hexadecimal digits, as in web addresses. So does a dot
/// or space at either end, and the first letter of what Windows keeps for a device. Two ids never share a name.
pub fn picture_name(id: &str) -> String {
    let last = id.len().saturating_sub(1);
    let mut name = String::with_capacity(id.len());
    for (n, byte) in id.bytes().enumerate() {
        let plain = byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        let inside = b" .".contains(&byte) && n > 0 && n < last;
        if (plain || inside) && !(n == 0 && is_device(id)) {
            name.push(char::from(byte));
        } else {
            // Writing into a text does not fail.
            let _ = write!(name, "%{byte:02X}");
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_names_that_every_system_takes() {
        let names = [
            ("191/71", "191%2F71"),
            ("KG-6", "KG-6"),
            ("Köln", "K%C3%B6ln"),
            ("Levy A", "Levy A"),
            ("..", "%2E%2E"),
            ("1.", "1%2E"),
            ("100%", "100%25"),
            ("con", "%63on"),
            ("9TK#2", "9TK%232"),
        ];
        for (id, name) in names {
            assert_eq!(picture_name(id), name);
        }
    }

    #[test]
    fn no_two_ids_have_one_name() {
        let ids = ["1/1", "1%2F1", "1%1", "1-1", "1_1", "ä", "a\u{308}", " a", "%20a", "nul", "%6Eul", "nul.1"];
        let names: std::collections::BTreeSet<String> = ids.iter().map(|id| picture_name(id)).collect();
        assert_eq!(names.len(), ids.len());
    }
}
