//! Buttons that send keys, and what several buttons have in common.

use super::{CommandParameter, CommandSource, CommandTarget, ImageName, attribute_record, choices, component};
use crate::key::Key;

choices! {
    /// How often a [`DoActionButton`] acts.
    ButtonLoop {
        /// So many times.
        Counted = "counted",
        /// While an expression is true, tested before each round.
        While = "while",
        /// Until an expression is true, tested after each round.
        Until = "until",
    }
}

attribute_record! {
    /// When a button is disabled. A disabled button does not hear its key either.
    ///
    /// VASSAL 3.7.26 never hides it: that part of its code is switched off.
    Gate {
        /// Whether it ever is.
        can_disable: bool = "canDisable", false;
        /// It is, while this global property (of its map, else of the module) is `true`.
        property: String = "propertyGate", "";
        /// No effect.
        hide: bool = "hideWhenDisabled", false;
        /// Picture meanwhile.
        icon: ImageName = "disabledIcon", "";
    } {}
}

impl Gate {
    /// Disabled while a global property is `true`.
    pub fn on(property: impl Into<String>) -> Gate {
        Gate { can_disable: true, property: property.into(), ..Gate::default() }
    }
}

attribute_record! {
    /// A button that sends a key to pieces.
    ///
    /// `filter` is an expression in braces, evaluated for each piece with its properties; property names in
    /// `$...$` are replaced by values of the button's map or module first. The cheap `target` is applied
    /// before it. Reports of pieces are shown unless `suppress_reports`; `report_format` is shown before.
    KeyCommand {
        /// Name.
        name: String = "name", "Do The Thing";
        /// Text.
        text: String = "buttonText", "Do The Thing";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Do The Thing";
        /// Picture.
        icon: ImageName = "icon", "";
        /// Key of the **button**.
        hotkey: Key = "buttonHotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
        /// Key sent to the **pieces**.
        key: Key = "hotkey", Key::None;
        /// Whether only pieces on the button's own map are meant. A module's button takes all maps anyway.
        single_map: bool = "singleMap", true;
        /// Which pieces are looked at.
        target: CommandTarget = "target", CommandTarget::default();
        /// Which of them get the key; empty is all.
        filter: String = "filter", "";
        /// In a deck, to how many from the top: a number, an expression, or -1 for all, 0 for none.
        deck_count: String = "deckCount", "-1";
        /// Whether reports of the pieces are kept quiet.
        suppress_reports: bool = "reportSingle", false;
        /// Whether sounds of the pieces are.
        suppress_sounds: bool = "suppressSounds", false;
        /// Report.
        report_format: String = "reportFormat", "";
        /// Properties set in them.
        parameters: Vec<CommandParameter> = "parameters", Vec::new();
    } {}
}

component! {
    /// A button of the module that sends a key to pieces on all maps.
    GlobalKeyCommand = "VASSAL.build.module.GlobalKeyCommand" {
        /// All of it.
        command: KeyCommand = "",
            KeyCommand { target: CommandTarget { source: CommandSource::Module, ..CommandTarget::default() }, ..KeyCommand::default() };
    }
}

component! {
    /// A button that does several things, in this order: report, sound, hotkeys; then again if it loops.
    ///
    /// Hotkeys are sent at once and one after the other: when the next is sent, everything the one before
    /// caused is done, property changes and dice included. All is one step of the log and one undo. The
    /// report comes **first**, so a report about what the hotkeys did must be a later hotkey: another button
    /// whose own report says it.
    ///
    /// A hotkey reaches every button, deck, turn tracker or map with that key, in the order of the build
    /// file, if its button is enabled and its toolbar is on screen (see
    /// [`hotkeys_on_closed_windows`](super::GlobalOptions::hotkeys_on_closed_windows)). Buttons without text
    /// and picture are not seen but hear it: so one button can drive
    /// [`ChangePropertyButton`](super::ChangePropertyButton)s, [`DiceButton`](super::DiceButton)s and key
    /// commands. If no button but the pressed one has a key, VASSAL says nothing.
    ///
    /// A loop first sends `pre_loop_key`, ends with `post_loop_key`, and is broken off after 500 rounds if
    /// it does not count. Texts and expressions see properties of the module, or of the map it stands in.
    DoActionButton = "VASSAL.build.module.DoActionButton" {
        /// Name.
        name: String = "name", "Action Button";
        /// Text; empty together with an empty picture, it is not seen.
        text: String = "text", "Action Button";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Action Button";
        /// Picture.
        icon: ImageName = "icon", "";
        /// Its key.
        hotkey: Key = "hotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
        /// Whether it reports.
        do_report: bool = "doReport", false;
        /// The report; nothing is shown if it is empty when evaluated.
        report_format: String = "reportFormat", "";
        /// Whether it sounds.
        do_sound: bool = "doSound", false;
        /// The sound; may be an expression.
        sound: String = "soundClip", "";
        /// Whether it sends keys.
        do_hotkeys: bool = "doHotkey", false;
        /// The keys, in order.
        hotkeys: Vec<Key> = "hotkeys", Vec::new();
        /// Whether it loops.
        do_loop: bool = "doLoop", false;
        /// How.
        loop_type: ButtonLoop = "loopType", ButtonLoop::Counted;
        /// How often; may be an expression.
        loop_count: String = "loopCount", "1";
        /// While this.
        while_expression: String = "whileExpression", "";
        /// Until this.
        until_expression: String = "untilExpression", "";
        /// Sent before the loop.
        pre_loop_key: Key = "preLoopKey", Key::None;
        /// Sent after the loop.
        post_loop_key: Key = "postLoopKey", Key::None;
        /// Whether rounds are counted in a property.
        index: bool = "index", false;
        /// Its name.
        index_property: String = "indexProperty", "";
        /// Its first value.
        index_start: i32 = "indexStart", 1;
        /// What is added each round.
        index_step: i32 = "indexStep", 1;
    }
}

component! {
    /// A button that opens a menu of other buttons of the same toolbar. They are named by their text and
    /// vanish from the toolbar; their keys work on. Unknown names are skipped without a word; of two buttons
    /// with one text the last counts. A menu in a menu becomes a submenu.
    ToolbarMenu = "VASSAL.build.module.ToolbarMenu" {
        /// Name.
        name: String = "description", "Menu";
        /// Text.
        text: String = "text", "Menu";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Display menu options";
        /// Picture.
        icon: ImageName = "icon", "";
        /// Its key.
        hotkey: Key = "hotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
        /// Texts of the buttons.
        items: Vec<String> = "menuItems", Vec::new();
    }
}
