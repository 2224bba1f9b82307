//! Decks and cards.

use super::about::about;
use super::exprs;
use super::names::KnownIds;
use super::pictures::filled;
use super::rule_scopes::RuleScopes;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::expr::Type;
use crate::look::Set;
use crate::model::{Card, Deck, Ref};
use crate::source::decode::Cx;
use crate::syntax::{AttributeOf, GameFiles, Reshuffle};

/// Checks all card files.
pub fn check(files: &GameFiles, vocabulary: &Vocabulary, scopes: &RuleScopes, cx: &mut Cx) -> (Vec<Deck>, Vec<Card>) {
    let mut deck_names: KnownIds<Deck> = KnownIds::default();
    let mut card_names: KnownIds<Card> = KnownIds::default();
    let mut cards: Vec<Card> = Vec::new();
    for file in &files.cards {
        for def in &file.content.decks {
            deck_names.declare(&def.id, cx);
        }
    }
    let deck_defs: Vec<_> = files.cards.iter().flat_map(|file| &file.content.decks).collect();
    for file in &files.cards {
        for def in &file.content.cards {
            card_names.declare(&def.id, cx);
            let copies = def.copies.as_ref().map_or(1, |copies| copies.value);
            if !(1..=200).contains(&copies) {
                let span = def.copies.as_ref().map_or(def.meta.span, |copies| copies.span);
                cx.diags.push(codes::NUMBER.at(span, "a card has 1 to 200 copies").label("here"));
            }
            let deck = deck_names.get(&def.deck, cx);
            let deck_def = deck.as_ref().and_then(|deck| deck_defs.get(deck.index));
            let side = deck_def.and_then(|deck| deck.side.as_ref()).map_or("", |side| side.as_str());
            let fields = [("id", def.id.0.as_str()), ("deck", def.deck.as_str()), ("side", side)];
            let image = def.image.as_ref().or(deck_def.and_then(|deck| deck.image.as_ref()));
            if def.effect.is_none() && image.is_none() {
                let diag = codes::MISSING_KEY.at(def.meta.span, "this record needs the key `effect`");
                cx.diags.push(diag.label("`effect` is missing"));
            }
            cards.push(Card {
                id: def.id.0.clone(),
                was: def.was.iter().map(|id| id.0.clone()).collect(),
                extension: def.extension.as_ref().map(|name| name.0.clone()),
                deck: deck.unwrap_or_else(|| Ref::new(0, "")),
                title: def.title.value.clone(),
                effect: def.effect.as_ref().map_or_else(String::new, |effect| effect.value.clone()),
                when: def.when.clone(),
                copies: u32::try_from(copies).unwrap_or(1),
                repeat: def.repeat.as_ref().map(|repeat| repeat.value),
                unused: def.unused.unwrap_or(false),
                image: image.map(|image| filled(image, &fields)),
                back_image: def.back_image.as_ref().map(|image| filled(image, &fields)),
                attributes: vocabulary.attributes_of(AttributeOf::Card, &def.attributes, None, def.meta.span, cx),
                about: about(&def.meta),
            });
        }
    }
    let mut decks = Vec::new();
    for file in &files.cards {
        for def in &file.content.decks {
            let hand = exprs::formula_opt(def.hand.as_ref(), &scopes.hand(), &Type::Number, cx);
            let mut order = card_names.all(&def.holds, cx);
            let of_deck = |card: &Ref<Card>| cards[card.index].deck.id.as_ref() == def.id.0;
            for (card, name) in order.iter().zip(&def.holds).filter(|(card, _)| !of_deck(card)) {
                let message = format!("the card `{card}` is in the deck `{}`", cards[card.index].deck);
                cx.diags.push(codes::UNKNOWN_NAME.at(name.span, message).label("of another deck"));
            }
            let rest = cards.iter().enumerate().map(|(n, card)| Ref::new(n, &card.id)).filter(of_deck);
            let rest: Vec<Ref<Card>> = rest.filter(|card| !order.contains(card)).collect();
            order.extend(rest);
            if order.is_empty() {
                let message = format!("the deck `{}` has no cards", def.id.0);
                cx.diags.push(codes::NO_CHOICE.at(def.id.span, message).label("empty"));
            }
            decks.push(Deck {
                id: def.id.0.clone(),
                name: def.name.value.clone(),
                side: vocabulary.side_names.opt(def.side.as_ref(), cx),
                colour: def.colour.as_ref().map(|colour| colour.value),
                hand,
                reshuffle: def.reshuffle.as_ref().map_or(Reshuffle::Never, |reshuffle| reshuffle.value),
                template: vocabulary.template("cards", def.template.as_ref(), "card", cx),
                back: vocabulary.template("cards", def.back.as_ref(), "back", cx),
                glyph: def.glyph.as_ref().and_then(|glyph| vocabulary.picture(Set::Glyph, glyph, cx)),
                back_image: def.back_image.as_ref().map(|image| {
                    let side = def.side.as_ref().map_or("", |side| side.as_str());
                    filled(image, &[("id", &def.id.0), ("deck", &def.id.0), ("side", side)])
                }),
                size: def.size.as_ref().map(|size| (size.value.0.0, size.value.1.0)),
                cards: order,
                about: about(&def.meta),
            });
        }
    }
    (decks, cards)
}
