// What tests of pages share: a Chromium, and pages that must not complain.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(`${root}target/browser/package.json`);

/** A Chromium of the system. */
export async function launch() {
  const { chromium } = require("playwright-core");
  const known = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const executablePath = process.env.CHROMIUM ?? known.find((path) => existsSync(path));
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** Opens an address; what the page complains of is gathered in `complaints`. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error.stack ?? error)));
  page.on("requestfailed", (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  // Pages of the studio from this folder instead of those in the program: no need to compile while one writes them.
  const own = process.env.PUNCHBOARD_WEB;
  if (own) await page.route("**/web/*", (route) => route.fulfill({ path: `${own}/${new URL(route.request().url()).pathname.split("/").pop()}` }));
  // A machine with much to do takes its time.
  await page.goto(address, { timeout: 120_000 });
  return { page, complaints, close: () => context.close() };
}
