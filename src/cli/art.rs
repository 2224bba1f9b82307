//! `punchboard art`.

use super::args::ArtArgs;
use super::say::println;
use super::{Outcome, find};
use crate::check::wanted_pictures;
use crate::diag::one_line;
use std::collections::BTreeSet;

/// Dots per inch of pictures that look sharp in print.
const SHARP: f64 = 300.0;

pub fn run(args: &ArtArgs) -> Outcome {
    let names: Vec<String> = args.game.iter().cloned().collect();
    for game in find::games(&names)? {
        let sources = game.load()?;
        let Some(wanted) = wanted_pictures(&sources) else {
            return Err(format!("{} cannot be read: `punchboard check` says why", game.name()));
        };
        let there: BTreeSet<&str> = sources.own().map(|(_, file)| file.name.as_str()).collect();
        let width = wanted.iter().map(|one| one.file.chars().count()).max().unwrap_or(0).min(60);
        let mut missing = 0;
        for one in &wanted {
            let state = match (there.contains(one.file.as_str()), one.said) {
                (true, Some(_)) => "there",
                (true, None) => "there, but nothing says `image`",
                (false, Some(_)) => "missing",
                (false, None) => "drawn",
            };
            missing += usize::from(state == "missing");
            let pixels = [one.size.0, one.size.1].map(|side| format!("{:.0}", side / 25.4 * SHARP)).join(" x ");
            println!("{:width$}  {pixels:11}  {state:7}  {}", one_line(&one.file), one.of);
        }
        println!("{} of {} pictures are missing; sizes are pixels at 300 dots per inch", missing, wanted.len());
    }
    Ok(0)
}
