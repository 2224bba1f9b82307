//! Boxes, tracks, rectangular areas, and connections between places.

use super::work::{RecordAt, Work, entry};
use super::{EditValue, FrameEdit, FrameKind, Refusal, maps, render};

/// Moves or resizes a frame; a box or a track that is not there is added.
pub fn frame(work: &mut Work<'_>, frame: &FrameEdit) -> Result<(), Refusal> {
    let files = work.files();
    let in_file = maps::map(&files, &frame.map)?;
    let file = &in_file.content;
    if frame.size.is_some_and(|size| size.iter().any(|side| *side <= 0.0)) {
        return Err(Refusal::new("width and height must be more than 0"));
    }
    let at = maps::point(file, frame.at)?;
    let size = frame.size.map(|size| maps::point(file, size)).transpose()?;
    let named = || entry("name", EditValue::text(frame.name.as_deref().unwrap_or(&frame.id)));
    match frame.what {
        FrameKind::Box => {
            if let Some(def) = file.boxes.iter().find(|def| def.id.0 == frame.id) {
                return place(work, RecordAt::from(def.meta.span), at, "size", size);
            }
            let size = size.ok_or_else(|| Refusal::new("a new box needs a size"))?;
            let entries = [entry("id", EditValue::text(&frame.id)), named(), entry("at", at), entry("size", size)];
            maps::add(work, in_file.file, "[[box]]", file.boxes.iter().map(|def| &def.meta), &entries.to_vec())
        }
        FrameKind::Track => {
            if let Some(def) = file.tracks.iter().find(|def| def.id.0 == frame.id) {
                let track = RecordAt::from(def.meta.span);
                if let Some(columns) = frame.columns {
                    work.set(track, "columns", &EditValue::Whole(columns), &["reinforcements", "src", "note"])?;
                }
                return place(work, track, at, "cell", size);
            }
            let spaces =
                frame.spaces.as_ref().ok_or_else(|| Refusal::new("a new track needs `spaces`, such as `1-10`"))?;
            let cell = size.ok_or_else(|| Refusal::new("a new track needs the size of a space"))?;
            let mut entries = vec![entry("id", EditValue::text(&frame.id)), named()];
            entries.extend([entry("spaces", EditValue::text(spaces)), entry("at", at), entry("cell", cell)]);
            entries.extend(frame.columns.map(|columns| entry("columns", EditValue::Whole(columns))));
            maps::add(work, in_file.file, "[[track]]", file.tracks.iter().map(|def| &def.meta), &entries)
        }
        FrameKind::Area => {
            let def = file.areas.iter().find(|def| def.id.0 == frame.id);
            let Some((def, rect)) = def.and_then(|def| Some((def, def.rect.as_ref()?))) else {
                return Err(Refusal::new(format!("the map `{}` has no area `{}` with a `rect`", frame.map, frame.id)));
            };
            let [_, _, width, height] = rect.value.0;
            let size = frame.size.unwrap_or([width, height]);
            let all = [frame.at[0], frame.at[1], size[0], size[1]];
            let all: Vec<EditValue> =
                all.iter().map(|value| render::coordinate(*value, maps::places(file))).collect::<Result<_, _>>()?;
            work.set(RecordAt::from(def.meta.span), "rect", &EditValue::List(all), &[])
        }
    }
}

fn place(
    work: &mut Work<'_>,
    at: RecordAt,
    corner: EditValue,
    key: &str,
    size: Option<EditValue>,
) -> Result<(), Refusal> {
    if let Some(size) = size {
        work.set(at, key, &size, &["columns", "reinforcements", "src", "note"])?;
    }
    work.set(at, "at", &corner, &["cell", "size", "columns", "reinforcements", "src", "note"])
}

/// A connection and how it changes.
pub struct Connection<'a> {
    pub map: &'a str,
    pub from: &'a str,
    pub to: &'a str,
    pub kind: Option<&'a str>,
    pub way: Option<&'a str>,
    pub on: bool,
}

/// Connects two places, or parts them.
pub fn link(work: &mut Work<'_>, new: &Connection<'_>) -> Result<(), Refusal> {
    let files = work.files();
    let in_file = maps::map(&files, new.map)?;
    let file = &in_file.content;
    for end in [new.from, new.to] {
        let known = file.areas.iter().any(|def| def.id.0 == end || def.code.as_ref().is_some_and(|code| code.0 == end));
        let boxed = file.boxes.iter().any(|def| def.id.0 == end);
        if !known && !boxed && file.grid.is_none() {
            return Err(Refusal::new(format!("the map `{}` has no place `{end}`", new.map)));
        }
    }
    if new.from == new.to {
        return Err(Refusal::new("a connection needs two places"));
    }
    let joins = |from: &str, to: &str| {
        let of = file.links.iter().filter(move |def| def.from.value == from);
        of.filter_map(move |def| Some((def, def.to.iter().position(|end| end.value == to)?))).next()
    };
    match (joins(new.from, new.to).or_else(|| joins(new.to, new.from)), new.on) {
        (Some(_), true) | (None, false) => Ok(()),
        (Some((def, _)), false) if def.to.len() == 1 => work.remove(RecordAt::from(def.meta.span)),
        (Some((def, item)), false) => work.remove_item(RecordAt::from(def.meta.span), "to", item),
        (None, true) => {
            let is = |own: Option<&str>, wanted: Option<&str>| own == wanted;
            let like = file.links.iter().find(|def| {
                let kind = def.kind.as_ref().map(|kind| kind.value.as_str());
                let way = def.way.as_ref().map(|way| way.value.as_str());
                let plain = def.via.is_empty() && def.one_way.is_none();
                def.from.value == new.from && def.to.len() > 1 && plain && is(kind, new.kind) && is(way, new.way)
            });
            if let Some(def) = like {
                return work.insert_item(RecordAt::from(def.meta.span), "to", def.to.len(), &EditValue::text(new.to));
            }
            let mut entries = vec![entry("from", EditValue::text(new.from)), entry("to", EditValue::text(new.to))];
            entries.extend(new.kind.map(|kind| entry("kind", EditValue::text(kind))));
            entries.extend(new.way.map(|way| entry("way", EditValue::text(way))));
            maps::add(work, in_file.file, "[[link]]", file.links.iter().map(|def| &def.meta), &entries)
        }
    }
}
