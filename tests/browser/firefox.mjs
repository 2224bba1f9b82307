// A Firefox of the system, driven by WebDriver BiDi, which it speaks by itself. Node needs `--experimental-websocket` before version 22.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const known = [process.env.FIREFOX, "/usr/bin/firefox", "/usr/bin/firefox-esr"];

/** Where Firefox is; nothing if there is none, or no way to talk to it. */
export const firefox = typeof WebSocket === "undefined" ? undefined : known.find((path) => path && existsSync(path));

/** Starts Firefox without a window, and opens a page of 1280 by 800. */
export async function launchFirefox() {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  const program = spawn(firefox, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, MOZ_HEADLESS_WIDTH: "1280", MOZ_HEADLESS_HEIGHT: "800" } });
  const address = await new Promise((resolve, reject) => {
    let told = "";
    program.stderr.on("data", (text) => {
      told += text;
      const found = told.match(/WebDriver BiDi listening on (ws:\/\/\S+)/);
      if (found) resolve(found[1]);
    });
    program.once("exit", () => reject(new Error(`Firefox ended:\n${told}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error("Firefox does not answer"));
  });
  const waiting = new Map();
  const complaints = [];
  socket.onmessage = ({ data }) => {
    const told = JSON.parse(data);
    if (told.method === "log.entryAdded" && ["error", "warn"].includes(told.params.level)) complaints.push(told.params.text);
    const [resolve, reject] = waiting.get(told.id) ?? [];
    waiting.delete(told.id);
    if (told.type === "error") reject?.(new Error(`${told.error}: ${told.message}`));
    else resolve?.(told.result);
  };
  let count = 0;
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, [resolve, reject]);
      socket.send(JSON.stringify({ id: count, method, params }));
    });
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await send("browsingContext.getTree");
  const context = contexts[0].context;
  await send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 800 } });
  const close = async () => {
    await send("browser.close").catch(() => {});
    socket.close();
    program.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  return { page: new Page(send, context), complaints, close };
}

/** What tests of the studio do with a page, by the names that Playwright gives it. */
class Page {
  constructor(send, context) {
    this.send = send;
    this.context = context;
    this.at = [0, 0];
    this.mouse = {
      move: (x, y, { steps = 1 } = {}) => {
        const [fx, fy] = this.at;
        this.at = [Math.round(x), Math.round(y)];
        const points = Array.from({ length: steps }, (_, n) => [fx + ((x - fx) * (n + 1)) / steps, fy + ((y - fy) * (n + 1)) / steps]);
        return this.point(points.map(([px, py]) => ({ type: "pointerMove", x: Math.round(px), y: Math.round(py), duration: 20 })));
      },
      down: () => this.point([{ type: "pointerDown", button: 0 }]),
      up: () => this.point([{ type: "pointerUp", button: 0 }]),
      click: async (x, y) => {
        await this.mouse.move(x, y);
        await this.mouse.down();
        await this.mouse.up();
      },
    };
    const codes = { Control: "\uE009", Shift: "\uE008", Enter: "\uE007" };
    this.keyboard = {
      press: (keys) => {
        const all = keys.split("+").map((key) => codes[key] ?? key);
        const downs = all.map((value) => ({ type: "keyDown", value }));
        const ups = [...all].reverse().map((value) => ({ type: "keyUp", value }));
        return this.act({ type: "key", id: "keyboard", actions: [...downs, ...ups] });
      },
      type: (text) => this.act({ type: "key", id: "keyboard", actions: [...text].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]) }),
    };
  }

  act(source) {
    return this.send("input.performActions", { context: this.context, actions: [source] });
  }

  point(actions) {
    return this.act({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions });
  }

  async goto(url) {
    await this.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  /** What a function answers in the page; it must be something that JSON can say. */
  async evaluate(call, given = null) {
    const expression = `Promise.resolve((${call})(${JSON.stringify(given)})).then((own) => JSON.stringify(own) ?? "null")`;
    const told = await this.send("script.evaluate", { expression, target: { context: this.context }, awaitPromise: true });
    if (told.type === "exception") throw new Error(told.exceptionDetails.text);
    return JSON.parse(told.result.value);
  }

  async waitForFunction(call, given = null, { timeout = 60_000 } = {}) {
    for (const end = Date.now() + timeout; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) if (await this.evaluate(call, given)) return;
    throw new Error(`never true: ${call}`);
  }

  waitForTimeout(wait) {
    return new Promise((resolve) => setTimeout(resolve, wait));
  }

  async selectOption(selector, value) {
    await this.evaluate(
      ([own, chosen]) => {
        const list = document.querySelector(own);
        list.value = chosen;
        list.dispatchEvent(new Event("change", { bubbles: true }));
      },
      [selector, value],
    );
  }

  /** A picture of the page, as the bytes of a PNG. */
  async screenshot() {
    const { data } = await this.send("browsingContext.captureScreenshot", { context: this.context });
    return Buffer.from(data, "base64");
  }
}
