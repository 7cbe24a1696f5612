// Asks the server about the stickers whenever they change: how many cubes fit, what is certain, what is wrong.

import { complete, isAbort, Problem, solve } from "./api.ts";
import { failureOf } from "./failure.ts";
import { blank } from "./state.ts";
import type { Failure, State, Store, Verdict } from "./state.ts";

/** Long enough that a row of strokes is one question, short enough to feel live. */
const PAUSE_MS = 150;

/** A server that does not answer may be there again soon. */
const RETRY_MS = 3000;

export interface Watch {
  /** Asks again, after a failure. */
  again(): void;
}

export function watchStickers(store: Store): Watch {
  let asked: AbortController | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;

  async function ask(state: State): Promise<void> {
    const controller = new AbortController();
    asked = controller;
    try {
      const verdict = await judge(state, controller.signal);
      if (asked === controller) store.change({ verdict, asking: false });
    } catch (error) {
      if (isAbort(error) || asked !== controller) return;
      fail(failureOf(error));
    }
  }

  function fail(failure: Failure): void {
    const { verdict } = store.state;
    // The same failure once more changes nothing, so that the button stays under the finger.
    const known = verdict.kind === "failed" && verdict.failure.kind === failure.kind;
    store.change({ asking: false, ...(known ? {} : { verdict: { kind: "failed", failure } }) });
    if (failure.kind === "unreachable" || failure.kind === "busy") pause = setTimeout(begin, RETRY_MS);
  }

  function begin(): void {
    clearTimeout(pause);
    asked?.abort();
    asked = undefined;
    if (store.state.page !== "cube") return;
    store.change({ asking: true });
    pause = setTimeout(() => void ask(store.state), PAUSE_MS);
  }

  store.listen((state, previous) => {
    if (state.stickers !== previous.stickers || state.page !== previous.page) begin();
    else if (state.verdict.kind === "none" && previous.verdict.kind !== "none") begin();
  });
  begin();
  return { again: begin };
}

async function judge(state: State, signal: AbortSignal): Promise<Verdict> {
  const question = { cube: state.stickers, from: "facelets" };
  try {
    const { count, certain } = await complete(question, signal);
    const fits: Verdict = { kind: "fits", count: BigInt(count), certain, question: undefined };
    const worthAsking = fits.count > 1n && state.stickers !== blank(state.size);
    return worthAsking ? { ...fits, question: await nextSticker(question, signal) } : fits;
  } catch (error) {
    if (error instanceof Problem && error.kind === "illegal-cube") {
      return { kind: "impossible", flaws: error.flaws, repair: error.repair };
    }
    throw error;
  }
}

/** Where several cubes fit, the solver answers with an error and the sticker to look at next. */
async function nextSticker(question: { cube: string; from: string }, signal: AbortSignal) {
  try {
    await solve(question, signal);
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.question;
    throw error;
  }
}
