//! Maps: places, adjacency, regions, tracks, boxes.

mod areas;
mod borders;
mod cells;
mod courses;
mod enlarged;
mod furniture;
mod graph;
mod hexsides;
mod lines;
mod margins;
mod regions;
mod resolve;
mod shape;
mod spaces;

use furniture::displays;
pub use regions::scope;

use super::about::{about, notes};
use super::names::KnownIds;
use super::vocabulary::Vocabulary;
use crate::diag::codes;
use crate::geometry::cells::{Cell, CellGrid};
use crate::model::{
    About, Boundary, Class, Display, Edge, Feature, Map, Place, Point, Ref, Region, Shape, Tally, Terrain, Track, Way,
};
use crate::source::decode::Cx;
use crate::source::values::{Pair, millimetres};
use crate::source::{Sp, Span};
use crate::syntax::{BoundaryLook, FeatureLook, GameFiles, LengthUnit, MapDef, MapFile, MapKind, TerrainLook, WayLook};
use std::collections::BTreeMap;

/// Everything a counter can stand on, resolved.
#[derive(Clone, Default)]
pub struct CheckedBoard {
    /// Maps.
    pub maps: Vec<Map>,
    /// Their names.
    pub map_names: KnownIds<Map>,
    /// Places of all maps and displays.
    pub places: Vec<Place>,
    /// Where each place is declared.
    pub place_spans: Vec<Span>,
    /// Places by every text that names them: id, code, `map:id`, `track:space`.
    by_text: BTreeMap<String, Vec<usize>>,
    /// Adjacency.
    pub edges: Vec<Edge>,
    /// Tracks.
    pub tracks: Vec<Track>,
    /// Their names.
    pub track_names: KnownIds<Track>,
    /// Displays.
    pub displays: Vec<Display>,
    /// Their names.
    pub display_names: KnownIds<Display>,
    /// Regions.
    pub regions: Vec<Region>,
    /// Their names.
    pub region_names: KnownIds<Region>,
    /// Places that another map shows larger, and the larger ones.
    stand_ins: BTreeMap<usize, usize>,
    /// What is said of single hexes and squares, by source.
    pub said_of_hexes: Tally,
    /// Grids by map.
    grids: BTreeMap<usize, GridPlaces>,
}

/// A grid and the places of its cells.
#[derive(Clone)]
struct GridPlaces {
    grid: CellGrid,
    /// Hexes or squares.
    kind: MapKind,
    places: BTreeMap<Cell, usize>,
}

/// Turns coordinates of a file into millimetres on its sheet.
#[derive(Clone, Copy)]
struct SheetScale {
    /// Millimetres of a unit, across and down.
    factor: (f64, f64),
    width: f64,
    height: f64,
}

/// A map file and what is needed to check what is on it.
#[derive(Clone, Copy)]
struct OnMap<'a> {
    map: usize,
    file: &'a MapFile,
    sheet: SheetScale,
    vocabulary: &'a Vocabulary,
}

impl SheetScale {
    /// The sheet of a map file.
    fn of(file: &MapFile) -> Self {
        let unit = file.map.unit.as_ref().map_or("mm", |unit| unit.value.word());
        let size = file.map.size.value;
        let (width, height) = (size.0.0, size.1.0);
        let plain = millimetres(unit).unwrap_or(1.0);
        let factor = match (file.map.unit.as_ref().map(|unit| unit.value), pixels(file)) {
            (Some(LengthUnit::Px), Some((across, down))) => (width / across, height / down),
            _ => (plain, plain),
        };
        Self { factor, width, height }
    }

    fn point(self, pair: Pair) -> Point {
        Point { x: pair.0 * self.factor.0, y: pair.1 * self.factor.1 }
    }

    fn rect(self, rect: [f64; 4]) -> Vec<Point> {
        let [x, y, w, h] = rect;
        [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map(|(x, y)| self.point(Pair(x, y))).to_vec()
    }

    /// Reports points that are not on the sheet.
    fn hold(self, what: &str, points: &[Point], span: Span, cx: &mut Cx) {
        let slack = 0.01;
        let off = |p: &&Point| p.x < -slack || p.y < -slack || p.x > self.width + slack || p.y > self.height + slack;
        if let Some(point) = points.iter().find(off) {
            let message = format!(
                "{what} is off the sheet: ({:.1}, {:.1}) mm is outside {:.1} x {:.1} mm",
                point.x, point.y, self.width, self.height
            );
            let (width, height) = points.iter().fold((0.0, 0.0), |(w, h): (f64, f64), p| (w.max(p.x), h.max(p.y)));
            let beyond = points.iter().any(|p| p.x < -slack || p.y < -slack);
            let help = match beyond {
                true => "move it to the right or down".to_string(),
                false => {
                    format!("make `size` of the map at least {:.0} x {:.0} mm, or move it", width.ceil(), height.ceil())
                }
            };
            cx.diags.push(codes::OFF_SHEET.at(span, message).label("here").help(help));
        }
    }
}

/// How many pixels a map is wide and high: its picture, or what it says itself.
fn pixels(file: &MapFile) -> Option<(f64, f64)> {
    let pixels = file.map.pixels.as_ref()?.value;
    (pixels.0 > 0.0 && pixels.1 > 0.0).then_some((pixels.0, pixels.1))
}

/// Reports pixels that cannot be counted.
fn check_pixels(file: &MapFile, cx: &mut Cx) {
    if let Some(own) = file.map.pixels.as_ref().filter(|_| pixels(file).is_none()) {
        cx.diags.push(codes::NUMBER.at(own.span, "width and height must be larger than 0").label("here"));
    }
    if let Some(unit) = file.map.unit.as_ref().filter(|unit| unit.value == LengthUnit::Px && file.map.pixels.is_none())
    {
        let message = "`px` are pixels of the map's own picture, and this map has none";
        let diag = codes::CONFLICT.at(unit.span, message).label("pixels of what?");
        let help =
            "write `image = \"art/map.png\"`, or `pixels = [800, 600]` for a map without a picture, or another unit";
        cx.diags.push(diag.help(help));
    }
}

impl CheckedBoard {
    /// A reference to every place so far; those to one place share its id.
    fn place_refs(&self) -> Vec<Ref<Place>> {
        self.places.iter().enumerate().map(|(n, place)| Ref::new(n, &place.id)).collect()
    }
}

/// Checks all maps and what is on them.
pub fn check(files: &GameFiles, vocabulary: &Vocabulary, cx: &mut Cx) -> CheckedBoard {
    let mut board = CheckedBoard::default();
    for file in &files.maps {
        board.map_names.declare(&file.content.map.id, cx);
    }
    for (index, file) in files.maps.iter().enumerate() {
        map(&mut board, index, &file.content, vocabulary, cx);
    }
    displays(&mut board, files, vocabulary, cx);
    resolve::name_places(&mut board, cx);
    for (index, file) in files.maps.iter().enumerate() {
        graph::links(&mut board, index, &file.content, cx);
        margins::edges_of_map(&mut board, index, &file.content, vocabulary, cx);
    }
    enlarged::join(&mut board, files, cx);
    graph::finish(&mut board);
    graph::reachable(&board, cx);
    regions::check(&mut board, files, vocabulary, cx);
    furniture::crowded(&board, cx);
    board
}

fn map(board: &mut CheckedBoard, index: usize, file: &MapFile, vocabulary: &Vocabulary, cx: &mut Cx) {
    let def = &file.map;
    let sheet = SheetScale::of(file);
    board.maps.push(Map {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        kind: def.kind.value,
        width: sheet.width,
        height: sheet.height,
        scale: def.scale.clone(),
        enlarges: None,
        main: main(board, def, cx),
        image: def.image.as_ref().map(|image| image.value.clone()),
        pixels: pixels(file),
        grid: None,
        terrains: terrains(file, cx),
        boundaries: boundaries(file, cx),
        classes: classes(file, cx),
        land: Vec::new(),
        shapes: shapes(file, sheet, cx),
        borders: Vec::new(),
        courses: Vec::new(),
        ways: ways(file, cx),
        lines: Vec::new(),
        features: features(file, cx),
        sites: Vec::new(),
        edges: Vec::new(),
        about: about_map(file),
    });
    if let Some(soften) = def.soften.as_ref().filter(|soften| !(0.0..=1.0).contains(&soften.value)) {
        cx.diags.push(codes::NUMBER.at(soften.span, "`soften` must be between 0 and 1").label("here"));
    }
    only_for_its_kind(file, cx);
    check_pixels(file, cx);
    let on = OnMap { map: index, file, sheet, vocabulary };
    match def.kind.value {
        MapKind::Area => areas::check(board, &on, cx),
        MapKind::Hex | MapKind::Square => cells::check(board, &on, cx),
    }
    furniture::of_map(board, &on, cx);
    unused_terrain(board, index, file, cx);
}

/// What is said about a map, with the notes on its paint and its land.
fn about_map(file: &MapFile) -> About {
    let own = &file.map.meta;
    let parts = [file.paint.as_ref().map(|paint| &paint.meta), file.land.as_ref().map(|land| &land.meta)];
    let parts = parts.into_iter().flatten().map(|part| part.note.as_deref());
    About { note: notes(std::iter::once(own.note.as_deref()).chain(parts)), ..about(own) }
}

/// Areas belong on area maps, grids on maps of hexes or squares.
fn only_for_its_kind(file: &MapFile, cx: &mut Cx) {
    let mut strays = Vec::new();
    let mut stray = |span: Option<Span>, what: &'static str, other: &'static str| {
        strays.extend(span.map(|span| (span, what, other)));
    };
    match file.map.kind.value {
        MapKind::Area => {
            stray(file.grid.as_ref().map(|grid| grid.meta.span), "grid", "hex");
            stray(file.paint.as_ref().map(|paint| paint.meta.span), "paint", "hex");
            stray(file.hexes.first().map(|def| def.meta.span), "hexes", "hex");
            stray(file.squares.first().map(|def| def.meta.span), "squares", "square");
            stray(file.square_sides.first().map(|def| def.meta.span), "square-side", "square");
            stray(file.hexsides.first().map(|def| def.meta.span), "hexside", "hex");
            stray(file.crossings.first().map(|def| def.meta.span), "crossing", "hex");
            stray(file.lines.first().map(|def| def.meta.span), "line", "hex");
            stray(file.features.first().map(|def| def.meta.span), "feature", "hex");
            stray(file.places.first().map(|def| def.meta.span), "place", "hex");
            stray(file.edges.first().map(|def| def.meta.span), "edge", "hex");
        }
        kind @ (MapKind::Hex | MapKind::Square) => {
            if kind == MapKind::Hex {
                stray(file.squares.first().map(|def| def.meta.span), "squares", "square");
                stray(file.square_sides.first().map(|def| def.meta.span), "square-side", "square");
            } else {
                stray(file.hexes.first().map(|def| def.meta.span), "hexes", "hex");
                stray(file.hexsides.first().map(|def| def.meta.span), "hexside", "hex");
            }
            stray(file.areas.first().map(|def| def.meta.span), "area", "area");
            stray(file.borders.first().map(|def| def.meta.span), "border", "area");
            stray(file.land.as_ref().map(|land| land.meta.span), "land", "area");
        }
    }
    // The first one stands for all: the map is of another kind than its records.
    if let Some((span, what, other)) = strays.into_iter().next() {
        let message = format!("`{what}` belongs on a map of kind `{other}`");
        let diag = codes::CONFLICT.at(span, message).label("here").also(file.map.kind.span, "the map's kind");
        cx.diags.push(diag.help(format!("write `kind = \"{other}\"`, or remove `{what}`")).no_places());
    }
}

fn terrains(file: &MapFile, cx: &mut Cx) -> Vec<Terrain> {
    super::names::unique("terrain", file.terrains.iter().map(|terrain| &terrain.id), cx);
    let terrain = |def: &crate::syntax::TerrainDef| Terrain {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        look: def.look.as_ref().map_or(TerrainLook::Clear, |look| look.value),
        identifier: def.identifier.as_ref().map(|shape| shape.value),
        about: about(&def.meta),
    };
    file.terrains.iter().map(terrain).collect()
}

fn boundaries(file: &MapFile, cx: &mut Cx) -> Vec<Boundary> {
    super::names::unique("boundary", file.boundaries.iter().map(|boundary| &boundary.id), cx);
    let mut default: Option<Span> = None;
    for def in &file.boundaries {
        let Some(own) = def.default.as_ref().filter(|own| own.value) else { continue };
        match default {
            Some(first) => cx.diags.push(
                codes::CONFLICT
                    .at(own.span, "only one boundary can be the default")
                    .label("a second")
                    .also(first, "the first"),
            ),
            None => default = Some(own.span),
        }
    }
    let boundary = |def: &crate::syntax::BoundaryDef| Boundary {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        look: def.look.as_ref().map_or(BoundaryLook::Open, |look| look.value),
        crossings: def.crossings.iter().map(|crossing| crossing.value.clone()).collect(),
        about: about(&def.meta),
    };
    file.boundaries.iter().map(boundary).collect()
}

fn classes(file: &MapFile, cx: &mut Cx) -> Vec<Class> {
    super::names::unique("class", file.classes.iter().map(|class| &class.id), cx);
    file.classes
        .iter()
        .map(|def| Class { id: def.id.0.clone(), name: def.name.value.clone(), about: about(&def.meta) })
        .collect()
}

fn shapes(file: &MapFile, sheet: SheetScale, cx: &mut Cx) -> Vec<Shape> {
    super::names::unique("shape", file.shapes.iter().map(|shape| &shape.id), cx);
    let mut shapes = Vec::new();
    for def in &file.shapes {
        let outline: Vec<Point> = def.polygon.iter().map(|pair| sheet.point(pair.value)).collect();
        if outline.len() < 3 {
            let message = format!("the shape `{}` needs at least three points", def.id.0);
            cx.diags.push(codes::POLYGON.at(def.id.span, message).label("this shape"));
        }
        sheet.hold(&format!("the shape `{}`", def.id.0), &outline, def.id.span, cx);
        let (id, name, about) = (def.id.0.clone(), def.name.clone(), about(&def.meta));
        shapes.push(Shape { id, name, look: def.look.value, outline, about });
    }
    shapes
}

fn ways(file: &MapFile, cx: &mut Cx) -> Vec<Way> {
    super::names::unique("way", file.ways.iter().map(|way| &way.id), cx);
    let look = |look: &Option<Sp<WayLook>>| look.as_ref().map_or(WayLook::Road, |look| look.value);
    let way = |def: &crate::syntax::WayDef| Way {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        look: look(&def.look),
        about: about(&def.meta),
    };
    file.ways.iter().map(way).collect()
}

fn features(file: &MapFile, cx: &mut Cx) -> Vec<Feature> {
    super::names::unique("feature", file.features.iter().map(|feature| &feature.id), cx);
    let look = |look: &Option<Sp<FeatureLook>>| look.as_ref().map_or(FeatureLook::Town, |look| look.value);
    let feature = |def: &crate::syntax::FeatureDef| Feature {
        id: def.id.0.clone(),
        name: def.name.value.clone(),
        look: look(&def.look),
        about: about(&def.meta),
    };
    file.features.iter().map(feature).collect()
}

fn unused_terrain(board: &CheckedBoard, index: usize, file: &MapFile, cx: &mut Cx) {
    let on_map = |place: &&Place| place.map.as_ref().is_some_and(|map| map.index == index);
    let used: Vec<&str> = board.places.iter().filter(on_map).filter_map(terrain_of).collect();
    // A map whose grid or areas are broken uses nothing; that is reported there.
    if used.is_empty() {
        return;
    }
    for def in file.terrains.iter().filter(|def| !used.contains(&def.id.0.as_str())) {
        let message = format!("nothing on this map has the terrain `{}`", def.id.0);
        cx.diags.push(codes::UNUSED_TERRAIN.at(def.id.span, message).label("not used"));
    }
}

/// The terrain of an area or hex.
pub fn terrain_of(place: &Place) -> Option<&str> {
    place.kind.terrain()
}

/// Whether a module opens with a map: at most one says so.
fn main(board: &CheckedBoard, def: &MapDef, cx: &mut Cx) -> bool {
    let Some(main) = def.main.as_ref().filter(|main| main.value) else { return false };
    if let Some(other) = board.maps.iter().find(|map| map.main) {
        let message = format!("the map `{}` is the main one already", other.id);
        cx.diags.push(codes::CONFLICT.at(main.span, message).label("here").help("only one map can open first"));
    }
    true
}
