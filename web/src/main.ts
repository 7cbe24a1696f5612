// Puts the page together and rebuilds it where another language or another page is chosen.

import { createChallenge } from "./challenge.ts";
import { element } from "./dom.ts";
import type { View } from "./dom.ts";
import { LANGUAGES } from "./i18n/messages.ts";
import type { Messages } from "./i18n/messages.ts";
import { keepInMind, remembered } from "./memory.ts";
import { playMoves } from "./playing.ts";
import { solveWhenKnown } from "./solving.ts";
import { createStore } from "./state.ts";
import type { State } from "./state.ts";
import { watchStickers } from "./watch.ts";
import { challengePage } from "./view/challenge.ts";
import { cubePage, readThroughField } from "./view/cubepage.ts";
import { headerView } from "./view/header.ts";
import { readPastedAnywhere } from "./view/paste.ts";

const store = createStore(remembered());
const place = document.querySelector("#page");
let views: View[] = [];
/** What was typed into fields, which is kept when the page is built anew. */
const typed = new Map<string, string>();

function build(state: State): void {
  const words = LANGUAGES[state.language];
  document.documentElement.lang = words.locale;
  document.title = state.page === "cube" ? "cubegod" : `${words.challengePage} · cubegod`;
  const focused = document.activeElement?.id ?? "";
  for (const field of textFields()) typed.set(field.id, field.value);
  const openMenus = [...document.querySelectorAll("details[open]")].map((menu) => menu.id);
  const header = headerView(store, words);
  const page =
    state.page === "cube" ? cubePage(store, words, watch, solver) : challengePage(store, words, challenge);
  const skip = element("button", { class: "skip button", type: "button" }, words.skip);
  skip.addEventListener("click", () => document.querySelector<HTMLElement>("#cube")?.focus());
  views = [header, page];
  place?.replaceChildren(skip, header.root, page.root, footer(words));
  for (const view of views) view.update(state, undefined);
  // The menu in which the language was chosen stays open, and the focus where it was.
  for (const menu of document.querySelectorAll("details")) menu.open ||= openMenus.includes(menu.id);
  for (const field of textFields()) field.value = typed.get(field.id) || field.value;
  if (focused !== "") document.getElementById(focused)?.focus();
}

const textFields = () => document.querySelectorAll<HTMLTextAreaElement>("textarea[id]");

function footer(words: Messages): HTMLElement {
  return element("footer", { class: "note" }, element("a", { href: "/api/v1/docs" }, words.apiDocs));
}

function look({ palette, theme }: State): void {
  document.documentElement.dataset.palette = palette;
  document.documentElement.dataset.theme = theme;
}

keepInMind(store);
const watch = watchStickers(store);
const solver = solveWhenKnown(store);
const challenge = createChallenge(store);
playMoves(store);
look(store.state);
build(store.state);
store.listen((state, previous) => {
  look(state);
  if (state.language !== previous.language || state.page !== previous.page) build(state);
  else for (const view of views) view.update(state, previous);
});
readPastedAnywhere(store, readThroughField);
// The menu hides what is below it, so that a press beside it closes it.
document.addEventListener("pointerdown", ({ target }) => {
  const menu = document.querySelector<HTMLDetailsElement>("#settings[open]");
  if (menu && target instanceof Node && !menu.contains(target)) menu.open = false;
});
