//! What of a game becomes which sheets.

use super::{
    Face, Paper, Part, Sheet, Side, calibration, card_sheets, chart_page, counter_sheets, cut_svg, map_tiles,
    map_whole, room_for,
};
use crate::art::{self, charts, charts::Of, faces};
use crate::draw::pdf::{Bookmark, Document, Page, pdf};
use crate::draw::{Drawing, Item, Path, Raster, Rect, Style};
use crate::emit::{Darkroom, EmitError, Game, Sink, file_names};
use crate::model::{Card, Counter, Shows};
use crate::source::values::Colour;
use rayon::prelude::*;

/// Makes the kit; says what is in it, a line for each paper.
pub fn print(game: &Game<'_>, sink: &dyn Sink) -> Result<Vec<String>, EmitError> {
    let Game { model, look, .. } = game;
    let maps = if game.print.parts.contains(&Part::Maps) {
        let names = file_names(model.maps.iter().map(|map| map.id.as_str()));
        let drawings: Vec<Drawing> = model.maps.par_iter().map(|map| art::map(model, look, map)).collect();
        let named = model.maps.iter().zip(names).zip(drawings);
        named.map(|((map, file), drawing)| Map { name: map.name.clone(), file, drawing }).collect()
    } else {
        Vec::new()
    };
    let papers = papers(game);
    let pictured = ["print", papers.first().map_or("", |(_, folder)| folder)];
    let kit = Kit { game, sink, darkroom: Darkroom::new(game), footer: footer(game), maps, pictured };
    // Each part for each paper stands alone; the largest come first.
    let parts: [&Job<'_>; 5] = [
        &|paper, folder| kit.tiles(paper, folder),
        &|paper, folder| kit.counters(paper, folder),
        &|paper, folder| kit.cards(paper, folder),
        &|paper, folder| kit.pages(paper, folder),
        &|paper, folder| kit.calibration(paper, folder),
    ];
    let jobs: Vec<_> = (0..papers.len()).flat_map(|paper| parts.map(|part| (paper, part))).collect();
    let all = || {
        let job = |(n, part): &(usize, &Job<'_>)| part(papers[*n].0, &papers[*n].1).map(|put| (*n, put));
        jobs.par_iter().map(job).collect::<Result<Vec<(usize, Vec<Put>)>, EmitError>>()
    };
    let (whole, put) = rayon::join(|| kit.whole_maps(), all);
    let (whole, put) = (whole?, put?);
    let of_paper = |n: usize| put.iter().filter(move |(paper, _)| *paper == n).flat_map(|(_, put)| put);
    let lines = papers.iter().enumerate().filter_map(|(n, (paper, _))| summary(&paper.name, of_paper(n)));
    Ok(lines.chain(summary("whole", whole.iter())).collect())
}

/// Makes a part of the kit for a paper, in its folder.
type Job<'a> = dyn Fn(&Paper, &str) -> Result<Vec<Put>, EmitError> + Sync + 'a;

/// What was put into a kit.
struct Put {
    title: String,
    pages: usize,
    sheets: usize,
}

/// `A4: 38 pages: Counters 6 (3 sheets), Setup cards 12`.
fn summary<'a>(paper: &str, put: impl Iterator<Item = &'a Put> + Clone) -> Option<String> {
    let pages: usize = put.clone().map(|put| put.pages).sum();
    let part = |put: &Put| match put.sheets {
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

/// Game, version, that it is unofficial, and how much of it is reconstructed.
fn footer(game: &Game<'_>) -> String {
    let (about, total) = (&game.model.game, &game.model.coverage.total);
    let share = if total.total() == 0 { 0 } else { (total.reconstructed * 200 + total.total()) / (2 * total.total()) };
    format!("{} {} \u{b7} unofficial \u{b7} {share} % of the data reconstructed", about.title, about.version)
}

struct Map {
    name: String,
    file: String,
    drawing: Drawing,
}

struct Kit<'a> {
    game: &'a Game<'a>,
    sink: &'a dyn Sink,
    darkroom: Darkroom<'a>,
    footer: String,
    maps: Vec<Map>,
    /// Folders whose pages become pictures.
    pictured: [&'a str; 2],
}

impl Kit<'_> {
    fn wants(&self, part: Part) -> bool {
        self.game.print.parts.contains(&part)
    }

    fn counters(&self, paper: &Paper, folder: &str) -> Result<Vec<Put>, EmitError> {
        if !self.wants(Part::Counters) {
            return Ok(Vec::new());
        }
        let size = self.game.model.game.counter_size;
        let faces = self.counter_faces();
        let sheets = counter_sheets(&faces, (size, size), paper, &self.game.print.settings, &self.footer)?;
        self.put_cut(folder, "counters", "Counters", &sheets)
    }

    /// Every copy of every counter, sorted as a publisher would: by side and formation, markers last.
    fn counter_faces(&self) -> Vec<Face> {
        let Game { model, look, print, .. } = self.game;
        let bleed = print.settings.bleed;
        let mut counters: Vec<(usize, &Counter)> =
            model.counters.iter().enumerate().filter(|(_, counter)| print.wants(model, counter)).collect();
        counters.sort_by_key(|(n, counter)| (self.order(counter), *n));
        let faces: Vec<(Face, u32)> = counters
            .par_iter()
            .map(|(_, counter)| {
                let back = counter.back.is_some().then(|| faces::counter(model, look, counter, true, bleed));
                let front = faces::counter(model, look, counter, false, bleed);
                (Face { id: counter.id.clone(), group: self.group(counter), front, back }, counter.copies)
            })
            .collect();
        faces.into_iter().flat_map(|(face, copies)| std::iter::repeat_n(face, copies as usize)).collect()
    }

    /// Units by side and formation, then markers by side, then those of no side.
    fn order(&self, counter: &Counter) -> (bool, usize, usize) {
        let model = self.game.model;
        let last = usize::MAX;
        match &counter.shows {
            Shows::Unit(unit) => model.units.get(unit.index).map_or((false, last, last), |unit| {
                (false, unit.side.index, unit.formation.as_ref().map_or(last, |own| own.index))
            }),
            Shows::Marker(marker) => model.markers.get(marker.index).map_or((true, last, last), |marker| {
                let own = marker.formation.as_ref().and_then(|own| model.formations.get(own.index));
                let side = marker.side.as_ref().or(own.map(|own| &own.side));
                (true, side.map_or(last, |side| side.index), marker.formation.as_ref().map_or(last, |own| own.index))
            }),
        }
    }

    /// What stands above counters that belong together.
    fn group(&self, counter: &Counter) -> String {
        let model = self.game.model;
        let (markers, side, formation) = self.order(counter);
        let side = model.sides.get(side).map(|side| side.name.as_str());
        let formation = model.formations.get(formation).map(|own| own.name.as_str());
        match (markers, side, formation) {
            (false, Some(side), Some(formation)) => format!("{side}: {formation}"),
            (false, Some(side), None) => side.to_string(),
            (true, Some(side), _) => format!("{side} markers"),
            _ => "Markers".to_string(),
        }
    }

    /// Cards of one size after the other; usually all have the same.
    fn cards(&self, paper: &Paper, folder: &str) -> Result<Vec<Put>, EmitError> {
        let Game { model, look, print, .. } = self.game;
        if !self.wants(Part::Cards) {
            return Ok(Vec::new());
        }
        let bleed = print.settings.bleed;
        let backs: Vec<Drawing> = model.decks.iter().map(|deck| faces::card_back(model, look, deck, bleed)).collect();
        let face = |card: &Card| Face {
            id: card.id.clone(),
            group: model.decks.get(card.deck.index).map_or_else(String::new, |deck| deck.name.clone()),
            front: faces::card(model, look, card, bleed),
            back: backs.get(card.deck.index).cloned(),
        };
        let mut sizes: Vec<((f64, f64), Vec<Face>)> = Vec::new();
        for card in &model.cards {
            let face = face(card);
            let size = (face.front.width - 2.0 * bleed, face.front.height - 2.0 * bleed);
            let copies = std::iter::repeat_n(face, card.copies as usize);
            match sizes.iter_mut().find(|(known, _)| *known == size) {
                Some((_, faces)) => faces.extend(copies),
                None => sizes.push((size, copies.collect())),
            }
        }
        let mut put = Vec::new();
        for (n, (size, faces)) in sizes.iter().enumerate() {
            let sheets = card_sheets(faces, *size, paper, &print.settings, &self.footer)?;
            let more = if n == 0 { String::new() } else { format!("-{}", n + 1) };
            put.extend(self.put_cut(folder, &format!("cards{more}"), "Cards", &sheets)?);
        }
        Ok(put)
    }

    /// Setup cards, player aids and displays, laid out for the paper.
    fn pages(&self, paper: &Paper, folder: &str) -> Result<Vec<Put>, EmitError> {
        let Game { model, look, print, .. } = self.game;
        let mut style = look.styles.charts.clone();
        style.page_width.value.0 = paper.width.min(paper.height);
        style.page_height.value.0 = paper.width.max(paper.height);
        let face = |counter: &Counter, back: bool| faces::counter(model, look, counter, back, 0.0);
        let charts = charts::all(model, &style, &face);
        let white = style.margin.0;
        type Pages = (Part, &'static str, &'static str, fn(Of) -> bool);
        let parts: [Pages; 3] = [
            (Part::Aids, "player-aid", "Player aid", |of| matches!(of, Of::Aid | Of::TurnRecord)),
            (Part::Setup, "setup-cards", "Setup cards", |of| matches!(of, Of::Setup(_))),
            (Part::Displays, "displays", "Displays", |of| matches!(of, Of::Display(_))),
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
            let sheets: Vec<Sheet> = fit.iter().enumerate().map(sheet).collect();
            put.extend(self.put(folder, name, title, &sheets)?);
            self.pngs(folder, name, &sheets)?;
            // What counters lie on is never made smaller.
            for (chart, _) in large {
                let tiles = map_tiles(&chart.drawing, &chart.title, paper, &print.settings, &self.footer)?;
                put.extend(self.put(folder, &format!("{}-tiles", chart.id), &chart.title, &tiles)?);
            }
        }
        Ok(put)
    }

    fn tiles(&self, paper: &Paper, folder: &str) -> Result<Vec<Put>, EmitError> {
        let mut put = Vec::new();
        for map in &self.maps {
            let sheets = map_tiles(&map.drawing, "Map", paper, &self.game.print.settings, &self.footer)?;
            put.extend(self.put(folder, &format!("map-{}-tiles", map.file), &map.name, &sheets)?);
        }
        Ok(put)
    }

    fn calibration(&self, paper: &Paper, folder: &str) -> Result<Vec<Put>, EmitError> {
        if !self.wants(Part::Calibration) {
            return Ok(Vec::new());
        }
        let sheets = calibration(paper, &self.game.print.settings, &self.footer);
        Ok(self.put(folder, "calibration", "Calibration", &sheets)?.into_iter().collect())
    }

    /// Maps on a sheet of their own size, for print shops.
    fn whole_maps(&self) -> Result<Vec<Put>, EmitError> {
        let mut put = Vec::new();
        for map in &self.maps {
            let sheet = map_whole(&map.drawing, &map.name, &self.footer);
            let name = format!("map-{}", map.file);
            put.extend(self.put("print", &name, &map.name, std::slice::from_ref(&sheet))?);
            self.pngs("print", &name, std::slice::from_ref(&sheet))?;
        }
        Ok(put)
    }

    /// A PDF of sheets; none of none.
    fn put(&self, folder: &str, name: &str, title: &str, sheets: &[Sheet]) -> Result<Option<Put>, EmitError> {
        if sheets.is_empty() {
            return Ok(None);
        }
        let about = &self.game.model.game;
        let pages = sheets.iter().map(|sheet| Page {
            drawing: sheet.drawing.clone(),
            trim: Some(sheet.trim),
            bleed: Some(sheet.bleed),
            label: Some(sheet.name.clone()),
        });
        let bookmarks = sheets.iter().enumerate();
        let bookmarks =
            bookmarks.map(|(page, sheet)| Bookmark { title: sheet.name.clone(), page, children: Vec::new() });
        let document = Document {
            title: format!("{}: {title}", about.title),
            author: about.designer.clone(),
            subject: Some(self.footer.clone()),
            keywords: vec!["print and play".to_string(), "wargame".to_string()],
            creator: concat!("punchboard ", env!("CARGO_PKG_VERSION")).to_string(),
            pages: pages.collect(),
            bookmarks: bookmarks.collect(),
        };
        let path = format!("{folder}/{name}.pdf");
        let bytes = pdf(&document).map_err(|error| EmitError::Pdf(path.clone(), error))?;
        self.sink.put(&path, &bytes)?;
        self.darkroom.made(sheets.len());
        let papers = sheets.iter().filter(|sheet| sheet.side != Side::Back || self.prints_one_side()).count();
        Ok(Some(Put { title: title.to_string(), pages: sheets.len(), sheets: papers }))
    }

    /// Whether backs are on paper of their own.
    fn prints_one_side(&self) -> bool {
        self.game.print.settings.sides == super::Sides::Single
    }

    /// A PDF of what is cut out, with pictures of its pages and paths to cut along.
    fn put_cut(&self, folder: &str, name: &str, title: &str, sheets: &[Sheet]) -> Result<Vec<Put>, EmitError> {
        let put = self.put(folder, name, title, sheets)?;
        self.pngs(folder, name, sheets)?;
        if self.game.print.cut {
            for sheet in sheets.iter().filter(|sheet| sheet.side != Side::Back) {
                let svg = cut_svg(sheet, &self.game.print.settings);
                self.sink.put(&format!("{folder}/cut/{name}-{}.svg", sheet.number), svg.as_bytes())?;
            }
        }
        Ok(put.into_iter().collect())
    }

    /// Pages as pictures, on white. Those of the first paper: they are for screens and uploads.
    fn pngs(&self, folder: &str, name: &str, sheets: &[Sheet]) -> Result<(), EmitError> {
        let Some(dpi) = self.game.print.png.filter(|_| self.pictured.contains(&folder)) else { return Ok(()) };
        let raster = Raster::new(f64::from(dpi));
        sheets.par_iter().enumerate().try_for_each(|(n, sheet)| {
            let path = format!("{folder}/png/{name}-{}.png", n + 1);
            let mut drawing = sheet.drawing.clone();
            let white = Path::rect(Rect::new(0.0, 0.0, drawing.width, drawing.height));
            drawing.items.insert(0, Item::Shape(white, Style::fill(Colour([255; 3]))));
            let png = self.darkroom.png(&raster, &path, &drawing)?;
            self.sink.put(&path, &png).map_err(EmitError::from)
        })
    }
}
