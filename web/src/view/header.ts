// The header: navigation and settings.

import { choices, element } from "../dom.ts";
import type { View } from "../dom.ts";
import { LANGUAGES } from "../i18n/messages.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Language, State, Store, Theme } from "../state.ts";

export function headerView(store: Store, messages: Messages): View {
  const pages = (["cube", "challenge"] as const).map((page) => {
    const link = element("a", { href: page === "cube" ? "#" : "#page=challenge" }, messages[`${page}Page`]);
    link.addEventListener("click", (event) => {
      event.preventDefault();
      if (store.state.page !== page) store.change({ page, playing: false }, "entry");
    });
    return { page, link };
  });
  const { root: languages, select: selectLanguage } = choices<Language>(
    "language",
    messages.language,
    (["en", "zh"] as const).map((value) => ({ value, content: LANGUAGES[value].languageName })),
    (language) => store.change({ language }, "amend"),
  );
  for (const label of languages.querySelectorAll<HTMLElement>(".choice")) {
    label.lang = label.querySelector("input")?.value ?? "en";
  }
  const theme = element(
    "select",
    { id: "theme" },
    ...(["auto", "light", "dark"] as const).map((value) =>
      element("option", { value }, messages.themes[value]),
    ),
  );
  theme.addEventListener("change", () => store.change({ theme: theme.value as Theme }));
  const colorblind = checkbox("colorblind", (on) =>
    store.change({ palette: on ? "colorblind" : "standard" }, "amend"),
  );
  const letters = checkbox("letters", (on) => store.change({ letters: on }));

  const settings = element(
    "details",
    { class: "settings", id: "settings" },
    element("summary", { class: "button" }, messages.settings),
    element(
      "div",
      { class: "menu card" },
      languages,
      element("div", { class: "field" }, element("label", { for: "theme" }, messages.theme), theme),
      element("label", { class: "check", for: "colorblind" }, colorblind, messages.colorblind),
      element("label", { class: "check", for: "letters" }, letters, messages.letters),
    ),
  );
  settings.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    settings.open = false;
    settings.querySelector("summary")?.focus();
  });

  const mark = element("img", { src: "/favicon.svg", alt: "", width: 32, height: 32 });
  const title = element(
    "div",
    {},
    element("h1", {}, "cubegod"),
    element("p", { class: "tagline" }, messages.tagline),
  );
  const root = element(
    "header",
    { class: "top" },
    element("div", { class: "brand" }, mark, title),
    element("nav", { "aria-label": messages.pages }, ...pages.map(({ link }) => link)),
    settings,
  );
  return {
    root,
    update(state: State) {
      for (const { page, link } of pages) {
        if (page === state.page) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
      selectLanguage(state.language);
      theme.value = state.theme;
      colorblind.checked = state.palette === "colorblind";
      letters.checked = state.letters;
    },
  };
}

function checkbox(id: string, set: (on: boolean) => void): HTMLInputElement {
  const input = element("input", { type: "checkbox", id });
  input.addEventListener("change", () => set(input.checked));
  return input;
}
