//! The picture that VASSAL shows at the start.

use crate::art::faces;
use crate::draw::{Affine, Align, Drawing, Font, Path, Rect, Style, TextBlock, TextStyle};
use crate::emit::Game;
use crate::model::Side;
use crate::source::values::Colour;

/// The picture at the start.
pub const SPLASH: &str = "splash.png";

const WIDTH: f64 = 150.0;
const HEIGHT: f64 = 96.0;
const NIGHT: Colour = Colour([0x26, 0x2c, 0x33]);
const CHALK: Colour = Colour([0xf6, 0xf1, 0xe4]);
const DIM: Colour = Colour([0xb9, 0xb4, 0xa6]);

/// Title, version, whether it is official or unofficial, and a few counters of each side.
pub fn splash(game: &Game<'_>) -> Drawing {
    let model = game.model;
    let mut drawing = Drawing::new(WIDTH, HEIGHT);
    drawing.shape(Path::rect(Rect::new(0.0, 0.0, WIDTH, HEIGHT)), Style::fill(NIGHT));
    bands(&mut drawing, &model.sides);
    let room = Rect::new(10.0, 10.0, WIDTH - 20.0, 30.0);
    let title = TextStyle::new(Font::Bold, 8.0, CHALK).aligned(Align::Left);
    if let Some(block) = TextBlock::fit(&model.game.title, title, 3.0, room) {
        block.runs(room).into_iter().for_each(|run| drawing.text(run));
    }
    let small = TextStyle::new(Font::Regular, 2.6, DIM).aligned(Align::Left);
    let about = format!("{}, version {}", super::help::kind_of_module(model, "VASSAL module"), model.game.version);
    drawing.text(small.at(&about, 10.0, 47.0));
    if let Some(designer) = &model.game.designer {
        drawing.text(small.at(&format!("Game design: {designer}"), 10.0, 52.0));
    }
    counters(game, &mut drawing);
    drawing
}

/// A thin stripe in the colour of each side, above its counters.
fn bands(drawing: &mut Drawing, sides: &[Side]) {
    #[allow(clippy::cast_precision_loss)]
    let each = (WIDTH - 20.0) / sides.len().max(1) as f64;
    for (n, side) in sides.iter().enumerate() {
        #[allow(clippy::cast_precision_loss)]
        let stripe = Rect::new(10.0 + each * n as f64, HEIGHT - 33.0, each - 2.0, 1.2);
        drawing.shape(Path::rect(stripe), Style::fill(side.colour));
    }
}

/// A few counters of each side, below its stripe.
fn counters(game: &Game<'_>, drawing: &mut Drawing) {
    let model = game.model;
    let size = model.largest_counter();
    #[allow(clippy::cast_precision_loss)]
    let each = (WIDTH - 20.0) / model.sides.len().max(1) as f64;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let many = (each / (size + 2.0)).floor().max(0.0) as usize;
    for n in 0..model.sides.len() {
        let units = model.units.iter().filter(|unit| unit.side.index == n && !unit.steps.is_empty());
        let all: Vec<_> = units.collect();
        let step = (all.len() / many.max(1)).max(1);
        for (k, unit) in all.iter().step_by(step).take(many).enumerate() {
            let Some(counter) = unit.steps.first().and_then(|step| model.counters.get(step.counter.index)) else {
                continue;
            };
            let face = faces::counter(model, game.look, counter, false, 0.0);
            #[allow(clippy::cast_precision_loss)]
            let x = 10.0 + each * n as f64 + (size + 2.0) * k as f64;
            drawing.place(face, Affine::shift(x, HEIGHT - 17.0 - size / 2.0));
        }
    }
}
