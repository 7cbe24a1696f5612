import { button, element } from "../dom.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Failure } from "../state.ts";

/** Describes a failure in the language of the page, with the message of the server below. */
export function failureMessage(failure: Failure, messages: Messages): HTMLElement {
  if (failure.kind !== "refused") return element("p", {}, messages.failures[failure.kind]);
  const { problem, message, line, column } = failure;
  const refusals: Readonly<Record<string, string | undefined>> = messages.refusals;
  const place = line !== undefined && column !== undefined ? messages.refusedAt(line, column) : "";
  return element(
    "div",
    {},
    element("p", {}, (refusals[problem] ?? messages.refused) + place),
    message === "" ? undefined : element("p", { class: "details", lang: "en" }, message),
  );
}

/** Describes a failure, with a button to try again if that may help. */
export function failureNote(failure: Failure, messages: Messages, again: () => void): HTMLElement {
  const retry = failure.kind === "refused" ? undefined : button(messages.again, { class: "button" }, again);
  return element("div", { class: "failure" }, failureMessage(failure, messages), retry);
}
