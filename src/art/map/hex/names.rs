//! Numbers, names and letters, placed where nothing else is written.

use super::curve::{Crowd, direction, moved, right_of};
use super::field::{FieldCell, HexField};
use super::sites::Thing;
use crate::art::map::Labels;
use crate::draw::{Affine, Item, Path, Rect, Style, TextRun, TextStyle};
use crate::geometry::{Point, polygon};
use crate::look::styles::{HexStyle, NameStyle};
use crate::syntax::FeatureLook;

/// Text upright or turned, and the room it takes.
pub struct WrittenName {
    runs: Vec<TextRun>,
    place: Affine,
    room: Rect,
}

impl WrittenName {
    /// The items that draw it.
    pub fn items(self) -> Vec<Item> {
        let texts: Vec<Item> = self.runs.into_iter().map(Item::Text).collect();
        if self.place == Affine::IDENTITY {
            return texts;
        }
        vec![Item::Group { place: self.place, clip: None, opacity: 1.0, items: texts }]
    }

    /// The room it takes.
    pub fn room(&self) -> Rect {
        self.room
    }
}

/// Sizes at which names are tried.
const SIZES: [f64; 3] = [1.0, 0.9, 0.8];

/// Where text may be written: the sheet, what is written already, and lines better left alone.
pub struct Scribe<'a> {
    /// The sheet.
    pub sheet: Rect,
    /// What is written.
    pub labels: &'a mut Labels,
    /// Lines and marks.
    pub crowd: &'a Crowd,
    /// The line around the map, which names of things hardly ever cross.
    pub rim: &'a Crowd,
    /// The style.
    pub style: &'a HexStyle,
}

/// The numbers of all hexes, at the top; beside a line that comes in there.
pub fn numbers(field: &HexField<'_>, style: &HexStyle, crowd: &Crowd) -> Vec<TextRun> {
    let text = style.number.text();
    let number = |cell: &FieldCell<'_>| {
        let label = &cell.place.label;
        let width = text.width(label);
        let top = cell.corners.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        // Below a corner a text must sink until the hex is wide enough for it.
        let sink = if field.flat { 0.0 } else { width / (2.0 * 1.732_051) - 0.4 };
        let baseline = top + style.number_gap.0 + sink.max(0.0) + text.cap;
        let aside = width / 2.0 + 0.85;
        let mut at = vec![(0.0, 0.0), (0.0, 0.6), (0.0, 1.2), (-aside, 1.2), (aside, 1.2), (-aside, 2.4), (aside, 2.4)];
        // The top of a square is wide.
        if cell.corners.len() == 4 {
            at.extend([(-2.0 * aside, 0.0), (2.0 * aside, 0.0)]);
        }
        let runs: Vec<TextRun> = at.into_iter().map(|(x, y)| text.at(label, cell.centre.x + x, baseline + y)).collect();
        let clear = |run: &&TextRun| crowd.touched(run.bounds().inset(0.15)) == 0 && fits(run.bounds(), cell);
        runs.iter().find(clear).unwrap_or(&runs[0]).clone()
    };
    field.cells.iter().map(number).collect()
}

/// Hexes with a larger radius hold the names of what is in them.
const LARGE: f64 = 25.0;

/// The hex that the name of a thing should not leave, if it is large.
fn home<'f, 'm>(field: &'f HexField<'m>, thing: &Thing<'_>) -> Option<&'f FieldCell<'m>> {
    let [at] = thing.site.at.as_slice() else { return None };
    field.cells.iter().find(|cell| field.radius > LARGE && *cell.place.id == *at.id)
}

/// Whether a room lies inside a hex.
fn fits(room: Rect, cell: &FieldCell<'_>) -> bool {
    let corners = [(room.x, room.y), (room.right(), room.y), (room.right(), room.bottom()), (room.x, room.bottom())];
    corners.into_iter().all(|(x, y)| polygon::contains(&cell.corners, Point::new(x, y)))
}

impl Scribe<'_> {
    fn style_of(&self, look: FeatureLook) -> &NameStyle {
        match look {
            FeatureLook::City => &self.style.city_name,
            FeatureLook::Town => &self.style.town_name,
            FeatureLook::Village => &self.style.village_name,
            FeatureLook::Airfield | FeatureLook::Port | FeatureLook::Hill => &self.style.other_name,
        }
    }

    /// The name of a thing, near it.
    pub fn site_name(&mut self, field: &HexField<'_>, thing: &Thing<'_>) -> Option<WrittenName> {
        let name = thing.site.name.as_ref()?;
        let text = self.style_of(thing.look).text();
        in_sizes(text, self.style.smallest_name.0, |text, must| {
            let layouts = layouts(name, text, field.radius);
            let mark = thing.extent(field, self.style);
            let home = home(field, thing);
            self.write(&layouts, text, mark, (field.radius, home), must)
        })
    }

    /// The layout of a name that has the cheapest free room around a mark.
    fn write(
        &mut self,
        layouts: &[BrokenName],
        text: TextStyle,
        mark: Rect,
        (radius, home): (f64, Option<&FieldCell<'_>>),
        must: bool,
    ) -> Option<WrittenName> {
        let spare = self.style.name_room.0;
        let mut costed = Vec::new();
        for layout in layouts {
            for (room, cost) in candidates(mark, layout.size, radius) {
                let touched = |crowd: &Crowd| f64::from(u32::try_from(crowd.touched(room)).unwrap_or(u32::MAX));
                let away = if home.is_some_and(|home| !fits(room, home)) { 3.0 } else { 0.0 };
                let cost = cost + layout.cost + away + 0.4 * touched(self.crowd) + 5.0 * touched(self.rim);
                costed.push(((layout, room), room.inset(-spare), cost));
            }
        }
        let ((layout, room), outer) = self.best(costed, must)?;
        self.labels.take(outer);
        let mut runs = Vec::new();
        for (n, line) in (0_u32..).zip(&layout.lines) {
            let baseline = room.y + text.cap + text.leading() * f64::from(n);
            let mut run = text.at(line, room.x + room.w / 2.0, baseline);
            run.halo = Some((self.style.halo.value, self.style.halo_width.0));
            runs.push(run);
        }
        Some(WrittenName { runs, place: Affine::IDENTITY, room: outer })
    }

    /// The cheapest free room on the sheet; if there must be one and none is free, that which covers least.
    fn best<T>(&self, mut rooms: Vec<(T, Rect, f64)>, must: bool) -> Option<(T, Rect)> {
        rooms.retain(|(_, room, _)| self.sheet.contains(*room, 0.0));
        let free = rooms.iter().any(|(_, room, _)| self.labels.is_free(*room));
        if free || !must {
            return self.labels.choose(rooms);
        }
        let covers = |room: &(T, Rect, f64)| self.labels.overlap(room.1);
        let least = rooms.into_iter().min_by(|a, b| covers(a).total_cmp(&covers(b)));
        least.map(|(what, room, _)| (what, room))
    }

    /// A name along a line: on its straightest stretches, beside it, `off` from its middle.
    pub fn along(&mut self, name: &str, style: &NameStyle, line: &[Point], off: f64) -> Option<WrittenName> {
        in_sizes(style.text(), self.style.smallest_name.0, |text, must| {
            self.turned(name, text, stretches(line, text, text.width(name), off), must)
        })
    }

    /// A name in the best of some turned places.
    pub fn turned(&mut self, name: &str, text: TextStyle, rooms: Vec<Turned>, must: bool) -> Option<WrittenName> {
        let mut run = text.at(name, 0.0, 0.0);
        run.halo = Some((self.style.halo.value, self.style.halo_width.0));
        let bounds = run.bounds();
        let spare = self.style.name_room.0;
        let costed: Vec<(Affine, Rect, f64)> = rooms
            .into_iter()
            .map(|room| {
                let place = Affine([room.right.x, room.right.y, -room.right.y, room.right.x, room.foot.x, room.foot.y]);
                let outer = place.apply_rect(bounds.inset(-spare));
                let hits = u32::try_from(self.touched_turned(place, bounds)).unwrap_or(u32::MAX);
                (place, outer, room.cost + 0.5 * f64::from(hits))
            })
            .collect();
        let (place, room) = self.best(costed, must)?;
        self.labels.take(room);
        Some(WrittenName { runs: vec![run], place, room })
    }

    /// What a turned text touches: asked in steps along it, as its upright box is much too large.
    fn touched_turned(&self, place: Affine, bounds: Rect) -> usize {
        const PARTS: u32 = 8;
        (0..=PARTS)
            .map(|part| {
                let x = bounds.x + bounds.w * f64::from(part) / f64::from(PARTS);
                let (x, y) = place.apply(x, bounds.y + bounds.h / 2.0);
                self.crowd.touched(Rect::around(x, y, bounds.h, bounds.h))
            })
            .sum()
    }

    /// A letter in a badge, low in its hex.
    pub fn code(&mut self, field: &HexField<'_>, cell: &FieldCell<'_>) -> Vec<Item> {
        let Some(code) = &cell.place.code else { return Vec::new() };
        let text = self.style.code.text();
        let (h, w) = (text.cap * 1.7, (text.width(code) + text.cap).max(text.cap * 1.7));
        let at =
            |x: f64, y: f64| Rect::around(cell.centre.x + x * field.radius, cell.centre.y + y * field.radius, w, h);
        let rooms = [at(0.0, 0.58), at(0.45, 0.3), at(-0.45, 0.3), at(0.0, 0.0)];
        let room = self.labels.choose(rooms.map(|room| ((), room, 0.0))).map_or(rooms[0], |(_, room)| room);
        self.labels.take(room);
        let badge = Style::fill(self.style.code_ground.value);
        vec![Item::Shape(Path::rounded(room, h * 0.3), badge), Item::Text(text.within(code, room))]
    }
}

/// A turned place: the middle of the baseline and the direction of writing.
pub struct Turned {
    /// The middle of the baseline.
    pub foot: Point,
    /// Where the text runs.
    pub right: Point,
    /// The lower the better.
    pub cost: f64,
}

/// Places for a text of a width along a line, on both of its sides: the straighter the stretch the
/// cheaper. Along a line too short for the text, its middle.
fn stretches(line: &[Point], text: TextStyle, width: f64, off: f64) -> Vec<Turned> {
    let mut rooms = Vec::new();
    for (n, start) in line.iter().enumerate() {
        let Some(end) = end_of(line, n, width) else { break };
        let stretch = &line[n..=end];
        let (a, b) = if start.x <= line[end].x { (*start, line[end]) } else { (line[end], *start) };
        let right = direction(a, b);
        let offs = stretch.iter().map(|p| (p.x - a.x) * -right.y + (p.y - a.y) * right.x);
        let (low, high) = offs.fold((0.0_f64, 0.0_f64), |(low, high), off| (low.min(off), high.max(off)));
        // Above the line first: there the text stands on it.
        for (below, reach) in [(false, low - off), (true, high + off + text.cap)] {
            let foot = moved(a.midpoint(b), right_of(right), reach);
            rooms.push(Turned { foot, right, cost: (high - low) + if below { 0.4 } else { 0.0 } });
        }
    }
    rooms
}

/// How far a stretch of a length reaches along a line.
fn end_of(line: &[Point], from: usize, length: f64) -> Option<usize> {
    let end = (from + 1..line.len()).find(|to| line[from].distance(line[*to]) >= length);
    // All of a line that is too short.
    end.or_else(|| (from == 0 && line.len() > 1).then(|| line.len() - 1))
}

/// Tries a text at its size, then smaller down to `least`; the last time it must be written, whatever it
/// covers.
fn in_sizes(
    text: TextStyle,
    least: f64,
    mut write: impl FnMut(TextStyle, bool) -> Option<WrittenName>,
) -> Option<WrittenName> {
    let floor = (least / text.size()).min(1.0);
    let sizes = (1..).zip(SIZES).map(|(n, size)| (size.max(floor), n == SIZES.len()));
    sizes.into_iter().find_map(|(size, last)| write(text.with_cap(text.cap * size), last))
}

/// A name broken into lines.
struct BrokenName {
    lines: Vec<String>,
    size: (f64, f64),
    cost: f64,
}

/// A name on one line and, if it has several words, on two.
fn layouts(name: &str, text: TextStyle, radius: f64) -> Vec<BrokenName> {
    let breaks = name.match_indices(' ').map(|(at, _)| vec![name[..at].to_string(), name[at + 1..].to_string()]);
    let width = |lines: &[String]| lines.iter().map(|line| text.width(line)).fold(0.0, f64::max);
    let layout = |lines: Vec<String>, cost: f64| {
        let leading = if lines.len() > 1 { text.leading() } else { 0.0 };
        let size = (width(&lines), text.cap + leading + 0.2 * text.size());
        BrokenName { lines, size, cost }
    };
    let two = breaks.min_by(|a, b| width(a).total_cmp(&width(b))).map(|lines| layout(lines, 0.7));
    // Across more than a hex and a half a name belongs to nothing.
    let long = if text.width(name) > 2.6 * radius { 1.5 } else { 0.0 };
    let one = layout(vec![name.to_string()], long);
    std::iter::once(one).chain(two).collect()
}

/// Rooms of a size around a mark, with what each costs: beside it first, then farther off.
fn candidates(mark: Rect, (w, h): (f64, f64), radius: f64) -> Vec<(Rect, f64)> {
    let (x, y) = mark.centre();
    let mut rooms = Vec::new();
    if mark.w > 1.4 * w {
        rooms.push((Rect::around(x, y + 0.1 * radius, w, h), 0.0));
        rooms.push((Rect::around(x, y + 0.4 * radius, w, h), 0.3));
    }
    for ring in 0..9_u32 {
        let gap = 0.5 + f64::from(ring) * 0.16 * radius;
        let far = 0.6 * f64::from(ring);
        let (beside, above) = ((mark.w + w) / 2.0 + gap, (mark.h + h) / 2.0 + gap);
        let skew = (w / 2.0).min(beside);
        rooms.extend(
            [
                (beside, 0.0, 0.2),
                (0.0, above, 0.3),
                (0.0, -above, 0.45),
                (-beside, 0.0, 0.6),
                (skew * 0.9, above, 0.5),
                (skew * 0.9, -above, 0.5),
                (-skew * 0.9, above, 0.7),
                (-skew * 0.9, -above, 0.7),
                (beside, above * 0.6, 0.6),
                (beside, -above * 0.6, 0.6),
            ]
            .map(|(dx, dy, cost)| (Rect::around(x + dx, y + dy, w, h), cost + far)),
        );
    }
    rooms
}
