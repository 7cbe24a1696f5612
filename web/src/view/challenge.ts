// The page of the five-faces game.

import { bestResults, now, seconds, visibleNow } from "../challenge.ts";
import type { Challenge, Game } from "../challenge.ts";
import { button, copy, element } from "../dom.ts";
import type { View } from "../dom.ts";
import { FACES } from "../geometry.ts";
import type { LayerTurn } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import { plainAppearances, withLetters } from "../appearance.ts";
import type { Store } from "../state.ts";
import { writeAddress } from "../url.ts";
import { createCube3d } from "./cube3d.ts";
import { failureMessage } from "./failure.ts";
import { createPicture } from "./net.ts";

const TURN_MS = 160;
const SUFFIXES = ["", "2", "'"] as const;

export function challengePage(store: Store, messages: Messages, challenge: Challenge): View {
  const net = createPicture(2, messages);
  const cube = createCube3d(2, messages, undefined);
  const clock = element("output", { class: "clock", role: "timer", "aria-label": messages.clock }, "0.0");
  const madeMoves = element("p", { class: "made-moves" });
  const status = element("div", { role: "status", class: "status" });
  const actions = element("div", { class: "row" });
  const best = element("section", { class: "card best", "aria-labelledby": "best-heading" });
  const pad = movePad(messages, challenge);
  const intro = element("p", { class: "note" }, messages.challengeIntro);
  const play = element(
    "section",
    { class: "card", id: "cube", tabindex: -1, "aria-labelledby": "challenge-heading" },
    element(
      "div",
      { class: "row spread" },
      element("h2", { id: "challenge-heading" }, messages.challengeHeading),
      clock,
    ),
    intro,
    element("section", { class: "net-place", "aria-label": messages.challengeNet }, net.root),
    status,
    actions,
  );
  const turns = element(
    "section",
    { class: "card stage-card", "aria-label": messages.challengeMoves },
    cube.root,
    madeMoves,
    pad.root,
    element("p", { class: "note keys" }, messages.challengeKeys),
  );
  const root = element(
    "main",
    { class: "cube-page challenge" },
    element("div", { class: "column" }, play, best),
    element("div", { class: "column" }, turns),
  );
  let phase: Game["phase"] | undefined;

  function show(game: Game, turn?: LayerTurn): void {
    const letters = withLetters(store.state);
    const appearances = plainAppearances(visibleNow(game));
    net.show(appearances, letters);
    if (turn) cube.turn(turn, TURN_MS, appearances, letters);
    else cube.show(appearances, letters);
    const text = game.moves.map((move) => move.text).join(" ");
    madeMoves.textContent = text === "" ? messages.challengeNoMoves : text;
    const running = game.phase === "running";
    pad.enable(running);
    intro.hidden = game.phase !== "ready";
    showClock(game);
    status.replaceChildren(...sentences(game, messages));
    // The buttons do not change during a game, so that the focus stays on them.
    if (phase === game.phase) return;
    phase = game.phase;
    actions.replaceChildren(...buttons(store, messages, challenge, status));
    if (!running) best.replaceChildren(...bestList(messages));
    best.hidden = best.childElementCount === 0;
  }

  function showClock(game: Game): void {
    const end = game.phase === "running" ? performance.now() : game.finished;
    const time = game.phase === "ready" || game.phase === "drawing" ? 0 : (end - game.started) / 1000;
    clock.textContent = time.toFixed(1);
  }

  const ticking = setInterval(() => {
    if (!root.isConnected) clearInterval(ticking);
    else if (challenge.game.phase === "running") showClock(challenge.game);
  }, 100);
  const press = (event: KeyboardEvent) => {
    if (!root.isConnected) document.removeEventListener("keydown", press);
    else pressKey(event, challenge);
  };
  document.addEventListener("keydown", press);
  challenge.listen(show);
  show(challenge.game);

  return {
    root,
    update(state, previous) {
      const { game } = challenge;
      if (game.phase !== "ready" && state.seed !== game.seed) challenge.discard();
      if (previous && (state.letters !== previous.letters || state.palette !== previous.palette))
        show(challenge.game);
    },
  };
}

function pressKey(event: KeyboardEvent, challenge: Challenge): void {
  const inField = event.target instanceof Element && event.target.closest("input, select, textarea") !== null;
  if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
  const face = FACES.find((name) => name === event.key.toUpperCase());
  if (face) challenge.make(event.shiftKey ? `${face}'` : face);
  else if (event.key === "Backspace") challenge.undo();
  else return;
  event.preventDefault();
}

/** Creates buttons for the eighteen turns, one row for each direction. */
function movePad(messages: Messages, challenge: Challenge): { root: HTMLElement; enable(on: boolean): void } {
  const turns = SUFFIXES.flatMap((suffix) =>
    FACES.map((face) =>
      button(face + suffix, { class: "move", title: messages.turn(messages.faces[face], suffix) }, () =>
        challenge.make(face + suffix),
      ),
    ),
  );
  const undo = button(messages.undo, { class: "button small" }, () => challenge.undo());
  const reset = button(messages.reset, { class: "button small" }, () => challenge.reset());
  const all = [...turns, undo, reset];
  return {
    root: element(
      "div",
      { class: "pad-place" },
      element("div", { class: "pad", role: "group", "aria-label": messages.challengePad }, ...turns),
      element("div", { class: "row" }, undo, reset),
    ),
    enable(on) {
      for (const one of all) one.disabled = !on;
    },
  };
}

function buttons(store: Store, messages: Messages, challenge: Challenge, status: HTMLElement): HTMLElement[] {
  const { phase } = challenge.game;
  const start = (which: "same" | "new", text: string, primary: boolean) =>
    button(
      text,
      { class: primary ? "button primary" : "button", id: `start-${which}` },
      () => void challenge.start(which),
    );
  if (phase === "drawing") return [];
  if (phase === "ready") return [start("same", messages.challengeStart, true)];
  if (phase === "running") {
    return [
      button(messages.hint, { class: "button", id: "hint" }, () => void challenge.requestHint()),
      button(messages.revealSolution, { class: "button" }, () => void challenge.revealSolution()),
    ];
  }
  const watch = button(messages.watch, { class: "button" }, () => {
    const stickers = now(challenge.game);
    store.change(
      { page: "cube", size: 2, stickers, data: "", method: "fast", position: 0, linkedMoves: "" },
      "entry",
    );
  });
  const share = button(messages.share, { class: "button" }, () => {
    const address = new URL(writeAddress(store.state), location.href).href;
    void copy(address).then((copied) => {
      const text = copied ? messages.copied : `${messages.copyFailed} ${address}`;
      const note = status.querySelector(".copied") ?? status.appendChild(element("p", { class: "copied" }));
      note.textContent = text;
    });
  });
  return [
    start("new", messages.challengeAgain, true),
    start("same", messages.challengeSame, false),
    ...(phase === "revealed" ? [watch] : []),
    share,
  ];
}

function sentences(game: Game, messages: Messages): HTMLElement[] {
  const line = (text: string, kind = "") => element("p", { class: kind }, text);
  const failed = game.failure
    ? [element("div", { class: "bad" }, failureMessage(game.failure, messages))]
    : [];
  if (game.phase === "drawing") return [line(messages.challengeDrawing)];
  if (game.phase === "running") {
    const hint = game.hint ? [line(messages.hintText(game.hint.move, game.hint.left), "headline")] : [];
    return [line(messages.challengeHidden(messages.faces[game.hidden]), "note"), ...hint, ...failed];
  }
  if (game.phase === "revealed") return [line(`${messages.revealed} ${game.answer}`, "headline"), ...failed];
  if (game.phase !== "solved") return failed;
  const { shortest, moves } = game;
  const compared =
    shortest === undefined ? "" : moves.length <= shortest ? messages.perfect : messages.shortest(shortest);
  return [
    line(messages.solvedIn(seconds(game).toFixed(1), moves.length), "headline"),
    line(
      [compared, game.hints > 0 ? messages.hintsUsed(game.hints) : ""]
        .filter((part) => part !== "")
        .join(" "),
    ),
    ...failed,
  ];
}

function bestList(messages: Messages): HTMLElement[] {
  const results = bestResults();
  if (results.length === 0) return [];
  const entries = results.map(({ seconds: time, moves }) =>
    element("li", {}, `${time.toFixed(1)} s · ${messages.length(moves)}`),
  );
  return [element("h2", { id: "best-heading" }, messages.best), element("ol", {}, ...entries)];
}
