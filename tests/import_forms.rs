//! `punchboard import`: every trait and every component of VASSAL 2.7 to 3.7, in every length that a version wrote, and with
//! values that make no sense.

use crate::import::{built, comes_back, edit};
use crate::import_maps::{changed, text};
use punchboard::vassal::components::*;
use punchboard::vassal::traits::*;
use punchboard::vassal::{Basic, Piece, RawPiece, RawTrait, Trait, sequence};

/// Traits that this program does not know, in full.
const UNKNOWN: &[&str] = &[
    "attach;Group;;Attach;65,130;Clear;67,130;{Side==\"Red\"};true;2;true;;-1;;Clear some;68,130;;true;;;false;true",
    "border;Marked;;2;255,0,0;;0",
    "cmt;A note; of two parts",
    "locCommand;;zone;{true};Go to $LocationName$;71,130;true",
    "locmsg;key;;message",
    "mat;Raft;",
    "matPiece;;true;0;0;;",
    "pivot;Pivot;80,130;-10;5;true;60.0;;Back;81,130;90",
    "playSound;bang.wav;Bang;66,130;true;;false",
    "propertysheet;0Name~1Notes~4Steps;Sheet;;0;255;255;255;83,130;",
    "rotate;6;93,130;91,130;Turn right;Turn left;;;;Facing",
    "setpieceprop;steps;true,0,4,false;Set:84\\,130:P\\,2;;;{true};false;1;true;;-1;false",
    "table;2;3;Table;84,130;",
    "translate;Move;77,130;60;0;false;0;0;0;0;",
    "turn;of;old",
    "homemade",
    ";",
    "",
];

/// Every trait in full, as the newest version writes it, and as the oldest did.
fn traits() -> Vec<String> {
    let picture = Embellishment { images: vec!["red-back.png".into(), String::new()], ..Embellishment::default() };
    let inner = Piece { traits: Vec::new(), basic: Basic { image: "smoke.png".into(), ..Basic::default() } };
    let places = PlaceMarker { piece: Some(inner.slot_text()), gpid: "900".into(), ..PlaceMarker::default() };
    let known: Vec<Trait> = vec![
        ActionButton::default().into(),
        AreaOfEffect::default().into(),
        BasicName::default().into(),
        CalculatedProperty::default().into(),
        ClonePiece::default().into(),
        CounterGlobalKeyCommand::default().into(),
        Delete::default().into(),
        Deselect::default().into(),
        DynamicProperty::default().into(),
        picture.into(),
        Footprint::default().into(),
        GlobalHotKey::default().into(),
        Hideable::default().into(),
        Immobilized::default().into(),
        Labeler::default().into(),
        Marker::new("Side", "Red").into(),
        MenuSeparator::default().into(),
        MovementMarkable::default().into(),
        NonRectangular::default().into(),
        Obscurable { image: "back.png".into(), ..Obscurable::default() }.into(),
        places.clone().into(),
        Replace(places).into(),
        ReportState::default().into(),
        RestrictCommands::default().into(),
        Restricted::default().into(),
        ReturnToDeck::default().into(),
        SendToLocation::default().into(),
        SetGlobalProperty::default().into(),
        SubMenu::default().into(),
        TriggerAction::default().into(),
        UsePrototype::new("Forms").into(),
    ];
    let old = ["emb;Flip;70;;;;red-back;-;", "emb;", "nonRect;m,0,0,l,5,5,c", "immob;gN", "hide;Hidden"];
    known.iter().map(Trait::type_text).chain(UNKNOWN.iter().chain(&old).map(ToString::to_string)).collect()
}

/// Each trait, cut after each of its tokens, and with tokens that nobody has written yet.
fn forms() -> Vec<String> {
    let mut forms = Vec::new();
    for own in traits() {
        let tokens = sequence::decode(&own, ';');
        forms.extend((1..=tokens.len()).map(|count| sequence::encode(&tokens[..count], ';')));
        forms.push(format!("{own};later;1"));
        forms.push(own);
    }
    forms.sort();
    forms.dedup();
    forms
}

/// A piece with one trait and its state.
fn with(form: &str, n: usize) -> RawPiece {
    let basic = Basic { name: format!("p{n}"), image: "blue.png".into(), gpid: n.to_string(), ..Basic::default() };
    let mut raw = RawPiece::decode(&Piece { traits: Vec::new(), basic }.slot_text()).unwrap();
    let state = ["", "1", "-1;x,y;;", "null"][n % 4].to_string();
    raw.traits.push(RawTrait { type_text: form.to_string(), state });
    raw
}

/// The module of the other tests with a slot for each form, and a prototype of all.
fn of_forms() -> Vec<u8> {
    changed(|files| {
        let mut tree = from_xml(&files["buildFile.xml"]).unwrap();
        let mut all = with("", 0);
        let slots = forms().into_iter().enumerate().map(|(n, form)| {
            let piece = with(&form, 1000 + n);
            all.traits.extend(piece.traits.iter().cloned());
            let name = format!("p{}", 1000 + n);
            Node::new(PieceSlot { name, gpid: (1000 + n).to_string(), text: piece.text(), ..PieceSlot::default() })
        });
        let list = ListWidget { name: "Forms".into(), ..ListWidget::default() };
        let list = Node::new(list).with_all(slots.collect::<Vec<_>>());
        let window = PieceWindow { name: "Forms".into(), ..PieceWindow::default() };
        let prototype =
            PrototypeDefinition { name: "Forms".into(), text: all.text(), ..PrototypeDefinition::default() };
        tree.children.insert(0, Node::new(PrototypesContainer::default()).with(prototype));
        tree.children.push(Node::new(window).with(list));
        files.insert("buildFile.xml".into(), to_xml(&tree));
    })
}

#[test]
fn every_trait_comes_back_in_every_length() {
    let brought = comes_back(&of_forms());
    let count = forms().len();
    assert!(count > 300, "{count}");
    // All have a picture; what the marker says makes some of them units.
    assert_eq!((brought.account.slots, brought.account.share()), (count + 5, 100));
}

#[test]
fn every_trait_stays_when_its_piece_changes() {
    let mut files = comes_back(&of_forms()).files;
    let name = "counters-forms.toml";
    let renamed = text(&files, name).replace("name = \"p1", "name = \"new 1").replace("art/blue.png", "art/red.png");
    files.insert(name.into(), renamed.into_bytes());
    edit(&mut files, "scenarios.setups.csv", "the-field,,smoke,Main,70 80", "the-field,,smoke,Main,71 80");
    let build = text(&built(&files), "buildFile.xml");
    let tree = from_xml(build.as_bytes()).unwrap();
    let (mut found, mut waiting) = (Vec::new(), vec![&tree]);
    while let Some(node) = waiting.pop() {
        waiting.extend(node.children.iter().rev());
        if let Component::PieceSlot(slot) = &node.component
            && slot.gpid.len() == 4
        {
            let piece = RawPiece::decode(&slot.text).unwrap();
            assert!(piece.basic_type(3).starts_with("new 1") && piece.basic_type(2) == "red.png", "{}", slot.text);
            found.push(piece.traits);
        }
    }
    let wanted: Vec<_> = forms().iter().enumerate().map(|(n, form)| with(form, 1000 + n).traits).collect();
    assert_eq!(found, wanted);
}

/// Components that are read, or might be: each by its class below `VASSAL.build`.
const CLASSES: &str = "module.BasicCommandEncoder module.Chatter module.ChartWindow module.ChessClockControl module.DiceButton module.DoActionButton \
    module.Documentation module.GlobalKeyCommand module.GlobalOptions module.InternetDiceButton module.Inventory module.KeyNamer \
    module.LOSButton module.Map module.MultiActionButton module.NotesWindow module.PieceWindow module.PlayerHand module.PlayerRoster \
    module.PredefinedSetup module.PrivateMap module.PrototypeDefinition module.PrototypesContainer module.RandomTextButton \
    module.SpecialDiceButton module.SpecialDie module.SpecialDieFace module.StartupGlobalKeyCommand module.ToolbarMenu module.WizardSupport \
    module.documentation.AboutScreen module.documentation.BrowserHelpFile module.documentation.BrowserPDFFile module.documentation.HelpFile \
    module.documentation.Tutorial module.folder.DeckSubFolder module.folder.GlobalPropertySubFolder module.folder.MapSubFolder \
    module.folder.ModuleSubFolder module.folder.PrototypeFolder module.gamepieceimage.FontStyle module.gamepieceimage.GamePieceImage \
    module.gamepieceimage.GamePieceImageDefinitions module.gamepieceimage.GamePieceLayout module.map.BoardPicker \
    module.map.CounterDetailViewer module.map.DrawPile module.map.Flare module.map.GlobalMap module.map.LayeredPieceCollection \
    module.map.LOS_Thread module.map.MapShader module.map.MassKeyCommand module.map.MoveCameraButton module.map.SetupStack \
    module.map.StackMetrics module.map.TextSaver module.map.Zoomer module.map.boardPicker.Board module.map.boardPicker.board.HexGrid \
    module.map.boardPicker.board.RegionGrid module.map.boardPicker.board.Region module.map.boardPicker.board.SquareGrid \
    module.map.boardPicker.board.ZonedGrid module.map.boardPicker.board.mapgrid.HexGridNumbering \
    module.map.boardPicker.board.mapgrid.RegularGridNumbering module.map.boardPicker.board.mapgrid.SquareGridNumbering \
    module.map.boardPicker.board.mapgrid.Zone module.map.boardPicker.board.mapgrid.ZoneProperty module.map.deck.DeckSendKeyCommand \
    module.properties.ChangePropertyButton module.properties.GlobalProperties module.properties.GlobalProperty \
    module.properties.ScenarioPropertiesOptionTab module.turn.CounterTurnLevel module.turn.ListTurnLevel module.turn.TurnGlobalHotkey \
    module.turn.TurnTracker widget.BoxWidget widget.CardSlot widget.Chart widget.HtmlChart widget.ListWidget widget.MapWidget \
    widget.PanelWidget widget.PieceSlot widget.TabWidget";

const ATTRIBUTES: &str = "name mapName entryName chartName title image fileName file useFile isMenu icon gpid x y width height dx dy x0 y0 \
    sideways path originx originy snapTo sep first hType vType hOff vOff stagger hDescend vDescend hLeading vLeading rotateText nDice nSides \
    plus addToTotal reportTotal text value description list start incr loop loopLimit owningBoard useGridLocation location filter groupBy \
    initialValue min max reversible color isNumeric property zonePath startPage pdfFile url";

/// A component with all attributes of one value.
fn junk(class: &str, value: &str, inside: &str) -> String {
    let attributes: String = ATTRIBUTES.split_whitespace().map(|name| format!(" {name}=\"{value}\"")).collect();
    format!("<VASSAL.build.{class}{attributes}>{inside}</VASSAL.build.{class}>")
}

#[test]
fn every_component_comes_back_whatever_it_says() {
    let bare = |class: &str, inside: &str| format!("<VASSAL.build.{class}>{inside}</VASSAL.build.{class}>");
    for value in
        ["-", "", "0", "1", "-1", "99999999999", "NaN", "1e308", "true", "red.png", "field.vsav", "10,10;20,10;20,20"]
    {
        let all = |make: &dyn Fn(&str, &str) -> String| -> String {
            let each = CLASSES.split_whitespace().map(|class| make(class, ""));
            // Boards in maps, grids in boards, zones in grids; and everything in everything else that can hold it.
            let zone = make(
                "module.map.boardPicker.board.mapgrid.Zone",
                &make("module.map.boardPicker.board.RegionGrid", &make("module.map.boardPicker.board.Region", "")),
            );
            let numbers = make("module.map.boardPicker.board.mapgrid.HexGridNumbering", "");
            let squares = make("module.map.boardPicker.board.mapgrid.SquareGridNumbering", "");
            let grids = make("module.map.boardPicker.board.ZonedGrid", &zone)
                + &make("module.map.boardPicker.board.HexGrid", &numbers)
                + &make("module.map.boardPicker.board.SquareGrid", &squares);
            let board = make("module.map.BoardPicker", &make("module.map.boardPicker.Board", &grids));
            let deck = make("module.map.DrawPile", &make("widget.CardSlot", "+/null/piece;;;card.png;C/null;0;0;1"));
            let stack = make("module.map.SetupStack", &make("widget.PieceSlot", "+/null/piece;;;blue.png;/null;0;0;1"));
            let die = make("module.SpecialDiceButton", &make("module.SpecialDie", &make("module.SpecialDieFace", "")));
            let turn = make(
                "module.turn.TurnTracker",
                &make("module.turn.ListTurnLevel", &make("module.turn.CounterTurnLevel", "")),
            );
            each.collect::<String>() + &make("module.Map", &(board + &deck + &stack)) + &die + &turn
        };
        let odd = changed(|files| {
            let build = text(files, "buildFile.xml");
            let (start, end) = build.split_at(build.rfind("</").unwrap());
            let inside = if value == "-" { all(&bare) } else { all(&|class, inside| junk(class, value, inside)) };
            files.insert("buildFile.xml".into(), format!("{start}{inside}{end}").into_bytes());
        });
        let account = comes_back(&odd).account;
        assert_eq!(account.slots, 9, "{value}");
    }
}
