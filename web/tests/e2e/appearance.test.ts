import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { WEB } from "../binary.ts";
import { base, onPage, solutionOf, waitForVerdict } from "./harness.ts";

const CUBE = "BRRBUULDDLBFLRBBRBUFFUFFURRRDDDDFLLUULFULFBBFDULRBLRDD";
const POCKET = "UULDFBFRFRDRRUDBFDLBLLUB";

/** States that look different: nothing painted, partly, impossible, solved, a lesson, the challenge. */
const STATES: Readonly<Record<string, { hash: string; ready: (page: Page) => Promise<unknown> }>> = {
  empty: { hash: "", ready: (page) => waitForVerdict(page, "Paint what you see") },
  partly: { hash: "#cube=UUUU----FFFF------------", ready: (page) => waitForVerdict(page, "24 cubes") },
  impossible: {
    hash: "#cube=UUUFRRRRUFFFDDDDLLLLBBBB",
    ready: (page) => waitForVerdict(page, "No legal cube"),
  },
  played: { hash: `#cube=${CUBE}&at=3&palette=colorblind`, ready: solutionOf },
  lesson: { hash: `#cube=${POCKET}&method=three-step&at=2`, ready: solutionOf },
  challenge: {
    hash: "#page=challenge&seed=1&hidden=F",
    ready: async (page) => {
      await page.click("#start-same");
      await page.click("#hint");
      await page.locator(".status .headline").waitFor();
    },
  },
};

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const found = (await page.evaluate("axe.run().then((result) => result.violations)")) as Violation[];
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary ?? ""}`),
  );
}

for (const [name, { hash, ready }] of Object.entries(STATES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    test(`${name}, ${colorScheme}: no accessibility violations`, () =>
      onPage({ hash, colorScheme }, async (page) => {
        await ready(page);
        await page.evaluate(() => {
          for (const fold of document.querySelectorAll("details")) fold.open = true;
        });
        assert.deepEqual(await violations(page), []);
      }));
  }

  test(`${name}: fits 360 pixels, with targets for fingers`, () =>
    onPage({ hash, viewport: { width: 360, height: 740 } }, async (page) => {
      await ready(page);
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll<HTMLDetailsElement>(".fold")) fold.open = true;
      });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
      const small = await page.evaluate(() => {
        const least = (one: Element) => (one.classList.contains("sticker") ? 32 : 40);
        return [...document.querySelectorAll("button, a, select, summary, label.choice, input[type=range]")]
          .filter(
            (one) =>
              one.getClientRects().length > 0 &&
              !one.classList.contains("skip") &&
              !one.closest(".verdict details"),
          )
          .filter(
            (one) =>
              one.getBoundingClientRect().height < least(one) ||
              one.getBoundingClientRect().width < least(one),
          )
          .map((one) => one.outerHTML.slice(0, 120));
      });
      assert.deepEqual(small, []);
    }));
}

test("the Chinese page has no accessibility violations", () =>
  onPage({ hash: `#cube=${CUBE}&method=layers&lang=zh` }, async (page) => {
    await solutionOf(page);
    assert.deepEqual(await violations(page), []);
  }));

test("a chosen theme overrides that of the system", () =>
  onPage({ colorScheme: "dark" }, async (page) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.getByText("Settings").click();
    await page.selectOption("#theme", "light");
    const light = await background();
    assert.notEqual(light, dark);
    await page.reload();
    assert.equal(await background(), light);
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByText("Settings").click();
    await page.selectOption("#theme", "dark");
    assert.equal(await background(), dark);
  }));

test("the first load is small and comes from one host", () =>
  onPage({}, async (page) => {
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await page.reload();
    await waitForVerdict(page, "Paint what you see");
    assert.ok(loaded.length >= 3);
    const files = [...new Set(loaded)].filter((address) => !address.includes("/api/"));
    const sizes = await Promise.all(
      files.map(async (address) => gzipSync(Buffer.from(await (await fetch(address)).arrayBuffer())).length),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(total < 1_000_000, `${total} bytes`);
    // The page needs far less than the limit above; this detects growth.
    assert.ok(total < 60_000, `${total} bytes`);
    assert.ok(files.every((address) => new URL(address).origin === new URL(base).origin));
  }));

test("the HTML contains nothing that the policy forbids", async () => {
  const html = await (await fetch(base)).text();
  assert.doesNotMatch(html, /<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
});

test("a picture of the page for the README", () =>
  onPage({ hash: `#cube=${CUBE}&method=layers`, viewport: { width: 1280, height: 1090 } }, async (page) => {
    await solutionOf(page);
    const next = page.getByRole("button", { name: "One move on" });
    // Into the step that solves a corner.
    for (let step = 0; step < 16; step += 1) await next.click();
    await page.mouse.move(0, 0);
    assert.equal(await page.locator(".stage:has(.step.current) h4").textContent(), "2. The white corners");
    assert.ok((await page.locator(".scene .sticker.marked").count()) > 0);
    // CUBEGOD_PICTURES=1 replaces the picture of the README.
    const folder = process.env.CUBEGOD_PICTURES ? join(WEB, "..", "docs", "images") : join(WEB, ".tests");
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, "page.png") });
  }));
