//! The module's own pages: what it is, how far it can be trusted, and the keys.

use super::keys::Shortcut;
use crate::model::{Model, Tally};
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
    page.push_str(&scenarios(model));
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
    page.push_str("<table>");
    let rows = [
        ("Version of this module", Some(&game.version)),
        ("Designer of the game", game.designer.as_ref()),
        ("Publisher of the game", game.publisher.as_ref()),
        ("Rules", game.rulebook.as_ref()),
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

fn scenarios(model: &Model) -> String {
    let mut part = String::from("<h2>Scenarios</h2>");
    for scenario in &model.scenarios {
        let _ = write!(part, "<h3>{}</h3>", text(&scenario.name));
        let mut words = Vec::new();
        words.extend(scenario.turns.map(|turns| format!("Turns {} to {}.", turns.first, turns.last)));
        words.extend(
            scenario
                .first
                .as_ref()
                .and_then(|side| model.sides.get(side.index))
                .map(|side| format!("The {} player moves first.", text(&side.name))),
        );
        words.extend(scenario.text.as_deref().map(text));
        let _ = write!(part, "<p>{}</p>", words.join(" "));
    }
    part.push_str(
        "<p>What the players choose the place of lies on the setup cards, what arrives later on the displays.</p>",
    );
    part
}

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
