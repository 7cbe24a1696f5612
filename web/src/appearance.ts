// The current appearance of every sticker, for the net and for the 3-D cube.

import { stickerCount, stickerIndex } from "./geometry.ts";
import { shown } from "./moves.ts";
import type { Paint, Solution, State, Step } from "./state.ts";

export interface Appearance {
  readonly color: Paint;
  /** The only possible colour of an unknown sticker. */
  readonly certain: Paint | undefined;
  /** Whether it is part of a flaw. */
  readonly wrong: boolean;
  /** Its colour in the smallest repair. */
  readonly repair: Paint | undefined;
  /** Whether it is the sticker to look at next. */
  readonly isNext: boolean;
  /** Whether the current step of the lesson concerns it. */
  readonly marked: boolean;
  readonly character: string;
}

const PLAIN: Appearance = {
  color: "?",
  certain: undefined,
  wrong: false,
  repair: undefined,
  isNext: false,
  marked: false,
  character: "",
};

/** Returns appearances with colours only. */
export const plainAppearances = (facelets: string): Appearance[] =>
  [...facelets].map((color) => ({ ...PLAIN, color: paintOf(color) }));

/** Returns the painted stickers with the verdict about them. */
export function paintedAppearances({ stickers, size, verdict, checking, data }: State): Appearance[] {
  const wrong = new Set<number>();
  const repairs = new Map<number, Paint>();
  const index = (name: string) => stickerIndex(size, name) ?? -1;
  const current = !checking;
  if (verdict.kind === "impossible" && current) {
    for (const flaw of verdict.flaws) for (const name of flaw.stickers) wrong.add(index(name));
    for (const { sticker, to } of verdict.repair?.stickers ?? []) repairs.set(index(sticker), paintOf(to));
  }
  const fits = verdict.kind === "fits" && verdict.certain.length === stickerCount(size) ? verdict : undefined;
  const isNext = current && fits?.question ? index(fits.question.sticker) : -1;
  const characters = [...data];
  return [...stickers].map((color, place) => {
    const certain = color === "?" && current ? paintOf(fits?.certain[place] ?? "?") : "?";
    return {
      color: paintOf(color),
      certain: certain === "?" ? undefined : certain,
      wrong: wrong.has(place) || repairs.has(place),
      repair: repairs.get(place),
      isNext: place === isNext,
      marked: false,
      character: characters[place] ?? "",
    };
  });
}

/** Returns the stickers after the current number of moves. */
export function solutionAppearances(solution: Solution, position: number, data: string): Appearance[] {
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

/** Returns the current stickers: as painted, or after the moves of the solution so far. */
export function currentAppearances(state: State): Appearance[] {
  const { solving, position, data } = state;
  return solving.kind === "ready"
    ? solutionAppearances(solving.solution, position, data)
    : paintedAppearances(state);
}

/** Whether stickers show letters, for readers who cannot distinguish the colours. */
export const withLetters = ({ letters, palette }: State): boolean => letters || palette === "colorblind";

/** Returns the step of the next move; after the last move, the last step. */
export function stepAt(solution: Solution, position: number): Step | undefined {
  const steps = solution.lesson?.stages.flatMap((stage) => stage.steps) ?? [];
  return steps.find((step) => position < step.end) ?? steps.at(-1);
}

const paintOf = (character: string): Paint => ("URFDLB".includes(character) ? (character as Paint) : "?");
