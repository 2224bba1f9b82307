//! Comparing two editions: models, not texts.
//!
//! In: the engine data of both. Out: what was added, removed, renamed and changed, field by field. Lists
//! are matched by the ids of their members, so that their order counts for nothing. What follows from
//! something else (the two faces of a counter from its unit, a border's course from its places) is not
//! told a second time.

mod fields;
mod keys;
mod words;

use super::changes::{Change, ChangeKind, ChangedField, Section};
use fields::Differ;
use keys::keyed;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use words::EditionNames;

/// Lists of the engine data, where they stand on a sheet, and what a member is called.
const LISTS: [(&str, Section, &str); 32] = [
    ("/units", Section::Counters, "unit"),
    ("/markers", Section::Counters, "marker"),
    ("/decks", Section::Cards, "deck"),
    ("/cards", Section::Cards, "card"),
    ("/maps", Section::Map, "map"),
    ("/regions", Section::Map, "region"),
    ("/tables", Section::Tables, "table"),
    ("/rules/conditions", Section::Rules, "condition"),
    ("/rules/events", Section::Rules, "event"),
    ("/rules/stacking", Section::Rules, "stacking limit"),
    ("/rules/supply", Section::Rules, "supply"),
    ("/rules/losses", Section::Rules, "losses"),
    ("/rules/retreats", Section::Rules, "retreat"),
    ("/rules/advances", Section::Rules, "advance"),
    ("/rules/attacks", Section::Rules, "attack"),
    ("/rules/procedures", Section::Rules, "procedure"),
    ("/rules/choices", Section::Rules, "choice"),
    ("/rules/actions", Section::Rules, "action"),
    ("/rules/parameters", Section::Rules, "number"),
    ("/rules/rules", Section::Rules, "rule"),
    ("/rules/victories", Section::Rules, "victory condition"),
    ("/scenarios", Section::Scenarios, "scenario"),
    ("/tracks", Section::Displays, "track"),
    ("/displays", Section::Displays, "display"),
    ("/sides", Section::Game, "side"),
    ("/sizes", Section::Game, "size"),
    ("/types", Section::Game, "type"),
    ("/formations", Section::Game, "formation"),
    ("/values", Section::Game, "value"),
    ("/layouts", Section::Game, "layout"),
    ("/attributes", Section::Game, "attribute"),
    ("/missing", Section::Game, "gap in the sources"),
];

/// Records of which there is one.
const SINGLE: [(&str, Section, &str); 4] = [
    ("/rules/sequence", Section::Rules, "sequence of play"),
    ("/rules/movement", Section::Rules, "movement"),
    ("/rules/zone_of_control", Section::Rules, "zones of control"),
    ("/game", Section::Game, "game"),
];

/// What changed between two editions, given as engine data.
pub fn compare(old: &Value, new: &Value) -> Vec<Change> {
    let comparison = Comparison::new(old, new);
    let mut changes = Vec::new();
    for (path, section, what) in LISTS {
        let of = |value| list(value, path);
        comparison.records((of(old), of(new)), |_| (section, what.to_string()), &mut changes);
    }
    for (path, section, what) in SINGLE {
        changes.extend(comparison.single(path, section, what));
    }
    comparison.records((list(old, "/places"), list(new, "/places")), place, &mut changes);
    comparison.edges(&mut changes);
    changes.extend(comparison.examples());
    changes.sort_by_key(|change| change.section);
    changes
}

/// A list of the engine data; what is missing is empty.
fn list<'v>(value: &'v Value, path: &str) -> &'v [Value] {
    value.pointer(path).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A text of a record; what is missing is empty.
fn text<'v>(record: &'v Value, key: &str) -> &'v str {
    record.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Places of the map and of displays stand apart.
fn place(place: &Value) -> (Section, String) {
    match text(place, "kind") {
        kind @ ("hex" | "square" | "area") => (Section::Map, kind.to_string()),
        kind => (Section::Displays, kind.to_string()),
    }
}

/// A record with its key, and what it was.
type RecordPair<'r> = (&'r str, &'r Value, Option<(&'r str, &'r Value)>);

struct Comparison<'v> {
    old: &'v Value,
    new: &'v Value,
    differ: Differ<'v>,
}

impl<'v> Comparison<'v> {
    fn new(old: &'v Value, new: &'v Value) -> Self {
        let mut differ = Differ::new(old, new);
        for path in ["/units", "/markers", "/cards", "/places", "/counters"] {
            let ids = |value| list(value, path).iter().map(|one| text(one, "id")).collect::<BTreeSet<&str>>();
            let (before, after) = (ids(old), ids(new));
            for one in list(new, path) {
                let was = one.get("was").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let mut was = was.iter().filter_map(Value::as_str);
                let own = text(one, "id");
                if let Some(gone) = was.rfind(|id| before.contains(id) && !after.contains(id))
                    && !before.contains(own)
                {
                    differ.renamed.insert(gone, own);
                }
            }
            differ.gone.extend(before.difference(&after));
            differ.fresh.extend(after.difference(&before));
        }
        Self { old, new, differ }
    }

    /// Compares lists of records by their ids, and by the ids they had.
    fn records(
        &self,
        (old, new): (&'v [Value], &'v [Value]),
        of: impl Fn(&Value) -> (Section, String),
        changes: &mut Vec<Change>,
    ) {
        let (old, new) = (keyed(old), keyed(new));
        let mut before: BTreeMap<&str, &Value> = old.iter().map(|(key, one)| (key.as_str(), *one)).collect();
        let renamed = |key: &str| self.differ.renamed.iter().find(|(_, own)| **own == key).map(|(gone, _)| *gone);
        let mut matched: Vec<RecordPair<'_>> = Vec::new();
        for (key, one) in &new {
            let was = before.remove_entry(key.as_str());
            let was = was.or_else(|| renamed(key).and_then(|gone| before.remove_entry(gone)));
            matched.push((key, *one, was));
        }
        // What is the same but for its id was renamed, too.
        for (_, one, was) in matched.iter_mut().filter(|(_, _, was)| was.is_none()) {
            let same = before.iter().find(|(_, gone)| bare(gone) == bare(one)).map(|(key, _)| *key);
            *was = same.and_then(|key| before.remove_entry(key));
        }
        for (key, one, was) in matched {
            let (section, what) = of(one);
            let Some((old_key, old)) = was else {
                changes.push(self.whole(section, what, key, one, ChangeKind::Added));
                continue;
            };
            let fields = self.fields(old, one);
            let renamed = (old_key != key).then(|| old_key.to_string());
            if fields.is_empty() && renamed.is_none() {
                continue;
            }
            let kind = if renamed.is_some() { ChangeKind::Renamed } else { ChangeKind::Changed };
            let change = self.whole(section, what, key, one, kind);
            changes.push(Change { was: renamed, fields, ..change });
        }
        for (key, one) in &old {
            if before.contains_key(key.as_str()) {
                let (section, what) = of(one);
                changes.push(self.whole(section, what, key, one, ChangeKind::Removed));
            }
        }
    }

    fn single(&self, path: &str, section: Section, what: &str) -> Option<Change> {
        let of = |value: &'v Value| value.pointer(path).filter(|value| !value.is_null());
        let change = |one: &Value, kind| Change {
            name: crate::errata::capital(what),
            ..self.whole(section, what.to_string(), what, one, kind)
        };
        match (of(self.old), of(self.new)) {
            (None, None) => None,
            (None, Some(one)) => Some(change(one, ChangeKind::Added)),
            (Some(one), None) => Some(change(one, ChangeKind::Removed)),
            (Some(old), Some(new)) => {
                let fields = self.fields(old, new);
                (!fields.is_empty()).then(|| Change { fields, ..change(new, ChangeKind::Changed) })
            }
        }
    }

    /// The fields of two records, with the faces of a marker's counter.
    fn fields(&self, old: &'v Value, new: &'v Value) -> Vec<ChangedField> {
        let mut fields = self.differ.fields(old, new);
        if new.get("use").is_some() && new.get("counter").is_some() {
            let face = |edition: &'v Value, marker: &Value| {
                list(edition, "/counters").iter().find(|one| text(one, "id") == text(marker, "counter"))
            };
            if let (Some(old), Some(new)) = (face(self.old, old), face(self.new, new)) {
                fields.extend(
                    self.differ
                        .fields(old, new)
                        .into_iter()
                        .filter(|field| field.path.starts_with("front") || field.path.starts_with("back")),
                );
            }
        }
        fields
    }

    /// A record as a change, without its fields.
    fn whole(&self, section: Section, what: String, key: &str, one: &Value, kind: ChangeKind) -> Change {
        let edition = if kind == ChangeKind::Removed { self.old } else { self.new };
        let name = EditionNames(edition).of_record(one).unwrap_or_else(|| key.to_string());
        let source = one.pointer("/source/rest").and_then(Value::as_str).map(str::to_string);
        let says = ["text", "effect"].iter().find_map(|key| Some(text(one, key)).filter(|says| !says.is_empty()));
        let says = says.filter(|says| kind == ChangeKind::Added && *says != name).map(str::to_string);
        Change { section, what, id: key.to_string(), name, kind, was: None, source, says, fields: Vec::new() }
    }

    /// Neighbours: each pair once, unless it leads one way only.
    fn edges(&self, changes: &mut Vec<Change>) {
        let (old, new) = (pairs(self.old), pairs(self.new));
        let all: BTreeSet<&(&str, &str)> = old.keys().chain(new.keys()).collect();
        for pair in all {
            let ends = |ids: &BTreeSet<&str>| ids.contains(pair.0) || ids.contains(pair.1);
            let (kind, fields) = match (old.get(pair), new.get(pair)) {
                (Some(old), Some(new)) => (ChangeKind::Changed, self.differ.fields(old, new)),
                // With a place come and go its neighbours.
                (None, Some(_)) if !ends(&self.differ.fresh) => (ChangeKind::Added, Vec::new()),
                (Some(_), None) if !ends(&self.differ.gone) => (ChangeKind::Removed, Vec::new()),
                _ => continue,
            };
            if kind == ChangeKind::Changed && fields.is_empty() {
                continue;
            }
            let edge = new.get(pair).or_else(|| old.get(pair)).copied().unwrap_or(&Value::Null);
            let names = EditionNames(if new.contains_key(pair) { self.new } else { self.old });
            let name = format!("{} / {}", names.place(pair.0), names.place(pair.1));
            let id = format!("{}/{}", pair.0, pair.1);
            let (section, what) = (Section::Map, text(edge, "by").replace('-', " "));
            changes.push(Change { section, what, id, name, kind, was: None, source: None, says: None, fields });
        }
    }

    /// Worked examples are for engines: which changed is enough.
    fn examples(&self) -> Vec<Change> {
        let (old, new) = (keyed(list(self.old, "/examples")), keyed(list(self.new, "/examples")));
        let find =
            |list: &[(String, &'v Value)], key: &str| list.iter().find(|(own, _)| own == key).map(|(_, one)| *one);
        let what = || "example".to_string();
        let mut changes = Vec::new();
        for (key, one) in &new {
            let kind = match find(&old, key) {
                Some(before) if before == *one => continue,
                Some(_) => ChangeKind::Changed,
                None => ChangeKind::Added,
            };
            let change = self.whole(Section::Examples, what(), key, one, kind);
            let fields = if kind == ChangeKind::Changed { vec![fields::other("steps")] } else { Vec::new() };
            changes.push(Change { fields, ..change });
        }
        for (key, one) in old.iter().filter(|(key, _)| find(&new, key).is_none()) {
            changes.push(self.whole(Section::Examples, what(), key, one, ChangeKind::Removed));
        }
        changes
    }
}

/// A record without what it is called.
fn bare(record: &Value) -> Value {
    let mut bare = record.clone();
    if let Some(entries) = bare.as_object_mut() {
        for key in ["id", "was", "name", "counter", "source", "note"] {
            entries.remove(key);
        }
    }
    bare
}

/// Every pair of neighbours and one of its edges.
fn pairs(edition: &Value) -> BTreeMap<(&str, &str), &Value> {
    let mut pairs = BTreeMap::new();
    for edge in list(edition, "/edges") {
        let (from, to) = (text(edge, "from"), text(edge, "to"));
        // The other direction, if there is one, says the same.
        if !pairs.contains_key(&(to, from)) {
            pairs.insert((from, to), edge);
        }
    }
    pairs
}
