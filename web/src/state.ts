// The state of the page: one object, changed by one function.

import type { Flaw, LessonStage, Question, Repair } from "./api.ts";
import type { Face, Size } from "./geometry.ts";
import type { Move } from "./moves.ts";

/** A colour, named by its face on a solved cube. */
export type Color = Face;
export type Paint = Color | "?";
export type Language = "en" | "zh";
export type Palette = "standard" | "colorblind";
export type Theme = "auto" | "light" | "dark";
export type Search = "fast" | "optimal";
export type Method = Search | "layers" | "cfop" | "three-step";

/** The methods for each size, the default first. */
export const METHODS: Readonly<Record<Size, readonly Method[]>> = {
  2: ["fast", "three-step"],
  3: ["fast", "optimal", "layers", "cfop"],
};

export const isSearch = (method: Method): method is Search => method === "fast" || method === "optimal";

export const isLesson = (method: Method): boolean => !isSearch(method);

/** The reason of a failure: an error of the server, or no usable response. */
export type Failure =
  | {
      readonly kind: "rejected";
      /** The error kind of the server. */
      readonly errorKind: string;
      /** The message of the server. */
      readonly message: string;
      /** The language of the message. */
      readonly language: string;
      readonly line?: number | undefined;
      readonly column?: number | undefined;
    }
  | { readonly kind: "unreachable" | "busy" | "invalid" };

/** The verdict of the server about the stickers. */
export type Verdict =
  | { readonly kind: "none" }
  | {
      readonly kind: "fits";
      readonly count: bigint;
      readonly certain: string;
      readonly question: Question | undefined;
    }
  | {
      readonly kind: "impossible";
      readonly flaws: readonly Flaw[];
      /** The language of the messages of the flaws. */
      readonly language: string;
      readonly repair: Repair | undefined;
    }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A step of a lesson, and the range of its moves: from `first` up to, not including, `end`. */
export interface Step {
  readonly rotation: string;
  readonly observation: string;
  readonly explanation: string;
  readonly result: string;
  readonly first: number;
  readonly end: number;
  /** The stickers of the start that this step concerns. */
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
  /** For each number of moves, the origin of every sticker. */
  readonly frames: readonly (readonly number[])[];
  /** As counted by the server, without rotations of the whole cube. */
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
      /** Whether the search for a shorter solution continues. */
      readonly searching: boolean;
      /** A shorter solution, found while this one is played. */
      readonly better?: Solution;
    }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface State {
  readonly page: "cube" | "challenge";
  readonly size: Size;
  /** One character per sticker, faces U R F D L B, each row by row; `?` is unknown. */
  readonly stickers: string;
  /** Characters that move with the stickers, in the same order; empty for none. */
  readonly data: string;
  readonly tool: Paint;
  readonly method: Method;
  readonly verdict: Verdict;
  /** Whether the verdict is about older stickers and a request for a new one is pending. */
  readonly checking: boolean;
  readonly solving: Solving;
  /** The moves of a link, for the cube of that link. */
  readonly linkedMoves: string;
  /** The number of moves of the solution that are applied. */
  readonly position: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly language: Language;
  readonly palette: Palette;
  readonly theme: Theme;
  readonly letters: boolean;
  /** The challenge of a link: the seed of its cube, and the hidden face. */
  readonly seed: number | undefined;
  readonly hidden: Face | undefined;
}

/** The effect of a change on the history: a new entry, a stroke of one entry, an amended entry, or none. */
export type HistoryChange = "entry" | "stroke" | "amend" | "no";

export type Listener = (state: State, previous: State, historyChange: HistoryChange) => void;

export interface Store {
  readonly state: State;
  change(patch: Partial<State>, historyChange?: HistoryChange): void;
  listen(listener: Listener): void;
}

/** The initial stickers: only the centres of the 3x3, which never move, are painted. */
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
  checking: false,
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
  let isNotifying = false;
  const listeners: Listener[] = [];
  const queue: { patch: Partial<State>; historyChange: HistoryChange }[] = [];
  return {
    get state() {
      return state;
    },
    change(patch, historyChange = "no") {
      // A listener may change the state too: that change is queued until all listeners were called.
      queue.push({ patch, historyChange });
      if (isNotifying) return;
      isNotifying = true;
      try {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const previous = state;
          state = { ...state, ...next.patch };
          for (const listener of listeners) listener(state, previous, next.historyChange);
        }
      } finally {
        isNotifying = false;
      }
    },
    listen(listener) {
      listeners.push(listener);
    },
  };
}
