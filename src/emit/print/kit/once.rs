//! PDFs that were made before.

use super::{Kit, KitFile};
use crate::emit::print::{Paper, PrintSheet};
use crate::emit::{EmitError, Game};

impl Kit<'_> {
    /// A PDF of sheets that depend on nothing but a key, a paper, and what is the same for the whole kit. If it was made
    /// before, its sheets are not even laid out.
    pub(super) fn put_once(
        &self,
        folder: &str,
        name: &str,
        title: &str,
        (key, paper): (&[u8], Option<&Paper>),
        sheets: impl FnOnce() -> Result<Vec<PrintSheet>, EmitError>,
    ) -> Result<Option<KitFile>, EmitError> {
        let Game { model, print, memory, .. } = self.game;
        let about = (&model.game.title, &model.game.designer, &self.footer, &print.settings, paper, name, title);
        let mut hash = blake3::Hasher::new();
        hash.update(b"pages").update(key).update(format!("{about:?}").as_bytes());
        let hash = *hash.finalize().as_bytes();
        if let Some((put, bytes)) = memory.recall(&hash).as_deref().and_then(|bytes| KitFile::read(title, bytes)) {
            self.sink.put(&format!("{folder}/{name}.pdf"), bytes)?;
            self.darkroom.made(put.pages);
            return Ok(Some(put));
        }
        let Some((put, bytes)) = self.document(folder, name, title, &sheets()?)? else { return Ok(None) };
        memory.remember(&hash, &[&put.counts()[..], &bytes].concat());
        self.sink.put(&format!("{folder}/{name}.pdf"), &bytes)?;
        Ok(Some(put))
    }
}

impl KitFile {
    /// How much it is, before the bytes of a file that is remembered.
    fn counts(&self) -> [u8; 16] {
        let mut counts = [0; 16];
        counts[..8].copy_from_slice(&(self.pages as u64).to_le_bytes());
        counts[8..].copy_from_slice(&(self.sheets as u64).to_le_bytes());
        counts
    }

    /// What was put, and its bytes.
    fn read<'b>(title: &str, bytes: &'b [u8]) -> Option<(Self, &'b [u8])> {
        let (counts, bytes) = bytes.split_first_chunk::<16>()?;
        let count = |half: &[u8]| usize::try_from(u64::from_le_bytes(half.try_into().ok()?)).ok();
        let (pages, sheets) = (count(&counts[..8])?, count(&counts[8..])?);
        Some((Self { title: title.to_string(), pages, sheets }, bytes))
    }
}
