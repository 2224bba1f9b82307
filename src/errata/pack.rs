//! The files of an errata pack.

use super::edition::Edition;
use super::{ChangeKind, Errata, FaceChange, markdown, notice};
use crate::draw::Raster;
use crate::emit::print::{Picks, print_changes};
use crate::emit::{EmitError, Game, Sink, file_names};
use crate::look::styles::ChartStyle;
use std::collections::BTreeMap;
use std::io;

/// Puts a kit's files at the top of the pack.
struct Top<'a>(&'a dyn Sink);

impl Sink for Top<'_> {
    fn put(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.0.put(path.strip_prefix("print/").unwrap_or(path), bytes)
    }
}

/// Resolution of pictures in the Markdown sheet.
const DPI: f64 = 150.0;

/// Makes the pack: `errata.md`, `errata.json`, `CHANGELOG.md`, pictures, and sheets for each paper. Says
/// what is to be printed, a line for each paper. `game` is the new edition, if it can be drawn.
pub fn pack(
    errata: &Errata,
    old: &Edition,
    game: Option<&Game<'_>>,
    sink: &dyn Sink,
) -> Result<Vec<String>, EmitError> {
    let mut json = serde_json::to_vec_pretty(errata).unwrap_or_default();
    json.push(b'\n');
    sink.put("errata.json", &json)?;
    sink.put("CHANGELOG.md", markdown::changelog(errata).as_bytes())?;
    let mut paths: BTreeMap<(String, bool, usize), String> = BTreeMap::new();
    let raster = Raster::new(DPI);
    for faces in [&errata.counters, &errata.cards] {
        for (face, name) in faces.iter().zip(file_names(faces.iter().map(|face| face.id.as_str()))) {
            for (new, sides) in [(false, &face.old), (true, &face.new)] {
                for (side, drawing) in sides.iter().enumerate() {
                    let Some(drawing) = drawing else { continue };
                    let word = if new { "new" } else { "old" };
                    let back = if side == 1 { "_back" } else { "" };
                    let path = format!("images/{name}_{word}{back}.png");
                    let png = raster.png(drawing).map_err(|error| EmitError::Raster(path.clone(), error))?;
                    sink.put(&path, &png)?;
                    paths.insert((face.id.clone(), new, side), path);
                }
            }
        }
    }
    let picture = |face: &FaceChange, new: bool, side: usize| paths.get(&(face.id.clone(), new, side)).cloned();
    sink.put("errata.md", markdown::sheet(errata, &picture).as_bytes())?;
    match game {
        Some(game) if !errata.is_empty() => {
            print_changes(game, &picks(errata, old, &|style| notice::charts(errata, game.model, style)), &Top(sink))
        }
        _ => Ok(Vec::new()),
    }
}

/// What is printed anew.
fn picks<'a>(
    errata: &'a Errata,
    old: &'a Edition,
    notice: &'a (dyn Fn(&ChartStyle) -> Vec<crate::art::charts::Chart> + Sync),
) -> Picks<'a> {
    let print = |faces: &[FaceChange]| {
        let kept = faces.iter().filter(|face| face.kind != ChangeKind::Removed);
        kept.map(|face| (face.id.clone(), face.print)).collect()
    };
    let before = old.made.as_ref().map(|made| (&made.model, &made.look));
    let sheets = errata.charts.iter().chain(&errata.maps).cloned().collect();
    let (counters, cards) = (print(&errata.counters), print(&errata.cards));
    Picks { since: errata.from.clone(), counters, cards, sheets, before, notice }
}
