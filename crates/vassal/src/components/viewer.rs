//! The stack viewer: what is shown when the mouse rests.

use super::{Color, choices, component};
use crate::key::Key;

choices! {
    /// Which pieces are shown.
    ShownPieces {
        /// Those on the same layer as the topmost.
        TopLayer = "from top-most layer only",
        /// All.
        AllLayers = "from all layers",
        /// Those on the listed layers.
        Listed = "from listed layers only",
        /// Those not on the listed layers.
        NotListed = "from layers other than those listed",
    }

    /// When the board below is shown as if it were a piece.
    ShownTerrain {
        /// Never.
        Never = "never",
        /// If there is a piece.
        IfOne = "ifOne",
        /// Always.
        Always = "always",
    }
}

component! {
    /// Shows pieces, and text about them, when the mouse rests on a stack, or while a key is held.
    ///
    /// - Nothing is shown for fewer than `min_pieces` pieces, unless the map is zoomed below `zoom_level`.
    ///   With 0, an empty place shows `empty_format`, even without `show_text`.
    /// - Texts about pieces are shown only with `show_text`. `summary_format` stands above all: `$LocationName$`,
    ///   `$sum(NAME)$` adds up a property of all shown pieces (pieces without it make `+?`, none at all `?`),
    ///   `$countPieces$` counts them; any other property is that of the first piece. A plain
    ///   format knows these; an expression in braces does not, as they are not names. `counter_format` stands
    ///   below each piece and sees its properties.
    /// - A piece is shown if it passes `filter` (an expression in braces) **and** its kind is asked for:
    ///   those that do not stack, do not move, move only when selected, lie in decks, each have a switch.
    ///   Invisible pieces never are, so sums keep secrets.
    /// - Several viewers work on one map, for instance one with pieces and one with text for empty places;
    ///   `stop_after` keeps later ones quiet.
    CounterDetailViewer = "VASSAL.build.module.map.CounterDetailViewer" {
        /// Version of the viewer. VASSAL's default is empty, but it then takes the viewer for an old one in
        /// the editor.
        version: String = "version", "4";
        /// For the editor.
        description: String = "description", "";
        /// Milliseconds before it shows. Players can set their own.
        delay: i32 = "delay", 700;
        /// Key that shows it at once. No named key.
        hotkey: Key = "hotkey", Key::Stroke { code: 32, modifiers: 130 };
        /// Background; none is transparent.
        background: Option<Color> = "bgColor", None;
        /// Text.
        foreground: Option<Color> = "fgColor", Color::BLACK;
        /// Border.
        border: Option<Color> = "borderColor", Color::BLACK;
        /// At least so many pieces.
        min_pieces: i32 = "minDisplayPieces", 2;
        /// Below this zoom it shows in any case.
        zoom_level: f64 = "zoomlevel", 1.0;
        /// Whether it is centred on the mouse.
        center_all: bool = "centerAll", false;
        /// Outer border.
        border_thickness: i32 = "borderThickness", 2;
        /// Inner border.
        inner_border_thickness: i32 = "borderInnerThickness", 2;
        /// Whether pieces are drawn.
        draw_pieces: bool = "showgraph", true;
        /// Whether pieces of different size are centred.
        center_pieces: bool = "centerPiecesVertically", false;
        /// Scale of the pieces.
        piece_scale: f64 = "graphicsZoom", 1.0;
        /// Only for old modules.
        draw_single: bool = "showgraphsingle", false;
        /// Gap between pieces.
        gap: i32 = "borderWidth", 0;
        /// Pixels it is moved up.
        vertical_offset: i32 = "verticalOffset", 0;
        /// Whether texts are shown.
        show_text: bool = "showtext", false;
        /// Whether texts are HTML.
        html: bool = "enableHTML", false;
        /// Whether texts are centred.
        center_text: bool = "centerText", false;
        /// Whether the summary is as wide as the pieces.
        stretch_summary: bool = "stretchWidthSummary", false;
        /// Whether the box of pieces is as wide as the summary.
        stretch_pieces: bool = "stretchWidthPieces", false;
        /// Whether texts of pieces share one box.
        combine_texts: bool = "combineCounterSummary", false;
        /// Whether only the first piece has a text.
        first_text_only: bool = "onlyShowFirstSummary", false;
        /// Space round texts.
        text_padding: i32 = "extraTextPadding", 0;
        /// Pixels the upper text is moved up.
        top_text_offset: i32 = "verticalTopText", 5;
        /// Pixels the lower text is moved down.
        bottom_text_offset: i32 = "verticalBottomText", 10;
        /// Only for old modules.
        text_single: bool = "showtextsingle", false;
        /// Size of texts.
        font_size: i32 = "fontSize", 9;
        /// Text above all.
        summary_format: String = "summaryReportFormat", "$LocationName$";
        /// Text below each piece.
        counter_format: String = "counterReportFormat", "";
        /// Text for empty places: `$LocationName$`, `$CurrentMap$`, `$CurrentBoard$`, `$CurrentZone$`.
        empty_format: String = "emptyHexReportForma", "$LocationName$";
        /// Which layers.
        display: ShownPieces = "display", ShownPieces::TopLayer;
        /// The listed layers.
        layers: Vec<String> = "layerList", Vec::new();
        /// Which pieces; empty is all.
        filter: String = "propertyFilter", "";
        /// Whether the board below is shown.
        terrain: ShownTerrain = "showTerrainBeneath", ShownTerrain::Never;
        /// Whether it is centred on the grid.
        terrain_snap: bool = "showTerrainSnappy", true;
        /// Width of the piece of board.
        terrain_width: i32 = "showTerrainWidth", 150;
        /// Its height.
        terrain_height: i32 = "showTerrainHeight", 150;
        /// Its scale.
        terrain_scale: f64 = "showTerrainZoom", 1.0;
        /// Text below it.
        terrain_text: String = "showTerrainText", "$LocationName$";
        /// Whether only the top piece of a stack is shown.
        top_only: bool = "showOnlyTopOfStack", false;
        /// Whether pieces that do not stack are shown.
        show_non_stacking: bool = "showNoStack", false;
        /// Whether pieces that move only when selected are shown.
        show_move_selected: bool = "showMoveSelectde", false;
        /// Whether pieces that do not move are shown.
        show_non_movable: bool = "showNonMovable", false;
        /// Whether pieces are shown upright.
        unrotate: bool = "unrotatePieces", false;
        /// Whether cards of decks are shown.
        show_deck: bool = "showDeck", false;
        /// Whether cards that lie face down are shown.
        show_deck_masked: bool = "showDeckMasked", false;
        /// How many cards.
        deck_depth: i32 = "showDeckDepth", 1;
        /// Whether pieces that only overlap are shown.
        show_overlap: bool = "showOverlap", false;
        /// Whether later viewers are quiet when this one shows.
        stop_after: bool = "stopAfterShowing", false;
    }
}
