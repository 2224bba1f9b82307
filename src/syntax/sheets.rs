//! Spreadsheets: which records their rows are, and where those go.

use crate::diag::codes;
use crate::source::decode::Cx;
use crate::source::{DataKey, DataNode, DataTable, DataValue, File, FileId, FileKind, Span};

/// What the rows of a sheet become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rows {
    /// Units, in one group that shares nothing.
    Units,
    /// Records of a list at the top of the file, by its key.
    Records(&'static str),
    /// Records of a list in a record that a column names: its list, the column, the list of the rows.
    Within(&'static str, &'static str, &'static str),
}

/// The sheets of a kind of file, by the names that they have, and what their rows become.
pub fn known(kind: FileKind) -> &'static [(&'static str, Rows)] {
    match kind {
        FileKind::Counters => &[("units", Rows::Units), ("markers", Rows::Records("marker"))],
        FileKind::Cards => &[("cards", Rows::Records("card")), ("decks", Rows::Records("deck"))],
        FileKind::Map => &[
            ("areas", Rows::Records("area")),
            ("borders", Rows::Records("border")),
            ("links", Rows::Records("link")),
            ("hexes", Rows::Records("hexes")),
            ("squares", Rows::Records("squares")),
            ("hexsides", Rows::Records("hexside")),
            ("square-sides", Rows::Records("square-side")),
            ("crossings", Rows::Records("crossing")),
            ("lines", Rows::Records("line")),
            ("places", Rows::Records("place")),
            ("regions", Rows::Records("region")),
            ("terrains", Rows::Records("terrain")),
            ("boxes", Rows::Records("box")),
        ],
        FileKind::Scenarios => &[("setups", Rows::Within("scenario", "scenario", "place"))],
        FileKind::Tables => &[("rows", Rows::Within("table", "table", "row"))],
        _ => &[],
    }
}

/// What the rows of a sheet are, by its name in singular or plural.
pub fn of(kind: FileKind, sheet: &str) -> Option<Rows> {
    let sheet = sheet.trim().to_lowercase();
    let same =
        |name: &str| name == sheet || name.strip_suffix('s') == Some(&sheet) || name.strip_suffix("es") == Some(&sheet);
    known(kind).iter().find(|(name, _)| same(name)).map(|(_, rows)| *rows)
}

/// A row that says no source has that of its spreadsheet.
pub fn with_source(mut row: DataNode, source: Option<&(DataKey, DataNode)>) -> DataNode {
    if let (DataValue::Table(table), Some(source)) = (&mut row.value, source)
        && table.get("src").is_none()
    {
        table.entries.push(source.clone());
    }
    row
}

/// Adds the rows of a spreadsheet to the file that they belong to.
pub fn attach(root: &mut DataNode, id: FileId, file: &File, rows: Vec<DataNode>, cx: &mut Cx) {
    let sheet = file.sheet.as_deref().unwrap_or("units");
    let Some(kind) = of(file.kind, sheet) else {
        let names: Vec<String> = known(file.kind).iter().map(|(name, _)| format!("`{name}`")).collect();
        let message = format!("`{sheet}` does not say what the rows of this sheet are");
        let help = format!("call it one of {}; a sheet whose name begins with `_` is not read", names.join(", "));
        cx.diags.push(codes::FILE.at(Span::start_of(id), message).help(help));
        return;
    };
    let DataValue::Table(table) = &mut root.value else { return };
    let span = Span::start_of(id);
    match kind {
        Rows::Records(key) => add(table, key, span, rows),
        Rows::Units => {
            let mut group = DataTable::default();
            add(&mut group, "unit", span, rows);
            add(table, "units", span, [DataNode { value: DataValue::Table(group), span }]);
        }
        Rows::Within(of, column, key) => {
            for row in rows {
                within(table, (of, column, key), row, cx);
            }
        }
    }
}

/// Adds records to the list at a key, which is made if it is not there.
fn add(table: &mut DataTable, key: &str, span: Span, more: impl IntoIterator<Item = DataNode>) {
    let found = table.entries.iter_mut().find_map(|(own, node)| match &mut node.value {
        DataValue::List(items) if own.text == key => Some(items),
        _ => None,
    });
    match found {
        Some(items) => items.extend(more),
        None => {
            let list = DataNode { value: DataValue::List(more.into_iter().collect()), span };
            table.entries.push((DataKey { text: key.to_string(), span }, list));
        }
    }
}

fn within(table: &mut DataTable, (of, column, key): (&str, &str, &str), mut row: DataNode, cx: &mut Cx) {
    let span = row.span;
    let DataValue::Table(cells) = &mut row.value else { return };
    let Some(at) = cells.entries.iter().position(|(own, _)| own.text == column) else {
        let message = format!("this row does not say of which {of} it is");
        cx.diags.push(codes::MISSING_KEY.at(span, message).label(format!("`{column}` is empty")));
        return;
    };
    let (_, named) = cells.entries.remove(at);
    let DataValue::Cell(name) = &named.value else { return };
    let id = |record: &DataNode| match &record.value {
        DataValue::Table(own) => match own.get("id").map(|id| &id.value) {
            Some(DataValue::Text(id)) => Some(id.clone()),
            _ => None,
        },
        _ => None,
    };
    let mut lists = table.entries.iter_mut().filter(|(own, _)| own.text == of).map(|(_, list)| &mut list.value);
    let mut none = Vec::new();
    let records = match lists.next() {
        Some(DataValue::List(records)) => records,
        _ => &mut none,
    };
    let ids: Vec<String> = records.iter().filter_map(id).collect();
    let Some(record) = records.iter_mut().find(|record| id(record).as_ref() == Some(name)) else {
        let message = format!("there is no {of} `{name}` in the file that this sheet belongs to");
        let diag = codes::UNKNOWN_NAME.at(named.span, message).label(format!("no such {of}"));
        cx.diags.push(diag.suggest(name, ids.iter().map(String::as_str)));
        return;
    };
    if let DataValue::Table(record) = &mut record.value {
        add(record, key, span, [row]);
    }
}
