// Solves as soon as one cube is left, and again when another way is chosen.

import { apply, isAbort, solve, solveStreaming, teach } from "./api.ts";
import type { Fields, TeachAnswer } from "./api.ts";
import { failureOf } from "./failure.ts";
import { stickerIndex } from "./geometry.ts";
import type { Size } from "./geometry.ts";
import { framesOf, readMoves } from "./moves.ts";
import type { Move } from "./moves.ts";
import { isLesson, isSearch } from "./state.ts";
import type { Method, Search, Solution, Stage, State, Store } from "./state.ts";

/** The request of each search, and whether it reports better solutions while it runs. */
const SEARCHES: Readonly<Record<Search, { fields: Fields; streams: boolean }>> = {
  fast: { fields: { method: "fast" }, streams: false },
  optimal: { fields: { method: "optimal" }, streams: true },
};

export interface Solver {
  /** Tries again, after a failure. */
  again(): void;
  /** Keeps the best that was found so far. */
  stop(): void;
}

export function solveWhenKnown(store: Store): Solver {
  let task = "";
  let asked: AbortController | undefined;

  async function begin(start: string): Promise<void> {
    asked?.abort();
    const controller = new AbortController();
    asked = controller;
    const { state } = store;
    const show = (solution: Solution, searching = false) => {
      if (asked !== controller) return;
      store.change(shownSolution(store.state, solution, searching), "amend");
    };
    // A lesson in another language stays where it is meanwhile.
    if (state.solving.kind !== "ready") store.change({ solving: { kind: "working" } });
    try {
      show(await find(state, start, (better) => show(better, true), controller.signal));
    } catch (error) {
      if (isAbort(error) || asked !== controller) return;
      const { solving } = store.state;
      // What was found before the server went away still solves the cube.
      const found =
        solving.kind === "ready" && solving.searching && isOf(solving.solution, start, state.method);
      if (found) store.change({ solving: { ...solving, searching: false } });
      else store.change({ solving: { kind: "failed", failure: failureOf(error) } });
    }
  }

  function consider(state: State): void {
    const start = knownCube(state);
    const next =
      start === undefined ? "" : [start, state.method, isLesson(state.method) && state.language].join();
    if (next === task) return;
    task = next;
    asked?.abort();
    if (start === undefined) store.change({ solving: { kind: "none" }, playing: false });
    else void begin(start);
  }

  store.listen(consider);
  return {
    again() {
      task = "";
      consider(store.state);
    },
    stop() {
      asked?.abort();
      const { solving } = store.state;
      if (solving.kind === "ready") store.change({ solving: { ...solving, searching: false } });
    },
  };
}

/** Whether the solution belongs to the current cube and method. */
const isOf = (solution: Solution, start: string, method: Method): boolean =>
  solution.start === start && solution.method === method;

/** The one cube that fits, if it is known. */
export function knownCube({ page, verdict, asking }: State): string | undefined {
  return page === "cube" && !asking && verdict.kind === "fits" && verdict.count === 1n
    ? verdict.certain
    : undefined;
}

/** While a person plays a solution, it is not taken away for a shorter one; that one is offered. */
function shownSolution(state: State, solution: Solution, searching: boolean): Partial<State> {
  const { solving } = state;
  const inUse = state.position > 0 || state.playing;
  const same = solving.kind === "ready" && solving.solution.start === solution.start;
  if (inUse && same && !solution.lesson && !solving.solution.lesson) {
    const shorter = solution.length < solving.solution.length ? { better: solution } : {};
    return { solving: { ...solving, searching, ...shorter } };
  }
  return {
    solving: { kind: "ready", solution, searching },
    position: Math.min(state.position, solution.moves.length),
  };
}

async function find(
  state: State,
  cube: string,
  better: (solution: Solution) => void,
  signal: AbortSignal,
): Promise<Solution> {
  const { size, method, language } = state;
  const fields = { cube, from: "facelets" };
  if (!isSearch(method))
    return lessonSolution(size, method, cube, await teach({ ...fields, method, lang: language }, signal));
  const plain = (text: string, length: number, optimal: boolean) =>
    plainSolution(size, method, cube, readMoves(size, text), length, optimal);
  if (state.linkedMoves !== "" && size === 3) {
    const linked = await readLinked(state, cube, signal);
    if (linked) return plain(state.linkedMoves, linked.length, false);
  }
  const search = SEARCHES[method];
  const request = { ...fields, ...search.fields };
  const found = (text: string, length: number) => better(plain(text, length, false));
  const answer = search.streams ? solveStreaming(request, found, signal) : solve(request, signal);
  const { solution, length, optimal } = await answer;
  return plain(solution, length, optimal);
}

/** The moves of a link, if they solve the cube of the link: a link may contain anything. */
async function readLinked(state: State, cube: string, signal: AbortSignal): Promise<Move[] | undefined> {
  let linked: Move[];
  try {
    linked = readMoves(state.size, state.linkedMoves);
  } catch {
    return undefined;
  }
  const { solved } = await apply({ cube, from: "facelets", alg: state.linkedMoves }, signal);
  return solved ? linked : undefined;
}

function plainSolution(
  size: Size,
  method: Method,
  start: string,
  moves: Move[],
  length: number,
  optimal: boolean,
): Solution {
  return { method, size, start, moves, frames: framesOf(size, moves), length, optimal, lesson: undefined };
}

/** Puts the moves of all steps in a row, and notes which belong to which step. */
export function lessonSolution(size: Size, method: Method, start: string, answer: TeachAnswer): Solution {
  const written = answer.stages.flatMap((stage) =>
    stage.steps.flatMap(({ turn_cube, moves }) => [turn_cube ?? "", moves]),
  );
  const moves = readMoves(size, written.join(" "));
  const frames = framesOf(size, moves);
  let made = 0;
  const stages = answer.stages.map((stage): Stage => {
    const steps = stage.steps.map((step) => {
      const first = made;
      const held = first + readMoves(size, step.turn_cube ?? "").length;
      made = held + readMoves(size, step.moves).length;
      const frame = frames[held] ?? [];
      const places = step.marked_before.map((name) => frame[stickerIndex(size, name) ?? -1]);
      const marked = new Set(places.filter((place) => place !== undefined));
      return {
        grip: step.grip ?? "",
        seen: step.seen,
        why: step.why,
        now: step.now,
        first,
        end: made,
        marked,
      };
    });
    return { title: stage.title, purpose: stage.purpose, steps };
  });
  const lesson = { title: answer.title, stages, comparison: answer.comparison?.text ?? "" };
  return { method, size, start, moves, frames, length: answer.length, optimal: false, lesson };
}
