//! Layers: pixels that are drawn apart and then laid onto others, through a clip or translucent.

use crate::Rect;
use resvg::tiny_skia::{FillRule, Mask, Path, PixmapMut, Transform};
use std::cell::RefCell;

/// Whole pixels: left, top, width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PixelWindow {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

impl PixelWindow {
    /// All whole pixels that a rectangle touches, inside of a canvas; none if it lies outside.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn around(rect: Rect, canvas: (u32, u32)) -> Option<Self> {
        let along = |from: f64, to: f64, most: u32| {
            let most = f64::from(most);
            let (from, to) = (from.floor().clamp(0.0, most), to.ceil().clamp(0.0, most));
            (to > from).then_some((from as u32, (to - from) as u32))
        };
        let (x, width) = along(rect.x, rect.right(), canvas.0)?;
        let (y, height) = along(rect.y, rect.bottom(), canvas.1)?;
        Some(Self { x, y, width, height })
    }
}

/// What is seen of a layer.
pub(super) enum Seen {
    /// All of it.
    All,
    /// How much of each column and each row: 255 is all.
    Columns(Vec<u8>, Vec<u8>),
    /// How much of each pixel.
    Pixels(Mask),
}

impl Seen {
    /// What of a window is inside a rectangle.
    pub fn through(rect: Rect, window: PixelWindow) -> Self {
        let columns = shares(rect.x - f64::from(window.x), rect.right() - f64::from(window.x), window.width);
        let rows = shares(rect.y - f64::from(window.y), rect.bottom() - f64::from(window.y), window.height);
        if columns.iter().chain(&rows).all(|share| *share == 255) { Seen::All } else { Seen::Columns(columns, rows) }
    }

    /// What of a window is inside an outline, whose corner is that of the window.
    pub fn inside(outline: &Path, window: PixelWindow) -> Option<Self> {
        let mut mask = Mask::new(window.width, window.height)?;
        mask.fill_path(outline, FillRule::Winding, true, Transform::identity());
        Some(Seen::Pixels(mask))
    }
}

/// How much of each of `count` pixels lies between two places.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn shares(from: f64, to: f64, count: u32) -> Vec<u8> {
    let share = |n: u32| {
        let covered = to.min(f64::from(n) + 1.0) - from.max(f64::from(n));
        // A clip that is off by a thousandth of a pixel is not off.
        if covered > 0.999 { 255 } else { (covered.max(0.0) * 255.0).round() as u8 }
    };
    (0..count).map(share).collect()
}

/// Layers are kept for the next use if they are no larger than this.
const KEPT: usize = 16 << 20;

/// Draws into an empty layer of that size.
pub(super) fn with_layer<T>(width: u32, height: u32, draw: impl FnOnce(&mut [u8]) -> T) -> T {
    thread_local! {
        /// Fresh memory for each layer makes the threads fight in the kernel.
        static SPARE: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
    }
    let mut bytes = SPARE.with_borrow_mut(Vec::pop).unwrap_or_default();
    bytes.clear();
    bytes.resize(width as usize * height as usize * 4, 0);
    let done = draw(&mut bytes);
    if bytes.capacity() <= KEPT {
        SPARE.with_borrow_mut(|spare| spare.push(bytes));
    }
    done
}

/// Lays a layer onto a canvas at its window.
pub(super) fn lay(layer: &[u8], window: PixelWindow, seen: &Seen, opacity: u8, canvas: &mut PixmapMut<'_>) {
    let (wide, left) = (canvas.width() as usize * 4, window.x as usize * 4);
    let row_bytes = window.width as usize * 4;
    let rows = canvas.data_mut().chunks_exact_mut(wide).skip(window.y as usize);
    for (n, (under, over)) in rows.zip(layer.chunks_exact(row_bytes)).enumerate() {
        let under = &mut under[left..left + row_bytes];
        match seen {
            Seen::All => over_row(over, under, |_| opacity),
            Seen::Columns(columns, rows) => {
                let row = scaled(rows[n], opacity);
                over_row(over, under, |x| scaled(columns[x], row));
            }
            Seen::Pixels(mask) => {
                let mask = &mask.data()[n * window.width as usize..];
                over_row(over, under, |x| scaled(mask[x], opacity));
            }
        }
    }
}

/// Lays a row of premultiplied pixels onto another, each with a share.
fn over_row(over: &[u8], under: &mut [u8], share: impl Fn(usize) -> u8) {
    for (x, (over, under)) in over.chunks_exact(4).zip(under.chunks_exact_mut(4)).enumerate() {
        if over[3] == 0 {
            continue;
        }
        let share = share(x);
        if share == 255 && over[3] == 255 {
            under.copy_from_slice(over);
            continue;
        }
        let rest = 255 - scaled(over[3], share);
        for (over, under) in over.iter().zip(under) {
            *under = scaled(*over, share).saturating_add(scaled(*under, rest));
        }
    }
}

/// A share of a share, of 255.
fn scaled(value: u8, share: u8) -> u8 {
    let product = u32::from(value) * u32::from(share) + 128;
    u8::try_from((product + (product >> 8)) >> 8).unwrap_or(255)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_a_share_is_rounded_as_it_should() {
        for (value, share) in [(255, 255), (255, 0), (0, 255), (128, 255), (255, 128), (77, 13)] {
            let exact = (f64::from(value) * f64::from(share) / 255.0).round();
            assert_eq!(f64::from(scaled(value, share)), exact, "{value} {share}");
        }
    }

    #[test]
    fn edges_between_pixels_are_seen_in_part() {
        assert_eq!(shares(0.0, 3.0, 3), [255, 255, 255]);
        assert_eq!(shares(0.25, 2.5, 3), [191, 255, 128]);
        assert_eq!(shares(-5.0, 0.9999, 2), [255, 0]);
        let outside = PixelWindow::around(Rect::new(20.0, 0.0, 5.0, 5.0), (10, 10));
        assert_eq!(outside, None);
    }
}
