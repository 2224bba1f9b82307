//! Decks and their cards as an author would write them.

use super::text::{Text, number};
use super::walk::{FoundCard, FoundDeck};
use crate::carried::quoted;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Cursor;

/// The longer edge of cards, unless they have odd proportions.
const CARD: f64 = 88.0;
/// The largest card that fits on a page.
const LARGEST_CARD: f64 = 180.0;

impl Text<'_> {
    /// A deck without a back gets one with its name in print. One whose cards have no room for that gets a plain picture.
    pub fn draw_backs(&mut self, files: &mut BTreeMap<String, Vec<u8>>) {
        let bare = self.records.decks.iter().filter(|deck| deck_back(deck).is_none());
        for (n, deck) in bare.enumerate() {
            let (width, height) = self.card_size(&deck.cards[0]);
            if has_room(&deck.name, width, height) {
                continue;
            }
            let mut names = (n + 1..).map(|n| format!("art/plain-back-{n}.png"));
            let free = names.find(|name| !files.contains_key(name));
            if let (Some(file), Some(png)) = (free, plain_back(width, height)) {
                files.insert(file.clone(), png);
                self.plain_backs.insert(deck.id.clone(), file);
            }
        }
    }

    pub fn cards(&self) -> String {
        let mut text = String::from("src = \"owner\"\n");
        for deck in &self.records.decks {
            let back = deck_back(deck).or_else(|| self.plain_backs.get(&deck.id).map(String::as_str));
            let (width, height) = self.card_size(&deck.cards[0]);
            let _ = writeln!(text, "\n[[deck]]\nid = {}\nname = {}", quoted(&deck.id), quoted(&deck.name));
            let _ = writeln!(text, "size = [\"{}mm\", \"{}mm\"]", number(width), number(height));
            if let Some(back) = back {
                let _ = writeln!(text, "back-image = {}", quoted(back));
            }
        }
        for deck in &self.records.decks {
            let back = deck_back(deck);
            for card in &deck.cards {
                let _ = writeln!(
                    text,
                    "\n[[card]]\nid = {}\ndeck = {}\ntitle = {}",
                    quoted(&card.id),
                    quoted(&deck.id),
                    quoted(&card.name)
                );
                let _ = writeln!(text, "image = {}", quoted(&card.front.file));
                if let Some(own) = card.back.as_ref().filter(|own| Some(own.file.as_str()) != back) {
                    let _ = writeln!(text, "back-image = {}", quoted(&own.file));
                }
                if let Some(extension) = &card.extension {
                    let _ = writeln!(text, "extension = {}", quoted(extension));
                }
                for value in self.attributes.values("card", &card.properties) {
                    let _ = writeln!(text, "{value}");
                }
            }
        }
        text
    }

    /// Cards with the proportions of cards are as large as cards; others as large as counters make them.
    fn card_size(&self, card: &FoundCard) -> (f64, f64) {
        let (width, height) = card.front.size;
        let (long, short) = (width.max(height), width.min(height).max(1.0));
        let usual = (1.2..=1.9).contains(&(long / short));
        let scale =
            if usual { CARD / long } else { self.scale.clamp(20.0 / short, f64::INFINITY).min(LARGEST_CARD / long) };
        (round(width * scale), round(height * scale))
    }
}

/// Whether a card has room for the name of its deck on the back that print has: certainly in one line of small print.
fn has_room(name: &str, width: f64, height: f64) -> bool {
    // Widths of letters and of the line, as shares of the height of a letter; all are too wide rather than too narrow.
    const LINE: f64 = 15.0;
    let wide = |c: char| {
        if !c.is_ascii() {
            1.2
        } else if c.is_ascii_lowercase() {
            0.65
        } else {
            0.95
        }
    };
    let upright = (1.2..=1.9).contains(&(height / width));
    upright && width > 40.0 && name.chars().map(wide).sum::<f64>() < LINE
}

/// A plain back for a card of that size in millimetres: grey, at 300 dots per inch.
fn plain_back(width: f64, height: f64) -> Option<Vec<u8>> {
    let dots = |length: f64| ((length / 25.4 * 300.0) as u32).clamp(1, 2_200);
    let mut png = Cursor::new(Vec::new());
    let picture = image::GrayImage::from_pixel(dots(width), dots(height), image::Luma([112]));
    picture.write_to(&mut png, image::ImageFormat::Png).ok()?;
    Some(png.into_inner())
}

/// To a tenth, and never nothing.
fn round(length: f64) -> f64 {
    ((length * 10.0).round() / 10.0).max(1.0)
}

/// The back that the first card of a deck with one has.
fn deck_back(deck: &FoundDeck) -> Option<&str> {
    deck.cards.iter().find_map(|card| card.back.as_ref()).map(|back| back.file.as_str())
}
