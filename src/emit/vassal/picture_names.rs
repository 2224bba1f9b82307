//! Names of pictures: those of a counter stay the same when others come and go.

use crate::model::{Model, Named};
use std::collections::BTreeSet;

/// Names of pictures of pieces.
pub struct Pictures {
    counters: Vec<String>,
    markers: Vec<String>,
    cards: Vec<String>,
    decks: Vec<String>,
    dice: Vec<String>,
}

impl Pictures {
    /// Names for every counter and card.
    pub fn new(model: &Model) -> Self {
        Self {
            counters: stable_names(&model.counters),
            markers: stable_names(&model.markers),
            cards: stable_names(&model.cards),
            decks: stable_names(&model.decks),
            dice: stable_names(&model.dice),
        }
    }

    /// A face of a counter.
    pub fn counter(&self, index: usize, back: bool) -> String {
        let name = self.counters.get(index).map_or("x", String::as_str);
        if back { format!("counter_{name}_back.png") } else { format!("counter_{name}.png") }
    }

    /// A marker as the status of a unit.
    pub fn status(&self, marker: usize) -> String {
        format!("status_{}.png", self.markers.get(marker).map_or("x", String::as_str))
    }

    /// A card.
    pub fn card(&self, index: usize) -> String {
        format!("card_{}.png", self.cards.get(index).map_or("x", String::as_str))
    }

    /// The back of a card that has one of its own.
    pub fn own_back(&self, index: usize) -> String {
        format!("cardback_card_{}.png", self.cards.get(index).map_or("x", String::as_str))
    }

    /// A face of a die, counted from 0.
    pub fn die(&self, index: usize, face: usize) -> String {
        format!("die_{}_{}.png", self.dice.get(index).map_or("x", String::as_str), face + 1)
    }

    /// The back of a deck's cards.
    pub fn back(&self, deck: usize) -> String {
        format!("cardback_{}.png", self.decks.get(deck).map_or("x", String::as_str))
    }
}

fn stable_names<T: Named>(things: &[T]) -> Vec<String> {
    picture_names(things.iter().map(Named::id))
}

/// File names that depend on little but the id, so that a new counter changes no other's picture: small letters,
/// digits and `-`, and a part of the id's hash where that says less than the id. Of ids whose parts are the same,
/// those behind the first take longer parts.
pub fn picture_names<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let name = |id: &str| {
        let plain = id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
        let plain: String = plain.collect();
        if plain == id {
            return plain;
        }
        let hash = blake3::hash(id.as_bytes()).to_hex();
        let mut longer = (SHORT..=hash.len()).map(|length| format!("{plain}_{}", &hash[..length]));
        longer.find(|name| taken.insert(name.clone())).unwrap_or(plain)
    };
    ids.map(name).collect()
}

/// Digits of a hash that tell most ids apart.
const SHORT: usize = 6;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn names(ids: &[String]) -> Vec<String> {
        picture_names(ids.iter().map(String::as_str))
    }

    /// The rule of the first modules: an id that is not plain has six digits of its hash behind it.
    fn first_rule(id: &str) -> String {
        let plain: String =
            id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        let hash = blake3::hash(id.as_bytes()).to_hex();
        if plain == id { plain } else { format!("{plain}_{}", &hash[..6]) }
    }

    #[test]
    fn pictures_of_released_modules_keep_their_names() {
        let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let mut games = 0;
        for game in std::fs::read_dir(data).unwrap() {
            let compiled = crate::compile(&game.unwrap().path(), &crate::Options::default()).unwrap();
            let model = compiled.game.unwrap().model;
            let lists: [Vec<&str>; 4] = [
                model.counters.iter().map(Named::id).collect(),
                model.markers.iter().map(Named::id).collect(),
                model.cards.iter().map(Named::id).collect(),
                model.decks.iter().map(Named::id).collect(),
            ];
            for ids in lists {
                let first: Vec<String> = ids.iter().map(|id| first_rule(id)).collect();
                assert_eq!(picture_names(ids.into_iter()), first);
            }
            games += 1;
        }
        assert!(games >= 4);
    }

    #[test]
    fn of_ids_with_the_same_hash_the_first_keeps_it() {
        let (first, second) = ("енй".to_string(), "вэч".to_string());
        assert_eq!(first_rule(&first), first_rule(&second));
        assert_eq!(names(&[first.clone(), second.clone()]), ["---_ccabc6", "---_ccabc61"]);
        assert_eq!(names(&[second, "plain".to_string(), first]), ["---_ccabc6", "plain", "---_ccabc61"]);
    }

    proptest! {
        #[test]
        fn no_two_ids_share_a_picture(ids in proptest::collection::btree_set("\\PC{1,4}", 1..60)) {
            let ids: Vec<String> = ids.into_iter().collect();
            let names = names(&ids);
            let folded: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
            prop_assert_eq!(folded.len(), ids.len());
            prop_assert!(names.iter().all(|name| name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))));
        }
    }
}
