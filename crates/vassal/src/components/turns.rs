//! Turn trackers.

use super::{ImageName, choices, component};
use crate::key::Key;

choices! {
    /// How wide the turn is shown.
    TurnWidth {
        /// As wide as the longest so far.
        Maximum = "Maximum",
        /// As wide as it is.
        Variable = "Variable",
        /// As `length` says.
        Fixed = "Fixed",
    }
}

component! {
    /// The turn. Children: levels ([`CounterTurnLevel`], [`ListTurnLevel`]).
    ///
    /// Levels in one another nest: the inner one runs through for each value of the outer one. Levels side
    /// by side follow each other. When the turn changes: properties of the levels, then the properties
    /// `NAME_value` (the turn as shown) and `NAME_command` (which way it went), then hotkeys in order, then
    /// the report.
    TurnTracker = "VASSAL.build.module.turn.TurnTracker" {
        /// Name.
        name: String = "name", "Turn";
        /// For the editor.
        description: String = "description", "";
        /// Text of its button.
        text: String = "buttonText", "Turn";
        /// Its picture.
        icon: ImageName = "icon", "";
        /// Its key: shows the tracker.
        hotkey: Key = "hotkey", Key::None;
        /// Key: next turn.
        next_key: Key = "nexthotkey", Key::None;
        /// Key: previous turn.
        previous_key: Key = "prevhotkey", Key::None;
        /// What is shown: `$level1$`, `$level2$`, ..., and properties.
        turn_format: String = "turnFormat", "$level1$ $level2$ $level3$ $level4$";
        /// Report: `$oldTurn$`, `$newTurn$`.
        report_format: String = "reportFormat", "* &lt;$PlayerId$&gt; Turn Updated from $oldTurn$ to $newTurn$";
        /// What it says when the mouse is over the turn.
        tooltip: String = "tooltip", "";
        /// How wide.
        length_style: TurnWidth = "lengthStyle", TurnWidth::Maximum;
        /// Pixels, if fixed.
        length: i32 = "length", -1;
        /// Width of the buttons + and -.
        button_width: i32 = "plusButtonSize", 22;
        /// Height.
        button_height: i32 = "turnButtonHeight", 22;
        /// Whether turns never go back.
        forward_only: bool = "fwdOnly", false;
    }
}

component! {
    /// A level that counts. Children: levels inside it.
    CounterTurnLevel = "VASSAL.build.module.turn.CounterTurnLevel" {
        /// Name.
        name: String = "name", "";
        /// Global property with its value. The tracker makes it, unless the module has one of the name.
        /// None names it as the level; an empty name would be shared by all levels.
        property: Option<String> = "property", None;
        /// What `$level1$` and so on say: `$value$`, and properties.
        turn_format: String = "turnFormat", "$value$";
        /// First value.
        start: i32 = "start", 1;
        /// What is added.
        increment: i32 = "incr", 1;
        /// Whether it goes round.
        wrap: bool = "loop", false;
        /// The last value before it does.
        last: i32 = "loopLimit", -1;
    }
}

component! {
    /// A level that goes through a list. Children: levels inside it.
    ListTurnLevel = "VASSAL.build.module.turn.ListTurnLevel" {
        /// Name.
        name: String = "name", "";
        /// Global property with its value; see [`CounterTurnLevel`].
        property: Option<String> = "property", None;
        /// What `$level1$` and so on say: `$value$`, and properties.
        turn_format: String = "turnFormat", "$value$";
        /// The list.
        list: Vec<String> = "list", Vec::new();
        /// Whether players may hide items.
        can_hide: bool = "configList", false;
        /// Whether players may choose the first item.
        can_choose_first: bool = "configFirst", false;
        /// The question for it.
        prompt: Option<String> = "prompt", None;
    }
}

component! {
    /// A key that is sent when the turn changes, forward or back. Child of [`TurnTracker`].
    TurnGlobalHotkey = "VASSAL.build.module.turn.TurnGlobalHotkey" {
        /// Name, for the editor.
        name: String = "name", "";
        /// The key.
        hotkey: Key = "hotkey", Key::None;
        /// Only when this holds: an expression on properties of the module; empty is always.
        filter: String = "match", "";
        /// Report.
        report_format: String = "reportFormat", "";
    }
}
