import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import {
  ask,
  assertSolved,
  netOf,
  onPage,
  paintAll,
  playedFacelets,
  solutionOf,
  sticker,
  waitForVerdict,
} from "./harness.ts";

/** The 2x2 after R U F. */
const POCKET = "UULDFBFRFRDRRUDBFDLBLLUB";

test("a painted 2x2 is solved as soon as one cube fits", () =>
  onPage({}, async (page) => {
    await page.check("#size-2");
    // The face D is left out: the others are enough.
    await paintAll(page, `${POCKET.slice(0, 12)}????${POCKET.slice(16)}`);
    await waitForVerdict(page, /Only one cube fits\./);
    assert.equal(await solutionOf(page), "F' U' R'");
    await page.getByRole("button", { name: "To the end" }).click();
    assertSolved(await playedFacelets(page));
    assert.equal(await page.locator(".move[aria-current]").textContent(), "R'");
  }));

test("a painted 3x3 is solved", () =>
  onPage({}, async (page) => {
    const { cube } = await ask("scramble", { puzzle: "3x3", seed: 7, to: "facelets" });
    assert.ok(typeof cube === "string");
    await paintAll(page, cube);
    const moves = await solutionOf(page);
    const { solved } = await ask("apply", { cube, from: "facelets", alg: moves });
    assert.equal(solved, true);
    // Step by step to the end; the text highlights each move.
    const steps = moves.split(" ");
    for (const [index, move] of steps.entries()) {
      await page.getByRole("button", { name: "One move on" }).click();
      assert.equal(
        await page.locator(".move[aria-current]").getAttribute("aria-label"),
        `Move ${index + 1}: ${move}`,
      );
    }
    assertSolved(await playedFacelets(page));
  }));

test("the page shows how many cubes fit, what is certain and where to look", () => {
  const requests: string[] = [];
  const prepare = async (page: Page) => {
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  };
  return onPage({ hash: "#cube=UUUU----FFFF------------", prepare }, async (page) => {
    await waitForVerdict(page, "24 cubes still fit");
    await waitForVerdict(page, "2 more stickers are certain");
    await waitForVerdict(page, "look at sticker R4");
    assert.equal(await sticker(page, 4).getAttribute("data-certain"), "R");
    assert.match((await sticker(page, 4).getAttribute("aria-label")) ?? "", /unknown, certainly red/);
    assert.match((await sticker(page, 7).getAttribute("aria-label")) ?? "", /look here next/);
    await page.getByRole("button", { name: "Fill in what is certain" }).click();
    assert.equal(await netOf(page), "UUUUR???FFFF?????L??????");
    await page.goBack();
    assert.equal(await netOf(page), "UUUU????FFFF????????????");
    // Nothing is solved while several cubes fit.
    assert.ok(requests.includes("/api/v1/complete") && !requests.includes("/api/v1/solve"), requests.join(" "));
  });
});

test("an empty 3x3 counts its cubes with all digits", () =>
  onPage({}, async (page) => {
    await sticker(page, 0).click();
    await waitForVerdict(page, "7,208,667,212,414,976,000 cubes still fit");
  }));

test("an impossible cube is explained on the net and repaired", () =>
  onPage({ hash: "#cube=UUUFRRRRUFFFDDDDLLLLBBBB" }, async (page) => {
    await waitForVerdict(page, "No legal cube looks like this");
    await waitForVerdict(page, "No corner is green-red-green (U4 R1 F2)");
    const ringed = await page
      .locator(".net .sticker.wrong")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-index")));
    assert.deepEqual(
      ringed.map(Number).sort((a, b) => a - b),
      [2, 3, 4, 8, 9, 17],
    );
    assert.match((await sticker(page, 3).getAttribute("aria-label")) ?? "", /green, should be white/);
    await page.getByRole("button", { name: "Repair it" }).click();
    assert.equal(await netOf(page), "UUUURRRRFFFFDDDDLLLLBBBB");
    await page.getByText("This cube is solved.").waitFor();
    assert.equal(await page.locator(".net .sticker.wrong").count(), 0);
  }));

test("the number of repairs has all digits", () =>
  onPage({ hash: `#cube=${"U".repeat(54)}` }, async (page) => {
    await waitForVerdict(page, "1,038,048,078,587,756,544,000 repairs are as small");
  }));

test("a repair leaves unknown stickers unknown", () =>
  onPage({ hash: "#cube=UUUUU---FFFF------------" }, async (page) => {
    await waitForVerdict(page, "5 stickers are white; a cube has 4.");
    await page.getByRole("button", { name: "Repair it" }).click();
    assert.equal(await netOf(page), "UUUUR???FFFF????????????");
  }));

test("a flipped edge has its own message", () =>
  onPage({ hash: `#cube=UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB` }, async (page) => {
    await waitForVerdict(page, "An edge is flipped");
    await page.getByRole("button", { name: "Repair it" }).click();
    await page.getByText("This cube is solved.").waitFor();
  }));

test("the keyboard alone is enough", () =>
  onPage({}, async (page) => {
    const { keyboard } = page;
    const reach = async (selector: string) => {
      for (let presses = 0; presses < 60; presses += 1) {
        if (await page.evaluate((expected) => document.activeElement?.matches(expected) ?? false, selector))
          return;
        await keyboard.press("Tab");
      }
      assert.fail(`${selector} was not reached with Tab`);
    };
    await reach("#size-3");
    await keyboard.press("ArrowLeft");
    await reach(".net .sticker");
    // Letters of colours or faces paint and move on.
    await keyboard.type(
      `${POCKET.slice(0, 8).toLowerCase()}${POCKET.slice(8, 20).replaceAll("U", "W").replaceAll("F", "g")}`,
    );
    assert.equal(await netOf(page), `${POCKET.slice(0, 20)}????`);
    assert.equal(await solutionOf(page), "F' U' R'");
    // Arrows move in the net; Space paints with the chosen colour, Delete clears.
    await keyboard.press("Home");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-index")), "8");
    await keyboard.press("ArrowLeft");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-index")), "17");
    await keyboard.press("Delete");
    assert.equal((await netOf(page))[17], "?");
    await keyboard.press("d");
    assert.equal((await netOf(page))[17], "D");
    await solutionOf(page);
    await reach("#play");
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await keyboard.press("Enter");
    assert.equal(await page.locator(".move[aria-current]").textContent(), "U'");
    await reach(".solution .move");
    await keyboard.press("Enter");
    assert.equal(await page.locator(".move[aria-current]").textContent(), "F'");
  }));

test("keys paint the focused sticker", () =>
  onPage({ hash: "#cube=------------------------" }, async (page) => {
    await sticker(page, 9).focus();
    await page.keyboard.press("g");
    await sticker(page, 3).focus();
    await page.keyboard.press("y");
    assert.equal(await netOf(page), "???D?????F??????????????");
  }));

test("every sticker has a label for screen readers", () =>
  onPage({}, async (page) => {
    const labels = await page
      .locator(".net .sticker")
      .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    assert.equal(new Set(labels).size, 54);
    assert.ok(labels.includes("Front, row 2, column 2: green"));
    assert.ok(labels.includes("Back, row 3, column 1: unknown"));
  }));

test("dragging the mouse paints, and the 3-D cube can be painted too", () =>
  onPage({ hash: "#cube=------------------------" }, async (page) => {
    await page.check("#tool-D");
    const box = async (index: number) => {
      const found = await sticker(page, index).boundingBox();
      assert.ok(found);
      return { x: found.x + found.width / 2, y: found.y + found.height / 2 };
    };
    const [first, last] = [await box(8), await box(9)];
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(last.x, last.y, { steps: 5 });
    await page.mouse.up();
    assert.equal((await netOf(page)).slice(8, 12), "DD??");
    await page.check("#tool-L");
    const scene = await page.locator(".scene").boundingBox();
    assert.ok(scene);
    await page.mouse.click(scene.x + scene.width / 2 - 40, scene.y + scene.height / 2 + 60);
    assert.match(await netOf(page), /L/);
  }));

test("a finger paints with a tap", () =>
  onPage(
    {
      hash: "#cube=------------------------",
      viewport: { width: 390, height: 800 },
      hasTouch: true,
      isMobile: true,
    },
    async (page) => {
      await page.locator("label:has(#tool-B)").tap();
      await sticker(page, 9).tap();
      assert.equal((await netOf(page))[9], "B");
    },
  ));
