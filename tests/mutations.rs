//! Bad input is normal input: seeded mutations of every game and every kind of file. Nothing may panic, every error
//! must have a place in a file, and what is still accepted can be built: a little of it is, and its outputs are valid.
//! The large run builds a third of what is accepted, and takes about an hour on two cores:
//!
//! ```text
//! PUNCHBOARD_MUTATIONS=100000 cargo test --release --test mutations -- --nocapture
//! ```
//!
//! `PUNCHBOARD_MUTATION="GAME RUN"` tries one of these runs again, and keeps the file that it damages.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    missing_docs
)]

mod common;
mod mutation;

use common::small;
use mutation::subjects::{self, Subject};
use mutation::trial::{Drawn, Fate, attempt, keep, whole};
use mutation::{Random, mutate};
use punchboard::emit::{Artifacts, EmitError, Emitter, PrintKit};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};

/// Runs of all games together, if nothing else is said.
const USUAL: usize = 4_000;
/// No run may take longer, in a release build.
const SLOWEST: Duration = Duration::from_secs(5);
/// No more memory at any time, in a release build.
const MOST_MEMORY: u64 = 1 << 30;

/// How many runs, if somebody says so: `PUNCHBOARD_MUTATIONS`, or as it was called once, `MUTATIONS`.
fn wanted() -> Option<usize> {
    let said = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    said("PUNCHBOARD_MUTATIONS").or_else(|| said("MUTATIONS"))
}

/// The one run that is to be tried again, if somebody says so.
fn wanted_run() -> Option<(String, usize)> {
    let said = std::env::var("PUNCHBOARD_MUTATION").ok()?;
    let (game, run) = said.split_once(' ')?;
    Some((game.to_string(), run.parse().ok()?))
}

/// The most memory that this process ever had, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// The time that this process has had of all processors, where the system tells: in hundredths of a second.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut after_name = stat.rsplit_once(") ")?.1.split(' ').skip(11);
    let mut ticks = || after_name.next()?.parse::<u64>().ok();
    Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
}

/// What all runs came to.
#[derive(Default)]
struct Tally {
    fates: BTreeMap<(usize, &'static str), usize>,
    slowest: Duration,
    slowest_run: String,
    faults: Vec<String>,
}

impl Tally {
    fn count(&self, subject: Option<usize>, fates: &[&str]) -> usize {
        let counted =
            self.fates.iter().filter(|((of, fate), _)| subject.is_none_or(|n| n == *of) && fates.contains(fate));
        counted.map(|(_, count)| count).sum()
    }
}

/// Every run as a game and a number, in an order in which all games come forward together.
fn plan(subjects: &[Subject], runs: usize) -> Vec<(usize, usize)> {
    let shares: usize = subjects.iter().map(|subject| subject.share).sum();
    let mut plan = Vec::new();
    for (n, subject) in subjects.iter().enumerate() {
        let own = (runs * subject.share / shares).max(subject.kinds.len());
        plan.extend((0..own).map(|run| (run * 1_000_000 / own, n, run)));
    }
    plan.sort_unstable();
    plan.into_iter().map(|(_, n, run)| (n, run)).collect()
}

#[test]
fn no_mutation_panics_and_every_error_has_a_place() {
    let schema = std::fs::read_to_string(common::root().join("schema/engine.schema.json")).unwrap();
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let subjects = subjects::all();
    let plan = plan(&subjects, wanted().unwrap_or(USUAL));
    let one_built_of = if wanted().is_some() { 3 } else { 60 };
    let (memory, next, alone) = (Drawn::default(), AtomicUsize::new(0), RwLock::new(()));
    let tally = Mutex::new(Tally::default());
    // Undamaged first: that must work, and what was drawn then need not be drawn again.
    for subject in &subjects {
        let fate = whole(subject, &memory, &schema);
        assert_eq!(fate, Ok(Fate::Built), "{}", subject.name);
    }
    if let Some((game, run)) = wanted_run() {
        let subject = subjects.iter().find(|subject| subject.name == game).unwrap();
        println!("the file is kept as {}", keep(subject, run).display());
        let start = Instant::now();
        let fate = attempt(subject, run, 1, &memory, &schema);
        println!("{fate:?} after {:.1} s", start.elapsed().as_secs_f64());
        return;
    }
    let start = Instant::now();
    let work = || {
        while let Some((n, run)) = plan.get(next.fetch_add(1, Ordering::Relaxed)).copied() {
            let subject = &subjects[n];
            let timed = || {
                let start = Instant::now();
                let fate = attempt(subject, run, one_built_of, &memory, &schema);
                (fate, start.elapsed())
            };
            let (fate, mut time) = {
                let _others = alone.read().unwrap();
                timed()
            };
            // Others may have been in the way, here or on the machine: what was slow is tried once more, alone, and
            // then the processors' time counts.
            if time > SLOWEST && !cfg!(debug_assertions) {
                let _nobody = alone.write().unwrap();
                let before = processor_time();
                let again = timed().1;
                let worked = processor_time().zip(before).map(|(after, before)| after - before);
                time = time.min(worked.unwrap_or(again)).min(again);
            }
            let mut tally = tally.lock().unwrap();
            let fate = match fate {
                Ok(Fate::Refused) => "refused",
                Ok(Fate::Accepted) => "accepted",
                Ok(Fate::Built) => "built",
                Ok(Fate::TooSmall) => "too small",
                Err(fault) => {
                    eprintln!("{fault}");
                    tally.faults.push(fault);
                    "faulty"
                }
            };
            *tally.fates.entry((n, fate)).or_default() += 1;
            if time > SLOWEST && !cfg!(debug_assertions) {
                eprintln!("run {run} of {} took {time:?}: {}", subject.name, keep(subject, run).display());
            }
            if time > tally.slowest {
                (tally.slowest, tally.slowest_run) = (time, format!("run {run} of {}", subject.name));
            }
            let done = tally.count(None, &["refused", "accepted", "built", "too small", "faulty"]);
            if done % 1_000 == 0 {
                let minutes = start.elapsed().as_secs_f64() / 60.0;
                eprintln!("{done} of {} runs in {minutes:.1} minutes, {} faults", plan.len(), tally.faults.len());
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    let tally = tally.into_inner().unwrap();
    let count = |fates: &[&str]| tally.count(None, fates);
    let (refused, accepted) = (count(&["refused"]), count(&["accepted", "built", "too small"]));
    let peak = peak_memory();
    println!(
        "{} runs: {refused} refused, {accepted} accepted, {} of them built, {} did not fit their paper; slowest {:.1} s \
         ({}); peak memory {} MB; {} faults",
        plan.len(),
        count(&["built"]),
        count(&["too small"]),
        tally.slowest.as_secs_f64(),
        tally.slowest_run,
        peak.map_or("?".to_string(), |bytes| (bytes >> 20).to_string()),
        tally.faults.len(),
    );
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
    // Both must happen, or the mutations are too tame or too wild to prove anything.
    for (n, subject) in subjects.iter().enumerate().filter(|_| plan.len() >= 1_000) {
        let all = plan.iter().filter(|(of, _)| *of == n).count();
        let refused = tally.count(Some(n), &["refused"]);
        assert!(refused > all / 4, "only {refused} of {all} were refused: {}", subject.name);
        assert!(refused < all * 19 / 20, "{refused} of {all} were refused: {}", subject.name);
    }
    if !cfg!(debug_assertions) {
        assert!(tally.slowest <= SLOWEST, "{} took {:?}", tally.slowest_run, tally.slowest);
        assert!(peak.is_none_or(|bytes| bytes <= MOST_MEMORY), "{peak:?} bytes of memory");
    }
}

/// Settings of printing, changed at random: what is not refused is laid out, or does not fit and says so.
#[test]
fn no_mutation_of_print_settings_panics() {
    let mut texts = common::examples(&["language"]);
    let settings = common::examples(&["print"]).remove("print.toml").unwrap();
    let settings = settings.replace("png = false\nparts = [\"counters\", \"setup\", \"maps\", \"calibration\"]\n", "");
    let (mut refused, mut laid_out, mut too_small) = (0, 0, 0);
    for run in 0..150 {
        let mutated = mutate("print.toml", &settings, &mut Random::of("print settings", run));
        texts.insert("print.toml".to_string(), mutated.clone());
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let compiled = common::compile_texts(&texts);
            let Some(mut game) = compiled.game else {
                assert!(compiled.diagnostics.has_errors(), "no settings and no error");
                return None;
            };
            game.print.png = punchboard::model::print::PngSpec::None;
            Some(PrintKit.emit(&small(&game), &Mutex::<Artifacts>::default()))
        }));
        match outcome {
            Err(_) => panic!("run {run}: a panic on this print.toml:\n{mutated}"),
            Ok(None) => refused += 1,
            Ok(Some(Ok(_))) => laid_out += 1,
            Ok(Some(Err(EmitError::TooSmall(_)))) => too_small += 1,
            Ok(Some(Err(error))) => panic!("run {run}: {error} with this print.toml:\n{mutated}"),
        }
    }
    assert!(refused > 30 && laid_out > 30, "{refused} refused, {laid_out} laid out, {too_small} too small");
}
