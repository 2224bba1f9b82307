//! One edition of a game: the data as they are, or what an earlier build left of them.

use crate::art::{self, faces};
use crate::compile::SoundGame;
use crate::draw::{Affine, Drawing, Item, Picture, TextMode, to_svg};
use crate::emit::vassal::codec::archive::{Limits, unpack_some};
use crate::emit::vassal::codec::components::{Node, from_xml};
use crate::emit::{Artifacts, file_names};
use crate::identity::Lock;
use crate::source::LOCK;
use crate::source::values::{Colour, GAME_ID, is_game_id};
use serde_json::Value;
use std::collections::BTreeMap;

/// An edition of a game.
pub struct Edition {
    /// Its engine data.
    pub engine: Value,
    /// All that outputs are made from; none of an edition of which only its outputs are left.
    pub made: Option<SoundGame>,
    /// Files of an earlier build, by their path in it.
    files: Artifacts,
}

/// Files of a build that an edition is read from, by how their paths begin.
pub const READ: [&str; 6] =
    ["engine.json", LOCK, "images/counters/", "images/cards/", "images/charts/", "images/maps/"];

/// Values that engine data may have.
const MOST_VALUES: usize = 10_000_000;
/// Bytes that the build file of a module may have.
const LARGEST_BUILD_FILE: u64 = 64 << 20;
/// Pixels of a counter or card that are looked at.
const MOST_PIXELS: u64 = 64_000_000;

/// How many bytes a file of a build may have, by its path in it.
pub fn largest(path: &str) -> u64 {
    match path {
        "engine.json" => 128 << 20,
        LOCK => 16 << 20,
        _ if path.ends_with(".vmod") => 512 << 20,
        _ => 128 << 20,
    }
}

/// How many bytes all files of a build may have that an edition is read from.
pub const LARGEST: u64 = 1 << 30;

impl Edition {
    /// The edition of data that were compiled.
    pub fn of_data(game: SoundGame) -> Self {
        let engine = serde_json::to_value(&game.model).unwrap_or_default();
        Self { engine, made: Some(game), files: Artifacts::new() }
    }

    /// The edition of an earlier build, from its files.
    pub fn of_build(files: Artifacts) -> Result<Self, String> {
        let engine = files.get("engine.json").ok_or("it has no engine.json")?;
        // Even a short text can be a list of many values, and each takes room.
        if engine.iter().filter(|byte| **byte == b',').count() > MOST_VALUES {
            return Err(format!("engine.json has more than {MOST_VALUES} values, which is the limit"));
        }
        let mut engine: Value = serde_json::from_slice(engine).map_err(|error| format!("engine.json: {error}"))?;
        // Where stacks stand follows from how maps are drawn: it is not a fact of the game.
        if let Some(entries) = engine.as_object_mut() {
            entries.shift_remove("spots");
        }
        match engine.get("format").and_then(Value::as_u64) {
            Some(format) if format == u64::from(crate::model::FORMAT) => {}
            Some(format) => {
                return Err(format!("engine.json has the format {format}, which this version does not read"));
            }
            None => return Err("engine.json is not Punchboard engine data".to_string()),
        }
        let edition = Self { engine, made: None, files };
        if !is_game_id(edition.id()) {
            let id = edition.id();
            return Err(format!("engine.json: the game's id `{id}` becomes a file name: use {GAME_ID}"));
        }
        Ok(edition)
    }

    fn about(&self, key: &str) -> &str {
        self.engine.pointer(&format!("/game/{key}")).and_then(Value::as_str).unwrap_or_default()
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        self.about("id")
    }

    /// Its title.
    pub fn title(&self) -> &str {
        self.about("title")
    }

    /// Its version.
    pub fn version(&self) -> &str {
        self.about("version")
    }

    /// The numbers of its pieces, if they are known.
    pub fn lock(&self) -> Option<Lock> {
        match &self.made {
            Some(made) => Some(made.identities.lock.clone()),
            None => Lock::parse(std::str::from_utf8(self.files.get(LOCK)?).ok()?),
        }
    }

    /// The build file of the module that an earlier build left.
    pub fn built_module(&self) -> Result<Option<Node>, String> {
        let Some((name, bytes)) = self.files.iter().find(|(name, _)| name.ends_with(".vmod")) else { return Ok(None) };
        let limits = Limits { bytes: LARGEST_BUILD_FILE, ..Limits::default() };
        let files = unpack_some(bytes, limits, |entry| entry == "buildFile.xml");
        let files = files.map_err(|error| format!("{name}: {error}"))?;
        let build = files.get("buildFile.xml").ok_or_else(|| format!("{name} has no buildFile.xml"))?;
        Ok(Some(from_xml(build).map_err(|error| format!("{name}: buildFile.xml: {error}"))?))
    }

    /// Faces of all counters, or of all cards, by id; front and back.
    pub fn faces(&self, piece: FacesOf) -> BTreeMap<String, [Option<Drawing>; 2]> {
        if let Some(SoundGame { model, look, .. }) = &self.made {
            let counters = model.counters.iter().filter(|_| piece == FacesOf::Counter).map(|counter| {
                let back = counter.back.is_some().then(|| faces::counter(model, look, counter, true, 0.0));
                (counter.id.clone(), [Some(faces::counter(model, look, counter, false, 0.0)), back])
            });
            let cards = model.cards.iter().filter(|_| piece == FacesOf::Card);
            let cards = cards.map(|card| (card.id.clone(), [Some(faces::card(model, look, card, 0.0)), None]));
            return counters.chain(cards).collect();
        }
        let folder = piece.list();
        let things = self.engine.get(folder).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let ids: Vec<&str> = things.iter().filter_map(|thing| thing.get("id")?.as_str()).collect();
        let face = |(id, name): (&&str, String)| {
            let picture = |name: &str| self.picture(&format!("images/{folder}/{name}.png"), piece);
            ((*id).to_string(), [picture(&name), picture(&format!("{name}_back"))])
        };
        ids.iter().zip(file_names(ids.iter().copied())).map(face).collect()
    }

    /// A picture of an earlier build, at the size that it had.
    fn picture(&self, path: &str, piece: FacesOf) -> Option<Drawing> {
        let bytes = self.files.get(path)?;
        let reader = image::ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format().ok()?;
        let (width, height) = reader.into_dimensions().ok()?;
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return None;
        }
        let side = self.engine.pointer("/game/counter_size").and_then(Value::as_f64).unwrap_or(16.0);
        // Cards are shown about as wide as poker cards.
        let wide = if piece == FacesOf::Counter { side } else { 63.0 };
        let (width, height) = (f64::from(width), f64::from(height));
        let mut drawing = Drawing::new(wide, wide * height / width);
        drawing.items.push(Item::Picture {
            picture: Picture::png(bytes),
            size: (width, height),
            place: Affine::scale_shift(wide / width, wide / width, 0.0, 0.0),
            ink: Colour([0; 3]),
        });
        Some(drawing)
    }

    /// Charts or maps, as an earlier build has them in that folder.
    pub fn sheets(&self, folder: &str) -> Vec<EditionSheet> {
        let Some(SoundGame { model, look, .. }) = &self.made else {
            let prefix = format!("images/{folder}/");
            let sheets = self.files.iter().filter_map(|(path, bytes)| {
                let file = path.strip_prefix(&prefix)?.strip_suffix(".svg")?.to_string();
                Some(EditionSheet { id: file.clone(), file, svg: String::from_utf8_lossy(bytes).into_owned() })
            });
            return sheets.collect();
        };
        let drawn: Vec<(String, Drawing)> = if folder == "maps" {
            model.maps.iter().map(|map| (map.id.clone(), art::map(model, look, map))).collect()
        } else {
            art::charts(model, look).into_iter().map(|chart| (chart.id, chart.drawing)).collect()
        };
        let files = file_names(drawn.iter().map(|(id, _)| id.as_str()));
        let sheet = |((id, drawing), file)| EditionSheet { id, file, svg: to_svg(&drawing, TextMode::Outlined) };
        drawn.into_iter().zip(files).map(sheet).collect()
    }
}

/// A chart or map.
pub struct EditionSheet {
    /// Its id; that of its file where only that is left.
    pub id: String,
    /// The name of its file.
    pub file: String,
    /// How it looks.
    pub svg: String,
}

/// A kind of thing with faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FacesOf {
    /// A counter.
    Counter,
    /// A card.
    Card,
}

impl FacesOf {
    /// What lists of them are called, in engine data and in folders of pictures.
    pub fn list(self) -> &'static str {
        match self {
            FacesOf::Counter => "counters",
            FacesOf::Card => "cards",
        }
    }
}
