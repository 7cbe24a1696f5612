// A browser, a server, and a page whose errors and requests are checked.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { after, before } from "node:test";
import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { binaryPath } from "../binary.ts";

const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

let browser: Browser;
let server: ChildProcess | undefined;
/** The address of the page: `CUBEGOD_WEB_URL`, or the server that the tests start. */
export let base = process.env.CUBEGOD_WEB_URL ?? "";

before(async () => {
  if (base === "") base = await startServer();
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("no Chromium was found; name one in CHROMIUM");
  browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-background-networking", "--disable-sync", "--disable-component-update"],
  });
});

after(async () => {
  await browser?.close();
  server?.kill();
});

function startServer(): Promise<string> {
  const started = spawn(binaryPath(), ["serve", "--listen", "127.0.0.1:0"], {
    env: { ...process.env, CUBEGOD_TABLES: "small" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  server = started;
  return new Promise((resolve, reject) => {
    let status = "";
    started.stderr.on("data", (text: Buffer) => {
      status += text.toString();
      const address = /http:\/\/[\d.:]+\//.exec(status)?.[0];
      if (address !== undefined) resolve(address);
    });
    started.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${status}`)));
  });
}

export interface Options extends BrowserContextOptions {
  /** The part of the address after the path. */
  readonly hash?: string;
  /** Prepares the page before it is opened. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/**
 * Opens the page in a browser of its own, runs the test, and makes sure that nothing went wrong unseen: no
 * error, no violation of the server's policy, no request to another host.
 */
export async function onPage(options: Options, run: (page: Page) => Promise<void>): Promise<void> {
  const { hash = "", prepare, ...context } = options;
  const own = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    locale: "en-GB",
    ...context,
  });
  const page = await own.newPage();
  page.setDefaultTimeout(15_000);
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // Error responses (4xx) are expected; the browser logs each.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      wrong.push(message.text());
  });
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(base).origin && protocol !== "data:") wrong.push(`a request to ${request.url()}`);
  });
  try {
    await prepare?.(page);
    await page.goto(new URL(hash, base).href);
    await page.waitForSelector("#cube");
    await run(page);
    assert.deepEqual(wrong, []);
  } finally {
    await own.close();
  }
}

/** Paints facelets with the mouse, colour by colour, without `?`. */
export async function paintAll(page: Page, facelets: string): Promise<void> {
  for (const color of "URFDLB") {
    if (!facelets.includes(color)) continue;
    await page.check(`#tool-${color}`);
    for (const [index, expected] of [...facelets].entries()) {
      if (expected === color) await sticker(page, index).click();
    }
  }
}

export const sticker = (page: Page, index: number) => page.locator(`.net .sticker[data-index="${index}"]`);

/** Returns the facelets of the net. */
export const netOf = (page: Page): Promise<string> =>
  page.locator(".net .sticker").evaluateAll((all) =>
    all
      .sort((a, b) => Number(a.getAttribute("data-index")) - Number(b.getAttribute("data-index")))
      .map((one) => one.getAttribute("data-color"))
      .join(""),
  );

/** Opens the field for text, and reads this text. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.locator("#paste-card").evaluate((card) => card.setAttribute("open", ""));
  await page.fill("#paste", text);
  await page.click("#paste-card .button.primary");
}

/** Waits for a solution and returns its moves. */
export async function solutionOf(page: Page): Promise<string> {
  await page.waitForSelector(".solution .move");
  return (await page.locator(".solution .move").allTextContents()).join(" ");
}

/** Waits until the verdict contains this text. */
export async function waitForVerdict(page: Page, text: string | RegExp): Promise<void> {
  await page.locator(".verdict:not(.checking)", { hasText: text }).waitFor();
}

/** Sends a request to the server, without the page. */
export async function ask(verb: string, fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const response = await fetch(new URL(`/api/v1/${verb}`, base), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(fields),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Returns the current stickers of the player: those of the picture to save. */
export async function playedFacelets(page: Page): Promise<string> {
  const address = await page.locator("a[download='cube.svg']").getAttribute("href");
  return new URL(address ?? "", base).searchParams.get("fd") ?? "";
}

/** Whether every face has one colour. */
export function assertSolved(facelets: string): void {
  const face = facelets.length / 6;
  for (let start = 0; start < facelets.length; start += face) {
    assert.equal(new Set(facelets.slice(start, start + face)).size, 1, facelets);
  }
}
