// Builds the page, and rebuilds it when the language or the page changes.

import { setLanguage } from "./api.ts";
import { createChallenge } from "./challenge.ts";
import { element } from "./dom.ts";
import type { View } from "./dom.ts";
import { LANGUAGES } from "./i18n/messages.ts";
import type { Messages } from "./i18n/messages.ts";
import { persistState, restoredState } from "./persistence.ts";
import { playMoves } from "./playback.ts";
import { solveWhenUnique } from "./solving.ts";
import { createStore } from "./state.ts";
import type { State } from "./state.ts";
import { createVerdictUpdater } from "./verdict.ts";
import { challengePage } from "./view/challenge.ts";
import { cubePage, readThroughField } from "./view/cubepage.ts";
import { headerView } from "./view/header.ts";
import { readPastedAnywhere } from "./view/paste.ts";

const store = createStore(restoredState());
const place = document.querySelector("#page");
let views: View[] = [];
/** The contents of text fields, which survive a rebuild. */
const typed = new Map<string, string>();

function build(state: State): void {
  const messages = LANGUAGES[state.language];
  document.documentElement.lang = messages.locale;
  document.title = state.page === "cube" ? "cubegod" : `${messages.challengePage} · cubegod`;
  const focused = document.activeElement?.id ?? "";
  for (const field of textFields()) typed.set(field.id, field.value);
  const openMenus = [...document.querySelectorAll("details[open]")].map((menu) => menu.id);
  const header = headerView(store, messages);
  const page =
    state.page === "cube"
      ? cubePage(store, messages, verdictUpdater, solver)
      : challengePage(store, messages, challenge);
  const skip = element("button", { class: "skip button", type: "button" }, messages.skip);
  skip.addEventListener("click", () => document.querySelector<HTMLElement>("#cube")?.focus());
  views = [header, page];
  place?.replaceChildren(skip, header.root, page.root, footer(messages));
  for (const view of views) view.update(state, undefined);
  // The menu with the language stays open, and the focus stays where it was.
  for (const menu of document.querySelectorAll("details")) menu.open ||= openMenus.includes(menu.id);
  for (const field of textFields()) field.value = typed.get(field.id) || field.value;
  if (focused !== "") document.getElementById(focused)?.focus();
}

const textFields = () => document.querySelectorAll<HTMLTextAreaElement>("textarea[id]");

function footer(messages: Messages): HTMLElement {
  return element("footer", { class: "note" }, element("a", { href: "/api/v1/docs" }, messages.apiDocs));
}

function applyTheme({ palette, theme }: State): void {
  document.documentElement.dataset.palette = palette;
  document.documentElement.dataset.theme = theme;
}

persistState(store);
setLanguage(store.state.language);
// Before all others, which send requests.
store.listen(({ language }) => setLanguage(language));
const verdictUpdater = createVerdictUpdater(store);
const solver = solveWhenUnique(store);
const challenge = createChallenge(store);
playMoves(store);
applyTheme(store.state);
build(store.state);
store.listen((state, previous) => {
  applyTheme(state);
  if (state.language !== previous.language || state.page !== previous.page) build(state);
  else for (const view of views) view.update(state, previous);
});
readPastedAnywhere(store, readThroughField);
// The menu covers the page; a press outside closes it.
document.addEventListener("pointerdown", ({ target }) => {
  const menu = document.querySelector<HTMLDetailsElement>("#settings[open]");
  if (menu && target instanceof Node && !menu.contains(target)) menu.open = false;
});
