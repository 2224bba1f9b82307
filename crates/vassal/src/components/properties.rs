//! Global properties: values that buttons, pieces and expressions share.

use super::{Gate, ImageName, PropertyChange, component};
use crate::key::Key;

component! {
    /// Where global properties are; one in the module and one in each map. Children: [`GlobalProperty`].
    GlobalProperties = "VASSAL.build.module.properties.GlobalProperties" {}
}

component! {
    /// A global property: one value for all players, kept in saves and logs, set back to `initial_value`
    /// when a game is closed. A piece sees those of its zone, then its map, then the module, after its own
    /// properties. Children: [`ChangePropertyButton`], on the toolbar of the map or module.
    ///
    /// `min` and `max` count only for increments of a numeric property, not for values set.
    GlobalProperty = "VASSAL.build.module.properties.GlobalProperty" {
        /// Name. For use in expressions without quoting: letters, digits and `_`.
        name: String = "name", "";
        /// Value in a new game; text, not an expression.
        initial_value: String = "initialValue", "";
        /// `$description$` in reports of its buttons.
        description: String = "description", "";
        /// Whether it is a number.
        numeric: bool = "isNumeric", false;
        /// Least value; may be an expression. What is not a number is 0. (VASSAL itself writes `null`; a missing
        /// attribute makes its editor stumble.)
        min: String = "min", "";
        /// Greatest value. What is not a number is 100.
        max: String = "max", "";
        /// Whether it goes round at the ends.
        wrap: bool = "wrap", false;
    }
}

component! {
    /// A property of a zone, seen by the pieces in it.
    ZoneProperty = "VASSAL.build.module.properties.ZoneProperty" {
        /// As a global property.
        property: GlobalProperty = "", GlobalProperty::default();
    }
}

component! {
    /// A button that changes the global property it stands in. It changes nothing and reports nothing if
    /// the new value is the old one. The value is set before the report is evaluated; the report can be an
    /// expression in braces and sees `oldValue`, `newValue`, `description` and all global properties.
    ChangePropertyButton = "VASSAL.build.module.properties.ChangePropertyButton" {
        /// For the editor.
        description: String = "desc", "";
        /// Text; empty together with an empty picture, it is not seen but hears its key.
        text: String = "text", "Change";
        /// What it says when the mouse is over it.
        tooltip: String = "tooltip", "Change";
        /// Picture.
        icon: ImageName = "icon", "";
        /// Its key.
        hotkey: Key = "hotkey", Key::None;
        /// When it is disabled.
        gate: Gate = "", Gate::default();
        /// Report; empty is none. VASSAL puts `* ` before it.
        report_format: String = "reportFormat", "";
        /// The new value.
        change: PropertyChange = "propChanger", PropertyChange::default();
    }
}
