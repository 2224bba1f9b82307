//! Colours.

use std::fmt;

/// An sRGB colour, serialised as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

impl Colour {
    /// `#rrggbb`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        if digits.len() != 6 || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
        Some(Colour([byte(0)?, byte(2)?, byte(4)?]))
    }

    /// Relative luminance after WCAG 2.
    fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = self.0;
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    /// Near black or white, whichever is easier to read on this ground.
    pub fn ink(self) -> Colour {
        let (dark, light) = (Colour([0x0b, 0x0c, 0x0e]), Colour([255; 3]));
        if self.contrast(dark) >= self.contrast(light) { dark } else { light }
    }

    /// The colour nearest to this one that has that much contrast on a ground: darker or lighter, as far as it takes.
    pub fn readable_on(self, ground: Colour, least: f64) -> Colour {
        let towards = |end: Colour| {
            let mixed = (0..=20).map(|step| self.under(end, f64::from(step) / 20.0));
            mixed.into_iter().enumerate().find(|(_, colour)| ground.contrast(*colour) >= least)
        };
        let found = [towards(Colour([0; 3])), towards(Colour([255; 3]))];
        found.into_iter().flatten().min_by_key(|(step, _)| *step).map_or_else(|| ground.ink(), |(_, colour)| colour)
    }

    /// This colour with another laid over it, 0 hiding nothing and 1 all.
    pub fn under(self, other: Colour, opacity: f64) -> Colour {
        let mix = |a: u8, b: u8| f64::from(a) + (f64::from(b) - f64::from(a)) * opacity.clamp(0.0, 1.0);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let channel = |n: usize| mix(self.0[n], other.0[n]).round() as u8;
        Colour([channel(0), channel(1), channel(2)])
    }

    /// Contrast ratio after WCAG 2, 1 to 21.
    pub fn contrast(self, other: Colour) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b] = self.0;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Colour {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "schemars")]
impl schemars::JsonSchema for Colour {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Colour".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_readable_colour_has_the_contrast_and_is_near() {
        let blue = Colour([0x33, 0x55, 0x99]);
        for ground in [Colour([0x10, 0x20, 0x30]), Colour([0x77, 0x77, 0x77]), Colour([0xee, 0xdd, 0xcc]), blue] {
            assert!(ground.contrast(blue.readable_on(ground, 4.5)) >= 4.5, "{ground}");
        }
        let white = Colour([255; 3]);
        assert_eq!(blue.readable_on(white, 4.5), blue);
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        let (black, white) = (Colour([0; 3]), Colour([255; 3]));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        assert_eq!(Colour::parse("#9aa1a3"), Some(Colour([0x9a, 0xa1, 0xa3])));
        assert_eq!(Colour::parse("#éééé"), None);
    }
}
