//! Windows: inventory, notes, charts, palettes.

use super::{Gate, ImageName, choices, component};
use crate::key::Key;

choices! {
    /// How pieces are sorted.
    Sorting {
        /// By alphabet.
        Alphabet = "alpha",
        /// By length, then by alphabet.
        Length = "length",
        /// By the number in front.
        Number = "numeric",
    }

    /// What the button does while the window is open.
    InventoryButton {
        /// Closes it.
        Hide = "functionHide",
        /// Looks again.
        Refresh = "functionRefresh",
    }
}

component! {
    /// A list of all pieces on all maps, as a tree.
    Inventory = "VASSAL.build.module.Inventory" {
        /// Name.
        name: String = "name", "Inventory";
        /// Text.
        text: String = "text", "Inventory";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Show inventory of all pieces";
        /// Picture.
        icon: ImageName = "icon", "/images/inventory.gif";
        /// Its key.
        hotkey: Key = "hotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
        /// Which pieces: an expression; empty is all.
        filter: String = "include", "";
        /// Names of properties: the levels of the tree. A piece without the property has no place on that
        /// level.
        group_by: Vec<String> = "groupBy", Vec::new();
        /// What a folder shows: `$PropertyValue$`, and `$sum_NAME$` for the sum of a property.
        folder_format: String = "nonLeafFormat", "$PropertyValue$";
        /// Whether pieces are not shown.
        folders_only: bool = "foldersOnly", false;
        /// What a piece shows: its properties.
        piece_format: String = "leafFormat", "$PieceName$";
        /// Whether it is sorted.
        sort: bool = "sortPieces", true;
        /// What it is sorted by.
        sort_format: String = "sortFormat", "$PieceName$";
        /// How.
        sorting: Sorting = "sorting", Sorting::Alphabet;
        /// Whether the map is centred on a chosen piece.
        center: bool = "centerOnPiece", true;
        /// Whether keys typed in the list reach the piece.
        forward_keys: bool = "forwardKeystroke", true;
        /// Whether a right click shows the piece's menu.
        show_menu: bool = "showMenu", true;
        /// Whether pieces are drawn.
        draw_pieces: bool = "drawPieces", true;
        /// Whether it can be zoomed.
        zoom: bool = "zoomOn", false;
        /// Scale of the pieces.
        scale: f64 = "pieceZoom", 0.25;
        /// Scale, second step.
        scale2: f64 = "pieceZoom2", 0.33;
        /// Scale, third step.
        scale3: f64 = "pieceZoom3", 0.4;
        /// Sides that have it; none is all.
        sides: Vec<String> = "sides", Vec::new();
        /// What the button does while it is open.
        button: InventoryButton = "launchFunction", InventoryButton::Hide;
        /// Key that looks again.
        refresh_key: Key = "refreshHotkey", Key::None;
    }
}

component! {
    /// Notes: public, private and sealed, kept in the save.
    NotesWindow = "VASSAL.build.module.NotesWindow" {
        /// Text.
        text: String = "buttonText", "Notes";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Notes";
        /// Picture.
        icon: ImageName = "icon", "/images/notes.gif";
        /// Its key.
        hotkey: Key = "hotkey", Key::None;
        /// For the editor.
        description: String = "description", "";
    }
}

component! {
    /// A window of charts. Child: one widget.
    ChartWindow = "VASSAL.build.module.ChartWindow" {
        /// Title.
        name: String = "name", "Chart Window Menu";
        /// For the editor.
        description: String = "description", "";
        /// Text of its button.
        text: String = "text", "Chart Window Menu";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Chart Window Menu";
        /// Picture.
        icon: ImageName = "icon", "";
        /// Its key.
        hotkey: Key = "hotkey", Key::None;
    }
}

component! {
    /// A picture in a chart window, shown at full size, with scroll bars.
    Chart = "VASSAL.build.widget.Chart" {
        /// Name: of the tab, or in the list.
        name: String = "chartName", "";
        /// For the editor.
        description: String = "description", "";
        /// Picture, in `images/`.
        file_name: ImageName = "fileName", "";
    }
}

component! {
    /// A palette of pieces. The first is docked at the left of the main window, opened by its button.
    /// Child: one widget.
    PieceWindow = "VASSAL.build.module.PieceWindow" {
        /// Title.
        name: String = "name", "";
        /// For the editor.
        description: String = "description", "";
        /// Whether players do not see it: for pieces that others are made from.
        hidden: bool = "hidden", false;
        /// Text of its button.
        text: String = "text", "Pieces";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Show/Hide the Pieces window";
        /// Picture.
        icon: ImageName = "icon", "";
        /// Its key.
        hotkey: Key = "hotkey", Key::None;
        /// Scale of the pieces.
        scale: f64 = "scale", 1.0;
        /// Width when docked; 0 is as wide as needed.
        default_width: i32 = "defaultWidth", 0;
    }
}

component! {
    /// Tabs: each child is one.
    TabWidget = "VASSAL.build.widget.TabWidget" {
        /// Name.
        name: String = "entryName", "";
        /// For the editor.
        description: String = "description", "";
    }
}

component! {
    /// A list beside what is chosen in it.
    ListWidget = "VASSAL.build.widget.ListWidget" {
        /// Name.
        name: String = "entryName", "";
        /// For the editor.
        description: String = "description", "";
        /// Scale of pieces.
        scale: f64 = "scale", 1.0;
        /// Width; 0 is as needed.
        width: i32 = "width", 0;
        /// Height; 0 is as needed.
        height: i32 = "height", 0;
        /// Where the divider is; 0 is as needed.
        divider: i32 = "divider", 0;
    }
}

component! {
    /// A pull-down list above what is chosen in it.
    BoxWidget = "VASSAL.build.widget.BoxWidget" {
        /// Name.
        name: String = "entryName", "";
        /// Width; 0 is as needed.
        width: i32 = "width", 0;
        /// Height; 0 is as needed.
        height: i32 = "height", 0;
    }
}

component! {
    /// All children at once, in rows or columns.
    PanelWidget = "VASSAL.build.widget.PanelWidget" {
        /// Name.
        name: String = "entryName", "";
        /// For the editor.
        description: String = "description", "";
        /// Whether there are columns of the same width.
        fixed: bool = "fixed", false;
        /// How many.
        columns: i32 = "nColumns", 3;
        /// Whether children stand below each other.
        vertical: bool = "vert", false;
        /// Scale of pieces.
        scale: f64 = "scale", 1.0;
    }
}
