import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, onPage } from "./harness.ts";

const shownColors = (page: import("playwright-core").Page): Promise<string> =>
  page
    .locator(".net .sticker")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-color")).join(""));

test("a game is played with buttons and keys until every face has one colour", () =>
  onPage({ hash: "#page=challenge&seed=5&hidden=R" }, async (page) => {
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByText("those of the hidden face (Right)").waitFor();
    const { cube } = await ask("scramble", { puzzle: "2x2", seed: 5, to: "facelets" });
    assert.ok(typeof cube === "string");
    assert.equal(await shownColors(page), `${cube.slice(0, 4)}????${cube.slice(8)}`);
    const { solution, length } = await ask("solve", { cube, from: "facelets" });
    assert.ok(typeof solution === "string");
    const [first = "", ...rest] = solution.split(" ");
    // One wrong turn, undone.
    await page.keyboard.press("u");
    await page.keyboard.press("Backspace");
    await page.getByRole("button", { name: first, exact: true }).click();
    for (const move of rest) {
      const face = move.charAt(0).toLowerCase();
      if (move.endsWith("'")) await page.keyboard.press(`Shift+${face.toUpperCase()}`);
      else
        for (let turns = move.endsWith("2") ? 2 : 1; turns > 0; turns -= 1) await page.keyboard.press(face);
    }
    await page.getByText(new RegExp(`Solved in \\d+\\.\\d s with ${String(length)} moves`)).waitFor();
    await page.getByText("No solution is shorter.").waitFor();
    await page.getByText("Your best without hints").waitFor();
    assert.doesNotMatch(await shownColors(page), /\?/);
  }));

test("hints alone solve the cube", () =>
  onPage({ hash: "#page=challenge&seed=11&hidden=U" }, async (page) => {
    await page.getByRole("button", { name: "Start" }).click();
    for (let hints = 1; hints <= 12; hints += 1) {
      await page.click("#hint");
      const status = await page.locator(".status .headline").textContent();
      const move = /Try ([URFDLB][2']?)\./.exec(status ?? "")?.[1];
      assert.ok(move, status ?? "");
      await page.getByRole("button", { name: move, exact: true }).click();
      if (status?.includes("1 move is left")) break;
      await page.locator(".status .headline").waitFor({ state: "detached" });
    }
    await page.getByText(/Solved in/).waitFor();
    await page.getByText(/\d+ hints?/).waitFor();
    assert.equal(await page.getByText("Your best without hints").count(), 0);
  }));

test("the solution is shown on request", () =>
  onPage({ hash: "#page=challenge&seed=3&hidden=B" }, async (page) => {
    await page.getByRole("button", { name: "Start" }).click();
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.getByText("The solution:").waitFor();
    await page.getByRole("button", { name: "Watch the solution" }).click();
    await page.waitForSelector(".solution .move");
    await page.goBack();
    await page.getByRole("heading", { name: "Five faces against the clock" }).waitFor();
  }));

test("a new cube has its own address", () =>
  onPage({}, async (page) => {
    await page.getByRole("link", { name: "Challenge" }).click();
    await page.getByRole("button", { name: "Start" }).click();
    await page.waitForFunction(() => /page=challenge&seed=\d+&hidden=[URFDLB]/.test(location.hash));
    await page.goBack();
    await page.getByRole("button", { name: "Start" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Your cube" }).waitFor();
  }));

test("a hint counts once however often it is requested, and a link that can't be copied is shown", () =>
  onPage(
    {
      hash: "#page=challenge&seed=11&hidden=U",
      prepare: (page) =>
        page
          .addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }))
          .then(() => undefined),
    },
    async (page) => {
      await page.getByRole("button", { name: "Start" }).click();
      await page.dblclick("#hint");
      const { cube } = await ask("scramble", { puzzle: "2x2", seed: 11, to: "facelets" });
      const { solution } = await ask("solve", { cube, from: "facelets" });
      await page.locator(".status .headline").waitFor();
      for (const move of String(solution).split(" "))
        await page.getByRole("button", { name: move, exact: true }).click();
      await page.getByText(/Solved in/).waitFor();
      await page.getByText("1 hint", { exact: false }).waitFor();
      assert.equal(await page.getByText("2 hints").count(), 0);
      await page.getByRole("button", { name: "Copy a link to this cube" }).click();
      await page.locator(".copied", { hasText: "page=challenge&seed=11&hidden=U" }).waitFor();
    },
  ));

test("the clock stops without the server", () => {
  let gone = false;
  return onPage(
    {
      hash: "#page=challenge&seed=5&hidden=R",
      prepare: (page) =>
        page
          .route("**/api/v1/**", (route) => (gone ? route.abort() : route.continue()))
          .then(() => undefined),
    },
    async (page) => {
      const { cube } = await ask("scramble", { puzzle: "2x2", seed: 5, to: "facelets" });
      const { solution } = await ask("solve", { cube, from: "facelets" });
      await page.getByRole("button", { name: "Start" }).click();
      await page.locator("#hint").waitFor();
      gone = true;
      await page.click("#hint");
      await page.getByText("The server does not answer.").waitFor();
      for (const move of String(solution).split(" "))
        await page.getByRole("button", { name: move, exact: true }).click();
      await page.getByText(/Solved in/).waitFor();
    },
  );
});
