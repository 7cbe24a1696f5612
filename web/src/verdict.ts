// Requests a verdict whenever the stickers change: how many cubes fit, what is certain, what is wrong.

import { complete, isAbort, RequestError } from "./api.ts";
import { failureOf } from "./failure.ts";
import { blank } from "./state.ts";
import type { Failure, State, Store, Verdict } from "./state.ts";

/** Long enough to combine the stickers of one stroke into one request, short enough to feel immediate. */
const PAUSE_MS = 150;

/** The delay after which an unreachable or busy server is tried again. */
const RETRY_MS = 3000;

export interface VerdictUpdater {
  /** Requests the verdict again, after a failure. */
  retry(): void;
}

export function createVerdictUpdater(store: Store): VerdictUpdater {
  let current: AbortController | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;

  async function requestVerdict(state: State): Promise<void> {
    const controller = new AbortController();
    current = controller;
    try {
      const verdict = await fetchVerdict(state, controller.signal);
      if (current === controller) store.change({ verdict, checking: false });
    } catch (error) {
      if (isAbort(error) || current !== controller) return;
      fail(failureOf(error));
    }
  }

  function fail(failure: Failure): void {
    const { verdict } = store.state;
    // The same failure again changes nothing, so that the button does not move.
    const known = verdict.kind === "failed" && verdict.failure.kind === failure.kind;
    store.change({ checking: false, ...(known ? {} : { verdict: { kind: "failed", failure } }) });
    if (failure.kind === "unreachable" || failure.kind === "busy") pause = setTimeout(begin, RETRY_MS);
  }

  function begin(): void {
    clearTimeout(pause);
    current?.abort();
    current = undefined;
    if (store.state.page !== "cube") return;
    store.change({ checking: true });
    pause = setTimeout(() => void requestVerdict(store.state), PAUSE_MS);
  }

  store.listen((state, previous) => {
    if (state.stickers !== previous.stickers || state.page !== previous.page) begin();
    else if (state.verdict.kind === "none" && previous.verdict.kind !== "none") begin();
    // The messages of the server are in the language of the request.
    else if (state.language !== previous.language && hasMessages(state.verdict)) begin();
  });
  begin();
  return { retry: begin };
}

const hasMessages = ({ kind }: Verdict): boolean => kind === "impossible" || kind === "failed";

async function fetchVerdict(state: State, signal: AbortSignal): Promise<Verdict> {
  try {
    const { count, certain, question } = await complete({ cube: state.stickers, from: "facelets" }, signal);
    // Before the first sticker, one is as good as another.
    const isBlank = state.stickers === blank(state.size);
    return { kind: "fits", count: BigInt(count), certain, question: isBlank ? undefined : question };
  } catch (error) {
    if (error instanceof RequestError && error.kind === "illegal-cube") {
      const { flaws, language, repair } = error;
      return { kind: "impossible", flaws, language, repair };
    }
    throw error;
  }
}
