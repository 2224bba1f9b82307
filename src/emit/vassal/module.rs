//! The module: all components in their order.

use super::boards::{BoardKind, WindowBoard};
use super::codec::components::*;
use super::codec::piece::Piece;
use super::names::plain;
use super::parts::Parts;
use super::pictures::ChartPicture;
use super::players::SOLITAIRE;
use super::setups::ScenarioSetup;
use super::splash::SPLASH;
use super::{cards, help, maps, palette, pool_decks, prototypes, rolls, sheets, turns, windows};
use crate::compile::Rulebook;
use crate::syntax::Status;

/// The oldest VASSAL that modules work in: expressions that sum up and count came with 3.7.0, and everything else is
/// older.
pub const VASSAL_VERSION: &str = "3.7.0";

/// The first page.
pub const WELCOME: &str = "help/welcome.html";

/// The page about the keys.
pub const HELP: &str = "help/help.html";

/// The page about the data.
pub const ABOUT: &str = "help/about.html";

/// The rulebook.
const RULEBOOK_PDF: &str = "rulebook.pdf";

const RULEBOOK_PAGE: &str = "help/rulebook.html";

/// What points at a place.
const FLARE: &str = "Alt and click";

/// The build file.
pub fn module(
    parts: &Parts<'_>,
    pieces: &[(String, Piece)],
    boards: &[&WindowBoard],
    setups: &[ScenarioSetup],
    charts: &[ChartPicture<'_>],
) -> Node {
    let game = &parts.game.model.game;
    let root = GameModule {
        name: plain(&game.title),
        version: game.version.clone(),
        description: description(parts),
        vassal_version: VASSAL_VERSION.into(),
        next_piece_slot_id: i32::try_from(parts.game.identities.next()).unwrap_or(i32::MAX),
        ..GameModule::default()
    };
    let rolls = rolls::rolls(parts);
    Node::new(root)
        .with(BasicCommandEncoder::default())
        .with(documentation(parts, boards))
        .with(roster(parts))
        .with(options())
        .with(Chatter::default())
        .with(KeyNamer::default())
        .with(
            Node::new(GlobalProperties::default()).with_all(rolls.properties).with_all(prototypes::setup_cards(parts)),
        )
        .with(Node::new(PrototypesContainer::default()).with_all(pieces.iter().map(prototype)))
        .with_all(maps_of(parts, boards))
        .with_all(sheets::sheets(parts).iter().map(sheets::ButtonSheet::window))
        .with_all(cards::hands(parts))
        .with(palette::palette(parts))
        .with_all(windows::charts(parts, charts, boards))
        .with_all(windows::inventories(parts))
        .with(windows::notes())
        .with_all(turns::tracker(parts))
        .with_all(windows::dice(parts))
        .with_all(rolls.buttons)
        .with_all(windows::action_buttons(parts))
        .with_all(windows::setup_cards(boards))
        .with_all(cards::buttons(parts))
        .with_all(menus(parts, boards, rolls.tables, rolls.sums))
        .with_all(scenarios(setups))
}

fn description(parts: &Parts<'_>) -> String {
    let about = parts.game.model.game.about.as_deref().map(plain).unwrap_or_default();
    let status = parts.game.model.game.status;
    if status == Status::Own {
        return about;
    }
    format!("{}. {about}", help::kind_of_module(parts.game.model, "module")).trim().to_string()
}

fn prototype((name, piece): &(String, Piece)) -> Node {
    Node::new(PrototypeDefinition { name: name.clone(), text: piece.slot_text(), ..PrototypeDefinition::default() })
}

fn documentation(parts: &Parts<'_>, boards: &[&WindowBoard]) -> Node {
    let page = |title: &str, file: &str| {
        Node::new(HelpFile { title: title.into(), file_name: file.into(), ..HelpFile::default() })
    };
    let title = plain(&parts.game.model.game.title);
    Node::new(Documentation::default())
        .with(AboutScreen { title: format!("About {title}"), file_name: SPLASH.into(), ..AboutScreen::default() })
        .with(page("Welcome", WELCOME))
        .with(page("Keys and buttons", HELP))
        .with_all(rulebook(parts))
        .with_all(scenario_pages(parts).map(|(title, file, _)| page(&title, &file)))
        .with_all(window_pages(parts, boards).iter().map(|own| page(own.title, own.file)))
        .with(page(help::about_title(parts.game.model), ABOUT))
}

/// A page on each scenario: its title, its path in the module, and the page. VASSAL breaks its lines and opens it at
/// the top, which it does not with notes and with pages among the charts.
fn scenario_pages<'a>(parts: &'a Parts<'_>) -> impl Iterator<Item = (String, String, String)> + 'a {
    let model = parts.game.model;
    let files = crate::emit::file_names(model.scenarios.iter().map(|scenario| scenario.id.as_str()));
    model.scenarios.iter().zip(files).map(move |(own, file)| {
        (format!("Scenario: {}", plain(&own.name)), format!("help/scenario-{file}.html"), help::scenario(model, own))
    })
}

/// The rulebook in the help menu, if its author gives it.
fn rulebook(parts: &Parts<'_>) -> Option<Node> {
    let title = parts.game.model.game.rulebook.as_deref().map_or_else(|| "Rulebook".to_string(), plain);
    Some(match parts.game.rulebook? {
        Rulebook::Pdf(_) => {
            Node::new(BrowserPDFFile { title, file_name: RULEBOOK_PDF.into(), ..BrowserPDFFile::default() })
        }
        Rulebook::Text(_) => Node::new(HelpFile { title, file_name: RULEBOOK_PAGE.into(), ..HelpFile::default() }),
    })
}

/// A page for each kind of window that the module has.
fn window_pages(parts: &Parts<'_>, boards: &[&WindowBoard]) -> Vec<help::WindowPage> {
    let has = |wanted: &dyn Fn(&BoardKind) -> bool| boards.iter().any(|board| wanted(&board.kind));
    let trays = |kind: &BoardKind| matches!(kind, BoardKind::Display(_) | BoardKind::Setup(_) | BoardKind::Eliminated);
    let pages = [
        (has(&|kind| matches!(kind, BoardKind::Map(_))), help::MAPS),
        (has(&trays), help::TRAYS),
        (!parts.buttons.is_empty(), help::ROLLS),
        (has(&|kind| *kind == BoardKind::Cards), help::CARDS),
        (true, help::CHARTS),
        (true, help::PALETTE),
    ];
    pages.into_iter().filter(|(there, _)| *there).map(|(_, page)| page).collect()
}

/// The players of the game, one player for all of them, and a referee.
fn roster(parts: &Parts<'_>) -> Node {
    let players = parts.game.model.players().into_iter().map(plain);
    let seats = players.chain([SOLITAIRE.to_string(), "Referee".to_string()]);
    let roster = PlayerRoster {
        button_text: "Side".into(),
        tooltip: "Change sides, or look on".into(),
        ..PlayerRoster::default()
    };
    Node::new(roster).with_all(seats.map(RosterEntry::new))
}

fn options() -> Node {
    Node::new(GlobalOptions {
        auto_report: Prompt::Always,
        chatter_html: Prompt::Never,
        hotkeys_on_closed_windows: Prompt::Always,
        player_id_format: "$PlayerName$".into(),
        inventory_for_all: Prompt::Never,
        keep_leading_zeros: true,
        ..GlobalOptions::default()
    })
}

/// Windows of maps and trays. The first map is the main window.
fn maps_of(parts: &Parts<'_>, boards: &[&WindowBoard]) -> Vec<Node> {
    let window = |(n, board): (usize, &&WindowBoard)| {
        let window = maps::window(parts, board, n == 0);
        window.with_all(pool_decks::piles(parts, board)).with_all(cards::piles(parts, board))
    };
    boards.iter().enumerate().map(window).collect()
}

/// Buttons that would crowd the toolbar, in menus.
fn menus(parts: &Parts<'_>, boards: &[&WindowBoard], tables: Vec<String>, sums: Vec<String>) -> Vec<Node> {
    let open = boards.iter().skip(1).filter(|board| !matches!(board.kind, BoardKind::Private(_) | BoardKind::Setup(_)));
    let mut trays: Vec<String> = open.map(|board| board.name.clone()).collect();
    if boards.iter().any(|board| matches!(board.kind, BoardKind::Setup(_))) {
        trays.push(windows::SETUP_CARDS.into());
    }
    let actions = windows::buttons_of(parts).map(|action| plain(&action.name)).collect();
    [
        windows::menu("Trays", "tray", "Displays, setup cards and further maps", trays),
        windows::menu(
            "Tables",
            "table",
            "Roll on a table or work out a fight: fill in its sheet, roll, and the chat says what comes of it",
            tables,
        ),
        windows::menu("Sums", "table", "Add up a value: fill in its sheet, and the chat says what it comes to", sums),
        windows::menu("Draw", "deck", "Draw a card into the hand", cards::button_names(parts)),
        windows::menu("Actions", "refresh", "Things done to many counters at once", actions),
        windows::menu("Inventory", "inventory", "What is where", vec!["By place".into(), "By formation".into()]),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn scenarios(setups: &[ScenarioSetup]) -> Vec<Node> {
    let mut nodes: Vec<Node> = setups
        .iter()
        .map(|setup| {
            Node::new(PredefinedSetup {
                name: setup.name.clone(),
                file: Some(setup.file.clone()),
                ..PredefinedSetup::default()
            })
        })
        .collect();
    nodes.push(Node::new(PredefinedSetup {
        name: "Empty board".into(),
        use_file: false,
        ..PredefinedSetup::default()
    }));
    nodes
}

/// The pages of the module, by their path in it. They speak of the buttons that it has.
pub fn pages(parts: &Parts<'_>, boards: &[&WindowBoard], build: &Node) -> Vec<(String, Vec<u8>)> {
    let model = parts.game.model;
    let buttons = [
        ("Turn", "The turn and its steps; Alt+Right goes on, Alt+Left goes back."),
        ("Tables", "A sheet for each table and fight: fill it in, roll, and the chat says what comes of it."),
        ("Sums", "A sheet for each value that is added up."),
        ("Trays", "Displays and setup cards. The counters on them belong onto the map when their time comes."),
        ("Charts", "The player aid, every table, the turn record, and setup cards."),
        ("Counters", "Every counter of the game, to drag onto a map."),
        ("Inventory", "All counters by place or by formation; click one to see it."),
        ("Draw", "Takes the next card of a deck into the hand."),
        ("Actions", "Things done to many counters at once."),
        (FLARE, "Points at a place on the map, for all players."),
    ];
    let texts = build.children.iter().flat_map(|node| node.component.attributes());
    let texts: Vec<String> =
        texts.filter(|(name, _)| name == "text" || name == "buttonText").map(|(_, text)| text).collect();
    let here = |name: &&(&str, &str)| name.0 == FLARE || texts.iter().any(|text| text == name.0);
    let buttons: Vec<(&str, &str)> = buttons.iter().filter(here).copied().collect();
    let shortcuts = super::shortcuts::shortcuts(parts);
    let windows = window_pages(parts, boards);
    let mut pages = vec![
        (WELCOME.to_string(), help::welcome(model)),
        (HELP.to_string(), help::help(model, &shortcuts, &buttons)),
        (ABOUT.to_string(), help::about(model)),
    ];
    pages.extend(windows.iter().map(|own| (own.file.to_string(), own.html())));
    pages.extend(scenario_pages(parts).map(|(_, file, page)| (file, page)));
    let mut files: Vec<_> = pages.into_iter().map(|(name, page)| (name, page.into_bytes())).collect();
    files.extend(parts.game.rulebook.map(|book| match book {
        Rulebook::Pdf(bytes) => (RULEBOOK_PDF.to_string(), bytes.clone()),
        Rulebook::Text(text) => (RULEBOOK_PAGE.to_string(), help::rulebook(model, text).into_bytes()),
    }));
    files
}
