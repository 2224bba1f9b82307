//! What a piece looks like: layers, labels, its shape and its name.

use super::super::key::Key;
use super::super::sequence;
use super::field::{self, AsToken, Coded, token_record, token_words};

token_record! {
    /// Layers: one of several pictures over the piece, or none.
    Embellishment "emb2;" {
        /// Menu text of the command that shows or hides the layer.
        activate_command: String = "Activate".into();
        /// Old form of [`Self::activate_key`]: its modifiers. VASSAL reads the old forms only in
        /// version 0, and keeps them.
        old_activate_modifiers: i32 = 128;
        /// Old form: its letter.
        old_activate_key: String = "A".into();
        /// Menu text of the command to the next level.
        increase_command: String = String::new();
        /// Old form: modifiers.
        old_increase_modifiers: i32 = 128;
        /// Old form: letter.
        old_increase_key: String = String::new();
        /// Menu text of the command to the level before.
        decrease_command: String = String::new();
        /// Old form: modifiers.
        old_decrease_modifiers: i32 = 128;
        /// Old form: letter.
        old_decrease_key: String = String::new();
        /// Menu text of the command to [`Self::reset_level`].
        reset_command: String = String::new();
        /// Its key.
        reset_key: Key = Key::None;
        /// The level it sets: a number or an expression.
        reset_level: String = "1".into();
        /// Drawn below the piece while it is selected.
        under_when_selected: bool = false;
        /// Offset to the right.
        x: i32 = 0;
        /// Offset down.
        y: i32 = 0;
        /// The picture of each level; an empty name draws nothing.
        images: Vec<String> = Vec::new();
        /// The name of each level: with a `+` before or after, it is added to the piece's name. VASSAL
        /// fills the list up to the number of pictures.
        level_names: Vec<String> = Vec::new();
        /// After the last level comes the first.
        wrap: bool = true;
        /// The layer's name: its properties are `NAME_Level`, `NAME_Name`, `NAME_Image`, `NAME_Active`.
        name: String = String::new();
        /// Key of the command to a random level.
        random_key: Key = Key::None;
        /// Its menu text.
        random_command: String = String::new();
        /// The level follows a property.
        follow: bool = false;
        /// That property or expression.
        follow_expression: String = String::new();
        /// The value of it that means level 1.
        first_level: i32 = 1;
        /// Version of the trait: 1. In 0, keys are letters, and a layer without an activate key is
        /// always active.
        version: i32 = 1 => 0;
        /// Always shown: the activate command does nothing.
        always_active: bool = true;
        /// Key of the command that shows or hides the layer.
        activate_key: Key = Key::ctrl('A') => Key::None;
        /// Key of the command to the next level.
        increase_key: Key = Key::None;
        /// Key of the command to the level before.
        decrease_key: Key = Key::None;
        /// The author's description.
        description: String = String::new();
        /// The size of the pictures.
        scale: f64 = 1.0;
        /// Of a layer that follows a property: shown only while this property is true, or is not; empty: always.
        only_property: String = String::new();
        /// `true` or `false`: which of the two.
        only_value: String = "true".into();
    }
    state Whole {
        /// The level shown, from 1; below 0: hidden, at that level.
        level: i32 = 1;
    }
}

token_words! {
    /// Where a label stands up and down, or which of its edges stands there.
    Vertical {
        /// The top.
        #[default]
        Top = "t",
        /// The middle.
        Center = "c",
        /// The bottom.
        Bottom = "b",
    }
}

token_words! {
    /// Where a label stands left and right, or which of its edges stands there.
    Horizontal {
        /// The middle.
        #[default]
        Center = "c",
        /// The left.
        Left = "l",
        /// The right.
        Right = "r",
    }
}

token_record! {
    /// A text label.
    Labeler "label;" {
        /// Key of the command that changes the label.
        key: Key = Key::None;
        /// Its menu text.
        command: String = "Change label".into();
        /// Size of the font.
        size: i32 = 10;
        /// Colour behind the text; empty: none.
        background: String = String::new();
        /// Colour of the text.
        color: String = "0,0,0".into();
        /// Where on the piece, up and down.
        vertical: Vertical = Vertical::Top;
        /// Offset from there, down.
        vertical_offset: i32 = 0;
        /// Where on the piece, left and right.
        horizontal: Horizontal = Horizontal::Center;
        /// Offset from there.
        horizontal_offset: i32 = 0;
        /// Which edge of the label stands there.
        vertical_anchor: Vertical = Vertical::Bottom;
        /// Which edge of the label stands there.
        horizontal_anchor: Horizontal = Horizontal::Center;
        /// The piece's name, with `$pieceName$` and `$label$`; VASSAL turns `$PieceName$` into
        /// `$pieceName$`.
        name_format: String = "$pieceName$ ($label$)".into();
        /// The font; VASSAL writes back the family it found.
        font: String = "Dialog".into();
        /// 1 for bold, 2 for italic, 3 for both.
        style: i32 = 0;
        /// Degrees turned clockwise.
        rotate: i32 = 0;
        /// The property that has the text.
        property: String = "TextLabel".into();
        /// The author's description.
        description: String = String::new();
        /// The name format holds even while the label is empty.
        always_format: bool = false;
    }
    state Whole {
        /// The text: a message format. VASSAL trims it.
        label: String = String::new();
    }
}

token_record! {
    /// Shades what is within a distance of the piece.
    AreaOfEffect "AreaOfEffect;" {
        /// Colour of the shade.
        color: String = "128,128,128".into();
        /// Percent.
        opacity: i32 = 30;
        /// How far, in hexes or grid units; else [`radius_property`](Self::radius_property) says it.
        radius: i32 = 1;
        /// Whether it is always seen.
        always_active: bool = true;
        /// Menu text of the command that shows and hides it.
        command: String = "Show area".into();
        /// Its key.
        key: Key = Key::None;
        /// A shading of the map that draws it; empty: its own.
        shading: String = String::new();
        /// Whether the distance is fixed.
        fixed: bool = true;
        /// The property that has the distance.
        radius_property: String = String::new();
        /// The author's description.
        description: String = String::new();
        /// Its name: property `<name>_Active`.
        name: String = String::new();
        /// Menu text of a command that shows it.
        on_command: String = String::new();
        /// Its key.
        on_key: Key = Key::None;
        /// Menu text of a command that hides it.
        off_command: String = String::new();
        /// Its key.
        off_key: Key = Key::None;
        /// Whether all players see it.
        global: bool = true;
    }
    state Whole {
        /// Whether it is seen.
        active: bool = false;
    }
}

/// The area in which the mouse finds the piece.
#[derive(Debug, Clone, PartialEq)]
pub struct NonRectangular {
    /// The size of the shape.
    pub scale: f64,
    /// The shape: `d` and then, with spaces, `M x y`, `L x y`, `Q ..`, `C ..`, `Z` as in SVG, and at the
    /// end `N` and the name of a picture, the one the shape was taken from. Without a name, VASSAL fails
    /// when it lists the pictures in use. The shape stands in the type unescaped.
    pub shape: String,
}

impl NonRectangular {
    /// What older modules write: without a scale.
    pub(super) const OLD_ID: &'static str = "nonRect;";

    pub(super) fn from_old(body: &str) -> Self {
        NonRectangular { scale: 1.0, shape: body.to_string() }
    }
}

impl Default for NonRectangular {
    fn default() -> Self {
        NonRectangular { scale: 1.0, shape: String::new() }
    }
}

impl Coded for NonRectangular {
    const ID: &'static str = "nonRect2;";
    fn body(&self) -> String {
        format!("{};{}", self.scale.put(), self.shape)
    }
    fn state(&self) -> String {
        String::new()
    }
    fn decode(body: &str, _: &str) -> Self {
        let mut tokens = sequence::Decoder::new(body, ';');
        let scale = field::next(&mut tokens, 1.0);
        NonRectangular { scale, shape: tokens.rest().unwrap_or_default().to_string() }
    }
}

token_record! {
    /// A name that replaces that of the basic piece.
    BasicName "basicName;" {
        /// The name.
        name: String = String::new();
    }
}
