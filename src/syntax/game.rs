//! `game.toml`.

use super::specs::{ScalarSpec, ValueKind};
use super::{ExpectDef, ModuleDef};
use crate::source::Sp;
use crate::source::decode::RawAttributes;
use crate::source::values::{Colour, Id, Length};
use crate::{record, words};

record! {
    /// The game itself, its vocabulary and what it promises.
    GameFile as "game file" {
        /// The game.
        "game" game: Sp<GameDef>,
        /// The rulebook the data come from.
        "rulebook" rulebook: Option<RulebookDef>,
        /// The module that the game came from.
        "module" module: Option<ModuleDef>,
        /// What the source text lacks and was not invented.
        "missing" missing: Vec<MissingDef>,
        /// Warnings.
        "warnings" warnings: Option<WarningsDef>,
        /// Sides.
        "side" sides: Vec<SideDef>,
        /// Echelons, smallest first.
        "size" sizes: Vec<SizeDef>,
        /// Unit types.
        "type" types: Vec<TypeDef>,
        /// Formations.
        "formation" formations: Vec<FormationDef>,
        /// Groups of formations.
        "formations" formation_groups: Vec<FormationsDef>,
        /// Numbers printed on counters.
        "value" values: Vec<ValueDef>,
        /// Which values stand on which face.
        "layout" layouts: Vec<LayoutDef>,
        /// Keys of the author's own.
        "attribute" attributes: Vec<AttributeDef>,
        /// What the game promises of itself.
        "expect" expect: Option<ExpectDef>,
    }

    /// The game.
    GameDef as "game" {
        /// The game's id; default: its folder's name.
        "id" id: Option<Sp<Id>>,
        /// The title.
        "title" title: Sp<String>,
        /// The version of this data, semantic.
        "version" version: Sp<String>,
        /// Who designed the game.
        "designer" designer: Option<String>,
        /// Who publishes the game.
        "publisher" publisher: Option<String>,
        /// Whose work this is: own (default), official or unofficial.
        "status" status: Option<Sp<Status>>,
        /// The side of a counter; default 5/8in.
        "counter-size" counter_size: Option<Sp<Length>>,
        /// The game in a sentence or two.
        "about" about: Option<String>,
    }

    /// The rulebook the data come from.
    RulebookDef as "rulebook" {
        /// Its title and edition.
        "title" title: Option<String>,
        /// The rulebook itself, which the module carries: `rulebook.pdf` or `rulebook.txt` in the game's folder.
        "file" file: Option<Sp<String>>,
        /// Every rule number, page or section that may be cited; without it, any may be.
        "rules" rules: Vec<Sp<String>>,
    }

    /// Something the source text lacks and that was not invented.
    MissingDef as "missing" {
        /// What is missing.
        "what" what: Sp<String>,
    }

    /// What to do with warnings.
    WarningsDef as "warnings" {
        /// Names of warnings that are in order in this game.
        "allow" allow: Vec<Sp<String>>,
    }

    /// A side.
    SideDef as "side" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The player who commands it, if one player commands several sides; default: it has a player of its own.
        "player" player: Option<Sp<String>>,
        /// Ground of its counters.
        "colour" colour: Sp<Colour>,
        /// Text on that ground; default near black or white.
        "ink" ink: Option<Sp<Colour>>,
    }

    /// An echelon.
    SizeDef as "size" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The mark above the symbol, such as III.
        "mark" mark: Option<String>,
    }

    /// A type of unit.
    TypeDef as "type" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// The symbol; default: the id.
        "symbol" symbol: Option<Sp<String>>,
        /// Colour in the symbol box of its units, if their formation has none.
        "colour" colour: Option<Sp<Colour>>,
        /// Ground of its counters, if their formation has none; default the side's.
        "ground" ground: Option<Sp<Colour>>,
        /// Text on that ground; default near black or white.
        "ink" ink: Option<Sp<Colour>>,
        /// Free words that conditions can ask for.
        "groups" groups: Vec<String>,
    }

    /// A formation: division, corps, army.
    FormationDef as "formation" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Its side; default: that of its parent.
        "side" side: Option<Sp<String>>,
        /// Its echelon.
        "size" size: Option<Sp<String>>,
        /// The formation it belongs to.
        "parent" parent: Option<Sp<String>>,
        /// Colour in the symbol box of its units.
        "colour" colour: Option<Sp<Colour>>,
        /// Ground of its counters and of those below it; default the side's.
        "ground" ground: Option<Sp<Colour>>,
        /// Text on that ground; default near black or white.
        "ink" ink: Option<Sp<Colour>>,
        /// Its emblem.
        "emblem" emblem: Option<Sp<String>>,
        /// Attributes the game declares.
        "" attributes: RawAttributes,
    }

    /// Formations, and what they share.
    FormationsDef as "formations" {
        /// Their side; default: that of their parent.
        "side" side: Option<Sp<String>>,
        /// Their echelon.
        "size" size: Option<Sp<String>>,
        /// The formation they belong to.
        "parent" parent: Option<Sp<String>>,
        /// Colour in the symbol box of their units.
        "colour" colour: Option<Sp<Colour>>,
        /// Ground of their counters and of those below them; default the side's.
        "ground" ground: Option<Sp<Colour>>,
        /// Text on that ground; default near black or white.
        "ink" ink: Option<Sp<Colour>>,
        /// Their emblem.
        "emblem" emblem: Option<Sp<String>>,
        /// The formations.
        "formation" members: Vec<FormationDef>,
        /// Attributes the game declares.
        "" attributes: RawAttributes,
    }

    /// A number printed on counters.
    ValueDef as "value" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Its abbreviation.
        "short" short: Option<String>,
        /// What it can be; default number.
        "kind" kind: Option<Sp<ValueKind>>,
        /// Whether it is a distance in hexes that players want to see around a unit.
        "range" range: Option<bool>,
    }

    /// Which values stand on which face, and what a face means.
    LayoutDef as "layout" {
        /// Its id.
        "id" id: Sp<Id>,
        /// The front.
        "front" front: Sp<LayoutFaceDef>,
        /// The back, if counters of this layout have one.
        "back" back: Option<LayoutFaceDef>,
        /// What is printed between two values; `-` if nothing is said.
        "separator" separator: Option<String>,
        /// The template in `templates/faces` that draws them; `unit` if nothing is said.
        "template" template: Option<Sp<String>>,
        /// The side of these counters, if it is not the game's.
        "counter-size" counter_size: Option<Sp<Length>>,
    }

    /// One face of a layout.
    LayoutFaceDef as "face" {
        /// What the face means: full, reduced, fresh, spent ...
        "state" state: Sp<String>,
        /// Values in the order in which they are printed.
        "values" values: Vec<Sp<String>>,
    }

    /// A key of the author's own.
    AttributeDef as "attribute" {
        /// What has it.
        "of" of: Sp<AttributeOf>,
        /// The key.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// What it can be.
        "kind" kind: Sp<AttributeKind>,
        /// The choices of kind choice.
        "choices" choices: Vec<String>,
        /// Smallest number.
        "min" min: Option<Sp<i64>>,
        /// Largest number.
        "max" max: Option<Sp<i64>>,
        /// Whether every one must say it.
        "required" required: Option<bool>,
        /// What holds where it is not said.
        "default" default: Option<Sp<ScalarSpec>>,
    }
}

words! {
    /// Whose work a game's data are. Decides what modules and printed pages say about it.
    Status("a status of a game") {
        /// The author's own design.
        Own = "own",
        /// Made for the publisher of the game, or approved by it.
        Official = "official",
        /// Somebody else's game, described without its publisher.
        Unofficial = "unofficial",
    }
}

words! {
    /// What attributes can belong to.
    AttributeOf("a kind of record with attributes") {
        /// Areas.
        Area = "area",
        /// Hexes.
        Hex = "hex",
        /// Squares.
        Square = "square",
        /// Units.
        Unit = "unit",
        /// Formations.
        Formation = "formation",
        /// Cards.
        Card = "card",
        /// Spaces of tracks.
        Space = "space",
    }

    /// What an attribute can be.
    AttributeKind("a kind of attribute") {
        /// A whole number.
        Number = "number",
        /// True or false.
        YesNo = "yes-no",
        /// Any text.
        Text = "text",
        /// One of the choices.
        Choice = "choice",
    }
}
