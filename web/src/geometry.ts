// The positions of stickers, and the permutations of turns. Like the library's `geometry.rs`, this derives every
// permutation from rotations of (position, normal).

export type Size = 2 | 3;

/** The faces in the order of facelets. */
export const FACES = ["U", "R", "F", "D", "L", "B"] as const;
export type Face = (typeof FACES)[number];

export type Axis = "x" | "y" | "z";

/** x points right, y up, z towards the viewer. */
export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A small cube, in steps of two from the middle, and the side with the sticker. */
export interface Place {
  readonly position: Vector;
  readonly normal: Vector;
}

/** A turn of the layers `first` to `last`, counted from 0 at the positive end (R, U, F). */
export interface LayerTurn {
  readonly axis: Axis;
  readonly first: number;
  readonly last: number;
  /** Quarter turns, 1 to 3, clockwise as seen from the positive end. */
  readonly quarters: number;
}

interface Frame {
  readonly normal: Vector;
  readonly rightward: Vector;
  readonly downward: Vector;
}

const vector = (x: number, y: number, z: number): Vector => ({ x, y, z });

/** The orientation in which each face is read: U with B above it, D with F above it, the sides with U above. */
const FRAMES: Record<Face, Frame> = {
  U: { normal: vector(0, 1, 0), rightward: vector(1, 0, 0), downward: vector(0, 0, 1) },
  R: { normal: vector(1, 0, 0), rightward: vector(0, 0, -1), downward: vector(0, -1, 0) },
  F: { normal: vector(0, 0, 1), rightward: vector(1, 0, 0), downward: vector(0, -1, 0) },
  D: { normal: vector(0, -1, 0), rightward: vector(1, 0, 0), downward: vector(0, 0, -1) },
  L: { normal: vector(-1, 0, 0), rightward: vector(0, 0, 1), downward: vector(0, -1, 0) },
  B: { normal: vector(0, 0, -1), rightward: vector(-1, 0, 0), downward: vector(0, -1, 0) },
};

export const stickerCount = (size: Size): number => 6 * size * size;

/** The size with this many stickers. */
export function sizeOfStickers(count: number): Size | undefined {
  return count === 24 ? 2 : count === 54 ? 3 : undefined;
}

/** The face of sticker `index`. */
export function faceOf(size: Size, index: number): Face {
  const face = FACES[Math.floor(index / (size * size))];
  if (face === undefined) throw new RangeError(`sticker ${index} is not on a ${size}x${size}`);
  return face;
}

/** The name of a sticker, `U1` for the first one of the face U. */
export const stickerName = (size: Size, index: number): string =>
  `${faceOf(size, index)}${(index % (size * size)) + 1}`;

/** The inverse of `stickerName`; undefined if no sticker has this name. */
export function stickerIndex(size: Size, name: string): number | undefined {
  const face = FACES.indexOf(name.charAt(0) as Face);
  const number = Number(name.slice(1));
  const exists = face >= 0 && Number.isInteger(number) && number >= 1 && number <= size * size;
  return exists ? face * size * size + number - 1 : undefined;
}

export const rowOf = (size: Size, index: number): number => Math.floor((index % (size * size)) / size);
export const columnOf = (size: Size, index: number): number => index % size;

/** The place of sticker `index`: faces in the order U R F D L B, each row by row. */
export function placeOf(size: Size, index: number): Place {
  const { normal, rightward, downward } = FRAMES[faceOf(size, index)];
  const edge = size - 1;
  const down = 2 * rowOf(size, index) - edge;
  const right = 2 * columnOf(size, index) - edge;
  const along = (axis: Axis) => normal[axis] * edge + downward[axis] * down + rightward[axis] * right;
  return { position: vector(along("x"), along("y"), along("z")), normal };
}

/** The inverse of `placeOf`. */
export function indexOf(size: Size, place: Place): number {
  const face = FACES.findIndex((name) => dot(FRAMES[name].normal, place.normal) === 1);
  const { rightward, downward } = FRAMES[FACES[face] ?? "U"];
  const edge = size - 1;
  const row = (dot(place.position, downward) + edge) / 2;
  const column = (dot(place.position, rightward) + edge) / 2;
  return face * size * size + row * size + column;
}

/** The layer of a position along an axis, counted from the positive end. */
export const layerOf = (size: Size, position: Vector, axis: Axis): number => (size - 1 - position[axis]) / 2;

/** Whether the turn moves the small cube at this position. */
export function moves(turn: LayerTurn, size: Size, position: Vector): boolean {
  const layer = layerOf(size, position, turn.axis);
  return layer >= turn.first && layer <= turn.last;
}

/** The permutation of a turn: sticker `i` comes from `permutation[i]`. */
export function permutation(turn: LayerTurn, size: Size): number[] {
  return Array.from({ length: stickerCount(size) }, (_, index) => {
    const place = placeOf(size, index);
    if (!moves(turn, size, place.position)) return index;
    const back = 4 - turn.quarters;
    return indexOf(size, {
      position: rotated(place.position, turn.axis, back),
      normal: rotated(place.normal, turn.axis, back),
    });
  });
}

export const inverse = (turn: LayerTurn): LayerTurn => ({ ...turn, quarters: (4 - turn.quarters) % 4 });

/** Clockwise as seen from the positive end of the axis. */
function rotated(start: Vector, axis: Axis, quarters: number): Vector {
  let { x, y, z } = start;
  for (let left = quarters; left > 0; left -= 1) {
    if (axis === "x") [y, z] = [z, -y];
    else if (axis === "y") [x, z] = [-z, x];
    else [x, y] = [y, -x];
  }
  return { x, y, z };
}

const dot = (a: Vector, b: Vector): number => a.x * b.x + a.y * b.y + a.z * b.z;
