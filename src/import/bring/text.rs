//! The records of a game as an author would write them.

use super::ImportOptions;
use super::attributes::FoundAttributes;
use super::maps;
use super::setups::FoundSetup;
use super::walk::{FoundCounter, Records, largest};
use crate::carried::Link;
use crate::carried::links::attribute;
use crate::carried::names::{Safe, line, slug};
use crate::carried::quoted;
use crate::identity::{LARGEST, Lock, PieceKind};
use crate::source::LOCK;
use crate::vassal::components::Node;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The side of counters unless somebody says otherwise: 5/8 inch.
const COUNTER: f64 = 15.875;
/// No counter is printed smaller or larger than this, in millimetres.
const COUNTERS: (f64, f64) = (5.0, 150.0);
/// Colours of sides, one after the other.
const COLOURS: [&str; 10] =
    ["#8c2f2b", "#2f5d8c", "#4b6b2f", "#8c6a2f", "#5d3b7a", "#2f7a74", "#7a3b5d", "#4a4a4a", "#a0522d", "#3b4f7a"];

/// Writes the files of the folder, but not what is carried.
pub(super) fn write(
    records: &Records<'_>,
    (setups, volumes): (&[FoundSetup], &[Option<String>]),
    tree: &Node,
    options: &ImportOptions,
    title: &(String, String),
    files: &mut BTreeMap<String, Vec<u8>>,
) {
    let size = options.counter_size.unwrap_or(COUNTER);
    let scale = size / records.common_pixels();
    let mut text = Text {
        records,
        size,
        scale,
        attributes: FoundAttributes::of(records),
        counts: counts(setups),
        plain_backs: BTreeMap::new(),
    };
    text.draw_backs(files);
    let mut put = |name: String, text: String| drop(files.insert(name, text.into_bytes()));
    put("game.toml".to_string(), text.game(options, tree, title));
    let mut names = Safe::default();
    for (palette, counters) in by_palette(&records.counters) {
        put(names.file(&format!("counters-{}", slug(palette)), "toml"), text.counters(palette, &counters));
    }
    if !records.decks.is_empty() {
        put("cards.toml".to_string(), text.cards());
    }
    for map in &records.maps {
        let own = maps::text(map, scale);
        put(names.file(&format!("map-{}", map.id), "toml"), own);
    }
    if !setups.is_empty() {
        put("scenarios.toml".to_string(), scenarios(setups, volumes));
    }
    if setups.iter().any(|setup| !setup.placed.is_empty()) {
        put("scenarios.setups.csv".to_string(), placements(setups));
    }
    put(LOCK.to_string(), lock(records).text());
}

pub(super) struct Text<'a> {
    pub records: &'a Records<'a>,
    size: f64,
    /// Millimetres of a pixel.
    pub scale: f64,
    pub attributes: FoundAttributes,
    counts: BTreeMap<Link, usize>,
    /// The backs of decks that have none, and no room for the printed one: the deck, and the picture.
    pub plain_backs: BTreeMap<String, String>,
}

/// How many of each piece the setup with most of them has.
fn counts(setups: &[FoundSetup]) -> BTreeMap<Link, usize> {
    let mut most = BTreeMap::<Link, usize>::new();
    for setup in setups {
        let mut own = BTreeMap::<&Link, usize>::new();
        for placed in &setup.placed {
            *own.entry(&placed.what).or_default() += 1;
        }
        for (link, count) in own {
            let most = most.entry(link.clone()).or_default();
            *most = (*most).max(count);
        }
    }
    most
}

/// Counters by the palette or map they stand in, in their order.
fn by_palette(counters: &[FoundCounter]) -> Vec<(&str, Vec<&FoundCounter>)> {
    let mut groups: Vec<(&str, Vec<&FoundCounter>)> = Vec::new();
    for counter in counters {
        // Most modules have one palette with a tab for each kind: the tab says more.
        let name = counter.around.get(1).or(counter.around.first()).map_or("pieces", String::as_str);
        match groups.iter_mut().find(|(own, _)| slug(own) == slug(name)) {
            Some((_, group)) => group.push(counter),
            None => groups.push((name, vec![counter])),
        }
    }
    groups
}

impl Text<'_> {
    fn game(&self, options: &ImportOptions, tree: &Node, (name, version): &(String, String)) -> String {
        let about = attribute(tree, "description").map(line).filter(|about| !about.is_empty());
        let title = Some(line(name)).filter(|name| !name.is_empty()).unwrap_or_else(|| options.id.clone());
        let mut text = String::from("src = \"owner\"\n\n[game]\n");
        let _ = writeln!(
            text,
            "id = {}\ntitle = {}\nversion = {}",
            quoted(&options.id),
            quoted(&title),
            quoted(&semantic(version))
        );
        let _ = writeln!(text, "counter-size = \"{}mm\"", number(self.size));
        if let Some(about) = about {
            let _ = writeln!(text, "about = {}", quoted(&about));
        }
        text.push_str("\n[warnings]\nallow = [\"crowded\", \"missing-letter\", \"unused-picture\"]\n");
        if self.records.sides.is_empty() {
            text.push_str("\n[[side]]\nid = \"players\"\nname = \"Players\"\ncolour = \"#4a4a4a\"\n");
        }
        for (side, colour) in self.records.sides.iter().zip(COLOURS.iter().cycle()) {
            let _ = writeln!(
                text,
                "\n[[side]]\nid = {}\nname = {}\ncolour = \"{colour}\"",
                quoted(&side.id),
                quoted(&side.name)
            );
        }
        for (id, name) in self.types() {
            let _ = writeln!(text, "\n[[type]]\nid = {}\nname = {}\nsymbol = \"infantry\"", quoted(&id), quoted(&name));
        }
        for (id, (name, side)) in self.formations() {
            let _ = writeln!(
                text,
                "\n[[formation]]\nid = {}\nname = {}\nside = {}",
                quoted(&id),
                quoted(&name),
                quoted(&side)
            );
        }
        self.attributes.write(&mut text);
        text.push_str("\n# Everything of the module that has no record stands in the folder `module`, and is built again from there.\n");
        let _ = writeln!(text, "[module]\ncarried = \"module\"");
        if *version == line(version) && !version.is_empty() {
            let _ = writeln!(text, "version = {}", quoted(version));
        }
        text.push_str(&self.records.parts.text());
        text
    }

    /// Types by id.
    fn types(&self) -> BTreeMap<String, String> {
        let units = self.records.counters.iter().filter(|counter| counter.side.is_some());
        units.map(|unit| (kind_id(unit), unit.kind.clone().unwrap_or_else(|| "Unit".to_string()))).collect()
    }

    /// Formations by id: their names and sides.
    fn formations(&self) -> BTreeMap<String, (String, String)> {
        let units = self.records.counters.iter();
        let own = units.filter_map(|unit| {
            let side = self.records.sides.get(unit.side?)?;
            Some((self.formation(unit)?, (unit.formation.clone()?, side.id.clone())))
        });
        own.collect()
    }

    fn formation(&self, unit: &FoundCounter) -> Option<String> {
        let side = self.records.sides.get(unit.side?)?;
        Some(format!("{}-{}", side.id, slug(unit.formation.as_deref()?)).chars().take(60).collect())
    }

    fn counters(&self, palette: &str, counters: &[&FoundCounter]) -> String {
        let mut text = String::from("src = \"owner\"\n");
        let mut groups: Vec<(Option<usize>, &[String], Vec<&FoundCounter>)> = Vec::new();
        for counter in counters {
            match groups.iter_mut().find(|(side, around, _)| *side == counter.side && *around == counter.around) {
                Some((.., group)) => group.push(counter),
                None => groups.push((counter.side, &counter.around, vec![counter])),
            }
        }
        for (side, around, group) in &groups {
            let Some(side) = side.and_then(|side| self.records.sides.get(side)) else { continue };
            let name = if around.is_empty() { palette.to_string() } else { around.join(", ") };
            let _ =
                writeln!(text, "\n[[units]]\nname = {}\nside = {}\nunit = [", quoted(&line(&name)), quoted(&side.id));
            for unit in group {
                let _ = writeln!(text, "  {{ {} }},", self.unit(unit));
            }
            text.push_str("]\n");
        }
        for (.., group) in groups.iter().filter(|(side, ..)| side.is_none()) {
            for marker in group {
                let _ = writeln!(text, "\n[[marker]]\n{}", self.faces(marker).join("\n"));
            }
        }
        text
    }

    fn unit(&self, unit: &FoundCounter) -> String {
        let mut keys = self.faces(unit);
        keys.insert(2, format!("type = {}", quoted(&kind_id(unit))));
        if let Some(formation) = self.formation(unit) {
            keys.insert(3, format!("formation = {}", quoted(&formation)));
        }
        keys.extend(self.attributes.values("unit", &unit.properties));
        keys.join(", ")
    }

    /// What units and markers have in common.
    fn faces(&self, counter: &FoundCounter) -> Vec<String> {
        let mut keys = vec![
            format!("id = {}", quoted(&counter.id)),
            format!("name = {}", quoted(&counter.name)),
            format!("image = {}", quoted(&counter.front.file)),
        ];
        if let Some(back) = &counter.back {
            keys.push(format!("back-image = {}", quoted(&back.file)));
        }
        let side = (largest(&counter.front) * self.scale).clamp(COUNTERS.0, COUNTERS.1);
        if (side / self.size - 1.0).abs() > 0.06 {
            keys.push(format!("counter-size = \"{}mm\"", number(side.round())));
        }
        let count = self.counts.get(&counter.link()).copied().unwrap_or(1).clamp(1, 999);
        if count > 1 {
            keys.push(format!("count = {count}"));
        }
        keys.extend(counter.extension.as_ref().map(|name| format!("extension = {}", quoted(name))));
        keys
    }
}

fn kind_id(unit: &FoundCounter) -> String {
    unit.kind.as_deref().map(slug).filter(|id| !id.is_empty()).unwrap_or_else(|| "unit".to_string())
}

/// A number without zeros at its end.
pub(super) fn number(number: f64) -> String {
    let text = format!("{number:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// A version of three numbers, made of any version.
fn semantic(version: &str) -> String {
    let numbers = version.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let mut parts: Vec<u64> = numbers.take(3).filter_map(|part| part.parse().ok()).collect();
    if parts.is_empty() {
        parts.push(1);
    }
    parts.resize(3, 0);
    format!("{}.{}.{}", parts[0], parts[1], parts[2])
}

fn scenarios(setups: &[FoundSetup], volumes: &[Option<String>]) -> String {
    let mut text = String::from("src = \"owner\"\n# Where every piece lies stands in scenarios.setups.csv.\n");
    for setup in setups {
        let _ = writeln!(text, "\n[[scenario]]\nid = {}\nname = {}", quoted(&setup.id), quoted(&setup.name));
        if let Some(Some(extension)) = volumes.get(setup.volume) {
            let _ = writeln!(text, "extension = {}", quoted(extension));
        }
    }
    text
}

fn placements(setups: &[FoundSetup]) -> String {
    let mut text = String::from("# src = owner\nscenario,units,marker,window,pixel\n");
    for setup in setups {
        for placed in &setup.placed {
            let (unit, marker) = match &placed.what {
                Link::Marker(id) => ("", id.as_str()),
                other => (other.id(), ""),
            };
            let window = cell(&placed.window);
            let _ = writeln!(text, "{},{unit},{marker},{window},{} {}", setup.id, placed.x, placed.y);
        }
    }
    text
}

fn cell(text: &str) -> String {
    if text.contains([',', '"', '#']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

/// The numbers of all pieces, as the module gave them out. Of several with one number, the first has it.
fn lock(records: &Records<'_>) -> Lock {
    let mut lock = Lock::default();
    let mut taken = BTreeSet::new();
    let counters = records.counters.iter().map(|counter| (counter.link(), &counter.gpid));
    let cards = records.decks.iter().flat_map(|deck| &deck.cards);
    let cards = cards.map(|card| (Link::Card(card.id.clone()), &card.gpid));
    let mut without = Vec::new();
    for (link, gpid) in counters.chain(cards) {
        without.push(link.to_string());
        if let Some(number) = gpid.parse::<u32>().ok().filter(|number| (1..LARGEST).contains(number))
            && taken.insert(number)
        {
            lock.pieces.insert(link.to_string(), number);
            without.pop();
        }
    }
    let highest = records.highest.min(LARGEST - 1);
    if highest > 0 && !taken.contains(&highest) {
        // What the module had beside: nothing new gets a number below.
        lock.retired.insert("marker/of-the-module".to_string(), highest);
    }
    // Pieces of old modules have no number, or one that another has. A deck of ours has words that count its cards, the module
    // has none. Both get their numbers here, so that the first build finds nothing to write.
    let free = highest.max(taken.last().copied().unwrap_or(0)).saturating_add(1)..LARGEST;
    let counts = records.decks.iter().map(|deck| PieceKind::Count.key(&deck.id));
    lock.pieces.extend(without.into_iter().chain(counts).zip(free));
    lock
}
