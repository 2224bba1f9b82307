//! Properties: fixed, changing, computed, and those of the map or the module.

use super::super::key::Key;
use super::super::sequence;
use super::field::{self, AsToken, Coded, token_record, token_words};

/// Fixed properties.
///
/// VASSAL cannot write none at all: that is one with no name and no value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marker {
    /// Names and values.
    pub properties: Vec<(String, String)>,
}

impl Marker {
    /// One property.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Marker { properties: vec![(name.into(), value.into())] }
    }
}

impl Coded for Marker {
    const ID: &'static str = "mark;";
    fn body(&self) -> String {
        sequence::encode(self.properties.iter().map(|(name, _)| name), ',')
    }
    fn state(&self) -> String {
        sequence::encode(self.properties.iter().map(|(_, value)| value), ',')
    }
    fn decode(body: &str, state: &str) -> Self {
        let mut values = sequence::Decoder::new(state, ',');
        let names = sequence::Decoder::new(body, ',');
        let mut properties: Vec<_> = names.map(|name| (name, values.next().unwrap_or_default())).collect();
        if matches!(properties.as_slice(), [(name, value)] if name.is_empty() && value.is_empty()) {
            properties.clear();
        }
        Marker { properties }
    }
}

token_record! {
    /// What values a property may have.
    Constraints {
        /// It is a number.
        numeric: bool = false;
        /// Not below.
        min: i32 = 0;
        /// Not above.
        max: i32 = 100;
        /// After the greatest comes the least.
        wrap: bool = false;
    }
}

impl AsToken for Constraints {
    fn put(&self) -> String {
        sequence::list(self.fields())
    }
    fn get(token: &str, _: Self) -> Self {
        Constraints::read(&mut sequence::decode(token, ',').into_iter(), &mut std::iter::empty())
    }
}

/// How a command changes a property. All texts are message formats or expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandChange {
    /// Sets it to a value.
    Set(String),
    /// Adds to it.
    Increment(String),
    /// Asks for a value.
    Prompt(String),
    /// Asks for one of several values.
    Select {
        /// What the player is asked.
        prompt: String,
        /// The values.
        values: Vec<String>,
    },
}

impl Default for CommandChange {
    fn default() -> Self {
        CommandChange::Set("new value".to_string())
    }
}

impl AsToken for CommandChange {
    fn put(&self) -> String {
        match self {
            CommandChange::Set(value) => sequence::list(["P", value]),
            CommandChange::Increment(by) => sequence::list(["I", by]),
            CommandChange::Prompt(prompt) => sequence::list(["R", prompt]),
            CommandChange::Select { prompt, values } => sequence::list(["E", prompt, &sequence::list(values)]),
        }
    }
    fn get(token: &str, _: Self) -> Self {
        let mut tokens = sequence::Decoder::new(token, ',');
        let code = tokens.next().unwrap_or_default();
        let mut text = |missing: &str| field::next(&mut tokens, missing.to_string());
        match code.chars().next() {
            Some('I') => CommandChange::Increment(text("1")),
            Some('R') => CommandChange::Prompt(text("Enter new value")),
            Some('E') => {
                let prompt = text("Select new value");
                CommandChange::Select { prompt, values: field::next(&mut tokens, Vec::new()) }
            }
            _ => CommandChange::Set(text("new value")),
        }
    }
}

token_record! {
    /// A command that changes a property.
    ChangeCommand {
        /// Menu text.
        command: String = String::new();
        /// Its key.
        key: Key = Key::None;
        /// What it does.
        change: CommandChange = CommandChange::default();
    }
}

impl AsToken for Vec<ChangeCommand> {
    fn put(&self) -> String {
        sequence::list(self.iter().map(|command| sequence::encode(command.fields(), ':')))
    }
    fn get(token: &str, _: Self) -> Self {
        let command =
            |text: String| ChangeCommand::read(&mut sequence::decode(&text, ':').into_iter(), &mut std::iter::empty());
        sequence::unlist(token).into_iter().map(command).collect()
    }
}

token_record! {
    /// A property that commands change.
    DynamicProperty "PROP;" {
        /// Its name.
        name: String = String::new() => "name".into();
        /// What values it may have.
        constraints: Constraints = Constraints::default();
        /// The commands.
        commands: Vec<ChangeCommand> = Vec::new();
        /// The author's description.
        description: String = String::new();
    }
    state Whole {
        /// Its value. An expression is computed when the piece is made, and only then.
        value: String = String::new();
    }
}

token_record! {
    /// A property that is computed.
    CalculatedProperty "calcProp;" {
        /// Its name.
        name: String = String::new();
        /// How. VASSAL writes it back with braces, or as a plain number if it is one.
        expression: String = String::new();
        /// The author's description.
        description: String = String::new();
    }
}

token_words! {
    /// Where a global property is looked for.
    PropertyScope {
        /// In the zone, then the map, then the module.
        #[default]
        Current = "Current Zone/Current Map/Module",
        /// In a zone by name.
        Zone = "Named Zone",
        /// On a map by name.
        Map = "Named Map",
    }
}

token_record! {
    /// Changes a global property.
    SetGlobalProperty "setprop;" {
        /// Its name.
        name: String = String::new() => "name".into();
        /// What values it may have.
        constraints: Constraints = Constraints::default();
        /// The commands.
        commands: Vec<ChangeCommand> = Vec::new();
        /// The author's description.
        description: String = String::new();
        /// Where it is looked for.
        scope: PropertyScope = PropertyScope::Current;
        /// The zone or map.
        place: String = String::new();
    }
}
