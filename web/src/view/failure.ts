import { button, element } from "../dom.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Failure } from "../state.ts";

/** What went wrong in the page's words; where the server said more, its own words below them. */
export function failureWords(failure: Failure, words: Messages): HTMLElement {
  if (failure.kind !== "refused") return element("p", {}, words.failures[failure.kind]);
  const { problem, message, line, column } = failure;
  const refusals: Readonly<Record<string, string | undefined>> = words.refusals;
  const place = line !== undefined && column !== undefined ? words.refusedAt(line, column) : "";
  return element(
    "div",
    {},
    element("p", {}, (refusals[problem] ?? words.refused) + place),
    message === "" ? undefined : element("p", { class: "details", lang: "en" }, message),
  );
}

/** What went wrong, and a button to try again where that may help. */
export function failureNote(failure: Failure, words: Messages, again: () => void): HTMLElement {
  const retry = failure.kind === "refused" ? undefined : button(words.again, { class: "button" }, again);
  return element("div", { class: "failure" }, failureWords(failure, words), retry);
}
