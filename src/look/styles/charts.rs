//! Sizes, letters and colours of charts.

use crate::draw::{Align, Font, TextStyle};
use crate::source::Sp;
use crate::source::values::{Colour, Length};

crate::record! {
    /// How charts look: the keys of `templates/styles/charts.yaml`.
    ChartStyle as "chart style" {
        /// Width of a page.
        "page-width" page_width: Sp<Length>,
        /// Height of a page.
        "page-height" page_height: Sp<Length>,
        /// White around everything.
        "margin" margin: Sp<Length>,
        /// Columns of a player aid.
        "columns" columns: Sp<i64>,
        /// White between columns.
        "gutter" gutter: Sp<Length>,
        /// White between blocks.
        "block-gap" block_gap: Sp<Length>,
        /// White around text in a cell.
        "pad" pad: Sp<Length>,
        /// How far a step stands to the right of the one it belongs to.
        "indent" indent: Sp<Length>,
        /// Width of thin lines.
        "line" line: Sp<Length>,
        /// White between counters.
        "counter-gap" counter_gap: Sp<Length>,
        /// Letters of page titles.
        "title" title: Sp<Length>,
        /// Letters of title bars.
        "heading" heading: Sp<Length>,
        /// Letters of running text.
        "body" body: Sp<Length>,
        /// Letters of remarks and rule numbers.
        "small" small: Sp<Length>,
        /// Letters of the numbers a player looks for.
        "figures" figures: Sp<Length>,
        /// Colour of letters.
        "ink" ink: Sp<Colour>,
        /// Colour of remarks.
        "muted" muted: Sp<Colour>,
        /// Colour of thin lines.
        "rule" rule: Sp<Colour>,
        /// Ground of title bars that belong to no side.
        "bar" bar: Sp<Colour>,
        /// Letters on it.
        "bar-ink" bar_ink: Sp<Colour>,
        /// How dark odd rows are.
        "row-tint" row_tint: Sp<f64>,
        /// How dark the heads of tables are.
        "head-tint" head_tint: Sp<f64>,
        /// How much of its colour the ground of a side has.
        "side-tint" side_tint: Sp<f64>,
        /// How visible counters are that show where counters will stand.
        "ghost" ghost: Sp<f64>,
        /// Longest remark that is printed.
        "note-letters" note_letters: Sp<i64>,
    }
}

/// The paper of charts: they are printed at home.
const WHITE: Colour = Colour([255; 3]);

impl ChartStyle {
    /// The same with less white, to save a page.
    pub fn tighter(&self) -> Self {
        let mut style = self.clone();
        style.pad.value.0 *= 0.75;
        style.block_gap.value.0 *= 0.7;
        style
    }

    /// Room on a page, between the margins.
    pub fn inner_width(&self) -> f64 {
        self.page_width.0 - 2.0 * self.margin.0
    }

    /// Columns of an aid, at least one.
    pub fn column_count(&self) -> usize {
        usize::try_from(self.columns.value).unwrap_or(1).clamp(1, 12)
    }

    /// Width of so many columns with what is between them.
    pub fn span(&self, columns: usize) -> f64 {
        let all = count(self.column_count());
        let one = (self.inner_width() - self.gutter.0 * (all - 1.0)) / all;
        let wanted = count(columns.clamp(1, self.column_count()));
        one * wanted + self.gutter.0 * (wanted - 1.0)
    }

    fn letters(font: Font, size: &Sp<Length>, colour: Colour) -> TextStyle {
        TextStyle::points(font, size.0 / 25.4 * 72.0, colour).aligned(Align::Left)
    }

    /// Titles of pages.
    pub fn title_text(&self) -> TextStyle {
        Self::letters(Font::Bold, &self.title, self.ink.value)
    }

    /// Titles of blocks.
    pub fn heading_text(&self) -> TextStyle {
        Self::letters(Font::Bold, &self.heading, self.ink.value)
    }

    /// Running text.
    pub fn body_text(&self) -> TextStyle {
        Self::letters(Font::Regular, &self.body, self.ink.value)
    }

    /// Words in running text that are looked for.
    pub fn bold_text(&self) -> TextStyle {
        Self::letters(Font::Bold, &self.body, self.ink.value)
    }

    /// Rule numbers and the like.
    pub fn small_text(&self) -> TextStyle {
        Self::letters(Font::Regular, &self.small, self.muted.value)
    }

    /// Remarks.
    pub fn note_text(&self) -> TextStyle {
        Self::letters(Font::Italic, &self.small, self.muted.value)
    }

    /// Numbers that are looked for.
    pub fn figure_text(&self) -> TextStyle {
        Self::letters(Font::Bold, &self.figures, self.ink.value)
    }

    /// Ground of odd rows.
    pub fn row_ground(&self) -> Colour {
        WHITE.under(self.ink.value, self.row_tint.value)
    }

    /// Ground of the heads of tables.
    pub fn head_ground(&self) -> Colour {
        WHITE.under(self.ink.value, self.head_tint.value)
    }

    /// Ground of what belongs to a side of that colour.
    pub fn side_ground(&self, colour: Colour) -> Colour {
        WHITE.under(colour, self.side_tint.value)
    }
}

/// A number of things as a factor.
pub fn count(things: usize) -> f64 {
    f64::from(u32::try_from(things).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_style_that_is_shipped_is_in_order() {
        let style = crate::look::styles::Styles::builtin().unwrap().charts;
        assert!(style.span(style.column_count()) - style.inner_width() < 1e-9);
    }
}
