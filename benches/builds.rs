//! `cargo bench --bench builds`: whole builds as their users run them, by the program itself. A game of 648 two-sided
//! counters and a map of 33 by 25 hexes as a VASSAL module and a vector PDF for A4: from nothing, after one counter
//! changed, after nothing changed, and checked only. pywargame makes a module of as many pieces in the same run where
//! Python has it. `-- --curve` goes from 648 to 50,000 counters. Figures that were measured stand in
//! `docs/performance.md`.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::{map, median, millis, texts};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 7;
const CURVE: [usize; 5] = [648, 2_592, 10_000, 20_000, 50_000];

fn main() {
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    // `cargo test --benches` only wants to know that it runs.
    let (count, rounds) = if asked("--test") { (12, 1) } else { (648, ROUNDS) };
    let desk = tempfile::tempdir().unwrap();
    table(desk.path(), count, rounds);
    if asked("--curve") {
        curve(desk.path());
    }
}

fn table(desk: &Path, count: usize, rounds: usize) {
    let folder = desk.join("bench");
    write(&folder, count);
    let counters = folder.join("counters.toml");
    let text = fs::read_to_string(&counters).unwrap();
    let build = ["build", "bench", "--only", "vassal,print", "--set", "png=false", "--set", "papers=A4"];
    println!(
        "{count} two-sided counters and a map of 33 by 25 hexes: module and vector PDF, median of {rounds} rounds"
    );
    let peer = pywargame(desk, count, rounds);
    if let Some(peer) = peer {
        tell("pywargame: plain pieces only", peer, None);
    } else {
        println!("  pywargame: Python does not have it here");
    }
    let cold = times(rounds, || {
        let _ = fs::remove_dir_all(desk.join("dist"));
        run(desk, &build)
    });
    tell("from nothing", cold, peer);
    let mut value = 9;
    let changed = times(rounds, || {
        value += 1;
        fs::write(&counters, text.replacen("front = [1, 1, 3]", &format!("front = [{value}, 1, 3]"), 1)).unwrap();
        run(desk, &build)
    });
    tell("one counter changed", changed, peer);
    std::thread::sleep(Duration::from_millis(50));
    run(desk, &build);
    tell("nothing changed", times(rounds, || run(desk, &build)), peer);
    tell("check", times(rounds, || run(desk, &["check", "bench"])), None);
}

/// How time grows with the number of counters.
fn curve(desk: &Path) {
    println!("  counters   check     engine    vassal    print (per 648 counters)");
    for count in CURVE {
        write(&desk.join("bench"), count);
        let share = 648.0 / count as f64;
        let parts = ["engine", "vassal", "print"].map(|output| {
            let args = ["build", "bench", "--no-cache", "--only", output, "--set", "png=false", "--set", "papers=A4"];
            millis(run(desk, &args)) * share
        });
        let check = millis(run(desk, &["check", "bench"])) * share;
        println!("  {count:8} {check:6.0} ms {:7.0} ms {:7.0} ms {:7.0} ms", parts[0], parts[1], parts[2]);
    }
}

fn write(folder: &Path, count: usize) {
    fs::create_dir_all(folder).unwrap();
    for (name, text) in texts(count).into_iter().chain([map(33, 25)]) {
        fs::write(folder.join(name), text).unwrap();
    }
}

fn times(rounds: usize, mut once: impl FnMut() -> Duration) -> Duration {
    median((0..rounds).map(|_| once()).collect())
}

fn tell(what: &str, time: Duration, peer: Option<Duration>) {
    let ratio =
        peer.map(|peer| format!("  {:6.1} times as fast as pywargame", peer.as_secs_f64() / time.as_secs_f64()));
    println!("  {what:28} {:8.1} ms{}", millis(time), ratio.unwrap_or_default());
}

/// Runs the program on two threads.
fn run(desk: &Path, args: &[&str]) -> Duration {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punchboard"));
    command.current_dir(desk).args(args).env("RAYON_NUM_THREADS", "2").env("CI", "true");
    timed(&mut command).expect("the build works")
}

fn timed(command: &mut Command) -> Option<Duration> {
    let start = Instant::now();
    let output = command.stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| start.elapsed())
}

/// A module of as many plain two-sided pieces, made by pywargame: less than ours holds, and no map.
fn pywargame(desk: &Path, count: usize, rounds: usize) -> Option<Duration> {
    let there = Command::new("python3").args(["-c", "import pywargame, PIL"]).output().ok()?;
    if !there.status.success() {
        return None;
    }
    let script = desk.join("module.py");
    fs::write(&script, PYTHON.replace("COUNT", &count.to_string())).ok()?;
    let once = || timed(Command::new("python3").current_dir(desk).arg(&script));
    Some(median((0..rounds.min(3)).map(|_| once()).collect::<Option<Vec<_>>>()?))
}

/// What pywargame's own examples do: draw each face, add it with its piece, write the module.
const PYTHON: &str = include_str!("pywargame.py");
