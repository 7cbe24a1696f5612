import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { onPage, solutionOf } from "./harness.ts";

const CUBE = "BRRBUULDDLBFLRBBRBUFFUFFURRRDDDDFLLUULFULFBBFDULRBLRDD";

/** Returns the position and the colour of every sticker of the 3-D cube on the screen. */
const stickersOnScreen = (page: Page): Promise<string[]> =>
  page.locator(".scene .sticker").evaluateAll((all) =>
    all
      .map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const middle = [x + width / 2, y + height / 2].map((value) => Math.round(value));
        return `${middle.join(",")} ${one.getAttribute("data-color") ?? ""}`;
      })
      .sort(),
  );

/** Makes a step, and compares the end of its animation with the stickers after it. */
async function assertTurnsSmoothly(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).click();
  const held = await page.evaluate(() => {
    const turning = document.getAnimations().find((one) => one.effect?.getTiming().fill === "forwards");
    if (!turning) return false;
    turning.pause();
    turning.currentTime = Number(turning.effect?.getComputedTiming().endTime ?? 0) - 0.01;
    return true;
  });
  assert.ok(held, "a turn is shown as a motion");
  const end = await stickersOnScreen(page);
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
  await page.waitForFunction(() => document.querySelector(".pivot")?.childElementCount === 0);
  assert.deepEqual(end, await stickersOnScreen(page));
}

test("animated turns end with the right stickers, for layers and for the whole cube, forwards and backwards", () =>
  onPage({ hash: `#cube=${CUBE}&method=layers`, reducedMotion: "no-preference" }, async (page) => {
    const moves = (await solutionOf(page)).split(" ");
    await page.fill("#speed", "0.5");
    const seen = new Set<string>();
    for (const move of moves) {
      if (seen.has(move)) {
        await page.getByRole("button", { name: "One move on" }).click();
        await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
        continue;
      }
      seen.add(move);
      await assertTurnsSmoothly(page, "One move on");
      await assertTurnsSmoothly(page, "One move back");
      await page.getByRole("button", { name: "One move on" }).click();
      await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
    }
    assert.ok(seen.size >= 12, [...seen].join(" "));
  }));

test("reduced motion is respected", () =>
  onPage({ hash: `#cube=${CUBE}`, reducedMotion: "reduce" }, async (page) => {
    await solutionOf(page);
    await page.getByRole("button", { name: "One move on" }).click();
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  }));

test("dragging rotates the 3-D cube and paints nothing", () =>
  onPage({ hash: "#cube=------------------------" }, async (page) => {
    const before = await stickersOnScreen(page);
    const box = await page.locator(".scene").boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 80, y + 20, { steps: 4 });
    await page.mouse.up();
    const after = await stickersOnScreen(page);
    assert.notDeepEqual(after, before);
    assert.ok(after.every((one) => one.endsWith("?")));
    await page.getByRole("button", { name: "From the front" }).click();
    assert.deepEqual(await stickersOnScreen(page), before);
    await page.locator(".scene").press("ArrowLeft");
    assert.notDeepEqual(await stickersOnScreen(page), before);
  }));
