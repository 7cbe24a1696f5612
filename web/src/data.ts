// Characters on stickers, in the two usual orders of a whole cube as one string.

import { FACES } from "./geometry.ts";
import type { Size } from "./geometry.ts";

export type Order = "facelets" | "net-string";

/** The stickers in the order of the net: U, then the rows of L F R B, then D. */
function netOrder(size: Size): number[] {
  const start = (face: (typeof FACES)[number]) => FACES.indexOf(face) * size * size;
  const row = (from: number, number: number) =>
    Array.from({ length: size }, (_, column) => from + number * size + column);
  const rows = Array.from({ length: size }, (_, number) => number);
  const whole = (face: (typeof FACES)[number]) => rows.flatMap((number) => row(start(face), number));
  const sides = rows.flatMap((number) =>
    (["L", "F", "R", "B"] as const).flatMap((face) => row(start(face), number)),
  );
  return [...whole("U"), ...sides, ...whole("D")];
}

/** Characters in some order, as facelets. */
export function toFacelets(size: Size, text: string, order: Order): string {
  if (order === "facelets") return text;
  const characters = [...text];
  const facelets = new Array<string>(characters.length).fill("?");
  netOrder(size).forEach((index, place) => {
    facelets[index] = characters[place] ?? "?";
  });
  return facelets.join("");
}

/** The inverse of `toFacelets`. */
export function fromFacelets(size: Size, facelets: string, order: Order): string {
  if (order === "facelets") return facelets;
  const characters = [...facelets];
  return netOrder(size)
    .map((index) => characters[index] ?? "?")
    .join("");
}
