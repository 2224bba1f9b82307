//! What a map file need not say because its name, its grid or its picture says it.

use crate::diag::codes;
use crate::source::decode::Cx;
use crate::source::{DataKey, DataNode, DataTable, DataValue, File, Sources, Span, picture_pixels, picture_size};
use crate::syntax::MapKind;

/// The size of a map whose picture cannot be read, which is reported: nothing else should follow from it.
const ANY_SIZE: (f64, f64) = (500.0, 500.0);

/// Fills in what `[map]` leaves out: `id`, `name`, `kind`, and the `size` and `pixels` of a map with a picture of its own.
pub fn map(node: &mut DataNode, file: &File, sources: &Sources, cx: &mut Cx) {
    let DataValue::Table(root) = &mut node.value else { return };
    let kind = match root.get("grid").map(|grid| &grid.value) {
        Some(DataValue::Table(grid)) if grid.get("square").is_some() && grid.get("hex").is_none() => MapKind::Square,
        Some(_) => MapKind::Hex,
        None => MapKind::Area,
    };
    let Some((_, map)) = root.entries.iter_mut().find(|(key, _)| key.text == "map") else { return };
    let span = map.span;
    let DataValue::Table(table) = &mut map.value else { return };
    let id = match table.get("id") {
        Some(DataNode { value: DataValue::Text(id), .. }) => id.clone(),
        _ => name_of(file),
    };
    fill(table, "id", DataValue::Text(id.clone()), span);
    fill(table, "name", DataValue::Text(capitalised(&id)), span);
    fill(table, "kind", DataValue::Text(kind.word().to_string()), span);
    if let (None, Some((picture, at))) = (table.get("size"), image(table)) {
        let (width, height) = size_of(&picture, at, sources, cx);
        let length = |side: f64| DataNode { value: DataValue::Text(format!("{side:.3}mm")), span };
        fill(table, "size", DataValue::List(vec![length(width), length(height)]), span);
    }
    let own = image(table).and_then(|(picture, _)| sources.own().find(|(_, file)| file.name == picture));
    if let Some((width, height)) = own.and_then(|(_, file)| picture_pixels(file)) {
        let length = |side: f64| DataNode { value: DataValue::Float(side), span };
        fill(table, "pixels", DataValue::List(vec![length(width), length(height)]), span);
    }
}

fn image(table: &DataTable) -> Option<(String, Span)> {
    match table.get("image") {
        Some(DataNode { value: DataValue::Text(image), span }) => Some((image.clone(), *span)),
        _ => None,
    }
}

fn fill(table: &mut DataTable, key: &str, value: DataValue, span: Span) {
    if table.get(key).is_none() {
        table.entries.push((DataKey { text: key.to_string(), span }, DataNode { value, span }));
    }
}

/// `map-city.toml` and `map/city.toml` are `city`, `map.toml` is `map`.
fn name_of(file: &File) -> String {
    let stem = file.name.strip_suffix(".toml").unwrap_or(&file.name);
    let last = stem.rsplit('/').next().unwrap_or(stem);
    let own = last.strip_prefix("map-").unwrap_or(last);
    if own.is_empty() { "map".to_string() } else { own.to_string() }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

fn size_of(picture: &str, at: Span, sources: &Sources, cx: &mut Cx) -> (f64, f64) {
    let pictures = || sources.own().map(|(_, file)| file).filter(|file| file.name.starts_with("art/"));
    let Some(file) = pictures().find(|file| file.name == picture) else {
        if !picture.starts_with("art/") {
            let name = picture.rsplit(['/', '\\']).next().unwrap_or(picture);
            let message = format!("the picture `{picture}` is not in the folder `art/`");
            let help = format!("put it into `art/` beside this file, and write `image = \"art/{name}\"`");
            cx.diags.push(codes::UNKNOWN_NAME.at(at, message).label("elsewhere").help(help));
            return ANY_SIZE;
        }
        let diag = codes::UNKNOWN_NAME.at(at, format!("there is no picture `{picture}`")).label("no such picture");
        cx.diags.push(diag.suggest(picture, pictures().map(|file| file.name.as_str())));
        return ANY_SIZE;
    };
    // A picture that cannot be read is reported with all others.
    picture_size(file).unwrap_or(ANY_SIZE)
}
