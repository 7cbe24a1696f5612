// What every sticker looks like at the moment, for the net and for the cube in space.

import { stickerCount, stickerIndex } from "./geometry.ts";
import { shown } from "./moves.ts";
import type { Paint, Solution, State, Step } from "./state.ts";

export interface Look {
  readonly color: Paint;
  /** The colour that an unknown sticker must have. */
  readonly certain: Paint | undefined;
  /** It takes part in something impossible. */
  readonly wrong: boolean;
  /** The colour that the smallest repair gives it. */
  readonly repair: Paint | undefined;
  /** It is the sticker to look at next. */
  readonly asked: boolean;
  /** The current step of the lesson is about it. */
  readonly marked: boolean;
  readonly character: string;
}

const PLAIN: Look = {
  color: "?",
  certain: undefined,
  wrong: false,
  repair: undefined,
  asked: false,
  marked: false,
  character: "",
};

/** Colours alone. */
export const plainLooks = (facelets: string): Look[] =>
  [...facelets].map((color) => ({ ...PLAIN, color: paintOf(color) }));

/** The painted stickers, with all that is known about them. */
export function paintedLooks({ stickers, size, verdict, asking, data }: State): Look[] {
  const wrong = new Set<number>();
  const repairs = new Map<number, Paint>();
  const index = (name: string) => stickerIndex(size, name) ?? -1;
  const current = !asking;
  if (verdict.kind === "impossible" && current) {
    for (const flaw of verdict.flaws) for (const name of flaw.stickers) wrong.add(index(name));
    for (const { sticker, to } of verdict.repair?.stickers ?? []) repairs.set(index(sticker), paintOf(to));
  }
  const fits = verdict.kind === "fits" && verdict.certain.length === stickerCount(size) ? verdict : undefined;
  const asked = current && fits?.question ? index(fits.question.sticker) : -1;
  const characters = [...data];
  return [...stickers].map((color, place) => {
    const certain = color === "?" && current ? paintOf(fits?.certain[place] ?? "?") : "?";
    return {
      color: paintOf(color),
      certain: certain === "?" ? undefined : certain,
      wrong: wrong.has(place) || repairs.has(place),
      repair: repairs.get(place),
      asked: place === asked,
      marked: false,
      character: characters[place] ?? "",
    };
  });
}

/** The cube after the moves that are made. */
export function playedLooks(solution: Solution, position: number, data: string): Look[] {
  const frame = solution.frames[position] ?? [];
  const colors = shown(solution.start, frame);
  const characters = data === "" ? [] : [...shown(data, frame)];
  const marked = stepAt(solution, position)?.marked;
  return [...colors].map((color, place) => ({
    ...PLAIN,
    color: paintOf(color),
    marked: marked?.has(frame[place] ?? -1) ?? false,
    character: characters[place] ?? "",
  }));
}

/** The cube as it is at the moment: as it was painted, or after the moves that are made. */
export function shownLooks(state: State): Look[] {
  const { solving, position, data } = state;
  return solving.kind === "ready" ? playedLooks(solving.solution, position, data) : paintedLooks(state);
}

/** Whether letters are shown on the stickers, for readers who can't tell the colours apart. */
export const withLetters = ({ letters, palette }: State): boolean => letters || palette === "colorblind";

/** The step of the lesson that the next move belongs to; after the last move, the last step. */
export function stepAt(solution: Solution, position: number): Step | undefined {
  const steps = solution.lesson?.stages.flatMap((stage) => stage.steps) ?? [];
  return steps.find((step) => position < step.end) ?? steps.at(-1);
}

const paintOf = (character: string): Paint => ("URFDLB".includes(character) ? (character as Paint) : "?");
