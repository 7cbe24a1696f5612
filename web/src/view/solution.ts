// The solution: how it is found, its moves, and the lesson around them.

import { chooseMethod, jump, takeBetter } from "../actions.ts";
import { button, choices, element } from "../dom.ts";
import type { View } from "../dom.ts";
import type { Messages } from "../i18n/messages.ts";
import { stepAt } from "../looks.ts";
import type { Solver } from "../solving.ts";
import { isSearch, METHODS } from "../state.ts";
import type { Lesson, Method, Solution, State, Step, Store } from "../state.ts";
import { failureNote } from "./failure.ts";

export function solutionView(store: Store, words: Messages, solver: Solver): View {
  const body = element("div", { class: "solution-body" });
  const methodPlace = element("div");
  const methodNote = element("p", { class: "note method-note" });
  const root = element(
    "section",
    { class: "card solution", "aria-labelledby": "solution-heading" },
    element(
      "div",
      { class: "row spread" },
      element("h2", { id: "solution-heading" }, words.solutionHeading),
      methodPlace,
    ),
    methodNote,
    body,
  );
  let methods: ReturnType<typeof methodChoices> | undefined;
  let moves: HTMLElement[] = [];
  let steps: { step: Step; root: HTMLElement }[] = [];

  function rebuild(state: State): void {
    moves = [];
    steps = [];
    const { solving } = state;
    body.setAttribute("aria-busy", String(solving.kind === "working"));
    if (solving.kind === "none") body.replaceChildren(element("p", { class: "note" }, words.waiting));
    else if (solving.kind === "working")
      body.replaceChildren(element("p", { class: "note" }, words.solvingNow));
    else if (solving.kind === "failed")
      body.replaceChildren(failureNote(solving.failure, words, () => solver.again()));
    else {
      const { solution, searching, better } = solving;
      const written = solution.lesson
        ? lesson(solution, solution.lesson)
        : movesText(solution, 0, solution.moves.length);
      body.replaceChildren(summary(solution, searching, better), written);
    }
  }

  function summary(solution: Solution, searching: boolean, better: Solution | undefined): HTMLElement {
    if (solution.moves.length === 0) return element("p", { class: "headline" }, words.alreadySolved);
    const count = solution.lesson ? words.lessonSolution(solution.length) : words.length(solution.length);
    const notes = [
      solution.optimal ? words.optimal : "",
      !solution.optimal && !searching && isLongSearch(solution.method) ? words.notProven : "",
      searching ? words.searching : "",
      solution.moves.length > solution.length ? words.withoutRotations : "",
      solution.lesson?.comparison ?? "",
    ].filter((note) => note !== "");
    const stop = searching
      ? button(words.stopSearching, { class: "button small" }, () => solver.stop())
      : undefined;
    const text = element(
      "p",
      { role: "status" },
      element("strong", { class: "length" }, count),
      notes.length > 0 ? ` · ${notes.join(" · ")}` : "",
    );
    const offer = better
      ? button(words.takeBetter(better.length), { class: "button small primary" }, () => takeBetter(store))
      : undefined;
    return element("div", { class: "row" }, text, offer, stop);
  }

  /** The moves from one place to another; each one is a button that goes there. */
  function movesText(solution: Solution, first: number, end: number): HTMLElement {
    const buttons = solution.moves.slice(first, end).map(({ text }, index) => {
      const place = first + index;
      const made = button(text, { class: "move", "aria-label": words.move(place + 1, text) }, () =>
        jump(store, place + 1),
      );
      moves[place] = made;
      return made;
    });
    return element("div", { class: "moves" }, ...buttons);
  }

  function lesson(solution: Solution, { title, stages }: Lesson): HTMLElement {
    const list = element("div", { class: "stages" });
    stages.forEach((stage, index) => {
      const parts = stage.steps.map((step, place) => {
        const root = element(
          "li",
          { class: "step" },
          element("h5", {}, words.step(place + 1)),
          step.grip === "" ? undefined : element("p", { class: "grip" }, step.grip),
          element("p", {}, step.seen),
          element("p", {}, step.why),
          movesText(solution, step.first, step.end),
          element("p", { class: "now" }, step.now),
        );
        steps.push({ step, root });
        return root;
      });
      const empty = element("p", { class: "note" }, words.stageEmpty);
      list.append(
        element(
          "section",
          { class: "stage" },
          element("h4", {}, words.stage(index + 1, stage.title)),
          element("p", { class: "note" }, stage.purpose),
          parts.length === 0 ? empty : element("ol", { class: "steps" }, ...parts),
        ),
      );
    });
    const scroller = element(
      "div",
      { class: "lesson", tabindex: 0, role: "region", "aria-label": title },
      list,
    );
    return element("div", {}, element("h3", {}, title), scroller);
  }

  /** Lights the move that was made last, and the step that it belongs to. */
  function light(state: State): void {
    const { solving, position } = state;
    if (solving.kind !== "ready") return;
    moves.forEach((move, index) => {
      move.classList.toggle("made", index < position);
      if (index === position - 1) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
    });
    const current = stepAt(solving.solution, position);
    for (const { step, root } of steps) {
      const lit = step === current;
      if (lit && !root.classList.contains("current")) scrollTo(root);
      root.classList.toggle("current", lit);
    }
  }

  return {
    root,
    update(state, previous) {
      if (state.size !== previous?.size) {
        methods = methodChoices(store, words, state.size);
        methodPlace.replaceChildren(methods.root);
      }
      methods?.select(state.method);
      methodNote.textContent = noteOf(words, state.size, state.method);
      const changed = state.solving !== previous?.solving;
      if (changed) rebuild(state);
      if (changed || state.position !== previous?.position) light(state);
    },
  };
}

/** The searches that are made for the sake of the length. */
const isLongSearch = (method: Method): boolean => isSearch(method) && method !== "fast";

/** The quick solver of the 2x2 knows the shortest solution of every cube. */
const pocketFast = (size: State["size"], method: Method): boolean => size === 2 && method === "fast";

const noteOf = (words: Messages, size: State["size"], method: Method): string =>
  pocketFast(size, method) ? words.pocketFastNote : words.methodNotes[method];

function methodChoices(store: Store, words: Messages, size: State["size"]) {
  const options = METHODS[size].map((method) => ({
    value: method,
    content: pocketFast(size, method) ? words.pocketFast : words.methods[method],
    title: noteOf(words, size, method),
  }));
  return choices<Method>("method", words.methodLabel, options, (method) => chooseMethod(store, method));
}

/** Scrolls the lesson, not the page; a first step comes with the title above it. */
function scrollTo(step: HTMLElement): void {
  const scroller = step.closest<HTMLElement>(".lesson");
  if (!scroller) return;
  const target = step.previousElementSibling ? step : (step.closest(".stage") ?? step);
  const offset = target.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  scroller.scrollTop += offset - 6;
}
