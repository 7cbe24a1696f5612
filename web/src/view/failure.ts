import { button, element } from "../dom.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Failure } from "../state.ts";

/** Describes a failure in the language of the page, with the message of the server below. */
export function failureMessage(failure: Failure, messages: Messages): HTMLElement {
  if (failure.kind !== "rejected") return element("p", {}, messages.failures[failure.kind]);
  const { errorKind, message, language, line, column } = failure;
  const serverErrors: Readonly<Record<string, string | undefined>> = messages.serverErrors;
  const place = line !== undefined && column !== undefined ? messages.errorPlace(line, column) : "";
  return element(
    "div",
    {},
    element("p", {}, (serverErrors[errorKind] ?? messages.rejected) + place),
    message === "" ? undefined : element("p", { class: "details", lang: language }, message),
  );
}

/** Describes a failure, with a button to try again if that may help. */
export function failureNote(failure: Failure, messages: Messages, again: () => void): HTMLElement {
  const retry = failure.kind === "rejected" ? undefined : button(messages.again, { class: "button" }, again);
  return element("div", { class: "failure" }, failureMessage(failure, messages), retry);
}
