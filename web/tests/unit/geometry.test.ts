import assert from "node:assert/strict";
import { test } from "node:test";
import { indexOf, placeOf, stickerCount, stickerIndex, stickerName } from "../../src/geometry.ts";
import type { Size } from "../../src/geometry.ts";
import { framesOf, readMoves, shown } from "../../src/moves.ts";
import { cubegod } from "../binary.ts";

const SIZES: Size[] = [2, 3];

/** Every sticker its own character, so that each one can be followed. */
const labels = (size: Size): string =>
  Array.from({ length: stickerCount(size) }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("");

/** All moves of a size, each in all of its ways. */
function everyMove(size: Size): string[] {
  const names = [
    ..."URFDLBxyz",
    ...[..."URFDLB"].map((face) => `${face}w`),
    ..."urfdlb",
    ...(size === 3 ? "MES" : ""),
  ];
  return names.flatMap((name) => ["", "'", "2", "2'"].map((suffix) => name + suffix));
}

for (const size of SIZES) {
  test(`every move of the ${size}x${size} turns stickers as the command line does`, () => {
    const solved = [..."URFDLB"].map((face) => face.repeat(size * size)).join("");
    // The moves so far are made before each, so that every one starts from another cube.
    const moves = everyMove(size);
    const frames = framesOf(size, readMoves(size, moves.join(" ")));
    for (const [index, move] of moves.entries()) {
      const before = shown(labels(size), frames[index] ?? []);
      const answer: unknown = JSON.parse(
        cubegod("apply", "--json", "--from", "facelets", "--data", before, solved, move),
      );
      const { data } = answer as { data: string };
      assert.equal(shown(labels(size), frames[index + 1] ?? []), data, move);
    }
  });

  test(`places and names of the ${size}x${size} are inverse to indices`, () => {
    for (let index = 0; index < stickerCount(size); index += 1) {
      assert.equal(indexOf(size, placeOf(size, index)), index);
      assert.equal(stickerIndex(size, stickerName(size, index)), index);
    }
  });
}

test("an invalid move is named in the error", () => {
  for (const text of ["Q", "R3", "R''", "RR", "U-", "xw"]) {
    assert.throws(() => readMoves(3, text), new RegExp(`"${text}" is not a move`));
  }
  assert.throws(() => readMoves(2, "M"), /not a move of the 2x2/);
});

test("invalid sticker names have no index", () => {
  for (const name of ["", "U0", "U10", "X1", "U1.5", "U"]) assert.equal(stickerIndex(3, name), undefined);
});
