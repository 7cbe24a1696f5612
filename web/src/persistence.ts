// State that survives the page: the address, the history and the local storage of the browser.

import { INITIAL } from "./state.ts";
import type { HistoryChange, State, Store } from "./state.ts";
import { readAddress, writeAddress } from "./url.ts";

const CHOICES = "cubegod.choices";
const PAINTED = "cubegod.painted";

/** Returns the initial state: the address overrides the stored settings and stickers. */
export function restoredState(): State {
  const choices = readChoices();
  const hash = location.hash.length > 1 ? location.hash : (readStored(PAINTED) ?? "");
  const shared = readAddress(hash);
  const language = navigator.language.startsWith("zh") ? "zh" : "en";
  return { ...INITIAL, language, ...choices, ...shared };
}

/** Keeps the address, the history and the storage up to date, and handles the back button. */
export function persistState(store: Store): void {
  if (location.hash.length <= 1) setAddress("replace", writeAddress(store.state));
  let lastEntry: HistoryChange = "entry";
  // Browsers limit the number of changes of the address; changes during playback are combined.
  let amending: ReturnType<typeof setTimeout> | undefined;
  store.listen((state, previous, historyChange) => {
    if (choicesOf(state) !== choicesOf(previous)) writeStored(CHOICES, choicesOf(state));
    if (historyChange === "no") return;
    clearTimeout(amending);
    const address = writeAddress(state);
    if (state.page === "cube") writeStored(PAINTED, address);
    if (historyChange === "amend") {
      amending = setTimeout(() => setAddress("replace", writeAddress(store.state)), 250);
      return;
    }
    const continues = historyChange === "stroke" && lastEntry === "stroke";
    lastEntry = historyChange;
    setAddress(address === (location.hash || "#") || continues ? "replace" : "push", address);
  });
  window.addEventListener("popstate", () => {
    clearTimeout(amending);
    lastEntry = "entry";
    const shared = readAddress(location.hash);
    const { state } = store;
    const same = shared.stickers === state.stickers && shared.method === state.method;
    store.change({
      ...shared,
      playing: false,
      ...(same ? {} : { solving: { kind: "none" }, verdict: { kind: "none" } }),
    });
  });
}

/** Some browsers refuse after a hundred changes in thirty seconds; the next change updates the address. */
export function setAddress(how: "push" | "replace", address: string): void {
  try {
    if (how === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // Only the address is out of date.
  }
}

const choicesOf = ({ language, palette, theme, letters, speed }: State): string =>
  JSON.stringify({ language, palette, theme, letters, speed });

function readChoices(): Partial<State> {
  try {
    const { language, palette, theme, letters, speed } = JSON.parse(
      readStored(CHOICES) ?? "{}",
    ) as Partial<State>;
    return {
      ...(language === "en" || language === "zh" ? { language } : {}),
      ...(palette === "standard" || palette === "colorblind" ? { palette } : {}),
      ...(theme === "light" || theme === "dark" ? { theme } : {}),
      ...(letters === true ? { letters } : {}),
      ...(typeof speed === "number" && speed >= 0.5 && speed <= 4 ? { speed } : {}),
    };
  } catch {
    return {};
  }
}

/** Storage may be disabled; then nothing is stored, and the page works. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See `readStored`.
  }
}
