// A net with characters on its stickers, as a file. The server draws all other pictures, but has no access to the
// characters. The policy of the page forbids converting one picture to another, so this draws each format: SVG
// as text, and PNG on a canvas.

import { columnOf, faceOf, rowOf, stickerCount } from "./geometry.ts";
import type { Face, Size } from "./geometry.ts";
import type { Appearance } from "./appearance.ts";
import type { Paint } from "./state.ts";

/** The colour of a sticker and the colour of its character. */
export interface Inks {
  readonly own: string;
  readonly letter: string;
}

interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly round: number;
  readonly color: string;
}

interface Letter {
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly text: string;
}

interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly Tile[];
  readonly letters: readonly Letter[];
}

const PLASTIC = "#1f2229";
const WIDTH = 960;
const FONT = "system-ui, sans-serif";

/** The column and the row of each face in the net. */
const PLACES: Readonly<Record<Face, readonly [number, number]>> = {
  U: [1, 0],
  L: [0, 1],
  F: [1, 1],
  R: [2, 1],
  B: [3, 1],
  D: [1, 2],
};

/** Draws the net with a width of 960. */
export function drawing(
  size: Size,
  appearances: readonly Appearance[],
  inks: (color: Paint) => Inks,
): Drawing {
  const face = WIDTH / 4;
  const rim = face * 0.04;
  const cell = (face - 2 * rim) / size;
  const gap = cell * 0.04;
  const plates = Object.values(PLACES).map(([right, down]) => ({
    x: right * face + rim / 2,
    y: down * face + rim / 2,
    width: face - rim,
    round: cell * 0.2,
    color: PLASTIC,
  }));
  const places = Array.from({ length: stickerCount(size) }, (_, index) => {
    const [right, down] = PLACES[faceOf(size, index)];
    const x = right * face + rim + columnOf(size, index) * cell;
    const y = down * face + rim + rowOf(size, index) * cell;
    const appearance = appearances[index];
    return { x, y, inks: inks(appearance?.color ?? "?"), text: appearance?.character ?? "" };
  });
  const stickers = places.map(({ x, y, inks: { own } }) => ({
    x: x + gap,
    y: y + gap,
    width: cell - 2 * gap,
    round: cell * 0.15,
    color: own,
  }));
  const letters = places.map(({ x, y, inks: { letter }, text }) => ({
    x: x + cell / 2,
    y: y + cell / 2,
    color: letter,
    text,
  }));
  return { width: WIDTH, height: face * 3, tiles: [...plates, ...stickers], letters };
}

const letterSize = ({ letters }: Drawing): number => (letters.length === 24 ? 54 : 36);

export function asSvg(drawn: Drawing): string {
  const { width, height, tiles, letters } = drawn;
  const number = (value: number) => String(Math.round(value * 100) / 100);
  const rectangles = tiles.map(
    ({ x, y, width: side, round, color }) =>
      `<rect x="${number(x)}" y="${number(y)}" width="${number(side)}" height="${number(side)}" ` +
      `rx="${number(round)}" fill="${color}"/>`,
  );
  const texts = letters.map(
    ({ x, y, color, text }) =>
      `<text x="${number(x)}" y="${number(y)}" fill="${color}">${escaped(text)}</text>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}" role="img">${rectangles.join("")}` +
    `<g font-family="${FONT}" font-size="${letterSize(drawn)}" font-weight="700" text-anchor="middle" ` +
    `dominant-baseline="central">${texts.join("")}</g></svg>\n`
  );
}

export function asPng(drawn: Drawing): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = drawn.width;
  canvas.height = drawn.height;
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  for (const { x, y, width, round, color } of drawn.tiles) {
    pen.fillStyle = color;
    pen.beginPath();
    pen.roundRect(x, y, width, width, round);
    pen.fill();
  }
  pen.font = `700 ${letterSize(drawn)}px ${FONT}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const { x, y, color, text } of drawn.letters) {
    pen.fillStyle = color;
    pen.fillText(text, x, y);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Escapes text for an SVG file, which excludes most control characters. */
function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text
    .replace(/[&<>]/g, (character) => names[character] ?? "")
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, "\uFFFD");
}
