//! Sheets: a window for everything that players work out as one thing.
//!
//! A sheet is one piece on a small board. Its picture has the questions; labels show the answers, where each comes from
//! and the running totals, all of them global properties; places to click change them. So a change is a command like any
//! other: it is logged, sent, undone and saved.

mod art;
mod controls;

pub use art::DPI;

use super::boards::WindowBoard;
use super::codec::command::{Command, SavedBoard};
use super::codec::components::*;
use super::codec::key::Key;
use super::codec::piece::{Basic, Piece};
use super::codec::traits::Marker;
use super::fights::place;
use super::names::plain;
use super::parts::Parts;
use super::picture_names::picture_names;
use super::tables::{Question, TableButton, WorkedProperty};
use super::workings::{hidden, roll_key, work_key};
use super::{counting, feeds, icons, shared_traits};
use crate::draw::{Drawing, pixels};
use crate::expr::{JavaCode, java_text};
use crate::identity;
use art::SheetParts;
use controls::{ask_key, constant, pressed};
use std::collections::BTreeMap;

/// The sheet of a button.
pub struct ButtonSheet<'p> {
    /// The button.
    pub button: &'p TableButton,
    /// What its window is called.
    pub name: String,
    /// The file of its picture.
    pub image: String,
    /// Its number.
    gpid: u32,
    /// For each question the place of what answers it among all [`found`].
    feeds: Vec<Option<usize>>,
}

/// The sheets of a game.
pub fn sheets<'p>(parts: &'p Parts<'_>) -> Vec<ButtonSheet<'p>> {
    let own: Vec<&TableButton> = parts.buttons.iter().filter(|button| button.has_sheet()).collect();
    let images = picture_names(own.iter().map(|button| button.id.as_str()));
    let all = found(parts);
    let mut taken: Vec<String> = parts.boards.iter().map(|board: &WindowBoard| board.name.clone()).collect();
    let mut sheets = Vec::new();
    for (button, image) in own.into_iter().zip(images) {
        let Some(gpid) = parts.game.identities.gpid(&identity::PieceKind::Sheet.key(&button.id)) else { continue };
        let mut name = plain(&button.name);
        while taken.contains(&name) {
            name.push('\'');
        }
        taken.push(name.clone());
        let feed = |ask: &Question| all.iter().position(|code| Some(code) == feeds::found(parts, ask).as_ref());
        let feeds = button.asks.iter().map(feed).collect();
        sheets.push(ButtonSheet { button, name, image: format!("sheet_{image}.png"), gpid, feeds });
    }
    sheets
}

/// Everything that is found out from the position: code, each once.
fn found(parts: &Parts<'_>) -> Vec<String> {
    let asks = parts.buttons.iter().filter(|button| button.has_sheet()).flat_map(|button| &button.asks);
    let mut all: Vec<String> = Vec::new();
    for code in asks.filter_map(|ask| feeds::found(parts, ask)) {
        if !all.contains(&code) {
            all.push(code);
        }
    }
    all
}

fn found_name(n: usize) -> String {
    format!("Found_{n}")
}

fn before_name(n: usize) -> String {
    format!("Found_{n}_before")
}

impl ButtonSheet<'_> {
    /// What is on it and does not change.
    pub fn drawing(&self) -> Drawing {
        art::drawing(self.button)
    }

    fn size(&self) -> (i32, i32) {
        let layout = SheetParts::new(self.button);
        let whole = |millimetres: f64| i32::try_from(pixels(millimetres, DPI)).unwrap_or(1);
        (whole(layout.width()), whole(layout.height()))
    }

    fn named(&self, what: &str) -> Key {
        Key::named(format!("{what}-{}", self.button.id))
    }

    /// The key that works everything out anew.
    fn count_key(&self) -> Key {
        self.named("count")
    }

    /// The piece: all that is on it is a prototype of its own.
    fn piece(&self) -> Piece {
        let basic = Basic {
            name: self.name.clone(),
            image: self.image.clone(),
            gpid: self.gpid.to_string(),
            ..Basic::default()
        };
        // Not an `Id`: inventories list what has one.
        let own = Marker::new("Sheet", &self.button.id).into();
        Piece { traits: vec![shared_traits::prototype(self.prototype_name()), own], basic }
    }

    fn prototype_name(&self) -> String {
        format!("Sheet {}", self.button.id)
    }

    /// Its window.
    pub fn window(&self) -> Node {
        let (width, height) = self.size();
        let map = Map {
            name: self.name.clone(),
            mark_moved: Prompt::Never,
            unmoved_text: String::new(),
            unmoved_icon: ImageName::default(),
            background: Some(Color::rgb(251, 248, 240)),
            launch: true,
            button_name: self.name.clone(),
            tooltip: format!("Show or hide: {}", self.name),
            icon: icons::file("table"),
            move_within_format: String::new(),
            move_to_format: String::new(),
            create_format: String::new(),
            change_format: String::new(),
            ..Map::default()
        };
        let board = super::codec::components::Board {
            name: self.name.clone(),
            image: None,
            width,
            height,
            color: Some(Color::rgb(251, 248, 240)),
            ..super::codec::components::Board::default()
        };
        let piece = self.piece();
        let stack = SetupStack {
            name: self.name.clone(),
            board: self.name.clone(),
            x: width / 2,
            y: height / 2,
            ..SetupStack::default()
        };
        let slot = PieceSlot {
            name: self.name.clone(),
            gpid: self.gpid.to_string(),
            text: piece.slot_text(),
            ..PieceSlot::default()
        };
        Node::new(map)
            .with(Node::new(BoardPicker::default()).with(board))
            // Nothing lies on it but the sheet.
            .with(StackMetrics { disabled: true, ..StackMetrics::default() })
            .with_all(map_basics())
            .with(GlobalProperties::default())
            .with(SelectionHighlighters::default())
            .with(Node::new(stack).with(slot))
    }

    /// Its piece and its board in a saved game.
    pub fn saved(&self, prototypes: &BTreeMap<String, Piece>, id: &mut dyn FnMut() -> String) -> Command {
        let mut piece = self.piece().expanded(prototypes);
        let (width, height) = self.size();
        piece.basic.map = Some(self.name.clone());
        (piece.basic.x, piece.basic.y) = (width / 2, height / 2);
        Command::Piece { id: id(), piece }
    }

    /// The board of its window in a saved game.
    pub fn saved_board(&self) -> Command {
        let own = SavedBoard { name: self.name.clone(), ..SavedBoard::default() };
        Command::Boards { map: self.name.clone(), boards: vec![own] }
    }

    /// The properties of its questions and numbers, each with buttons without a face that change it.
    pub fn properties(&self) -> Vec<Node> {
        let ask = |(n, ask): (usize, &Question)| {
            let property = GlobalProperty {
                name: ask.property.clone(),
                initial_value: ask.default.clone(),
                ..GlobalProperty::default()
            };
            let read = JavaCode::text(&ask.property).text;
            let clear = hidden(ask_key("clear", ask), PropertyChange::Set(constant(&ask.default)));
            let fill = self.feeds.get(n).copied().flatten().map(|found| {
                let [now, before] = [found_name(found), before_name(found)].map(|name| feeds::answer(ask, &name));
                let free = format!("{read}.equals({before}) || {read}.equals({})", java_text(&ask.default));
                hidden(ask_key("fill", ask), PropertyChange::Set(format!("{{{free} ? {now} : {read}}}")))
            });
            Node::new(property).with(clear).with_all(fill)
        };
        let asks = self.button.asks.iter().enumerate().map(ask);
        asks.chain(self.button.works.iter().map(super::workings::working)).collect()
    }

    /// The buttons without a face behind it: one that works everything out, one that rolls and says it, one that clears.
    pub fn buttons(&self) -> Vec<Node> {
        let (dice, works): (Vec<&WorkedProperty>, Vec<&WorkedProperty>) =
            self.button.works.iter().partition(|work| work.dice);
        let works: Vec<Key> = works.into_iter().map(work_key).collect();
        let still = dice.iter().map(|work| super::workings::still_key(work));
        let count = still.chain(works.iter().cloned()).collect();
        let rolled = dice.iter().map(|work| work_key(work));
        let go = rolled.chain(works.iter().cloned()).chain([roll_key(self.button), counting::unmark_key()]).collect();
        let forget = self.button.asks.iter().map(|ask| ask_key("clear", ask));
        // Without marks nothing is found any more: that is what the words for where an answer comes from go by.
        let clear = forget.chain([counting::unmark_key(), counting::fill_key(), self.count_key()]).collect();
        [("count", count), ("go", go), ("clear", clear)]
            .map(|(what, keys)| pressed(&self.named(what), what, keys, self.button))
            .into()
    }

    /// The keys that fill it from what was found.
    fn fill_keys(&self) -> Vec<Key> {
        let fed = self.button.asks.iter().zip(&self.feeds).filter(|(_, feed)| feed.is_some());
        let keys: Vec<Key> = fed.map(|(ask, _)| ask_key("fill", ask)).collect();
        if keys.is_empty() { keys } else { keys.into_iter().chain([self.count_key()]).collect() }
    }
}

/// The prototypes of sheets.
pub fn prototypes(parts: &Parts<'_>) -> Vec<(String, Piece)> {
    sheets(parts).iter().map(|sheet| (sheet.prototype_name(), sheet.prototype())).collect()
}

/// What sheets need of the module beside their own: what is found out from the position, and how.
pub fn feeding(parts: &Parts<'_>, sheets: &[ButtonSheet<'_>]) -> (Vec<Node>, Vec<Node>) {
    let found = found(parts);
    if found.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let set = |name: &str, expression: String| {
        let property = GlobalProperty { name: name.into(), ..GlobalProperty::default() };
        Node::new(property).with(hidden(Key::named(format!("find-{name}")), PropertyChange::Set(expression)))
    };
    let mut properties: Vec<Node> = counting::properties(parts).into_iter().map(Node::new).collect();
    let mut keys = Vec::new();
    let mut add = |name: &str, expression: String| {
        keys.push(Key::named(format!("find-{name}")));
        properties.push(set(name, expression));
    };
    for (name, expression) in place::parts() {
        add(name, expression);
    }
    for (name, code) in feeds::numbers(parts) {
        add(name, format!("{{{code}}}"));
    }
    let control = (place::CONTROL.to_string(), feeds::control(parts));
    let wanted = found.join(" ") + &control.1;
    let used = |(name, _): &(String, String)| wanted.contains(name.as_str());
    for (name, code) in feeds::printed(parts).into_iter().filter(used).chain([control]) {
        add(&name, format!("{{{code}}}"));
    }
    for n in 0..found.len() {
        add(&before_name(n), format!("{{{}}}", JavaCode::text(&found_name(n)).text));
    }
    for (n, code) in found.iter().enumerate() {
        add(&found_name(n), format!("{{{code}}}"));
    }
    keys.extend(sheets.iter().flat_map(ButtonSheet::fill_keys));
    let fill = DoActionButton {
        name: "fill-sheets".into(),
        text: String::new(),
        tooltip: String::new(),
        hotkey: counting::fill_key(),
        do_hotkeys: true,
        hotkeys: keys,
        ..DoActionButton::default()
    };
    let buttons = std::iter::once(Node::new(fill)).chain(counting::unmark(parts)).collect();
    (properties, buttons)
}
