//! Rows of a picture, filtered and deflated: parts that can be made side by side and joined.

use flate2::{Compress, CompressError, Compression, FlushCompress};
use std::cell::RefCell;

/// Deflated rows.
pub(super) struct Packed {
    /// Whole blocks that end on a byte, so that others can follow.
    pub bytes: Vec<u8>,
    /// The checksum of what was deflated.
    pub adler: u32,
    /// How many bytes were deflated.
    pub length: usize,
}

/// How rows are packed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packing {
    /// Whether rows are written as the difference to the row above. Numbers of colours compress better as they are.
    pub differences: bool,
    /// How hard the compressor tries, 1 to 9.
    pub level: u32,
}

/// What a thread uses for every picture.
#[derive(Default)]
struct Tools {
    filtered: Vec<u8>,
    row: Vec<u8>,
    above: Vec<u8>,
    compressor: Option<(u32, Compress)>,
}

thread_local! {
    static TOOLS: RefCell<Tools> = RefCell::default();
}

/// Packs rows that `rows` writes, one after the other, into the buffer it is handed.
pub(super) fn pack(
    rows: impl Iterator<Item = impl FnOnce(&mut Vec<u8>)>,
    packing: Packing,
) -> Result<Packed, CompressError> {
    TOOLS.with_borrow_mut(|tools| {
        tools.filtered.clear();
        for (n, write) in rows.enumerate() {
            tools.row.clear();
            write(&mut tools.row);
            // The first row stands alone, so that nothing has to be known of other parts.
            if packing.differences && n > 0 {
                tools.filtered.push(UP);
                let differences = tools.row.iter().zip(&tools.above).map(|(own, above)| own.wrapping_sub(*above));
                tools.filtered.extend(differences);
            } else {
                tools.filtered.push(NONE);
                tools.filtered.extend_from_slice(&tools.row);
            }
            std::mem::swap(&mut tools.row, &mut tools.above);
        }
        let adler = simd_adler32::adler32(&tools.filtered.as_slice());
        let bytes = deflate(&mut tools.compressor, &tools.filtered, packing)?;
        Ok(Packed { bytes, adler, length: tools.filtered.len() })
    })
}

/// PNG's names for rows as they are, and for differences to the row above.
const NONE: u8 = 0;
const UP: u8 = 2;

fn deflate(slot: &mut Option<(u32, Compress)>, data: &[u8], packing: Packing) -> Result<Vec<u8>, CompressError> {
    if slot.as_ref().is_none_or(|(level, _)| *level != packing.level) {
        *slot = None;
    }
    let (_, compressor) =
        slot.get_or_insert_with(|| (packing.level, Compress::new(Compression::new(packing.level), false)));
    compressor.reset();
    let mut bytes = Vec::with_capacity(data.len() / 16 + 512);
    loop {
        let done = usize::try_from(compressor.total_in()).unwrap_or(data.len());
        compressor.compress_vec(&data[done..], &mut bytes, FlushCompress::Sync)?;
        let all = usize::try_from(compressor.total_in()).unwrap_or(data.len()) == data.len();
        // Where there is room left, nothing is left to be written.
        if all && bytes.len() < bytes.capacity() {
            return Ok(bytes);
        }
        bytes.reserve(bytes.capacity());
    }
}

/// The checksum of two things, one after the other.
pub(super) fn joined(first: u32, second: u32, length: usize) -> u32 {
    const BASE: u32 = 65_521;
    let (a, b) = (first & 0xffff, first >> 16);
    let (c, d) = (second & 0xffff, second >> 16);
    let length = u32::try_from(length % BASE as usize).unwrap_or(0);
    let sum = (a + c + BASE - 1) % BASE;
    let product = u64::from(length) * u64::from(a + BASE - 1) % u64::from(BASE);
    let total = (b + d + u32::try_from(product).unwrap_or(0)) % BASE;
    total << 16 | sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_of_parts_make_that_of_the_whole() {
        let data: Vec<u8> = (0..200_000u32).map(|n| (n.wrapping_mul(n) >> 7) as u8).collect();
        for cut in [0, 1, 5_552, 65_521, 131_042, 199_999, 200_000] {
            let (first, second) = data.split_at(cut);
            let whole = joined(simd_adler32::adler32(&first), simd_adler32::adler32(&second), second.len());
            assert_eq!(whole, simd_adler32::adler32(&data.as_slice()), "{cut}");
        }
    }
}
