import { button, element } from "../dom.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Failure } from "../state.ts";

export const failureText = (failure: Failure, words: Messages): string =>
  failure.kind === "refused" ? failure.message : words.failures[failure.kind];

/** What went wrong, and a button to try again where that may help. */
export function failureNote(failure: Failure, words: Messages, again: () => void): HTMLElement {
  const retry = failure.kind === "refused" ? undefined : button(words.again, { class: "button" }, again);
  return element("div", { class: "failure" }, element("p", {}, failureText(failure, words)), retry);
}
