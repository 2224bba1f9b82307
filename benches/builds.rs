//! `cargo bench --bench builds`: whole builds as their users run them, by the program itself. A game of 648 two-sided
//! counters and a map of 33 by 25 hexes as a VASSAL module and a vector PDF for A4: from nothing, after one counter
//! changed, after nothing changed, and checked only; then the games in `data/`, every output. pywargame makes a module of
//! as many pieces in the same run where Python has it. `-- --curve` goes from 648 to 50,000 counters, `-- --maps` to
//! 200 by 200 hexes and to 1,000 areas. Figures that were measured stand in `docs/performance.md`.
#![allow(clippy::unwrap_used, clippy::print_stdout, clippy::expect_used, clippy::panic, missing_docs)]

mod common;

use common::{areas, map, median, millis, texts};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const ROUNDS: usize = 7;
const CURVE: [usize; 5] = [648, 2_592, 10_000, 20_000, 50_000];
const MAPS: [(usize, usize); 3] = [(33, 25), (100, 100), (200, 200)];
const AREAS: [usize; 3] = [40, 200, 1_000];
const OUTPUTS: [&str; 3] = ["engine", "vassal", "print"];
/// Of the whole kit a module and vector PDFs for one paper are made, as in the table of the first release.
const SMALL: [&str; 4] = ["--set", "png=false", "--set", "papers=A4"];

fn main() {
    let asked = |word: &str| std::env::args().any(|argument| argument == word);
    // `cargo test --benches` only wants to know that it runs.
    let test = asked("--test");
    let (count, rounds) = if test { (12, 1) } else { (648, ROUNDS) };
    let desk = tempfile::tempdir().unwrap();
    table(desk.path(), count, rounds);
    if !test {
        games();
    }
    if asked("--curve") {
        curve(desk.path());
    }
    if asked("--maps") {
        maps(desk.path());
    }
}

/// How long a program took, and the most memory that it had, where the system tells.
#[derive(Clone, Copy)]
struct Cost {
    time: Duration,
    megabytes: u64,
}

fn table(desk: &Path, count: usize, rounds: usize) {
    write(desk, count, map(33, 25));
    let counters = desk.join("bench/counters.toml");
    let text = fs::read_to_string(&counters).unwrap();
    let build = [&["build", "bench", "--only", "vassal,print"][..], &SMALL].concat();
    println!(
        "{count} two-sided counters and a map of 33 by 25 hexes: module and vector PDF, median of {rounds} rounds"
    );
    let peer = pywargame(desk, count, rounds);
    if let Some(peer) = peer {
        tell("pywargame: plain pieces only", peer, None);
    } else {
        println!("  pywargame: Python does not have it here");
    }
    let cold = costs(rounds, || {
        let _ = fs::remove_dir_all(desk.join("dist"));
        run(desk, &build)
    });
    tell("from nothing", cold, peer);
    let mut value = 9;
    let changed = costs(rounds, || {
        value += 1;
        fs::write(&counters, text.replacen("front = [1, 1, 3]", &format!("front = [{value}, 1, 3]"), 1)).unwrap();
        run(desk, &build)
    });
    tell("one counter changed", changed, peer);
    std::thread::sleep(Duration::from_millis(50));
    run(desk, &build);
    tell("nothing changed", costs(rounds, || run(desk, &build)), peer);
    tell("check", costs(rounds, || run(desk, &["check", "bench"])), None);
}

/// The games that are shipped, every output.
fn games() {
    println!("the games in `data/`, every output, median of 3 rounds");
    let (root, dist) = (Path::new(env!("CARGO_MANIFEST_DIR")), tempfile::tempdir().unwrap());
    let out = dist.path().join("dist");
    let build = ["build", "--locked", "--out", out.to_str().unwrap()];
    let cold = costs(3, || {
        let _ = fs::remove_dir_all(&out);
        run(root, &build)
    });
    tell("from nothing", cold, None);
    tell("nothing changed", costs(3, || run(root, &build)), None);
    tell("check", costs(3, || run(root, &["check"])), None);
}

/// How time and memory grow with the number of counters.
fn curve(desk: &Path) {
    println!("milliseconds per 648 counters, and megabytes");
    println!("  counters      check        engine        vassal         print");
    for count in CURVE {
        write(desk, count, map(33, 25));
        line(desk, &format!("{count:8}"), 648.0 / count as f64);
    }
}

/// How they grow with the map.
fn maps(desk: &Path) {
    println!("milliseconds, and megabytes, of 648 counters with other maps");
    println!("  hexes         check        engine        vassal         print");
    for (columns, rows) in MAPS {
        write(desk, 648, map(columns, rows));
        line(desk, &format!("{columns:3} x {rows:<3}"), 1.0);
    }
    println!("  areas         check        engine        vassal         print");
    for count in AREAS {
        write(desk, 648, areas(count));
        line(desk, &format!("{count:8}"), 1.0);
    }
}

/// A line of the curve: each output from nothing, without a memory.
fn line(desk: &Path, what: &str, share: f64) {
    let one = |cost: Cost| format!("{:7.0}, {:4}", millis(cost.time) * share, cost.megabytes);
    let check = one(run(desk, &["check", "bench"]));
    let outputs = OUTPUTS
        .map(|output| one(run(desk, &[&["build", "bench", "--no-cache", "--only", output][..], &SMALL].concat())));
    println!("  {what} {check} {}", outputs.join(" "));
}

fn write(desk: &Path, count: usize, map: (&str, String)) {
    // Locks that are there know pieces of the game before.
    for old in ["bench", "dist"] {
        let _ = fs::remove_dir_all(desk.join(old));
    }
    let folder = desk.join("bench");
    fs::create_dir_all(&folder).unwrap();
    for (name, text) in texts(count).into_iter().chain([map]) {
        fs::write(folder.join(name), text).unwrap();
    }
}

fn costs(rounds: usize, mut once: impl FnMut() -> Cost) -> Cost {
    middle((0..rounds).map(|_| once()).collect())
}

/// The time in the middle, and the most memory of all.
fn middle(all: Vec<Cost>) -> Cost {
    let megabytes = all.iter().map(|cost| cost.megabytes).max().unwrap_or(0);
    Cost { time: median(all.into_iter().map(|cost| cost.time).collect()), megabytes }
}

fn tell(what: &str, Cost { time, megabytes }: Cost, peer: Option<Cost>) {
    let ratio =
        peer.map(|peer| format!("  {:6.1} times as fast as pywargame", peer.time.as_secs_f64() / time.as_secs_f64()));
    println!("  {what:28} {:8.1} ms {megabytes:5} MB{}", millis(time), ratio.unwrap_or_default());
}

/// Runs the program on two threads.
fn run(desk: &Path, args: &[&str]) -> Cost {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punchboard"));
    command.current_dir(desk).args(args).env("RAYON_NUM_THREADS", "2").env("CI", "true");
    cost(&mut command).expect("the build works")
}

fn cost(command: &mut Command) -> Option<Cost> {
    let start = Instant::now();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let watched = std::thread::spawn({
        let status = format!("/proc/{}/status", child.id());
        move || peak(&status)
    });
    let done = child.wait().ok()?;
    let time = start.elapsed();
    let megabytes = watched.join().unwrap_or(0);
    done.success().then_some(Cost { time, megabytes })
}

/// The most memory that a process had, in megabytes: Linux tells as long as it runs.
fn peak(status: &str) -> u64 {
    let mut most = 0;
    while let Ok(text) = fs::read_to_string(status) {
        let Some(kilobytes) = text.lines().find_map(|line| line.strip_prefix("VmHWM:")) else { break };
        most = kilobytes.trim().trim_end_matches(" kB").parse().unwrap_or(most);
        std::thread::sleep(Duration::from_millis(3));
    }
    most / 1000
}

/// A module of as many plain two-sided pieces, made by pywargame: less than ours holds, and no map.
fn pywargame(desk: &Path, count: usize, rounds: usize) -> Option<Cost> {
    let there = Command::new("python3").args(["-c", "import pywargame, PIL"]).output().ok()?;
    if !there.status.success() {
        return None;
    }
    let script = desk.join("module.py");
    fs::write(&script, PYTHON.replace("COUNT", &count.to_string())).ok()?;
    let once = || cost(Command::new("python3").current_dir(desk).arg(&script));
    Some(middle((0..rounds.min(3)).map(|_| once()).collect::<Option<Vec<_>>>()?))
}

/// What pywargame's own examples do: draw each face, add it with its piece, write the module.
const PYTHON: &str = include_str!("pywargame.py");
