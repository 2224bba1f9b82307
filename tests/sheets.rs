//! Spreadsheets: the same game from TOML, from CSV and from workbooks.

use crate::common::desk::Desk;
use crate::common::{examples, root, small, texts};
use punchboard::emit::{Artifacts, Emitter, EngineData};
use punchboard::source::{FileKind, KindOrOther, Sources, kind_of, read_toml};
use punchboard::syntax::export;
use punchboard::syntax::sheets::{Rows, known};
use punchboard::{Compiled, compile_sources};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

type Files = BTreeMap<String, Vec<u8>>;

fn compiled(files: &Files) -> Compiled {
    compile_sources(Sources::from_bytes("game", files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))))
}

/// The engine data of a game without faults.
fn engine(files: &Files) -> serde_json::Value {
    let compiled = compiled(files);
    let messages = compiled.messages();
    let game = compiled.game.unwrap_or_else(|| panic!("{}", messages.join("\n")));
    let sink: Mutex<Artifacts> = Mutex::default();
    EngineData.emit(&small(&game), &sink).unwrap();
    serde_json::from_slice(&sink.into_inner().unwrap()["engine.json"]).unwrap()
}

fn bytes(texts: &BTreeMap<String, String>) -> Files {
    texts.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())).collect()
}

/// A game with its records in spreadsheets instead of TOML, and how many spreadsheets that are.
fn in_sheets(texts: &BTreeMap<String, String>) -> (Files, usize) {
    let (mut files, mut count) = (bytes(texts), 0);
    let (sources, _) = Sources::from_texts("game", texts.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    for (name, text) in texts.iter().filter(|(name, _)| name.ends_with(".toml")) {
        let KindOrOther::Kind(kind) = kind_of(Path::new(name)) else { continue };
        let id = sources.own().find(|(_, file)| file.name == *name).unwrap().0;
        let node = read_toml(id, text, &mut Default::default());
        let (sheets, _) = export::sheets(kind, &node);
        let mut rest: toml::Table = text.parse().unwrap();
        for sheet in &sheets {
            count += 1;
            let (_, rows) = known(kind).iter().find(|(name, _)| *name == sheet.sheet).unwrap();
            match rows {
                Rows::Units => drop(rest.remove("units")),
                Rows::Records(key) => drop(rest.remove(*key)),
                Rows::Within(of, _, key) => {
                    for record in rest[*of].as_array_mut().unwrap() {
                        record.as_table_mut().unwrap().remove(*key);
                    }
                }
            }
            files.insert(name.replace(".toml", &format!(".{}.csv", sheet.sheet)), sheet.text.clone().into_bytes());
        }
        files.insert(name.clone(), toml::to_string(&rest).unwrap().into_bytes());
    }
    (files, count)
}

/// The order of records and of the keys of a source may change; facts may not.
fn facts(engine: &serde_json::Value) -> BTreeMap<String, serde_json::Value> {
    let engine = engine.as_object().unwrap();
    engine.iter().filter(|(key, _)| *key != "coverage").map(|(key, value)| (key.clone(), value.clone())).collect()
}

fn same(name: &str, texts: &BTreeMap<String, String>, least: usize) {
    let (files, count) = in_sheets(texts);
    assert!(count >= least, "{name}: only {count} spreadsheets");
    let (before, after) = (facts(&engine(&bytes(texts))), facts(&engine(&files)));
    for (key, value) in &before {
        if value.is_array() {
            let (a, b) = (value.as_array().unwrap(), after[key].as_array().unwrap());
            assert_eq!(a.len(), b.len(), "{name}: {key}");
            for (a, b) in a.iter().zip(b) {
                assert_eq!(a, b, "{name}: {key}");
            }
        } else {
            assert_eq!(value, &after[key], "{name}: {key}");
        }
    }
}

#[test]
fn a_game_in_spreadsheets_is_the_same_game() {
    let mut ford = examples(&["language"]);
    let game = ford.get_mut("game.toml").unwrap();
    let start = game.find("[expect]").unwrap();
    let end = start + game[start..].find("\n]\n").unwrap() + 3;
    game.replace_range(start..end, "");
    same("the ford", &ford, 10);
}

#[test]
fn a_shipped_game_in_spreadsheets_is_the_same_game() {
    for (name, least) in [("verdun", 10), ("storm", 12), ("pivot", 11), ("iron-ring", 16)] {
        same(name, &texts(&root().join("data").join(name)), least);
    }
}

#[test]
fn every_kind_of_sheet_goes_there_and_back() {
    let squares = examples(&["howto/squares"]);
    same("the farm", &squares, 7);
    let data = ["verdun", "storm", "pivot", "iron-ring"].map(|name| texts(&root().join("data").join(name)));
    let mut gone: BTreeSet<String> = BTreeSet::new();
    for texts in data.iter().chain([&squares, &examples(&["language"])]) {
        let made = in_sheets(texts).0.into_keys().filter(|name| name.ends_with(".csv") && !texts.contains_key(name));
        gone.extend(made.map(|name| name.trim_end_matches(".csv").rsplit('.').next().unwrap().to_string()));
    }
    let kinds = [FileKind::Counters, FileKind::Cards, FileKind::Map, FileKind::Scenarios, FileKind::Tables];
    let missed = kinds.into_iter().flat_map(known).map(|(name, _)| *name).filter(|name| !gone.contains(*name));
    assert_eq!(missed.collect::<Vec<_>>(), Vec::<&str>::new());
}

/// A workbook as Excel writes it, with the cells of each sheet as inline texts or numbers.
pub fn xlsx(sheets: &[(&str, &[&[&str]])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut part = |name: &str, text: String| {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    };
    let head = r#"<?xml version="1.0" encoding="UTF-8"?>"#;
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let types: String = (1..=sheets.len()).map(|n| format!(r#"<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>"#)).collect();
    part(
        "[Content_Types].xml",
        format!(
            r#"{head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>{types}</Types>"#
        ),
    );
    part(
        "_rels/.rels",
        format!(
            r#"{head}<Relationships xmlns="{package}"><Relationship Id="rId1" Type="{rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>"#
        ),
    );
    let list: String = sheets
        .iter()
        .zip(1..)
        .map(|((name, _), n)| format!(r#"<sheet name="{name}" sheetId="{n}" r:id="rId{n}"/>"#))
        .collect();
    part(
        "xl/workbook.xml",
        format!(r#"{head}<workbook xmlns="{main}" xmlns:r="{rel}"><sheets>{list}</sheets></workbook>"#),
    );
    let rels: String = (1..=sheets.len())
        .map(|n| format!(r#"<Relationship Id="rId{n}" Type="{rel}/worksheet" Target="worksheets/sheet{n}.xml"/>"#))
        .collect();
    part("xl/_rels/workbook.xml.rels", format!(r#"{head}<Relationships xmlns="{package}">{rels}</Relationships>"#));
    for ((_, rows), n) in sheets.iter().zip(1..) {
        let cell = |row: usize, column: usize, text: &str| {
            let at = format!("{}{}", char::from(b'A' + column as u8), row + 1);
            match text.parse::<f64>() {
                Ok(_) => format!(r#"<c r="{at}"><v>{text}</v></c>"#),
                Err(_) => format!(r#"<c r="{at}" t="inlineStr"><is><t>{text}</t></is></c>"#),
            }
        };
        let rows: String = rows
            .iter()
            .enumerate()
            .map(|(r, row)| {
                let cells: String = row
                    .iter()
                    .enumerate()
                    .filter(|(_, text)| !text.is_empty())
                    .map(|(c, text)| cell(r, c, text))
                    .collect();
                format!(r#"<row r="{}">{cells}</row>"#, r + 1)
            })
            .collect();
        part(
            &format!("xl/worksheets/sheet{n}.xml"),
            format!(r#"{head}<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>"#),
        );
    }
    zip.finish().unwrap().into_inner()
}

/// A workbook as LibreOffice writes it.
fn ods(sheets: &[(&str, &[&[&str]])]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut part = |name: &str, text: String| {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    };
    part("mimetype", "application/vnd.oasis.opendocument.spreadsheet".to_string());
    part("META-INF/manifest.xml", r#"<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>"#.to_string());
    let cell = |text: &str| match (text, text.parse::<f64>()) {
        ("", _) => "<table:table-cell/>".to_string(),
        (_, Ok(_)) => format!(
            r#"<table:table-cell office:value-type="float" office:value="{text}"><text:p>{text}</text:p></table:table-cell>"#
        ),
        _ => format!(r#"<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>"#),
    };
    let row = |row: &&[&str]| {
        format!("<table:table-row>{}</table:table-row>", row.iter().map(|text| cell(text)).collect::<String>())
    };
    let table = |(name, rows): &(&str, &[&[&str]])| {
        let rows: String = rows.iter().map(row).collect();
        let blank = r#"<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>"#;
        format!(r#"<table:table table:name="{name}">{rows}{blank}</table:table>"#)
    };
    let tables: String = sheets.iter().map(table).collect();
    part(
        "content.xml",
        format!(
            r#"<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"#
        ),
    );
    zip.finish().unwrap().into_inner()
}

const UNITS: &[&[&str]] = &[
    &["id", "side", "type", "layout", "front.attack", "front.defence", "setup", "independent"],
    &["X1", "red", "infantry", "static", "3", "4", "5", "yes"],
    &["X2", "red", "militia", "static", "1", "2", "5; 6", "yes"],
];
const MARKERS: &[&[&str]] =
    &[&["id", "name", "count", "use", "front.label", "front.glyph"], &["mud", "Mud", "3", "place", "Mud", "turn"]];

fn with_book(name: &str, book: Vec<u8>) -> Files {
    let mut ford = examples(&["language"]);
    let game = ford.get_mut("game.toml").unwrap();
    let start = game.find("[expect]").unwrap();
    let end = start + game[start..].find("\n]\n").unwrap() + 3;
    game.replace_range(start..end, "");
    let mut files = bytes(&ford);
    files.insert(name.to_string(), book);
    files
}

#[test]
fn workbooks_are_read_sheet_by_sheet() {
    let sheets: &[(&str, &[&[&str]])] = &[("Units", UNITS), ("markers", MARKERS), ("_notes", &[&["anything"]])];
    let excel = engine(&with_book("counters-more.xlsx", xlsx(sheets)));
    let office = engine(&with_book("counters-more.ods", ods(sheets)));
    assert_eq!(facts(&excel), facts(&office));
    let unit = excel["units"].as_array().unwrap().iter().find(|unit| unit["id"] == "X1").unwrap();
    assert_eq!(unit["steps"][0]["values"]["defence"], 4);
    let marker = excel["markers"].as_array().unwrap().iter().find(|marker| marker["id"] == "mud").unwrap();
    assert_eq!((&marker["copies"], &marker["use"]), (&3.into(), &"place".into()));
}

#[test]
fn faults_name_the_sheet_and_the_cell() {
    let wrong: &[&[&str]] = &[UNITS[0], UNITS[1], &["X2", "rde", "militia", "static", "one", "2", "5", "yes"]];
    let messages = compiled(&with_book("counters-more.xlsx", xlsx(&[("units", wrong)]))).messages().join("\n");
    assert!(messages.contains("counters-more.xlsx: units:3") && messages.contains("cell B3"), "{messages}");
    assert!(messages.contains("cell E3") || messages.contains("cell E3:"), "{messages}");
    let messages = compiled(&with_book("counters-more.xlsx", xlsx(&[("troops", UNITS)]))).messages().join("\n");
    assert!(messages.contains("`troops` does not say what the rows of this sheet are"), "{messages}");
    let csv = "id,side,type,layout,front,independent\nX1,red,infantri,static,3 4,yes\n";
    let messages = compiled(&with_book("counters-more.csv", csv.as_bytes().to_vec())).messages().join("\n");
    assert!(messages.contains("cell C2"), "{messages}");
}

#[test]
fn hostile_workbooks_are_refused_without_harm() {
    let far = xlsx(&[("units", UNITS)]);
    // A cell in the last corner of the sheet.
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(far.clone())).unwrap();
    let mut sheet = String::new();
    std::io::Read::read_to_string(&mut zip.by_name("xl/worksheets/sheet1.xml").unwrap(), &mut sheet).unwrap();
    let corner = sheet.replace("</sheetData>", r#"<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>"#);
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for name in zip.file_names().map(|name| name.unwrap().into_owned()).collect::<Vec<_>>() {
        writer.start_file(&name, zip::write::SimpleFileOptions::default()).unwrap();
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut zip.by_name(&name).unwrap(), &mut content).unwrap();
        writer.write_all(if name.ends_with("sheet1.xml") { corner.as_bytes() } else { &content }).unwrap();
    }
    let messages =
        compiled(&with_book("counters-more.xlsx", writer.finish().unwrap().into_inner())).messages().join("\n");
    assert!(messages.contains("too many rows"), "{messages}");
    // Zeros that unpack to more than anyone writes.
    let mut bomb = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    bomb.start_file("xl/workbook.xml", zip::write::SimpleFileOptions::default()).unwrap();
    for _ in 0..70 {
        bomb.write_all(&vec![b' '; 1 << 20]).unwrap();
    }
    let messages =
        compiled(&with_book("counters-more.xlsx", bomb.finish().unwrap().into_inner())).messages().join("\n");
    assert!(messages.contains("too many bytes"), "{messages}");
    // Damaged anywhere: an error, or the same cells, and never a panic.
    for step in (0..far.len()).step_by(7) {
        let mut damaged = far.clone();
        damaged[step] ^= 0x55;
        drop(punchboard::source::workbook::read(&damaged, false));
        drop(punchboard::source::workbook::read(&far[..step], false));
    }
    let office = ods(&[("units", UNITS)]);
    for step in (0..office.len()).step_by(7) {
        let mut damaged = office.clone();
        damaged[step] ^= 0x55;
        drop(punchboard::source::workbook::read(&damaged, true));
    }
}

#[test]
fn the_program_writes_spreadsheets_and_overwrites_none() {
    let desk = Desk::with_game();
    let run = desk.run(&["export-sheet", "my-game", "--out", "sheets"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let names = desk.names("sheets");
    assert!(
        names.contains(&"counters.units.csv".to_string()) && names.contains(&"map.areas.csv".to_string()),
        "{names:?}"
    );
    let files = desk.files("sheets");
    let units = String::from_utf8_lossy(&files["counters.units.csv"]).into_owned();
    assert!(units.starts_with("id,front,back,setup,"), "{units}");
    let again = desk.run(&["export-sheet", "my-game", "--out", "sheets"]);
    assert_eq!(again.code, 2);
}
