//! Maps, their boards, and the parts every map has.

use super::{Color, ImageName, Prompt, component};
use crate::key::Key;

component! {
    /// A map window. The **first** map without a launch button is the main map: docked in the main window
    /// and opened with the game. Later ones without a button open as windows with the game,
    /// and closing such a window closes the **game**, unless it has a `hotkey` or `show_key`; those with a
    /// button open when it is pressed.
    ///
    /// Order of children: [`BoardPicker`] first, [`StackMetrics`], [`map_basics`](super::map_basics), then
    /// at-start stacks and decks, then buttons in the order of the toolbar.
    ///
    /// Pieces are marked as moved if `mark_moved` is not [`Prompt::Never`] **and** they have the trait; the
    /// button then stands on the map's toolbar. In the formats: `$pieceName$`, `$location$`,
    /// `$previousLocation$`, `$previousMap$`, `$mapName$`; an empty format reports nothing.
    Map = "VASSAL.build.module.Map" {
        /// Name, the property `CurrentMap` of its pieces. Must be unique.
        name: String = "mapName", "";
        /// For the editor.
        description: String = "description", "";
        /// Whether pieces are marked as moved.
        mark_moved: Prompt = "markMoved", Prompt::Always;
        /// Text of the button that takes the marks off.
        unmoved_text: String = "markUnmovedText", "";
        /// What it says when the mouse is over it.
        unmoved_tooltip: String = "markUnmovedTooltip", "Mark all pieces on this map as not moved";
        /// Its picture.
        unmoved_icon: ImageName = "markUnmovedIcon", "/images/unmoved.gif";
        /// Its key.
        unmoved_hotkey: Key = "markUnmovedHotkey", Key::None;
        /// Its report.
        unmoved_report: String = "markUnmovedReport", "";
        /// Empty pixels left and right.
        edge_width: i32 = "edgeWidth", 0;
        /// Empty pixels above and below.
        edge_height: i32 = "edgeHeight", 0;
        /// Behind the boards.
        background: Option<Color> = "backgroundcolor", Color::WHITE;
        /// Whether several boards can be put side by side.
        allow_multiple: bool = "allowMultiple", false;
        /// Border of selected pieces.
        highlight_color: Option<Color> = "color", Color::BLACK;
        /// Its width.
        highlight_thickness: i32 = "thickness", 3;
        /// Whether a button opens and closes it.
        launch: bool = "launch", false;
        /// Text of that button.
        button_name: String = "buttonName", "Map";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "";
        /// Its picture.
        icon: ImageName = "icon", "/images/map.gif";
        /// Its key: opens and closes.
        hotkey: Key = "hotkey", Key::None;
        /// A key that opens it.
        show_key: Key = "showKey", Key::None;
        /// A key that closes it.
        hide_key: Key = "hideKey", Key::None;
        /// Whether moves within a location are not reported.
        only_changed_location: bool = "onlyReportChangedLocation", false;
        /// Report of a move on this map.
        move_within_format: String = "moveWithinFormat", "$pieceName$ moves $previousLocation$ &rarr; $location$ *";
        /// Report of a move from another map.
        move_to_format: String = "moveToFormat", "$pieceName$ moves $previousLocation$ &rarr; $location$ *";
        /// Report of a new piece.
        create_format: String = "createFormat", "$pieceName$ created in $location$ *";
        /// Report of what a piece's traits say: `$message$`.
        change_format: String = "changeFormat", "$message$";
        /// A key sent to every piece after it was moved here.
        move_key: Key = "moveKey", Key::None;
    }
}

component! {
    /// A map that only some sides see.
    PrivateMap = "VASSAL.build.module.PrivateMap" {
        /// The sides it belongs to.
        sides: Vec<String> = "side", Vec::new();
        /// Whether others may look.
        visible: bool = "visible", false;
        /// Name of a map whose boards are shown here.
        use_boards: String = "useBoards", "";
        /// All else.
        map: Map = "", Map::default();
    }
}

component! {
    /// A hand of cards: a private map where pieces lie side by side. Put [`HandMetrics`] in it, not
    /// [`StackMetrics`], and no [`StackExpander`].
    PlayerHand = "VASSAL.build.module.PlayerHand" {
        /// The sides it belongs to.
        sides: Vec<String> = "side", Vec::new();
        /// Whether others may look.
        visible: bool = "visible", false;
        /// Name of a map whose boards are shown here.
        use_boards: String = "useBoards", "";
        /// All else.
        map: Map = "", Map::default();
    }
}

component! {
    /// The boards a map can show: children are [`Board`]. With one board that is not
    /// reversible, nobody is asked.
    BoardPicker = "VASSAL.build.module.map.BoardPicker" {
        /// Width of a field of the dialog.
        slot_width: i32 = "slotWidth", 350;
        /// Its height.
        slot_height: i32 = "slotHeight", 125;
        /// Scale of the boards in it.
        slot_scale: f64 = "slotScale", 0.2;
        /// Title of the dialog.
        title: String = "title", "Choose Boards";
        /// Text of a button.
        add_row_text: String = "addRowText", "Add row";
        /// Text of a button.
        add_column_text: String = "addColumnText", "Add column";
        /// What the dialog asks.
        board_prompt: String = "boardPrompt", "Select board";
        /// At most so many boards in a row; 0: any number.
        max_columns: i32 = "maxColumns", 0;
    }
}

component! {
    /// A board: a picture with a grid. Child: one grid.
    Board = "VASSAL.build.module.map.boardPicker.Board" {
        /// Name, unique in the map; at-start stacks name it.
        name: String = "name", "";
        /// Picture, in `images/`; none for a plain board. An empty name would be a picture that is missing.
        image: Option<ImageName> = "image", None;
        /// Whether players may turn it round.
        reversible: bool = "reversible", false;
        /// Width, if there is no picture.
        width: i32 = "width", 500;
        /// Height, if there is no picture.
        height: i32 = "height", 500;
        /// Colour, if there is no picture; none is transparent.
        color: Option<Color> = "color", None;
    }
}

component! {
    /// How pieces lie in stacks.
    StackMetrics = "VASSAL.build.module.map.StackMetrics" {
        /// Whether pieces never stack.
        disabled: bool = "disabled", false;
        /// Pixels to the right between pieces of an open stack.
        open_x: i32 = "exSepX", 6;
        /// Pixels up between pieces of an open stack.
        open_y: i32 = "exSepY", 18;
        /// Pixels to the right in a closed stack.
        closed_x: i32 = "unexSepX", 2;
        /// Pixels up in a closed stack.
        closed_y: i32 = "unexSepY", 4;
        /// Draws all but the top piece of a closed stack as blanks of this colour.
        blank: Option<Color> = "color", None;
        /// Selects the top piece of an open stack.
        top: Key = "top", Key::Stroke { code: 38, modifiers: 0 };
        /// Selects the bottom piece.
        bottom: Key = "bottom", Key::Stroke { code: 40, modifiers: 0 };
        /// Selects the next piece up.
        up: Key = "up", Key::Stroke { code: 39, modifiers: 0 };
        /// Selects the next piece down.
        down: Key = "down", Key::Stroke { code: 37, modifiers: 0 };
    }
}

component! {
    /// How pieces lie in a hand.
    HandMetrics = "VASSAL.build.module.map.HandMetrics" {
        /// As for stacks; only the distances `open_x` and `closed_x` count.
        metrics: StackMetrics = "",
            StackMetrics { open_x: 12, open_y: 0, closed_x: 12, closed_y: 0, ..StackMetrics::default() };
    }
}

component! {
    /// Makes keys typed in the map reach the chat.
    ForwardToChatter = "VASSAL.build.module.map.ForwardToChatter" {}
}

component! {
    /// Makes keys typed in the map reach the selected pieces.
    ForwardToKeyBuffer = "VASSAL.build.module.map.ForwardToKeyBuffer" {}
}

component! {
    /// Scrolls the map by arrow keys, if the player has set so.
    Scroller = "VASSAL.build.module.map.Scroller" {}
}

component! {
    /// Shows the menu of a piece on a right click.
    MenuDisplayer = "VASSAL.build.module.map.MenuDisplayer" {}
}

component! {
    /// Centres the map on a moved piece of the opponent.
    MapCenterer = "VASSAL.build.module.map.MapCenterer" {}
}

component! {
    /// Opens and closes stacks by a double click.
    StackExpander = "VASSAL.build.module.map.StackExpander" {}
}

component! {
    /// Moves pieces by the mouse.
    PieceMover = "VASSAL.build.module.map.PieceMover" {}
}

component! {
    /// Selects pieces by the mouse.
    KeyBufferer = "VASSAL.build.module.map.KeyBufferer" {}
}

component! {
    /// How selected pieces are drawn, if not by the border of the map.
    SelectionHighlighters = "VASSAL.build.module.map.SelectionHighlighters" {}
}

component! {
    /// Marks the piece moved last.
    HighlightLastMoved = "VASSAL.build.module.map.HighlightLastMoved" {
        /// Whether it does.
        enabled: bool = "enabled", true;
        /// Border.
        color: Option<Color> = "color", Color::RED;
        /// Its width.
        thickness: i32 = "thickness", 2;
    }
}
