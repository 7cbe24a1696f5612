import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { netOf, onPage, solutionOf, waitForVerdict } from "./harness.ts";

/** What a server of the challenge shows; the face B is hidden. */
const TRANSCRIPT = `Solve 100 cubes and get the flag!
=== Round 1/100 ===
A scrambled cube, 5 of its 6 faces shown:
Face U:
+-----+
| U U |
| L D |
+-----+
Face D:
+-----+
| R U |
| D B |
+-----+
Face F:
+-----+
| F R |
| D R |
+-----+
Face L:
+-----+
| F D |
| L B |
+-----+
Face R:
+-----+
| F B |
| F R |
+-----+
Enter your solution:`;

async function paste(page: Page, text: string): Promise<void> {
  await page.locator("#paste-card > summary").click();
  await page.fill("#paste", text);
  await page.getByRole("button", { name: "Read it" }).click();
}

test("a transcript with a hidden face is read, completed and solved", () =>
  onPage({}, async (page) => {
    await paste(page, TRANSCRIPT);
    await waitForVerdict(page, /Only one cube fits\./);
    assert.equal(await netOf(page), "UULDFBFRFRDRRUDBFDLB????");
    assert.equal(await page.locator(".net .sticker[data-certain]").count(), 4);
    assert.equal(await solutionOf(page), "F' U' R'");
  }));

test("moves are made on the size that is shown", () =>
  onPage({ hash: "#cube=------------------------" }, async (page) => {
    await paste(page, "R U F");
    await waitForVerdict(page, /Only one cube fits\./);
    assert.equal(await netOf(page), "UULDFBFRFRDRRUDBFDLBLLUB");
  }));

test("the name of a pattern is a cube", () =>
  onPage({}, async (page) => {
    await paste(page, "checkerboard");
    await solutionOf(page);
    assert.match(await netOf(page), /^UDUDUDUDU/);
  }));

test("an impossible cube is shown with its flaws", () =>
  onPage({}, async (page) => {
    await paste(page, "WWWWRRRRGGGGYYYYOOOOBBBW");
    await waitForVerdict(page, "No real cube looks like this");
    assert.equal(await netOf(page), "UUUURRRRFFFFDDDDLLLLBBBU");
  }));

test("text that is no cube is refused in the solver's words, and nothing is lost", () =>
  onPage({ hash: "#cube=UUUU----FFFF------------" }, async (page) => {
    await paste(page, "R U Q");
    await page.getByText("unknown move `Q` at column 5").waitFor();
    assert.equal(await netOf(page), "UUUU????FFFF????????????");
  }));

test("a text that can be read in two ways says so, and the other way can be chosen", () =>
  onPage({}, async (page) => {
    const text = "UU??????????UU??????????";
    await paste(page, text);
    await page.getByText("read as facelets, but net-string fits too").waitFor();
    assert.equal(await netOf(page), text);
    await page.selectOption("#paste-card select", "net-string");
    await page.getByRole("button", { name: "Read it" }).click();
    await page.waitForFunction(
      () => document.querySelector("[data-index='4']")?.getAttribute("data-color") === "?",
    );
    await waitForVerdict(page, /cubes still fit/);
    assert.notEqual(await netOf(page), text);
  }));

test("text pasted anywhere on the page is read", () =>
  onPage({}, async (page) => {
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, TRANSCRIPT);
    await waitForVerdict(page, /Only one cube fits\./);
  }));

test("characters ride on the stickers and are read in the end", () =>
  onPage({ hash: "#cube=UULDFBFRFRDRRUDBFDLBLLUB" }, async (page) => {
    await page.locator("#data-card > summary").click();
    await page.fill("#data", "abcdefghijklmnopqrstuvw");
    await page.getByRole("button", { name: "Put them on" }).click();
    await page.getByText("These are 23 characters; the cube has 24 stickers.").waitFor();
    await page.fill("#data", "abcdefghijklmnopqrstuvwx");
    await page.getByRole("button", { name: "Put them on" }).click();
    assert.equal(await page.locator(".net .sticker[data-index='0']").textContent(), "a");
    await solutionOf(page);
    await page.getByRole("button", { name: "To the end" }).click();
    // As `cubegod solve --data` reads them.
    assert.equal(await page.locator(".reading").textContent(), "bwanlhjmqgierdokuvscpftx");
    assert.ok((await page.locator(".scene .sticker").allTextContents()).includes("x"));
    assert.match(page.url(), /data=abcdef/);
  }));
