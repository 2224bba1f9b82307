//! The YAML files that say how a game looks, before anybody knows what they mean.

use super::pictures::template_name;
use crate::diag::Diagnostics;
use crate::source::{DataNode, FileId, FileKind, Sources, read_yaml};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Templates and styles as they are written. They can be read while the data of the game are.
pub struct WrittenLooks(BTreeMap<FileId, (DataNode, Diagnostics)>);

impl WrittenLooks {
    /// Reads those of a game, and those that are built in.
    pub fn read(sources: &Sources) -> Self {
        let named: Vec<_> = sources
            .iter()
            .filter(|(_, file)| file.kind == FileKind::Template && template_name(file).is_some())
            .collect();
        let read = named.into_par_iter().map(|(id, file)| {
            let mut diags = Diagnostics::default();
            (id, (read_yaml(id, &file.text, &mut diags), diags))
        });
        Self(read.collect())
    }

    /// What is written in a file; what is wrong with it is told.
    pub fn take(&mut self, file: FileId, diags: &mut Diagnostics) -> Option<DataNode> {
        let (node, found) = self.0.remove(&file)?;
        diags.extend(found);
        Some(node)
    }
}
