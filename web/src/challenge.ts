// The five-faces game: a scrambled 2x2 with one face hidden, moves, hints and a clock.

import { scramble, solve } from "./api.ts";
import { failureOf } from "./failure.ts";
import { FACES } from "./geometry.ts";
import type { Face, LayerTurn } from "./geometry.ts";
import { readStored, writeStored } from "./persistence.ts";
import { framesOf, readMoves, shown } from "./moves.ts";
import type { Move } from "./moves.ts";
import type { Failure, Store } from "./state.ts";

const BEST = "cubegod.best";
const BEST_COUNT = 5;

export interface Result {
  readonly seconds: number;
  readonly moves: number;
}

export interface Game {
  readonly phase: "ready" | "drawing" | "running" | "solved" | "revealed";
  /** All six faces; the page shows five of them until the end. */
  readonly cube: string;
  readonly hidden: Face;
  /** The seed of the cube; none before the first game. */
  readonly seed: number | undefined;
  readonly moves: readonly Move[];
  readonly started: number;
  readonly finished: number;
  readonly hints: number;
  readonly hint: { readonly move: string; readonly left: number } | undefined;
  /** The length of a shortest solution, once it is computed. */
  readonly shortest: number | undefined;
  /** A shortest solution, after the player requested it. */
  readonly answer: string;
  readonly failure: Failure | undefined;
}

const READY: Game = {
  phase: "ready",
  cube: "?".repeat(24),
  hidden: "B",
  seed: undefined,
  moves: [],
  started: 0,
  finished: 0,
  hints: 0,
  hint: undefined,
  shortest: undefined,
  answer: "",
  failure: undefined,
};

export interface Challenge {
  readonly game: Game;
  /** Called on every change, with the turn if there was one. */
  listen(listener: (game: Game, turn: LayerTurn | undefined) => void): void;
  /** Draws the cube of the address again, or a new one. */
  start(which: "same" | "new"): Promise<void>;
  /** Discards the game, because another link was opened. */
  discard(): void;
  make(text: string): void;
  undo(): void;
  reset(): void;
  requestHint(): Promise<void>;
  revealSolution(): Promise<void>;
}

export function createChallenge(store: Store): Challenge {
  let game = READY;
  let notify: (game: Game, turn: LayerTurn | undefined) => void = () => {};

  function change(patch: Partial<Game>, turn?: LayerTurn): void {
    game = { ...game, ...patch };
    notify(game, turn);
  }

  async function start(which: "same" | "new"): Promise<void> {
    const seed = (which === "same" ? store.state.seed : undefined) ?? randomNumber(2 ** 32);
    const hidden = (which === "same" ? store.state.hidden : undefined) ?? FACES[randomNumber(6)] ?? "B";
    const drawing: Game = { ...READY, phase: "drawing", hidden, seed };
    game = drawing;
    store.change({ seed, hidden }, "entry");
    notify(game, undefined);
    try {
      const { cube } = await scramble({ puzzle: "2x2", seed, to: "facelets" });
      // The user may have started another game or opened another link meanwhile.
      if (game !== drawing) return;
      const started = performance.now();
      change({ phase: "running", cube, started });
      const { length } = await solve({ cube: visible(game), from: "facelets" });
      if (game.started === started) change({ shortest: length });
    } catch (error) {
      if (game.seed !== seed || game.hidden !== hidden) return;
      const failed: Partial<Game> = game.phase === "drawing" ? { phase: "ready" } : {};
      change({ ...failed, failure: failureOf(error) });
    }
  }

  function setMoves(moves: readonly Move[], turn: LayerTurn | undefined): void {
    const made: Game = { ...game, moves, hint: undefined, failure: undefined };
    if (!oneColorEach(now(made))) return change(made, turn);
    const finished = performance.now();
    if (game.hints === 0) recordResult({ seconds: (finished - game.started) / 1000, moves: moves.length });
    change({ ...made, phase: "solved", finished }, turn);
  }

  /** Requests a solution of the current cube; returns nothing if a move was made meanwhile. */
  async function requestSolution(): Promise<{ solution: string; length: number } | undefined> {
    const requested = game;
    const isCurrent = () =>
      game.phase === "running" && game.seed === requested.seed && game.moves === requested.moves;
    if (!isCurrent()) return undefined;
    try {
      const answer = await solve({ cube: now(requested), from: "facelets" });
      return isCurrent() ? answer : undefined;
    } catch (error) {
      if (isCurrent()) change({ failure: failureOf(error) });
      return undefined;
    }
  }

  return {
    get game() {
      return game;
    },
    listen(listener) {
      notify = listener;
    },
    start,
    discard() {
      change(READY);
    },
    make(text) {
      const [move] = readMoves(2, text);
      if (game.phase === "running" && move) setMoves(joined(game.moves, move), move.turn);
    },
    undo() {
      const last = game.moves.at(-1);
      if (game.phase !== "running" || !last) return;
      setMoves(game.moves.slice(0, -1), { ...last.turn, quarters: 4 - last.turn.quarters });
    },
    reset() {
      if (game.phase === "running") setMoves([], undefined);
    },
    async requestHint() {
      // A hint counts once, however often it is requested.
      if (game.hint) return;
      const answer = await requestSolution();
      const move = answer?.solution.split(" ")[0] ?? "";
      if (!answer || move === "" || game.hint) return;
      change({ hint: { move, left: answer.length }, hints: game.hints + 1, failure: undefined });
    },
    async revealSolution() {
      const answer = await requestSolution();
      if (!answer) return;
      change({
        phase: "revealed",
        finished: performance.now(),
        answer: answer.solution,
        hint: undefined,
        failure: undefined,
      });
    },
  };
}

/** The cube after the moves so far. */
export const now = (game: Game): string => shown(game.cube, framesOf(2, game.moves).at(-1) ?? []);

/** Whether every face has one colour. */
const oneColorEach = (facelets: string): boolean =>
  FACES.every((_, face) => new Set(facelets.slice(face * 4, face * 4 + 4)).size === 1);

/** The scrambled cube without the hidden face. */
export function visible(game: Game): string {
  const start = FACES.indexOf(game.hidden) * 4;
  return `${game.cube.slice(0, start)}????${game.cube.slice(start + 4)}`;
}

/** The stickers that the player sees after the moves: hidden stickers stay hidden wherever they move. */
export function visibleNow(game: Game): string {
  if (game.phase === "solved" || game.phase === "revealed") return now(game);
  return shown(visible(game), framesOf(2, game.moves).at(-1) ?? []);
}

export const seconds = (game: Game): number => (game.finished - game.started) / 1000;

/** The best games without hints, fastest first. */
export function bestResults(): Result[] {
  try {
    const list: unknown = JSON.parse(readStored(BEST) ?? "[]");
    return Array.isArray(list) ? list.filter(isResult) : [];
  } catch {
    return [];
  }
}

function recordResult(result: Result): void {
  const list = [...bestResults(), result].sort((a, b) => a.seconds - b.seconds);
  writeStored(BEST, JSON.stringify(list.slice(0, BEST_COUNT)));
}

const isResult = (value: unknown): value is Result =>
  typeof value === "object" && value !== null && "seconds" in value && "moves" in value;

/** Adds a move; merges two turns of the same face, as is usual when moves are counted. */
function joined(moves: readonly Move[], move: Move): Move[] {
  const last = moves.at(-1);
  if (!last || last.text.charAt(0) !== move.text.charAt(0)) return [...moves, move];
  const others = moves.slice(0, -1);
  const suffix = ["", "", "2", "'"][(clockwise(last.text) + clockwise(move.text)) % 4] ?? "";
  const cancelled = (clockwise(last.text) + clockwise(move.text)) % 4 === 0;
  return cancelled ? others : [...others, ...readMoves(2, move.text.charAt(0) + suffix)];
}

const clockwise = (text: string): number => (text.endsWith("2") ? 2 : text.endsWith("'") ? 3 : 1);

const randomNumber = (below: number): number => Math.floor(Math.random() * below);
