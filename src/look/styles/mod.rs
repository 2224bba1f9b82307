//! How maps and charts are drawn: the styles that are built in, with what a game changes laid over them.

mod charts;
mod hexes;
mod map;
mod terrain;

pub use charts::{ChartStyle, count};
pub use hexes::{CasedStyle, HexStyle, NameStyle};
pub use map::*;
pub use terrain::{TerrainStyle, TextureStyle};

use super::WrittenLooks;
use crate::diag::{codes, nearest};
use crate::source::decode::{Cx, Decode};
use crate::source::{DataNode, DataValue, File, FileKind, Sources, Span};

/// The styles of a game.
#[derive(Debug, Clone)]
pub struct Styles {
    /// Of maps.
    pub map: MapStyle,
    /// Of charts.
    pub charts: ChartStyle,
}

const FOLDER: &str = "templates/styles/";
const NAMES: [&str; 4] = ["charts", "hexes", "map", "terrain"];

impl Styles {
    /// The styles of a game; what is wrong with its own is reported.
    pub fn read(sources: &Sources, written: &mut WrittenLooks, cx: &mut Cx) -> Option<Self> {
        for (id, file) in sources.own() {
            if let Some(name) = name(file).filter(|name| !NAMES.contains(name)) {
                let message = format!("there is no style `{name}`");
                let help = nearest(name, NAMES).map_or_else(
                    || format!("there are: {}", NAMES.join(", ")),
                    |near| format!("did you mean `{near}.yaml`?"),
                );
                cx.diags.push(codes::FILE.at(Span::start_of(id), message).help(help));
            }
        }
        let (sheet, terrain): (Option<SheetStyle>, Option<TerrainStyle>) =
            (one(sources, "map", written, cx), one(sources, "terrain", written, cx));
        let (hexes, charts): (Option<HexStyle>, Option<ChartStyle>) =
            (one(sources, "hexes", written, cx), one(sources, "charts", written, cx));
        Some(Self { map: MapStyle { sheet: sheet?, terrain: terrain?, hexes: hexes? }, charts: charts? })
    }

    /// The styles that are shipped. `None` only if a shipped file were broken, which a test excludes.
    pub fn builtin() -> Option<Self> {
        let sources = Sources::from_texts("", []).0;
        Self::read(&sources, &mut WrittenLooks::read(&sources), &mut Cx::default())
    }
}

/// The name of a style, from its file.
fn name(file: &File) -> Option<&str> {
    let name = file.name.strip_prefix(FOLDER).filter(|_| file.kind == FileKind::Template)?;
    name.strip_suffix(".yaml").or_else(|| name.strip_suffix(".yml"))
}

/// A style: the built-in file comes last, and what the game says is laid over it.
fn one<T: Decode>(sources: &Sources, wanted: &str, written: &mut WrittenLooks, cx: &mut Cx) -> Option<T> {
    let own = sources.iter().filter(|(_, file)| name(file) == Some(wanted));
    let files: Vec<DataNode> = own.filter_map(|(id, _)| written.take(id, &mut cx.diags)).collect();
    let whole = files.into_iter().rev().reduce(overlay)?;
    let before = cx.errors();
    check_numbers(&whole, cx);
    T::decode(&whole, cx).filter(|_| cx.errors() == before)
}

/// Numbers of styles are shares, multiples of a size, or degrees. Larger ones would put things where no page is.
const LARGEST: f64 = 360.0;

fn check_numbers(node: &DataNode, cx: &mut Cx) {
    #[allow(clippy::cast_precision_loss)]
    let number = match &node.value {
        DataValue::Integer(number) => *number as f64,
        DataValue::Float(number) => *number,
        DataValue::Table(table) => return table.entries.iter().for_each(|(_, node)| check_numbers(node, cx)),
        DataValue::List(nodes) => return nodes.iter().for_each(|node| check_numbers(node, cx)),
        _ => return,
    };
    // What is not even a usable number is told when it is decoded.
    if number.abs() > LARGEST && number.abs() <= 1e6 {
        let message = format!("a number in a style lies between -{LARGEST} and {LARGEST}");
        cx.diags.push(codes::NUMBER.at(node.span, message).label("here"));
    }
}

/// Lays what one tree says over another: tables are merged, everything else is replaced.
fn overlay(base: DataNode, over: DataNode) -> DataNode {
    match (base.value, over.value) {
        (DataValue::Table(mut base_table), DataValue::Table(over_table)) => {
            for (key, node) in over_table.entries {
                match base_table.entries.iter().position(|(own, _)| own.text == key.text) {
                    Some(at) => {
                        let (_, own) = base_table.entries.remove(at);
                        base_table.entries.insert(at, (key, overlay(own, node)));
                    }
                    None => base_table.entries.push((key, node)),
                }
            }
            DataNode { value: DataValue::Table(base_table), span: base.span }
        }
        (_, value) => DataNode { value, span: over.span },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::values::Colour;

    #[test]
    fn a_game_changes_only_what_it_says() {
        let builtin = Styles::builtin().unwrap();
        let own = "land: \"#123456\"\nborder: { open: { colour: \"#000000\" } }\n";
        let (sources, _) = Sources::from_texts("", [("templates/styles/map.yaml", own)]);
        let mut cx = Cx::default();
        let styles = Styles::read(&sources, &mut WrittenLooks::read(&sources), &mut cx).unwrap();
        assert_eq!(styles.map.land.value, Colour([0x12, 0x34, 0x56]));
        assert_eq!(styles.map.border.open.width.0, builtin.map.border.open.width.0);
        assert_eq!(styles.map.ink.value, builtin.map.ink.value);
    }

    #[test]
    fn slips_are_told() {
        let spaced = "type: { badge: { spacing: 1000000 } }";
        for own in ["lnd: \"#123456\"", "land: blue", "land: [1]", "border: 3", spaced] {
            let (sources, _) = Sources::from_texts("", [("templates/styles/map.yaml", own)]);
            let mut cx = Cx::default();
            assert!(
                Styles::read(&sources, &mut WrittenLooks::read(&sources), &mut cx).is_none() && cx.errors() > 0,
                "{own}"
            );
        }
        let (sources, _) = Sources::from_texts("", [("templates/styles/maps.yaml", "")]);
        let mut cx = Cx::default();
        Styles::read(&sources, &mut WrittenLooks::read(&sources), &mut cx);
        assert_eq!(cx.errors(), 1);
    }
}
