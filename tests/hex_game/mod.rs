//! A made-up game on a hex map of any size, with everything a hex map can have.
#![allow(dead_code)]

use punchboard::geometry::Point;
use punchboard::geometry::cells::{
    Cell as Hex, CellGrid, CellShape, ColumnsFrom, Numbering, Offset, Pattern, RowsFrom, Shift, Stand,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// What the map is to be like, in the words of the language.
pub struct Plan {
    pub stand: &'static str,
    pub columns: u32,
    pub rows: u32,
    pub hex: f64,
    pub number: &'static str,
    pub shift: &'static str,
    pub columns_from: &'static str,
    pub rows_from: &'static str,
}

const GAME: &str = r##"
src = "reconstructed"
[game]
id = "hexes"
title = "Hexes"
version = "1.0.0"
[[side]]
id = "blue"
name = "Blue"
colour = "#9aa1a3"
ink = "#16181a"
[[side]]
id = "red"
name = "Red"
colour = "#cfab78"
ink = "#1d140a"
"##;

const KINDS: &str = r#"
[[terrain]]
id = "plain"
name = "Plain"
look = "clear"
[[terrain]]
id = "wood"
name = "Wood"
look = "forest"
[[terrain]]
id = "swamp"
name = "Swamp"
look = "marsh"
[[terrain]]
id = "broken"
name = "Broken"
look = "rough"
[[terrain]]
id = "sea"
name = "Sea"
look = "water"
[[terrain]]
id = "houses"
name = "Houses"
look = "urban"
[[terrain]]
id = "works"
name = "Works"
look = "factory"
[[boundary]]
id = "big"
name = "Great river"
look = "major-river"
crossings = ["bridge", "ferry", "pontoon bridge"]
[[boundary]]
id = "small"
name = "River"
look = "river"
crossings = ["bridge", "ford"]
[[boundary]]
id = "brook"
name = "Brook"
look = "stream"
crossings = ["bridge", "ford"]
[[boundary]]
id = "gully"
name = "Gully"
look = "ravine"
[[boundary]]
id = "mere"
name = "Mere"
look = "lake"
[[way]]
id = "road"
name = "Road"
look = "road"
[[way]]
id = "path"
name = "Path"
look = "track"
[[way]]
id = "line"
name = "Railway"
look = "rail"
[[feature]]
id = "city"
name = "City"
look = "city"
[[feature]]
id = "town"
name = "Town"
look = "town"
[[feature]]
id = "village"
name = "Village"
look = "village"
[[feature]]
id = "field"
name = "Airfield"
look = "airfield"
[[feature]]
id = "port"
name = "Port"
look = "port"
[[feature]]
id = "hill"
name = "Hill"
look = "hill"
"#;

const NAMES: [&str; 24] = [
    "Alderbrook",
    "Birkenau Mühle",
    "Carnforth",
    "Dunmere",
    "Eastwick",
    "Felsen",
    "Grünau",
    "Hohenfels",
    "Ilm",
    "Jasper",
    "Kostrova",
    "Lower Marsh End",
    "Mirny",
    "Nordhagen",
    "Oakham",
    "Pelm",
    "Quarry Hill",
    "Rybnoye",
    "Stony Stratford",
    "Tarn",
    "Upper Vale",
    "Verkhne Tsaritsa",
    "Wyke",
    "Zelenograd",
];

/// The files of the game.
pub fn game(plan: &Plan) -> BTreeMap<String, String> {
    let map = Builder::new(plan).map(plan);
    BTreeMap::from([("game.toml".to_string(), GAME.to_string()), ("map.toml".to_string(), map)])
}

struct Builder {
    grid: CellGrid,
    width: f64,
    height: f64,
}

fn chance(a: u32, b: u32, c: u32) -> u32 {
    let mut h = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca6b) ^ c.wrapping_mul(0xc2b2_ae35);
    for _ in 0..3 {
        h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    }
    (h >> 16) % 100
}

impl Builder {
    fn new(plan: &Plan) -> Self {
        let grid = CellGrid {
            columns: plan.columns,
            rows: plan.rows,
            size_mm: plan.hex,
            shape: CellShape::Hex(Offset {
                stand: if plan.stand == "flat" { Stand::Flat } else { Stand::Pointy },
                shift: if plan.shift == "odd" { Shift::Odd } else { Shift::Even },
            }),
            origin: Point::new(1.5 * plan.hex, 1.5 * plan.hex),
            numbering: Numbering {
                pattern: Pattern::parse(plan.number).unwrap(),
                first_row: 1,
                first_column: 1,
                rows_from: if plan.rows_from == "south" { RowsFrom::South } else { RowsFrom::North },
                columns_from: if plan.columns_from == "east" { ColumnsFrom::East } else { ColumnsFrom::West },
            },
        };
        let (_, high) = grid.bounds().unwrap();
        Self { grid, width: high.x, height: high.y }
    }

    fn number(&self, hex: Hex) -> String {
        self.grid.number(hex)
    }

    /// Hexes on the near side of a wandering line, by x or by y.
    fn before(&self, hex: Hex, share: f64, by_x: bool) -> bool {
        let at = self.grid.centre(hex);
        let (v, u, all) = if by_x { (at.x, at.y, self.width) } else { (at.y, at.x, self.height) };
        let step = 40.0;
        let n = (u / step).floor();
        let bend = |n: f64| f64::from(chance(n as u32, u32::from(by_x), 9)) / 100.0 * 30.0;
        let t = u / step - n;
        v < share * all + bend(n) * (1.0 - t) + bend(n + 1.0) * t
    }

    fn terrain(&self, hex: Hex) -> &'static str {
        let at = self.grid.centre(hex);
        let noise = |seed: u32, size: f64| {
            let (x, y) = (at.x / size, at.y / size);
            let (i, j, s, t) = (x.floor() as u32, y.floor() as u32, x.fract(), y.fract());
            let v = |a: u32, b: u32| f64::from(chance(i + a, j + b, seed));
            (v(0, 0) * (1.0 - s) + v(1, 0) * s) * (1.0 - t) + (v(0, 1) * (1.0 - s) + v(1, 1) * s) * t
        };
        if at.x > self.width * 0.82 && at.y > self.height * 0.78 {
            "sea"
        } else if noise(1, 45.0) > 62.0 {
            "wood"
        } else if noise(2, 50.0) > 74.0 {
            "swamp"
        } else if noise(3, 60.0) > 76.0 {
            "broken"
        } else {
            "plain"
        }
    }

    fn map(&self, plan: &Plan) -> String {
        let mut out = format!(
            "src = \"reconstructed\"\n[map]\nid = \"map\"\nname = \"Map\"\nkind = \"hex\"\nsize = [\"{:.0}mm\", \"{:.0}mm\"]\n",
            self.width + plan.hex,
            self.height + plan.hex
        );
        write!(
            out,
            "[grid]\ncolumns = {}\nrows = {}\nhex = \"{}mm\"\nstand = \"{}\"\nshift = \"{}\"\norigin = [{}, {}]\nnumber = \"{}\"\ncolumns-from = \"{}\"\nrows-from = \"{}\"\nterrain = \"plain\"\n",
            plan.columns, plan.rows, plan.hex, plan.stand, plan.shift, 1.5 * plan.hex, 1.5 * plan.hex, plan.number,
            plan.columns_from, plan.rows_from
        )
        .unwrap();
        out.push_str(KINDS);
        self.terrains(&mut out);
        let rivers = self.rivers(&mut out);
        let towns = self.sites(&mut out);
        self.ways(&towns, &rivers, &mut out);
        self.edges(&mut out);
        out
    }

    fn list(&self, hexes: impl IntoIterator<Item = Hex>) -> String {
        let all: Vec<String> = hexes.into_iter().map(|hex| format!("\"{}\"", self.number(hex))).collect();
        all.join(", ")
    }

    fn terrains(&self, out: &mut String) {
        for terrain in ["wood", "swamp", "broken", "sea"] {
            let hexes = self.grid.cells().filter(|hex| self.terrain(*hex) == terrain);
            writeln!(out, "[[hexes]]\nterrain = \"{terrain}\"\nat = [{}]", self.list(hexes)).unwrap();
        }
        let (c, r) = (self.grid.columns / 3, self.grid.rows / 2);
        let houses = [Hex::new(c + 1, r), Hex::new(c, r + 1), Hex::new(c + 1, r + 1)];
        writeln!(out, "[[hexes]]\nterrain = \"houses\"\nat = [{}]", self.list(houses)).unwrap();
        let works = [Hex::new(c + 2, r + 1), Hex::new(c + 2, r + 2)];
        writeln!(out, "[[hexes]]\nterrain = \"works\"\nat = [{}]", self.list(works)).unwrap();
        let held = self.grid.cells().filter(|hex| hex.column < 3);
        writeln!(out, "[[hexes]]\ncontrol = \"blue\"\nat = [{}]", self.list(held)).unwrap();
    }

    /// Sides between hexes inside and outside of a set.
    fn between(&self, inside: &dyn Fn(Hex) -> bool, only: &dyn Fn(Hex) -> bool) -> BTreeSet<(Hex, Hex)> {
        let mut sides = BTreeSet::new();
        for hex in self.grid.cells().filter(|hex| inside(*hex)) {
            for other in self.grid.neighbours(hex).into_iter().flatten() {
                let land = self.terrain(hex) != "sea" && self.terrain(other) != "sea";
                if !inside(other) && land && only(hex) && only(other) {
                    sides.insert((hex.min(other), hex.max(other)));
                }
            }
        }
        sides
    }

    fn rivers(&self, out: &mut String) -> BTreeMap<(Hex, Hex), &'static str> {
        let big = self.between(&|h| self.before(h, 0.48, true), &|_| true);
        let small = self.between(&|h| self.before(h, 0.3, false), &|h| !self.before(h, 0.48, true));
        let brook = self.between(&|h| self.before(h, 0.68, false), &|h| self.before(h, 0.48, true));
        let gully =
            self.between(&|h| self.before(h, 0.6, false), &|h| !self.before(h, 0.6, true) && self.before(h, 0.8, true));
        let shore = Hex::new(self.grid.columns / 3 + 2, self.grid.rows - 4);
        let mere = self.grid.neighbours(shore).into_iter().flatten().take(3);
        let mere = mere.map(|other| (shore.min(other), shore.max(other))).collect();
        let mut all = BTreeMap::new();
        for (kind, name, sides) in [
            ("mere", "Long Mere", mere),
            ("gully", "", gully),
            ("brook", "Silver Brook", brook),
            ("small", "Tarn Water", small),
            ("big", "Great Ouse", big),
        ] {
            let at: Vec<String> =
                sides.iter().map(|(a, b)| format!("\"{}/{}\"", self.number(*a), self.number(*b))).collect();
            let name = if name.is_empty() { String::new() } else { format!("name = \"{name}\"\n") };
            writeln!(out, "[[hexside]]\nkind = \"{kind}\"\n{name}at = [{}]", at.join(", ")).unwrap();
            all.extend(sides.into_iter().map(|side| (side, kind)));
        }
        all
    }

    fn sites(&self, out: &mut String) -> Vec<Hex> {
        let mut towns = Vec::new();
        let mut site = |kind: &str, name: &str, hexes: &[Hex]| {
            writeln!(
                out,
                "[[place]]\nkind = \"{kind}\"\nname = \"{name}\"\nat = [{}]",
                self.list(hexes.iter().copied())
            )
            .unwrap();
        };
        let (c, r) = (self.grid.columns / 3, self.grid.rows / 2);
        site("city", "Königsmark", &[Hex::new(c, r)]);
        site("field", "Königsmark West", &[Hex::new(c - 2, r)]);
        towns.push(Hex::new(c, r));
        let mut n = 0;
        for row in (1..self.grid.rows).step_by(4) {
            for column in (1..self.grid.columns).step_by(5) {
                let hex = Hex::new(
                    (column + chance(column, row, 5) % 4).min(self.grid.columns - 1),
                    (row + chance(column, row, 6) % 3).min(self.grid.rows - 1),
                );
                if self.terrain(hex) == "sea" || hex.column.abs_diff(c) < 3 && hex.row.abs_diff(r) < 3 {
                    continue;
                }
                let kind = ["town", "village", "village", "hill", "town", "village", "field"][n % 7];
                let name = NAMES[n % NAMES.len()];
                n += 1;
                site(kind, name, &[hex]);
                if kind == "town" || kind == "village" {
                    towns.push(hex);
                }
            }
        }
        let coast = self.grid.cells().find(|hex| {
            self.terrain(*hex) != "sea"
                && self.grid.neighbours(*hex).into_iter().flatten().any(|other| self.terrain(other) == "sea")
        });
        if let Some(coast) = coast {
            site("port", "Haven", &[coast]);
        }
        towns
    }

    fn ways(&self, towns: &[Hex], rivers: &BTreeMap<(Hex, Hex), &'static str>, out: &mut String) {
        let mut lines: Vec<(&str, Vec<Hex>, &str)> = Vec::new();
        let (c, r) = (self.grid.columns / 3, self.grid.rows / 2);
        let middle = Hex::new(c, r);
        let (last_c, last_r) = (self.grid.columns - 1, self.grid.rows - 1);
        lines.push(("line", self.grid.line(Hex::new(0, r), middle), ""));
        lines.push(("line", self.grid.line(middle, Hex::new(last_c, 1)), "Northern Railway"));
        lines.push(("road", self.grid.line(middle, Hex::new(last_c, r - 2)), "King's Road"));
        lines.push(("road", self.grid.line(Hex::new(c, 0), middle), ""));
        lines.push(("road", self.grid.line(middle, Hex::new(c + 2, last_r)), ""));
        for (n, town) in towns.iter().enumerate().skip(1) {
            let nearest =
                towns[..n].iter().min_by_key(|other| self.grid.distance(**other, *town)).copied().unwrap_or(middle);
            let kind = if n % 3 == 0 { "road" } else { "path" };
            lines.push((kind, self.grid.line(*town, nearest), ""));
        }
        lines.push(("road", self.grid.line(Hex::new(0, r), middle), ""));
        let mut crossed: BTreeMap<(Hex, Hex), &str> = BTreeMap::new();
        for (kind, path, name) in lines {
            if path.len() < 2 || path.iter().any(|hex| self.terrain(*hex) == "sea") {
                continue;
            }
            for pair in path.windows(2) {
                let side = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                let mark = match (rivers.get(&side), kind) {
                    (Some(&"gully" | &"mere") | None, _) => continue,
                    (Some(&"big"), "path") => "pontoon bridge",
                    (Some(_), "path") => "ford",
                    _ => "bridge",
                };
                crossed.insert(side, mark);
            }
            let name = if name.is_empty() { String::new() } else { format!("name = \"{name}\"\n") };
            writeln!(out, "[[line]]\nkind = \"{kind}\"\n{name}path = [{}]", self.list(path)).unwrap();
        }
        if let Some((side, _)) =
            rivers.iter().filter(|(side, kind)| **kind == "big" && !crossed.contains_key(*side)).nth(4)
        {
            crossed.insert(*side, "ferry");
        }
        for (side, kind) in crossed {
            let at = format!("{}/{}", self.number(side.0), self.number(side.1));
            writeln!(out, "[[crossing]]\nkind = \"{kind}\"\nat = [\"{at}\"]").unwrap();
        }
    }

    fn edges(&self, out: &mut String) {
        let (last_c, last_r) = (self.grid.columns - 1, self.grid.rows - 1);
        let half = self.grid.columns / 2;
        let mut edge = |id: &str, side: &str, at: Vec<Hex>, halves: Vec<Hex>| {
            writeln!(
                out,
                "[[edge]]\nid = \"{id}\"\nname = \"The {id} edge\"\nside = \"{side}\"\nat = [{}]\nhalf = [{}]",
                self.list(at),
                self.list(halves)
            )
            .unwrap();
        };
        edge("north", "blue", (0..half).map(|c| Hex::new(c, 0)).collect(), vec![Hex::new(half, 0)]);
        edge("north-east", "red", (half + 1..=last_c).map(|c| Hex::new(c, 0)).collect(), vec![Hex::new(half, 0)]);
        edge("west", "blue", (0..=last_r).map(|r| Hex::new(0, r)).collect(), vec![]);
        edge("south", "red", (0..half).map(|c| Hex::new(c, last_r)).collect(), vec![Hex::new(half, last_r)]);
        edge("east", "red", (1..last_r).map(|r| Hex::new(last_c, r)).collect(), vec![]);
    }
}
