//! What stands in attributes: text, numbers, colours, keys, lists, choices.

use crate::key::Key;
use crate::sequence;

/// A value of one attribute.
pub trait AttributeValue: Sized {
    /// As VASSAL writes it; none if the attribute is to be left out.
    fn encode(&self) -> Option<String>;
    /// As VASSAL reads it; none if it is not such a value.
    fn decode(text: &str) -> Option<Self>;
    /// The picture that it names, if it names one.
    fn image(&self) -> Option<&ImageName> {
        None
    }
    /// Some value made from a text and a number, for tests.
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self;
}

/// A picture: an entry below `images/` of the module or, with `/images/` before it, one of VASSAL's own. Empty for none.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ImageName(pub String);

impl From<&str> for ImageName {
    fn from(name: &str) -> Self {
        ImageName(name.to_string())
    }
}

impl From<String> for ImageName {
    fn from(name: String) -> Self {
        ImageName(name)
    }
}

impl AttributeValue for ImageName {
    fn encode(&self) -> Option<String> {
        self.0.encode()
    }
    fn decode(text: &str) -> Option<Self> {
        String::decode(text).map(ImageName)
    }
    fn image(&self) -> Option<&ImageName> {
        (!self.0.is_empty()).then_some(self)
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        ImageName(String::sample(text, n))
    }
}

/// None leaves the attribute out.
impl AttributeValue for Option<ImageName> {
    fn encode(&self) -> Option<String> {
        self.as_ref()?.encode()
    }
    fn decode(text: &str) -> Option<Self> {
        ImageName::decode(text).map(Some)
    }
    fn image(&self) -> Option<&ImageName> {
        self.as_ref()?.image()
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        Some(ImageName::sample(text, n))
    }
}

impl AttributeValue for String {
    fn encode(&self) -> Option<String> {
        Some(self.clone())
    }
    fn decode(text: &str) -> Option<Self> {
        Some(text.to_string())
    }
    #[cfg(test)]
    fn sample(text: &str, _: i32) -> Self {
        text.to_string()
    }
}

/// None leaves the attribute out: there, VASSAL treats a missing attribute unlike an empty one.
impl AttributeValue for Option<String> {
    fn encode(&self) -> Option<String> {
        self.clone()
    }
    fn decode(text: &str) -> Option<Self> {
        Some(Some(text.to_string()))
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        (n % 2 == 0).then(|| text.to_string())
    }
}

impl AttributeValue for bool {
    fn encode(&self) -> Option<String> {
        Some(self.to_string())
    }
    fn decode(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    #[cfg(test)]
    fn sample(_: &str, n: i32) -> Self {
        n % 2 == 0
    }
}

impl AttributeValue for i32 {
    fn encode(&self) -> Option<String> {
        Some(self.to_string())
    }
    fn decode(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    #[cfg(test)]
    fn sample(_: &str, n: i32) -> Self {
        n
    }
}

/// What is not finite is written as 0: VASSAL would drop the component, or hang in a division.
impl AttributeValue for f64 {
    fn encode(&self) -> Option<String> {
        Some(if self.is_finite() { format!("{self:?}") } else { "0.0".to_string() })
    }
    fn decode(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &f64| number.is_finite())
    }
    #[cfg(test)]
    fn sample(_: &str, n: i32) -> Self {
        f64::from(n) / 3.0
    }
}

impl AttributeValue for Key {
    fn encode(&self) -> Option<String> {
        Some(Key::encode(self))
    }
    fn decode(text: &str) -> Option<Self> {
        match Key::decode(text) {
            Key::None if !text.is_empty() => None,
            key => Some(key),
        }
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        match n % 3 {
            0 => Key::Named(format!("k{}", text.replace(',', ""))),
            1 => Key::Stroke { code: n.unsigned_abs(), modifiers: 130 },
            _ => Key::None,
        }
    }
}

impl AttributeValue for Vec<String> {
    fn encode(&self) -> Option<String> {
        Some(sequence::list(self))
    }
    fn decode(text: &str) -> Option<Self> {
        Some(sequence::unlist(text))
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        (0..n.rem_euclid(4)).map(|i| format!("{text}{i}{text}")).collect()
    }
}

/// No key of the list may be [`Key::None`]: VASSAL skips it.
impl AttributeValue for Vec<Key> {
    fn encode(&self) -> Option<String> {
        Some(Key::encode_list(self))
    }
    fn decode(text: &str) -> Option<Self> {
        let tokens = sequence::unlist(text);
        tokens.iter().filter(|token| !token.is_empty()).map(|token| <Key as AttributeValue>::decode(token)).collect()
    }
    #[cfg(test)]
    fn sample(text: &str, n: i32) -> Self {
        (0..n.rem_euclid(4)).map(|i| <Key as AttributeValue>::sample(text, i)).filter(|key| *key != Key::None).collect()
    }
}

impl AttributeValue for Vec<f64> {
    fn encode(&self) -> Option<String> {
        Some(sequence::list(self.iter().filter_map(AttributeValue::encode)))
    }
    fn decode(text: &str) -> Option<Self> {
        sequence::unlist(text).iter().map(|token| <f64 as AttributeValue>::decode(token)).collect()
    }
    #[cfg(test)]
    fn sample(_: &str, n: i32) -> Self {
        (0..n.rem_euclid(4)).map(|i| f64::from(i) + 0.25).collect()
    }
}

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// Opacity; VASSAL leaves it out when it is full.
    pub alpha: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Color = Color::rgb(0, 0, 0);
    /// White.
    pub const WHITE: Color = Color::rgb(255, 255, 255);
    /// Red.
    pub const RED: Color = Color::rgb(255, 0, 0);

    /// An opaque colour.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Color {
        Color { red, green, blue, alpha: 255 }
    }
}

/// None is the empty string: no colour, which most often means transparent.
impl AttributeValue for Option<Color> {
    fn encode(&self) -> Option<String> {
        Some(match self {
            None => String::new(),
            Some(Color { red, green, blue, alpha: 255 }) => format!("{red},{green},{blue}"),
            Some(Color { red, green, blue, alpha }) => format!("{red},{green},{blue},{alpha}"),
        })
    }
    fn decode(text: &str) -> Option<Self> {
        if text.is_empty() || text == "null" {
            return Some(None);
        }
        let parts: Vec<u8> = text.split(',').map(|part| part.parse().ok()).collect::<Option<_>>()?;
        match parts[..] {
            [red, green, blue] => Some(Some(Color::rgb(red, green, blue))),
            [red, green, blue, alpha] => Some(Some(Color { red, green, blue, alpha })),
            _ => None,
        }
    }
    #[cfg(test)]
    fn sample(_: &str, n: i32) -> Self {
        let [red, green, blue, alpha] = n.to_le_bytes();
        (n % 5 != 0).then_some(Color { red, green, blue, alpha })
    }
}

/// The outline of a zone: corners in pixels of the board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ZoneOutline(pub Vec<(i32, i32)>);

impl AttributeValue for ZoneOutline {
    fn encode(&self) -> Option<String> {
        Some(self.0.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(";"))
    }
    fn decode(text: &str) -> Option<Self> {
        let corner = |part: &str| {
            let (x, y) = part.split_once(',')?;
            Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
        };
        text.split(';').filter(|part| !part.is_empty()).map(corner).collect::<Option<_>>().map(ZoneOutline)
    }
    #[cfg(test)]
    fn sample(_: &str, n: i32) -> Self {
        ZoneOutline((0..n.rem_euclid(5)).map(|i| (i, n)).collect())
    }
}

/// Declares choices: an enum whose variants are written as fixed strings. The first is the default.
macro_rules! choices {
    ($($(#[$meta:meta])* $name:ident {
        $(#[$first_meta:meta])* $first:ident = $first_text:literal,
        $($(#[$variant_meta:meta])* $variant:ident = $text:literal,)*
    })*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum $name {
            $(#[$first_meta])*
            #[default]
            $first,
            $($(#[$variant_meta])* $variant,)*
        }

        impl $crate::components::value::AttributeValue for $name {
            fn encode(&self) -> Option<String> {
                Some(match self {
                    $name::$first => $first_text,
                    $($name::$variant => $text,)*
                }.to_string())
            }
            fn decode(text: &str) -> Option<Self> {
                match text {
                    $first_text => Some($name::$first),
                    $($text => Some($name::$variant),)*
                    _ => None,
                }
            }
            #[cfg(test)]
            fn sample(_: &str, n: i32) -> Self {
                let all = [$name::$first, $($name::$variant,)*];
                all[n.rem_euclid(all.len() as i32) as usize]
            }
        }
    )*};
}
pub(crate) use choices;

choices! {
    /// Whether something is done.
    Prompt {
        /// Yes.
        Always = "Always",
        /// No.
        Never = "Never",
        /// As each player has set in the preferences. Not every component knows it.
        Preference = "Use Preferences Setting",
    }
}
