//! Pictures of the module: their names, and the drawings behind them.

use super::boards::WindowBoard;
use super::codec::Piece;
use super::codec::archive::PackedEntry;
use super::codec::components::Node;
use super::packing;
use super::parts::Parts;
use super::{counting, icons, pool_decks, sheets};
use crate::art;
use crate::art::charts::{Chart, Of};
use crate::art::faces::{self, Sketch};
use crate::draw::{Affine, Drawing, Item, Raster};
use crate::emit::{Darkroom, EmitError, Game, file_names};
use crate::model::{Card, Shows};
use crate::syntax::MarkerUse;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Pixels of the face of a die on a button.
pub const DIE: i32 = 32;

/// A chart of the charts window.
pub struct ChartPicture<'g> {
    /// Its title.
    pub title: String,
    /// What it is.
    pub of: Of,
    /// Its file.
    pub file: String,
    /// What is on it.
    pub drawing: Cow<'g, Drawing>,
}

/// The charts that a player looks at: tables, aids, turn record and setup cards.
pub fn charts<'g>(game: &Game<'g>) -> Vec<ChartPicture<'g>> {
    let charts: Vec<Cow<'g, Chart>> = match game.sketchbook.charts(game.model, game.look, &game.look.styles.charts) {
        Cow::Borrowed(charts) => charts.iter().map(Cow::Borrowed).collect(),
        Cow::Owned(charts) => charts.into_iter().map(Cow::Owned).collect(),
    };
    let files = file_names(charts.iter().map(|chart| chart.id.as_str()));
    let kept = charts.into_iter().zip(files).filter(|(chart, _)| !matches!(chart.of, Of::Display(_)));
    kept.map(|(chart, file)| ChartPicture {
        title: chart.title.clone(),
        of: chart.of,
        file: format!("chart_{file}.png"),
        drawing: match chart {
            Cow::Borrowed(chart) => Cow::Borrowed(&chart.drawing),
            Cow::Owned(chart) => Cow::Owned(chart.drawing),
        },
    })
    .collect()
}

/// Charts are read on a screen, beside the map.
const CHART_DPI: f64 = 110.0;

/// What a picture shows. Faces are drawn only if nobody remembers them.
enum PictureOf<'a> {
    /// The front or back of a counter, by its place in the model.
    Face(usize, bool),
    Card(&'a Card),
    Board(&'a WindowBoard),
    Lent(&'a Drawing),
    Own(Drawing),
}

impl From<Drawing> for PictureOf<'_> {
    fn from(drawing: Drawing) -> Self {
        PictureOf::Own(drawing)
    }
}

/// The pictures that a module names in its components and prototypes. See [`faces`] for those of its pieces.
pub fn named(parts: &Parts<'_>, tree: &Node, prototypes: &[(String, Piece)]) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = sheets::sheets(parts).into_iter().map(|sheet| sheet.image).collect();
    found.extend(prototypes.iter().flat_map(|(_, piece)| piece.images()).map(str::to_string));
    let mut nodes = vec![tree];
    while let Some(node) = nodes.pop() {
        found.extend(node.component.images().into_iter().map(|image| image.0.clone()));
        nodes.extend(&node.children);
    }
    found
}

/// The faces of pieces for whose extension something holds; those of the module have none.
pub fn faces(parts: &Parts<'_>, wanted: &dyn Fn(Option<&str>) -> bool) -> BTreeSet<String> {
    let (model, pictures) = (parts.game.model, &parts.pictures);
    let mut found = BTreeSet::new();
    for (n, counter) in model.counters.iter().enumerate() {
        let extension = match &counter.shows {
            Shows::Unit(unit) => &model.units[unit.index].extension,
            Shows::Marker(marker) => &model.markers[marker.index].extension,
        };
        if wanted(extension.as_deref()) {
            found.insert(pictures.counter(n, false));
            found.extend(counter.back.as_ref().map(|_| pictures.counter(n, true)));
        }
    }
    let played = model.cards.iter().enumerate().filter(|(_, card)| !card.unused);
    for (n, _) in played.filter(|(_, card)| wanted(card.extension.as_deref())) {
        found.extend([pictures.card(n), pictures.own_back(n)]);
    }
    found
}

/// How many pictures are in memory together.
const AT_ONCE: usize = 1000;

/// Draws every picture that the module names, and hands them on in the order of their names.
pub fn draw(
    parts: &Parts<'_>,
    boards: &[&WindowBoard],
    charts: &[ChartPicture<'_>],
    used: &BTreeSet<String>,
    mut put: impl FnMut(&PackedEntry<'_>) -> Result<(), EmitError>,
) -> Result<(), EmitError> {
    let (game, pictures, pools) = (parts.game, &parts.pictures, &parts.pools);
    let (model, look) = (game.model, game.look);
    let mut wanted: Vec<(String, PictureOf<'_>, f64)> = Vec::new();
    let dpi = game.module_dpi;
    for (n, counter) in model.counters.iter().enumerate() {
        let face = |back| PictureOf::Face(n, back);
        wanted.push((pictures.counter(n, false), face(false), dpi));
        if counter.back.is_some() {
            wanted.push((pictures.counter(n, true), face(true), dpi));
        }
    }
    for (n, marker) in model.markers.iter().enumerate().filter(|(_, marker)| marker.role == MarkerUse::Status) {
        if let Some(counter) = model.counters.get(marker.counter.index) {
            let face = Sketch::counter(model, look, counter, false, 0.0).edged().draw();
            wanted.push((pictures.status(n), half(face).into(), dpi));
        }
    }
    for (n, card) in model.cards.iter().enumerate() {
        wanted.push((pictures.card(n), PictureOf::Card(card), dpi));
        let back = Sketch::own_back(model, look, card, 0.0);
        wanted.extend(back.map(|back| (pictures.own_back(n), back.draw().into(), dpi)));
    }
    for (n, deck) in model.decks.iter().enumerate() {
        let back = faces::card_back(model, look, deck, 0.0);
        let back = if boards.iter().any(|board| board.turns(n)) { quarter_turn(back) } else { back };
        wanted.push((pictures.back(n), back.into(), dpi));
    }
    wanted.extend(pools.iter().map(|pool| (pool.mask.clone(), pool_decks::mask(model, pool).into(), dpi)));
    wanted.extend(charts.iter().map(|chart| (chart.file.clone(), PictureOf::Lent(&chart.drawing), CHART_DPI)));
    wanted.extend(boards.iter().map(|board| (board.image.clone(), PictureOf::Board(board), board.dpi)));
    let own = sheets::sheets(parts);
    wanted.extend(own.iter().map(|sheet| (sheet.image.clone(), sheet.drawing().into(), sheets::DPI)));
    wanted.extend(counting::pictures(parts).into_iter().map(|(file, mark)| (file, mark.into(), dpi)));
    wanted.push((super::splash::SPLASH.to_string(), super::splash::splash(game).into(), CHART_DPI));
    for (n, die) in model.dice.iter().enumerate() {
        for (face, shown) in die.faces.iter().enumerate() {
            let drawing = art::dice::face(&look.images, shown, f64::from(DIE));
            wanted.extend(drawing.map(|drawing| (pictures.die(n, face), drawing.into(), 25.4)));
        }
    }
    // A millimetre of an icon, and of the face of a die, is a pixel.
    for name in used.iter().filter_map(|file| file.strip_prefix("icon_")?.strip_suffix(".png")) {
        let drawing = if name == "moved" { icons::drawn(name, 16.0) } else { icons::toolbar(name) };
        wanted.extend(drawing.map(|drawing| (icons::file(name).0, drawing.into(), 25.4)));
    }
    wanted.retain(|(file, ..)| used.contains(file));
    wanted.sort_by(|a, b| a.0.cmp(&b.0));
    let rasters = [Raster::new(dpi), Raster::new(CHART_DPI), Raster::new(25.4)];
    let darkroom = Darkroom::new(game);
    let maps = game.sketchbook.maps(model, look);
    let png = |(file, art, dpi): &(String, PictureOf<'_>, f64)| {
        let raster = rasters.iter().find(|raster| (raster.dpi() - dpi).abs() < 1e-9).unwrap_or(&rasters[0]);
        match art {
            PictureOf::Face(n, back) => darkroom.counter(raster, file, (*n, *back), true),
            PictureOf::Card(card) => darkroom.face(raster, file, &Sketch::card(model, look, card, 0.0)),
            PictureOf::Board(board) => match board.map().and_then(|n| maps.get(n)) {
                Some(map) => darkroom.keyed(raster, file, map.key(), || Cow::Borrowed(board.drawing(game))),
                None => darkroom.png(raster, file, board.drawing(game)),
            },
            PictureOf::Lent(drawing) => darkroom.png(raster, file, drawing),
            PictureOf::Own(drawing) => darkroom.png(raster, file, drawing),
        }
    };
    let entry = |picture: &(String, PictureOf<'_>, f64)| {
        PackedEntry::new(&format!("images/{}", picture.0), png(picture)?).map_err(packing)
    };
    for some in wanted.chunks(AT_ONCE) {
        let drawn: Vec<PackedEntry<'_>> = some.par_iter().map(entry).collect::<Result<_, EmitError>>()?;
        drawn.iter().try_for_each(&mut put)?;
    }
    Ok(())
}

/// A drawing at half its size.
fn half(drawing: Drawing) -> Drawing {
    let mut small = Drawing::new(drawing.width / 2.0, drawing.height / 2.0);
    let place = Affine::scale_shift(0.5, 0.5, 0.0, 0.0);
    small.items.push(Item::Group { place, clip: None, opacity: 1.0, items: drawing.items });
    small
}

/// A drawing turned clockwise, to lie on its long side.
fn quarter_turn(drawing: Drawing) -> Drawing {
    let mut turned = Drawing::new(drawing.height, drawing.width);
    let place = Affine::shift(drawing.height, 0.0).after(Affine::turn(90.0, 0.0, 0.0));
    turned.items.push(Item::Group { place, clip: None, opacity: 1.0, items: drawing.items });
    turned
}
