import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ask, netOf, onPage, paste, solutionOf, waitForVerdict } from "./harness.ts";

/** The output of a challenge server with the face B hidden. */
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

test("a transcript with a hidden face is read, completed and solved", () =>
  onPage({}, async (page) => {
    await paste(page, TRANSCRIPT);
    await waitForVerdict(page, /Only one cube fits\./);
    assert.equal(await netOf(page), "UULDFBFRFRDRRUDBFDLB????");
    assert.equal(await page.locator(".net .sticker[data-certain]").count(), 4);
    assert.equal(await solutionOf(page), "F' U' R'");
  }));

test("moves are applied to a cube of the current size", () =>
  onPage({ hash: "#cube=------------------------" }, async (page) => {
    await paste(page, "R U F");
    await waitForVerdict(page, /Only one cube fits\./);
    assert.equal(await netOf(page), "UULDFBFRFRDRRUDBFDLBLLUB");
  }));

test("every format that the server writes is read", () =>
  onPage({}, async (page) => {
    for (const moves of ["R U F", "R U2 F' L D B2"]) {
      const puzzle = moves === "R U F" ? "2x2" : "3x3";
      const { cube } = await ask("check", { cube: moves, from: "moves", puzzle });
      assert.ok(typeof cube === "string");
      const formats = ["facelets", "net-string", "net", "blocks", "engine", "digits", "reid", "kpattern"];
      for (const to of formats) {
        // Digits are for the 2x2 alone.
        if (to === "digits" && puzzle === "3x3") continue;
        const { text, kind } = await ask("convert", { cube, from: "facelets", to });
        assert.ok(typeof text === "string", `${to}: ${String(kind)}`);
        await page.getByRole("button", { name: "Clear" }).click();
        await paste(page, text);
        await page.getByText("Read. The net shows the cube.").waitFor();
        assert.equal(await netOf(page), cube, to);
      }
    }
  }));

test("a net of coloured squares is read", () =>
  onPage({}, async (page) => {
    await paste(page, ["⬜⬜⬜⬜", "🟥🟥🟥🟥", "🟩🟩🟩🟩", "🟨🟨🟨🟨", "🟧🟧🟧🟧", "🟦🟦🟦🟦"].join("\n"));
    await page.getByText("This cube is solved.").waitFor();
    assert.equal(await netOf(page), "UUUURRRRFFFFDDDDLLLLBBBB");
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
    await waitForVerdict(page, "No legal cube looks like this");
    assert.equal(await netOf(page), "UUUURRRRFFFFDDDDLLLLBBBU");
  }));

test("text that is not a cube is rejected with a message, and the stickers stay", () =>
  onPage({ hash: "#cube=UUUU----FFFF------------" }, async (page) => {
    await paste(page, "R U Q");
    await page.getByText("These moves cannot be read. See line 1, column 5.").waitFor();
    await page.getByText("unknown move `Q` at column 5").waitFor();
    assert.equal(await netOf(page), "UUUU????FFFF????????????");
  }));

test("an error is shown in Chinese, with the server's message below it", () =>
  onPage({ hash: "#lang=zh" }, async (page) => {
    await paste(page, "R U Q");
    await page.getByText("无法读取这些转动。请看第 1 行第 5 列。").waitFor();
    await page.locator(".details[lang=zh]", { hasText: "第 5 列" }).waitFor();
    await paste(page, "你好");
    await page.getByText("无法从这段文本中读出魔方。").waitFor();
    await paste(page, "U".repeat(16) + "R".repeat(80));
    await page.getByText("阶数不符").waitFor();
    // Errors about writing are in Chinese too.
    await page.selectOption(".share select", "moves");
    await page.getByRole("button", { name: "复制为文本" }).click();
    await page.getByText("有多种合法状态与输入相符。").waitFor();
  }));

test("an ambiguous text causes a note, and the other layout can be chosen", () =>
  onPage({}, async (page) => {
    const text = "UU??????????UU??????????";
    await paste(page, text);
    await page.getByText("Another layout fits too.").waitFor();
    await page.getByText("read as facelets, but net-string fits too").waitFor();
    // The page has a list where the command line has options.
    assert.equal(await page.getByText(/--from|`from`/).count(), 0);
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

test("characters move with the stickers and are read at the end", () =>
  onPage({ hash: "#cube=UULDFBFRFRDRRUDBFDLBLLUB" }, async (page) => {
    await page.locator("#data-card > summary").click();
    await page.fill("#data", "abcdefghijklmnopqrstuvw");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("These are 23 characters; the cube has 24 stickers.").waitFor();
    await page.fill("#data", "abcdefghijklmnopqrstuvwx");
    await page.getByRole("button", { name: "Apply" }).click();
    assert.equal(await page.locator(".net .sticker[data-index='0']").textContent(), "a");
    await solutionOf(page);
    await page.getByRole("button", { name: "To the end" }).click();
    // As `cubegod solve --data` reads them.
    assert.equal(await page.locator(".reading").textContent(), "bwanlhjmqgierdokuvscpftx");
    assert.ok((await page.locator(".scene .sticker").allTextContents()).includes("x"));
    assert.match(page.url(), /data=abcdef/);
  }));

test("characters of a link are visible at once and in saved pictures", () =>
  onPage(
    { hash: `#cube=UULDFBFRFRDRRUDBFDLBLLUB&data=${encodeURIComponent("a<&>efghijklmnopqrstuvw魔")}` },
    async (page) => {
      await solutionOf(page);
      await page.locator(".reading", { hasText: "a<&>efghijklmnopqrstuvw魔" }).waitFor();
      const saved = async (name: string): Promise<Buffer> => {
        const download = page.waitForEvent("download");
        await page.getByRole("link", { name }).click();
        return readFileSync(await (await download).path());
      };
      const charactersOf = (svg: Buffer) =>
        [...svg.toString().matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((text) => text[1]);
      assert.equal(charactersOf(await saved("Save SVG")).join(""), "a&lt;&amp;&gt;efghijklmnopqrstuvw魔");
      const before = await saved("Save PNG");
      assert.equal(before.subarray(1, 4).toString(), "PNG");
      assert.equal(before.readUInt32BE(16), 960);
      // They move with the stickers, in the pictures too.
      await page.getByRole("button", { name: "To the end" }).click();
      const reading = await page.locator(".reading").textContent();
      const svg = await saved("Save SVG");
      const plain = (text: string) => text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
      assert.equal(
        charactersOf(svg)
          .map((text) => plain(text ?? ""))
          .join(""),
        reading,
      );
      assert.notDeepEqual(await saved("Save PNG"), before);
      // Without characters, the server draws.
      await page.getByRole("button", { name: "Remove" }).click();
      assert.equal(charactersOf(await saved("Save SVG")).length, 0);
    },
  ));
