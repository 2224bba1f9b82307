//! Grids of boards: as they are, or as their records say now.

use super::super::boards;
use super::super::codec::components::{Component, Node};
use super::link;
use crate::carried::grids::same;
use crate::carried::links::set_attribute;
use crate::carried::{Contents, Link};
use crate::emit::Game;
use crate::geometry::Point;
use crate::geometry::cells::CellGrid;
use crate::model::Map;

/// Where VASSAL has the grids of boards.
const BOARD: &str = "VASSAL.build.module.map.boardPicker.board";

/// Builds the grids of all boards of a tree. One whose record is gone goes.
pub(super) fn build(game: &Game<'_>, contents: &Contents, node: &mut Node) {
    node.children.retain_mut(|child| {
        let Some(Link::Grid(id)) = link(child) else { return true };
        let Some((index, map)) = game.model.maps.iter().enumerate().find(|(_, map)| map.id == id) else { return true };
        let Some(grid) = in_pixels(map) else { return false };
        if !contents.grids.get(&id).is_some_and(|line| same(line, &grid)) {
            change(game, index, map, child);
        }
        true
    });
    node.children.iter_mut().for_each(|child| build(game, contents, child));
}

/// The grid of a map, in pixels of its picture.
fn in_pixels(map: &Map) -> Option<CellGrid> {
    let grid = &map.grid.as_ref()?.grid;
    let pixels = map.pixels?;
    let (across, down) = (pixels.0 / map.width, pixels.1 / map.height);
    let origin = Point::new(grid.origin.x * across, grid.origin.y * down);
    Some(CellGrid { size_mm: grid.size_mm * across, origin, ..grid.clone() })
}

/// Makes a grid what its record says, as far as VASSAL can; its colours and the like stay.
fn change(game: &Game<'_>, index: usize, map: &Map, node: &mut Node) {
    let Some(pixels) = map.pixels else { return };
    let fit = boards::cells(game.model, index, map, pixels.0 / map.width * 25.4);
    let Some([grid, numbers]) = fit.and_then(|fit| fit.classes()) else { return };
    become_class(node, grid.0);
    grid.1.iter().for_each(|(name, value)| set_attribute(node, name, value));
    let is_numbering = |child: &Node| child.component.class().ends_with("GridNumbering");
    let at = node.children.iter().position(is_numbering).unwrap_or_else(|| {
        node.children.push(Node { component: nothing(), children: Vec::new() });
        node.children.len() - 1
    });
    become_class(&mut node.children[at], numbers.0);
    numbers.1.iter().for_each(|(name, value)| set_attribute(&mut node.children[at], name, value));
}

fn nothing() -> Component {
    Component::Other { class: String::new(), attributes: Vec::new(), text: String::new() }
}

fn become_class(node: &mut Node, name: &str) {
    if let Component::Other { class, .. } = &mut node.component {
        *class = format!("{BOARD}.{name}");
    }
}
