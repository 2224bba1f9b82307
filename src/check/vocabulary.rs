//! `game.toml`: sides, sizes, types, formations, values, layouts, attributes.

use super::about::{about, notes};
use super::common;
use super::names::{Names, one_of, unknown};
use crate::diag::codes;
use crate::look::{Library, Set, pictures};
use crate::model::{
    About, AttributeInfo, Attributes, Formation, Game, Layout, LayoutFace, Missing, Ref, Scalar, Side, Size, UnitType,
    ValueKindOf, find,
};
use crate::source::decode::{Attributes as RawAttributes, Cx};
use crate::source::values::{Colour, Fraction, GAME_ID, Id, is_device, is_game_id};
use crate::source::{Kind, Node, RULEBOOKS, Sources, Sp, Span, Value};
use crate::syntax::{
    AttributeDef, AttributeKind, AttributeOf, FormationDef, GameFile, GameFiles, LayoutFaceDef, ScalarSpec, Status,
    ValueKind,
};
use std::collections::BTreeSet;

/// The words of a game, resolved.
#[derive(Default)]
pub struct Vocabulary {
    /// Sides.
    pub sides: Vec<Side>,
    /// Their names.
    pub side_names: Names<Side>,
    /// Echelons.
    pub sizes: Vec<Size>,
    /// Their names.
    pub size_names: Names<Size>,
    /// Unit types.
    pub types: Vec<UnitType>,
    /// Their names.
    pub type_names: Names<UnitType>,
    /// Formations.
    pub formations: Vec<Formation>,
    /// Their names.
    pub formation_names: Names<Formation>,
    /// Values.
    pub values: Vec<ValueKindOf>,
    /// Their names.
    pub value_names: Names<ValueKindOf>,
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

struct AttributeRule {
    min: Option<i64>,
    max: Option<i64>,
    required: bool,
    default: Option<Scalar>,
}

/// The game itself.
pub fn game(file: &GameFile, sources: &Sources, cx: &mut Cx) -> (Game, Vec<Missing>) {
    let folder = sources.folder.as_str();
    let game = &file.game;
    if semver::Version::parse(&game.version).is_err() {
        let message = format!("`{}` is not a semantic version", game.version.value);
        cx.bad_value::<()>(game.version.span, message, "write three numbers, such as \"1.0.0\"");
    }
    let id = game.id.as_ref().map_or_else(|| folder.to_string(), |id| id.0.clone());
    if !is_game_id(&id) {
        let span = game.id.as_ref().map_or(game.meta.span, |id| id.span);
        let message = if is_device(&id) {
            format!("the game's id `{id}` becomes a file name, but on Windows it is the name of a device")
        } else {
            format!("the game's id `{id}` becomes a file name: use {GAME_ID}")
        };
        cx.bad_value::<()>(span, message, "write `id = \"..\"` in `[game]`");
    }
    let missing = file.missing.iter().map(|missing| {
        let About { source, note } = about(&missing.meta);
        Missing { what: missing.what.value.clone(), source, note }
    });
    let book = file.rulebook.as_ref();
    let source = about(&game.meta).source;
    let note = notes([game.meta.note.as_deref(), book.and_then(|book| book.meta.note.as_deref())]);
    let game = Game {
        id,
        title: game.title.value.clone(),
        version: game.version.value.clone(),
        designer: game.designer.clone(),
        publisher: game.publisher.clone(),
        status: game.status.as_ref().map_or(Status::Own, |status| status.value),
        rulebook: book.and_then(|book| book.title.clone()),
        rulebook_file: book.and_then(|book| book.file.as_ref()).and_then(|file| rulebook(file, sources, cx)),
        module: file.module.as_ref().map(|module| super::module::carried(module, sources, cx)),
        about: game.about.clone(),
        counter_size: counter_size(file),
        source,
        note,
    };
    (game, missing.collect())
}

/// The file of the rulebook, if it is there and a PDF or a text.
fn rulebook(file: &Sp<String>, sources: &Sources, cx: &mut Cx) -> Option<String> {
    let Some((_, own)) = sources.own().find(|(_, own)| own.kind == Kind::Rulebook && own.name == file.value) else {
        let message = format!("the game's folder has no rulebook `{}`", file.value);
        return cx.bad_value(
            file.span,
            message,
            &format!("call it `{}` and put it beside `game.toml`", RULEBOOKS.join("` or `")),
        );
    };
    if own.text.is_empty() && !own.bytes.starts_with(b"%PDF-") {
        return cx.bad_value(file.span, format!("`{}` is not a PDF", file.value), "export the rulebook as PDF again");
    }
    Some(own.name.clone())
}

/// The side of the game's counters in millimetres: 5/8 inch unless it says otherwise.
fn counter_size(file: &GameFile) -> f64 {
    file.game.counter_size.as_ref().map_or(15.875, |size| size.0)
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
    common::add(&mut v, file, files, cx);
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

/// Text on a ground needs the contrast that WCAG asks of normal text.
const READABLE: f64 = 4.5;

fn contrast(ground: &Sp<Colour>, ink: Option<&Sp<Colour>>, cx: &mut Cx) {
    let colour = ink.map_or_else(|| ground.ink(), |ink| ink.value);
    let ratio = ground.contrast(colour);
    if ratio < READABLE {
        let at = ink.map_or(ground.span, |ink| ink.span);
        let better = colour.readable_on(ground.value, READABLE);
        cx.diags.push(
            codes::CONTRAST
                .at(at, format!("text of colour {colour} cannot be read on {}", ground.value))
                .label(format!("contrast {ratio:.1}, but {READABLE} is needed"))
                .also(ground.span, "the ground")
                .help(format!("{better} gives {:.1}", ground.contrast(better))),
        );
    }
}

/// A ground can be read on, and ink needs one.
fn grounded(ground: Option<&Sp<Colour>>, ink: Option<&Sp<Colour>>, cx: &mut Cx) {
    match (ground, ink) {
        (Some(ground), ink) => contrast(ground, ink, cx),
        (None, Some(ink)) => {
            let diag = codes::CONFLICT.at(ink.span, "`ink` needs a `ground`, and there is none here");
            cx.diags.push(diag.label("on which ground?").help("write `ground`, too"));
        }
        (None, None) => {}
    }
}

/// The side that a formation says, or the nearest above it.
fn side_said<'f>(file: &'f GameFile, formation: &'f FormationDef) -> Option<&'f Sp<String>> {
    let mut own = Some(formation);
    for _ in 0..=file.formations.len() {
        let formation = own?;
        if formation.side.is_some() {
            return formation.side.as_ref();
        }
        let parent = formation.parent.as_ref()?;
        own = file.formations.iter().find(|other| other.id.0 == parent.value);
    }
    None
}

fn formations(file: &GameFile, v: &mut Vocabulary, cx: &mut Cx) {
    for formation in &file.formations {
        v.formation_names.declare(&formation.id, cx);
    }
    for formation in &file.formations {
        let said = side_said(file, formation);
        let unknown_parent = formation.parent.as_ref().is_some_and(|parent| v.formation_names.find(parent).is_none());
        if said.is_none() && !unknown_parent {
            let message = format!("neither the formation `{}` nor one above it has a `side`", formation.id.0);
            cx.diags.push(codes::MISSING_KEY.at(formation.meta.span, message).label("`side` is missing"));
        }
        let side = said.and_then(|side| match formation.side.is_some() {
            true => v.side_names.get(side, cx),
            false => v.side_names.find(side),
        });
        grounded(formation.ground.as_ref(), formation.ink.as_ref(), cx);
        let size = common::size(v, formation.size.as_ref(), cx);
        let parent = v.formation_names.opt(formation.parent.as_ref(), cx);
        v.formations.push(Formation {
            id: formation.id.0.clone(),
            name: formation.name.value.clone(),
            side: side.unwrap_or_else(|| Ref::new(0, "")),
            size,
            parent,
            colour: formation.colour.as_ref().map(|colour| colour.value),
            ground: formation.ground.as_ref().map(|ground| ground.value),
            ink: formation.ink.as_ref().map(|ink| ink.value),
            emblem: formation.emblem.as_ref().and_then(|emblem| v.picture(Set::Emblem, emblem, cx)),
            attributes: v.attributes_of(AttributeOf::Formation, &formation.attributes, None, formation.meta.span, cx),
            about: about(&formation.meta),
        });
    }
    for (index, formation) in file.formations.iter().enumerate() {
        let Some(parent) = &formation.parent else { continue };
        let mut above = v.formations[index].parent.clone();
        for _ in 0..v.formations.len() {
            let Some(next) = above else { break };
            if next.index == index {
                let message = format!("the formation `{}` is its own ancestor", formation.id.0);
                cx.diags.push(
                    codes::CIRCLE
                        .at(parent.span, message)
                        .label("leads back here")
                        .also(formation.id.span, "this formation"),
                );
                break;
            }
            above = v.formations[next.index].parent.clone();
        }
        let (own, parents) =
            (&v.formations[index], v.formations[index].parent.as_ref().map(|p| &v.formations[p.index]));
        if let Some(parents) =
            parents.filter(|parents| parents.side != own.side && !parents.side.id.is_empty() && !own.side.id.is_empty())
        {
            let message = format!("`{}` is {}, but its parent `{}` is {}", own.id, own.side, parents.id, parents.side);
            cx.diags.push(
                codes::SIDES
                    .at(parent.span, message)
                    .label("belongs to another side")
                    .also(formation.side.as_ref().map_or(formation.id.span, |side| side.span), "its side"),
            );
        }
    }
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

fn declare_attribute(def: &AttributeDef, v: &mut Vocabulary, cx: &mut Cx) {
    if let Some(at) = v.attributes.iter().position(|known| known.id == def.id.0 && known.of == def.of.value) {
        let message = format!("the attribute `{}` of {}s is declared twice", def.id.0, v.attributes[at].of.word());
        cx.diags.push(codes::DUPLICATE.at(def.id.span, message).label("declared again here"));
    }
    if def.id.0.contains(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        || !def.id.0.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        let message = format!("`{}` cannot be a key", def.id.0);
        cx.bad_value::<()>(def.id.span, message, "start with a letter; use letters, digits and `-`");
    }
    let key_of_units = ["image", "back-image", "counter-size"].contains(&def.id.0.as_str());
    let key_of_cards = ["image", "back-image"].contains(&def.id.0.as_str());
    if match def.of.value {
        AttributeOf::Unit => key_of_units,
        AttributeOf::Card => key_of_cards,
        _ => false,
    } {
        let message = format!("`{}` is a key of every {}", def.id.0, def.of.value.word());
        cx.diags.push(codes::DUPLICATE.at(def.id.span, message).label("choose another id"));
    }
    taken_by_value(&def.id, v, cx);
    if def.of.value == AttributeOf::Unit
        && let Some(value) = v.value_names.span(&def.id.0)
    {
        let message = format!("`{}` is both an attribute of units and a value", def.id.0);
        cx.diags.push(codes::DUPLICATE.at(def.id.span, message).label("an attribute").also(value, "a value"));
    }
    if let (Some(min), Some(max)) = (&def.min, &def.max)
        && min.value > max.value
    {
        let message = format!("`max` {} is less than `min` {}", max.value, min.value);
        cx.diags.push(codes::NUMBER.at(max.span, message).label("here").also(min.span, "the least"));
    }
    if (def.kind.value == AttributeKind::Choice) == def.choices.is_empty() {
        let message = "an attribute has `choices` if and only if its kind is `choice`";
        cx.diags.push(codes::CONFLICT.at(def.kind.span, message).label("this kind"));
    }
    v.attributes.push(AttributeInfo {
        id: def.id.0.clone(),
        of: def.of.value,
        name: def.name.value.clone(),
        kind: def.kind.value,
        choices: def.choices.clone(),
        about: about(&def.meta),
    });
    let mut rule = AttributeRule {
        min: def.min.as_ref().map(|min| min.value),
        max: def.max.as_ref().map(|max| max.value),
        required: def.required.unwrap_or(false),
        default: None,
    };
    if let Some(default) = &def.default {
        let info = &v.attributes[v.attributes.len() - 1];
        match fit(&default.value, info, &rule) {
            Ok(scalar) => rule.default = Some(scalar),
            Err(message) => cx
                .diags
                .push(codes::ATTRIBUTE.at(default.span, message).label("the default").also(def.kind.span, "its kind")),
        }
    }
    v.rules_of_attributes.push(rule);
}

/// In modules, the value `attack` is also `attack-1` on the first step, and `attack-of-red` for a side.
fn taken_by_value(id: &Sp<Id>, v: &Vocabulary, cx: &mut Cx) {
    let step = |rest: &str| !rest.is_empty() && rest.bytes().all(|digit| digit.is_ascii_digit());
    let side = |rest: &str| rest.strip_prefix("of-").is_some_and(|rest| v.sides.iter().any(|side| side.id == rest));
    for value in &v.values {
        let rest = id.0.strip_prefix(&value.id).and_then(|rest| rest.strip_prefix('-'));
        if rest.is_some_and(|rest| step(rest) || side(rest)) {
            let message = format!("`{}` is already the name of the value `{}` on a step or for a side", id.0, value.id);
            let mut diag = codes::PROPERTY.at(id.span, message).label("choose another id");
            if let Some(there) = v.value_names.span(&value.id) {
                diag = diag.also(there, "the value");
            }
            cx.diags.push(diag);
        }
    }
}

/// A value as its attribute wants it.
fn fit(value: &ScalarSpec, info: &AttributeInfo, rule: &AttributeRule) -> Result<Scalar, String> {
    let out_of_range = |n: i64| rule.min.is_some_and(|min| n < min) || rule.max.is_some_and(|max| n > max);
    match (value, info.kind) {
        (ScalarSpec::Number(Fraction { num, den: 1 }), AttributeKind::Number) if out_of_range(*num) => {
            let bound = |b: Option<i64>| b.map_or_else(|| "..".to_string(), |b| b.to_string());
            Err(format!("`{}` is {num}, but must be between {} and {}", info.id, bound(rule.min), bound(rule.max)))
        }
        (ScalarSpec::Number(Fraction { num, den: 1 }), AttributeKind::Number) => Ok(Scalar::Number(*num)),
        (ScalarSpec::Bool(yes), AttributeKind::YesNo) => Ok(Scalar::Bool(*yes)),
        (ScalarSpec::Text(text), AttributeKind::Text) => Ok(Scalar::Text(text.clone())),
        (ScalarSpec::Text(text), AttributeKind::Choice) if info.choices.contains(text) => {
            Ok(Scalar::Text(text.clone()))
        }
        (ScalarSpec::Text(text), AttributeKind::Choice) => {
            Err(format!("`{text}` is not one of the choices of `{}`: {}", info.id, info.choices.join(", ")))
        }
        _ => Err(format!("`{}` takes {}", info.id, wanted(info.kind))),
    }
}

fn wanted(kind: AttributeKind) -> &'static str {
    match kind {
        AttributeKind::Number => "a whole number",
        AttributeKind::YesNo => "true or false",
        AttributeKind::Text => "a text",
        AttributeKind::Choice => "one of its choices",
    }
}

fn scalar(node: &Node, kind: AttributeKind) -> Option<ScalarSpec> {
    Some(match (&node.value, kind) {
        (Value::Integer(n), _) => ScalarSpec::Number(Fraction::whole(*n)),
        (Value::Bool(yes), _) => ScalarSpec::Bool(*yes),
        (Value::Text(text), _) => ScalarSpec::Text(text.clone()),
        (Value::Cell(text), AttributeKind::Number) => ScalarSpec::Number(Fraction::parse(text)?),
        (Value::Cell(text), AttributeKind::YesNo) => ScalarSpec::Bool(match text.as_str() {
            "true" | "yes" => true,
            "false" | "no" => false,
            _ => return None,
        }),
        (Value::Cell(text), _) => ScalarSpec::Text(text.clone()),
        _ => return None,
    })
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

    /// The attributes of a record: its own, then those of its group, then defaults.
    pub fn attributes_of(
        &self,
        of: AttributeOf,
        own: &RawAttributes,
        group: Option<&RawAttributes>,
        span: Span,
        cx: &mut Cx,
    ) -> Attributes {
        self.check_keys(of, own, cx);
        let mut attributes = Attributes::new();
        for (info, rule) in self.attributes.iter().zip(&self.rules_of_attributes).filter(|(info, _)| info.of == of) {
            let written = |raw: &RawAttributes| raw.0.iter().find(|(key, _)| key.text == info.id).cloned();
            match written(own).or_else(|| group.and_then(written)) {
                Some((_, node)) => {
                    let fitted =
                        scalar(&node, info.kind).ok_or_else(|| format!("`{}` takes {}", info.id, wanted(info.kind)));
                    match fitted.and_then(|value| fit(&value, info, rule)) {
                        Ok(value) => {
                            attributes.insert(info.id.clone(), value);
                        }
                        Err(message) => cx.diags.push(codes::ATTRIBUTE.at(node.span, message).label("here")),
                    }
                }
                None => match &rule.default {
                    Some(default) => {
                        attributes.insert(info.id.clone(), default.clone());
                    }
                    None if rule.required => {
                        let message = format!("this {} needs the key `{}` ({})", of.word(), info.id, info.name);
                        cx.diags.push(codes::MISSING_KEY.at(span, message).label(format!("`{}` is missing", info.id)));
                    }
                    None => {}
                },
            }
        }
        attributes
    }

    /// Reports keys that are neither the language's nor the game's.
    pub fn check_keys(&self, of: AttributeOf, raw: &RawAttributes, cx: &mut Cx) {
        let declared = || self.attributes.iter().filter(|info| info.of == of).map(|info| info.id.as_str());
        for (key, _) in &raw.0 {
            if !declared().any(|id| id == key.text) && !cx.broken.contains(&key.text) {
                let message = format!("unknown key `{}`", key.text);
                let label = format!("neither a key nor an attribute of {}s", of.word());
                let known = raw.1.iter().copied().filter(|key| !key.is_empty()).chain(declared());
                cx.diags.push(codes::UNKNOWN_KEY.at(key.span, message).label(label).suggest(&key.text, known));
            }
        }
    }
}
