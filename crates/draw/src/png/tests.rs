use super::*;

/// What others read: the kind of pixels and the pixels.
fn read(bytes: &[u8]) -> (png::ColorType, Vec<u8>) {
    let colour = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap().info().color_type;
    (colour, image::load_from_memory(bytes).unwrap().to_rgba8().into_raw())
}

fn round_trip(width: u32, height: u32, pixels: &[u8]) -> (png::ColorType, Vec<u8>) {
    read(&encode(width, height, pixels, 300.0).unwrap())
}

#[test]
fn few_colours_make_a_palette_and_nothing_is_lost() {
    let few: Vec<u8> = (0..64u8).flat_map(|n| [n % 7, 2, 3, if n == 5 { 128 } else { 255 }]).collect();
    assert_eq!(round_trip(8, 8, &few), (png::ColorType::Indexed, few));
    let grey: Vec<u8> = (0..64u8).flat_map(|n| [n, n, n, 255]).collect();
    assert_eq!(round_trip(8, 8, &grey), (png::ColorType::Grayscale, grey));
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

/// A picture written in bands of so many rows, each in the way of `colour`.
fn banded(rows: u32, opaque: bool, colour: impl Fn(u32) -> [u8; 4]) -> (png::ColorType, bool) {
    let (width, height) = (50, 40);
    let pixels: Vec<u8> = (0..width * height).flat_map(&colour).collect();
    let mut file = PngFile::new(width, height, 300.0, opaque);
    let bands: Vec<&[u8]> = pixels.chunks((rows * width * 4) as usize).collect();
    // Two at once: what is known of one must not matter for its neighbour.
    for two in bands.chunks(2) {
        let two = two.iter().map(|band| file.band(band).unwrap()).collect();
        file.push(two).unwrap();
    }
    let (kind, back) = read(&file.finish().unwrap());
    (kind, back == pixels)
}

#[test]
fn bands_join_to_the_same_picture() {
    for rows in [1, 3, 7, 40] {
        let few = banded(rows, true, |n| [(n / 200) as u8 * 9, 1, 2, 255]);
        assert_eq!(few, (png::ColorType::Indexed, true), "{rows}");
        let grey = banded(rows, true, |n| {
            [(n / 50) as u8; 3].map(|c| c * 3).iter().copied().chain([255]).collect::<Vec<_>>().try_into().unwrap()
        });
        assert_eq!(grey, (png::ColorType::Grayscale, true), "{rows}");
        // Each band has few colours, all together have many.
        let many = banded(rows, true, |n| [(n % 256) as u8, (n / 256) as u8, 2, 255]);
        assert_eq!(many, (png::ColorType::Rgb, true), "{rows}");
        // Few colours at the top, many below.
        let late =
            banded(rows, false, |n| if n < 1000 { [1, 2, 3, 4] } else { [(n % 256) as u8, (n / 256) as u8, 2, 77] });
        assert_eq!(late, (png::ColorType::Rgba, true), "{rows}");
    }
}
