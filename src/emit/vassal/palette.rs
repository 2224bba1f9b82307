//! The palette: every piece, by side and formation.

use super::codec::components::{BoxWidget, Node, PanelWidget, PieceSlot, PieceWindow, TabWidget};
use super::codec::key::Key;
use super::codec::sequence;
use super::icons;
use super::names::plain;
use super::parts::Parts;
use super::pieces::{self, PaletteSlot};
use crate::model::{Model, Side};
use rayon::prelude::*;

const WINDOW: &str = "Counters";
const TABS: &str = "Counters";
const MARKERS: &str = "Markers";
/// Slots side by side.
const COLUMNS: i32 = 6;

/// The window of all pieces.
pub fn palette(parts: &Parts<'_>) -> Node {
    let model = parts.game.model;
    let window = PieceWindow {
        name: WINDOW.into(),
        hidden: false,
        text: "Counters".into(),
        tooltip: "Every counter, by side and formation: drag one onto a map".into(),
        icon: icons::file("palette"),
        hotkey: Key::alt('P'),
        scale: 0.8,
        ..PieceWindow::default()
    };
    let slot = |n: usize| pieces::unit_slot(parts, n).map(|slot| component(parts, slot));
    let mut units: Vec<Option<Node>> = (0..model.units.len()).into_par_iter().map(slot).collect();
    let mut tabs = Node::new(TabWidget { name: TABS.into(), ..TabWidget::default() });
    for (n, side) in model.sides.iter().enumerate() {
        tabs = tabs.with(side_box(model, &mut units, n, side));
    }
    let markers = (0..model.markers.len()).filter_map(|n| {
        let slot = PaletteSlot { name: parts.names.marker(n).to_string(), ..pieces::marker_slot(parts, n)? };
        Some(component(parts, slot))
    });
    tabs = tabs.with(panel(MARKERS, markers.collect()));
    Node::new(window).with(tabs)
}

/// The path of a marker's slot.
pub fn marker_path(parts: &Parts<'_>, marker: usize) -> String {
    let name = parts.names.marker(marker);
    let step = |class: &str, name: &str| sequence::encode([class, name], ':');
    sequence::encode(
        [
            step("VASSAL.build.module.PieceWindow", WINDOW),
            step("VASSAL.build.widget.TabWidget", TABS),
            step("VASSAL.build.widget.PanelWidget", MARKERS),
            step("VASSAL.build.widget.PieceSlot", name),
        ],
        '/',
    )
}

/// The formations of a side to choose from; what has none comes last. Takes the slots of its units.
fn side_box(model: &Model, slots: &mut [Option<Node>], index: usize, side: &Side) -> Node {
    let mut own = |formation: Option<usize>| {
        let units = model.units.iter().zip(slots.iter_mut()).filter(|(unit, _)| unit.side.index == index);
        let units = units.filter(|(unit, _)| unit.formation.as_ref().map(|own| own.index) == formation);
        units.filter_map(|(_, slot)| slot.take()).collect::<Vec<Node>>()
    };
    let mut chooser = Node::new(BoxWidget { name: plain(&side.name), ..BoxWidget::default() });
    for (n, formation) in model.formations.iter().enumerate() {
        let slots = own(Some(n));
        if !slots.is_empty() {
            chooser = chooser.with(panel(&plain(&formation.name), slots));
        }
    }
    let rest = own(None);
    if !rest.is_empty() {
        chooser = chooser.with(panel("Other units", rest));
    }
    chooser
}

fn panel(name: &str, slots: Vec<Node>) -> Node {
    let panel = PanelWidget { name: name.into(), fixed: true, columns: COLUMNS, ..PanelWidget::default() };
    Node::new(panel).with_all(slots)
}

fn component(parts: &Parts<'_>, slot: PaletteSlot) -> Node {
    let size = i32::try_from(parts.slot_pixels).unwrap_or(64);
    let text = slot.piece.slot_text();
    Node::new(PieceSlot {
        name: slot.name,
        gpid: slot.gpid.to_string(),
        width: size,
        height: size,
        text,
        ..PieceSlot::default()
    })
}
