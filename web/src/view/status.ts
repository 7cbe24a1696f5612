// The verdict about the painted stickers.

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

export function statusView(store: Store, messages: Messages, again: () => void): View {
  // A live region: screen readers announce its changes. The buttons below are not part of it.
  const announced = element("div", { role: "status", class: "sentences" });
  const more = element("div", { class: "more" });
  const root = element("section", { class: "verdict", "aria-label": messages.statusHeading }, announced, more);
  return {
    root,
    update(state, previous) {
      root.classList.toggle("checking", state.checking);
      if (previous && state.verdict === previous.verdict && state.stickers === previous.stickers) return;
      if (state.verdict.kind === "none") {
        announced.replaceChildren(element("p", {}, messages.checking));
        more.replaceChildren();
        return;
      }
      // The old verdict stays visible, in a paler colour, until the new one arrives.
      if (previous && state.verdict === previous.verdict) return;
      root.dataset.kind = kindOf(state);
      announced.replaceChildren(...sentences(state, messages));
      more.replaceChildren(...details(state, messages, store, again));
    },
  };
}

function kindOf({ verdict }: State): string {
  return verdict.kind === "fits" && verdict.count === 1n ? "one" : verdict.kind;
}

function sentences(state: State, messages: Messages): HTMLElement[] {
  const { verdict, stickers, size } = state;
  if (verdict.kind === "impossible") {
    const list = flawSentences(verdict.flaws, stickers, size, messages);
    return [
      element("p", { class: "headline" }, messages.impossible),
      element(
        "ul",
        {},
        ...list.slice(0, 6).map((text) => element("li", {}, text)),
        list.length > 6 ? "…" : undefined,
      ),
    ];
  }
  if (verdict.kind !== "fits") return [];
  if (stickers === blank(size)) return [element("p", {}, messages.begin)];
  return fitting(verdict, state, messages);
}

function fitting(
  verdict: Verdict & { kind: "fits" },
  { stickers, size }: State,
  messages: Messages,
): HTMLElement[] {
  const { count, certain, question } = verdict;
  const found = certainCount(stickers, certain);
  const headline = count === 1n ? messages.fitOne : messages.fitCount(number(messages, count));
  const next = question ? stickerIndex(size, question.sticker) : undefined;
  return [
    element("p", { class: "headline" }, headline),
    ...(found > 0 ? [element("p", {}, messages.certainCount(found))] : []),
    ...(question && next !== undefined
      ? [element("p", {}, messages.nextSticker(question.sticker, messages.faces[faceOf(size, next)]))]
      : []),
  ];
}

/** The number of unknown stickers that can have only one colour. */
const certainCount = (stickers: string, certain: string): number =>
  [...stickers].filter((color, index) => color === "?" && (certain[index] ?? "?") !== "?").length;

function details(
  { verdict, stickers: painted }: State,
  messages: Messages,
  store: Store,
  again: () => void,
): HTMLElement[] {
  if (verdict.kind === "failed") return [failureNote(verdict.failure, messages, again)];
  if (verdict.kind === "fits") {
    const fill = button(messages.fill, { class: "button small" }, () => fillCertain(store));
    const show = button(messages.showSolution, { class: "button small primary narrow-only" }, () =>
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
  const solverMessages = element(
    "details",
    {},
    element("summary", {}, messages.flawDetails),
    element("ul", { lang: verdict.language }, ...verdict.flaws.map((flaw) => element("li", {}, flaw.message))),
  );
  if (!verdict.repair) return [solverMessages];
  const { stickers, alternatives } = verdict.repair;
  const fix = button(messages.repair, { class: "button primary", id: "repair" }, () => repair(store));
  const equal = BigInt(alternatives);
  const others = equal > 1n ? ` ${messages.repairOthers(number(messages, equal))}` : "";
  const size = element("span", { class: "note" }, messages.repairSize(stickers.length) + others);
  return [element("div", { class: "row" }, fix, size), solverMessages];
}
