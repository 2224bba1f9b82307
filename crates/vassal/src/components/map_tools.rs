//! Buttons and aids of a map.

use super::{Color, Gate, ImageName, choices, component};
use crate::key::Key;

choices! {
    /// What the mouse is clicked with.
    FlareKey {
        /// Alt.
        Alt = "keyAlt",
        /// Ctrl.
        Ctrl = "keyCtrl",
        /// Alt and Shift.
        AltShift = "keyAltShift",
        /// Ctrl and Shift.
        CtrlShift = "keyCtrlShift",
        /// Ctrl and Alt.
        CtrlAlt = "keyCtrlAlt",
        /// Ctrl, Alt and Shift.
        CtrlAltShift = "keyCtrlAltShift",
    }

    /// When a thread stays.
    Persistence {
        /// If it was drawn with Ctrl.
        CtrlClick = "Ctrl-Click & Drag",
        /// Always.
        Always = "Always",
        /// Never.
        Never = "Never",
    }

    /// When opponents see a thread.
    ThreadShown {
        /// Always.
        Always = "Always",
        /// Never.
        Never = "Never",
        /// If it stays.
        Persisting = "When Persisting",
    }

    /// How ranges are rounded.
    RangeRounding {
        /// To the nearest.
        Nearest = "Nearest whole number",
        /// Up.
        Up = "Up",
        /// Down.
        Down = "Down",
    }
}

component! {
    /// A button that saves a picture of the map.
    ImageSaver = "VASSAL.build.module.map.ImageSaver" {
        /// Text.
        text: String = "buttonText", "";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Save map as PNG image";
        /// Picture.
        icon: ImageName = "icon", "/images/camera.gif";
        /// Key.
        hotkey: Key = "hotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
    }
}

component! {
    /// A button that saves a list of the pieces on the map.
    TextSaver = "VASSAL.build.module.map.TextSaver" {
        /// Text.
        text: String = "buttonText", "Save text";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Save map contents as plain text file";
        /// Picture.
        icon: ImageName = "icon", "";
        /// Key.
        hotkey: Key = "hotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
    }
}

component! {
    /// A circle that flashes where a player clicks with a key held, for all players to see. VASSAL adds one
    /// to a map that has none.
    Flare = "VASSAL.build.module.map.Flare" {
        /// Name.
        name: String = "flareName", "Map Flare";
        /// For the editor.
        description: String = "description", "";
        /// The key.
        key: FlareKey = "flareKey", FlareKey::Alt;
        /// Diameter.
        size: i32 = "circleSize", 100;
        /// Colour.
        color: Option<Color> = "circleColor", Color::RED;
        /// Whether it grows with the zoom.
        scale: bool = "circleScale", true;
        /// How often it flashes.
        pulses: i32 = "flarePulses", 6;
        /// How often in a second.
        pulses_per_second: i32 = "flarePulsesPerSec", 3;
        /// Report: `$FlareLocation$`, `$FlareZone$`, `$FlareMap$`, `$FlareName$`.
        report_format: String = "reportFormat", "";
    }
}

component! {
    /// A small overview of the map; a click in it moves the view.
    GlobalMap = "VASSAL.build.module.map.GlobalMap" {
        /// What the button says when the mouse is over it.
        tooltip: String = "tooltip", "Show/Hide overview window";
        /// Text of the button.
        text: String = "buttonText", "";
        /// Its picture; VASSAL's own is `/images/overview.gif`. Without text and picture there is no button.
        icon: ImageName = "icon", "";
        /// Its key.
        hotkey: Key = "hotkey", Key::Stroke { code: 79, modifiers: 195 };
        /// Size, as part of the map at full size.
        scale: f64 = "scale", 0.19444444;
        /// Frame of what the map shows.
        color: Option<Color> = "color", Color::BLACK;
    }
}

component! {
    /// Buttons that zoom the map. `start` counts from the largest level: 1 is the largest.
    Zoomer = "VASSAL.build.module.map.Zoomer" {
        /// The level at the start.
        start: i32 = "zoomStart", 3;
        /// The levels; 1 is full size.
        levels: Vec<f64> = "zoomLevels", [0.2, 0.25, 0.333, 0.4, 0.5, 0.555, 0.625, 0.75, 1.0, 1.25, 1.6];
        /// Larger: what it says when the mouse is over it.
        in_tooltip: String = "inTooltip", "Zoom in";
        /// Larger: text.
        in_text: String = "inButtonText", "";
        /// Larger: picture.
        in_icon: ImageName = "inIconName", "/images/zoomIn.gif";
        /// Larger: key.
        in_key: Key = "zoomInKey", Key::None;
        /// Choose: what it says when the mouse is over it.
        pick_tooltip: String = "pickTooltip", "Select Zoom";
        /// Choose: text.
        pick_text: String = "pickButtonText", "";
        /// Choose: picture.
        pick_icon: ImageName = "pickIconName", "/images/zoom.png";
        /// Choose: key.
        pick_key: Key = "zoomPickKey", Key::None;
        /// Smaller: what it says when the mouse is over it.
        out_tooltip: String = "outTooltip", "Zoom out";
        /// Smaller: text.
        out_text: String = "outButtonText", "";
        /// Smaller: picture.
        out_icon: ImageName = "outIconName", "/images/zoomOut.gif";
        /// Smaller: key.
        out_key: Key = "zoomOutKey", Key::None;
    }
}

component! {
    /// A thread drawn by the mouse: line of sight, range.
    LosThread = "VASSAL.build.module.map.LOS_Thread" {
        /// Name.
        name: String = "threadName", "Thread";
        /// Text of the button.
        text: String = "label", "Thread";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Show LOS thread";
        /// Picture.
        icon: ImageName = "iconName", "/images/thread.gif";
        /// Key.
        hotkey: Key = "hotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
        /// Report: `$FromLocation$`, `$ToLocation$`, `$AllLocationsChecked$`, `$Range$`.
        report: String = "report", "$playerId$ Checked LOS from $FromLocation$ to $AllLocationsChecked$";
        /// When it stays.
        persistence: Persistence = "persistence", Persistence::CtrlClick;
        /// Picture of the button while it stays; none keeps the picture, empty takes it away.
        persistent_icon: Option<ImageName> = "persistentIconName", None;
        /// When opponents see it.
        global: ThreadShown = "global", ThreadShown::Always;
        /// Whether it starts at a centre.
        snap_start: bool = "snapStart", false;
        /// Whether it ends at a centre.
        snap_end: bool = "snapEnd", false;
        /// Whether the range is shown.
        draw_range: bool = "drawRange", false;
        /// Pixels of one unit of range; 0 counts on the grid.
        scale: i32 = "scale", 0;
        /// How ranges are rounded.
        round: RangeRounding = "round", RangeRounding::Nearest;
        /// Whether pieces are hidden meanwhile.
        hide_pieces: bool = "hideCounters", false;
        /// How much of hidden pieces is seen, in percent.
        hide_opacity: i32 = "hideOpacity", 0;
        /// Width.
        thickness: i32 = "losThickness", 1;
        /// Colour; none lets each player choose.
        color: Option<Color> = "threadColor", None;
        /// Text of the range.
        range_foreground: Option<Color> = "rangeFg", Color::WHITE;
        /// Behind that text.
        range_background: Option<Color> = "rangeBg", Color::BLACK;
    }
}

component! {
    /// A button that hides all pieces of the map from the player who presses it, until pressed again. The
    /// pictures are those that the editor offers: VASSAL itself has none, and no button is seen.
    HidePiecesButton = "VASSAL.build.module.map.HidePiecesButton" {
        /// Text.
        text: String = "buttonText", "";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Hide all pieces on this map";
        /// Key.
        hotkey: Key = "hotkey", Key::None;
        /// Picture while pieces are shown.
        showing_icon: ImageName = "showingIcon", "/images/globe_unselected.gif";
        /// Picture while they are hidden.
        hidden_icon: ImageName = "hiddenIcon", "/images/globe_selected.gif";
    }
}

component! {
    /// A button that moves all pieces so that they lie round the centre of the map: for maps without end.
    PieceRecenterer = "VASSAL.build.module.map.PieceRecenterer" {
        /// Text.
        text: String = "text", "Recenter";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Recenter";
        /// Picture.
        icon: ImageName = "icon", "/images/recenter.gif";
        /// Key.
        hotkey: Key = "hotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
    }
}

component! {
    /// Layers of pieces: those on a higher layer are drawn above and do not stack with those on a lower
    /// one. The layer of a piece is the value of a property; pieces with none of the values lie above all.
    LayeredPieceCollection = "VASSAL.build.module.map.LayeredPieceCollection" {
        /// For the editor.
        description: String = "description", "";
        /// Name of the property.
        property: String = "property", "Layer";
        /// Its values, lowest first.
        layers: Vec<String> = "layerOrder", Vec::new();
    }
}
