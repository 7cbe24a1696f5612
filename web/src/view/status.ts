// What is known about the painted stickers, updated as it changes.

import { fillCertain, repair } from "../actions.ts";
import { button, element } from "../dom.ts";
import type { View } from "../dom.ts";
import { faceOf, stickerIndex } from "../geometry.ts";
import { number } from "../i18n/messages.ts";
import type { Messages } from "../i18n/messages.ts";
import { blank } from "../state.ts";
import type { State, Store, Verdict } from "../state.ts";
import { failureNote } from "./failure.ts";
import { flawSentences } from "./flaws.ts";

export function statusView(store: Store, words: Messages, again: () => void): View {
  // Only the sentences are spoken when they change; the buttons below them are not part of that.
  const spoken = element("div", { role: "status", class: "sentences" });
  const more = element("div", { class: "more" });
  const root = element("section", { class: "verdict", "aria-label": words.statusHeading }, spoken, more);
  return {
    root,
    update(state, previous) {
      root.classList.toggle("asking", state.asking);
      if (previous && state.verdict === previous.verdict && state.stickers === previous.stickers) return;
      if (state.verdict.kind === "none") {
        spoken.replaceChildren(element("p", {}, words.asking));
        more.replaceChildren();
        return;
      }
      // While a new answer is on its way, the old one stays: it is shown paler.
      if (previous && state.verdict === previous.verdict) return;
      root.dataset.kind = kindOf(state);
      spoken.replaceChildren(...sentences(state, words));
      more.replaceChildren(...details(state, words, store, again));
    },
  };
}

function kindOf({ verdict }: State): string {
  return verdict.kind === "fits" && verdict.count === 1n ? "one" : verdict.kind;
}

function sentences(state: State, words: Messages): HTMLElement[] {
  const { verdict, stickers, size } = state;
  if (verdict.kind === "impossible") {
    const list = flawSentences(verdict.flaws, stickers, size, words);
    return [
      element("p", { class: "headline" }, words.impossible),
      element(
        "ul",
        {},
        ...list.slice(0, 6).map((text) => element("li", {}, text)),
        list.length > 6 ? "…" : undefined,
      ),
    ];
  }
  if (verdict.kind !== "fits") return [];
  if (stickers === blank(size)) return [element("p", {}, words.begin)];
  return fitting(verdict, state, words);
}

function fitting(
  verdict: Verdict & { kind: "fits" },
  { stickers, size }: State,
  words: Messages,
): HTMLElement[] {
  const { count, certain, question } = verdict;
  const found = certainCount(stickers, certain);
  const headline = count === 1n ? words.fitOne : words.fitCount(number(words, count));
  const asked = question ? stickerIndex(size, question.sticker) : undefined;
  return [
    element("p", { class: "headline" }, headline),
    ...(found > 0 ? [element("p", {}, words.certainCount(found))] : []),
    ...(question && asked !== undefined
      ? [element("p", {}, words.nextSticker(question.sticker, words.faces[faceOf(size, asked)]))]
      : []),
  ];
}

/** How many unknown stickers can have only one colour. */
const certainCount = (stickers: string, certain: string): number =>
  [...stickers].filter((color, index) => color === "?" && (certain[index] ?? "?") !== "?").length;

function details(
  { verdict, stickers: painted }: State,
  words: Messages,
  store: Store,
  again: () => void,
): HTMLElement[] {
  if (verdict.kind === "failed") return [failureNote(verdict.failure, words, again)];
  if (verdict.kind === "fits") {
    const fill = button(words.fill, { class: "button small" }, () => fillCertain(store));
    const show = button(words.showSolution, { class: "button small primary narrow-only" }, () =>
      document.querySelector(".stage-card")?.scrollIntoView(),
    );
    const parts = [
      ...(verdict.count === 1n ? [show] : []),
      ...(certainCount(painted, verdict.certain) > 0 ? [fill] : []),
    ];
    const onlyShow = parts.length === 1 && parts[0] === show;
    return parts.length > 0
      ? [element("div", { class: onlyShow ? "row narrow-only" : "row" }, ...parts)]
      : [];
  }
  if (verdict.kind !== "impossible") return [];
  const wordsOfSolver = element(
    "details",
    {},
    element("summary", {}, words.flawWords),
    element("ul", { lang: "en" }, ...verdict.flaws.map((flaw) => element("li", {}, flaw.message))),
  );
  if (!verdict.repair) return [wordsOfSolver];
  const { stickers, alternatives } = verdict.repair;
  const fix = button(words.repair, { class: "button primary", id: "repair" }, () => repair(store));
  const equal = BigInt(alternatives);
  const others = equal > 1n ? ` ${words.repairOthers(number(words, equal))}` : "";
  const size = element("span", { class: "note" }, words.repairSize(stickers.length) + others);
  return [element("div", { class: "row" }, fix, size), wordsOfSolver];
}
