//! Pixels as PNG files: a palette where that loses nothing, else as few channels as there are.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A hash for pixels: they are well spread by one multiplication.
#[derive(Default)]
struct PixelHasher(u64);

impl Hasher for PixelHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }
    fn write_u32(&mut self, value: u32) {
        self.0 = (self.0 ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

/// The colours of a picture in order of appearance, and the index of each pixel; none if there are
/// more than 256.
fn palette(pixels: &[u8]) -> Option<(Vec<[u8; 4]>, Vec<u8>)> {
    let mut known: HashMap<u32, u8, BuildHasherDefault<PixelHasher>> = HashMap::default();
    let mut colours = Vec::new();
    let mut indices = Vec::with_capacity(pixels.len() / 4);
    let mut last = None;
    for pixel in pixels.chunks_exact(4) {
        let rgba = [pixel[0], pixel[1], pixel[2], pixel[3]];
        let key = u32::from_le_bytes(rgba);
        // Most pixels equal their left neighbour.
        if let Some((before, index)) = last
            && before == key
        {
            indices.push(index);
            continue;
        }
        let index = match known.get(&key) {
            Some(index) => *index,
            None => {
                let index = u8::try_from(colours.len()).ok()?;
                known.insert(key, index);
                colours.push(rgba);
                index
            }
        };
        last = Some((key, index));
        indices.push(index);
    }
    Some((colours, indices))
}

/// Pictures of more bytes than this are compressed harder: half a million pixels.
const LARGE: usize = 2 << 20;

/// A PNG of straight (not premultiplied) RGBA pixels.
pub fn encode(width: u32, height: u32, pixels: &[u8], dpi: f64) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::with_capacity(pixels.len() / 8);
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_depth(png::BitDepth::Eight);
    // Counters come by the hundred and are small either way; a map is worth the time.
    let large = pixels.len() > LARGE;
    encoder.set_compression(if large { png::Compression::Balanced } else { png::Compression::Fast });
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let per_metre = (dpi / 0.0254).round() as u32;
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    let data = if let Some((colours, indices)) = palette(pixels) {
        encoder.set_color(png::ColorType::Indexed);
        // What equals the row above becomes zeros, which is what the fast compressor is fast at.
        encoder.set_filter(png::Filter::Up);
        encoder.set_palette(colours.iter().flat_map(|c| [c[0], c[1], c[2]]).collect::<Vec<u8>>());
        if colours.iter().any(|colour| colour[3] < 255) {
            encoder.set_trns(colours.iter().map(|colour| colour[3]).collect::<Vec<u8>>());
        }
        indices
    } else if pixels.chunks_exact(4).all(|pixel| pixel[3] == 255) {
        encoder.set_color(png::ColorType::Rgb);
        let mut rgb = Vec::with_capacity(pixels.len() / 4 * 3);
        pixels.chunks_exact(4).for_each(|pixel| rgb.extend_from_slice(&pixel[..3]));
        rgb
    } else {
        encoder.set_color(png::ColorType::Rgba);
        pixels.to_vec()
    };
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(width: u32, height: u32, pixels: &[u8]) -> (png::ColorType, Vec<u8>) {
        let bytes = encode(width, height, pixels, 300.0).unwrap();
        let colour = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap().info().color_type;
        let image = image::load_from_memory(&bytes).unwrap().to_rgba8();
        (colour, image.into_raw())
    }

    #[test]
    fn few_colours_make_a_palette_and_nothing_is_lost() {
        let few: Vec<u8> = (0..64u8).flat_map(|n| [n % 7, 2, 3, if n == 5 { 128 } else { 255 }]).collect();
        assert_eq!(round_trip(8, 8, &few), (png::ColorType::Indexed, few));
        let many: Vec<u8> = (0..400u32).flat_map(|n| [(n % 256) as u8, (n / 256) as u8, 7, 255]).collect();
        assert_eq!(round_trip(20, 20, &many), (png::ColorType::Rgb, many));
        let glass: Vec<u8> = (0..400u32).flat_map(|n| [(n % 256) as u8, (n / 256) as u8, 7, 9]).collect();
        assert_eq!(round_trip(20, 20, &glass), (png::ColorType::Rgba, glass));
    }

    #[test]
    fn exactly_256_colours_fit() {
        let pixels: Vec<u8> = (0..=255u8).flat_map(|n| [n, 0, 0, 255]).collect();
        assert_eq!(round_trip(16, 16, &pixels), (png::ColorType::Indexed, pixels));
    }
}
