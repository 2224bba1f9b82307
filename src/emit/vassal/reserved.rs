//! Names of properties that mean something already.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Whether a property of that name exists already: one of VASSAL's, which a piece would no longer answer, or one of
/// every module's own. Words of Java cannot be said in expressions either.
pub fn is_reserved(name: &str) -> bool {
    static NAMES: LazyLock<BTreeSet<&str>> =
        LazyLock::new(|| [VASSAL, OWN, JAVA].into_iter().flat_map(str::split_ascii_whitespace).collect());
    OWN_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) || NAMES.contains(name)
}

/// What pieces, decks, maps, players and the module of VASSAL 3.7 answer themselves, and what VASSAL keeps with pieces.
const VASSAL: &str = "
    AttachCount AttachList AttachName BasicName BoardOfCommand ClickedX ClickedY CurrentBoard CurrentLanguage
    CurrentLanguageName CurrentMap CurrentMat CurrentMatBasicName CurrentMatBoard CurrentMatID CurrentMatLocationName
    CurrentMatMap CurrentMatOffsetX CurrentMatOffsetY CurrentMatPieceName CurrentMatX CurrentMatY CurrentMatZone
    CurrentX CurrentY CurrentZone DeckName DeckPosition DrawingMouseover DrawingMouseoverIndex Immobile Inner Invisible
    InvisibleDisableAutoReportMoves InvisibleToOthers IsCargo KeyCommands LocalizedBasicName LocalizedPieceName
    LocationName LocationOfCommand MatContents MatID MatName MatNumCargo MaybeMoved ModuleDescription
    ModuleGameFileName ModuleName ModuleOther1 ModuleOther2 ModuleVersion Moved NoStack Obscured ObscuredPreDraw
    ObscuredToOthers OldBoard OldDeckName OldLocationName OldMap OldMat OldMatBasicName OldMatID OldMatOffsetX
    OldMatOffsetY OldMatPieceName OldX OldY OldZone Outer PieceName PieceUID PlayerId PlayerName PlayerSide Restricted
    RestrictedMovement Selected StackPos StackSize UiPieceCount UiPieceIndex UniqueID VassalVersionCreated
    VassalVersionRunning ZoneOfCommand bandSelectEventFilter cannotMove hiddenBy label moveEventFilter pieceName
    playerId playerName playerSide selectEventFilter snapshot transparency useUnrotatedShape visibleState";

/// What every module of ours calls its own.
const OWN: &str = "
    Arrives ChangedLabel ChangedValues Class Deck DeckTitle Effect Exits Faces Fight FightAttackers FightControl FightDefenders FightLocation FightMap FightPlace FightZone FollowsTurn Formation FormationName Ground Id Layer PlaceId
    PlaceName PlaceNumber Sheet Side SideName Size SlotOf SpaceAfter SpaceBefore SpaceFirst State Step Step_Active Step_Image
    Step_Level Step_Name Steps Strength Terrain Title TrackOf Turn TurnStep Type TypeName Use";

/// How names of properties begin that modules make of ids.
const OWN_PREFIXES: [&str; 11] =
    ["Best_", "Count_", "Found_", "Hexes_", "Pool_", "Printed_", "Range_", "Shown_", "Status_", "Turn_", "table__"];

const JAVA: &str = "
    abstract assert boolean break bsh byte case catch char class const continue default do double else enum extends
    false final finally float for goto if implements import instanceof int interface long native new null package
    private protected public return short static strictfp super switch synchronized this throw throws transient true
    try void volatile while";
