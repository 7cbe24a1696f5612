// Solves the cube once only one fits, and again when the method changes.

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
  retry(): void;
  /** Stops the search and keeps the best solution so far. */
  stop(): void;
}

export function solveWhenUnique(store: Store): Solver {
  let task = "";
  let current: AbortController | undefined;

  async function begin(start: string): Promise<void> {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    const { state } = store;
    const show = (solution: Solution, searching = false) => {
      if (current !== controller) return;
      store.change(shownSolution(store.state, solution, searching), "amend");
    };
    // A lesson in another language keeps its position meanwhile.
    if (state.solving.kind !== "ready") store.change({ solving: { kind: "working" } });
    try {
      show(await find(state, start, (better) => show(better, true), controller.signal));
    } catch (error) {
      if (isAbort(error) || current !== controller) return;
      const { solving } = store.state;
      // A solution that was found before the connection broke still solves the cube.
      const found =
        solving.kind === "ready" && solving.searching && isOf(solving.solution, start, state.method);
      if (found) store.change({ solving: { ...solving, searching: false } });
      else store.change({ solving: { kind: "failed", failure: failureOf(error) } });
    }
  }

  function update(state: State): void {
    const start = uniqueCube(state);
    const next =
      start === undefined ? "" : [start, state.method, isLesson(state.method) && state.language].join();
    if (next === task) return;
    task = next;
    current?.abort();
    if (start === undefined) store.change({ solving: { kind: "none" }, playing: false });
    else void begin(start);
  }

  store.listen(update);
  return {
    retry() {
      task = "";
      update(store.state);
    },
    stop() {
      current?.abort();
      const { solving } = store.state;
      if (solving.kind === "ready") store.change({ solving: { ...solving, searching: false } });
    },
  };
}

/** Whether the solution belongs to the current cube and method. */
const isOf = (solution: Solution, start: string, method: Method): boolean =>
  solution.start === start && solution.method === method;

/** The only cube that fits, if there is just one. */
export function uniqueCube({ page, verdict, checking }: State): string | undefined {
  return page === "cube" && !checking && verdict.kind === "fits" && verdict.count === 1n
    ? verdict.certain
    : undefined;
}

/** While the user plays a solution, a shorter one does not replace it; the page offers it instead. */
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

/** Returns the moves of a link if they solve its cube: a link may contain anything. */
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

/** Concatenates the moves of all steps, and records the range of each step. */
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
        rotation: step.rotation_text ?? "",
        observation: step.observation,
        explanation: step.explanation,
        result: step.result,
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
