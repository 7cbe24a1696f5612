// The five-faces game: a scrambled 2x2 with one face hidden, moves, hints and a clock.

import { scramble, solve } from "./api.ts";
import { failureOf } from "./failure.ts";
import { FACES } from "./geometry.ts";
import type { Face, LayerTurn } from "./geometry.ts";
import { keep, stored } from "./memory.ts";
import { framesOf, readMoves, shown } from "./moves.ts";
import type { Move } from "./moves.ts";
import type { Failure, Store } from "./state.ts";

const BEST = "cubegod.best";
const BEST_KEPT = 5;

export interface Result {
  readonly seconds: number;
  readonly moves: number;
}

export interface Game {
  readonly phase: "ready" | "drawing" | "running" | "solved" | "given-up";
  /** All six faces; the page shows five of them until the end. */
  readonly cube: string;
  readonly hidden: Face;
  /** The number that drew the cube; none before the first game. */
  readonly seed: number | undefined;
  readonly moves: readonly Move[];
  readonly started: number;
  readonly finished: number;
  readonly hints: number;
  readonly hint: { readonly move: string; readonly left: number } | undefined;
  /** The fewest moves, once they are known. */
  readonly shortest: number | undefined;
  /** What the solver would have done, after giving up. */
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
  /** Forgets the game: another link was opened. */
  forget(): void;
  make(text: string): void;
  undo(): void;
  reset(): void;
  askHint(): Promise<void>;
  giveUp(): Promise<void>;
}

export function createChallenge(store: Store): Challenge {
  let game = READY;
  let tell: (game: Game, turn: LayerTurn | undefined) => void = () => {};

  function change(patch: Partial<Game>, turn?: LayerTurn): void {
    game = { ...game, ...patch };
    tell(game, turn);
  }

  async function start(which: "same" | "new"): Promise<void> {
    const seed = (which === "same" ? store.state.seed : undefined) ?? randomNumber(2 ** 32);
    const hidden = (which === "same" ? store.state.hidden : undefined) ?? FACES[randomNumber(6)] ?? "B";
    const drawing: Game = { ...READY, phase: "drawing", hidden, seed };
    game = drawing;
    store.change({ seed, hidden }, "entry");
    tell(game, undefined);
    try {
      const { cube } = await scramble({ puzzle: "2x2", seed, to: "facelets" });
      // Another game may have been started, or another link opened, meanwhile.
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
    if (game.hints === 0) keepResult({ seconds: (finished - game.started) / 1000, moves: moves.length });
    change({ ...made, phase: "solved", finished }, turn);
  }

  /** Asks the solver about the cube as it is; nothing where a move was made before the answer came. */
  async function askSolver(): Promise<{ solution: string; length: number } | undefined> {
    const asked = game;
    const still = () => game.phase === "running" && game.seed === asked.seed && game.moves === asked.moves;
    if (!still()) return undefined;
    try {
      const answer = await solve({ cube: now(asked), from: "facelets" });
      return still() ? answer : undefined;
    } catch (error) {
      if (still()) change({ failure: failureOf(error) });
      return undefined;
    }
  }

  return {
    get game() {
      return game;
    },
    listen(listener) {
      tell = listener;
    },
    start,
    forget() {
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
    async askHint() {
      // The same hint is shown, and counted, once.
      if (game.hint) return;
      const answer = await askSolver();
      const move = answer?.solution.split(" ")[0] ?? "";
      if (!answer || move === "" || game.hint) return;
      change({ hint: { move, left: answer.length }, hints: game.hints + 1, failure: undefined });
    },
    async giveUp() {
      const answer = await askSolver();
      if (!answer) return;
      change({
        phase: "given-up",
        finished: performance.now(),
        answer: answer.solution,
        hint: undefined,
        failure: undefined,
      });
    },
  };
}

/** The cube after the moves that were made. */
export const now = (game: Game): string => shown(game.cube, framesOf(2, game.moves).at(-1) ?? []);

/** Whether every face has one colour. */
const oneColorEach = (facelets: string): boolean =>
  FACES.every((_, face) => new Set(facelets.slice(face * 4, face * 4 + 4)).size === 1);

/** The scrambled cube without the hidden face. */
export function visible(game: Game): string {
  const start = FACES.indexOf(game.hidden) * 4;
  return `${game.cube.slice(0, start)}????${game.cube.slice(start + 4)}`;
}

/** What the player sees after the moves: hidden stickers stay hidden wherever they are turned. */
export function visibleNow(game: Game): string {
  if (game.phase === "solved" || game.phase === "given-up") return now(game);
  return shown(visible(game), framesOf(2, game.moves).at(-1) ?? []);
}

export const seconds = (game: Game): number => (game.finished - game.started) / 1000;

/** The best games without hints, fastest first. */
export function bestResults(): Result[] {
  try {
    const list: unknown = JSON.parse(stored(BEST) ?? "[]");
    return Array.isArray(list) ? list.filter(isResult) : [];
  } catch {
    return [];
  }
}

function keepResult(result: Result): void {
  const list = [...bestResults(), result].sort((a, b) => a.seconds - b.seconds);
  keep(BEST, JSON.stringify(list.slice(0, BEST_KEPT)));
}

const isResult = (value: unknown): value is Result =>
  typeof value === "object" && value !== null && "seconds" in value && "moves" in value;

/** Adds a move; two turns of the same face become one, as they are usually counted. */
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
