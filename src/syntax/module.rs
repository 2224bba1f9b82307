//! `[module]` of `game.toml`: the VASSAL module that a game came from, and its smaller parts.

use crate::record;
use crate::source::Sp;
use crate::source::values::Id;

record! {
    /// The VASSAL module that the game came from, of which all that has no record here is carried along.
    ModuleDef as "module" {
        /// The folder that it is carried in: `module`.
        "carried" carried: Sp<String>,
        /// The version that VASSAL shows; default: that of the module.
        "version" version: Option<Sp<String>>,
        /// Buttons with dice.
        "dice" dice: Vec<DiceButtonDef>,
        /// Buttons with dice that show symbols.
        "symbols" symbols: Vec<SymbolDiceDef>,
        /// The sides of those dice.
        "face" faces: Vec<DieFaceDef>,
        /// Levels of turn trackers.
        "turn" turns: Vec<TurnLevelDef>,
        /// Pictures in windows of charts.
        "chart" charts: Vec<ChartPictureDef>,
        /// Pages of the help menu.
        "page" pages: Vec<HelpPageDef>,
        /// Windows with lists of pieces.
        "inventory" inventories: Vec<InventoryDef>,
        /// Stacks that lie on a map when a game starts.
        "stack" stacks: Vec<StartStackDef>,
        /// Global properties.
        "property" properties: Vec<GlobalPropertyDef>,
    }

    /// A button with dice.
    DiceButtonDef as "dice button" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// How many dice.
        "count" count: Sp<i64>,
        /// How many sides each has.
        "sides" sides: Sp<i64>,
        /// Added to each die.
        "plus" plus: Option<i64>,
        /// Added to the total.
        "add" add: Option<i64>,
        /// Whether the total is reported instead of each die.
        "total" total: Option<bool>,
    }

    /// A button with dice that show symbols. What is on their sides stands under `face`.
    SymbolDiceDef as "symbol dice" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
    }

    /// A side of a die that shows symbols.
    DieFaceDef as "face" {
        /// Its id.
        "id" id: Sp<Id>,
        /// What the chat says when it is rolled.
        "name" name: Sp<String>,
        /// Its number; default: 0.
        "value" value: Option<i64>,
        /// Its picture, if it has one.
        "image" image: Option<Sp<String>>,
    }

    /// A window with a list of pieces.
    InventoryDef as "inventory" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Which pieces it lists, as VASSAL writes it; default: all.
        "filter" filter: Option<String>,
        /// The properties by which pieces are put into groups, the outermost first.
        "groups" groups: Vec<String>,
    }

    /// A level of a turn tracker: it counts, or goes through a list.
    TurnLevelDef as "level of turns" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The first number.
        "start" start: Option<i64>,
        /// What is added each time.
        "step" step: Option<i64>,
        /// Whether it begins again after the last.
        "loop" wraps: Option<bool>,
        /// The last number before it does.
        "last" last: Option<i64>,
        /// What it goes through.
        "list" list: Vec<String>,
    }

    /// A picture in a window of charts.
    ChartPictureDef as "chart" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The picture.
        "image" image: Sp<String>,
    }

    /// A page of the help menu.
    HelpPageDef as "page" {
        /// Its id.
        "id" id: Sp<Id>,
        /// What the menu calls it.
        "title" title: Sp<String>,
        /// The file, in the folder `module`.
        "file" file: Sp<String>,
    }

    /// A stack that lies on a map when a game starts. Its pieces have records of their own.
    StartStackDef as "stack" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Pixels from the left of its board.
        "x" x: Option<i64>,
        /// Pixels from the top of its board.
        "y" y: Option<i64>,
        /// The place on its board's grid, instead of pixels.
        "place" place: Option<String>,
    }

    /// A global property of the module, of a map or of a zone.
    GlobalPropertyDef as "property" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// What it is when a game starts.
        "value" value: Sp<String>,
    }
}
