//! What keeps a piece where it is.

use super::super::sequence;
use super::field::{self, Coded, token_words};

token_words! {
    /// What selects a piece.
    Selection {
        /// A click.
        #[default]
        Click = "",
        /// A click with Shift.
        Shift = "i",
        /// A click with Ctrl.
        Ctrl = "t",
        /// A click with Alt.
        Alt = "c",
        /// Nothing.
        Never = "n",
    }
}

token_words! {
    /// What a drawn rectangle needs to select a piece.
    BandSelection {
        /// Nothing.
        #[default]
        Normal = "",
        /// Alt.
        Alt = "A",
        /// Alt and Shift.
        AltShift = "B",
        /// It never does.
        Never = "Z",
    }
}

token_words! {
    /// When a piece can be dragged.
    Dragging {
        /// Always.
        #[default]
        Normal = "N",
        /// Once it is selected.
        IfSelected = "I",
        /// Never.
        Never = "V",
    }
}

/// Does not stack, does not move, is not selected: as its fields say.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Immobilized {
    /// What selects it. Anything but a click also means that it moves only when it is selected, or
    /// never, where the type does not say how it moves.
    pub selection: Selection,
    /// It does not snap to the grid.
    pub ignore_grid: bool,
    /// How it is selected by a rectangle.
    pub band: BandSelection,
    /// When it moves.
    pub movement: Dragging,
    /// It stacks.
    pub stacks: bool,
    /// The author's description. VASSAL writes it unescaped: a semicolon in it ends it.
    pub description: String,
}

impl Immobilized {
    /// Nobody selects or moves it: part of the board.
    pub fn fixed() -> Self {
        Self {
            selection: Selection::Never,
            ignore_grid: true,
            band: BandSelection::Never,
            movement: Dragging::Never,
            ..Self::default()
        }
    }
}

impl Coded for Immobilized {
    const ID: &'static str = "immob;";
    fn body(&self) -> String {
        let grid = if self.ignore_grid { "g" } else { "" };
        let selection = format!("{}{grid}{}", self.selection.text(), self.band.text());
        let stacking = if self.stacks { "L" } else { "R" };
        sequence::encode([&selection, self.movement.text(), stacking, &self.description], ';')
    }
    fn state(&self) -> String {
        String::new()
    }
    fn decode(body: &str, _: &str) -> Self {
        let mut tokens = sequence::Decoder::new(body, ';');
        let options = tokens.next().unwrap_or_default();
        let movement = tokens.next().unwrap_or_default();
        // The order in which VASSAL looks, where several stand there.
        let selection = [Selection::Never, Selection::Shift, Selection::Ctrl, Selection::Alt];
        let selection = selection.into_iter().find(|one| options.contains(one.text())).unwrap_or_default();
        let band = [BandSelection::Never, BandSelection::Alt, BandSelection::AltShift];
        let band = band.into_iter().find(|one| options.contains(one.text())).unwrap_or_default();
        let movement = match (movement.chars().next(), selection) {
            (Some('V'), _) => Dragging::Never,
            (Some('I'), _) => Dragging::IfSelected,
            (None, Selection::Never) => Dragging::Never,
            (Some(_), _) | (None, Selection::Click) => Dragging::Normal,
            (None, _) => Dragging::IfSelected,
        };
        let stacks = tokens.next().is_some_and(|stacking| stacking.starts_with('L'));
        let description = tokens.next().unwrap_or_default();
        Immobilized { selection, ignore_grid: options.contains('g'), band, movement, stacks, description }
    }
}
