//! Pieces: where they wait, where they start, and what they have in common.

use super::{Color, choices, component};
use crate::deck::{self, DeckType};
use crate::key::Key;

choices! {
    /// When a deck is shuffled.
    DeckShuffle {
        /// Each draw takes any card: a deck without order.
        Always = "Always",
        /// Never, but by the shuffle of a trait or button.
        Never = "Never",
        /// By its menu and key.
        Menu = "Via right-click Menu",
    }

    /// How cards of a deck lie.
    DeckFaceDown {
        /// Face down.
        Always = "Always",
        /// Face up.
        Never = "Never",
        /// As its menu and keys say; face down at first.
        Menu = "Via right-click Menu",
        /// As its menu and keys say; face up at first.
        MenuUp = "MenuDefaultUp",
    }
}

component! {
    /// At-start pieces of a new game, in one place. Children: [`PieceSlot`], bottom first. Two at-start
    /// stacks on one place stay two, so put all pieces of a place into one.
    SetupStack = "VASSAL.build.module.map.SetupStack" {
        /// Name, unique: saves know it by it.
        name: String = "name", "";
        /// Board it belongs to; empty is any. On a board that is not shown, its pieces are not placed.
        board: String = "owningBoard", "";
        /// Whether `location` is used instead of `x` and `y`. It must be a location of the board's grid.
        use_grid_location: bool = "useGridLocation", false;
        /// Location on the grid.
        location: String = "location", "";
        /// Pixels from the left of the board.
        x: i32 = "x", 100;
        /// Pixels from the top of the board.
        y: i32 = "y", 100;
    }
}

component! {
    /// A deck. Children: [`CardSlot`], bottom first.
    ///
    /// Properties of the map: `NAME_numPieces`, and with `count_expressions` (`label: expression`) also
    /// `NAME_label`. In report formats: `$deckName$`, `$commandName$`, `$playerSide$`. Keys work as global
    /// hotkeys, so buttons can send them.
    DrawPile = "VASSAL.build.module.map.DrawPile" {
        /// Name, unique.
        name: String = "name", "";
        /// For the editor.
        description: String = "description", "";
        /// Board it belongs to; empty is any.
        board: String = "owningBoard", "";
        /// Centre, pixels from the left of the board.
        x: i32 = "x", 100;
        /// Centre, pixels from the top of the board.
        y: i32 = "y", 100;
        /// Width.
        width: i32 = "width", 40;
        /// Height.
        height: i32 = "height", 40;
        /// Whether several cards can be drawn at once.
        allow_multiple: bool = "allowMultiple", true;
        /// Entry of its menu for that.
        multiple_text: String = "drawMultipleMessage", "Draw multiple cards";
        /// Whether cards can be chosen.
        allow_select: bool = "allowSelect", true;
        /// Entry of its menu for that.
        select_text: String = "drawSpecificMessage", "Draw specific cards";
        /// What the list of cards shows.
        select_format: String = "selectDisplayProperty", "$BasicName$";
        /// Property the list is sorted by.
        select_sort: String = "selectSortProperty", "";
        /// How cards lie.
        face_down: DeckFaceDown = "faceDown", DeckFaceDown::Always;
        /// Key that turns it over.
        flip_key: Key = "faceFlipHotkey", Key::None;
        /// Entry of its menu: face up.
        up_text: String = "faceUpMessage", "Face up";
        /// Key for it.
        up_key: Key = "faceUpHotkey", Key::None;
        /// Its report.
        up_format: String = "faceUpReportFormat", "";
        /// Entry of its menu: face down.
        down_text: String = "faceDownMessage", "Face down";
        /// Key for it.
        down_key: Key = "faceDownHotkey", Key::None;
        /// Its report.
        down_format: String = "faceDownFormat", "";
        /// Whether drawn cards are face up at once.
        draw_face_up: bool = "drawFaceUp", false;
        /// When it is shuffled.
        shuffle: DeckShuffle = "shuffle", DeckShuffle::Always;
        /// Entry of its menu.
        shuffle_text: String = "shuffleCommand", "Shuffle";
        /// Its report.
        shuffle_format: String = "shuffleFormat", "";
        /// Its key.
        shuffle_key: Key = "shuffleHotkey", Key::None;
        /// Whether its order can be reversed.
        reversible: bool = "reversible", true;
        /// Entry of its menu.
        reverse_text: String = "reverseCommand", "Reverse";
        /// Its report.
        reverse_format: String = "reverseFormat", "";
        /// Its key.
        reverse_key: Key = "reverseHotkey", Key::None;
        /// Whether an outline shows where the empty deck is.
        outline: bool = "draw", false;
        /// Colour of the outline.
        color: Option<Color> = "color", Color::BLACK;
        /// Whether a key is sent when the last card is taken.
        send_when_empty: bool = "hotkeyOnEmpty", false;
        /// That key.
        empty_key: Key = "emptyHotkey", Key::None;
        /// Whether all cards can be sent to another deck.
        can_send: bool = "reshufflable", false;
        /// Entry of its menu.
        send_text: String = "reshuffleCommand", "";
        /// Its report.
        send_format: String = "reshuffleMessage", "";
        /// Its key.
        send_key: Key = "reshuffleHotkey", Key::None;
        /// Name of the other deck.
        send_to: String = "reshuffleTarget", "";
        /// Whether it can be saved to a file and loaded.
        can_save: bool = "canSave", false;
        /// Entry of its menu.
        save_text: String = "saveMessage", "Save Deck";
        /// Its key.
        save_key: Key = "saveHotkey", Key::None;
        /// Its report.
        save_format: String = "saveReportFormat", "Deck Saved";
        /// Entry of its menu.
        load_text: String = "loadMessage", "Load Deck";
        /// Its key.
        load_key: Key = "loadHotkey", Key::None;
        /// Its report.
        load_format: String = "loadReportFormat", "Deck Loaded";
        /// It looks no thicker than so many cards.
        max_stack: i32 = "maxStack", 10;
        /// Whether cards are counted by kind.
        count: bool = "expressionCounting", false;
        /// The kinds: `label: expression`.
        count_expressions: Vec<String> = "countExpressions", Vec::new();
        /// Whether only some pieces can be put in.
        restrict: bool = "restrictOption", false;
        /// Which.
        restrict_expression: String = "restrictExpression", "";
        /// Whether only some sides may use it.
        restrict_access: bool = "deckRestrictAccess", false;
        /// Which.
        owners: Vec<String> = "deckOwners", Vec::new();
    }
}

component! {
    /// A piece; the text is its definition. In a palette, copies are taken from it; in a [`SetupStack`] it
    /// is the piece itself.
    PieceSlot = "VASSAL.build.widget.PieceSlot" text {
        /// Name, for the editor; the piece has its own.
        name: String = "entryName", "";
        /// Number, unique in the module: games are refreshed by it.
        gpid: String = "gpid", "";
        /// Width in the palette.
        width: i32 = "width", 64;
        /// Height in the palette.
        height: i32 = "height", 64;
    }
}

component! {
    /// A card; as [`PieceSlot`], in a [`DrawPile`].
    CardSlot = "VASSAL.build.widget.CardSlot" text {
        /// Name, for the editor.
        name: String = "entryName", "";
        /// Number, unique in the module.
        gpid: String = "gpid", "";
        /// Width.
        width: i32 = "width", 64;
        /// Height.
        height: i32 = "height", 64;
    }
}

component! {
    /// Where prototypes are. Must stand before the pieces that use them.
    PrototypesContainer = "VASSAL.build.module.PrototypesContainer" {}
}

component! {
    /// A prototype: traits that pieces have in common; the text is a piece whose basic piece is not used.
    PrototypeDefinition = "VASSAL.build.module.PrototypeDefinition" text {
        /// Name, unique.
        name: String = "name", "";
        /// For the editor.
        description: String = "description", "";
    }
}

/// What a save repeats of the component.
impl From<&DrawPile> for DeckType {
    fn from(pile: &DrawPile) -> Self {
        DeckType {
            outline: pile.outline,
            width: pile.width,
            height: pile.height,
            face_down: match pile.face_down {
                DeckFaceDown::Always => deck::FaceDown::Always,
                DeckFaceDown::Never => deck::FaceDown::Never,
                DeckFaceDown::Menu => deck::FaceDown::Menu,
                DeckFaceDown::MenuUp => deck::FaceDown::MenuUp,
            },
            shuffle: match pile.shuffle {
                DeckShuffle::Always => deck::Shuffle::Always,
                DeckShuffle::Never => deck::Shuffle::Never,
                DeckShuffle::Menu => deck::Shuffle::Menu,
            },
            draw_multiple: pile.allow_multiple,
            draw_specific: pile.allow_select,
            reversible: pile.reversible,
            send_command: if pile.can_send { pile.send_text.clone() } else { String::new() },
            send_to: pile.send_to.clone(),
            send_report: pile.send_format.clone(),
            name: pile.name.clone(),
            draw_face_up: pile.draw_face_up,
            send_key: pile.send_key.clone(),
            max_stack: pile.max_stack,
            empty_key_used: pile.send_when_empty,
            empty_key: pile.empty_key.clone(),
            multiple_command: pile.multiple_text.clone(),
            restricted: pile.restrict,
            restriction: pile.restrict_expression.clone(),
            ..DeckType::default()
        }
    }
}
