//! Round trips, examples worked out by hand, and hostile texts.

mod pieces;
mod saves;
mod sequences;

use proptest::collection::vec;
use proptest::prelude::*;

/// Texts of the characters that mean something, mostly.
fn text() -> impl Strategy<Value = String> {
    let odd = proptest::sample::select("\\\\\\'';,:|/=$\t\n\r\u{1}-@ {}\"a".chars().collect::<Vec<_>>());
    prop_oneof![
        3 => vec(odd, 0..8).prop_map(String::from_iter),
        1 => vec(any::<char>(), 0..6).prop_map(String::from_iter),
        1 => "[a-zA-Z ]{0,12}",
    ]
    // Nothing in a save can hold an ESC.
    .prop_map(|text| text.replace('\u{1b}', ""))
}
