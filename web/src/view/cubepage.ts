// The page that paints, checks and solves.

import { chooseSize, clear, drawRandom, paint } from "../actions.ts";
import { button, choices, element } from "../dom.ts";
import type { View } from "../dom.ts";
import { inverse } from "../geometry.ts";
import type { Size } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import { paintedLooks, shownLooks, withLetters } from "../looks.ts";
import { turnDuration } from "../playing.ts";
import type { Solver } from "../solving.ts";
import type { Failure, State, Store } from "../state.ts";
import type { Watch } from "../watch.ts";
import { createCube3d } from "./cube3d.ts";
import { failureNote } from "./failure.ts";
import { createNet } from "./net.ts";
import { paletteView } from "./palette.ts";
import { dataView, pasteView } from "./paste.ts";
import { playerView } from "./player.ts";
import { shareView } from "./share.ts";
import { solutionView } from "./solution.ts";
import { statusView } from "./status.ts";

export function cubePage(store: Store, words: Messages, watch: Watch, solver: Solver): View {
  const size = choices<"2" | "3">(
    "size",
    words.puzzle,
    [
      { value: "2", content: "2×2" },
      { value: "3", content: "3×3" },
    ],
    (value) => chooseSize(store, Number(value) as Size),
  );
  const netPlace = element("div", { class: "net-place" });
  const scenePlace = element("div", { class: "scene-place" });
  const failed = element("div", { role: "alert" });
  const tell = (failure: Failure | undefined, again: () => void) =>
    failed.replaceChildren(...(failure ? [failureNote(failure, words, again)] : []));
  const random = async (): Promise<void> => tell(await drawRandom(store), () => void random());

  const palette = paletteView(store, words);
  const status = statusView(store, words, () => watch.again());
  const paste = pasteView(store, words);
  const data = dataView(store, words);
  const player = playerView(store, words);
  const solution = solutionView(store, words, solver);
  const share = shareView(store, words);
  const views = [palette, status, paste, data, player, solution, share];

  let net: ReturnType<typeof createNet> | undefined;
  let cube: ReturnType<typeof createCube3d> | undefined;

  const paintWith = (index: number, color = store.state.tool) => paint(store, index, color);
  /** On the cube in space stickers are painted only where they were found, before the first move. */
  const paintInSpace = (index: number) => {
    if (store.state.position === 0) paintWith(index);
  };

  const viewButtons = (["front", "back"] as const).map((side) =>
    button(side === "front" ? words.viewFront : words.viewBack, { class: "button small" }, () =>
      cube?.lookFrom(side),
    ),
  );
  const left = element(
    "section",
    { class: "card painting", id: "cube", tabindex: -1, "aria-labelledby": "net-heading" },
    element(
      "div",
      { class: "row spread" },
      element("h2", { id: "net-heading" }, words.netHeading),
      size.root,
    ),
    palette.root,
    element(
      "div",
      { class: "net-area" },
      element(
        "div",
        { class: "beside" },
        element("p", { class: "note" }, words.netHelp),
        element(
          "div",
          { class: "row" },
          button(words.random, { class: "button", id: "random" }, () => void random()),
          button(words.clear, { class: "button", id: "clear" }, () => clear(store)),
        ),
      ),
      netPlace,
    ),
    failed,
    status.root,
    element("p", { class: "note keys", id: "net-help" }, words.keyboardHelp),
  );
  const stage = element(
    "section",
    { class: "card stage-card", "aria-label": words.cube3d },
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
      net = createNet({ size: state.size, words, paint: paintWith });
      cube = createCube3d(state.size, words, paintInSpace);
      netPlace.replaceChildren(net.root);
      scenePlace.replaceChildren(cube.root);
    }
    const letters = withLetters(state);
    net.show(paintedLooks(state), letters);
    const { solving, position } = state;
    if (solving.kind !== "ready") {
      cube.show(paintedLooks(state), letters);
      return;
    }
    const looks = shownLooks(state);
    const before = previous?.solving.kind === "ready" ? previous.solving.solution : undefined;
    const step = before === solving.solution ? position - (previous?.position ?? 0) : 0;
    const move = solving.solution.moves[Math.max(position, previous?.position ?? 0) - 1];
    const sameCube = step === 0 && before === solving.solution && sameLook(state, previous);
    if (Math.abs(step) === 1 && move) {
      cube.turn(step > 0 ? move.turn : inverse(move.turn), turnDuration(state.speed), looks, letters);
    } else if (!sameCube) cube.show(looks, letters);
  }

  return {
    root,
    update(state, previous) {
      size.select(state.size === 2 ? "2" : "3");
      // Another cube came from somewhere: that no random one came no longer matters.
      if (state.stickers !== previous?.stickers) failed.replaceChildren();
      for (const view of views) view.update(state, previous);
      showCubes(state, previous);
    },
  };
}

/** Whether nothing changed that the cube in space shows; a turn in progress then goes on. */
function sameLook(state: State, previous: State | undefined): boolean {
  return (
    state.letters === previous?.letters && state.palette === previous.palette && state.data === previous.data
  );
}

/** What is pasted on the page goes through the field, so that one can see it and change it. */
export function readThroughField(text: string): void {
  const field = document.querySelector<HTMLTextAreaElement>("#paste");
  if (!field) return;
  field.closest("details")?.setAttribute("open", "");
  field.value = text;
  field.closest("details")?.querySelector<HTMLButtonElement>(".button.primary")?.click();
}
