//! Operations: what a player does as one thing, step by step.

use super::specs::ExprSpec;
use crate::source::Sp;
use crate::source::decode::Keyed;
use crate::source::values::{Dice, Id};
use crate::{record, words};

record! {
    /// What a player does as one thing, or what happens by itself in a step of the sequence.
    OperationDef as "operation" {
        /// Its id.
        "id" id: Sp<Id>,
        /// Its name.
        "name" name: Sp<String>,
        /// Who may do it; default: the side whose step of the sequence it is.
        "side" side: Option<Sp<String>>,
        /// When it is open; default always.
        "when" when: Option<Sp<ExprSpec>>,
        /// A card: it is open with the card in the hand, and the card is discarded for it.
        "card" card: Option<Sp<String>>,
        /// What another operation hands over when this one follows it.
        "given" given: Vec<GivenDef>,
        /// What it gives back to the operation that it follows; default nothing.
        "gives" gives: Option<Sp<Gives>>,
        /// What it does, in a sentence or two.
        "text" text: Option<String>,
        /// Its steps.
        "step" steps: Vec<OperationStepDef>,
    }

    /// A value that is handed over.
    GivenDef as "given" {
        /// Its name.
        "id" id: Sp<Id>,
        /// What it is.
        "of" of: Sp<ValueOf>,
    }

    /// Something that holds in every state of play.
    InvariantDef as "invariant" {
        /// Its id.
        "id" id: Sp<Id>,
        /// What holds, in words.
        "text" text: Sp<String>,
        /// What it is asked of; default: the whole.
        "of" of: Option<Sp<InvariantOf>>,
        /// What holds.
        "holds" holds: Sp<ExprSpec>,
    }

    /// One step of an operation.
    OperationStepDef as "operation step" {
        /// What is done.
        "do" action: Sp<OperationAction>,
        /// The name of what comes of it.
        "id" id: Option<Sp<Id>>,
        /// What the player is asked, or what the value is called.
        "name" name: Option<Sp<String>>,
        /// `choose`: what is chosen.
        "of" of: Option<Sp<ValueOf>>,
        /// `choose`, `each`: the collection it is chosen from, or that is gone through.
        "among" among: Option<Sp<String>>,
        /// `choose`, `each`, `walk`, `retreat`: what fits.
        "where" filter: Option<Sp<ExprSpec>>,
        /// `choose`: the fewest, or the least number; `walk`: the fewest steps.
        "least" least: Option<Sp<ExprSpec>>,
        /// `choose`: the most, or the greatest number; `repeat`, `walk`: the most rounds or steps.
        "most" most: Option<Sp<ExprSpec>>,
        /// Who chooses; default: the side that acts.
        "by" by: Option<Sp<ExprSpec>>,
        /// `choose`: whether only what leads on is offered, so that the next choice has at least one answer.
        "ahead" ahead: Option<Sp<bool>>,
        /// `choose` an option: the options.
        "options" options: Vec<Sp<String>>,
        /// `let`, `set`, `give`: the value; `strength`: the number on the strength track.
        "value" value: Option<Sp<ExprSpec>>,
        /// `compute`: the procedure.
        "procedure" procedure: Option<Sp<String>>,
        /// `compute`, `look-up`: answers to inputs. `follow`: what is handed over.
        "with" with: Keyed<Sp<ExprSpec>>,
        /// A place: of the fight, of a marker, of what changes hands.
        "at" at: Option<Sp<String>>,
        /// Attacking units; `retreat`, `advance`: those from whom a unit goes away.
        "attackers" attackers: Option<Sp<String>>,
        /// The one that leads.
        "attack-lead" attack_lead: Option<Sp<String>>,
        /// Defending units.
        "defenders" defenders: Option<Sp<String>>,
        /// The one that leads.
        "defence-lead" defence_lead: Option<Sp<String>>,
        /// Markers that support the attackers.
        "attack-markers" attack_markers: Option<Sp<String>>,
        /// Markers that support the defenders.
        "defence-markers" defence_markers: Option<Sp<String>>,
        /// The unit that acts.
        "unit" unit: Option<Sp<String>>,
        /// The units; `put`, `take`: those that a status marker lies on.
        "units" units: Option<Sp<String>>,
        /// `move`, `flip`: the markers, one copy of each, instead of units.
        "markers" markers: Option<Sp<String>>,
        /// `let`: a place by its id, instead of a value.
        "place" place: Option<Sp<String>>,
        /// `look-up`: the table.
        "table" table: Option<Sp<String>>,
        /// `look-up`: the roll, if the table has dice.
        "roll" roll: Option<Sp<ExprSpec>>,
        /// `look-up`: the name of the number that the result begins with; 0 if it begins with none. `walk`: the name of the
        /// points that were spent so far.
        "number" number: Option<Sp<Id>>,
        /// `look-up`: the name of what stands behind that number in the result.
        "rest" rest: Option<Sp<Id>>,
        /// `roll`: the dice.
        "dice" dice: Option<Sp<Dice>>,
        /// `if`: the condition; `repeat`: goes on while it holds.
        "when" when: Option<Sp<ExprSpec>>,
        /// `if`: what is done if it holds.
        "then" then: Vec<OperationStepDef>,
        /// `if`: what is done otherwise; `retreat`, `advance`, `arrive`: what is done if there is nowhere to go.
        "else" otherwise: Vec<OperationStepDef>,
        /// `each`, `repeat`, `walk`: what is done each time.
        "step" steps: Vec<OperationStepDef>,
        /// `losses`: the rule.
        "losses" losses: Option<Sp<String>>,
        /// `losses`: how many points.
        "points" points: Option<Sp<ExprSpec>>,
        /// `retreat`: the rule.
        "retreat" retreat: Option<Sp<String>>,
        /// `advance`: the rule.
        "advance" advance: Option<Sp<String>>,
        /// `walk`: what each step costs, instead of the costs of movement.
        "cost" cost: Option<Sp<ExprSpec>>,
        /// `walk`: points that were spent before it began; default none.
        "spent" spent: Option<Sp<ExprSpec>>,
        /// `flip`, `move`: the face that is turned up.
        "state" state: Option<Sp<String>>,
        /// `move`: the place; `assign`: the unit beside whose strength track the asset is put.
        "to" to: Option<Sp<String>>,
        /// `remove`: where the units go; default `eliminated`.
        "pool" pool: Option<Sp<Pool>>,
        /// `put`, `take`: the marker.
        "marker" marker: Option<Sp<String>>,
        /// `put`, `take`, `control`, `win`, `follow`: a side.
        "side" side: Option<Sp<ExprSpec>>,
        /// `set`: the condition.
        "condition" condition: Option<Sp<String>>,
        /// `record`, `forget`: the event.
        "event" event: Option<Sp<String>>,
        /// `draw`: the deck.
        "deck" deck: Option<Sp<String>>,
        /// `discard`: the cards.
        "cards" cards: Option<Sp<String>>,
        /// `follow`: the operation.
        "operation" operation: Option<Sp<String>>,
        /// `win`: the victory condition that is met; `judge`: the one that is asked.
        "victory" victory: Option<Sp<String>>,
        /// What happens, in words, instead of those that are derived.
        "text" text: Option<String>,
    }
}

words! {
    /// What a step of an operation does.
    OperationAction("a step of an operation") {
        /// A player chooses.
        Choose = "choose",
        /// A value gets a name.
        Let = "let",
        /// A procedure is computed.
        Compute = "compute",
        /// All members of a collection that fit get a name.
        Gather = "gather",
        /// Dice are rolled.
        Roll = "roll",
        /// A table is looked up.
        LookUp = "look-up",
        /// One of two ways is taken.
        If = "if",
        /// Steps are done for each member of a collection.
        Each = "each",
        /// Steps are repeated, at most so often.
        Repeat = "repeat",
        /// Units move from place to place by the rules of movement; steps are done after each.
        Walk = "walk",
        /// The innermost `each`, `repeat` or `walk` ends.
        Stop = "stop",
        /// Losses are taken; what must retreat is named.
        Losses = "losses",
        /// A unit retreats one place.
        Retreat = "retreat",
        /// A unit advances one place.
        Advance = "advance",
        /// Units are put into a place, whatever it costs; or markers are.
        Move = "move",
        /// A unit comes into play where its record, or the scenario, lets it arrive.
        Arrive = "arrive",
        /// An asset is put into a free slot beside the strength track of a unit.
        Assign = "assign",
        /// The number on the strength track of units changes.
        Strength = "strength",
        /// Units leave the map.
        Remove = "remove",
        /// Units or markers are turned to another face.
        Flip = "flip",
        /// A marker is placed, or laid on units.
        Put = "put",
        /// Markers are taken up.
        Take = "take",
        /// A place changes hands.
        Control = "control",
        /// A condition changes.
        Set = "set",
        /// An event is remembered.
        Record = "record",
        /// An event is forgotten.
        Forget = "forget",
        /// A card is drawn for each point of a number.
        Draw = "draw",
        /// Cards are discarded.
        Discard = "discard",
        /// Another operation follows, and then this one goes on.
        Follow = "follow",
        /// The operation ends, and gives a value back.
        Give = "give",
        /// The game ends.
        Win = "win",
        /// The game ends if a victory condition holds.
        Judge = "judge",
    }

    /// What a named value of an operation is.
    ValueOf("a kind of value") {
        /// A number.
        Number = "number",
        /// Yes or no.
        YesNo = "yes-no",
        /// One of some options.
        Option = "option",
        /// A unit.
        Unit = "unit",
        /// Some units.
        Units = "units",
        /// A place.
        Place = "place",
        /// Some places.
        Places = "places",
        /// A card.
        Card = "card",
        /// Some cards.
        Cards = "cards",
        /// A marker.
        Marker = "marker",
        /// Some markers.
        Markers = "markers",
    }

    /// What an operation gives back.
    Gives("a kind of value that is given back") {
        /// A number.
        Number = "number",
        /// Yes or no.
        YesNo = "yes-no",
    }

    /// What an invariant is asked of.
    InvariantOf("something that an invariant is asked of") {
        /// The state as a whole.
        Whole = "whole",
        /// Every place.
        Place = "place",
        /// Every unit in play.
        Unit = "unit",
    }

    /// Where units are that are not in play.
    Pool("a pool of units") {
        /// They were lost.
        Eliminated = "eliminated",
        /// They left the game.
        Withdrawn = "withdrawn",
        /// They have not come yet.
        Waiting = "waiting",
    }
}
