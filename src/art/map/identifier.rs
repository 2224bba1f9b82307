//! Identifiers of areas: a shape with the label, a badge, a star, the ring of who controls it.

use super::MapBasis;
use crate::draw::{Item, Path, Rect, Style, TextStyle, fit_line};
use crate::model::{AttributeInfo, Place, PlaceKind, Scalar};
use crate::source::values::Colour;
use crate::syntax::{AttributeKind, AttributeOf, IdentifierShape};

/// What an identifier shows.
#[derive(Debug, Clone)]
pub struct Identifier {
    /// Its shape.
    pub shape: IdentifierShape,
    /// The label in it.
    pub label: String,
    /// What stands in the badge.
    pub badge: Option<String>,
    /// What stands in the star; nothing if all are worth the same.
    pub star: Option<String>,
    /// Colour of who controls the area.
    pub ring: Option<Colour>,
}

/// The attribute in the badge: the one the style names, or the first number that is not victory.
pub fn modifier<'a>(on: MapBasis<'a>) -> Option<&'a AttributeInfo> {
    let named = on.style.modifier_attribute.as_ref().map(|id| id.value.as_str());
    let victory = victory(on).map(|attribute| attribute.id.as_str());
    let fits = |attribute: &&AttributeInfo| match named {
        Some(id) => attribute.id == id,
        None => attribute.kind == AttributeKind::Number && Some(attribute.id.as_str()) != victory,
    };
    of_areas(on).find(fits)
}

/// The attribute in the star: the one the style names, or one that is called victory.
pub fn victory<'a>(on: MapBasis<'a>) -> Option<&'a AttributeInfo> {
    let named = on.style.victory_attribute.as_ref().map(|id| id.value.as_str());
    let fits = |attribute: &&AttributeInfo| match named {
        Some(id) => attribute.id == id,
        None => {
            let called = attribute.id == "vp" || attribute.name.to_lowercase().contains("victory");
            called && attribute.kind == AttributeKind::Number
        }
    };
    of_areas(on).find(fits)
}

fn of_areas<'a>(on: MapBasis<'a>) -> impl Iterator<Item = &'a AttributeInfo> {
    on.model.attributes.iter().filter(|attribute| attribute.of == AttributeOf::Area)
}

impl Identifier {
    /// What the identifier of an area shows.
    pub fn of(on: MapBasis<'_>, place: &Place) -> Self {
        let PlaceKind::Area { terrain, control, .. } = &place.kind else {
            return Self::plain(IdentifierShape::Circle, &place.label);
        };
        let terrain = on.map.terrains.iter().find(|kind| kind.id == *terrain);
        let shape = terrain.and_then(|terrain| terrain.identifier).unwrap_or(IdentifierShape::Circle);
        let number = |attribute: Option<&AttributeInfo>| match place.attributes.get(attribute?.id.as_str()) {
            Some(Scalar::Number(number)) => Some(*number),
            _ => None,
        };
        let plain_star = || {
            let victory = victory(on).map(|attribute| attribute.id.as_str());
            let own = |place: &Place| victory.and_then(|id| place.attributes.get(id)).cloned();
            on.model.places.iter().filter_map(own).all(|value| matches!(value, Scalar::Number(0 | 1)))
        };
        let starred = |number: i64| if plain_star() { String::new() } else { number.to_string() };
        Self {
            badge: number(modifier(on)).map(|number| format!("{number:+}")),
            star: number(victory(on)).filter(|number| *number != 0).map(starred),
            ring: on.colour(control.as_ref()),
            ..Self::plain(shape, &place.label)
        }
    }

    /// A shape with a label.
    pub fn plain(shape: IdentifierShape, label: &str) -> Self {
        Self { shape, label: label.to_string(), badge: None, star: None, ring: None }
    }

    /// The box around shape and ring, around the origin.
    pub fn body(&self, on: MapBasis<'_>) -> Rect {
        let style = &on.style.identifier;
        let (d, ring) = (style.size.0, style.ring.0 + style.line.width.0);
        let own = match self.shape {
            IdentifierShape::Circle => Rect::around(0.0, 0.0, d, d),
            IdentifierShape::Square => Rect::around(0.0, 0.0, 0.92 * d, 0.92 * d),
            IdentifierShape::Triangle => Rect::new(-0.66 * d, -0.62 * d, 1.32 * d, 1.14 * d),
        };
        own.inset(-ring)
    }

    /// The box of the badge, hanging from the shape.
    pub fn badge_room(&self, on: MapBasis<'_>) -> Option<Rect> {
        let badge = self.badge.as_ref()?;
        let style = &on.style.identifier;
        let text = on.style.types.badge.text();
        let width = (text.width(badge) + 0.55 * style.badge.0).max(1.35 * style.badge.0);
        let body = self.body(on);
        Some(Rect::around(0.0, body.bottom() + 0.12 * style.badge.0, width, style.badge.0))
    }

    /// The box of the star, at the right of the shape.
    pub fn star_room(&self, on: MapBasis<'_>) -> Option<Rect> {
        self.star.as_ref()?;
        let style = &on.style.identifier;
        let r = style.star.0;
        let x = match self.shape {
            // The shape leaves room beside its top.
            IdentifierShape::Triangle => 0.33 * style.size.0 + style.ring.0 + r,
            _ => self.body(on).right() + 0.5 * style.gap.0 + r,
        };
        Some(Rect::around(x, -0.12 * style.size.0, 2.0 * r, 2.0 * r))
    }

    /// The box around all.
    pub fn room(&self, on: MapBasis<'_>) -> Rect {
        let parts = [self.badge_room(on), self.star_room(on)];
        parts.into_iter().flatten().fold(self.body(on), Rect::union)
    }

    /// Draws it around a point, as large as `scale` says.
    pub fn draw(&self, on: MapBasis<'_>, x: f64, y: f64, scale: f64) -> Item {
        let mut items = self.shape_items(on);
        items.extend(self.label_item(on));
        let style = &on.style.identifier;
        let line = || style.mark_line.stroke();
        if let (Some(room), Some(text)) = (self.badge_room(on), &self.badge) {
            let pill = Path::rounded(room, 0.45 * room.h);
            items.push(Item::Shape(pill, Style::fill(*style.badge_colour).with_stroke(line())));
            items.push(Item::Text(on.style.types.badge.text().within(text, room)));
        }
        if let (Some(room), Some(text)) = (self.star_room(on), &self.star) {
            let (cx, cy) = room.centre();
            let star = Path::star(cx, cy + 0.05 * room.h, room.w / 2.0);
            items.push(Item::Shape(star, Style::fill(*style.star_colour).with_stroke(line())));
            let inside = Rect::around(cx, cy + 0.055 * room.h, room.w, room.h);
            if !text.is_empty() {
                items.push(Item::Text(on.style.types.star.text().within(text, inside)));
            }
        }
        let place = crate::draw::Affine::scale_shift(scale, scale, x, y);
        Item::Group { place, clip: None, opacity: 1.0, items }
    }

    /// Ring, then shape.
    fn shape_items(&self, on: MapBasis<'_>) -> Vec<Item> {
        let style = &on.style.identifier;
        let path = outline(self.shape, style.size.0);
        let thin = style.line.width.0;
        let mut items = Vec::new();
        if let Some(ring) = self.ring {
            let dark = Style::stroke(style.line.stroke_of(2.0 * (style.ring.0 + thin)));
            items.push(Item::Shape(path.clone(), dark));
            let colour = crate::draw::Stroke::new(ring, 2.0 * style.ring.0 + thin);
            items.push(Item::Shape(path.clone(), Style::stroke(colour)));
        }
        items.push(Item::Shape(path, Style::fill(*on.style.paper).with_stroke(style.line.stroke())));
        items
    }

    /// The label, as large as the shape lets it be.
    fn label_item(&self, on: MapBasis<'_>) -> Option<Item> {
        let d = on.style.identifier.size.0;
        let room = match self.shape {
            IdentifierShape::Circle => Rect::around(0.0, -0.02 * d, 0.74 * d, 0.7 * d),
            IdentifierShape::Square => Rect::around(0.0, -0.02 * d, 0.78 * d, 0.7 * d),
            IdentifierShape::Triangle => Rect::around(0.0, 0.13 * d, 0.56 * d, 0.5 * d),
        };
        let label = &on.style.types.label;
        let style: TextStyle = match self.shape {
            IdentifierShape::Triangle => label.sized(0.84 * label.size.0),
            _ => label.text(),
        };
        fit_line(&self.label, style, 0.5, room).map(Item::Text)
    }
}

/// A shape around the origin that looks as large as a circle of a diameter.
pub fn outline(shape: IdentifierShape, d: f64) -> Path {
    match shape {
        IdentifierShape::Circle => Path::circle(0.0, 0.0, d / 2.0),
        IdentifierShape::Square => Path::rounded(Rect::around(0.0, 0.0, 0.92 * d, 0.92 * d), 0.06 * d),
        IdentifierShape::Triangle => Path::polygon([(0.0, -0.62 * d), (0.66 * d, 0.52 * d), (-0.66 * d, 0.52 * d)]),
    }
}
