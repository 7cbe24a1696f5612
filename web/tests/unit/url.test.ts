import assert from "node:assert/strict";
import { test } from "node:test";
import { blank, INITIAL } from "../../src/state.ts";
import type { State } from "../../src/state.ts";
import { framesOf, readMoves } from "../../src/moves.ts";
import { readAddress, writeAddress } from "../../src/url.ts";

const shared = (state: State) => ({ ...INITIAL, ...readAddress(writeAddress(state)) });

test("an untouched page has an empty address", () => {
  assert.equal(writeAddress(INITIAL), "#");
  assert.equal(shared(INITIAL).stickers, blank(3));
});

test("shared states are restored", () => {
  const states: State[] = [
    { ...INITIAL, size: 2, stickers: "UUUU????FFFF????????????", method: "three-step" },
    { ...INITIAL, size: 2, stickers: "?".repeat(24) },
    {
      ...INITIAL,
      stickers: `${"U".repeat(53)}?`,
      data: `${"&=#? ä".repeat(9)}`,
      language: "zh",
      palette: "colorblind",
    },
    { ...INITIAL, page: "challenge", seed: 12345, hidden: "L" },
  ];
  for (const state of states) assert.deepEqual(shared(state), state);
});

test("the position in a solution and the moves of the fast search are restored", () => {
  const moves = readMoves(3, "R U2 F'");
  const frames = framesOf(3, moves);
  const solution = {
    method: "fast",
    size: 3,
    start: "",
    moves,
    frames,
    length: 3,
    optimal: false,
    lesson: undefined,
  } as const;
  const state: State = {
    ...INITIAL,
    stickers: "U".repeat(54),
    solving: { kind: "ready", solution, searching: false },
    position: 2,
  };
  const back = shared(state);
  assert.equal(back.position, 2);
  assert.equal(back.linkedMoves, "R U2 F'");
});

test("invalid fields of a link are ignored", () => {
  for (const link of [
    "#cube=UUU",
    "#cube=XXXXXXXXXXXXXXXXXXXXXXXX",
    "#%%%",
    "#cube=&at=-3&seed=x&lang=fr&palette=no&hidden=Q",
  ]) {
    const { stickers, size, position, seed, hidden, language, palette } = readAddress(link);
    assert.deepEqual(
      { stickers, size, position, seed, hidden, language, palette },
      {
        stickers: blank(3),
        size: 3,
        position: 0,
        seed: undefined,
        hidden: undefined,
        language: undefined,
        palette: undefined,
      },
    );
  }
  assert.equal(
    readAddress("#cube=uuuu....ffff------------&method=cfop").stickers,
    "UUUU????FFFF????????????",
  );
  assert.equal(readAddress("#cube=uuuu....ffff------------&method=cfop").method, "fast");
  assert.equal(readAddress("#cube=UUUU----FFFF------------&data=abc").data, "");
});
