//! The errata sheet as pages of paper.

use super::changes::{Change, ChangedField, Section};
use super::{Errata, FaceChange, capital, fate, heading, markdown, rule};
use crate::art::charts::Chart;
use crate::art::charts::notice::{Notice, NoticeEntry, NoticeLine, pages};
use crate::draw::Drawing;
use crate::look::styles::ChartStyle;
use crate::model::Model;
use std::collections::BTreeSet;

/// The pages of a sheet.
pub fn charts(errata: &Errata, model: &Model, style: &ChartStyle) -> Vec<Chart> {
    let mut notices: Vec<Notice> = Vec::new();
    for section in Section::ALL {
        let mut met = BTreeSet::new();
        let mut entries: Vec<NoticeEntry> = errata.of(section).map(|change| entry(errata, change, &mut met)).collect();
        // What looks different for another reason than its own data.
        entries.extend(errata.faces(section).iter().filter(|face| !met.contains(&face.id)).map(redrawn));
        if !entries.is_empty() {
            notices.push(Notice { title: section.title().to_string(), entries });
        }
    }
    notices.extend(saved_games(errata));
    pages(model, style, &format!("Errata {} to {}", errata.from, errata.to), &notices)
}

fn pictures(faces: &[Option<Drawing>; 2]) -> Vec<Drawing> {
    faces.iter().flatten().cloned().collect()
}

/// Faces of the counters or cards of a change.
fn faces_of<'e>(errata: &'e Errata, change: &Change) -> Vec<&'e FaceChange> {
    let own = |face: &&FaceChange| face.id.split('#').next() == Some(change.id.as_str());
    errata.faces(change.section).iter().filter(own).collect()
}

fn entry(errata: &Errata, change: &Change, met: &mut BTreeSet<String>) -> NoticeEntry {
    let faces = faces_of(errata, change);
    met.extend(faces.iter().map(|face| face.id.clone()));
    let mut lines: Vec<NoticeLine> =
        fate(errata, change).into_iter().map(|now| NoticeLine { label: String::new(), now, was: None }).collect();
    lines.extend(change.says.iter().map(|says| NoticeLine { label: String::new(), now: says.clone(), was: None }));
    lines.extend(change.played().map(line));
    // A unit of many counters shows those that changed, the first few.
    let shown = faces.iter().take(2);
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for face in shown {
        old.extend(pictures(&face.old));
        new.extend(pictures(&face.new));
    }
    NoticeEntry { name: heading(change), remark: change.source.as_deref().map(rule), old, new, lines }
}

fn line(field: &ChangedField) -> NoticeLine {
    let label = capital(&field.name);
    if field.new.is_array() {
        let some = |value: &serde_json::Value| value.as_array().is_some_and(|all| !all.is_empty());
        let new = some(&field.new).then(|| format!("new {}", field.now));
        let gone = some(&field.old).then(|| format!("gone {}", field.was));
        let now = [new, gone].into_iter().flatten().collect::<Vec<_>>().join("; ");
        return NoticeLine { label, now, was: None };
    }
    let was = (!field.was.is_empty()).then(|| field.was.clone());
    NoticeLine { label, now: field.now.clone(), was }
}

fn redrawn(face: &FaceChange) -> NoticeEntry {
    let now = match face.kind {
        super::ChangeKind::Added => format!("{} more", face.print),
        super::ChangeKind::Removed => "Removed".to_string(),
        _ => "Looks different".to_string(),
    };
    let lines = vec![NoticeLine { label: String::new(), now, was: None }];
    NoticeEntry { name: face.id.clone(), remark: None, old: pictures(&face.old), new: pictures(&face.new), lines }
}

/// What players of a saved game need to know.
fn saved_games(errata: &Errata) -> Option<Notice> {
    let carry = errata.saved_games.as_ref()?;
    let say = |now: String| NoticeLine { label: String::new(), now, was: None };
    let mut lines = vec![say(markdown::carries(errata))];
    lines.extend(carry.findings.iter().map(|finding| say(markdown::told(finding))));
    Some(Notice { title: "Saved games".to_string(), entries: vec![NoticeEntry { lines, ..NoticeEntry::default() }] })
}
