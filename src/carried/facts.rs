//! What a record says of a piece: its name, its pictures, its properties. Read from the piece, and put into it.

use crate::vassal::{Piece, RawPiece, RawTrait, Trait};
use std::collections::BTreeMap;

/// Prototypes by name.
pub type Prototypes = BTreeMap<String, Piece>;

/// What a piece says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Its name.
    pub name: String,
    /// The picture of its front.
    pub front: Option<Shown>,
    /// That of its back: of its mask, or of the other of two layers.
    pub back: Option<Shown>,
    /// Its own fixed properties.
    pub properties: Vec<(String, String)>,
}

/// A picture of a piece, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// Its name in the module.
    pub picture: String,
    at: PictureAt,
}

/// Where the picture of a piece stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PictureAt {
    /// In the basic piece.
    Basic,
    /// In a layer: the trait, and the level from 0.
    Layer(usize, usize),
    /// In a mask.
    Mask(usize),
    /// In a prototype, which other pieces have, too.
    Prototype,
}

/// What a record asks of a piece; none: as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WantedPiece {
    /// Its name.
    pub name: Option<String>,
    /// The picture of its front, by its name in the module.
    pub front: Option<String>,
    /// That of its back.
    pub back: Option<String>,
    /// Properties that differ.
    pub properties: Vec<(String, String)>,
}

impl WantedPiece {
    /// Whether nothing differs.
    pub fn is_nothing(&self) -> bool {
        *self == WantedPiece::default()
    }
}

impl Facts {
    /// Reads a piece.
    pub fn read(piece: &RawPiece, prototypes: &Prototypes) -> Facts {
        let traits: Vec<Trait> = piece.traits.iter().map(RawTrait::read).collect();
        let image = piece.basic_type(2);
        // A blank is what old modules write for none.
        let basic = (!image.trim().is_empty()).then_some(Shown { picture: image, at: PictureAt::Basic });
        let from_prototypes = || {
            let own = Piece { traits: traits.clone(), ..Piece::default() };
            own.expanded(prototypes).traits
        };
        let front = basic
            .clone()
            .or_else(|| layer(&traits))
            .or_else(|| layer(&from_prototypes()).map(|shown| Shown { at: PictureAt::Prototype, ..shown }))
            .or_else(|| hidden_layer(&traits))
            .or_else(|| hidden_layer(&from_prototypes()).map(|shown| Shown { at: PictureAt::Prototype, ..shown }));
        let back = front
            .as_ref()
            .and_then(|front| other_side(&traits, front))
            .or_else(|| mask(&traits))
            .or_else(|| mask(&from_prototypes()).map(|shown| Shown { at: PictureAt::Prototype, ..shown }));
        let properties = traits.iter().flat_map(|one| match one {
            Trait::Marker(marker) => marker.properties.clone(),
            _ => Vec::new(),
        });
        Facts { name: piece.basic_type(3), front, back, properties: properties.collect() }
    }

    /// Puts what a record asks for into the piece that these were read from. What stands in a prototype stays: the
    /// picture of the basic piece is set instead.
    pub fn apply(&self, wanted: &WantedPiece, piece: &mut RawPiece) {
        if let Some(name) = &wanted.name {
            piece.set_basic_type(3, name);
        }
        for (shown, picture) in [(&self.front, &wanted.front), (&self.back, &wanted.back)] {
            let Some(picture) = picture else { continue };
            match shown.as_ref().map(|shown| shown.at) {
                Some(PictureAt::Layer(index, level)) => change(piece, index, |one| {
                    if let Trait::Embellishment(layers) = one
                        && let Some(own) = layers.images.get_mut(level)
                    {
                        own.clone_from(picture);
                    }
                }),
                Some(PictureAt::Mask(index)) => change(piece, index, |one| {
                    if let Trait::Obscurable(mask) = one {
                        mask.image.clone_from(picture);
                    }
                }),
                _ if std::ptr::eq(shown, &self.front) => piece.set_basic_type(2, picture),
                _ => {}
            }
        }
        for (name, value) in &wanted.properties {
            let has = |one: &RawTrait| match one.read() {
                Trait::Marker(marker) => marker.properties.iter().any(|(own, _)| own == name),
                _ => false,
            };
            if let Some(index) = piece.traits.iter().position(has) {
                change(piece, index, |one| {
                    if let Trait::Marker(marker) = one {
                        marker
                            .properties
                            .iter_mut()
                            .filter(|(own, _)| own == name)
                            .for_each(|(_, own)| own.clone_from(value));
                    }
                });
            }
        }
    }
}

/// What a piece has from its prototypes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Inherited {
    /// Fixed properties.
    pub properties: Vec<(String, String)>,
    /// The names of the prototypes it uses itself.
    pub prototypes: Vec<String>,
}

/// What a piece has from its prototypes.
pub fn inherited(piece: &RawPiece, prototypes: &Prototypes) -> Inherited {
    let used = piece.traits.iter().map(RawTrait::read).filter(|one| matches!(one, Trait::UsePrototype(_)));
    let used = Piece { traits: used.collect(), ..Piece::default() };
    let names = used.traits.iter().filter_map(|one| match one {
        Trait::UsePrototype(own) => Some(own.name.clone()),
        _ => None,
    });
    let properties = used.expanded(prototypes).traits.into_iter().flat_map(|one| match one {
        Trait::Marker(marker) => marker.properties,
        _ => Vec::new(),
    });
    Inherited { properties: properties.collect(), prototypes: names.collect() }
}

fn change(piece: &mut RawPiece, index: usize, change: impl FnOnce(&mut Trait)) {
    if let Some(own) = piece.traits.get_mut(index) {
        let mut read = own.read();
        change(&mut read);
        *own = RawTrait::from(&read);
    }
}

/// The picture that the innermost layers show at first.
fn layer(traits: &[Trait]) -> Option<Shown> {
    traits.iter().enumerate().rev().find_map(|(index, one)| {
        let Trait::Embellishment(layers) = one else { return None };
        let level = usize::try_from(layers.level.unsigned_abs().max(1) - 1).ok()?;
        let picture = layers.images.get(level).filter(|picture| !picture.trim().is_empty())?;
        Some(Shown { picture: picture.clone(), at: PictureAt::Layer(index, level) })
    })
}

/// The first picture of layers that show none at first.
fn hidden_layer(traits: &[Trait]) -> Option<Shown> {
    traits.iter().enumerate().rev().find_map(|(index, one)| {
        let Trait::Embellishment(layers) = one else { return None };
        let level = layers.images.iter().position(|picture| !picture.trim().is_empty())?;
        Some(Shown { picture: layers.images[level].clone(), at: PictureAt::Layer(index, level) })
    })
}

/// The other of the two pictures of the layers that show the front; of a piece with a picture of its own, a layer that
/// covers it with one.
fn other_side(traits: &[Trait], front: &Shown) -> Option<Shown> {
    match front.at {
        PictureAt::Layer(index, level) => {
            let Some(Trait::Embellishment(layers)) = traits.get(index) else { return None };
            let other = 1 - level.min(1);
            let picture = layers.images.get(other).filter(|picture| layers.images.len() == 2 && !picture.is_empty())?;
            Some(Shown { picture: picture.clone(), at: PictureAt::Layer(index, other) })
        }
        PictureAt::Basic => traits.iter().enumerate().rev().find_map(|(index, one)| {
            let Trait::Embellishment(layers) = one else { return None };
            let [picture] = layers.images.as_slice() else { return None };
            // In old modules, a layer that no key shows is always there.
            let always = if layers.version == 0 { layers.old_activate_key.is_empty() } else { layers.always_active };
            let covers = layers.x == 0 && layers.y == 0 && !always && !picture.is_empty();
            covers.then(|| Shown { picture: picture.clone(), at: PictureAt::Layer(index, 0) })
        }),
        PictureAt::Mask(_) | PictureAt::Prototype => None,
    }
}

fn mask(traits: &[Trait]) -> Option<Shown> {
    traits.iter().enumerate().find_map(|(index, one)| match one {
        Trait::Obscurable(mask) if !mask.image.is_empty() => {
            Some(Shown { picture: mask.image.clone(), at: PictureAt::Mask(index) })
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vassal::Basic;
    use crate::vassal::traits::{Embellishment, Marker, Obscurable, UsePrototype};

    fn raw(image: &str, traits: impl IntoIterator<Item = Trait>) -> RawPiece {
        let basic = Basic { image: image.into(), name: "N".into(), gpid: "5".into(), ..Basic::default() };
        RawPiece::decode(&Piece { traits: traits.into_iter().collect(), basic }.slot_text()).unwrap()
    }

    fn layers(images: &[&str]) -> Embellishment {
        Embellishment { images: images.iter().map(|name| (*name).to_string()).collect(), ..Embellishment::default() }
    }

    fn pictures(piece: &RawPiece, prototypes: &Prototypes) -> (Option<String>, Option<String>) {
        let facts = Facts::read(piece, prototypes);
        (facts.front.map(|shown| shown.picture), facts.back.map(|shown| shown.picture))
    }

    #[test]
    fn pictures_stand_in_several_places() {
        let none = Prototypes::new();
        let text = |text: &str| Some(text.to_string());
        assert_eq!(pictures(&raw("a.png", []), &none), (text("a.png"), None));
        assert_eq!(pictures(&raw(" ", [layers(&["f.png"]).into()]), &none), (text("f.png"), None));
        assert_eq!(pictures(&raw("", [layers(&["", " ", "late.png"]).into()]), &none), (text("late.png"), None));
        assert_eq!(pictures(&raw("", [layers(&["f.png", "b.png"]).into()]), &none), (text("f.png"), text("b.png")));
        let mask = Obscurable { image: "back.png".into(), ..Obscurable::default() };
        assert_eq!(pictures(&raw("a.png", [mask.clone().into()]), &none), (text("a.png"), text("back.png")));
        let flip = Embellishment { always_active: false, ..layers(&["red.png"]) };
        assert_eq!(pictures(&raw("a.png", [flip.into()]), &none), (text("a.png"), text("red.png")));
        let prototypes: Prototypes =
            [("P".to_string(), Piece::of([Trait::from(layers(&["p.png"])), mask.into()]))].into();
        let uses = UsePrototype { name: "P".into(), parameters: None };
        assert_eq!(pictures(&raw("", [uses.into()]), &prototypes), (text("p.png"), text("back.png")));
    }

    #[test]
    fn what_differs_is_put_in_where_it_stood() {
        let none = Prototypes::new();
        let own = [Marker::new("Side", "Red").into(), layers(&["f.png", "b.png"]).into()];
        let mut piece = raw("", own);
        let facts = Facts::read(&piece, &none);
        let wanted = WantedPiece {
            name: Some("M".into()),
            front: Some("f2.png".into()),
            back: Some("b2.png".into()),
            properties: vec![("Side".into(), "Blue".into())],
        };
        facts.apply(&wanted, &mut piece);
        let now = Facts::read(&piece, &none);
        assert_eq!((now.name.as_str(), now.properties[0].1.as_str()), ("M", "Blue"));
        assert_eq!(pictures(&piece, &none), (Some("f2.png".to_string()), Some("b2.png".to_string())));
        assert!(WantedPiece::default().is_nothing());
    }
}
