// Invalid input, double clicks, missing storage, reloads.

import assert from "node:assert/strict";
import { test } from "node:test";
import { netOf, onPage, paste, solutionOf, sticker, waitForVerdict } from "./harness.ts";

const POCKET = "UULDFBFRFRDRRUDBFDLBLLUB";

test("a megabyte of text is rejected at once, and the page keeps working", () =>
  onPage({ hash: "#cube=UUUU----FFFF------------" }, async (page) => {
    await waitForVerdict(page, "24 cubes still fit");
    const requested: string[] = [];
    page.on("request", (request) => requested.push(request.url()));
    await paste(page, "R U F ".repeat(175_000));
    await page.getByText("This is far too long for a cube.").waitFor();
    assert.deepEqual(requested, []);
    await page.locator("#data-card > summary").click();
    await page.fill("#data", "x".repeat(1_000_000));
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("These are 1000000 characters; the cube has 24 stickers.").waitFor();
    assert.equal(await netOf(page), "UUUU????FFFF????????????");
    await paste(page, "R U F");
    await solutionOf(page);
  }));

test("invalid text is rejected with a message", () =>
  onPage({ hash: "#cube=UUUU----FFFF------------" }, async (page) => {
    for (const text of ["hello world", "😀😀😀", "{", "\u0000\u0001", "<script>alert(1)</script>", "?"]) {
      await paste(page, text);
      await page.locator("#paste-card [role=status].bad", { hasText: "No cube can be read" }).waitFor();
      await page.fill("#paste", "");
      await page.locator("#paste-card [role=status]").evaluate((status) => status.replaceChildren());
    }
    assert.equal(await netOf(page), "UUUU????FFFF????????????");
  }));

test("double clicks on every button do no harm", () =>
  onPage({ hash: `#cube=${POCKET}` }, async (page) => {
    await solutionOf(page);
    const names = await page
      .locator("main button:not(.sticker):not(.move)")
      .evaluateAll((all) => all.map((one) => one.textContent || one.getAttribute("aria-label") || ""));
    assert.ok(names.length > 10, names.join());
    for (const name of names) {
      const button = page.getByRole("button", { name, exact: true }).first();
      if (await button.isVisible()) await button.dblclick();
    }
    await page.check("#size-2");
    await paste(page, "R U F");
    assert.equal(await solutionOf(page), "F' U' R'");
  }));

test("the page works without storage and with a full history", () =>
  onPage(
    {
      prepare: async (page) => {
        await page.addInitScript(() => {
          const forbid = () => {
            throw new DOMException("forbidden", "SecurityError");
          };
          Object.defineProperty(window, "localStorage", { get: forbid });
          history.pushState = forbid;
          history.replaceState = forbid;
        });
      },
    },
    async (page) => {
      await page.check("#size-2");
      await sticker(page, 0).press("g");
      assert.equal((await netOf(page)).slice(0, 2), "F?");
      await paste(page, "R U F");
      assert.equal(await solutionOf(page), "F' U' R'");
      await page.click("#copy-link");
      await page.getByRole("link", { name: "Challenge" }).click();
      await page.getByRole("button", { name: "Start" }).click();
      await page.getByText("those of the hidden face").waitFor();
    },
  ));

test("a lesson resumes after a reload", () =>
  onPage({ hash: `#cube=${POCKET}&method=three-step` }, async (page) => {
    await solutionOf(page);
    const next = page.getByRole("button", { name: "One move on" });
    for (let step = 0; step < 4; step += 1) await next.click();
    await page.waitForFunction(() => location.hash.includes("at=4"));
    const label = () => page.locator(".move[aria-current]").getAttribute("aria-label");
    const step = () => page.locator(".step.current").textContent();
    const [before, lit] = [await step(), await label()];
    await page.reload();
    await solutionOf(page);
    assert.equal(await label(), lit);
    assert.equal(await step(), before);
  }));

test("typed text survives a change of language, and a press outside closes the menu", () =>
  onPage({}, async (page) => {
    await page.locator("#paste-card > summary").click();
    await page.fill("#paste", "R U");
    await page.getByText("Settings").click();
    await page.check("#language-zh");
    await page.getByRole("heading", { name: "你的魔方" }).waitFor();
    assert.equal(await page.inputValue("#paste"), "R U");
    assert.ok(await page.locator(".menu").isVisible());
    await page.getByRole("heading", { name: "你的魔方" }).click();
    assert.ok(!(await page.locator(".menu").isVisible()));
    await page.getByRole("link", { name: "挑战" }).click();
    await page.getByRole("link", { name: "求解" }).click();
    assert.equal(await page.inputValue("#paste"), "R U");
  }));
