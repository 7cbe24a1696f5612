// Plays the moves of the solution while `playing` is set.

import type { Store } from "./state.ts";

/** The duration of a quarter turn at speed 1, and of the pause after it. */
const TURN_MS = 420;
const REST_MS = 180;

export const turnDuration = (speed: number): number => TURN_MS / speed;

export function playMoves(store: Store): void {
  let next: ReturnType<typeof setTimeout> | undefined;

  function advance(): void {
    const { solving, position, playing } = store.state;
    if (!playing || solving.kind !== "ready") return;
    const end = solving.solution.moves.length;
    const made = Math.min(position + 1, end);
    store.change({ position: made, playing: made < end }, "amend");
    wait();
  }

  function wait(): void {
    clearTimeout(next);
    if (store.state.playing) next = setTimeout(advance, (TURN_MS + REST_MS) / store.state.speed);
  }

  store.listen((state, previous) => {
    if (state.playing === previous.playing) return;
    clearTimeout(next);
    // The first move starts at once, as feedback for the button.
    if (state.playing) next = setTimeout(advance, 0);
  });
}
