//! What of a game becomes which sheets.

mod counters;
mod files;
mod once;
mod planned;
mod seen;

pub use seen::{PrintedPage, printed_pages};

use super::{
    Cutout, KitPart, Paper, PrintSheet, calibration, card_sheets, changed::Changes, chart_page, map_tiles, map_whole,
    room_for, tiles::tile_windows,
};
use crate::art::charts::{self, Of};
use crate::art::{self, Sketchbook, faces};
use crate::draw::Drawing;
use crate::emit::{Darkroom, EmitError, Emitter, Game, Sink, file_names};
use crate::look::Look;
use crate::look::styles::ChartStyle;
use crate::model::{self, Card, Model, find};
use crate::syntax::Status;
use planned::{AT_ONCE, Planned};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock};

/// What of a game is printed again: what changed since an earlier edition.
pub struct Picks<'a> {
    /// That edition, for the footer.
    pub since: String,
    /// The counters, and how many of each.
    pub counters: BTreeMap<String, u32>,
    /// The cards, and how many of each.
    pub cards: BTreeMap<String, u32>,
    /// The charts and maps, by their ids; only pages that differ, if it is known how they looked.
    pub sheets: BTreeSet<String>,
    /// How the game was and how it looked, if that is known.
    pub before: Option<(&'a Model, &'a Look)>,
    /// Pages that say what changed.
    pub notice: &'a (dyn Fn(&ChartStyle) -> Vec<charts::Chart> + Sync),
}

/// Makes `print/`; says what is in it, a line for each paper.
pub struct PrintKit;

impl Emitter for PrintKit {
    fn word(&self) -> &'static str {
        "print"
    }

    fn about(&self) -> &'static str {
        "`print/`: counter sheets, cards, aids, displays and maps as PDF, with PNG pages and cut paths"
    }

    fn emit(&self, game: &Game<'_>, sink: &dyn Sink) -> Result<Vec<String>, EmitError> {
        make(game, None, sink)
    }

    fn owns(&self, path: &str) -> bool {
        path.starts_with("print/")
    }
}

/// Makes a kit of what changed, by the same settings.
pub fn print_changes(game: &Game<'_>, picks: &Picks<'_>, sink: &dyn Sink) -> Result<Vec<String>, EmitError> {
    make(game, Some(picks), sink)
}

/// Of a game of more counters one part is made after the other.
const MANY: usize = 5000;

fn make(game: &Game<'_>, picks: Option<&Picks<'_>>, sink: &dyn Sink) -> Result<Vec<String>, EmitError> {
    let papers = papers(game);
    let pictured = ["print", papers.first().map_or("", |(_, folder)| folder)];
    let footer = footer(game, picks);
    let kit = Kit {
        game,
        picks,
        sink,
        darkroom: Darkroom::new(game),
        footer,
        maps: maps(game, picks)?,
        pictured,
        seen: None,
    };
    // Each part for each paper stands alone; the largest come first.
    let parts: [&KitJob<'_>; 6] = [
        &|paper, folder| kit.tiles(paper, folder),
        &|paper, folder| kit.counters(paper, folder),
        &|paper, folder| kit.cards(paper, folder),
        &|paper, folder| kit.pages(paper, folder),
        &|paper, folder| kit.notice(paper, folder),
        &|paper, folder| kit.calibration(paper, folder),
    ];
    let jobs: Vec<_> = (0..papers.len()).flat_map(|paper| parts.map(|part| (paper, part))).collect();
    let all = || {
        let job = |(n, part): &(usize, &KitJob<'_>)| part(papers[*n].0, &papers[*n].1).map(|put| (*n, put));
        // Side by side they are quicker, but in memory together.
        if game.model.counters.len() > MANY {
            return jobs.iter().map(job).collect();
        }
        jobs.par_iter().map(job).collect::<Result<Vec<(usize, Vec<KitFile>)>, EmitError>>()
    };
    let (whole, put) = rayon::join(|| kit.whole_maps(), all);
    let (whole, put) = (whole?, put?);
    let of_paper = |n: usize| put.iter().filter(move |(paper, _)| *paper == n).flat_map(|(_, put)| put);
    let lines = papers.iter().enumerate().filter_map(|(n, (paper, _))| summary(&paper.name, of_paper(n)));
    Ok(lines.chain(summary("whole", whole.iter())).collect())
}

/// Makes a part of the kit for a paper, in its folder.
type KitJob<'a> = dyn Fn(&Paper, &str) -> Result<Vec<KitFile>, EmitError> + Sync + 'a;

/// What was put into a kit.
struct KitFile {
    title: String,
    pages: usize,
    sheets: usize,
}

/// `A4: 38 pages: Counters 6 (3 sheets), Setup cards 12`.
fn summary<'a>(paper: &str, put: impl Iterator<Item = &'a KitFile> + Clone) -> Option<String> {
    let pages: usize = put.clone().map(|put| put.pages).sum();
    let part = |put: &KitFile| match put.sheets {
        sheets if sheets == put.pages => format!("{} {}", put.title, put.pages),
        sheets => format!("{} {} ({sheets} {})", put.title, put.pages, if sheets == 1 { "sheet" } else { "sheets" }),
    };
    let parts: Vec<String> = put.map(part).collect();
    let word = if pages == 1 { "page" } else { "pages" };
    (pages > 0).then(|| format!("{paper}: {pages} {word}: {}", parts.join(", ")))
}

/// Each paper and its folder.
fn papers<'g>(game: &'g Game<'_>) -> Vec<(&'g Paper, String)> {
    let papers = &game.print.settings.papers;
    let names = file_names(papers.iter().map(|paper| paper.name.as_str()));
    papers.iter().zip(names).map(|(paper, name)| (paper, format!("print/{name}"))).collect()
}

/// The maps that are printed.
fn maps<'a>(game: &'a Game<'_>, picks: Option<&Picks<'_>>) -> Result<Vec<KitMap<'a>>, EmitError> {
    let Game { model, look, .. } = game;
    let wanted = game.print.parts.contains(&KitPart::Maps);
    let names = file_names(model.maps.iter().map(|map| map.id.as_str()));
    let named = game.sketchbook.maps(model, look).into_par_iter().zip(names);
    let wanted =
        |map: &model::Map| wanted && !is_blank(model, map) && picks.is_none_or(|picks| picks.sheets.contains(&map.id));
    let picked = named.filter(|(sketch, _)| wanted(sketch.map()));
    let drawn = picked.map(|(sketch, file)| {
        let map = sketch.map();
        let before = picks.and_then(|picks| picks.before);
        let before = before.and_then(|(model, look)| Some(art::map(model, look, find(&model.maps, &map.id)?)));
        let mut own = KitMap { name: map.name.clone(), file, sketch, drawing: OnceLock::new(), changes: None };
        let changes = before.map(|before| Changes::between(&before, own.drawing())).transpose();
        own.changes = changes.map_err(|error| EmitError::Raster(format!("map {}", map.name), error))?;
        Ok(own)
    });
    drawn.collect()
}

/// Whether there is nothing on a map: no picture, no grid, no place and no scenery. Imported modules have such boards.
fn is_blank(model: &Model, map: &model::Map) -> bool {
    let drawn = map.image.is_some() || map.grid.is_some() || !map.shapes.is_empty() || !map.land.is_empty();
    !drawn && !model.places.iter().any(|place| place.map.as_ref().is_some_and(|own| *own.id == *map.id))
}

/// Game and version; of an unofficial game also that it is one, and how much of it is reconstructed.
fn footer(game: &Game<'_>, picks: Option<&Picks<'_>>) -> String {
    let (about, total) = (&game.model.game, &game.model.coverage.total);
    let since = picks.map(|picks| format!(" \u{b7} changes since {}", picks.since)).unwrap_or_default();
    let named = format!("{} {}{since}", about.title, about.version);
    if about.status != Status::Unofficial {
        return named;
    }
    let share = if total.total() == 0 { 0 } else { (total.reconstructed * 200 + total.total()) / (2 * total.total()) };
    format!("{named} \u{b7} unofficial \u{b7} {share} % of the data reconstructed")
}

/// The style of charts for a paper.
fn on_paper(style: &ChartStyle, paper: &Paper) -> ChartStyle {
    let mut style = style.clone();
    style.page_width.value.0 = paper.width.min(paper.height);
    style.page_height.value.0 = paper.width.max(paper.height);
    style
}

struct KitMap<'a> {
    name: String,
    file: String,
    sketch: art::MapSketch<'a>,
    drawing: OnceLock<Drawing>,
    /// Where it looks different from an earlier edition, if that is known.
    changes: Option<Changes>,
}

impl KitMap<'_> {
    /// What is on it; drawn when somebody first asks for it.
    fn drawing(&self) -> &Drawing {
        self.drawing.get_or_init(|| self.sketch.draw())
    }
}

struct Kit<'a> {
    game: &'a Game<'a>,
    picks: Option<&'a Picks<'a>>,
    sink: &'a dyn Sink,
    darkroom: Darkroom<'a>,
    footer: String,
    maps: Vec<KitMap<'a>>,
    /// Folders whose pages become pictures.
    pictured: [&'a str; 2],
    /// Where pages go instead of into PDFs, if somebody only wants to see them.
    seen: Option<&'a Mutex<Vec<PrintedPage>>>,
}

impl Kit<'_> {
    fn wants(&self, part: KitPart) -> bool {
        self.game.print.parts.contains(&part)
    }

    /// Cards of one size after the other; usually all have the same.
    fn cards(&self, paper: &Paper, folder: &str) -> Result<Vec<KitFile>, EmitError> {
        let Game { model, look, print, .. } = self.game;
        if !self.wants(KitPart::Cards) {
            return Ok(Vec::new());
        }
        let bleed = print.settings.bleed;
        let backs: Vec<Drawing> = model.decks.iter().map(|deck| faces::card_back(model, look, deck, bleed)).collect();
        let face = |card: &Card| Cutout {
            id: card.id.clone(),
            group: model.decks.get(card.deck.index).map_or_else(String::new, |deck| deck.name.clone()),
            front: faces::card(model, look, card, bleed),
            back: match faces::Sketch::own_back(model, look, card, bleed) {
                Some(own) => Some(own.draw()),
                None => backs.get(card.deck.index).cloned(),
            },
        };
        let mut sizes: Vec<((f64, f64), Vec<Cutout>)> = Vec::new();
        for card in &model.cards {
            let copies = match self.picks {
                Some(picks) => picks.cards.get(&card.id).copied().unwrap_or(0),
                None => card.copies,
            };
            if copies == 0 {
                continue;
            }
            let face = face(card);
            // A drawing is as large as the card; its bleed reaches beyond.
            let size = (face.front.width, face.front.height);
            let copies = std::iter::repeat_n(face, copies as usize);
            match sizes.iter_mut().find(|(known, _)| *known == size) {
                Some((_, faces)) => faces.extend(copies),
                None => sizes.push((size, copies.collect())),
            }
        }
        let mut put = Vec::new();
        for (n, (size, faces)) in sizes.into_iter().enumerate() {
            let sheets = card_sheets(faces, size, paper, &print.settings, &self.footer)?;
            let more = if n == 0 { String::new() } else { format!("-{}", n + 1) };
            let parts = sheets.chunks(AT_ONCE).map(|sheets| sheets.iter().map(Planned::drawn).collect());
            put.extend(self.put_cut(folder, &format!("cards{more}"), "Cards", parts)?);
        }
        Ok(put)
    }

    /// Setup cards, player aids and displays, laid out for the paper.
    fn pages(&self, paper: &Paper, folder: &str) -> Result<Vec<KitFile>, EmitError> {
        let Game { model, look, print, .. } = self.game;
        let style = on_paper(&look.styles.charts, paper);
        let mut charts = self.game.sketchbook.charts(model, look, &style);
        if let Some(picks) = self.picks {
            self.keep_changed(charts.to_mut(), picks, paper);
        }
        let white = style.margin.0;
        type Pages = (KitPart, &'static str, &'static str, fn(Of) -> bool);
        let parts: [Pages; 3] = [
            (KitPart::Aids, "player-aid", "Player aid", |of| matches!(of, Of::Aid | Of::TurnRecord)),
            (KitPart::Setup, "setup-cards", "Setup cards", |of| matches!(of, Of::Setup(_))),
            (KitPart::Displays, "displays", "Displays", |of| matches!(of, Of::Display(_))),
        ];
        let mut put = Vec::new();
        for (part, name, title, wanted) in parts {
            if !self.wants(part) {
                continue;
            }
            let own = charts.iter().filter(|chart| wanted(chart.of));
            let (fit, large): (Vec<_>, Vec<_>) =
                own.map(|chart| (chart, room_for(&chart.drawing, white, paper))).partition(|(_, room)| room.is_some());
            let fit: Vec<_> = fit.into_iter().filter_map(|(chart, room)| Some((chart, room?))).collect();
            let sheet = |(n, (chart, room)): (usize, &(&charts::Chart, Paper))| {
                let page = (n + 1, fit.len());
                chart_page((&chart.title, &chart.drawing, white), room, &print.settings, &self.footer, page)
            };
            let sheets: Vec<PrintSheet> = fit.iter().enumerate().map(sheet).collect();
            put.extend(self.put(folder, name, title, &sheets)?);
            self.pngs(folder, name, &sheets, print.png.pages(), 0)?;
            // What counters lie on is never made smaller.
            for (chart, _) in large {
                let tiles = map_tiles(&chart.drawing, &chart.title, paper, &print.settings, &self.footer)?;
                let name = format!("{}-tiles", chart.id);
                put.extend(self.put(folder, &name, &chart.title, &tiles)?);
                self.pngs(folder, &name, &tiles, print.png.maps(), 0)?;
            }
        }
        Ok(put)
    }

    /// Drops charts that look as they did.
    fn keep_changed(&self, charts: &mut Vec<charts::Chart>, picks: &Picks<'_>, paper: &Paper) {
        let before = picks.before.map(|(model, look)| {
            let style = on_paper(&look.styles.charts, paper);
            let charts = Sketchbook::default().charts(model, look, &style).into_owned();
            charts.into_iter().map(|chart| (chart.id, chart.drawing.fingerprint())).collect::<BTreeMap<_, _>>()
        });
        charts.retain(|chart| match &before {
            Some(before) => before.get(&chart.id) != Some(&chart.drawing.fingerprint()),
            None => picks.sheets.contains(&chart.id),
        });
    }

    /// The pages that say what changed.
    fn notice(&self, paper: &Paper, folder: &str) -> Result<Vec<KitFile>, EmitError> {
        let Some(picks) = self.picks else { return Ok(Vec::new()) };
        let style = on_paper(&self.game.look.styles.charts, paper);
        let charts = (picks.notice)(&style);
        let upright = Paper { name: paper.name.clone(), width: style.page_width.0, height: style.page_height.0 };
        let page = |(n, chart): (usize, &charts::Chart)| {
            let content = (chart.title.as_str(), &chart.drawing, style.margin.0);
            chart_page(content, &upright, &self.game.print.settings, &self.footer, (n + 1, charts.len()))
        };
        let sheets: Vec<PrintSheet> = charts.iter().enumerate().map(page).collect();
        self.pngs(folder, "errata", &sheets, self.game.print.png.pages(), 0)?;
        Ok(self.put(folder, "errata", "Errata", &sheets)?.into_iter().collect())
    }

    fn tiles(&self, paper: &Paper, folder: &str) -> Result<Vec<KitFile>, EmitError> {
        let mut put = Vec::new();
        for map in &self.maps {
            let (settings, name) = (&self.game.print.settings, format!("map-{}-tiles", map.file));
            let sheets = || Ok(map_tiles(map.drawing(), "Map", paper, settings, &self.footer)?);
            let pictures = self.game.print.png.maps();
            let Some(changes) = &map.changes else {
                put.extend(self.put_once(folder, &name, &map.name, (map.sketch.key(), Some(paper)), sheets)?);
                if pictures.is_some() {
                    self.pngs(folder, &name, &sheets()?, pictures, 0)?;
                }
                continue;
            };
            let mut sheets: Vec<PrintSheet> = sheets()?;
            let windows = tile_windows(map.drawing(), paper, settings);
            let mut changed = windows.into_iter().map(|window| changes.within(window));
            sheets.retain(|_| changed.next().unwrap_or(true));
            put.extend(self.put(folder, &name, &map.name, &sheets)?);
            self.pngs(folder, &name, &sheets, pictures, 0)?;
        }
        Ok(put)
    }

    fn calibration(&self, paper: &Paper, folder: &str) -> Result<Vec<KitFile>, EmitError> {
        if !self.wants(KitPart::Calibration) || self.picks.is_some() {
            return Ok(Vec::new());
        }
        let sheets = || Ok(calibration(paper, &self.game.print.settings, &self.footer));
        let put = self.put_once(folder, "calibration", "Calibration", (b"calibration", Some(paper)), sheets)?;
        Ok(put.into_iter().collect())
    }

    /// Maps on a sheet of their own size, for print shops.
    fn whole_maps(&self) -> Result<Vec<KitFile>, EmitError> {
        let mut put = Vec::new();
        // Of a map that changed, its pages are enough.
        for map in self.maps.iter().filter(|_| self.picks.is_none()) {
            let sheet = || map_whole(map.drawing(), &map.name, &self.footer);
            let name = format!("map-{}", map.file);
            put.extend(self.put_once("print", &name, &map.name, (map.sketch.key(), None), || Ok(vec![sheet()]))?);
            let pictures = self.game.print.png.maps();
            if pictures.is_some() {
                self.pngs("print", &name, &[sheet()], pictures, 0)?;
            }
        }
        Ok(put)
    }
}
