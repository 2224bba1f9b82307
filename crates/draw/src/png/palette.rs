//! Pictures of few colours: each pixel is the number of its colour.

/// Colours in the order in which they were met, at most 256, found by their bytes.
pub(super) struct Palette {
    /// Straight RGBA.
    pub colours: Vec<[u8; 4]>,
    /// The number of a colour by its hash; those that meet there follow.
    slots: [u16; SLOTS],
}

/// Four times as many as there are colours: nearly every colour is found at once.
const SLOTS: usize = 1024;
const FREE: u16 = u16::MAX;

impl Default for Palette {
    fn default() -> Self {
        Self { colours: Vec::new(), slots: [FREE; SLOTS] }
    }
}

impl Palette {
    /// The number of a colour; none if there are 256 others.
    pub fn number(&mut self, colour: [u8; 4]) -> Option<u8> {
        let mut slot = u32::from_le_bytes(colour).wrapping_mul(0x9e37_79b1) as usize >> 22;
        loop {
            let number = self.slots[slot];
            if number == FREE {
                let new = u8::try_from(self.colours.len()).ok()?;
                self.slots[slot] = u16::from(new);
                self.colours.push(colour);
                return Some(new);
            }
            if self.colours[usize::from(number)] == colour {
                return u8::try_from(number).ok();
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Whether all colours are opaque greys.
    pub fn is_grey(&self) -> bool {
        self.colours.iter().all(|[r, g, b, a]| r == g && g == b && *a == 255)
    }
}

/// Some rows of few colours.
pub(super) struct Indexed {
    pub palette: Palette,
    /// The number of each pixel's colour.
    pub numbers: Vec<u8>,
}

impl Indexed {
    /// The numbers of straight RGBA pixels in rows of so many; none if there are more than 256 colours.
    pub fn of(rgba: &[u8], width: usize) -> Option<Self> {
        let mut found = Self { palette: Palette::default(), numbers: Vec::with_capacity(rgba.len() / 4) };
        let mut above: &[u8] = &[];
        for row in rgba.chunks_exact(width * 4) {
            if row == above {
                let from = found.numbers.len() - width;
                found.numbers.extend_from_within(from..);
            } else {
                found.row(row)?;
            }
            above = row;
        }
        Some(found)
    }

    /// The pixels again.
    pub fn rgba(&self) -> Vec<u8> {
        self.numbers.iter().flat_map(|number| self.palette.colours[usize::from(*number)]).collect()
    }

    fn row(&mut self, row: &[u8]) -> Option<()> {
        // Most pixels equal their left neighbour.
        let mut last = None;
        for pixel in row.chunks_exact(4) {
            let colour = [pixel[0], pixel[1], pixel[2], pixel[3]];
            let number = match last {
                Some((left, number)) if left == colour => number,
                _ => self.palette.number(colour)?,
            };
            last = Some((colour, number));
            self.numbers.push(number);
        }
        Some(())
    }
}
