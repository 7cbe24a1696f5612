// The page of the cube: painting, checking, solving.

import { chooseSize, clear, drawRandom, paint } from "../actions.ts";
import { button, choices, element } from "../dom.ts";
import type { View } from "../dom.ts";
import { inverse } from "../geometry.ts";
import type { Size } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import { paintedAppearances, currentAppearances, withLetters } from "../appearance.ts";
import { turnDuration } from "../playback.ts";
import type { Solver } from "../solving.ts";
import type { Failure, State, Store } from "../state.ts";
import type { VerdictUpdater } from "../verdict.ts";
import { createCube3d } from "./cube3d.ts";
import { failureNote } from "./failure.ts";
import { createNet } from "./net.ts";
import { paletteView } from "./palette.ts";
import { dataView, pasteView } from "./paste.ts";
import { playerView } from "./player.ts";
import { shareView } from "./share.ts";
import { solutionView } from "./solution.ts";
import { statusView } from "./status.ts";

export function cubePage(
  store: Store,
  messages: Messages,
  verdictUpdater: VerdictUpdater,
  solver: Solver,
): View {
  const size = choices<"2" | "3">(
    "size",
    messages.puzzle,
    [
      { value: "2", content: "2×2" },
      { value: "3", content: "3×3" },
    ],
    (value) => chooseSize(store, Number(value) as Size),
  );
  const netPlace = element("div", { class: "net-place" });
  const scenePlace = element("div", { class: "scene-place" });
  const failed = element("div", { role: "alert" });
  const notify = (failure: Failure | undefined, again: () => void) =>
    failed.replaceChildren(...(failure ? [failureNote(failure, messages, again)] : []));
  const random = async (): Promise<void> => notify(await drawRandom(store), () => void random());

  const palette = paletteView(store, messages);
  const status = statusView(store, messages, () => verdictUpdater.retry());
  const paste = pasteView(store, messages);
  const data = dataView(store, messages);
  const player = playerView(store, messages);
  const solution = solutionView(store, messages, solver);
  const share = shareView(store, messages);
  const views = [palette, status, paste, data, player, solution, share];

  let net: ReturnType<typeof createNet> | undefined;
  let cube: ReturnType<typeof createCube3d> | undefined;

  const paintWith = (index: number, color = store.state.tool) => paint(store, index, color);
  /** On the 3-D cube, stickers can be painted only before the first move. */
  const paintInSpace = (index: number) => {
    if (store.state.position === 0) paintWith(index);
  };

  const viewButtons = (["front", "back"] as const).map((side) =>
    button(side === "front" ? messages.viewFront : messages.viewBack, { class: "button small" }, () =>
      cube?.viewFrom(side),
    ),
  );
  const left = element(
    "section",
    { class: "card painting", id: "cube", tabindex: -1, "aria-labelledby": "net-heading" },
    element(
      "div",
      { class: "row spread" },
      element("h2", { id: "net-heading" }, messages.netHeading),
      size.root,
    ),
    palette.root,
    element(
      "div",
      { class: "net-area" },
      element(
        "div",
        { class: "beside" },
        element("p", { class: "note" }, messages.netHelp),
        element(
          "div",
          { class: "row" },
          button(messages.random, { class: "button", id: "random" }, () => void random()),
          button(messages.clear, { class: "button", id: "clear" }, () => clear(store)),
        ),
      ),
      netPlace,
    ),
    failed,
    status.root,
    element("p", { class: "note keys", id: "net-help" }, messages.keyboardHelp),
  );
  const stage = element(
    "section",
    { class: "card stage-card", "aria-label": messages.cube3d },
    scenePlace,
    element("div", { class: "row view-buttons" }, ...viewButtons),
    player.root,
  );
  const root = element(
    "main",
    { class: "cube-page" },
    element("div", { class: "column" }, left, paste.root, data.root),
    element("div", { class: "column" }, stage, solution.root, share.root),
  );

  function showCubes(state: State, previous: State | undefined): void {
    if (state.size !== previous?.size || !net || !cube) {
      net = createNet({ size: state.size, messages, paint: paintWith });
      cube = createCube3d(state.size, messages, paintInSpace);
      netPlace.replaceChildren(net.root);
      scenePlace.replaceChildren(cube.root);
    }
    const letters = withLetters(state);
    net.show(paintedAppearances(state), letters);
    const { solving, position } = state;
    if (solving.kind !== "ready") {
      cube.show(paintedAppearances(state), letters);
      return;
    }
    const appearances = currentAppearances(state);
    const before = previous?.solving.kind === "ready" ? previous.solving.solution : undefined;
    const step = before === solving.solution ? position - (previous?.position ?? 0) : 0;
    const move = solving.solution.moves[Math.max(position, previous?.position ?? 0) - 1];
    const sameCube = step === 0 && before === solving.solution && sameAppearance(state, previous);
    if (Math.abs(step) === 1 && move) {
      cube.turn(step > 0 ? move.turn : inverse(move.turn), turnDuration(state.speed), appearances, letters);
    } else if (!sameCube) cube.show(appearances, letters);
  }

  return {
    root,
    update(state, previous) {
      size.select(state.size === 2 ? "2" : "3");
      // An error about a random cube no longer matters once the stickers change.
      if (state.stickers !== previous?.stickers) failed.replaceChildren();
      for (const view of views) view.update(state, previous);
      showCubes(state, previous);
    },
  };
}

/** Whether nothing changed on the 3-D cube; then a turn in progress continues. */
function sameAppearance(state: State, previous: State | undefined): boolean {
  return (
    state.letters === previous?.letters && state.palette === previous.palette && state.data === previous.data
  );
}

/** Reads pasted text through the field, so that the user can see and change it. */
export function readThroughField(text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>("#paste");
  if (!field) return;
  field.closest("details")?.setAttribute("open", "");
  field.value = text;
  field.closest("details")?.querySelector<HTMLButtonElement>(".button.primary")?.click();
}
