//! The size of a picture, from its first bytes.

/// Width and height in pixels of a PNG, GIF or JPEG.
pub(super) fn pixels(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Some((big(bytes, 16, 4)?, big(bytes, 20, 4)?));
    }
    if bytes.starts_with(b"GIF8") {
        let little = |at: usize| Some(u32::from(*bytes.get(at)?) | u32::from(*bytes.get(at + 1)?) << 8);
        return Some((little(6)?, little(8)?));
    }
    jpeg(bytes)
}

/// A number of some bytes, the highest first.
fn big(bytes: &[u8], at: usize, count: usize) -> Option<u32> {
    let bytes = bytes.get(at..at + count)?;
    Some(bytes.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

/// The segments of a JPEG, up to the one that starts the frame.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = bytes.starts_with(b"\xff\xd8").then_some(2)?;
    loop {
        let [0xff, marker] = *bytes.get(at..at + 2)? else { return None };
        match marker {
            // Fill bytes, and markers without a length.
            0xff => at += 1,
            0x01 | 0xd0..=0xd7 => at += 2,
            // Frames of all kinds; the three left out are tables.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
            }
            _ => at += 2 + usize::try_from(big(bytes, at + 2, 2)?).ok()?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_kinds_of_pictures() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 1, 0, 0, 0, 0, 7]);
        assert_eq!(pixels(&png), Some((256, 7)));
        assert_eq!(pixels(b"GIF89a\x40\x01\xc8\0"), Some((320, 200)));
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xff\xc2\0\x11\x08\0\x64\0\xc8\x03";
        assert_eq!(pixels(jpeg), Some((200, 100)));
        for cut in 0..jpeg.len() - 1 {
            assert_eq!(pixels(&jpeg[..cut]), None);
        }
        assert_eq!(pixels(b"<svg/>"), None);
    }
}
