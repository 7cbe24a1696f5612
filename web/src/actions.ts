// What a person can do on the cube's page, as changes of the state.

import { check, convert, Problem, scramble } from "./api.ts";
import { failureOf } from "./failure.ts";
import { sizeOfStickers, stickerCount, stickerIndex } from "./geometry.ts";
import type { Size } from "./geometry.ts";
import { blank, METHODS } from "./state.ts";
import type { Failure, Method, Paint, State, Store } from "./state.ts";

/** Other stickers: whatever was known about the old ones is gone. */
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
  store.change(withStickers(store.state, stickers.slice(0, index) + color + stickers.slice(index + 1)), "stroke");
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

/** Applies the smallest repair, and nothing else: unknown stickers stay unknown. */
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

/** Draws a random cube; gives what went wrong, if something did. */
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

/** Reads a cube from any text; gives what went wrong, if something did. */
export async function readText(store: Store, text: string): Promise<Failure | undefined> {
  try {
    const cube = await cubeOf(text, store.state.size);
    if (sizeOfStickers(cube.length) === undefined) return { kind: "rubbish" };
    store.change({ ...withStickers(store.state, cube), data: "" }, "entry");
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}

async function cubeOf(text: string, size: Size): Promise<string> {
  try {
    const { cube, format } = await check({ cube: text });
    // Moves do not tell the size: they are made on the cube that is shown.
    const otherSize = format === "moves" && cube.length !== stickerCount(size);
    return otherSize ? (await check({ cube: text, puzzle: `${size}x${size}` })).cube : cube;
  } catch (error) {
    // A cube that is not real is shown all the same, with what is wrong with it.
    if (error instanceof Problem && error.kind === "illegal-cube") return (await convert({ cube: text, to: "facelets" })).cube;
    throw error;
  }
}

/** Goes to a place in the solution. */
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
