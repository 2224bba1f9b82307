//! Attributes with an encoding of their own: property changes, targets of commands, parameters.

use super::value::{AttributeValue, choices};
use crate::sequence;

/// How a [`ChangePropertyButton`](super::ChangePropertyButton) finds the new value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PropertyChange {
    /// To this value: text with `$property$` in it, or an expression in braces, which sees the old value
    /// under the name of the property.
    Set(String),
    /// Adds this number, which may be an expression. Within `min` and `max` of a numeric property; beyond
    /// them the value stops, or goes round if the property wraps.
    Increment(String),
    /// Asks the player; the text is the question.
    Prompt(String),
    /// Has the player choose.
    Choose {
        /// The question.
        prompt: String,
        /// The values. Empty ones are not shown, unless [`GlobalOptions`](super::GlobalOptions) says so.
        values: Vec<String>,
    },
}

impl Default for PropertyChange {
    fn default() -> Self {
        PropertyChange::Set(String::new())
    }
}

impl AttributeValue for PropertyChange {
    fn encode(&self) -> Option<String> {
        let (code, text) = match self {
            PropertyChange::Set(text) => ("P", text),
            PropertyChange::Increment(text) => ("I", text),
            PropertyChange::Prompt(text) => ("R", text),
            PropertyChange::Choose { prompt, values } => {
                return Some(sequence::list(["E", prompt, &sequence::list(values)]));
            }
        };
        Some(sequence::list([code, text]))
    }
    fn decode(text: &str) -> Option<Self> {
        let mut tokens = sequence::decode(text, ',').into_iter();
        let code = tokens.next()?;
        let first = tokens.next();
        Some(match code.as_str() {
            "P" => PropertyChange::Set(first?),
            "I" => PropertyChange::Increment(first.unwrap_or_else(|| "1".to_string())),
            "R" => PropertyChange::Prompt(first?),
            "E" => {
                let values = sequence::unlist(&tokens.next().unwrap_or_default());
                PropertyChange::Choose { prompt: first?, values }
            }
            _ => return None,
        })
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        match n % 4 {
            0 => PropertyChange::Set(text.to_string()),
            1 => PropertyChange::Increment(text.to_string()),
            2 => PropertyChange::Prompt(text.to_string()),
            _ => PropertyChange::Choose { prompt: text.to_string(), values: AttributeValue::sample(text, n) },
        }
    }
}

/// A property that a key command sets in the pieces it reaches, before the command is applied there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommandParameter {
    /// Name of a dynamic property of the piece.
    pub property: String,
    /// Its new value; may be an expression.
    pub value: String,
}

impl AttributeValue for Vec<CommandParameter> {
    fn encode(&self) -> Option<String> {
        Some(sequence::list(self.iter().map(|one| sequence::encode([&one.property, &one.value], ':'))))
    }
    fn decode(text: &str) -> Option<Self> {
        let one = |token: &String| {
            let mut parts = sequence::decode(token, ':').into_iter();
            let parameter = CommandParameter { property: parts.next()?, value: parts.next().unwrap_or_default() };
            parts.next().is_none().then_some(parameter)
        };
        sequence::unlist(text).iter().map(one).collect()
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        let one = |i| CommandParameter { property: format!("p{i}{text}"), value: text.to_string() };
        (0..n.rem_euclid(3)).map(one).collect()
    }
}

choices! {
    /// Who sends a key command. VASSAL puts the right one in by itself.
    CommandSource {
        /// A map's button.
        Map = "MAP",
        /// A module's button.
        Module = "MODULE",
        /// A piece.
        Counter = "COUNTER",
        /// A deck.
        Deck = "DECK",
    }

    /// Where a key command looks for pieces, if `by_place` is set.
    TargetPlace {
        /// On the map named in `map`.
        Map = "MAP",
        /// In the zone named in `zone` of `map`.
        Zone = "ZONE",
        /// At the location named in `location` of `map`.
        Location = "LOCATION",
        /// At `x`, `y` of `board` on `map`.
        Point = "XY",
        /// In the deck named in `deck`.
        Deck = "DECK",
        /// In the stack of the sending piece.
        CurrentStack = "CURSTACK",
        /// On its map.
        CurrentMap = "CURMAP",
        /// In its zone.
        CurrentZone = "CURZONE",
        /// At its location.
        CurrentLocation = "CURLOC",
        /// On its mat.
        CurrentMat = "CURMAT",
        /// Attached to it.
        CurrentAttachment = "CURATTACH",
    }

    /// How a property is compared.
    TargetCompare {
        /// Equal.
        Equal = "EQUALS",
        /// Not equal.
        NotEqual = "NOT_EQUALS",
        /// More.
        Greater = "GREATER",
        /// As much or more.
        GreaterOrEqual = "GREATER_EQUALS",
        /// Less.
        Less = "LESS",
        /// As much or less.
        LessOrEqual = "LESS_EQUALS",
        /// Matches a regular expression.
        Match = "MATCH",
        /// Does not match a regular expression.
        NotMatch = "NOT_MATCH",
    }
}

/// Which pieces a key command looks at before it evaluates its filter: much faster than a filter alone,
/// because pieces elsewhere are never asked. All texts may be expressions in braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandTarget {
    /// Who sends; overwritten by VASSAL.
    pub source: CommandSource,
    /// Whether only pieces at a place are looked at.
    pub by_place: bool,
    /// Which kind of place.
    pub place: TargetPlace,
    /// Name of the map.
    pub map: String,
    /// Name of the board.
    pub board: String,
    /// Name of the zone.
    pub zone: String,
    /// Name of the location.
    pub location: String,
    /// Pixels from the left of the board.
    pub x: String,
    /// Pixels from the top of the board.
    pub y: String,
    /// Name of the deck.
    pub deck: String,
    /// Whether only pieces with a value of a property are looked at.
    pub by_property: bool,
    /// Name of the property.
    pub property: String,
    /// The value.
    pub value: String,
    /// How they are compared.
    pub compare: TargetCompare,
    /// Name of the attachment trait.
    pub attachment: String,
    /// Number of the attachment.
    pub attachment_id: String,
}

impl Default for CommandTarget {
    fn default() -> Self {
        let text = String::new;
        CommandTarget {
            source: CommandSource::Map,
            by_place: false,
            place: TargetPlace::Map,
            map: text(),
            board: text(),
            zone: text(),
            location: text(),
            x: "0".to_string(),
            y: "0".to_string(),
            deck: text(),
            by_property: false,
            property: text(),
            value: text(),
            compare: TargetCompare::Equal,
            attachment: text(),
            attachment_id: text(),
        }
    }
}

impl AttributeValue for CommandTarget {
    fn encode(&self) -> Option<String> {
        let tokens = [
            self.source.encode()?,
            self.by_place.to_string(),
            self.place.encode()?,
            self.map.clone(),
            self.board.clone(),
            self.zone.clone(),
            self.location.clone(),
            self.x.clone(),
            self.y.clone(),
            self.deck.clone(),
            self.by_property.to_string(),
            self.property.clone(),
            self.value.clone(),
            self.compare.encode()?,
            self.attachment.clone(),
            self.attachment_id.clone(),
        ];
        Some(sequence::encode(tokens, '|'))
    }
    fn decode(text: &str) -> Option<Self> {
        let mut tokens = sequence::decode(text, '|').into_iter();
        let mut target = CommandTarget::default();
        set(&mut target.source, tokens.next())?;
        set(&mut target.by_place, tokens.next())?;
        set(&mut target.place, tokens.next())?;
        set(&mut target.map, tokens.next())?;
        set(&mut target.board, tokens.next())?;
        set(&mut target.zone, tokens.next())?;
        set(&mut target.location, tokens.next())?;
        set(&mut target.x, tokens.next())?;
        set(&mut target.y, tokens.next())?;
        set(&mut target.deck, tokens.next())?;
        set(&mut target.by_property, tokens.next())?;
        set(&mut target.property, tokens.next())?;
        set(&mut target.value, tokens.next())?;
        set(&mut target.compare, tokens.next())?;
        set(&mut target.attachment, tokens.next())?;
        set(&mut target.attachment_id, tokens.next())?;
        tokens.next().is_none().then_some(target)
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        let text = || text.to_string();
        CommandTarget {
            source: AttributeValue::sample("", n),
            by_place: n % 2 == 0,
            place: AttributeValue::sample("", n),
            map: text(),
            board: text(),
            zone: text(),
            location: text(),
            x: text(),
            y: text(),
            deck: text(),
            by_property: n % 3 == 0,
            property: text(),
            value: text(),
            compare: AttributeValue::sample("", n),
            attachment: text(),
            attachment_id: text(),
        }
    }
}

/// Sets a field from a token; where there is none, old modules end, and the default stays.
fn set<T: AttributeValue>(field: &mut T, token: Option<String>) -> Option<()> {
    if let Some(token) = token {
        *field = T::decode(&token)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_vassal_writes() {
        assert_eq!(CommandTarget::default().encode().unwrap(), "MAP|false|MAP|||||0|0||false|||EQUALS||");
        assert_eq!(PropertyChange::default().encode().unwrap(), "P,");
        let choose = PropertyChange::Choose { prompt: "Which?".into(), values: vec!["a".into(), "b,c".into()] };
        assert_eq!(choose.encode().unwrap(), "E,Which?,a\\,b\\\\,c");
        assert_eq!(PropertyChange::decode("E,Which?,a\\,b\\\\,c"), Some(choose));
    }
}
