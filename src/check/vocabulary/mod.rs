//! `game.toml`: sides, sizes, types, formations, values, layouts, attributes.

mod attributes;
mod built_in;
mod formations;
mod game;

pub use game::game;

use super::about::about;
use super::names::{KnownIds, one_of, unknown};
use crate::diag::codes;
use crate::look::{Library, Set, pictures};
use crate::model::{AttributeInfo, Formation, Layout, LayoutFace, Side, Size, UnitType, ValueKindOf, find};
use crate::source::decode::Cx;
use crate::source::{Sources, Sp};
use crate::syntax::{GameFile, GameFiles, LayoutFaceDef, ValueKind};
use attributes::{AttributeRule, declare_attribute, taken_by_value};
use formations::{contrast, formations, grounded};
use game::counter_size;
use std::collections::BTreeSet;

/// The words of a game, resolved.
#[derive(Default)]
pub struct Vocabulary {
    /// Sides.
    pub sides: Vec<Side>,
    /// Their names.
    pub side_names: KnownIds<Side>,
    /// Echelons.
    pub sizes: Vec<Size>,
    /// Their names.
    pub size_names: KnownIds<Size>,
    /// Unit types.
    pub types: Vec<UnitType>,
    /// Their names.
    pub type_names: KnownIds<UnitType>,
    /// Formations.
    pub formations: Vec<Formation>,
    /// Their names.
    pub formation_names: KnownIds<Formation>,
    /// Values.
    pub values: Vec<ValueKindOf>,
    /// Their names.
    pub value_names: KnownIds<ValueKindOf>,
    /// Layouts.
    pub layouts: Vec<Layout>,
    /// Attributes.
    pub attributes: Vec<AttributeInfo>,
    /// Symbols, glyphs and emblems.
    pub library: Library,
    /// Templates by name, such as `faces/unit`.
    pub templates: BTreeSet<String>,
    /// The side of the game's counters in millimetres.
    pub counter_size: f64,
    rules_of_attributes: Vec<AttributeRule>,
}

/// The vocabulary of a game.
pub fn check(file: &GameFile, files: &GameFiles, sources: &Sources, cx: &mut Cx) -> Vocabulary {
    let library = pictures::library(sources, cx);
    let (templates, counter_size) = (pictures::templates(sources), counter_size(file));
    let mut v = Vocabulary { library, templates, counter_size, ..Vocabulary::default() };
    for side in &file.sides {
        v.side_names.declare(&side.id, cx);
        let ink = side.ink.as_ref().map_or_else(|| side.colour.ink(), |ink| ink.value);
        v.sides.push(Side {
            id: side.id.0.clone(),
            name: side.name.value.clone(),
            player: side.player.as_ref().map(|player| player.value.clone()),
            colour: side.colour.value,
            ink,
            about: about(&side.meta),
        });
        contrast(&side.colour, side.ink.as_ref(), cx);
    }
    if file.sides.is_empty() {
        cx.diags.push(codes::MISSING_KEY.at(file.game.meta.span, "a game needs at least one `[[side]]`"));
    }
    for size in &file.sizes {
        v.size_names.declare(&size.id, cx);
        let (id, name) = (size.id.0.clone(), size.name.value.clone());
        v.sizes.push(Size { id, name, mark: size.mark.clone(), about: about(&size.meta) });
    }
    for unit_type in &file.types {
        v.type_names.declare(&unit_type.id, cx);
        let unsaid = Sp::new(unit_type.id.0.clone(), unit_type.id.span);
        let symbol = v.symbol(unit_type.symbol.as_ref().unwrap_or(&unsaid), cx);
        let (ground, ink) = (unit_type.ground.as_ref(), unit_type.ink.as_ref());
        grounded(ground, ink, cx);
        v.types.push(UnitType {
            id: unit_type.id.0.clone(),
            name: unit_type.name.value.clone(),
            symbol,
            colour: unit_type.colour.as_ref().map(|colour| colour.value),
            ground: ground.map(|ground| ground.value),
            ink: ink.map(|ink| ink.value),
            groups: unit_type.groups.clone(),
            about: about(&unit_type.meta),
        });
    }
    built_in::add(&mut v, file, files, cx);
    for value in &file.values {
        v.value_names.declare(&value.id, cx);
        v.values.push(ValueKindOf {
            id: value.id.0.clone(),
            name: value.name.value.clone(),
            short: value.short.clone(),
            kind: value.kind.as_ref().map_or(ValueKind::Number, |kind| kind.value),
            range: value.range == Some(true),
            about: about(&value.meta),
        });
    }
    for value in &file.values {
        taken_by_value(&value.id, &v, cx);
    }
    for attribute in &file.attributes {
        declare_attribute(attribute, &mut v, cx);
    }
    formations(file, &mut v, cx);
    layouts(file, &mut v, cx);
    v
}

fn layouts(file: &GameFile, v: &mut Vocabulary, cx: &mut Cx) {
    super::names::unique("layout", file.layouts.iter().map(|layout| &layout.id), cx);
    for layout in &file.layouts {
        let front = layout_face(&layout.front, v, cx);
        let back = layout.back.as_ref().map(|back| layout_face(back, v, cx));
        if let (Some(back), Some(def)) = (&back, &layout.back)
            && back.state == front.state
        {
            let message = format!("both faces of the layout `{}` have the state `{}`", layout.id.0, front.state);
            cx.diags.push(
                codes::DUPLICATE
                    .at(def.state.span, message)
                    .label("again")
                    .also(layout.front.state.span, "here already"),
            );
        }
        v.layouts.push(Layout {
            id: layout.id.0.clone(),
            separator: layout.separator.clone().unwrap_or_else(|| "-".to_string()),
            template: v.template("faces", layout.template.as_ref(), "unit", cx),
            counter_size: layout.counter_size.as_ref().map(|size| size.value.0),
            front,
            back,
            about: about(&layout.meta),
        });
    }
}

fn layout_face(face: &LayoutFaceDef, v: &Vocabulary, cx: &mut Cx) -> LayoutFace {
    let values = v.value_names.all(&face.values, cx);
    let values = values.iter().map(ToString::to_string).collect();
    LayoutFace { state: face.state.value.clone(), values, about: about(&face.meta) }
}

impl Vocabulary {
    /// The words that types are grouped by.
    pub fn groups(&self) -> BTreeSet<&str> {
        self.types.iter().flat_map(|kind| kind.groups.iter().map(String::as_str)).collect()
    }

    /// What a value can be, by its id.
    pub fn value_kind(&self, id: &str) -> ValueKind {
        find(&self.values, id).map_or(ValueKind::Text, |value| value.kind)
    }

    /// The picture a word names; reports one that names nothing.
    pub fn picture(&self, set: Set, name: &Sp<String>, cx: &mut Cx) -> Option<String> {
        if self.library.names(set).any(|known| known == name.value) {
            return Some(name.value.clone());
        }
        let message = format!("there is no {} `{}`", set.what(), name.value);
        let diag = codes::UNKNOWN_NAME.at(name.span, message).label(format!("no such {}", set.what()));
        let diag = match self.library.meant(set, name) {
            Some(meant) => diag.help(format!("did you mean `{meant}`?")),
            None => diag,
        };
        cx.diags.push(diag.help("`punchboard symbols` and docs/symbols.md list them all"));
        None
    }

    /// A symbol, or several with `+` between; reports those that do not exist.
    pub fn symbol(&self, names: &Sp<String>, cx: &mut Cx) -> String {
        for name in names.split('+').map(str::trim) {
            self.picture(Set::Symbol, &Sp::new(name.to_string(), names.span), cx);
        }
        names.value.clone()
    }

    /// The template of that name in a folder of templates, or the one used if nothing is said.
    pub fn template(&self, folder: &str, name: Option<&Sp<String>>, default: &str, cx: &mut Cx) -> String {
        let prefix = format!("{folder}/");
        let known = self.templates.iter().filter_map(|template| template.strip_prefix(&prefix));
        let named = name.and_then(|name| one_of("template", name, known, cx));
        format!("{prefix}{}", named.as_deref().unwrap_or(default))
    }

    /// The layout of that id; reports one that does not exist.
    pub fn layout(&self, name: &Sp<String>, cx: &mut Cx) -> Option<&Layout> {
        let found = self.layouts.iter().find(|layout| layout.id == name.value);
        if found.is_none() {
            unknown("layout", name, self.layouts.iter().map(|layout| layout.id.as_str()), cx);
        }
        found
    }
}
