//! The lock as it stands in the game's folder, and ids that things had before.

use crate::diag::{Diagnostics, codes};
use crate::identity::{Identities, LARGEST, Lock, PieceKind, VERSION, quoted};
use crate::source::decode::Cx;
use crate::source::values::Id;
use crate::source::{
    DataKey, DataNode, DataTable, DataValue, File, FileId, FileKind, LOCK, Sources, Sp, Span, read_toml,
};
use crate::syntax::GameFiles;
use std::collections::BTreeMap;

/// Reads the lock, if the game has one, and checks it and every `was`.
pub fn check(sources: &Sources, files: &GameFiles, cx: &mut Cx) -> Option<Lock> {
    let known = things(files);
    let before = cx.errors();
    let unread = |id: FileId| cx.diags.iter().any(|diag| diag.primary.span.file == id);
    let file = sources.own().find(|(id, file)| file.kind == FileKind::Lock && !unread(*id));
    let lock = file.map(|(id, file)| read(id, file, &known, cx));
    // What a faulty lock does not know may stand in its faulty lines.
    let lock = lock.filter(|_| cx.errors() == before);
    was(&known, lock.as_ref(), cx);
    lock
}

/// Everything that is a piece, with what it was.
type Things<'a> = BTreeMap<(PieceKind, &'a str), (Span, &'a [Sp<Id>])>;

fn things(files: &GameFiles) -> Things<'_> {
    let counters = || files.counters.iter().map(|file| &file.content);
    let units = counters().flat_map(|file| &file.groups).flat_map(|group| &group.units);
    let markers = counters().flat_map(|file| &file.markers);
    let cards = files.cards.iter().flat_map(|file| &file.content.cards);
    let units = units.map(|def| (PieceKind::Unit, &def.id, &def.was));
    let markers = markers.map(|def| (PieceKind::Marker, &def.id, &def.was));
    let cards = cards.map(|def| (PieceKind::Card, &def.id, &def.was));
    let all = units.chain(markers).chain(cards);
    all.map(|(piece, id, was)| ((piece, id.0.as_str()), (id.span, was.as_slice()))).collect()
}

/// What `was` names is gone from the data, is named once, and is in the lock if there is one.
fn was(known: &Things<'_>, lock: Option<&Lock>, cx: &mut Cx) {
    let mut taken: BTreeMap<(PieceKind, &str), (&str, Span)> = BTreeMap::new();
    for (&(piece, id), &(_, was)) in known {
        for old in was {
            let old_id = old.0.as_str();
            if let Some((there, _)) = known.get(&(piece, old_id)) {
                let message = format!("the {} `{old_id}` still exists, so `{id}` cannot be its new id", piece.word());
                let mut diag = codes::WAS_EXISTS.at(old.span, message).label("not an old id");
                if old_id != id {
                    diag = diag.also(*there, "still here");
                }
                cx.diags.push(diag.help("`was` names the id before a rename; remove it"));
            }
            match taken.get(&(piece, old_id)) {
                Some((other, first)) if *other != id => {
                    let message = format!("`{other}` and `{id}` cannot both replace the {} `{old_id}`", piece.word());
                    let diag = codes::WAS_TWICE.at(old.span, message).label("again").also(*first, "first here");
                    cx.diags.push(diag.help("keep the one that saved games should show in its place"));
                }
                _ => drop(taken.insert((piece, old_id), (id, old.span))),
            }
        }
        if let (Some(lock), Some(first)) = (lock, was.first()) {
            carried(lock, piece, id, was, first.span, cx);
        }
    }
}

/// A piece that is new to the lock takes over a number.
fn carried(lock: &Lock, piece: PieceKind, id: &str, was: &[Sp<Id>], span: Span, cx: &mut Cx) {
    let key = piece.key(id);
    if lock.pieces.contains_key(&key) {
        return;
    }
    if let Some(number) = lock.retired.get(&key) {
        let message = format!("the {} `{id}` already has the number {number}: nothing is carried over", piece.word());
        let diag = codes::WAS_UNKNOWN.at(span, message).label("has no effect");
        cx.diags.push(diag.help("remove `was`, or choose an id that was never used"));
    } else if !was.iter().any(|old| lock.number(&piece.key(&old.0)).is_some()) {
        let message = format!("the lock does not list the {} `{}`: nothing is carried over", piece.word(), was[0].0);
        let prefix = format!("{}/", piece.word());
        let keys = lock.pieces.keys().chain(lock.retired.keys());
        let ids: Vec<&str> = keys.filter_map(|key| key.strip_prefix(&prefix)).collect();
        let mut diag = codes::WAS_UNKNOWN.at(span, message).label("not in the lock");
        diag = match crate::diag::nearest(&was[0].0, ids) {
            Some(near) => diag.help(format!("did you mean `{near}`?")),
            None => diag.help("remove `was`, or restore the lock that lists it"),
        };
        cx.diags.push(diag);
    }
}

/// Reads the lock; what is faulty is reported and left out.
fn read(id: FileId, file: &File, known: &Things<'_>, cx: &mut Cx) -> Lock {
    let mut lock = Lock::default();
    if unfinished_merge(id, &file.text, cx) {
        return lock;
    }
    let mut faults = Diagnostics::default();
    let node = read_toml(id, &file.text, &mut faults);
    for fault in faults.iter() {
        let diag = codes::LOCK_SHAPE.at(fault.primary.span, fault.message.clone()).label("here");
        cx.diags.push(diag.help("repair the line, or restore the lock from the last commit"));
    }
    let DataValue::Table(table) = &node.value else { return lock };
    version(id, table, faults.is_empty(), cx);
    let mut numbers: BTreeMap<u32, (String, Span)> = BTreeMap::new();
    let mut keys: BTreeMap<&str, Span> = BTreeMap::new();
    for (title, node) in &table.entries {
        let into = match title.text.as_str() {
            "version" => continue,
            "pieces" => &mut lock.pieces,
            "retired" => &mut lock.retired,
            _ => {
                let diag = codes::LOCK_SHAPE
                    .at(title.span, format!("`{}` is not a key of a lock", title.text))
                    .label("unknown");
                cx.diags.push(diag.suggest(&title.text, ["version", "pieces", "retired"]));
                continue;
            }
        };
        let DataValue::Table(lines) = &node.value else {
            let message = format!("`{}` is a table, not {}", title.text, node.what());
            let help = format!("write `[{}]`, with one line per piece below it", title.text);
            cx.diags.push(codes::LOCK_SHAPE.at(node.span, message).label("here").help(help));
            continue;
        };
        for (key, node) in &lines.entries {
            let (Some(()), Some(number)) = (well_formed(key, cx), number(key, node, cx)) else { continue };
            if let Some(first) = keys.insert(&key.text, key.span) {
                let message = format!("the lock lists `{}` twice", key.text);
                let diag = codes::LOCK_TWICE.at(key.span, message).label("again").also(first, "first here");
                cx.diags.push(diag.help("remove the line below `[retired]`: the one below `[pieces]` counts"));
                continue;
            }
            if let Some((other, first)) = numbers.get(&number) {
                let message = format!("`{other}` and `{}` have the same number {number}", key.text);
                let diag = codes::LOCK_TWICE.at(node.span, message).label("again").also(*first, "first here");
                cx.diags.push(diag.help(which_to_remove(other, &key.text, known)));
                continue;
            }
            numbers.insert(number, (key.text.clone(), node.span));
            into.insert(key.text.clone(), number);
        }
    }
    lock
}

/// Which of two lines with the same number has to go.
fn which_to_remove(first: &str, second: &str, known: &Things<'_>) -> String {
    let there = |key: &str| {
        let Some((word, id)) = key.split_once('/') else { return false };
        let is = |piece: &PieceKind| {
            piece.word() == word || (word == PieceKind::Place.word() && *piece == PieceKind::Marker)
        };
        known.keys().any(|(piece, known)| *known == id && is(piece))
    };
    match (there(first), there(second)) {
        (true, false) => format!("remove the line of `{second}`, which is no longer in the data"),
        (false, true) => format!("remove the line of `{first}`, which is no longer in the data"),
        _ => format!(
            "two branches gave out the same number: remove the line of the one that no published module has yet, else \
             that of `{second}`; the next build gives it a new number"
        ),
    }
}

/// Reports the marks that a merge leaves where two sides differ: each place once, with all of its marks.
fn unfinished_merge(id: FileId, text: &str, cx: &mut Cx) -> bool {
    let mut places: Vec<Vec<(Span, &str)>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let shown = line.trim_end();
        if let Some((_, says)) = MARKS.into_iter().find(|(mark, _)| is_mark(shown, mark)) {
            let mark = (Span::new(id, at..at + shown.len()), says);
            match places.last_mut() {
                Some(place) if says != BEGINS && place.last().is_some_and(|(_, says)| *says != ENDS) => {
                    place.push(mark)
                }
                _ => places.push(vec![mark]),
            }
        }
        at += line.len();
    }
    for place in &places {
        let Some(((first, says), rest)) = place.split_first() else { continue };
        let diag = codes::LOCK_SHAPE.at(*first, "this lock has unresolved merge conflicts").label(*says);
        let diag = rest.iter().fold(diag, |diag, (span, says)| diag.also(*span, *says));
        cx.diags.push(diag.help("keep the lines of both sides, remove the conflict markers, and build"));
    }
    !places.is_empty()
}

const BEGINS: &str = "begins here";
const ENDS: &str = "ends here";

/// How the lines of a merge begin, and what they mean.
const MARKS: [(&str, &str); 4] =
    [("<<<<<<<", BEGINS), ("|||||||", "as it was before"), ("=======", "the other side"), (">>>>>>>", ENDS)];

fn is_mark(line: &str, mark: &str) -> bool {
    line.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

fn version(id: FileId, table: &DataTable, sound: bool, cx: &mut Cx) {
    match table.get("version") {
        Some(DataNode { value: DataValue::Integer(VERSION), .. }) => {}
        Some(node) => {
            let message = format!("this lock does not have version {VERSION}");
            let diag = codes::LOCK_VERSION.at(node.span, message).label("unknown version");
            cx.diags.push(diag.help("a newer punchboard wrote this lock: use that version"));
        }
        // A line that could not be read may have said it.
        None if !sound => {}
        None => {
            let diag = codes::LOCK_SHAPE.at(Span::start_of(id), "the lock has no `version`");
            cx.diags.push(diag.help(format!("write `version = {VERSION}` at the top")));
        }
    }
}

/// There are numbers left for what is new: the lock that a build writes is one that the next check accepts.
pub fn room(sources: &Sources, after: &Identities, lock: &Lock, cx: &mut Cx) {
    if after.next() <= LARGEST + 1 {
        return;
    }
    let numbers = || lock.pieces.iter().chain(&lock.retired);
    let Some((key, highest)) = numbers().max_by_key(|(_, number)| **number) else { return };
    let Some((id, file)) = sources.own().find(|(_, file)| file.kind == FileKind::Lock) else { return };
    let line = file.text.find(&quoted(key)).unwrap_or(0);
    let end = file.text[line..].find('\n').map_or(file.text.len(), |end| line + end);
    let message = format!(
        "no number is left for {} new pieces: `{key}` has {highest}, and the largest is {LARGEST}",
        after.new.len()
    );
    let diag = codes::LOCK_NUMBER.at(Span::new(id, line..end), message).label("numbering continues from here");
    cx.diags.push(diag.help(format!("restore its number from an earlier {LOCK}, or remove the line")));
}

/// A key is a kind of piece and an id.
fn well_formed(key: &DataKey, cx: &mut Cx) -> Option<()> {
    let words = PieceKind::ALL.map(PieceKind::word);
    let good = key.text.split_once('/').is_some_and(|(word, id)| words.contains(&word) && !id.is_empty());
    if !good {
        let message = format!("`{}` is not the key of a piece", key.text);
        let diag = codes::LOCK_SHAPE.at(key.span, message).label("here");
        cx.diags.push(diag.help(format!(
            "a key is {} and an id, as in \"unit/191/71\"",
            words.map(|word| format!("`{word}/`")).join(", ")
        )));
    }
    good.then_some(())
}

fn number(key: &DataKey, node: &DataNode, cx: &mut Cx) -> Option<u32> {
    let number = match node.value {
        DataValue::Integer(number) => u32::try_from(number).ok().filter(|number| (1..=LARGEST).contains(number)),
        _ => None,
    };
    if number.is_none() {
        let message = format!("the number of `{}` is not a whole number from 1 to {LARGEST}", key.text);
        let diag = codes::LOCK_NUMBER.at(node.span, message).label("here");
        cx.diags.push(diag.help(format!("restore its number from an earlier {LOCK}, or remove the line")));
    }
    number
}
