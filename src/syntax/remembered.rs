//! Files that were decoded before: those of a kind are decoded again only if one of them changed.

use super::{GameFiles, InFile};
use crate::diag::Diagnostics;
use crate::source::decode::Cx;
use crate::source::{FileId, FileKind, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What became of files when they were last decoded, by their kind.
#[derive(Default)]
pub struct Decoded(BTreeMap<FileKind, RememberedFiles>);

/// The files of one kind.
struct RememberedFiles {
    key: blake3::Hash,
    files: GameFiles,
    diags: Diagnostics,
    broken: BTreeSet<String>,
    dropped: BTreeSet<FileId>,
}

impl Decoded {
    /// Decodes every file, as [`GameFiles::decode`] does.
    pub fn decode(&mut self, sources: &Sources, cx: &mut Cx) -> GameFiles {
        // A file that cannot be read is rare, and others hear of it.
        if !cx.diags.is_empty() {
            return GameFiles::decode(sources, cx);
        }
        let mut files = GameFiles::default();
        for kind in FileKind::ALL {
            // The sheet of a map may have the size of a picture.
            let counts = |own: FileKind| own == kind || kind == FileKind::Map && own == FileKind::Picture;
            let key = sources.hash_of(counts);
            if self.0.get(&kind).is_none_or(|part| part.key != key) {
                let mut own = Cx::default();
                let files = GameFiles::decode_kinds(&[kind], sources, &mut own);
                let Cx { diags, broken, dropped, .. } = own;
                self.0.insert(kind, RememberedFiles { key, files, diags, broken, dropped });
            }
            if let Some(part) = self.0.get(&kind) {
                files.add(&part.files);
                cx.diags.extend(part.diags.clone());
                cx.broken.extend(part.broken.iter().cloned());
                cx.dropped.extend(part.dropped.iter().copied());
            }
        }
        files
    }
}

impl GameFiles {
    fn add(&mut self, more: &GameFiles) {
        fn all<T>(to: &mut Vec<InFile<T>>, more: &[InFile<T>]) {
            to.extend(more.iter().map(InFile::share));
        }
        if let Some(game) = &more.game {
            self.game = Some(game.share());
        }
        all(&mut self.maps, &more.maps);
        all(&mut self.counters, &more.counters);
        all(&mut self.displays, &more.displays);
        all(&mut self.cards, &more.cards);
        all(&mut self.tables, &more.tables);
        all(&mut self.rules, &more.rules);
        all(&mut self.scenarios, &more.scenarios);
        all(&mut self.examples, &more.examples);
        all(&mut self.expects, &more.expects);
        all(&mut self.print, &more.print);
        self.written_examples.extend(more.written_examples.iter().cloned());
    }
}

impl<T> InFile<T> {
    fn share(&self) -> Self {
        Self { file: self.file, content: Arc::clone(&self.content) }
    }
}
