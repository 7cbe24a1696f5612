// The solution: the method, the moves, and the lesson.

import { chooseMethod, jump, takeBetter } from "../actions.ts";
import { button, choices, element } from "../dom.ts";
import type { View } from "../dom.ts";
import type { Messages } from "../i18n/messages.ts";
import { stepAt } from "../appearance.ts";
import type { Solver } from "../solving.ts";
import { isSearch, METHODS } from "../state.ts";
import type { Lesson, Method, Solution, State, Step, Store } from "../state.ts";
import { failureNote } from "./failure.ts";

export function solutionView(store: Store, messages: Messages, solver: Solver): View {
  const body = element("div", { class: "solution-body" });
  const methodPlace = element("div");
  const methodNote = element("p", { class: "note method-note" });
  const root = element(
    "section",
    { class: "card solution", "aria-labelledby": "solution-heading" },
    element(
      "div",
      { class: "row spread" },
      element("h2", { id: "solution-heading" }, messages.solutionHeading),
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
    if (solving.kind === "none") body.replaceChildren(element("p", { class: "note" }, messages.waiting));
    else if (solving.kind === "working")
      body.replaceChildren(element("p", { class: "note" }, messages.solvingNow));
    else if (solving.kind === "failed")
      body.replaceChildren(failureNote(solving.failure, messages, () => solver.retry()));
    else {
      const { solution, searching, better } = solving;
      const written = solution.lesson
        ? lesson(solution, solution.lesson)
        : movesText(solution, 0, solution.moves.length);
      body.replaceChildren(summary(solution, searching, better), written);
    }
  }

  function summary(solution: Solution, searching: boolean, better: Solution | undefined): HTMLElement {
    if (solution.moves.length === 0) return element("p", { class: "headline" }, messages.alreadySolved);
    const count = solution.lesson
      ? messages.lessonSolution(solution.length)
      : messages.length(solution.length);
    const notes = [
      solution.optimal ? messages.optimal : "",
      !solution.optimal && !searching && isLongSearch(solution.method) ? messages.notProven : "",
      searching ? messages.searching : "",
      solution.moves.length > solution.length ? messages.withoutRotations : "",
      solution.lesson?.comparison ?? "",
    ].filter((note) => note !== "");
    const stop = searching
      ? button(messages.stopSearching, { class: "button small" }, () => solver.stop())
      : undefined;
    const text = element(
      "p",
      { role: "status" },
      element("strong", { class: "length" }, count),
      notes.length > 0 ? ` · ${notes.join(" · ")}` : "",
    );
    const offer = better
      ? button(messages.takeBetter(better.length), { class: "button small primary" }, () => takeBetter(store))
      : undefined;
    return element("div", { class: "row" }, text, offer, stop);
  }

  /** Creates a button for each move of a range; it moves to the position after that move. */
  function movesText(solution: Solution, first: number, end: number): HTMLElement {
    const buttons = solution.moves.slice(first, end).map(({ text }, index) => {
      const place = first + index;
      const made = button(text, { class: "move", "aria-label": messages.move(place + 1, text) }, () =>
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
          element("h5", {}, messages.step(place + 1)),
          step.rotation === "" ? undefined : element("p", { class: "rotation" }, step.rotation),
          element("p", {}, step.observation),
          element("p", {}, step.explanation),
          movesText(solution, step.first, step.end),
          element("p", { class: "result" }, step.result),
        );
        steps.push({ step, root });
        return root;
      });
      const empty = element("p", { class: "note" }, messages.stageEmpty);
      list.append(
        element(
          "section",
          { class: "stage" },
          element("h4", {}, messages.stage(index + 1, stage.title)),
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

  /** Highlights the last move and its step. */
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
        methods = methodChoices(store, messages, state.size);
        methodPlace.replaceChildren(methods.root);
      }
      methods?.select(state.method);
      methodNote.textContent = noteOf(messages, state.size, state.method);
      const changed = state.solving !== previous?.solving;
      if (changed) rebuild(state);
      if (changed || state.position !== previous?.position) light(state);
    },
  };
}

/** Whether the method searches for a long time to get a short solution. */
const isLongSearch = (method: Method): boolean => isSearch(method) && method !== "fast";

/** For the 2x2, the fast method returns a shortest solution. */
const pocketFast = (size: State["size"], method: Method): boolean => size === 2 && method === "fast";

const noteOf = (messages: Messages, size: State["size"], method: Method): string =>
  pocketFast(size, method) ? messages.pocketFastNote : messages.methodNotes[method];

function methodChoices(store: Store, messages: Messages, size: State["size"]) {
  const options = METHODS[size].map((method) => ({
    value: method,
    content: pocketFast(size, method) ? messages.pocketFast : messages.methods[method],
    title: noteOf(messages, size, method),
  }));
  return choices<Method>("method", messages.methodLabel, options, (method) => chooseMethod(store, method));
}

/** Scrolls the lesson, not the page; for a first step, to the title above it. */
function scrollTo(step: HTMLElement): void {
  const scroller = step.closest<HTMLElement>(".lesson");
  if (!scroller) return;
  const target = step.previousElementSibling ? step : (step.closest(".stage") ?? step);
  const offset = target.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  scroller.scrollTop += offset - 6;
}
