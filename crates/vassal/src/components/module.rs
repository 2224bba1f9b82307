//! The module itself and what every module has.

use super::{ImageName, Prompt, component};

component! {
    /// The module: root of the build file. VASSAL shows a warning if `vassal_version` is newer than
    /// itself. Children are built in order; buttons stand on the toolbar in that order. Good order:
    /// [`BasicCommandEncoder`], documentation, roster, options, global properties, prototypes, then maps
    /// (the first is the main map), palette, buttons, predefined setups, chat, key namer.
    GameModule = "VASSAL.build.GameModule" {
        /// Name; saves and logs are bound to it.
        name: String = "name", "Unnamed module";
        /// Version.
        version: String = "version", "0.0";
        /// One line about it.
        description: String = "description", "";
        /// Free text, shown in the module manager; also a property of that name.
        other1: String = "ModuleOther1", "";
        /// Free text, shown in the module manager; also a property of that name.
        other2: String = "ModuleOther2", "";
        /// The VASSAL it was made with.
        vassal_version: String = "VassalVersion", "3.7.26";
        /// The next free number for a piece slot: more than every `gpid` of the module.
        next_piece_slot_id: i32 = "nextPieceSlotId", 0;
    }
}

component! {
    /// Reads and writes pieces. Must stand before the first map with at-start stacks or decks.
    BasicCommandEncoder = "VASSAL.build.module.BasicCommandEncoder" {}
}

component! {
    /// Options of the module.
    ///
    /// Unknown attributes are not wasted here: VASSAL keeps them as properties of the module.
    GlobalOptions = "VASSAL.build.module.GlobalOptions" {
        /// For the editor.
        description: String = "description", "";
        /// Whether players can unmask the pieces of others.
        non_owner_unmaskable: Prompt = "nonOwnerUnmaskable", Prompt::Never;
        /// The question in the preferences, if that is left to the players.
        prompt_string: String = "promptString", "Opponents can unmask my pieces";
        /// Whether moves are reported in the chat, with the formats of the map.
        auto_report: Prompt = "autoReport", Prompt::Always;
        /// How players are shown in reports: `$PlayerName$`, `$PlayerSide$`, `$PlayerId$`.
        player_id_format: String = "playerIdFormat", "$PlayerName$";
        /// Whether reports may hold HTML. Always or never only.
        chatter_html: Prompt = "chatterHTMLSupport", Prompt::Never;
        /// Whether buttons on toolbars of **closed** windows hear hotkeys. With [`Prompt::Never`] a key sent
        /// to a button on a map that is not open does nothing. Always or never only.
        hotkeys_on_closed_windows: Prompt = "hotKeysOnClosedWindows", Prompt::Never;
        /// Whether an inventory shows pieces in private windows of others.
        inventory_for_all: Prompt = "inventoryForAll", Prompt::Always;
        /// Whether Send to Location leaves a movement trail.
        send_to_location_trails: Prompt = "sendToLocationMoveTrails", Prompt::Never;
        /// Whether `007` stays text in expressions.
        keep_leading_zeros: bool = "storeLeadingZeroIntegersAsStrings", false;
        /// Whether empty lines vanish from choices of properties.
        purge_blank_prompts: bool = "purgeBlankPropertyPrompts", true;
        /// Whether key commands do without the index of locations.
        disable_piece_indexing: bool = "disablePieceIndexing", false;
        /// At least so many MB of memory; 0 for no demand.
        min_max_heap: i32 = "minMaxHeap", 0;
    }
}

component! {
    /// The sides: children are [`RosterEntry`], one a side, and nothing else.
    ///
    /// A player takes a side when a game starts and keeps it by a secret, the password of the
    /// preferences: the side is found again by it, and two players with the same password are one. Sides
    /// called exactly `Solitaire`, `Solo`, `Moderator` or `Referee` are taken like others, but are never
    /// offered first when a player changes sides, and do not count for chess clocks. They see no more
    /// than others: what masked pieces and private windows show them is up to the traits and windows.
    /// Observers are always possible. No sides: no question, everyone plays.
    PlayerRoster = "VASSAL.build.module.PlayerRoster" {
        /// Text of the button that leaves a side or changes it; only players with a side can press it.
        button_text: String = "buttonText", "Retire";
        /// What it says when the mouse is over it.
        tooltip: String = "buttonToolTip",
            "Switch sides, become an observer, or allow another player to take your side in this game";
        /// Its picture.
        icon: ImageName = "buttonIcon", "";
        /// Its key.
        hotkey: crate::key::Key = "buttonKeyStroke", crate::key::Key::None;
    }
}

component! {
    /// A side; the text is its name. Child of [`PlayerRoster`].
    RosterEntry = "entry" text {}
}

impl RosterEntry {
    /// The side of that name.
    pub fn new(name: impl Into<String>) -> RosterEntry {
        RosterEntry { text: name.into(), ..RosterEntry::default() }
    }
}

component! {
    /// The chat window. VASSAL adds it.
    Chatter = "VASSAL.build.module.Chatter" {}
}

component! {
    /// Names of keys. VASSAL adds it.
    KeyNamer = "VASSAL.build.module.KeyNamer" {}
}

component! {
    /// A scenario: an entry of the File menu and the start wizard. Once there is one, New Game is gone.
    ///
    /// With a file, that save is loaded from the zip. Without (`use_file` false, or `file` none) a new game
    /// starts from the at-start stacks and decks, with the wizard for boards and side, and startup key
    /// commands are applied: it stands for New Game. `use_file` with a file that is not there is an error.
    /// Children, if it is a menu: setups.
    PredefinedSetup = "VASSAL.build.module.PredefinedSetup" {
        /// Name in the menu.
        name: String = "name", "";
        /// For the editor.
        description: String = "description", "";
        /// Whether it is a menu of other setups.
        is_menu: bool = "isMenu", false;
        /// Whether a save is loaded.
        use_file: bool = "useFile", true;
        /// Name of the save in the zip, at its root.
        file: Option<String> = "file", None;
    }
}
