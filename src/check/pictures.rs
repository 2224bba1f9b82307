//! Pictures of the author's own on counters, cards and dice: which files are asked for, and whether they are there.

use crate::diag::{codes, nearest};
use crate::look::{Image, LayerDraws, Look, PhrasePart};
use crate::model::{Counter, Model, Shows};
use crate::source::decode::Cx;
use crate::source::values::picture_name;
use crate::source::{FileId, Sources, Sp, Span};
use crate::syntax::GameFiles;
use std::collections::{BTreeMap, BTreeSet};

/// What the name of a picture can ask for.
pub type NameFields<'a> = [(&'static str, &'a str)];

/// What the pictures of counters can ask for.
const OF_COUNTERS: [&str; 7] = ["id", "side", "formation", "type", "face", "state", "step"];
/// What the pictures of cards can ask for.
const OF_CARDS: [&str; 3] = ["id", "deck", "side"];
/// What the pictures of dice can ask for.
const OF_DICE: [&str; 3] = ["id", "face", "n"];

/// Millimetres of a face of a die on the player aid.
const DIE: f64 = 7.0;

/// Names that a message lists before it only counts.
const LISTED: usize = 6;
/// Dots per inch below which a picture looks coarse in print.
const COARSE: f64 = 150.0;
/// How far the proportions of a picture may be from those of what it covers.
const TOLERATED: f64 = 0.02;

/// The path of a picture: a pattern with its fields filled in. What is wrong with the pattern is found by [`check`].
pub fn filled(pattern: &str, fields: &NameFields<'_>) -> String {
    let mut path = pattern.to_string();
    for (name, value) in fields {
        path = path.replace(&format!("{{{name}}}"), &picture_name(value));
    }
    path
}

/// Gives counters of one unit or marker the author's own pictures as their faces. Steps are counted from 1.
pub fn dress(counters: &mut [Counter], front: Option<&str>, back: Option<&str>, fields: &NameFields<'_>) {
    let mut step = 0;
    for counter in counters {
        let faces = [("front", front, Some(&mut counter.front)), ("back", back, counter.back.as_mut())];
        for (face, pattern, own) in faces {
            let Some(own) = own else { continue };
            step += 1;
            let number = step.to_string();
            let shown = [("face", face), ("state", own.state.as_str()), ("step", number.as_str())];
            let all: Vec<_> = fields.iter().copied().chain(shown).collect();
            own.image = pattern.map(|pattern| filled(pattern, &all));
        }
    }
}

/// A picture that a game asks for, or could.
#[derive(Debug, Clone)]
pub struct WantedPicture {
    /// Its path in the game's folder.
    pub file: String,
    /// What it is, such as ``the front of `191/71` ``.
    pub of: String,
    /// Width and height in millimetres.
    pub size: (f64, f64),
    /// Where it is asked for; none if nothing asks for it, and the name is what `art/{id}.png` would come to.
    pub said: Option<Span>,
}

/// The pictures of every counter and card: those asked for, and the names that others would have.
pub fn wanted(files: &GameFiles, model: &Model, card_size: &dyn Fn(&str) -> (f64, f64)) -> Vec<WantedPicture> {
    let mut all = counters(files, model);
    let deck_defs: Vec<_> = files.cards.iter().flat_map(|file| &file.content.decks).collect();
    let card_defs = files.cards.iter().flat_map(|file| &file.content.cards);
    for (def, card) in card_defs.zip(&model.cards) {
        let Some((deck, deck_def)) = model.decks.get(card.deck.index).zip(deck_defs.get(card.deck.index)) else {
            continue;
        };
        let size = deck.size.unwrap_or_else(|| card_size(&deck.template));
        let said = def.image.as_ref().or(deck_def.image.as_ref()).map(|image| image.span);
        let file = card.image.clone().unwrap_or_else(|| format!("art/{}.png", picture_name(&card.id)));
        all.push(WantedPicture { file, of: format!("the card `{}`", card.id), size, said });
        if let (Some(file), Some(image)) = (card.back_image.clone(), &def.back_image) {
            all.push(WantedPicture {
                file,
                of: format!("the back of the card `{}`", card.id),
                size,
                said: Some(image.span),
            });
        }
    }
    all.extend(dice(files, model));
    for (def, deck) in deck_defs.iter().zip(&model.decks) {
        let size = deck.size.unwrap_or_else(|| card_size(&deck.template));
        let file = deck.back_image.clone().unwrap_or_else(|| format!("art/{}-back.png", picture_name(&deck.id)));
        let said = def.back_image.as_ref().map(|image| image.span);
        all.push(WantedPicture { file, of: format!("the back of the deck `{}`", deck.id), size, said });
    }
    all
}

/// The pictures of faces of dice that are asked for: one file may be that of several faces.
fn dice(files: &GameFiles, model: &Model) -> Vec<WantedPicture> {
    let defs = files.tables.iter().flat_map(|file| &file.content.dice);
    let mut all: Vec<WantedPicture> = Vec::new();
    for (def, die) in defs.zip(&model.dice) {
        let Some(said) = def.image.as_ref().map(|image| image.span) else { continue };
        for face in &die.faces {
            let Some(file) = face.image.clone().filter(|file| all.iter().all(|one| one.file != *file)) else {
                continue;
            };
            let of = format!("`{}` of the die `{}`", face.name, die.id);
            all.push(WantedPicture { file, of, size: (DIE, DIE), said: Some(said) });
        }
    }
    all
}

fn counters(files: &GameFiles, model: &Model) -> Vec<WantedPicture> {
    type Said = (Option<Span>, Option<Span>);
    let span = |own: &Option<Sp<String>>, group: Option<&Option<Sp<String>>>| {
        own.as_ref().or(group.and_then(Option::as_ref)).map(|image| image.span)
    };
    let groups = files.counters.iter().flat_map(|file| &file.content.groups);
    let units: Vec<Said> = groups
        .flat_map(|group| group.units.iter().map(move |unit| (unit, group)))
        .map(|(unit, group)| (span(&unit.image, Some(&group.image)), span(&unit.back_image, Some(&group.back_image))))
        .collect();
    let markers = files.counters.iter().flat_map(|file| &file.content.markers);
    let markers: Vec<Said> = markers.map(|def| (span(&def.image, None), span(&def.back_image, None))).collect();
    let mut all = Vec::new();
    for counter in &model.counters {
        let said = match &counter.shows {
            Shows::Unit(unit) => units.get(unit.index),
            Shows::Marker(marker) => markers.get(marker.index),
        };
        let (front, back) = said.copied().unwrap_or_default();
        let side = model.side_of(counter);
        let name = picture_name(&counter.id);
        let faces = [("front", "", front, Some(&counter.front)), ("back", "-back", back, counter.back.as_ref())];
        for (what, more, said, face) in faces {
            let Some(face) = face else { continue };
            let file = face.image.clone().unwrap_or_else(|| format!("art/{name}{more}.png"));
            all.push(WantedPicture { file, of: format!("the {what} of `{}`", counter.id), size: (side, side), said });
        }
    }
    all
}

/// Reports pictures that are missing, that do not fit, and that nothing uses.
pub fn check(sources: &Sources, files: &GameFiles, model: &Model, look: &Look, cx: &mut Cx) {
    patterns(files, cx);
    let card_size = |template: &str| look.templates.get(template).map_or((63.0, 88.0), |template| template.units);
    let wanted = wanted(files, model, &card_size);
    let mut by_place: BTreeMap<Span, Vec<&WantedPicture>> = BTreeMap::new();
    for one in &wanted {
        if let Some(said) = one.said {
            by_place.entry(said).or_default().push(one);
        }
    }
    let unused = unused(sources, model, look);
    spaces(files, look, &unused, cx);
    for (said, asked) in by_place {
        missing(said, &asked, look, &unused, cx);
        one_by_case(said, &asked, cx);
        // What comes from a module has the sizes of the screen, and is fitted in.
        if model.game.module.is_none() {
            misfits(said, &asked, look, cx);
        }
    }
    if let Some((first, _)) = unused.first() {
        let names: Vec<String> = unused.iter().map(|(_, name)| format!("`{name}`")).collect();
        let message = match names.as_slice() {
            [name] => format!("nothing uses the picture {name}"),
            _ => format!("nothing uses {} of the pictures in `art/`: {}", names.len(), listed(&names)),
        };
        let help = "`punchboard art --list` prints the names that pictures need";
        cx.diags.push(codes::UNUSED_PICTURE.at(Span::start_of(*first), message).help(help));
    }
}

/// `a, b, c and 12 more`.
fn listed(names: &[String]) -> String {
    match names.len().checked_sub(LISTED) {
        None | Some(0) => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..LISTED].join(", ")),
    }
}

/// Reports fields that a pattern cannot ask for.
fn patterns(files: &GameFiles, cx: &mut Cx) {
    let counters = files.counters.iter().map(|file| &file.content);
    let cards = files.cards.iter().map(|file| &file.content);
    let of_counters = counters.flat_map(|file| {
        let groups = file.groups.iter().flat_map(|group| {
            let units = group.units.iter().flat_map(|unit| [&unit.image, &unit.back_image]);
            [&group.image, &group.back_image].into_iter().chain(units)
        });
        groups.chain(file.markers.iter().flat_map(|marker| [&marker.image, &marker.back_image]))
    });
    let of_cards = cards.flat_map(|file| {
        let decks = file.decks.iter().flat_map(|deck| [&deck.image, &deck.back_image]);
        decks.chain(file.cards.iter().flat_map(|card| [&card.image, &card.back_image]))
    });
    let all = of_counters.flatten().map(|image| (image, OF_COUNTERS.as_slice()));
    let of_dice = files.tables.iter().flat_map(|file| &file.content.dice).filter_map(|die| die.image.as_ref());
    let all = all.chain(of_cards.flatten().map(|image| (image, OF_CARDS.as_slice())));
    for (image, known) in all.chain(of_dice.map(|image| (image, OF_DICE.as_slice()))) {
        let asked = image.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or(rest));
        for name in asked.filter(|name| !known.contains(name)) {
            let message = format!("the name of a picture cannot ask for `{name}`");
            let names: Vec<String> = known.iter().map(|name| format!("`{{{name}}}`")).collect();
            let help = format!("it can ask for {}", names.join(", "));
            cx.diags.push(codes::UNKNOWN_NAME.at(image.span, message).label("here").help(help));
        }
    }
}

fn missing(said: Span, asked: &[&WantedPicture], look: &Look, unused: &[(FileId, String)], cx: &mut Cx) {
    let missing: Vec<&&WantedPicture> = asked.iter().filter(|one| !look.images.contains_key(&one.file)).collect();
    let Some(first) = missing.first() else { return };
    if let Some(outside) = missing.iter().find(|one| !one.file.starts_with("art/")) {
        let message = format!("the picture `{}` ({}) is not in the folder `art/`", outside.file, outside.of);
        let name = outside.file.rsplit('/').next().unwrap_or_default();
        let help = format!("move it there, and write `art/` before its name, as in \"art/{name}\"");
        cx.diags.push(codes::MISSING_PICTURE.at(said, message).label("asked for here").help(help));
        return;
    }
    let names: Vec<String> = missing.iter().map(|one| format!("`{}` ({})", one.file, one.of)).collect();
    let message = match names.as_slice() {
        [name] => format!("the picture {name} is missing"),
        _ => format!("{} of {} pictures are missing: {}", names.len(), asked.len(), listed(&names)),
    };
    let near = nearest(&first.file, unused.iter().map(|(_, name)| name.as_str()));
    let help = match near {
        Some(name) => format!("`{name}` is there, and nothing uses it"),
        None => "`punchboard art --list` prints the names that pictures need".to_string(),
    };
    cx.diags.push(codes::MISSING_PICTURE.at(said, message).label("asked for here").help(help));
}

/// Reports pictures of spaces that are missing.
fn spaces(files: &GameFiles, look: &Look, unused: &[(FileId, String)], cx: &mut Cx) {
    for def in files.maps.iter().flat_map(|file| &file.content.areas) {
        let Some(image) = &def.image else { continue };
        let file = filled(image, &[("id", &def.id.0)]);
        let of = format!("the space `{}`", def.id.0);
        let wanted = WantedPicture { file, of, size: (0.0, 0.0), said: Some(image.span) };
        missing(image.span, &[&wanted], look, unused, cx);
    }
}

/// Names that differ only in capitals are one file on Windows and macOS.
fn one_by_case(said: Span, asked: &[&WantedPicture], cx: &mut Cx) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for one in asked {
        let first = *seen.entry(one.file.to_lowercase()).or_insert(&one.file);
        if first != one.file {
            let message = format!("`{first}` and `{}` are one file on Windows and macOS", one.file);
            let help = format!("give {} an `image` of its own", one.of);
            cx.diags.push(codes::DUPLICATE.at(said, message).label("asked for here").help(help));
            return;
        }
    }
}

fn misfits(said: Span, asked: &[&WantedPicture], look: &Look, cx: &mut Cx) {
    let images = || asked.iter().filter_map(|one| Some((one, look.images.get(&one.file)?)));
    let off = |one: &WantedPicture, image: &Image| {
        let ratio = (image.size.0 / image.size.1) / (one.size.0 / one.size.1);
        (ratio - 1.0).abs() > TOLERATED
    };
    let shape = |(one, image): (&&WantedPicture, &Image)| {
        format!("`{}` ({:.0} by {:.0})", one.file, image.size.0, image.size.1)
    };
    let wrong: Vec<String> =
        images().filter(|(one, image)| off(one, image)).map(|(one, image)| shape((one, image))).collect();
    if let Some((one, _)) = images().find(|(one, image)| off(one, image)) {
        let (width, height) = one.size;
        let message = format!("{} not fit {width:.1} by {height:.1} mm: {}", does(wrong.len()), listed(&wrong));
        let help = "cut the pictures to the proportions of what they cover, or give it another size";
        cx.diags.push(codes::IMAGE_SIZE.at(said, message).label("asked for here").help(help));
    }
    let dots = |one: &WantedPicture, image: &Image| image.size.0 / one.size.0 * 25.4;
    let raster = |name: &str| !name.to_lowercase().ends_with(".svg");
    let coarse: Vec<(&&WantedPicture, &Image)> =
        images().filter(|(one, image)| raster(&one.file) && !off(one, image) && dots(one, image) < COARSE).collect();
    if let Some((one, image)) = coarse.first() {
        let names: Vec<String> = coarse.iter().map(|own| shape(*own)).collect();
        let message = format!(
            "{} look coarse in print, {:.0} dots per inch: {}",
            if names.len() == 1 { "this picture will" } else { "these pictures will" },
            dots(one, image),
            listed(&names)
        );
        let pixels = one.size.0 / 25.4 * 300.0;
        let help = format!("for 300 dots per inch, make them {pixels:.0} pixels wide");
        cx.diags.push(codes::COARSE_PICTURE.at(said, message).label("asked for here").help(help));
    }
}

fn does(many: usize) -> &'static str {
    if many == 1 { "this picture does" } else { "these pictures do" }
}

/// Pictures in `art/` that no map, counter, card, die or template uses.
fn unused(sources: &Sources, model: &Model, look: &Look) -> Vec<(FileId, String)> {
    let faces = model.counters.iter().flat_map(|counter| std::iter::once(&counter.front).chain(&counter.back));
    let mut used: BTreeSet<&str> = faces.filter_map(|face| face.image.as_deref()).collect();
    used.extend(model.maps.iter().filter_map(|map| map.image.as_deref()));
    used.extend(model.places.iter().filter_map(|place| place.space()?.image.as_deref()));
    used.extend(model.cards.iter().flat_map(|card| [card.image.as_deref(), card.back_image.as_deref()]).flatten());
    used.extend(model.dice.iter().flat_map(|die| &die.faces).filter_map(|face| face.image.as_deref()));
    used.extend(model.decks.iter().filter_map(|deck| deck.back_image.as_deref()));
    let layers = look.templates.values().flat_map(|template| &template.layers);
    let phrases: Vec<&[PhrasePart]> = layers
        .filter_map(|layer| match &layer.layout {
            LayerDraws::Image(name, ..) => Some(name.0.as_slice()),
            _ => None,
        })
        .collect();
    let own = sources.own().filter(|(_, file)| look.images.contains_key(&file.name));
    let idle = own.filter(|(_, file)| {
        !used.contains(file.name.as_str()) && !phrases.iter().any(|parts| may_be(parts, &file.name))
    });
    idle.map(|(id, file)| (id, file.name.clone())).collect()
}

/// Whether a phrase can come to a text, whatever its expressions come to.
fn may_be(parts: &[PhrasePart], text: &str) -> bool {
    let mut rest = text;
    let mut free = false;
    for part in parts {
        match part {
            PhrasePart::Expr(_) => free = true,
            PhrasePart::Text(own) => {
                let Some(at) = rest.find(own.as_str()).filter(|at| free || *at == 0) else { return false };
                rest = &rest[at + own.len()..];
                free = false;
            }
        }
    }
    free || rest.is_empty()
}
