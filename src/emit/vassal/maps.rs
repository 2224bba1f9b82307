//! Map windows and the tools on them.

use super::boards::{BoardKind, WindowBoard, cell_centres};
use super::codec::components::*;
use super::codec::key::Key;
use super::names::{plain, property};
use super::parts::Parts;
use super::shared_traits::{self, LAYERS, UNITS, quoted};
use super::{cellgrid, icons, keys, players, secrets, strengths, windows};
use crate::art::stacks;
use crate::draw::pixels;
use crate::expr::java_text;
use crate::model::{Place, PlaceKind};
use crate::syntax::MapKind;

/// A move in the chat.
const MOVE: &str = "$pieceName$ moves from $previousLocation$ to $location$";

/// The window of a board. The first map is the main window; others have a button.
pub fn window(parts: &Parts<'_>, board: &WindowBoard, main: bool) -> Node {
    // One button opens all setup cards that are in use.
    let card = matches!(board.kind, BoardKind::Setup(_));
    let map = Map {
        name: board.name.clone(),
        mark_moved: if matches!(board.kind, BoardKind::Map(_)) { Prompt::Always } else { Prompt::Never },
        unmoved_text: String::new(),
        unmoved_icon: icons::file("clear-moved"),
        unmoved_tooltip: "Take all moved marks off this map".into(),
        unmoved_hotkey: if matches!(board.kind, BoardKind::Map(_)) { keys::all_unmoved() } else { Key::None },
        background: Some(Color::rgb(216, 214, 206)),
        highlight_color: Some(Color::rgb(184, 53, 42)),
        launch: !main,
        button_name: if card { String::new() } else { board.name.clone() },
        tooltip: format!("Show or hide: {}", board.name),
        icon: if card { ImageName::default() } else { icons::file(icon(board)) },
        hotkey: if card { windows::card_key(board) } else { Key::None },
        move_key: if matches!(board.kind, BoardKind::Map(_)) { keys::arrived() } else { Key::None },
        only_changed_location: true,
        move_within_format: secrets::move_format(parts, board, MOVE),
        move_to_format: secrets::move_format(parts, board, MOVE),
        create_format: "$pieceName$ is placed in $location$".into(),
        ..Map::default()
    };
    let mut node = shell(parts, board, map)
        .with(picker(parts, board))
        .with(stack_metrics(board))
        .with_all(map_basics())
        .with(Node::new(GlobalProperties::default()).with_all(cell_properties(parts, board)))
        .with(layers())
        .with(SelectionHighlighters::default())
        .with(HighlightLastMoved {
            color: Some(Color::rgb(201, 143, 43)),
            thickness: 4,
            ..HighlightLastMoved::default()
        })
        .with(viewer(parts, board))
        .with(flare());
    node = node.with(Zoomer {
        in_icon: icons::file("zoom-in"),
        out_icon: icons::file("zoom-out"),
        pick_icon: icons::file("zoom-fit"),
        in_key: Key::Stroke { code: 61, modifiers: 130 },
        out_key: Key::Stroke { code: 45, modifiers: 130 },
        ..zoom(main)
    });
    if let BoardKind::Map(index) = board.kind {
        node = node.with(GlobalMap {
            icon: icons::file("overview"),
            tooltip: "Show or hide the overview".into(),
            scale: overview_scale(board),
            color: Some(Color::rgb(184, 53, 42)),
            ..GlobalMap::default()
        });
        if let Some(map) = parts.game.model.maps.get(index).filter(|map| map.kind != MapKind::Area) {
            node = node.with(thread(map.kind.cells().1));
        }
        node = node
            .with(HidePiecesButton {
                showing_icon: icons::file("hide-pieces"),
                hidden_icon: icons::file("hide-pieces"),
                tooltip: "Hide or show all counters, to look at the map".into(),
                ..HidePiecesButton::default()
            })
            .with(PieceRecenterer {
                text: String::new(),
                icon: icons::file("recentre"),
                tooltip: "Recentre the counters".into(),
                ..PieceRecenterer::default()
            });
    }
    // VASSAL writes every card of a deck into the text.
    let texts = (!secrets::hides(parts, board)).then(|| TextSaver {
        text: String::new(),
        icon: icons::file("text"),
        tooltip: "Save where everything is as text".into(),
        ..TextSaver::default()
    });
    node.with(ImageSaver {
        icon: icons::file("camera"),
        tooltip: "Save this map as a picture".into(),
        ..ImageSaver::default()
    })
    .with_all(texts.map(Node::new))
}

/// How far counters of a stack lie apart: closed, as spots for stacks reckon with; open, so that each can be read.
fn stack_metrics(board: &WindowBoard) -> StackMetrics {
    let pixels = |millimetres: f64| i32::try_from(pixels(millimetres, board.dpi)).unwrap_or(1);
    StackMetrics {
        open_x: pixels(1.4),
        open_y: pixels(3.8),
        closed_x: pixels(stacks::LEAN.0),
        closed_y: pixels(stacks::LEAN.1),
        ..StackMetrics::default()
    }
}

/// The map itself; one that only a side sees says nothing of what is put there.
fn shell(parts: &Parts<'_>, board: &WindowBoard, map: Map) -> Node {
    if !matches!(board.kind, BoardKind::Private(_)) {
        return Node::new(map);
    }
    let map = Map {
        move_within_format: String::new(),
        move_to_format: "A counter is put into $mapName$".into(),
        create_format: String::new(),
        change_format: String::new(),
        ..map
    };
    let sides = players::insiders(secrets::side_of(parts, board));
    Node::new(PrivateMap { sides, map, ..PrivateMap::default() })
}

fn icon(board: &WindowBoard) -> &'static str {
    match board.kind {
        BoardKind::Map(_) => "map",
        BoardKind::Setup(_) => "tray",
        BoardKind::Display(_) | BoardKind::Eliminated => "display",
        BoardKind::Cards => "deck",
        BoardKind::Private(_) => "hand",
    }
}

fn picker(parts: &Parts<'_>, board: &WindowBoard) -> Node {
    let (width, height) = board.size();
    let own = super::codec::components::Board {
        name: board.name.clone(),
        image: Some(board.image.as_str().into()),
        width: i32::try_from(width).unwrap_or(500),
        height: i32::try_from(height).unwrap_or(500),
        ..super::codec::components::Board::default()
    };
    Node::new(BoardPicker::default()).with(Node::new(own).with_all(grid(parts, board)))
}

fn grid(parts: &Parts<'_>, board: &WindowBoard) -> Option<Node> {
    let cells = cell_grid(parts, board);
    if board.zones.is_empty() && cells.is_none() {
        return None;
    }
    let zones = board.zones.iter().map(|zone| {
        let path = zone.outline.iter().map(|point| board.pixel(*point)).map(|(x, y)| (clamp(x), clamp(y))).collect();
        let own = Zone { name: zone.name.clone(), path: ZoneOutline(path), ..Zone::default() };
        let place = zone.place.and_then(|place| parts.game.model.places.get(place));
        Node::new(own).with_all(place.into_iter().flat_map(|place| zone_properties(parts, place)))
    });
    Some(Node::new(ZonedGrid::default()).with_all(zones).with_all(cells))
}

fn clamp(pixel: i64) -> i32 {
    i32::try_from(pixel).unwrap_or(0)
}

/// What a place is, as properties of its zone.
fn zone_properties(parts: &Parts<'_>, place: &Place) -> Vec<Node> {
    let mut properties = vec![
        ("PlaceId".to_string(), place.id.clone()),
        ("PlaceNumber".to_string(), plain(&place.label)),
        ("PlaceName".to_string(), plain(place.name.as_deref().unwrap_or_default())),
        ("Ground".to_string(), ground(parts, place)),
    ];
    if let PlaceKind::Area { terrain, class, .. } = &place.kind {
        properties.push(("Terrain".to_string(), terrain.clone()));
        properties.push(("Class".to_string(), class.clone()));
    }
    properties.extend(place.kind.control().map(|side| ("Control".to_string(), side.id.to_string())));
    if let PlaceKind::Space { track } = &place.kind {
        properties.push(("Track".to_string(), track.id.to_string()));
    }
    properties.extend(strengths::zone_properties(parts, place));
    properties.extend(shared_traits::attributes(&place.attributes));
    let node = |(name, initial_value): (String, String)| {
        Node::new(ZoneProperty {
            property: GlobalProperty { name, initial_value, ..GlobalProperty::default() },
            ..ZoneProperty::default()
        })
    };
    properties.into_iter().map(node).collect()
}

/// A place in a few words: terrain, then the attributes that are more than nothing.
fn ground(parts: &Parts<'_>, place: &Place) -> String {
    let model = parts.game.model;
    let terrain = place.kind.terrain();
    let map = place.map.as_ref().and_then(|map| model.maps.get(map.index));
    let terrain = terrain.and_then(|id| Some(map?.terrains.iter().find(|terrain| terrain.id == id)?.name.clone()));
    let mut words: Vec<String> = terrain.into_iter().collect();
    for (key, value) in &place.attributes {
        let name = model.attributes.iter().find(|own| own.id == *key).map_or(key.as_str(), |own| own.name.as_str());
        match value {
            crate::model::Scalar::Bool(true) => words.push(name.to_string()),
            crate::model::Scalar::Number(number) if *number != 0 => words.push(format!("{name} {number}")),
            crate::model::Scalar::Text(text) if !text.is_empty() && text != "none" => {
                words.push(format!("{name} {text}"))
            }
            _ => {}
        }
    }
    plain(&words.join(", "))
}

/// The grid of a map, with its printed numbers; named points if VASSAL cannot number so.
fn cell_grid(parts: &Parts<'_>, board: &WindowBoard) -> Option<Node> {
    let (BoardKind::Map(map), Some(fit)) = (board.kind, &board.cells) else { return None };
    let Some([grid, numbers]) = fit.classes() else {
        return Some(regions(&cell_centres(parts.game.model, map, board.dpi)));
    };
    const BOARD: &str = "VASSAL.build.module.map.boardPicker.board";
    let component = |(class, attributes): (&str, cellgrid::GridAttributes)| {
        let attributes = attributes.into_iter().map(|(name, value)| (name.to_string(), value)).collect();
        Node::new(Component::from_parts(&format!("{BOARD}.{class}"), attributes, ""))
    };
    Some(component(grid).with(component(numbers)))
}

#[allow(clippy::cast_possible_truncation)]
fn regions(cells: &[cellgrid::BoardCell<'_>]) -> Node {
    let region = |cell: &cellgrid::BoardCell<'_>| {
        Node::new(Region {
            name: plain(cell.label),
            x: cell.x.round() as i32,
            y: cell.y.round() as i32,
            ..Region::default()
        })
    };
    Node::new(RegionGrid::default()).with_all(cells.iter().map(region))
}

/// The terrains of a map with a grid: name, property, and the cells of each, with commas around them.
fn cell_terrains(parts: &Parts<'_>, board: &WindowBoard) -> Vec<(String, String, String)> {
    let (BoardKind::Map(index), true) = (board.kind, board.cells.is_some()) else { return Vec::new() };
    let model = parts.game.model;
    let Some(map) = model.maps.get(index) else { return Vec::new() };
    let of = |id: &str| {
        let here = model.places.iter().filter(|place| place.map.as_ref().is_some_and(|own| own.index == index));
        let own = here.filter(|place| place.kind.cell().is_some() && place.kind.terrain() == Some(id));
        own.fold(String::from(","), |list, place| list + &plain(&place.label) + ",")
    };
    map.terrains.iter().map(|own| (own.name.clone(), format!("Hexes_{}", property(&own.id)), of(&own.id))).collect()
}

/// Cells are too many for a zone each: a property of the map lists those of each terrain.
fn cell_properties(parts: &Parts<'_>, board: &WindowBoard) -> Vec<Node> {
    let node = |(_, name, initial_value): (String, String, String)| {
        Node::new(GlobalProperty { name, initial_value, ..GlobalProperty::default() })
    };
    cell_terrains(parts, board).into_iter().map(node).collect()
}

/// The terrain of the cell below the mouse, in words.
fn cell_ground(terrains: &[(String, String, String)]) -> String {
    let test = |(name, property, _): &(String, String, String)| {
        let words = quoted(&format!("({name})"));
        format!(
            "(GetMapProperty(\"{property}\", CurrentMap).contains(\",\" + LocationName + \",\") ? \" \" + {words} : \"\")"
        )
    };
    terrains.iter().map(test).collect::<Vec<_>>().join(" + ")
}

fn layers() -> Node {
    Node::new(LayeredPieceCollection {
        property: "Layer".into(),
        layers: LAYERS.iter().map(|layer| (*layer).to_string()).collect(),
        ..LayeredPieceCollection::default()
    })
}

/// What the mouse shows after a moment: the counters in a place, where it is, and their sums by side.
fn viewer(parts: &Parts<'_>, board: &WindowBoard) -> CounterDetailViewer {
    let model = parts.game.model;
    let cells = cell_terrains(parts, board);
    let (below, empty) = if cells.is_empty() {
        (GROUND.to_string(), GROUND_EMPTY.to_string())
    } else {
        (cell_ground(&cells), cell_ground(&cells))
    };
    let mut summary = format!("LocationName + {below}");
    for side in &model.sides {
        for value in parts.summed() {
            let own = java_text(&format!("{{Layer == \"{UNITS}\" && Side == {}}}", quoted(&side.id)));
            let sum = format!("SumLocation(\"{}\", LocationName, CurrentMap, {own})", property(&value.id));
            let words = quoted(&format!("{} {}", side.name, value.short.as_ref().unwrap_or(&value.name)));
            summary += &format!(" + ({sum} == 0 ? \"\" : \"; \" + {words} + \" \" + {sum})");
        }
    }
    CounterDetailViewer {
        delay: 400,
        background: Some(Color::rgb(246, 241, 228)),
        foreground: Some(Color::rgb(29, 33, 38)),
        border: Some(Color::rgb(43, 51, 59)),
        min_pieces: 0,
        piece_scale: 1.0,
        draw_single: true,
        gap: 3,
        show_text: true,
        font_size: 13,
        center_text: true,
        summary_format: format!("{{{summary}}}"),
        empty_format: format!("{{LocationName == \"offboard\" ? \"\" : LocationName + {empty}}}"),
        display: ShownPieces::AllLayers,
        show_non_stacking: true,
        show_overlap: false,
        ..CounterDetailViewer::default()
    }
}

/// The ground below pieces, which see the properties of their zone.
const GROUND: &str =
    "((\"\" + GetProperty(\"Ground\")).length() == 0 ? \"\" : \" (\" + GetProperty(\"Ground\") + \")\")";

/// The ground of a place without pieces.
const GROUND_EMPTY: &str = "((\"\" + GetZoneProperty(\"Ground\", CurrentZone, CurrentMap)).length() == 0 ? \"\" : \
                            \" (\" + GetZoneProperty(\"Ground\", CurrentZone, CurrentMap) + \")\")";

fn flare() -> Flare {
    Flare {
        name: "Flare".into(),
        key: FlareKey::Alt,
        color: Some(Color::rgb(184, 53, 42)),
        report_format: "$PlayerId$ points at $FlareLocation$".into(),
        ..Flare::default()
    }
}

fn zoom(main: bool) -> Zoomer {
    let levels = vec![0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 1.0, 1.25, 1.6];
    // Counted from the largest: a map starts a little smaller than printed, a tray at half its size.
    Zoomer { levels, start: if main { 5 } else { 6 }, ..Zoomer::default() }
}

/// The overview takes about as much room as a hand does on the screen.
fn overview_scale(board: &WindowBoard) -> f64 {
    let (width, height) = board.size();
    (420.0 / f64::from(width.max(height))).clamp(0.05, 0.5)
}

fn thread(cells: &str) -> LosThread {
    LosThread {
        name: "Line of sight".into(),
        text: String::new(),
        icon: icons::file("thread"),
        tooltip: format!("Draw a line and count {cells}"),
        hotkey: Key::alt('L'),
        report: format!("$PlayerId$ counts $Range$ {cells} from $FromLocation$ to $ToLocation$"),
        snap_start: true,
        snap_end: true,
        draw_range: true,
        thickness: 2,
        color: Some(Color::rgb(184, 53, 42)),
        ..LosThread::default()
    }
}
