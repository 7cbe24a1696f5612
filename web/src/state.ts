// Everything the page knows, in one object that is changed through one function.

import type { Flaw, LessonStage, Question, Repair } from "./api.ts";
import type { Face, Size } from "./geometry.ts";
import type { Move } from "./moves.ts";

/** A colour is called by the face it has on a solved cube. */
export type Color = Face;
export type Paint = Color | "?";
export type Language = "en" | "zh";
export type Palette = "standard" | "colorblind";
export type Theme = "auto" | "light" | "dark";
export type Search = "fast" | "optimal";
export type Method = Search | "layers" | "cfop" | "three-step";

/** The ways of solving that each size has, the usual one first. */
export const METHODS: Readonly<Record<Size, readonly Method[]>> = {
  2: ["fast", "three-step"],
  3: ["fast", "optimal", "layers", "cfop"],
};

export const isSearch = (method: Method): method is Search => method === "fast" || method === "optimal";

export const isLesson = (method: Method): boolean => !isSearch(method);

/** Why something could not be done: the server refused, or there was no usable answer at all. */
export type Failure =
  | {
      readonly kind: "refused";
      /** What kind of problem it is, as the server calls it. */
      readonly problem: string;
      /** The server's own words, in English. */
      readonly message: string;
      readonly line?: number | undefined;
      readonly column?: number | undefined;
    }
  | { readonly kind: "unreachable" | "busy" | "invalid" };

/** What the server said about the stickers. */
export type Verdict =
  | { readonly kind: "none" }
  | {
      readonly kind: "fits";
      readonly count: bigint;
      readonly certain: string;
      readonly question: Question | undefined;
    }
  | { readonly kind: "impossible"; readonly flaws: readonly Flaw[]; readonly repair: Repair | undefined }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A step of a lesson, and which of the moves belong to it: `first` up to, not including, `end`. */
export interface Step {
  readonly grip: string;
  readonly seen: string;
  readonly why: string;
  readonly now: string;
  readonly first: number;
  readonly end: number;
  /** The stickers of the start that this step is about. */
  readonly marked: ReadonlySet<number>;
}

export interface Stage {
  readonly title: LessonStage["title"];
  readonly purpose: string;
  readonly steps: readonly Step[];
}

export interface Lesson {
  readonly title: string;
  readonly stages: readonly Stage[];
  readonly comparison: string;
}

export interface Solution {
  readonly method: Method;
  readonly size: Size;
  /** All stickers before the first move. */
  readonly start: string;
  readonly moves: readonly Move[];
  /** For each number of moves made, where every sticker comes from. */
  readonly frames: readonly (readonly number[])[];
  /** As the server counts, without turns of the whole cube. */
  readonly length: number;
  readonly optimal: boolean;
  readonly lesson: Lesson | undefined;
}

export type Solving =
  | { readonly kind: "none" }
  | { readonly kind: "working" }
  | {
      readonly kind: "ready";
      readonly solution: Solution;
      /** Whether a shorter one is still looked for. */
      readonly searching: boolean;
      /** A shorter one, found while this one is played. */
      readonly better?: Solution;
    }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface State {
  readonly page: "cube" | "challenge";
  readonly size: Size;
  /** One character a sticker, faces U R F D L B, each row by row; `?` is unknown. */
  readonly stickers: string;
  /** Characters that ride on the stickers, in the same order; empty for none. */
  readonly data: string;
  readonly tool: Paint;
  readonly method: Method;
  readonly verdict: Verdict;
  /** Whether the verdict is about older stickers and a new one was asked for. */
  readonly asking: boolean;
  readonly solving: Solving;
  /** Moves that came with a link, for the cube that came with it. */
  readonly linkedMoves: string;
  /** How many moves of the solution are made. */
  readonly position: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly language: Language;
  readonly palette: Palette;
  readonly theme: Theme;
  readonly letters: boolean;
  /** The challenge of a link: the number that draws its cube, and the face that is not shown. */
  readonly seed: number | undefined;
  readonly hidden: Face | undefined;
}

/** How a change is remembered: a step to go back to, one of many strokes, an amendment, or not at all. */
export type Remember = "entry" | "stroke" | "amend" | "no";

export type Listener = (state: State, previous: State, remember: Remember) => void;

export interface Store {
  readonly state: State;
  change(patch: Partial<State>, remember?: Remember): void;
  listen(listener: Listener): void;
}

/** What is painted to begin with: the centres of the 3x3, which never move. */
export function blank(size: Size): string {
  if (size === 2) return "?".repeat(24);
  return ["U", "R", "F", "D", "L", "B"].map((center) => `????${center}????`).join("");
}

export const INITIAL: State = {
  page: "cube",
  size: 3,
  stickers: blank(3),
  data: "",
  tool: "U",
  method: "fast",
  verdict: { kind: "none" },
  asking: false,
  solving: { kind: "none" },
  linkedMoves: "",
  position: 0,
  playing: false,
  speed: 1,
  language: "en",
  palette: "standard",
  theme: "auto",
  letters: false,
  seed: undefined,
  hidden: undefined,
};

export function createStore(initial: State): Store {
  let state = initial;
  let telling = false;
  const listeners: Listener[] = [];
  const waiting: { patch: Partial<State>; remember: Remember }[] = [];
  return {
    get state() {
      return state;
    },
    change(patch, remember = "no") {
      // A listener may change the state too: its change waits until all have heard of this one.
      waiting.push({ patch, remember });
      if (telling) return;
      telling = true;
      try {
        for (let next = waiting.shift(); next; next = waiting.shift()) {
          const previous = state;
          state = { ...state, ...next.patch };
          for (const listener of listeners) listener(state, previous, next.remember);
        }
      } finally {
        telling = false;
      }
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}
