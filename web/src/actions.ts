// The actions of the user on the page of the cube, as changes of the state.

import { check, convert, RequestError, scramble } from "./api.ts";
import { failureOf } from "./failure.ts";
import { sizeOfStickers, stickerCount, stickerIndex } from "./geometry.ts";
import type { Size } from "./geometry.ts";
import { blank, METHODS } from "./state.ts";
import type { Failure, Method, Paint, State, Store } from "./state.ts";

/** Returns the changes for other stickers, which discard the verdict and the solution of the old ones. */
function withStickers(state: State, stickers: string): Partial<State> {
  const size = sizeOfStickers(stickers.length) ?? state.size;
  const sameSize = size === state.size;
  return {
    size,
    stickers,
    data: sameSize ? state.data : "",
    method: METHODS[size].includes(state.method) ? state.method : "fast",
    ...(sameSize ? {} : { verdict: { kind: "none" } as const }),
    linkedMoves: "",
    position: 0,
    playing: false,
  };
}

export function paint(store: Store, index: number, color: Paint): void {
  const { stickers } = store.state;
  if (stickers[index] === color) return;
  store.change(
    withStickers(store.state, stickers.slice(0, index) + color + stickers.slice(index + 1)),
    "stroke",
  );
}

export function clear(store: Store): void {
  store.change({ ...withStickers(store.state, blank(store.state.size)), data: "" }, "entry");
}

export function chooseSize(store: Store, size: Size): void {
  if (size !== store.state.size) store.change(withStickers(store.state, blank(size)), "entry");
}

export function chooseMethod(store: Store, method: Method): void {
  store.change({ method, position: 0, playing: false, linkedMoves: "" }, "entry");
}

/** Applies the smallest repair; unknown stickers stay unknown. */
export function repair(store: Store): void {
  const { verdict, stickers, size } = store.state;
  if (verdict.kind !== "impossible" || !verdict.repair) return;
  const repaired = [...stickers];
  for (const { sticker, to } of verdict.repair.stickers) {
    const index = stickerIndex(size, sticker);
    if (index !== undefined) repaired[index] = to;
  }
  store.change(withStickers(store.state, repaired.join("")), "entry");
}

/** Paints the stickers that can have only one colour. */
export function fillCertain(store: Store): void {
  const { verdict, stickers } = store.state;
  if (verdict.kind !== "fits" || verdict.certain.length !== stickers.length) return;
  store.change(withStickers(store.state, verdict.certain), "entry");
}

/** Draws a random cube; returns the failure, if there is one. */
export async function drawRandom(store: Store): Promise<Failure | undefined> {
  const { size } = store.state;
  try {
    const { cube } = await scramble({ puzzle: `${size}x${size}`, to: "facelets" });
    store.change(withStickers(store.state, cube), "entry");
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

/** The server accepts at most 256 KiB; a cube is much shorter. */
const LONGEST_TEXT = 100_000;

/** The result of reading a text: a failure, or a note of the server. */
export interface Read {
  readonly failure?: Failure;
  readonly note?: string;
}

/** Reads a cube from text in the given layout; without one, the layout is detected. */
export async function readText(store: Store, text: string, layout?: string): Promise<Read> {
  if (text.length > LONGEST_TEXT) {
    return { failure: { kind: "rejected", errorKind: "too-large", message: "", language: "" } };
  }
  try {
    const { cube, note } = await cubeOf(
      { cube: text, ...(layout ? { from: layout } : {}) },
      store.state.size,
    );
    if (sizeOfStickers(cube.length) === undefined) return { failure: { kind: "invalid" } };
    store.change({ ...withStickers(store.state, cube), data: "" }, "entry");
    return note === undefined ? {} : { note };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

async function cubeOf(
  text: { cube: string; from?: string },
  size: Size,
): Promise<{ cube: string; note?: string }> {
  try {
    const answer = await check(text);
    // Moves have no size: they are applied to a cube of the current size.
    const otherSize = answer.format === "moves" && answer.cube.length !== stickerCount(size);
    return otherSize ? await check({ ...text, puzzle: `${size}x${size}` }) : answer;
  } catch (error) {
    // An impossible cube is displayed too, with its flaws.
    if (error instanceof RequestError && error.kind === "illegal-cube")
      return convert({ ...text, to: "facelets" });
    throw error;
  }
}

/** Switches to the shorter solution that was found while another one was played. */
export function takeBetter(store: Store): void {
  const { solving } = store.state;
  if (solving.kind !== "ready" || !solving.better) return;
  const { better, searching } = solving;
  store.change(
    { solving: { kind: "ready", solution: better, searching }, position: 0, playing: false },
    "amend",
  );
}

/** Moves to a position in the solution. */
export function jump(store: Store, position: number): void {
  const { solving } = store.state;
  if (solving.kind !== "ready") return;
  const bounded = Math.max(0, Math.min(position, solving.solution.moves.length));
  store.change({ position: bounded, playing: false }, "amend");
}

export function togglePlaying(store: Store): void {
  const { solving, position, playing } = store.state;
  if (solving.kind !== "ready") return;
  const atEnd = position >= solving.solution.moves.length;
  store.change({ playing: !playing, ...(atEnd && !playing ? { position: 0 } : {}) });
}
