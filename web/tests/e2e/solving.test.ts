import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ask,
  assertSolved,
  base,
  netOf,
  onPage,
  playedFacelets,
  solutionOf,
  sticker,
  waitForVerdict,
} from "./harness.ts";

const POCKET = "UULDFBFRFRDRRUDBFDLBLLUB";
const CUBE = "BRRBUULDDLBFLRBBRBUFFUFFURRRDDDDFLLUULFULFBBFDULRBLRDD";

test("a lesson is shown step by step, and its moves solve the cube", () =>
  onPage({ hash: `#cube=${CUBE}` }, async (page) => {
    await solutionOf(page);
    for (const method of ["layers", "cfop"]) {
      await page.check(`#method-${method}`);
      await page.locator(".step.current h5").first().waitFor();
      await page.locator(".stage h4", { hasText: "1. The white cross" }).waitFor();
      const moves = await solutionOf(page);
      assert.match(moves, /^z2 /);
      assert.equal((await ask("apply", { cube: CUBE, from: "facelets", alg: moves })).solved, true);
      assert.ok((await page.locator(".scene .sticker.marked").count()) > 0);
      await page.getByRole("button", { name: "To the end" }).click();
      assertSolved(await playedFacelets(page));
      assert.ok(
        await page
          .locator(".step")
          .last()
          .evaluate((step) => step.classList.contains("current")),
      );
    }
  }));

test("the text of a step is visible with the cube on a phone", () =>
  onPage({ hash: `#cube=${CUBE}&method=layers`, viewport: { width: 360, height: 740 } }, async (page) => {
    await page.locator(".step.current").waitFor();
    await page.getByRole("button", { name: "Show the solution" }).click();
    for (let step = 0; step < 9; step += 1) await page.getByRole("button", { name: "One move on" }).click();
    await page
      .getByText(/^move 9 of \d+: /)
      .last()
      .waitFor();
    const status = await page.locator(".step-text").textContent();
    for (const part of await page.locator(".step.current > p:not(.result)").allTextContents())
      assert.ok(status?.includes(part), `${part} in ${status}`);
    const inSight = (selector: string) =>
      page.locator(selector).evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    assert.ok(await inSight(".scene"));
    assert.ok(await inSight("#play"));
    assert.ok(await inSight(".step-text"));
  }));

test("a lesson in Chinese, and the page with it", () =>
  onPage({ hash: `#cube=${POCKET}&method=three-step` }, async (page) => {
    await page.locator(".step.current").waitFor();
    await page.getByText("Settings").click();
    await page.check("#language-zh");
    await page.getByRole("heading", { name: "二阶魔方三步法" }).waitFor();
    await page.getByRole("heading", { name: "你的魔方" }).waitFor();
    await page.getByText("只有一种合法状态与输入相符。").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
    assert.match((await sticker(page, 0).getAttribute("aria-label")) ?? "", /^顶面，第 1 行第 1 列：白色$/);
    // The address and the storage have the choice; the focus stays where it was.
    await page.waitForFunction(() => location.hash.includes("lang=zh"));
    assert.equal(await page.evaluate(() => document.activeElement?.id), "language-zh");
    const english = /[A-Za-z]{4,}/.exec(
      (await page.locator("main").innerText()).replace(
        /CFOP|Twizzle|Delete|Reid|cubing|[a-z]+-string|facelets|blocks|engine|digits|kpattern|moves|pattern/g,
        "",
      ),
    );
    assert.equal(english?.[0], undefined);
    await page.goto("about:blank");
    await page.goBack();
    await page.getByRole("heading", { name: "你的魔方" }).waitFor();
  }));

test("an impossible cube is explained in Chinese", () =>
  // The browser prefers English; the switch of the page decides.
  onPage({ hash: "#cube=UUUFRRRRUFFFDDDDLLLLBBBB" }, async (page) => {
    await page.locator(".verdict details ul[lang=en] li", { hasText: "no corner is F-R-F" }).waitFor({ state: "attached" });
    await page.getByText("Settings").click();
    await page.check("#language-zh");
    await page.locator(".verdict details ul[lang=zh] li", { hasText: "U4" }).waitFor({ state: "attached" });
    await waitForVerdict(page, "不存在这样的合法魔方。");
    await waitForVerdict(page, "没有绿色-红色-绿色的角块（U4 R1 F2）。");
    await page.getByRole("button", { name: "帮我修正" }).click();
    await page.getByText("这个魔方已经还原。").waitFor();
  }));

test("the player plays, pauses, seeks and changes its speed", () =>
  onPage({ hash: `#cube=${POCKET}`, reducedMotion: "no-preference" }, async (page) => {
    await solutionOf(page);
    await page.fill("#speed", "4");
    await page.click("#play");
    await page.locator(".move[aria-current]", { hasText: "R'" }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
    assertSolved(await playedFacelets(page));
    await page.locator(".scrub").fill("1");
    assert.equal(await page.locator(".move[aria-current]").textContent(), "F'");
    assert.equal(await page.locator(".scrub").getAttribute("aria-valuetext"), "move 1 of 3: F'");
    await page.getByRole("button", { name: "One move back" }).click();
    assert.equal(await page.locator(".move[aria-current]").count(), 0);
    await page.fill("#speed", "0.5");
    await page.click("#play");
    await page.locator(".move[aria-current]").waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    const stopped = await page.locator(".move[aria-current]").textContent();
    await page.waitForTimeout(1500);
    assert.equal(await page.locator(".move[aria-current]").textContent(), stopped);
  }));

test("the search for the shortest shows its best solution and can be stopped", () =>
  onPage({}, async (page) => {
    // A cube of some twenty moves, for which the proof takes longer than this test waits.
    const { cube } = await ask("scramble", { puzzle: "3x3", seed: 7, to: "facelets" });
    // The server prepares the table of the proof after it has started.
    while ((await ask("solve", { cube: "R", method: "optimal" })).status === 503) await page.waitForTimeout(200);
    await page.goto(new URL(`#cube=${String(cube)}&method=optimal`, base).href);
    await page.getByRole("button", { name: "Stop searching" }).click();
    assert.equal(await page.getByText("searching for a shorter one").count(), 0);
    await page.getByText("not proven to be shortest").waitFor();
    const moves = await solutionOf(page);
    assert.equal((await ask("apply", { cube, from: "facelets", alg: moves })).solved, true);
  }));

test("a shorter solution is offered while another one plays", () =>
  onPage(
    {
      hash: `#cube=${CUBE}&method=optimal`,
      prepare: async (page) => {
        // The stream of a solver that finds a shorter solution after a second.
        await page.addInitScript(() => {
          const real = window.fetch;
          const event = (name: string, solution: string, length: number) =>
            `event: ${name}\ndata: ${JSON.stringify({ solution, length, optimal: false })}\n\n`;
          window.fetch = async (address, request) => {
            if (!String(address).endsWith("/solve")) return real(address, request);
            const longer = "R R' B' D' L' F2 U' R'";
            const body = new ReadableStream<Uint8Array>({
              async start(stream) {
                const write = (text: string) => stream.enqueue(new TextEncoder().encode(text));
                write(event("solution", longer, 8));
                await new Promise((resolve) => setTimeout(resolve, 1000));
                write(event("answer", longer.slice(5), 6));
                stream.close();
              },
            });
            return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
          };
        });
      },
    },
    async (page) => {
      assert.equal(await solutionOf(page), "R R' B' D' L' F2 U' R'");
      await page.getByRole("button", { name: "One move on" }).click();
      await page.getByRole("button", { name: "Show a shorter one: 6 moves" }).click();
      assert.equal(await solutionOf(page), "B' D' L' F2 U' R'");
      assert.equal(await page.locator(".move[aria-current]").count(), 0);
    },
  ));

test("a solution that was found before the connection broke is kept", () =>
  onPage(
    {
      hash: `#cube=${CUBE}&method=optimal`,
      prepare: async (page) => {
        await page.addInitScript(() => {
          const real = window.fetch;
          window.fetch = async (address, request) => {
            if (!String(address).endsWith("/solve")) return real(address, request);
            const found = { solution: "B' D' L' F2 U' R'", length: 6, optimal: false };
            const body = new ReadableStream<Uint8Array>({
              async start(stream) {
                const event = `event: solution\ndata: ${JSON.stringify(found)}\n\n`;
                stream.enqueue(new TextEncoder().encode(event));
                await new Promise((resolve) => setTimeout(resolve, 500));
                stream.error(new TypeError("network error"));
              },
            });
            return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
          };
        });
      },
    },
    async (page) => {
      await page.getByText("searching for a shorter one").waitFor();
      await page.getByText("not proven to be shortest").waitFor();
      assert.equal(await solutionOf(page), "B' D' L' F2 U' R'");
      // It is not used for another method, for which the server would have to solve.
      await page.route("**/api/v1/teach", (route) => route.abort());
      await page.check("#method-layers");
      await page.getByText("The server does not answer.").waitFor();
      assert.equal(await page.locator(".solution .move").count(), 0);
    },
  ));

test("a link restores the cube, the method, the moves and the position", () =>
  onPage({ hash: `#cube=${CUBE}` }, async (page) => {
    const moves = await solutionOf(page);
    for (let step = 0; step < 3; step += 1) await page.getByRole("button", { name: "One move on" }).click();
    await page.waitForFunction(() => location.hash.includes("at=3"));
    const link = page.url();
    await onPage({ hash: new URL(link).hash }, async (other) => {
      assert.equal(await solutionOf(other), moves);
      assert.equal(await netOf(other), CUBE);
      assert.equal(
        await other.locator(".move[aria-current]").getAttribute("aria-label"),
        `Move 3: ${moves.split(" ")[2]}`,
      );
    });
  }));

test("moves of a link that do not solve its cube are ignored", () =>
  onPage({ hash: `#cube=${CUBE}&moves=R+U` }, async (page) => {
    const moves = await solutionOf(page);
    assert.notEqual(moves, "R U");
    assert.equal((await ask("apply", { cube: CUBE, from: "facelets", alg: moves })).solved, true);
  }));

test("the back button restores the previous state", () =>
  onPage({ hash: `#cube=${POCKET}` }, async (page) => {
    await solutionOf(page);
    await page.check("#method-three-step");
    await page.locator(".step.current").waitFor();
    // Strokes share one entry.
    await sticker(page, 0).press("y");
    await sticker(page, 1).press("y");
    await sticker(page, 2).press("y");
    await page.check("#size-3");
    assert.equal((await netOf(page)).length, 54);
    await page.goBack();
    assert.equal(await netOf(page), `DDD${POCKET.slice(3)}`);
    await page.goBack();
    assert.equal(await netOf(page), POCKET);
    await page.locator(".step.current").waitFor();
    await page.goBack();
    assert.equal(await page.isChecked("#method-fast"), true);
    assert.equal(await solutionOf(page), "F' U' R'");
    await page.goForward();
    await page.locator(".step.current").waitFor();
  }));

test("pictures, texts and Twizzle have the same cube", () =>
  onPage({ hash: `#cube=${POCKET}`, permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await solutionOf(page);
    for (const kind of ["svg", "png"]) {
      const address = await page.locator(`a[download='cube.${kind}']`).getAttribute("href");
      const response = await page.request.get(new URL(address ?? "", page.url()).href);
      assert.equal(response.status(), 200);
      assert.match(response.headers()["content-type"] ?? "", kind === "svg" ? /svg/ : /png/);
    }
    // Pictures have the letters of the page.
    await page.getByText("Settings").click();
    await page.check("#colorblind");
    const address = await page.locator("a[download='cube.svg']").getAttribute("href");
    const picture = async (href: string) => (await page.request.get(new URL(href, page.url()).href)).text();
    const lettered = await picture(address ?? "");
    assert.match(lettered, /^<svg/);
    assert.notEqual(lettered, await picture((address ?? "").replace("&letters=true", "")));
    await page.uncheck("#colorblind");
    await page.getByText("Open in Twizzle").waitFor();
    const twizzle = new URL((await page.getByText("Open in Twizzle").getAttribute("href")) ?? "");
    assert.equal(twizzle.searchParams.get("puzzle"), "2x2x2");
    const setup = twizzle.searchParams.get("setup-alg");
    assert.equal((await ask("check", { cube: setup, puzzle: "2x2" })).cube, POCKET);
    assert.equal(twizzle.searchParams.get("alg"), "F' U' R'");
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.selectOption(".share select", "blocks");
    await page.getByRole("button", { name: "Copy as text" }).click();
    await page.getByText("Copied.").waitFor();
    assert.match(await copied(), /^Face U:\n\+-----\+/);
    await page.click("#copy-link");
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("http"));
    assert.equal(new URL(await copied()).hash, new URL(page.url()).hash);
  }));

test("failures of the server are explained, and trying again helps", () => {
  let broken: "gone" | "busy" | "invalid" | undefined = "gone";
  return onPage(
    {
      hash: "#cube=UUUU----FFFF------------",
      prepare: async (page) => {
        await page.route("**/api/v1/**", async (route) => {
          if (broken === "gone") await route.abort();
          else if (broken === "busy")
            await route.fulfill({ status: 503, headers: { "Retry-After": "1" }, body: "" });
          else if (broken === "invalid") await route.fulfill({ status: 200, body: "<html>" });
          else await route.continue();
        });
      },
    },
    async (page) => {
      await page.getByText("The server does not answer. Nothing is lost.").waitFor();
      broken = "busy";
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("The server is busy.").waitFor();
      broken = "invalid";
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByText("answer is invalid").waitFor();
      broken = undefined;
      await page.getByRole("button", { name: "Try again" }).click();
      await waitForVerdict(page, "24 cubes still fit");
      assert.equal(await netOf(page), "UUUU????FFFF????????????");
    },
  );
});

test("a server that comes back is used again automatically", () => {
  let gone = false;
  return onPage(
    {
      hash: "#cube=UUUU----FFFF------------",
      prepare: (page) =>
        page
          .route("**/api/v1/**", (route) => (gone ? route.abort() : route.continue()))
          .then(() => undefined),
    },
    async (page) => {
      await waitForVerdict(page, "24 cubes still fit");
      gone = true;
      await sticker(page, 4).press("r");
      await page.getByText("The server does not answer.").waitFor();
      const again = await page.getByRole("button", { name: "Try again" }).elementHandle();
      await page.waitForTimeout(3500);
      // The button keeps the focus.
      assert.ok(await again?.evaluate((button) => button.isConnected));
      gone = false;
      await waitForVerdict(page, "24 cubes still fit");
      assert.equal(await netOf(page), "UUUUR???FFFF????????????");
    },
  );
});

test("an answer to an older request is dropped", () => {
  let first = true;
  return onPage(
    {
      hash: "#cube=------------------------",
      prepare: async (page) => {
        await page.route("**/api/v1/complete", async (route) => {
          const slow = route.request().postData()?.includes("UUUU????FFFF") && first;
          if (slow) {
            first = false;
            await new Promise((resolve) => setTimeout(resolve, 1500));
          }
          await route.continue().catch(() => undefined);
        });
      },
    },
    async (page) => {
      await page.evaluate(() => {
        location.hash = "#cube=UUUU----FFFF------------";
      });
      await page.waitForTimeout(400);
      await sticker(page, 4).press("r");
      await waitForVerdict(page, /cubes still fit/);
      const status = await page.locator(".verdict").innerText();
      await page.waitForTimeout(1800);
      assert.equal(await page.locator(".verdict").innerText(), status);
    },
  );
});

test("painted stickers survive closing the page", () =>
  onPage({}, async (page) => {
    await page.check("#size-2");
    await sticker(page, 0).press("g");
    await page.waitForFunction(() => location.hash.includes("cube="));
    await page.goto("about:blank");
    await page.goto(base);
    await page.waitForSelector("#cube");
    assert.equal((await netOf(page)).slice(0, 4), "F???");
  }));
