// A folder with the games of `data/` and a new one, and a studio that is open on it.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../browser/page.mjs";

const program = process.env.PUNCHBOARD ?? [`${root}target/release/punchboard`, `${root}target/debug/punchboard`].find((path) => existsSync(path));

export const GAMES = ["iron-ring", "pivot", "storm", "verdun", "new-game"];

/**
 * Opens a studio on a new game and on copies of others: those of `data/`, or some whose files are given.
 * @param {Record<string, Record<string, string>>} [small]
 */
export async function openStudio(small) {
  const folder = mkdtempSync(join(tmpdir(), "studio-"));
  if (!small) cpSync(`${root}data`, join(folder, "data"), { recursive: true });
  for (const [game, files] of Object.entries(small ?? {})) {
    mkdirSync(join(folder, "data", game), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, "data", game, name)), { recursive: true });
      writeFileSync(join(folder, "data", game, name), text);
    }
  }
  execFileSync(program, ["new", "data/new-game"], { cwd: folder, stdio: "ignore" });
  const git = (...args) => execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], { cwd: folder, encoding: "utf8" });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "The games as they are");
  const server = spawn(program, ["serve"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    server.stdout.once("data", (text) => resolve(String(text).trim()));
    server.once("exit", (code) => reject(new Error(`the studio ended with ${code}`)));
  });
  return {
    url,
    /** The address of a page. */
    page: (game, page, query = "") => `${url}#/${game}/${page}${query}`,
    file: (game, name) => join(folder, "data", game, name),
    read: (game, name) => readFileSync(join(folder, "data", game, name), "utf8"),
    write: (game, name, text) => writeFileSync(join(folder, "data", game, name), text),
    /** Lines that changed since the games were copied, without the context. */
    diff: () =>
      git("diff", "-U0", "--no-color")
        .split("\n")
        .filter((line) => /^[-+](?![-+])/.test(line)),
    /** Puts all files back. */
    restore: () => git("checkout", "-q", "--", "."),
    /** What `check` says; throws if there are errors. */
    check: (game) => execFileSync(program, ["check", `data/${game}`], { cwd: folder, encoding: "utf8", stdio: "pipe" }),
    /** The game as an engine reads it. */
    engine: (game) => {
      execFileSync(program, ["build", `data/${game}`, "--only", "engine", "--out", "dist"], { cwd: folder, stdio: "pipe" });
      return readFileSync(join(folder, "dist", game, "engine.json"), "utf8");
    },
    json: async (path) => (await fetch(`${url}api/${path}`)).json(),
    close: () => {
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a page shows a state, with all checks done. */
export async function settled(page, number = 0) {
  await page.waitForFunction((least) => Number(document.documentElement.dataset.number ?? 0) >= least && document.documentElement.dataset.checking === "false", number, { timeout: 120_000 });
}

/** Waits until a page shows a later state than it does now, after something was done. */
export async function after(page, act) {
  const before = await page.evaluate(() => Number(document.documentElement.dataset.number));
  await act();
  await page.waitForFunction((old) => Number(document.documentElement.dataset.number) > old, before, { timeout: 120_000 });
}
