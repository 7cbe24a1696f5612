import assert from "node:assert/strict";
import { test } from "node:test";
import { fromFacelets, toFacelets } from "../../src/data.ts";
import { cubegod } from "../binary.ts";

const CUBES = [
  { size: 2, scramble: "R U2 F' L D B2 R" },
  { size: 3, scramble: "R U2 F' L D B2 R' U F2 D' L2 B" },
] as const;

for (const { size, scramble } of CUBES) {
  test(`the order of the net of the ${size}x${size} is that of the command line`, () => {
    const puzzle = `${size}x${size}`;
    const facelets = cubegod(
      "convert",
      "--puzzle",
      puzzle,
      "--to",
      "facelets",
      "--letters",
      "faces",
      scramble,
    );
    const net = cubegod("convert", "--puzzle", puzzle, "--to", "net-string", "--letters", "faces", scramble);
    assert.equal(toFacelets(size, net, "net-string"), facelets);
    assert.equal(fromFacelets(size, facelets, "net-string"), net);
  });
}

test("characters outside the basic plane stay whole", () => {
  const text = "😀".repeat(24);
  assert.equal(fromFacelets(2, toFacelets(2, text, "net-string"), "net-string"), text);
});
