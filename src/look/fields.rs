//! What templates can ask for: the names, their types and, for each face, their values.

use crate::expr::{Names, Number, Type, Values};
use crate::model::{
    Attributes, Card, Counter, Deck, Face, Formation, Marker, Model, Printed, Ref, Scalar, Shows, Side, Unit, find,
};
use crate::source::values::{Colour, Source};
use crate::syntax::{AttributeKind, AttributeOf, Draws, Status};

const OF_SIDE: &str = "side side-name side-colour ink";
const OF_FORMATION: &str = "formation formation-name formation-colour parent emblem";
const OF_DECK: &str = "deck deck-name glyph side side-name colour ink";

/// Texts, numbers and flags that a template can ask for, beside values and attributes.
fn fixed(draws: Draws) -> ([&'static str; 3], &'static str, &'static str) {
    match draws {
        Draws::Unit => (
            [
                OF_SIDE,
                OF_FORMATION,
                "id name type type-name symbol size mark layout separator state face setup arrives withdraws",
            ],
            "step steps left copies",
            "weakened replacement independent leaves",
        ),
        Draws::Marker => ([OF_SIDE, OF_FORMATION, "id name label glyph state face"], "copies", ""),
        Draws::Card => ([OF_DECK, "id title effect when repeat", "source"], "copies number of", "unused"),
        Draws::CardBack => ([OF_DECK, "", ""], "of", ""),
    }
}

/// What names mean in a template.
pub fn scope(draws: Draws, model: &Model) -> Names {
    let (texts, numbers, flags) = fixed(draws);
    let mut names = Names::new();
    for (list, kind) in [(texts.join(" ").as_str(), Type::Text), (numbers, Type::Number), (flags, Type::Bool)] {
        for name in list.split_whitespace() {
            names = names.with(name, kind.clone());
        }
    }
    if matches!(draws, Draws::Unit | Draws::Marker) {
        for value in &model.values {
            names = names.with(value.id.as_str(), Type::Text);
        }
    }
    let of = match draws {
        Draws::Unit => AttributeOf::Unit,
        Draws::Card => AttributeOf::Card,
        Draws::Marker | Draws::CardBack => return names,
    };
    for attribute in model.attributes.iter().filter(|attribute| attribute.of == of) {
        let kind = match attribute.kind {
            AttributeKind::Number => Type::Number,
            AttributeKind::YesNo => Type::Bool,
            AttributeKind::Text | AttributeKind::Choice => Type::Text,
        };
        names = names.with(attribute.id.as_str(), kind);
    }
    names
}

/// What a field of a face holds.
pub enum Content<'a> {
    /// A text.
    Text(&'a str),
    /// A number.
    Number(Number),
    /// A yes or no.
    Flag(bool),
}

impl<'a> From<&'a str> for Content<'a> {
    fn from(text: &'a str) -> Self {
        Content::Text(text)
    }
}

impl<'a> From<&'a String> for Content<'a> {
    fn from(text: &'a String) -> Self {
        Content::Text(text)
    }
}

impl From<usize> for Content<'_> {
    fn from(number: usize) -> Self {
        Content::Number(Number::new(i64::try_from(number).unwrap_or(i64::MAX), 1))
    }
}

impl From<bool> for Content<'_> {
    fn from(yes: bool) -> Self {
        Content::Flag(yes)
    }
}

/// Takes the fields of a face one by one; of two with the same name the later one counts.
pub trait Receiver {
    /// Takes a field.
    fn take(&mut self, name: &str, content: Content<'_>);
}

/// For templates.
impl Receiver for Values {
    fn take(&mut self, name: &str, content: Content<'_>) {
        let value = match content {
            Content::Text(text) => text.into(),
            Content::Number(number) => number.into(),
            Content::Flag(yes) => yes.into(),
        };
        self.insert(name.to_string(), value);
    }
}

/// For a hash: no two lists of fields are the same bytes.
impl Receiver for Vec<u8> {
    fn take(&mut self, name: &str, content: Content<'_>) {
        let mut add = |kind: u8, bytes: &[u8]| {
            self.push(kind);
            self.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            self.extend_from_slice(bytes);
        };
        add(b'f', name.as_bytes());
        match content {
            Content::Text(text) => add(b't', text.as_bytes()),
            Content::Number(number) => {
                add(b'n', &[number.numerator().to_le_bytes(), number.denominator().to_le_bytes()].concat());
            }
            Content::Flag(yes) => add(b'y', &[u8::from(yes)]),
        }
    }
}

fn put<'a>(values: &mut impl Receiver, name: &str, content: impl Into<Content<'a>>) {
    values.take(name, content.into());
}

fn colour(colour: Option<Colour>) -> String {
    colour.map(|colour| colour.to_string()).unwrap_or_default()
}

/// The values for a face of a counter.
pub fn face(model: &Model, counter: &Counter, back: bool, face: &Face, values: &mut impl Receiver) {
    for value in &model.values {
        put(values, &value.id, "");
    }
    for value in &face.values {
        put(values, &value.value, &printed(value.printed.as_ref()));
    }
    put(values, "face", if back { "back" } else { "front" });
    put(values, "state", &face.state);
    match &counter.shows {
        Shows::Unit(unit) => of_unit(model, &model.units[unit.index], counter, back, values),
        Shows::Marker(marker) => of_marker(model, &model.markers[marker.index], face, values),
    }
}

/// A value as a counter prints it; a dash where there is none.
pub fn printed(value: Option<&Printed>) -> String {
    match value {
        Some(Printed::Number(number)) => figure(*number),
        Some(Printed::Text(text)) => text.clone(),
        None => "–".to_string(),
    }
}

/// A number as it is printed: `3`, `½`, `1/3`.
pub fn figure(number: Number) -> String {
    match (number.numerator(), number.denominator()) {
        (1, 2) => "½".to_string(),
        (1, 4) => "¼".to_string(),
        (3, 4) => "¾".to_string(),
        _ => number.as_fraction(),
    }
}

fn of_side(model: &Model, side: Option<&Ref<Side>>, values: &mut impl Receiver) {
    let side = side.map(|side| &model.sides[side.index]);
    put(values, "side", side.map_or("", |side| &side.id));
    put(values, "side-name", side.map_or("", |side| &side.name));
    put(values, "side-colour", &colour(side.map(|side| side.colour)));
    put(values, "ink", &colour(side.map(|side| side.ink)));
}

/// Returns the colour of the formation.
fn of_formation(model: &Model, formation: Option<&Ref<Formation>>, values: &mut impl Receiver) -> Option<Colour> {
    let formation = formation.map(|formation| &model.formations[formation.index]);
    put(values, "formation", formation.map_or("", |formation| &formation.id));
    put(values, "formation-name", formation.map_or("", |formation| &formation.name));
    put(values, "parent", formation.and_then(|f| f.parent.as_ref()).map_or("", |parent| &parent.id));
    let mut own = formation;
    let mut shade = None;
    while let Some(formation) = own.filter(|_| shade.is_none()) {
        shade = formation.colour;
        own = formation.parent.as_ref().map(|parent| &model.formations[parent.index]);
    }
    put(values, "formation-colour", &colour(shade));
    put(values, "emblem", formation.and_then(|formation| formation.emblem.as_deref()).unwrap_or_default());
    shade
}

fn of_unit(model: &Model, unit: &Unit, counter: &Counter, back: bool, values: &mut impl Receiver) {
    of_side(model, Some(&unit.side), values);
    let (ground, ink) = model.colours_of(unit);
    put(values, "side-colour", &ground.to_string());
    put(values, "ink", &ink.to_string());
    let own = of_formation(model, unit.formation.as_ref(), values);
    let unit_type = &model.types[unit.unit_type.index];
    if let Some(shade) = unit_type.colour.filter(|_| own.is_none()) {
        put(values, "formation-colour", &shade.to_string());
    }
    let size = unit.size.as_ref().map(|size| &model.sizes[size.index]);
    let step = unit.steps.iter().position(|step| step.counter.id == counter.id.as_str().into() && step.back == back);
    let step = step.unwrap_or(0);
    put(values, "id", unit.id.as_str());
    put(values, "name", unit.name.as_str());
    put(values, "type", unit_type.id.as_str());
    put(values, "type-name", unit_type.name.as_str());
    put(values, "symbol", unit.symbol.as_str());
    put(values, "size", size.map_or("", |size| &size.id));
    put(values, "mark", size.and_then(|size| size.mark.as_deref()).unwrap_or_default());
    put(values, "layout", unit.layout.as_str());
    put(values, "separator", find(&model.layouts, &unit.layout).map_or("-", |layout| &layout.separator));
    put(values, "setup", unit.setup.as_ref().map_or("", |setup| &setup.code));
    put(values, "arrives", unit.arrives.as_ref().map_or("", |arrives| &arrives.code));
    put(values, "withdraws", &unit.withdraws.as_ref().map(|leaves| leaves.turn.to_string()).unwrap_or_default());
    put(values, "step", step + 1);
    put(values, "steps", unit.steps.len());
    put(values, "left", unit.steps.len() - step);
    put(values, "copies", unit.copies as usize);
    put(values, "weakened", step > 0);
    put(values, "replacement", counter.replacement);
    put(values, "independent", unit.independent);
    put(values, "leaves", unit.withdraws.is_some());
    of_attributes(model, AttributeOf::Unit, &unit.attributes, values);
}

fn of_marker(model: &Model, marker: &Marker, face: &Face, values: &mut impl Receiver) {
    let formation_side = marker.formation.as_ref().map(|formation| &model.formations[formation.index].side);
    of_side(model, face.side.as_ref().or(marker.side.as_ref()).or(formation_side), values);
    of_formation(model, marker.formation.as_ref(), values);
    put(values, "id", marker.id.as_str());
    put(values, "name", marker.name.as_str());
    put(values, "label", face.label.as_str());
    put(values, "glyph", face.glyph.as_deref().unwrap_or_default());
    put(values, "copies", marker.copies as usize);
}

fn of_attributes(model: &Model, of: AttributeOf, attributes: &Attributes, values: &mut impl Receiver) {
    for info in model.attributes.iter().filter(|info| info.of == of) {
        let content = match (attributes.get(&info.id), info.kind) {
            (Some(Scalar::Bool(yes)), _) => Content::Flag(*yes),
            (Some(Scalar::Number(number)), _) => Content::Number(Number::new(*number, 1)),
            (Some(Scalar::Text(text)), _) => Content::Text(text),
            (None, AttributeKind::Number) => Content::Number(Number::new(0, 1)),
            (None, AttributeKind::YesNo) => Content::Flag(false),
            (None, AttributeKind::Text | AttributeKind::Choice) => Content::Text(""),
        };
        values.take(&info.id, content);
    }
}

/// The values for the back of a deck's cards.
pub fn deck(model: &Model, deck: &Deck, values: &mut impl Receiver) {
    of_side(model, deck.side.as_ref(), values);
    let side = deck.side.as_ref().map(|side| &model.sides[side.index]);
    let ground = deck.colour.or(side.map(|side| side.colour)).unwrap_or(Colour([0x6b, 0x66, 0x5c]));
    put(values, "colour", &ground.to_string());
    put(values, "ink", &ground.ink().to_string());
    put(values, "deck", deck.id.as_str());
    put(values, "deck-name", deck.name.as_str());
    put(values, "glyph", deck.glyph.as_deref().unwrap_or_default());
    let cards = deck.cards.iter().map(|card| model.cards[card.index].copies as usize);
    put(values, "of", cards.sum::<usize>());
}

/// The source of a card that is printed on it: the rule. That something is reconstructed concerns only players of an
/// unofficial game.
fn card_source(model: &Model, card: &Card) -> Option<String> {
    let said = card.about.source.as_ref()?;
    let source = said.by_key.get("effect").or(said.rest.as_ref()).or_else(|| said.by_key.values().next())?;
    let printed = match Source::parse(source)? {
        Source::Rules(_) | Source::Inferred(_) => true,
        Source::Reconstructed => model.game.status == Status::Unofficial,
        Source::Owner => false,
    };
    printed.then(|| source.clone())
}

/// The values for a card.
pub fn card(model: &Model, card: &Card, values: &mut impl Receiver) {
    let of = &model.decks[card.deck.index];
    deck(model, of, values);
    put(values, "id", card.id.as_str());
    put(values, "title", card.title.as_str());
    put(values, "effect", card.effect.as_str());
    put(values, "when", card.when.as_deref().unwrap_or_default());
    put(values, "repeat", card.repeat.map_or("", |repeat| repeat.word()));
    put(values, "copies", card.copies as usize);
    put(values, "unused", card.unused);
    let number = of.cards.iter().position(|own| own.id.as_ref() == card.id).unwrap_or(0);
    put(values, "number", number + 1);
    put(values, "of", of.cards.len());
    put(values, "source", &card_source(model, card).unwrap_or_default());
    of_attributes(model, AttributeOf::Card, &card.attributes, values);
}
