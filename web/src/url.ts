// The part of the state that links share, after the `#` of the address.

import { FACES, sizeOfStickers } from "./geometry.ts";
import type { Face } from "./geometry.ts";
import { blank, INITIAL, isLesson, METHODS } from "./state.ts";
import type { Method, State } from "./state.ts";

/** The fields of the state that an address holds. */
export type Shared = Pick<
  State,
  "page" | "size" | "stickers" | "data" | "method" | "position" | "linkedMoves" | "seed" | "hidden"
> &
  Partial<Pick<State, "language" | "palette">>;

export function writeAddress(state: State): string {
  const query = new URLSearchParams();
  if (state.page === "challenge") {
    query.set("page", "challenge");
    if (state.seed !== undefined) query.set("seed", String(state.seed));
    if (state.hidden !== undefined) query.set("hidden", state.hidden);
  } else {
    const untouched = state.stickers === blank(state.size);
    if (!untouched || state.size !== INITIAL.size) query.set("cube", state.stickers.replaceAll("?", "-"));
    if (state.method !== "fast") query.set("method", state.method);
    if (state.data !== "") query.set("data", state.data);
    const { solving } = state;
    if (solving.kind === "ready" && state.position > 0) query.set("at", String(state.position));
    // The fast search depends on time, so the same cube may get other moves another time.
    if (solving.kind === "ready" && state.size === 3 && !isLesson(state.method)) {
      query.set("moves", solving.solution.moves.map((move) => move.text).join(" "));
    }
  }
  if (state.language !== "en") query.set("lang", state.language);
  if (state.palette !== "standard") query.set("palette", state.palette);
  const text = query.toString();
  return text === "" ? "#" : `#${text}`;
}

/** Reads an address; ignores invalid fields, because links get cut and mangled. */
export function readAddress(hash: string): Shared {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  const cube = (query.get("cube") ?? "").replace(/[-.*]/g, "?").toUpperCase();
  const size = /^[URFDLB?]*$/.test(cube) ? sizeOfStickers(cube.length) : undefined;
  const shownSize = size ?? INITIAL.size;
  const method = METHODS[shownSize].find((name) => name === query.get("method")) ?? ("fast" satisfies Method);
  const data = query.get("data") ?? "";
  const seed = Number(query.get("seed") ?? NaN);
  const language = query.get("lang");
  const palette = query.get("palette");
  return {
    page: query.get("page") === "challenge" ? "challenge" : "cube",
    size: shownSize,
    stickers: size === undefined ? blank(shownSize) : cube,
    data: size !== undefined && [...data].length === cube.length ? data : "",
    method,
    position: wholeNumber(query.get("at")),
    linkedMoves: query.get("moves") ?? "",
    seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : undefined,
    hidden: FACES.find((face): face is Face => face === query.get("hidden")),
    ...(language === "en" || language === "zh" ? { language } : {}),
    ...(palette === "standard" || palette === "colorblind" ? { palette } : {}),
  };
}

function wholeNumber(text: string | null): number {
  const number = Number(text ?? 0);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
