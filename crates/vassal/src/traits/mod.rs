//! The traits of a piece, each with all its fields in VASSAL's order.
//!
//! A default trait is what VASSAL's editor adds, in English. Decoding takes the shorter forms of
//! older modules, and fills in what VASSAL would. Numbers that are not numbers become the default,
//! as in VASSAL. Colours are `r,g,b`, or `r,g,b,a`, or empty for none.

pub(crate) mod field;
mod record;

mod clicks;
mod commands;
mod display;
mod global;
mod immobile;
mod making;
mod masks;
mod movement;
mod properties;

pub use clicks::*;
pub use commands::*;
pub use display::*;
pub use global::*;
pub use immobile::*;
pub use making::*;
pub use masks::*;
pub use movement::*;
pub use properties::*;

use field::Coded;

macro_rules! traits {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// A trait: its type, which never changes, and its state, which does.
        #[derive(Debug, Clone, PartialEq)]
        pub enum Trait {
            $($(#[$doc])* $name($name),)*
            /// A trait this program does not know.
            Other {
                /// Its type, id included.
                id_and_type: String,
                /// Its state.
                state: String,
            },
        }

        impl Trait {
            /// Its own type, without those of the traits inside of it.
            pub fn type_text(&self) -> String {
                match self {
                    $(Trait::$name(own) => format!("{}{}", $name::ID, own.body()),)*
                    Trait::Other { id_and_type, .. } => id_and_type.to_string(),
                }
            }

            /// The pictures that it names.
            pub fn images(&self) -> Vec<&str> {
                match self {
                    Trait::Embellishment(layer) => layer.images.iter().map(String::as_str).collect(),
                    Trait::Obscurable(Obscurable { image, style: MaskStyle::Image(shown), .. }) => vec![image, shown],
                    Trait::Obscurable(mask) => vec![&mask.image],
                    Trait::MovementMarkable(mark) => vec![&mark.image],
                    _ => Vec::new(),
                }
            }

            /// Its own state.
            pub fn state_text(&self) -> String {
                match self {
                    $(Trait::$name(own) => own.state(),)*
                    Trait::Other { state, .. } => state.to_string(),
                }
            }

            /// The trait of a type and a state.
            pub fn decode(type_text: &str, state: &str) -> Self {
                let (id, body) = type_text.split_at(type_text.find(';').map_or(type_text.len(), |at| at + 1));
                match id {
                    $($name::ID => Trait::$name($name::decode(body, state)),)*
                    NonRectangular::OLD_ID => Trait::NonRectangular(NonRectangular::from_old(body)),
                    _ => Trait::Other { id_and_type: type_text.to_string(), state: state.to_string() },
                }
            }
        }

        $(
            impl From<$name> for Trait {
                fn from(own: $name) -> Self {
                    Trait::$name(own)
                }
            }
        )*
    };
}

traits! {
    /// A part of the piece that is clicked.
    ActionButton,
    /// Shades what is near the piece.
    AreaOfEffect,
    /// A name that replaces that of the basic piece.
    BasicName,
    /// A computed property.
    CalculatedProperty,
    /// Makes another one.
    ClonePiece,
    /// Sends a key to other pieces.
    CounterGlobalKeyCommand,
    /// Deletes the piece.
    Delete,
    /// Deselects it.
    Deselect,
    /// A property that commands change.
    DynamicProperty,
    /// Layers.
    Embellishment,
    /// A movement trail.
    Footprint,
    /// Presses a key of the module.
    GlobalHotKey,
    /// Invisible to others.
    Hideable,
    /// Does not stack, move, or get selected.
    Immobilized,
    /// A text label.
    Labeler,
    /// Fixed properties.
    Marker,
    /// A line in the menu.
    MenuSeparator,
    /// A mark on pieces that moved.
    MovementMarkable,
    /// The area in which the mouse finds the piece.
    NonRectangular,
    /// A mask.
    Obscurable,
    /// Places another piece.
    PlaceMarker,
    /// Replaces the piece with another.
    Replace,
    /// Reports commands.
    ReportState,
    /// Hides or disables commands.
    RestrictCommands,
    /// Only some sides may use the piece.
    Restricted,
    /// Returns the piece to a deck.
    ReturnToDeck,
    /// Sends the piece somewhere.
    SendToLocation,
    /// Changes a global property.
    SetGlobalProperty,
    /// A menu of its own.
    SubMenu,
    /// Runs other commands.
    TriggerAction,
    /// Stands for the traits of a prototype.
    UsePrototype,
}
