//! The module's own pages: what it is, how far it can be trusted, and the keys.

use super::shortcuts::Shortcut;
use crate::model::{Entry, Model, Scenario, Tally};
use crate::syntax::Status;
use std::fmt::Write;

/// A page that tells a player how the module is used.
pub fn help(model: &Model, shortcuts: &[(&str, Vec<Shortcut>)], buttons: &[(&str, &str)]) -> String {
    let mut page = head(&format!("{}: the module", model.game.title));
    let _ = write!(page, "<h1>{}</h1>", text(&model.game.title));
    if let Some(whose) = whose_work(model) {
        let _ = write!(page, "<p>{}</p>", text(&whose));
    }
    page.push_str("<h2>Keys</h2><p>Click a counter, then press a key or open its menu with the right button.</p>");
    for (group, shortcuts) in shortcuts.iter().filter(|(_, shortcuts)| !shortcuts.is_empty()) {
        let _ = write!(page, "<h3>{}</h3><table>", text(group));
        for shortcut in shortcuts {
            let _ = write!(page, "<tr><td><b>{}</b></td>", text(&shortcut.keys));
            let _ = write!(page, "<td>{}</td><td>{}</td></tr>", text(&shortcut.name), text(&shortcut.about));
        }
        page.push_str("</table>");
    }
    page.push_str("<h2>Buttons</h2><table>");
    for (name, about) in buttons {
        let _ = write!(page, "<tr><td><b>{}</b></td><td>{}</td></tr>", text(name), text(about));
    }
    page.push_str("</table>");
    page.push_str("</body></html>\n");
    page
}

/// A page that tells where the data come from.
pub fn about(model: &Model) -> String {
    let game = &model.game;
    let mut page = head(&format!("About {}", game.title));
    let _ = write!(page, "<h1>{}</h1>", text(&game.title));
    if let Some(about) = &game.about {
        let _ = write!(page, "<p>{}</p>", text(about));
    }
    let made = "made with Punchboard; letters are set in PT Sans (Open Font License)".to_string();
    page.push_str("<h2>Credits</h2><table>");
    let rows = [
        ("Version of this module", Some(&game.version)),
        ("Designer of the game", game.designer.as_ref()),
        ("Publisher of the game", game.publisher.as_ref()),
        ("Rules", game.rulebook.as_ref()),
        ("Data, art and module", Some(&made)),
    ];
    for (name, value) in rows {
        if let Some(value) = value {
            let _ = write!(page, "<tr><td><b>{name}</b></td><td>{}</td></tr>", text(value));
        }
    }
    page.push_str("</table>");
    if let Some(whose) = whose_work(model) {
        let _ = write!(page, "<p>{}</p>", text(&whose));
    }
    if model.game.status == Status::Unofficial {
        page.push_str(&sources(model));
    }
    page.push_str("</body></html>\n");
    page
}

fn head(title: &str) -> String {
    format!("<html><head><title>{}</title></head><body>", text(title))
}

/// The title of the page about the game.
pub fn about_title(model: &Model) -> &'static str {
    if model.game.status == Status::Unofficial { "Where the data come from" } else { "About the game" }
}

/// `Unofficial module`, or what it is otherwise; `noun` begins with what follows the status.
pub fn kind_of_module(model: &Model, noun: &str) -> String {
    match model.game.status {
        Status::Official => format!("Official {noun}"),
        Status::Unofficial => format!("Unofficial {noun}"),
        Status::Own => {
            let mut letters = noun.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
        }
    }
}

/// What every player has to know before trusting the module. Of an author's own design there is nothing to say.
pub fn whose_work(model: &Model) -> Option<String> {
    let publisher = model.game.publisher.as_deref();
    match (model.game.status, publisher) {
        (Status::Own, _) => None,
        (Status::Official, None) => Some("This is the official module of the game.".to_string()),
        (Status::Official, Some(publisher)) => {
            let stop = if publisher.ends_with('.') { "" } else { "." };
            Some(format!("This is the official module of the game, published by {publisher}{stop}"))
        }
        (Status::Unofficial, _) => Some(unofficial(model)),
    }
}

fn unofficial(model: &Model) -> String {
    let share = percent(model.coverage.total.reconstructed, &model.coverage.total);
    let publisher = model.game.publisher.as_deref().unwrap_or("the game's publisher");
    let stop = if publisher.ends_with('.') { "" } else { "." };
    format!(
        "This module is unofficial: it was not made, checked or approved by {publisher}{stop} All art is new. \
         {share} of its data are reconstructed: the rules' text does not contain them, and they were filled in from \
         history and judgement. To play, own the game."
    )
}

fn sources(model: &Model) -> String {
    let total = &model.coverage.total;
    let mut part = String::from("<h2>Where the data come from</h2><table>");
    let rows = [
        ("stated by the rules", total.rulebook),
        ("shown by an example or a remark in the rules", total.inferred),
        ("reconstructed from history and judgement", total.reconstructed),
        ("supplied by owners of the printed game", total.owner),
        ("without a source", total.unsaid),
    ];
    for (name, count) in rows.iter().filter(|(_, count)| *count > 0) {
        let _ = write!(part, "<tr><td><b>{}</b></td><td>{name} ({count})</td></tr>", percent(*count, total));
    }
    part.push_str("</table>");
    if !model.missing.is_empty() {
        part.push_str("<h2>What the rules' text lacks</h2><ul>");
        for missing in &model.missing {
            let _ = write!(part, "<li>{}</li>", text(&missing.what));
        }
        part.push_str("</ul>");
    }
    part
}

/// What a player has to know of a scenario.
pub fn scenario(model: &Model, scenario: &Scenario) -> String {
    let mut page = head(&scenario.name);
    let _ = write!(page, "<h1>{}</h1>", text(&scenario.name));
    let mut words = Vec::new();
    words.extend(scenario.turns.map(|turns| format!("Turns {} to {}.", turns.first, turns.last)));
    let first = scenario.first.as_ref().and_then(|side| model.sides.get(side.index));
    words.extend(first.map(|side| format!("The {} player moves first.", text(&side.name))));
    words.extend(scenario.text.as_deref().map(text));
    let _ = write!(page, "<p>{}</p>", words.join(" "));
    let victories = scenario.victory.iter().filter_map(|victory| model.rules.victories.get(victory.index));
    listed(&mut page, "Victory", victories.map(|own| (own.name.as_str(), own.text.as_str())));
    let rules = scenario.special.iter().filter_map(|rule| model.rules.rules.get(rule.index));
    listed(&mut page, "Special rules", rules.map(|own| (own.name.as_str(), own.text.as_str())));
    let side = |entry: &Entry| model.sides.get(entry.side.index).map_or("", |side| side.name.as_str());
    let entries = scenario.entries.iter().filter_map(|entry| Some((side(entry), entry.text.as_deref()?)));
    listed(&mut page, "Reinforcements", entries);
    page.push_str("</body></html>\n");
    page
}

/// Names and what they mean, under a heading; nothing if there are none.
fn listed<'a>(page: &mut String, heading: &str, items: impl Iterator<Item = (&'a str, &'a str)>) {
    let items: Vec<String> =
        items.map(|(name, about)| format!("<p><b>{}</b> {}</p>", text(name), text(about))).collect();
    if !items.is_empty() {
        let _ = write!(page, "<h2>{heading}</h2>{}", items.concat());
    }
}

/// The first page: what this is and how a game begins.
pub fn welcome(model: &Model) -> String {
    let game = &model.game;
    let mut page = head(&game.title);
    let _ = write!(page, "<h1>{}</h1>", text(&game.title));
    if let Some(about) = &game.about {
        let _ = write!(page, "<p>{}</p>", text(about));
    }
    page.push_str(
        "<p>Choose <b>File &gt; New Game</b> and a scenario, then your side; <i>Solitaire</i> plays all of them. What \
         has one place stands there. What its player chooses the place of waits on setup cards (<b>Trays &gt; Setup \
         cards</b>), what arrives later on the displays.</p><p>Click a counter with the right button to see what it \
         can do, hold the mouse over a place to see what is there, and press <b>Alt+Right</b> when a step of the turn \
         is done.</p>",
    );
    if let Some(whose) = whose_work(model) {
        let _ = write!(page, "<p>{}</p>", text(&whose));
    }
    page.push_str("</body></html>\n");
    page
}

/// A rulebook that is plain text: empty lines part its paragraphs.
pub fn rulebook(model: &Model, rules: &str) -> String {
    let title = model.game.rulebook.as_deref().unwrap_or("Rulebook");
    let lines = rules.replace("\r\n", "\n");
    let paragraphs = lines.split("\n\n").map(str::trim).filter(|own| !own.is_empty());
    let paragraphs: String = paragraphs.map(|own| format!("<p>{}</p>", text(own).replace('\n', "<br>"))).collect();
    format!("{}<h1>{}</h1>{paragraphs}</body></html>\n", head(title), text(title))
}

/// A page about one kind of window.
pub struct WindowPage {
    /// Its title.
    pub title: &'static str,
    /// Its path in the module.
    pub file: &'static str,
    about: &'static [&'static str],
}

impl WindowPage {
    /// The page.
    pub fn html(&self) -> String {
        let paragraphs: String = self.about.iter().map(|about| format!("<p>{}</p>", text(about))).collect();
        format!("{}<h1>{}</h1>{paragraphs}</body></html>\n", head(self.title), text(self.title))
    }
}

/// The map window.
pub const MAPS: WindowPage = WindowPage {
    title: "The map",
    file: "help/map.html",
    about: &[
        "Drag counters to move them; a moved counter gets a mark, which goes when another side's business begins. \
         Double-click a stack to open it, drag it to move all of it.",
        "Hold the mouse over a place: its counters, its name and the sums of each side appear.",
        "Markers that a unit lays lie beside it and above the units, so that none is hidden.",
        "Buttons above the map: zoom, overview, hide all counters, recentre, save as a picture or as text, and take off \
         all moved marks. Alt and a click points at a place for everybody.",
    ],
};

/// Displays and setup cards.
pub const TRAYS: WindowPage = WindowPage {
    title: "Trays: displays and setup cards",
    file: "help/trays.html",
    about: &[
        "Displays hold what the game keeps beside the map: reinforcements, strengths, reserves. Pale counters show what \
         belongs where; the real ones lie on them.",
        "Setup cards hold what its player may choose the place of. Trays > Setup cards opens those on which something \
         waits. What is dragged from them to the map is set up and gets no moved mark.",
    ],
};

/// Charts and notes.
pub const CHARTS: WindowPage = WindowPage {
    title: "Charts and notes",
    file: "help/charts.html",
    about: &[
        "Charts (Alt+C) has the player aid, every table, the turn record, and the setup cards that show only what stands \
         on the map already. Choose one from the list at the right.",
        "Notes (Alt+N) are for players: for all, for later, and your own.",
    ],
};

/// Palette and inventories.
pub const PALETTE: WindowPage = WindowPage {
    title: "Counters and inventories",
    file: "help/counters.html",
    about: &[
        "Counters (Alt+P) has every counter of the game: drag one onto a map to add it.",
        "Inventory lists what is on the maps, by place or by formation; click a counter to go there. It leaves out what \
         you may not know.",
    ],
};

/// Tables and sums.
pub const ROLLS: WindowPage = WindowPage {
    title: "Tables and sums",
    file: "help/tables.html",
    about: &[
        "Tables and Sums open a sheet for each table, fight and value: a row for each thing that counts, with what it is \
         and where that comes from; above them the totals. Click - and +, or a value, to change it. Roll throws all dice \
         and says the whole reckoning in the chat; Clear starts anew. What was set stays until then, and can be undone.",
        "Count units in where they stand: Ctrl+1 to attack, Ctrl+2 to defend, again to take one out. They are marked, and \
         the sheets take what they can from them, from the place of those who defend and from the turn; the first of a \
         side leads. What you set by hand stays. A roll or Clear takes the marks off.",
        "A table with one question asks it. Cancel ends it: nothing is rolled and nothing is said.",
    ],
};

/// Cards.
pub const CARDS: WindowPage = WindowPage {
    title: "Cards and hands",
    file: "help/cards.html",
    about: &[
        "Draw (Alt+D) takes the next card of your deck into your hand, or drag it from the deck. Decks are shuffled \
         whenever a card is drawn. Below each deck stands how many cards it has, how many are discarded, and how many \
         are in hand.",
        "Only you and the solitaire player see your hand. A card that is played lies open and says in the chat what it \
         does; then discard it.",
    ],
};

fn percent(part: usize, of: &Tally) -> String {
    match (part, of.total()) {
        (_, 0) | (0, _) => "0 %".to_string(),
        (part, total) => match (part * 200 + total) / (2 * total) {
            0 => "Less than 1 %".to_string(),
            percent => format!("{percent} %"),
        },
    }
}

/// Text as HTML.
pub fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
