//! The components of a VASSAL build file, as types.
//!
//! A build file is a tree of elements named after VASSAL's Java classes. Each class we use is a struct
//! here, with all its attributes, and VASSAL 3.7.26's own defaults as `Default`. All attributes are
//! written, in the order of the fields, so that files are stable and do not depend on defaults that later
//! versions change. VASSAL sets the attributes of an element in alphabetical order, then builds its
//! children in the order of the file.
//!
//! What VASSAL adds by itself when it is missing, at the end of its parent:
//! - to the module: global properties, translatable messages, language, command encoder, documentation,
//!   player roster, global options, prototypes, chat, key namer. No map and no piece palette;
//! - to a map: board picker, stack metrics, global properties, selection highlighters, highlighter of the
//!   last move, flare. **Not** added, and a map without them is dead: [`ForwardToKeyBuffer`],
//!   [`Scroller`], [`ForwardToChatter`], [`MenuDisplayer`], [`MapCenterer`], [`StackExpander`],
//!   [`PieceMover`], [`KeyBufferer`]. [`map_basics`] has them;
//! - to a zoned grid: the zone highlighter.

mod codes;
mod commands;
mod dice;
mod documentation;
mod grids;
mod map;
mod map_tools;
mod module;
mod pieces;
mod properties;
mod turns;
mod value;
mod viewer;
mod windows;
mod xml;

pub use codes::{CommandParameter, CommandSource, CommandTarget, PropertyChange, TargetCompare, TargetPlace};
pub use commands::*;
pub use dice::*;
pub use documentation::*;
pub use grids::*;
pub use map::*;
pub use map_tools::*;
pub use module::*;
pub use pieces::*;
pub use properties::*;
pub use turns::*;
pub use value::{AttributeValue, Color, ImageName, Prompt, ZoneOutline};
pub use viewer::*;
pub use windows::*;
pub use xml::{XmlError, from_xml, from_xml_as_it_stands, to_xml};

use value::choices;

/// Names and values of attributes.
pub type XmlAttributes = Vec<(String, String)>;

/// A field of a component: one attribute, or a group of them.
pub(crate) trait AttributeField: Sized {
    /// Adds the attributes.
    fn write(&self, name: &str, out: &mut XmlAttributes);
    /// Takes the attributes that it understands out of the bag.
    fn read(&mut self, name: &str, bag: &mut XmlAttributes);
    /// Adds the pictures that it names.
    fn images<'a>(&'a self, found: &mut Vec<&'a ImageName>);
    /// Some value made from a text and a number.
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self;
}

// Called for more than a thousand fields: copies of the code at every call would take minutes to compile.
impl<T: AttributeValue> AttributeField for T {
    #[inline(never)]
    fn write(&self, name: &str, out: &mut XmlAttributes) {
        if let Some(value) = self.encode() {
            out.push((name.to_string(), value));
        }
    }
    #[inline(never)]
    fn read(&mut self, name: &str, bag: &mut XmlAttributes) {
        let Some(at) = bag.iter().position(|(key, _)| key == name) else { return };
        if let Some(value) = T::decode(&bag[at].1) {
            *self = value;
            bag.remove(at);
        }
    }
    #[inline(never)]
    fn images<'a>(&'a self, found: &mut Vec<&'a ImageName>) {
        found.extend(self.image());
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        T::sample(text, n)
    }
}

/// A component that is one struct.
pub(crate) trait Element: AttributeField + Default {
    /// Name of VASSAL's class.
    const CLASS: &'static str;
    /// Attributes that were read but not understood.
    fn unknown(&self) -> &XmlAttributes;
    /// Attributes that were read but not understood.
    fn unknown_mut(&mut self) -> &mut XmlAttributes;
    /// Its text, if it has one.
    fn text(&self) -> Option<&str>;
    /// Sets its text, if it has one.
    fn set_text(&mut self, text: &str) -> bool;

    /// All attributes. Those not understood stand in for the fields of the same name.
    fn attributes(&self) -> XmlAttributes {
        let mut out = XmlAttributes::new();
        self.write("", &mut out);
        for (name, value) in self.unknown() {
            match out.iter_mut().find(|(key, _)| key == name) {
                Some(attribute) => attribute.1.clone_from(value),
                None => out.push((name.clone(), value.clone())),
            }
        }
        out
    }

    /// From attributes and text; none if there is text and it can have none.
    fn from_parts(mut attributes: XmlAttributes, text: &str) -> Result<Self, XmlAttributes> {
        let mut component = Self::default();
        if !component.set_text(text) && !text.is_empty() {
            return Err(attributes);
        }
        component.read("", &mut attributes);
        *component.unknown_mut() = attributes;
        Ok(component)
    }
}

/// Defaults are given as literals: this makes them what the field is.
#[inline(never)]
fn given<T>(value: impl Into<T>) -> T {
    value.into()
}

/// Declares a struct whose fields are attributes: `field: Type = "attribute", default;`. A field that is
/// itself such a struct stands for all its attributes.
macro_rules! attribute_record {
    ($(#[$meta:meta])* $name:ident {
        $($(#[$field_meta:meta])* $field:ident: $type:ty = $attribute:literal, $default:expr;)*
    } {
        $($(#[$extra_meta:meta])* $extra:ident: $extra_type:ty;)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
            $($(#[$extra_meta])* pub $extra: $extra_type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                $name {
                    $($field: $crate::components::given($default),)*
                    $($extra: Default::default(),)*
                }
            }
        }

        impl $crate::components::AttributeField for $name {
            fn write(&self, _: &str, out: &mut $crate::components::XmlAttributes) {
                let _ = &out;
                $($crate::components::AttributeField::write(&self.$field, $attribute, out);)*
            }
            fn read(&mut self, _: &str, bag: &mut $crate::components::XmlAttributes) {
                let _ = &bag;
                $($crate::components::AttributeField::read(&mut self.$field, $attribute, bag);)*
            }
            fn images<'a>(&'a self, found: &mut Vec<&'a $crate::components::ImageName>) {
                let _ = &found;
                $($crate::components::AttributeField::images(&self.$field, found);)*
            }
            #[cfg(test)]
            fn sample(text: &str, n: i32) -> Self {
                let _ = (text, n);
                $name {
                    $($field: $crate::components::AttributeField::sample(text, n + stringify!($field).len() as i32),)*
                    $($extra: Default::default(),)*
                }
            }
        }
    };
}
use attribute_record;

/// Declares components: structs as [`attribute_record!`] makes them, with the name of their class. The word `text`
/// after the class gives them text.
macro_rules! component {
    (@element $name:ident = $class:literal { $($text:tt)* }) => {
        impl $crate::components::Element for $name {
            const CLASS: &'static str = $class;
            fn unknown(&self) -> &$crate::components::XmlAttributes {
                &self.unknown
            }
            fn unknown_mut(&mut self) -> &mut $crate::components::XmlAttributes {
                &mut self.unknown
            }
            $($text)*
        }
    };
    ($(#[$meta:meta])* $name:ident = $class:literal { $($body:tt)* }) => {
        $crate::components::attribute_record! {
            $(#[$meta])*
            $name { $($body)* } {
                /// Attributes that were read but not understood; written as they were.
                unknown: $crate::components::XmlAttributes;
            }
        }

        $crate::components::component! { @element $name = $class {
            fn text(&self) -> Option<&str> {
                None
            }
            fn set_text(&mut self, _: &str) -> bool {
                false
            }
        } }
    };
    ($(#[$meta:meta])* $name:ident = $class:literal text { $($body:tt)* }) => {
        $crate::components::attribute_record! {
            $(#[$meta])*
            $name { $($body)* } {
                /// The text inside the element. VASSAL trims it.
                text: String;
                /// Attributes that were read but not understood; written as they were.
                unknown: $crate::components::XmlAttributes;
            }
        }

        $crate::components::component! { @element $name = $class {
            fn text(&self) -> Option<&str> {
                Some(&self.text)
            }
            fn set_text(&mut self, text: &str) -> bool {
                self.text = text.to_string();
                true
            }
        } }
    };
}
use component;

/// Makes the sum of all components.
macro_rules! all {
    ($($name:ident,)*) => {
        /// A component of a build file.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Component {
            $(#[doc = concat!("See [`", stringify!($name), "`].")] $name(Box<$name>),)*
            /// One that we do not know.
            Other {
                /// Name of its class.
                class: String,
                /// Its attributes.
                attributes: XmlAttributes,
                /// Its text, trimmed.
                text: String,
            },
        }

        $(impl From<$name> for Component {
            fn from(component: $name) -> Self {
                Component::$name(Box::new(component))
            }
        }

        impl From<$name> for Node {
            fn from(component: $name) -> Self {
                Node::new(component)
            }
        })*

        impl Component {
            /// Name of VASSAL's class.
            pub fn class(&self) -> &str {
                match self {
                    $(Component::$name(_) => <$name as Element>::CLASS,)*
                    Component::Other { class, .. } => class,
                }
            }

            /// All attributes, in the order they are written.
            pub fn attributes(&self) -> XmlAttributes {
                match self {
                    $(Component::$name(component) => component.attributes(),)*
                    Component::Other { attributes, .. } => attributes.clone(),
                }
            }

            /// The pictures that its attributes name. Pieces in its text are not looked into.
            pub fn images(&self) -> Vec<&ImageName> {
                let mut found = Vec::new();
                match self {
                    $(Component::$name(component) => AttributeField::images(component.as_ref(), &mut found),)*
                    Component::Other { .. } => {}
                }
                found
            }

            /// Attributes that were read but not understood: unknown ones, and known ones with a value
            /// that is none.
            pub fn unknown(&self) -> &[(String, String)] {
                match self {
                    $(Component::$name(component) => component.unknown(),)*
                    Component::Other { attributes, .. } => attributes,
                }
            }

            /// Its text; empty if it has none.
            pub fn text(&self) -> &str {
                match self {
                    $(Component::$name(component) => component.text().unwrap_or_default(),)*
                    Component::Other { text, .. } => text,
                }
            }

            /// From what stands in the file.
            pub fn from_parts(class: &str, attributes: XmlAttributes, text: &str) -> Component {
                let other = |attributes| {
                    Component::Other { class: class.to_string(), attributes, text: text.to_string() }
                };
                match class {
                    $(<$name as Element>::CLASS => {
                        <$name as Element>::from_parts(attributes, text).map_or_else(other, Component::from)
                    })*
                    _ => other(attributes),
                }
            }

            /// One of each, all fields made from a text and a number.
            #[cfg(test)]
            fn samples(text: &str, n: i32) -> Vec<Component> {
                vec![$({
                    let mut component = <$name as AttributeField>::sample(text, n);
                    component.set_text(text.trim_matches(|c: char| c <= ' '));
                    component.into()
                },)*]
            }

            /// One of each, as VASSAL makes it.
            #[cfg(test)]
            fn defaults() -> Vec<Component> {
                vec![$($name::default().into(),)*]
            }
        }
    };
}

/// A component and what stands inside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The component.
    pub component: Component,
    /// What stands inside, in the order VASSAL builds it.
    pub children: Vec<Node>,
}

impl Node {
    /// A component with nothing inside.
    pub fn new(component: impl Into<Component>) -> Node {
        Node { component: component.into(), children: Vec::new() }
    }

    /// Puts a child at the end.
    #[must_use]
    pub fn with(mut self, child: impl Into<Node>) -> Node {
        self.children.push(child.into());
        self
    }

    /// Puts children at the end.
    #[must_use]
    pub fn with_all<N: Into<Node>>(mut self, children: impl IntoIterator<Item = N>) -> Node {
        self.children.extend(children.into_iter().map(Into::into));
        self
    }
}

/// What a map needs to answer the mouse and the keyboard, besides board picker and stack metrics.
pub fn map_basics() -> Vec<Node> {
    vec![
        ForwardToKeyBuffer::default().into(),
        Scroller::default().into(),
        ForwardToChatter::default().into(),
        MenuDisplayer::default().into(),
        MapCenterer::default().into(),
        StackExpander::default().into(),
        PieceMover::default().into(),
        KeyBufferer::default().into(),
    ]
}

all! {
    GameModule, BasicCommandEncoder, GlobalOptions, PlayerRoster, RosterEntry, Chatter, KeyNamer, PredefinedSetup,
    Documentation, AboutScreen, HelpFile, BrowserPDFFile, Map, PrivateMap, PlayerHand, BoardPicker, Board, StackMetrics, HandMetrics,
    ForwardToChatter, ForwardToKeyBuffer, Scroller, MenuDisplayer, MapCenterer, StackExpander, PieceMover,
    KeyBufferer, SelectionHighlighters, HighlightLastMoved, ZonedGrid, Zone, HexGrid, SquareGrid, RegionGrid, Region,
    HexGridNumbering, SquareGridNumbering, ImageSaver, TextSaver, Flare, GlobalMap, Zoomer, LosThread, HidePiecesButton, PieceRecenterer,
    LayeredPieceCollection, CounterDetailViewer, SetupStack, DrawPile, PieceSlot, CardSlot, PrototypesContainer,
    PrototypeDefinition, GlobalKeyCommand, DoActionButton, ToolbarMenu, GlobalProperties, GlobalProperty,
    ZoneProperty, ChangePropertyButton, DiceButton, SpecialDiceButton, SpecialDie, SpecialDieFace, TurnTracker, CounterTurnLevel, ListTurnLevel, TurnGlobalHotkey, Inventory,
    NotesWindow, ChartWindow, Chart, PieceWindow, TabWidget, ListWidget, BoxWidget, PanelWidget,
}

#[cfg(test)]
mod tests;
