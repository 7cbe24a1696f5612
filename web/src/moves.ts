// The part of the move notation that solutions and lessons use: faces, wide turns, slices, rotations.

import type { Axis, LayerTurn, Size } from "./geometry.ts";
import { permutation, stickerCount } from "./geometry.ts";

interface Direction {
  readonly axis: Axis;
  /** Whether clockwise means clockwise as seen from the positive end (R, U, F). */
  readonly positive: boolean;
}

const DIRECTIONS: Record<string, Direction> = {
  U: { axis: "y", positive: true },
  R: { axis: "x", positive: true },
  F: { axis: "z", positive: true },
  D: { axis: "y", positive: false },
  L: { axis: "x", positive: false },
  B: { axis: "z", positive: false },
};

/** The face that turns in the same direction as a slice. */
const SLICES: Record<string, string> = { M: "L", E: "D", S: "F" };
/** The face that turns in the same direction as a rotation of the whole cube. */
const ROTATIONS: Record<string, string> = { x: "R", y: "U", z: "F" };

/** A move as text, and its turn. */
export interface Move {
  readonly text: string;
  readonly turn: LayerTurn;
}

/** Reads moves with blanks between them. */
export function readMoves(size: Size, text: string): Move[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => ({ text: word, turn: readMove(size, word) }));
}

function readMove(size: Size, text: string): LayerTurn {
  const parts = /^([URFDLB])(w?)(2?'?)$|^([urfdlb]|[MES]|[xyz])(2?'?)$/.exec(text);
  const invalid = new Error(
    `"${text}" is not a move of the ${size}x${size}; expected one such as R, U2, F', x`,
  );
  if (!parts) throw invalid;
  const [, face, wide, faceSuffix, other, otherSuffix] = parts;
  const name = face ?? other ?? "";
  const rotation = ROTATIONS[name];
  const slice = SLICES[name];
  if (slice !== undefined && size === 2) throw invalid;
  const { axis, positive } = DIRECTIONS[rotation ?? slice ?? name.toUpperCase()] ?? {
    axis: "x",
    positive: true,
  };
  const clockwise = quarters(faceSuffix ?? otherSuffix ?? "");
  const turn = { axis, quarters: positive ? clockwise : 4 - clockwise };
  if (rotation !== undefined) return { ...turn, first: 0, last: size - 1 };
  if (slice !== undefined) return { ...turn, first: 1, last: 1 };
  const depth = wide === "w" || (face === undefined && other !== undefined) ? 2 : 1;
  return positive ? { ...turn, first: 0, last: depth - 1 } : { ...turn, first: size - depth, last: size - 1 };
}

function quarters(suffix: string): number {
  if (suffix.startsWith("2")) return 2;
  return suffix === "'" ? 3 : 1;
}

/**
 * Returns the origin of every sticker after each number of moves: the first entry is the start, and
 * `frames[n][i]` is the sticker of the start that is at `i` after `n` moves.
 */
export function framesOf(size: Size, sequence: readonly Move[]): number[][] {
  const frames = [Array.from({ length: stickerCount(size) }, (_, index) => index)];
  for (const { turn } of sequence) {
    const before = frames.at(-1) ?? [];
    frames.push(permutation(turn, size).map((from) => before[from] ?? from));
  }
  return frames;
}

/** Returns the contents of the stickers in a frame; `contents` has one character per sticker of the start. */
export function shown(contents: string, frame: readonly number[]): string {
  const characters = [...contents];
  return frame.map((from) => characters[from] ?? "?").join("");
}
