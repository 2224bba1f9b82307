//! `punchboard verify`: whether a log is a game by the rules.

use super::args::VerifyArgs;
use super::say::{self, Tone};
use super::{DATA_ERRORS, Outcome, find, play, report};
use crate::compile::{Options, SoundGame};
use crate::play::engine::replay;

pub fn run(args: &VerifyArgs) -> Outcome {
    let games = find::games(std::slice::from_ref(&args.game))?;
    let [game] = games.as_slice() else { return Err("say which game is meant".to_string()) };
    let compiled = game.compile(Options::default())?;
    let Some(SoundGame { model, .. }) = compiled.game else {
        report::diagnostics(&compiled.diagnostics, &compiled.sources, super::args::MessageFormat::Human);
        return Ok(DATA_ERRORS);
    };
    let machine = play::machine(&model)?;
    let mut wrong = false;
    for path in &args.logs {
        let text = play::read_log(path)?;
        match replay(&machine, &text) {
            Ok(replayed) => {
                let ended = replayed
                    .state
                    .ended
                    .map(|(winner, _)| winner.map_or("nobody", |side| machine.side_name(usize::from(side))));
                let ended =
                    ended.map_or_else(|| format!("turn {}", replayed.state.turn), |winner| format!("{winner} won"));
                let count = replayed.choices.len();
                say::head(Tone::Good, "verified", format_args!(" {}: {count} choices, {ended}", path.display()));
            }
            Err(why) => {
                wrong = true;
                say::head(Tone::Bad, "wrong", format_args!(" {}: {why}", path.display()));
            }
        }
    }
    Ok(if wrong { DATA_ERRORS } else { 0 })
}
