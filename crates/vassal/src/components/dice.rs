//! Dice.

use super::{Gate, ImageName, choices, component};
use crate::key::Key;

choices! {
    /// Which dice count.
    Keep {
        /// Those of at least so much.
        AtLeast = ">",
        /// Those of at most so much.
        AtMost = "<",
        /// Those of exactly so much.
        Equal = "=",
        /// So many of the largest.
        Largest = "l",
        /// So many of the smallest.
        Smallest = "s",
    }
}

component! {
    /// A button that rolls dice.
    ///
    /// `report_format` may be an expression in braces, for instance
    /// `{"A " + result1 + (numericalTotal > 9 ? " hit" : " miss")}`. It sees `name`, `result` (the total, or
    /// the rolls with commas), `result1`, `result2`, ... , `numericalTotal`, `summary`, `nDice`, `nSides`,
    /// `plus`, `addToTotal`, `keepDice`, `keepCount`, `rawRolls`, `rawCount1`, ..., `count1`, ..., and all
    /// global properties. An empty report is not shown; others get `* ` before them.
    ///
    /// **After** the report it sets properties of its map or module, for others to use: `NAME_result`
    /// (as `result`), `NAME_total`, `NAME_keep`, `NAME_summary`. So a lookup in the same button must use
    /// `numericalTotal`; a button after it in a [`DoActionButton`](super::DoActionButton) uses `NAME_total`.
    /// They are not kept in saves. A name with spaces is hard to use in expressions.
    DiceButton = "VASSAL.build.module.DiceButton" {
        /// Name; see above.
        name: String = "name", "2d6";
        /// Text.
        text: String = "text", "2d6";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "2d6";
        /// Picture.
        icon: ImageName = "icon", "/images/die.gif";
        /// Its key.
        hotkey: Key = "hotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
        /// Report.
        report_format: String = "reportFormat", "** $name$ = $result$ *** &lt;$PlayerName$&gt;";
        /// Whether it asks for the numbers below that are not locked.
        prompt: bool = "prompt", false;
        /// How many dice.
        dice: i32 = "nDice", 2;
        /// Whether that is fixed.
        lock_dice: bool = "lockDice", false;
        /// How many sides. 0 is an error when rolled.
        sides: i32 = "nSides", 6;
        /// Whether that is fixed.
        lock_sides: bool = "lockSides", false;
        /// Added to each die.
        plus: i32 = "plus", 0;
        /// Whether that is fixed.
        lock_plus: bool = "lockPlus", false;
        /// Added to the total.
        add_to_total: i32 = "addToTotal", 0;
        /// Whether that is fixed.
        lock_add: bool = "lockAdd", false;
        /// Whether `result` is the total.
        report_total: bool = "reportTotal", false;
        /// Whether results are sorted.
        sort: bool = "sortDice", false;
        /// Whether only some dice count.
        keep_some: bool = "keepDice", false;
        /// Which. [`Keep::Largest`] and [`Keep::Smallest`] work even if `keep_some` is false.
        keep: Keep = "keepOption", Keep::AtLeast;
        /// How much, or how many.
        keep_count: i32 = "keepCount", 1;
    }
}

component! {
    /// A button that rolls dice whose faces have pictures: one [`SpecialDie`] for each that is rolled. `format` sees `name`,
    /// `result1`, `result2`, ... (the texts of the faces) and `numericalTotal`, and may be an expression in braces.
    SpecialDiceButton = "VASSAL.build.module.SpecialDiceButton" {
        /// Name.
        name: String = "name", "Symbols";
        /// Text.
        text: String = "text", "Symbols";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "";
        /// Picture. A button that shows the result has that in its place.
        icon: ImageName = "icon", "/images/die.gif";
        /// Its key.
        hotkey: Key = "hotkey", Key::None;
        /// Whether the result is reported.
        chat: bool = "resultChatter", true;
        /// Report.
        format: String = "format", "** $name$ = [$result1$] *** &lt;$PlayerName$&gt;";
        /// Whether the result is shown in a window.
        window: bool = "resultWindow", false;
        /// What the window is called.
        window_title: String = "windowTitleResultFormat", "$name$";
        /// Whether the result is shown on the button.
        button: bool = "resultButton", false;
        /// Pixels of the result on button or window, across.
        width: i32 = "windowX", 0;
        /// Pixels of the result, down.
        height: i32 = "windowY", 0;
        /// Colour behind the pictures.
        background: String = "backgroundColor", "";
    }
}

component! {
    /// A die of a [`SpecialDiceButton`]; it holds its faces.
    SpecialDie = "VASSAL.build.module.SpecialDie" {
        /// Name.
        name: String = "name", "";
        /// What is reported of it: sees `name`, `result` and `numericalValue`.
        format: String = "format", "$result$";
    }
}

component! {
    /// A face of a [`SpecialDie`].
    SpecialDieFace = "VASSAL.build.module.SpecialDieFace" {
        /// What is reported.
        text: String = "text", "";
        /// What it counts.
        value: i32 = "value", 0;
        /// Its picture.
        icon: ImageName = "icon", "";
    }
}
