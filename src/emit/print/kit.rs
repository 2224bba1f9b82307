//! What of a game becomes which sheets.

use super::{Face, Paper, Part, Sheet, Side, calibration, card_sheets, counter_sheets, cut_svg, map_tiles, map_whole};
use crate::art::{self, charts, charts::Of, faces};
use crate::draw::pdf::{Bookmark, Document, Page, pdf};
use crate::draw::{Affine, Align, Drawing, Font, Raster, Rect, TextStyle};
use crate::emit::{Darkroom, EmitError, Game, Sink, file_names};
use crate::model::{Counter, Shows};
use crate::source::values::Colour;
use rayon::prelude::*;

/// Makes the kit.
pub fn print(game: &Game<'_>, sink: &dyn Sink) -> Result<(), EmitError> {
    let kit = Kit { game, sink, darkroom: Darkroom::new(game), footer: footer(game) };
    for (paper, folder) in papers(game) {
        kit.counters(paper, &folder)?;
        kit.cards(paper, &folder)?;
        kit.pages(paper, &folder)?;
        kit.tiles(paper, &folder)?;
        kit.calibration(paper, &folder)?;
    }
    kit.whole_maps()
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

struct Kit<'a> {
    game: &'a Game<'a>,
    sink: &'a dyn Sink,
    darkroom: Darkroom<'a>,
    footer: String,
}

impl Kit<'_> {
    fn wants(&self, part: Part) -> bool {
        self.game.print.parts.contains(&part)
    }

    fn counters(&self, paper: &Paper, folder: &str) -> Result<(), EmitError> {
        if !self.wants(Part::Counters) {
            return Ok(());
        }
        let size = self.game.model.game.counter_size;
        let faces = self.counter_faces();
        let sheets = counter_sheets(&faces, (size, size), paper, &self.game.print.settings, &self.footer)?;
        self.put(folder, "counters", "Counter sheets", &sheets, true)
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

    fn cards(&self, paper: &Paper, folder: &str) -> Result<(), EmitError> {
        let Game { model, look, print, .. } = self.game;
        if !self.wants(Part::Cards) || model.cards.is_empty() {
            return Ok(());
        }
        let bleed = print.settings.bleed;
        let backs: Vec<Drawing> = model.decks.iter().map(|deck| faces::card_back(model, look, deck, bleed)).collect();
        let mut all = Vec::new();
        for card in &model.cards {
            let face = Face {
                id: card.id.clone(),
                group: model.decks.get(card.deck.index).map_or_else(String::new, |deck| deck.name.clone()),
                front: faces::card(model, look, card, bleed),
                back: backs.get(card.deck.index).cloned(),
            };
            all.extend(std::iter::repeat_n(face, card.copies as usize));
        }
        let Some(first) = all.first() else { return Ok(()) };
        let size = (first.front.width - 2.0 * bleed, first.front.height - 2.0 * bleed);
        let sheets = card_sheets(&all, size, paper, &print.settings, &self.footer)?;
        self.put(folder, "cards", "Cards", &sheets, true)
    }

    /// Setup cards, player aids and displays, laid out for the paper.
    fn pages(&self, paper: &Paper, folder: &str) -> Result<(), EmitError> {
        let Game { model, look, .. } = self.game;
        let mut style = look.styles.charts.clone();
        style.page_width.value.0 = paper.width.min(paper.height);
        style.page_height.value.0 = paper.width.max(paper.height);
        let face = |counter: &Counter, back: bool| faces::counter(model, look, counter, back, 0.0);
        let charts = charts::all(model, &style, &face);
        let parts: [(Part, &str, &str, fn(Of) -> bool); 3] = [
            (Part::Aids, "player-aid", "Player aid", |of| matches!(of, Of::Aid | Of::TurnRecord)),
            (Part::Setup, "setup-cards", "Setup cards", |of| matches!(of, Of::Setup(_))),
            (Part::Displays, "displays", "Displays", |of| matches!(of, Of::Display(_))),
        ];
        for (part, name, title, wanted) in parts {
            let own: Vec<&charts::Chart> = charts.iter().filter(|chart| wanted(chart.of)).collect();
            if !self.wants(part) || own.is_empty() {
                continue;
            }
            let count = own.len();
            let sheets: Vec<Sheet> =
                own.iter().enumerate().map(|(n, chart)| self.chart_page(chart, paper, (n + 1, count))).collect();
            self.put(folder, name, title, &sheets, false)?;
        }
        Ok(())
    }

    /// A chart in the middle of the paper; one that is larger is made smaller, and says so.
    fn chart_page(&self, chart: &charts::Chart, paper: &Paper, (n, of): (usize, usize)) -> Sheet {
        let (width, height) = (paper.width.min(paper.height), paper.width.max(paper.height));
        let scale = (width / chart.drawing.width).min(height / chart.drawing.height).min(1.0);
        let mut sheet = Drawing::new(width, height);
        let left = (width - chart.drawing.width * scale) / 2.0;
        let top = if chart.drawing.height * scale < height - 1.0 {
            0.0
        } else {
            (height - chart.drawing.height * scale) / 2.0
        };
        sheet.place(chart.drawing.clone(), Affine::scale_shift(scale, scale, left, top));
        let small = TextStyle::points(Font::Regular, 5.5, Colour([0x80; 3])).aligned(Align::Centre);
        let percent = (scale * 100.0).round();
        let shrunk = if scale < 0.9995 { format!(" \u{b7} at {percent} %") } else { String::new() };
        let words = format!("{}{shrunk} \u{b7} page {n} of {of}", self.footer);
        sheet.text(small.at(&words, width / 2.0, height - 4.5));
        let all = Rect::new(0.0, 0.0, width, height);
        Sheet {
            name: chart.title.clone(),
            number: n,
            side: Side::Front,
            drawing: sheet,
            trim: all,
            bleed: all,
            cuts: Vec::new(),
            holds: Vec::new(),
            upper: all,
        }
    }

    fn tiles(&self, paper: &Paper, folder: &str) -> Result<(), EmitError> {
        let Game { model, look, print, .. } = self.game;
        if !self.wants(Part::Maps) {
            return Ok(());
        }
        for (map, name) in model.maps.iter().zip(file_names(model.maps.iter().map(|map| map.id.as_str()))) {
            let drawing = art::map(model, look, map);
            let sheets = map_tiles(&drawing, paper, &print.settings, &self.footer)?;
            self.put(folder, &format!("map-{name}-tiles"), &map.name, &sheets, false)?;
        }
        Ok(())
    }

    fn calibration(&self, paper: &Paper, folder: &str) -> Result<(), EmitError> {
        if !self.wants(Part::Calibration) {
            return Ok(());
        }
        let sheets = calibration(paper, &self.game.print.settings);
        self.put(folder, "calibration", "Calibration", &sheets, false)
    }

    fn whole_maps(&self) -> Result<(), EmitError> {
        let Game { model, look, .. } = self.game;
        if !self.wants(Part::Maps) {
            return Ok(());
        }
        for (map, name) in model.maps.iter().zip(file_names(model.maps.iter().map(|map| map.id.as_str()))) {
            let sheet = map_whole(&art::map(model, look, map), &self.footer);
            self.put("print", &format!("map-{name}"), &map.name, std::slice::from_ref(&sheet), false)?;
        }
        Ok(())
    }

    /// A PDF of sheets; of counters and cards also pictures, and paths to cut along.
    fn put(&self, folder: &str, name: &str, title: &str, sheets: &[Sheet], cut_out: bool) -> Result<(), EmitError> {
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
        let bytes = pdf(&document).map_err(|error| EmitError::Pdf(format!("{folder}/{name}.pdf"), error))?;
        self.sink.put(&format!("{folder}/{name}.pdf"), &bytes)?;
        if !cut_out {
            return Ok(());
        }
        if let Some(dpi) = self.game.print.png {
            let raster = Raster::new(f64::from(dpi));
            sheets.par_iter().enumerate().try_for_each(|(n, sheet)| {
                let path = format!("{folder}/png/{name}-{}.png", n + 1);
                let png = self.darkroom.png(&raster, &path, &sheet.drawing)?;
                self.sink.put(&path, &png).map_err(EmitError::from)
            })?;
        }
        if self.game.print.cut {
            let fronts = sheets.iter().filter(|sheet| sheet.side != Side::Back);
            for sheet in fronts {
                let svg = cut_svg(sheet, &self.game.print.settings);
                self.sink.put(&format!("{folder}/cut/{name}-{}.svg", sheet.number), svg.as_bytes())?;
            }
        }
        Ok(())
    }
}
