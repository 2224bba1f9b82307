//! Parts of a piece that are clicked.

use super::super::key::Key;
use super::super::sequence;
use super::field::{AsToken, Coded};

/// A part of the piece that carries a command out when it is clicked. Places are pixels from the middle of the piece.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ActionButton {
    /// The command.
    pub key: Key,
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// The author's description.
    pub description: String,
    /// Whether it opens the menu of the piece instead.
    pub popup: bool,
    /// What newer versions say of its outline, as they write it; without it the rectangle counts.
    pub outline: Vec<String>,
}

impl Coded for ActionButton {
    const ID: &'static str = "button;";
    fn body(&self) -> String {
        let edges = [self.x, self.y, self.width, self.height].map(|edge| edge.to_string());
        let mut tokens = vec![self.key.encode()];
        tokens.extend(edges);
        tokens.extend([self.description.clone(), self.popup.put()]);
        tokens.extend(self.outline.iter().cloned());
        sequence::encode(tokens, ';')
    }
    fn state(&self) -> String {
        String::new()
    }
    fn decode(body: &str, _: &str) -> Self {
        let mut tokens = sequence::Decoder::new(body, ';');
        let key = Key::from_token(&tokens.next().unwrap_or_default());
        let mut edge = || tokens.next().and_then(|token| token.parse().ok()).unwrap_or(0);
        let (x, y, width, height) = (edge(), edge(), edge(), edge());
        let description = tokens.next().unwrap_or_default();
        let popup = bool::get(&tokens.next().unwrap_or_default(), false);
        ActionButton { key, x, y, width, height, description, popup, outline: tokens.collect() }
    }
}
