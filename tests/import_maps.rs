//! `punchboard import`: grids, zones and regions of boards, and pictures with odd names.

use crate::common::sound;
use crate::import::{Files, built, comes_back, compiled, edit, import, module, png, tree};
use punchboard::vassal::archive::{Limits, pack, unpack};
use punchboard::vassal::components::{Component, Node};

const BOARD: &str = "VASSAL.build.module.map.boardPicker.board";

/// The module of the other tests, whose board of 400 x 300 pixels has that inside.
pub fn with_board(inside: &str) -> Vec<u8> {
    changed(|files| {
        let text = String::from_utf8(files["buildFile.xml"].clone()).unwrap();
        let at = text.find("<VASSAL.build.module.map.boardPicker.Board ").unwrap();
        let end = at + text[at..].find("/>").unwrap();
        let inside = inside.replace("<B.", &format!("<{BOARD}.")).replace("</B.", &format!("</{BOARD}."));
        let new = format!("{}>{inside}</VASSAL.build.module.map.boardPicker.Board>{}", &text[..end], &text[end + 2..]);
        files.insert("buildFile.xml".into(), new.into_bytes());
    })
}

pub fn changed(change: impl FnOnce(&mut Files)) -> Vec<u8> {
    let mut files = unpack(&module(), Limits::default()).unwrap();
    change(&mut files);
    pack(files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone()))).unwrap()
}

pub fn text(files: &Files, name: &str) -> String {
    String::from_utf8(files[name].clone()).unwrap()
}

/// Every component of a class, by its last word: its attributes.
pub fn all(files: &Files, word: &str) -> Vec<Vec<(String, String)>> {
    let tree = tree(files);
    let (mut found, mut waiting) = (Vec::new(), vec![&tree]);
    while let Some(node) = waiting.pop() {
        waiting.extend(node.children.iter().rev());
        if node.component.class().rsplit('.').next() == Some(word) {
            found.push(node.component.attributes());
        }
    }
    found
}

pub fn value<'a>(attributes: &'a [(String, String)], name: &str) -> &'a str {
    attributes.iter().find(|(own, _)| own == name).map_or("", |(_, value)| value)
}

const ZONES: &str = r#"<B.ZonedGrid>
    <B.mapgrid.Zone name="Turn Track" path="10,20;110,20;110,60;10,60" locationFormat="$name$"/>
    <B.mapgrid.Zone name="Valley" path="200,100;300,100;340,180;200,200"/>
    <B.mapgrid.Zone name="Beyond" path="-50,250;60,250;60,400;-50,400"/>
    <B.mapgrid.Zone name="All" path="0,0;400,0;400,300;0,300"><B.RegionGrid snapto="true">
        <B.Region name="Metz" originx="150" originy="150"/><B.Region name="Toul" originx="395" originy="150"/>
    </B.RegionGrid></B.mapgrid.Zone></B.ZonedGrid>"#;

#[test]
fn zones_and_regions_are_plain_records() {
    let brought = comes_back(&with_board(ZONES));
    assert_eq!(brought.account.boxes, 5);
    let map = text(&brought.files, "map-main.toml");
    for wanted in [
        "unit = \"px\"",
        "name = \"Turn Track\"\nat = [10, 20]\nsize = [100, 40]",
        "polygon = [[200, 100], [300, 100], [340, 180], [200, 200]]",
        "at = [0, 250]\nsize = [60, 50]",
        "[[area]]\nid = \"metz\"\nname = \"Metz\"\npoint = [150, 150]\nsize = [48, 48]",
        "point = [395, 150]\nsize = [10, 10]",
    ] {
        assert!(map.contains(wanted), "no {wanted} in\n{map}");
    }
}

#[test]
fn zones_and_regions_go_where_the_data_say() {
    let mut files = import(&with_board(ZONES)).files;
    let map = "map-main.toml";
    edit(&mut files, map, "[300, 100]", "[305, 90]");
    edit(&mut files, map, "point = [150, 150]", "point = [160, 140]");
    edit(&mut files, map, "name = \"Turn Track\"\nat = [10, 20]", "name = \"Turns\"\nat = [12, 20]");
    edit(&mut files, map, "[[box]]\nid = \"beyond\"\nname = \"Beyond\"\nat = [0, 250]\nsize = [60, 50]\n", "");
    let more = "\n[[box]]\nid = \"pool\"\nname = \"Pool\"\nat = [350, 250]\nsize = [50, 50]\n\n[[area]]\nid = \"nancy\"\nname = \"Nancy\"\npoint = [80, 90]\nsize = [20, 20]\n";
    let old = text(&files, map);
    files.insert(map.into(), (old + more).into_bytes());
    let new = built(&files);
    let zones = all(&new, "Zone");
    let zones: Vec<(&str, &str)> = zones.iter().map(|zone| (value(zone, "name"), value(zone, "path"))).collect();
    assert_eq!(
        zones,
        [
            ("Turns", "12,20;112,20;112,60;12,60"),
            ("Valley", "200,100;305,90;340,180;200,200"),
            ("All", "0,0;400,0;400,300;0,300"),
            ("Pool", "350,250;400,250;400,300;350,300"),
        ]
    );
    let regions = all(&new, "Region");
    let regions: Vec<(&str, &str, &str)> =
        regions.iter().map(|own| (value(own, "name"), value(own, "originx"), value(own, "originy"))).collect();
    assert_eq!(regions, [("Metz", "160", "140"), ("Toul", "395", "150"), ("Nancy", "80", "90")]);
    assert!(!String::from_utf8_lossy(&new["buildFile.xml"]).contains("punchboard"));
}

#[test]
fn a_board_without_zones_gets_them() {
    let grid = r#"<B.SquareGrid dx="20" dy="31" x0="10" y0="10"/>"#;
    let mut files = comes_back(&with_board(grid)).files;
    let old = text(&files, "map-main.toml");
    assert!(!old.contains("[grid]"), "these squares are not squares:\n{old}");
    let more = "\n[[box]]\nid = \"pool\"\nname = \"Pool\"\npolygon = [[0, 0], [50, 0], [9, 9]]\n";
    files.insert("map-main.toml".into(), (old + more).into_bytes());
    let new = built(&files);
    assert_eq!(value(&all(&new, "Zone")[0], "path"), "0,0;50,0;9,9");
    assert_eq!(all(&new, "SquareGrid").len(), 1);
    let zoned = find(&tree(&new), "ZonedGrid").unwrap();
    assert_eq!(zoned.children.len(), 2);
}

fn find(node: &Node, word: &str) -> Option<Node> {
    if node.component.class().rsplit('.').next() == Some(word) {
        return Some(node.clone());
    }
    node.children.iter().find_map(|child| find(child, word))
}

/// How a grid of the tests lies and is numbered.
#[derive(Debug, Clone, Copy)]
struct Kind {
    hexes: bool,
    sideways: bool,
    stagger: bool,
    h_descend: bool,
    v_descend: bool,
    v_first: bool,
    origin: (i64, i64),
    offset: (i64, i64),
}

const SIZE: f64 = 41.0;

impl Kind {
    fn steps(&self) -> (f64, f64) {
        if self.hexes { ((SIZE * 0.866 * 1000.0).round() / 1000.0, SIZE) } else { (SIZE, SIZE) }
    }

    fn xml(&self) -> String {
        let (dx, dy) = self.steps();
        let name = if self.hexes { "Hex" } else { "Square" };
        format!(
            r#"<B.{name}Grid dx="{dx}" dy="{dy}" x0="{}" y0="{}" sideways="{}" color="0,0,0" snapTo="true"><B.mapgrid.{name}GridNumbering
                first="{}" sep="-" hType="N" vType="N" hLeading="1" vLeading="0" hOff="{}" vOff="{}" hDescend="{}" vDescend="{}"
                stagger="{}"/></B.{name}Grid>"#,
            self.origin.0,
            self.origin.1,
            self.sideways,
            if self.v_first { "V" } else { "H" },
            self.offset.0,
            self.offset.1,
            self.h_descend,
            self.v_descend,
            self.stagger,
        )
    }

    /// What VASSAL calls a point: written down from its `HexGridNumbering` and `SquareGridNumbering`.
    fn name(&self, x: f64, y: f64) -> String {
        let (dx, dy) = self.steps();
        let round = |value: f64| (value + 0.5).floor() as i64;
        let (px, py) = if self.sideways { (y, x) } else { (x, y) };
        let (x0, y0) = (self.origin.0 as f64, self.origin.1 as f64);
        let raw_column = round((px - x0) / dx);
        let odd = self.hexes && raw_column % 2 != 0;
        let mut row = round((py - y0 - if odd { dy / 2.0 } else { 0.0 }) / dy);
        let mut column = raw_column;
        let (across, down) =
            if self.hexes { (round(400.0 / dy), round(300.0 / dx)) } else { (round(400.0 / dx), round(300.0 / dy)) };
        let (column_down, row_down) =
            if self.sideways { (self.v_descend, self.h_descend) } else { (self.h_descend, self.v_descend) };
        if column_down {
            column = if self.sideways { down } else { across } - column;
        }
        if row_down {
            row = if self.sideways { across } else { down } - row;
        }
        if self.hexes && self.stagger && odd {
            row += if row_down { -1 } else { 1 };
        }
        let h = format!("{:02}", column + self.offset.0);
        let v = (row + self.offset.1).to_string();
        if self.v_first { format!("{v}-{h}") } else { format!("{h}-{v}") }
    }
}

#[test]
fn grids_of_every_kind_are_plain_records() {
    for n in 0..128_u32 {
        let bit = |at: u32| n & (1 << at) != 0;
        let kind = Kind {
            hexes: bit(6),
            sideways: bit(0) && bit(6),
            stagger: bit(1),
            h_descend: bit(2),
            v_descend: bit(3),
            v_first: bit(4),
            origin: if bit(5) { (20, 25) } else { (-31, 61) },
            offset: (7, 9),
        };
        let brought = import(&with_board(&kind.xml()));
        assert_eq!(brought.account.grids, 1, "{kind:?}");
        let game = sound(compiled(&brought.files));
        let map = &game.model.maps[0];
        let (pixels, mut cells) = (map.pixels.unwrap(), 0);
        for place in game.model.places.iter().filter(|place| place.kind.cell().is_some()) {
            let centre = place.centre.unwrap();
            let (x, y) = (centre.x / map.width * pixels.0, centre.y / map.height * pixels.1);
            assert_eq!(kind.name(x, y), place.label, "{kind:?} at {x} {y}");
            cells += 1;
        }
        assert!(cells >= 40, "{kind:?}: {cells}");
        if n % 16 == 5 {
            comes_back(&with_board(&kind.xml()));
        }
    }
}

#[test]
fn stretched_grids_stay_on_their_board() {
    // Steps that do not quite fit each other, and cells whose centres are right at the edges of the board.
    let mut seed = 12_345_u64;
    let mut any = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let mut grids = 0;
    for _ in 0..150 {
        let hexes = any(3) > 0;
        let dy = 30.0 + any(300) as f64 / 10.0;
        let dx = dy * if hexes { 0.866 } else { 1.0 } * (0.97 + any(60) as f64 / 1000.0);
        let mut edge = |length: u64, step: f64| match any(3) {
            0 => any(60) as f64 - 20.0,
            1 => 0.0,
            _ => length as f64 - (length as f64 / step).floor() * step,
        };
        let (x0, y0) = (edge(400, dx), edge(300, dy));
        let name = if hexes { "Hex" } else { "Square" };
        let (sideways, stagger) = (hexes && any(2) == 1, any(2) == 1);
        let xml = format!(
            r#"<B.{name}Grid dx="{dx}" dy="{dy}" x0="{x0}" y0="{y0}" sideways="{sideways}"><B.mapgrid.{name}GridNumbering
                sep="-" hType="N" vType="N" hOff="30" vOff="30" stagger="{stagger}"/></B.{name}Grid>"#
        );
        let brought = import(&with_board(&xml));
        let messages = compiled(&brought.files).messages();
        assert!(messages.is_empty(), "{xml}\n{messages:?}");
        grids += brought.account.grids;
    }
    assert!(grids >= 60, "{grids}");
}

#[test]
fn a_point_near_the_edge_of_a_finely_drawn_board_is_on_it() {
    let region = r#"<B.RegionGrid><B.Region name="Cape" originx="399" originy="299"/></B.RegionGrid>"#;
    let mut files = import(&with_board(region)).files;
    let map = String::from_utf8(files["map-main.toml"].clone()).unwrap();
    let size = map.lines().find(|line| line.starts_with("size = [\"")).unwrap().to_string();
    for width in [16.0, 4.0] {
        let fine = format!("size = [\"{width}mm\", \"{}mm\"]", width * 0.75);
        files.insert("map-main.toml".into(), map.replace(&size, &fine).into_bytes());
        assert_eq!(compiled(&files).messages(), Vec::<String>::new(), "{width}");
    }
}

#[test]
fn a_grid_follows_its_record() {
    let kind = Kind {
        hexes: true,
        sideways: false,
        stagger: false,
        h_descend: false,
        v_descend: false,
        v_first: false,
        origin: (20, 25),
        offset: (1, 1),
    };
    let original = with_board(&kind.xml());
    let mut files = import(&original).files;
    edit(&mut files, "map-main.toml", "origin = [20, 25]", "origin = [26, 31]");
    edit(&mut files, "map-main.toml", "first-row = 1", "first-row = 5");
    let new = built(&files);
    let grid = &all(&new, "HexGrid")[0];
    assert_eq!((value(grid, "x0"), value(grid, "y0"), value(grid, "color")), ("26", "31", "0,0,0"));
    assert_eq!(value(&all(&new, "HexGridNumbering")[0], "vOff"), "5");
    // Letters are not numbers: such a grid is carried.
    let letters = kind.xml().replace("hType=\"N\"", "hType=\"A\"");
    assert_eq!(comes_back(&with_board(&letters)).account.grids, 0);
    // A board of a zone with hexes and of regions: both stay what they are.
    let both = format!(
        r#"<B.ZonedGrid><B.mapgrid.Zone name="Main" path="0,0;400,0;400,250;0,250">{}</B.mapgrid.Zone>
        <B.mapgrid.Zone name="Off" path="0,250;400,250;400,300;0,300"><B.RegionGrid><B.Region name="Exile" originx="50" originy="275"/>
        </B.RegionGrid></B.mapgrid.Zone></B.ZonedGrid>"#,
        kind.xml()
    );
    let mut files = comes_back(&with_board(&both)).files;
    edit(&mut files, "map-main.toml", "name = \"Exile\"\nat = [26, 251]", "name = \"Exile\"\nat = [36, 251]");
    assert_eq!(value(&all(&built(&files), "Region")[0], "originx"), "60");
}

#[test]
fn pictures_are_found_as_vassal_finds_them() {
    let odd = changed(|files| {
        let text = String::from_utf8(files["buildFile.xml"].clone()).unwrap();
        // A blank for no picture and a layer that shows one; a name whose accents a Mac took apart.
        let text =
            text.replace("smoke.png", "fum\u{e9}e.png").replace("nextPieceSlotId=\"40\"", "nextPieceSlotId=\"0\"");
        files.insert("buildFile.xml".into(), text.into_bytes());
        let smoke = files.remove("images/smoke.png").unwrap();
        files.insert("images/fume\u{301}e.png".into(), smoke);
    });
    let brought = comes_back(&odd);
    assert_eq!((brought.account.units, brought.account.markers), (2, 1));
}

#[test]
fn pixels_need_a_picture() {
    let mut files = import(&with_board(ZONES)).files;
    edit(&mut files, "map-main.toml", "image = ", "# image = ");
    let messages = compiled(&files).messages().join("\n");
    assert!(messages.contains("pixels of the map's own picture"), "{messages}");
    let mut files = import(&with_board(ZONES)).files;
    files.insert("art/board.png".into(), png(800, 600, 1));
    edit(&mut files, "map-main.toml", "unit = \"px\"", "unit = \"px\"\npixels = [400, 300]");
    // A picture of twice the size: the record says in which pixels it counts.
    assert_eq!(compiled(&files).messages(), Vec::<String>::new());
    edit(&mut files, "map-main.toml", "pixels = [400, 300]", "pixels = [0, 300]");
    assert!(compiled(&files).messages().join("\n").contains("larger than 0"));
}

#[test]
fn components_keep_their_kind() {
    // What the tests above look for is there at all.
    let board = find(&tree(&unpack(&with_board(ZONES), Limits::default()).unwrap()), "ZonedGrid").unwrap();
    assert!(matches!(board.component, Component::Other { .. }));
    assert_eq!(board.children.len(), 4);
}
