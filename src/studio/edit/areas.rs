//! Areas: added, split, merged, and their points moved.

use super::rings::{self, RingAt, edges, same};
use super::splice::line_end;
use super::work::{RecordAt, RecordEntries, RecordEntry, Work, entry};
use super::{EditValue, FilePoint, Refusal, maps, render};
use crate::geometry::Point;
use crate::geometry::polygon::signed_area;
use crate::syntax::{AreaDef, MapFile};

/// A new area.
pub struct NewArea<'a> {
    pub map: &'a str,
    pub id: &'a str,
    pub name: Option<&'a str>,
    pub terrain: Option<&'a str>,
    pub polygon: &'a [FilePoint],
    pub site: Option<FilePoint>,
    pub point: Option<FilePoint>,
    pub snap: f64,
}

/// Adds an area.
pub fn add(work: &mut Work<'_>, new: &NewArea<'_>) -> Result<(), Refusal> {
    let files = work.files();
    let in_file = maps::map(&files, new.map)?;
    let file = &in_file.content;
    free_id(file, new.id)?;
    let mut entries = vec![entry("id", EditValue::text(new.id))];
    entries.extend(new.name.map(|name| entry("name", EditValue::text(name))));
    entries.extend(new.terrain.map(|terrain| entry("terrain", EditValue::text(terrain))));
    let mut planted = Vec::new();
    match (new.polygon, new.site, new.point) {
        ([], Some(site), None) => entries.push(entry("site", maps::point(file, site)?)),
        ([], None, Some(point)) => entries.push(entry("point", maps::point(file, point)?)),
        (polygon, None, None) if polygon.len() >= 3 => {
            let outlines = rings::rings(file);
            for corner in polygon {
                let point = rings::snapped(&outlines, rings::read(file, *corner)?, new.snap.clamp(0.0, 1e3));
                let point = if new.snap > 0.0 { rings::rounded(file, point) } else { point };
                if !planted.last().is_some_and(|last| same(*last, point)) {
                    planted.push(point);
                }
            }
            entries.push(polygon_entry(work, in_file.file, file, &planted)?);
        }
        _ => return Err(Refusal::new("an area needs an outline of three corners or more, a site, or a point")),
    }
    maps::add(work, in_file.file, "[[area]]", file.areas.iter().map(|def| &def.meta), &entries)?;
    for point in planted {
        rings::plant(work, new.map, point)?;
    }
    Ok(())
}

fn free_id(file: &MapFile, id: &str) -> Result<(), Refusal> {
    if id.trim().is_empty() {
        return Err(Refusal::new("an area needs an id"));
    }
    match file.areas.iter().any(|def| def.id.0 == id) {
        true => Err(Refusal::new(format!("the map has an area `{id}` already"))),
        false => Ok(()),
    }
}

fn area<'f>(file: &'f MapFile, id: &str) -> Result<&'f AreaDef, Refusal> {
    let found = file.areas.iter().find(|def| def.id.0 == id);
    found.ok_or_else(|| Refusal::new(format!("the map `{}` has no area `{id}`", file.map.id.0)))
}

/// An outline as a value: over several lines if it is long.
fn polygon_entry(
    work: &Work<'_>,
    id: crate::source::FileId,
    file: &MapFile,
    points: &[Point],
) -> Result<(String, RecordEntry), Refusal> {
    const WIDTH: usize = 110;
    let corners: Vec<EditValue> =
        points.iter().map(|point| maps::point(file, [point.x, point.y])).collect::<Result<_, _>>()?;
    let one = render::toml(&EditValue::List(corners.clone()))?;
    if one.len() + 10 <= WIDTH {
        return Ok(entry("polygon", EditValue::List(corners)));
    }
    let line_end = line_end(&work.file(id)?.text);
    let mut lines = vec![String::new()];
    for corner in &corners {
        let corner = format!("{},", render::toml(corner)?);
        let last = lines.len() - 1;
        if lines[last].len() + corner.len() + 3 > WIDTH {
            lines.push(corner);
        } else {
            let line = &mut lines[last];
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(&corner);
        }
    }
    let text = format!("[{line_end}  {}{line_end}]", lines.join(&format!("{line_end}  ")));
    Ok(("polygon".to_string(), RecordEntry::Copied(text)))
}

/// Writes the outline of an area anew.
fn set_polygon(work: &mut Work<'_>, at: RecordAt, file: &MapFile, points: &[Point]) -> Result<(), Refusal> {
    if work.is_row(at) {
        let corners = points.iter().map(|point| maps::point(file, [point.x, point.y])).collect::<Result<_, _>>()?;
        return work.set(at, "polygon", &EditValue::List(corners), &[]);
    }
    let (key, value) = polygon_entry(work, at.file, file, points)?;
    work.put(at, &key, &value, &[])
}

/// The outline of an area that is drawn by one.
fn outline(file: &MapFile, id: &str) -> Result<RingAt, Refusal> {
    area(file, id)?;
    let found = rings::rings(file).into_iter().find(|ring| ring.area.as_deref() == Some(id));
    let none = || Refusal::new(format!("the area `{id}` has no `polygon`: it is grown, or a box"));
    found.ok_or_else(|| none().help("only areas with an outline of their own can be split and merged"))
}

/// A cut through an area.
pub struct AreaCut<'a> {
    pub map: &'a str,
    pub area: &'a str,
    pub line: &'a [FilePoint],
    pub id: &'a str,
    pub name: Option<&'a str>,
    pub snap: f64,
}

/// Splits an area along a line.
pub fn split(work: &mut Work<'_>, cut: &AreaCut<'_>) -> Result<(), Refusal> {
    let files = work.files();
    let file = &maps::map(&files, cut.map)?.content;
    free_id(file, cut.id)?;
    let ring = outline(file, cut.area)?;
    let (Some(first), Some(last), true) = (cut.line.first(), cut.line.last(), cut.line.len() >= 2) else {
        return Err(Refusal::new("a line needs two points or more"));
    };
    let reach = cut.snap.clamp(0.5 / maps::unit(file).1, 1e3);
    let alone = [ring.clone()];
    let end = |corner: FilePoint| -> Result<Point, Refusal> {
        let point = rings::read(file, corner)?;
        if rings::on_border(&alone, point, reach).is_none() {
            return Err(Refusal::new(format!("the line does not end on the border of `{}`", cut.area)));
        }
        let snapped = rings::snapped(&alone, point, reach);
        Ok(rings::rounded(file, snapped))
    };
    let mut line = vec![end(*first)?];
    for corner in &cut.line[1..cut.line.len() - 1] {
        line.push(rings::read(file, *corner)?);
    }
    line.push(end(*last)?);
    let (start, stop) = (line[0], line[line.len() - 1]);
    if same(start, stop) {
        return Err(Refusal::new("the line ends where it begins"));
    }
    rings::plant(work, cut.map, start)?;
    rings::plant(work, cut.map, stop)?;
    let files = work.files();
    let file = &maps::map(&files, cut.map)?.content;
    let ring = outline(file, cut.area)?;
    let at_corner = |point: Point| ring.points.iter().position(|corner| same(*corner, point));
    let (Some(a), Some(b)) = (at_corner(start), at_corner(stop)) else {
        return Err(Refusal::new(format!("the line does not end on the border of `{}`", cut.area)));
    };
    let count = ring.points.len();
    let around = |from: usize, to: usize| (0..count).map(move |n| (from + n) % count).take_while(move |n| *n != to);
    let middle = &line[1..line.len() - 1];
    // From the end of the line on along the border to its beginning, and along the line again; and the other way round.
    let one: Vec<Point> =
        around(b, a).map(|n| ring.points[n]).chain([ring.points[a]]).chain(middle.iter().copied()).collect();
    let other: Vec<Point> =
        around(a, b).map(|n| ring.points[n]).chain([ring.points[b]]).chain(middle.iter().rev().copied()).collect();
    if one.len() < 3 || other.len() < 3 {
        return Err(Refusal::new("nothing is left of one of the parts"));
    }
    let is_left = |part: &[Point], along: bool| (signed_area(part) < 0.0) == along;
    let (mut kept, given) = if is_left(&one, true) { (one, other) } else { (other, one) };
    // It begins where it began.
    if let Some(first) = ring.points.iter().find_map(|old| kept.iter().position(|corner| same(*corner, *old))) {
        kept.rotate_left(first);
    }
    let def = area(file, cut.area)?;
    let mut entries = vec![entry("id", EditValue::text(cut.id))];
    entries.extend(cut.name.map(|name| entry("name", EditValue::text(name))));
    const OWN: [&str; 7] = ["id", "name", "code", "polygon", "site", "point", "rect"];
    let shared = def.meta.keys.iter().map(|key| key.text.as_str()).filter(|key| !OWN.contains(key));
    copied(work, RecordAt::from(def.meta.span), shared, &mut entries)?;
    entries.push(polygon_entry(work, def.meta.span.file, file, &given)?);
    copied(work, RecordAt::from(def.meta.span), ["src"].into_iter(), &mut entries)?;
    let at = RecordAt::from(def.meta.span);
    work.add_after(at, &entries)?;
    set_polygon(work, at, file, &kept)
}

fn copied<'k>(
    work: &Work<'_>,
    at: RecordAt,
    keys: impl Iterator<Item = &'k str>,
    into: &mut RecordEntries,
) -> Result<(), Refusal> {
    for key in keys {
        into.extend(work.written(at, key)?.map(|text| (key.to_string(), RecordEntry::Copied(text))));
    }
    Ok(())
}

/// Makes one area of two that touch.
pub fn merge(work: &mut Work<'_>, map: &str, id: &str, with: &str) -> Result<(), Refusal> {
    let files = work.files();
    let file = &maps::map(&files, map)?.content;
    if id == with {
        return Err(Refusal::new("an area cannot be merged with itself"));
    }
    let (kept, gone) = (outline(file, id)?, outline(file, with)?);
    let merged = union(&kept.points, &gone.points)
        .ok_or_else(|| Refusal::new(format!("`{id}` and `{with}` do not share one border, corner by corner")))?;
    // The later one first, so that the other stays where it is.
    if gone.at > kept.at {
        work.remove(gone.at)?;
        set_polygon(work, kept.at, file, &merged)?;
    } else {
        set_polygon(work, kept.at, file, &merged)?;
        work.remove(gone.at)?;
    }
    rename(work, map, with, id)
}

/// The outline around two that share a stretch of border; none if they do not, or if there are holes.
fn union(first: &[Point], second: &[Point]) -> Option<Vec<Point>> {
    let turned: Vec<Point> = match (signed_area(first) < 0.0) == (signed_area(second) < 0.0) {
        true => second.to_vec(),
        false => second.iter().rev().copied().collect(),
    };
    let sides = |ring: &[Point]| edges(ring).map(|(_, a, b)| (a, b)).collect::<Vec<_>>();
    let (own, other) = (sides(first), sides(&turned));
    let shared = |(a, b): (Point, Point), all: &[(Point, Point)]| all.iter().any(|(c, d)| same(a, *d) && same(b, *c));
    let mut left: Vec<(Point, Point)> = own.iter().copied().filter(|side| !shared(*side, &other)).collect();
    let taken = own.len() - left.len();
    left.extend(other.iter().copied().filter(|side| !shared(*side, &own)));
    if taken == 0 || left.is_empty() {
        return None;
    }
    let (start, mut at) = left.remove(0);
    let mut ring = vec![start];
    while !same(at, start) {
        ring.push(at);
        let next = left.iter().position(|(from, _)| same(*from, at))?;
        at = left.remove(next).1;
    }
    left.is_empty().then_some(ring)
}

/// What spoke of an area in its map speaks of another.
fn rename(work: &mut Work<'_>, map: &str, old: &str, new: &str) -> Result<(), Refusal> {
    let files = work.files();
    let file = &maps::map(&files, map)?.content;
    let mut steps: Vec<(RecordAt, &str, usize, bool)> = Vec::new();
    for def in &file.borders {
        let names: Vec<&str> = def.between.iter().map(|name| name.value.as_str()).collect();
        let other = names.iter().find(|name| **name != old).copied().unwrap_or(new);
        let known = file.borders.iter().any(|def| {
            let both = |name: &str| def.between.iter().any(|own| own.value == name);
            both(new) && both(other) && !both(old)
        });
        if let Some(item) = names.iter().position(|name| *name == old) {
            steps.push((RecordAt::from(def.meta.span), "between", item, other == new || known));
        }
    }
    for def in &file.regions {
        if let Some(item) = def.places.iter().position(|name| name.value == old) {
            let known = def.places.iter().any(|name| name.value == new);
            steps.push((RecordAt::from(def.meta.span), "places", item, known));
        }
    }
    for def in &file.links {
        if def.from.value == old {
            steps.push((RecordAt::from(def.meta.span), "from", 0, def.to.iter().all(|to| to.value == new)));
        } else if let Some(item) = def.to.iter().position(|name| name.value == old) {
            steps.push((RecordAt::from(def.meta.span), "to", item, def.from.value == new && def.to.len() == 1));
        }
    }
    steps.sort_by_key(|(at, ..)| std::cmp::Reverse(*at));
    for (at, key, item, gone) in steps {
        match (gone, key) {
            (true, "places") => work.remove_item(at, key, item)?,
            (true, _) => work.remove(at)?,
            (false, _) => work.set_item(at, key, item, &EditValue::text(new))?,
        }
    }
    Ok(())
}

/// Moves the point that an area is grown from, or the middle of a space.
pub fn site(work: &mut Work<'_>, map: &str, id: &str, to: FilePoint) -> Result<(), Refusal> {
    let files = work.files();
    let file = &maps::map(&files, map)?.content;
    let def = area(file, id)?;
    let to = maps::point(file, to)?;
    let key = match (&def.site, &def.point) {
        (Some(_), _) => "site",
        (None, Some(_)) => "point",
        _ => return Err(Refusal::new(format!("the area `{id}` has neither a `site` nor a `point`"))),
    };
    work.set(RecordAt::from(def.meta.span), key, &to, &[])
}
