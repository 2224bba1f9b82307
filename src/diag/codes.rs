//! Every rule of the language, by code. The long story of each is a page in `docs/errors`.

use super::{Code, Severity};

macro_rules! codes {
    ($($constant:ident $id:literal $name:literal $severity:ident $summary:literal;)*) => {
        $(#[doc = $summary]
        pub static $constant: Code =
            Code { id: $id, name: $name, severity: Severity::$severity, summary: $summary };)*

        /// All codes, in order.
        pub static ALL: &[&Code] = &[$(&$constant),*];
    };
}

codes! {
    FILE "PB0100" "file" Error "A file can be read and its name says what it holds.";
    SYNTAX "PB0101" "syntax" Error "A file is well-formed TOML or CSV.";
    UNKNOWN_KEY "PB0102" "unknown-key" Error "Every key is one that its record has.";
    MISSING_KEY "PB0103" "missing-key" Error "Every record has the keys it needs.";
    WRONG_TYPE "PB0104" "wrong-type" Error "A value is of the type its key takes.";
    BAD_VALUE "PB0105" "bad-value" Error "A value has the form its key needs: lengths with units, colours, dice, bands.";
    NUMBER "PB0106" "number-out-of-range" Error "A number is in the range its key allows.";
    NOTHING "PB0107" "missing-file" Error "A game has its game.toml, and a map file its map.";
    CONFLICT "PB0108" "conflicting-keys" Error "Keys that exclude each other are not used together, and where exactly one of several is needed, there is one.";
    TEXT_LENGTH "PB0109" "text-length" Error "A text is no longer than its key allows.";
    RENAMED_KEY "PB0110" "renamed-key" Warning "A key is called by its present name.";
    UNKNOWN_NAME "PB0201" "unknown-name" Error "Every name refers to something that exists.";
    DUPLICATE "PB0202" "duplicate-id" Error "An id is used once.";
    AMBIGUOUS "PB0203" "ambiguous-place" Error "A place that two maps share is named with its map.";
    SIDES "PB0204" "sides-differ" Error "A unit and its formation belong to the same side.";
    CIRCLE "PB0205" "circle" Error "Nothing is its own ancestor.";
    ATTRIBUTE "PB0206" "attribute-value" Error "The value of an attribute has its declared kind and range.";
    PROPERTY "PB0207" "property-taken" Error "No id is already the name of a value on a step or for a side.";
    FACE_VALUES "PB0301" "face-values" Error "A face has the values its layout lists.";
    FACES "PB0302" "faces" Error "A unit has the faces that its layout has.";
    UNUSED_TYPE "PB0303" "unused-type" Warning "Every unit type is used.";
    UNUSED_FORMATION "PB0304" "unused-formation" Warning "Every formation has units or formations below it.";
    UNUSED_TERRAIN "PB0305" "unused-terrain" Warning "Every terrain is used on its map.";
    AREA_SHAPE "PB0401" "area-shape" Error "An area has one of site, polygon and rect.";
    NO_BORDER "PB0402" "no-shared-border" Error "A declared border is between areas that touch.";
    BORDER_TWICE "PB0403" "border-twice" Error "A border is declared once.";
    OVERLAP "PB0404" "overlap" Error "Areas do not overlap.";
    GAP "PB0405" "gap" Error "There are no slivers between areas.";
    SHORT_BORDER "PB0406" "short-border" Warning "A shared border is long enough to be seen.";
    UNREACHABLE "PB0407" "unreachable" Error "Every area and hex can be reached from every other.";
    OFF_SHEET "PB0408" "off-sheet" Error "Everything drawn is on its sheet.";
    POLYGON "PB0409" "bad-polygon" Error "A polygon encloses an area and does not cross itself.";
    SITE "PB0410" "bad-site" Error "A site is on the land, apart from other sites.";
    SPLIT "PB0411" "split-area" Error "An area that grows from a site is one piece.";
    CROSSING "PB0412" "unknown-crossing" Error "A crossing is one that its boundary allows.";
    LINK "PB0413" "bad-link" Error "A link connects two places that are not neighbours already.";
    CROWDED "PB0414" "crowded" Warning "Boxes, tracks and areas do not overlap.";
    NUMBERING "PB0501" "bad-numbering" Error "A grid's number pattern gives every hex its own number.";
    OFF_MAP "PB0502" "hex-off-map" Error "A hex number is on the map.";
    APART "PB0503" "hexside-apart" Error "A hexside is between two hexes that touch.";
    JUMP "PB0504" "line-jumps" Error "A line runs from hex to neighbouring hex.";
    PAINT "PB0505" "paint" Error "Painted rows fit the grid and use letters of the key.";
    NO_RIVER "PB0506" "crossing-nothing" Error "A crossing is on a hexside that has something to cross.";
    INLAND "PB0507" "edge-inland" Error "The hexes of an edge are at the edge of the map.";
    NO_COURSE "PB0508" "no-course" Error "A river that runs through a hex comes from its hexsides.";
    TABLE_GAP "PB0601" "table-gap" Error "A table has a row for everything its dice can reach.";
    TABLE_OVERLAP "PB0602" "table-overlap" Error "A table has one row for everything its dice can reach.";
    TABLE_SHAPE "PB0603" "table-shape" Error "A row has a cell for every column.";
    TABLE_ENTRY "PB0604" "table-entry" Error "A table is entered by its dice or by a number that it asks for.";
    DEAD_ROW "PB0605" "dead-row" Warning "Every row of a table can be reached.";
    RESULT "PB0606" "unknown-result" Error "A cell holds one of the table's results.";
    TOO_MANY "PB0701" "too-many" Error "A scenario uses no more counters than there are.";
    TWICE "PB0702" "placed-twice" Error "A counter is set up in one place.";
    NOWHERE "PB0703" "placed-nowhere" Error "Every unit is set up, arrives, or is left out.";
    BEYOND "PB0704" "beyond-track" Error "Turns are on the turn track.";
    STACKING "PB0705" "overstacked" Error "The setup obeys the stacking rules.";
    STATE "PB0706" "unknown-state" Error "A counter has the face that is placed face up.";
    NO_CHOICE "PB0707" "no-choice" Error "There is a place to choose from.";
    OUTSIDE "PB0708" "outside" Error "What a scenario sets up is on its maps and in its play area.";
    NO_SLOT "PB0709" "no-slot" Error "A unit that is placed with another has a slot there.";
    UNSUPPLIED "PB0710" "unsupplied" Warning "Every unit starts with supply, or its scenario says that it does not.";
    SUPPLIED "PB0711" "supplied-after-all" Warning "Units that a scenario lists as unsupplied have no supply.";
    CONTRAST "PB0801" "contrast" Warning "Text is readable on its background.";
    PICTURE "PB0802" "bad-picture" Error "A picture or symbol can be read, and a symbol is made of plain shapes in one ink.";
    LAYER "PB0803" "bad-layer" Error "A template layer draws one thing, and has the keys it needs.";
    TEXT_FIT "PB0804" "text-too-long" Error "A text fits into its space.";
    LETTER "PB0805" "missing-letter" Warning "The fonts have every letter that is printed.";
    IMAGE_SIZE "PB0806" "image-size" Error "A picture has the proportions of the map, counter or card that it covers.";
    PICTURE_COST "PB0807" "picture-cost" Error "An SVG can be drawn with a bounded amount of work and memory.";
    MISSING_PICTURE "PB0808" "missing-picture" Error "Every picture that a counter, card or die asks for is there.";
    COARSE_PICTURE "PB0809" "coarse-picture" Warning "A picture has enough pixels to be printed at its size.";
    UNUSED_PICTURE "PB0810" "unused-picture" Warning "Every picture in `art/` is used.";
    EXPECTATION "PB0901" "expectation" Error "What the game expects of its data is true.";
    CITATION "PB0902" "unknown-rule" Error "A rule that is cited exists.";
    NO_SOURCE "PB0903" "no-source" Warning "Every record says where it comes from.";
    PROMISE_COST "PB0909" "promise-cost" Error "What a game expects of itself is tested with a bounded amount of work.";
    EXPR_SYNTAX "PB1001" "expression-syntax" Error "An expression is well-formed.";
    EXPR_TYPE "PB1002" "expression-meaning" Error "An expression uses names it knows, with types that fit.";
    EXAMPLE "PB1101" "example" Error "A worked example has the result that it states.";
    EXAMPLE_STEP "PB1102" "example-step" Error "Every step of a worked example can be carried out.";
    LOCK_SHAPE "PB1201" "lock-shape" Error "A lock is TOML with `version`, `[pieces]` and `[retired]`.";
    LOCK_VERSION "PB1202" "lock-version" Error "A lock has a version that this punchboard knows.";
    LOCK_NUMBER "PB1203" "lock-number" Error "The number of a piece is a positive whole number.";
    LOCK_TWICE "PB1204" "lock-twice" Error "Every piece of a lock has a number of its own.";
    WAS_EXISTS "PB1205" "was-exists" Error "The id that `was` names no longer exists.";
    WAS_TWICE "PB1206" "was-twice" Error "Only one record takes over from an old id.";
    WAS_UNKNOWN "PB1207" "was-unknown" Warning "The lock lists the id that `was` names.";
    PRESET "PB1301" "unknown-preset" Error "A print preset is one of the built-in ones.";
    PAPER "PB1302" "unknown-paper" Error "A paper size is a known name, or a width and a height.";
    PRINT_RANGE "PB1303" "print-range" Error "A print setting is in the range that its key allows.";
    NO_ROOM "PB1304" "no-room" Error "Everything that is printed fits on every paper.";
    BLEED "PB1305" "bleed-too-wide" Error "A bleed does not reach over its neighbour.";
    CARRIED "PB1401" "carried-module" Error "What a game carries along of a module can be read.";
    OPERATION_STEP "PB1501" "operation-step" Error "A step of an operation has the keys that it needs, and stands where it can be done.";
    OPERATION_VALUE "PB1502" "operation-value" Error "A value of an operation is named once, before it is used, and is of the kind that is wanted.";
}
