import assert from "node:assert/strict";
import { test } from "node:test";
import { plainAppearances } from "../../src/appearance.ts";
import { asSvg, drawing } from "../../src/picture.ts";

test("a drawing has all faces, stickers and characters, and stays within its borders", () => {
  for (const [size, facelets] of [
    [2, "UUUURRRRFFFFDDDDLLLLBBB?"],
    [3, "URFDLB".repeat(9)],
  ] as const) {
    const appearances = plainAppearances(facelets).map((look, index) => ({
      ...look,
      character: String(index % 10),
    }));
    const { width, height, tiles, letters } = drawing(size, appearances, (color) => ({
      own: color,
      letter: "black",
    }));
    assert.equal(tiles.length, 6 + facelets.length);
    assert.equal(
      tiles
        .slice(6)
        .map((tile) => tile.color)
        .join(""),
      facelets,
    );
    assert.equal(letters.length, facelets.length);
    assert.equal(new Set(letters.map(({ x, y }) => `${x},${y}`)).size, facelets.length);
    for (const { x, y, width: side } of tiles)
      assert.ok(x >= 0 && y >= 0 && x + side <= width && y + side <= height, `${x}, ${y}`);
  }
});

test("every character can be written to an SVG file", () => {
  const appearances = plainAppearances("?".repeat(24)).map((look) => ({ ...look, character: "<" }));
  const characters = ["<", "&", ">", "\u0000", "\u001b", '"', "😀"];
  const all = appearances.map((look, index) => ({ ...look, character: characters[index] ?? "<" }));
  const svg = asSvg(drawing(2, all, () => ({ own: "gray", letter: "black" })));
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((text) => text[1]);
  assert.deepEqual(texts.slice(0, 7), ["&lt;", "&amp;", "&gt;", "\uFFFD", "\uFFFD", '"', "😀"]);
  assert.equal(texts.length, 24);
});
