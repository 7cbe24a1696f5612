// What outlives the page: the address, the history of the browser, and the storage of this browser.

import { INITIAL } from "./state.ts";
import type { Remember, State, Store } from "./state.ts";
import { readAddress, writeAddress } from "./url.ts";

const CHOICES = "cubegod.choices";
const PAINTED = "cubegod.painted";

/** The state to begin with: the address says most, then what was chosen and painted last time. */
export function remembered(): State {
  const choices = readChoices();
  const hash = location.hash.length > 1 ? location.hash : (stored(PAINTED) ?? "");
  const shared = readAddress(hash);
  const language = navigator.language.startsWith("zh") ? "zh" : "en";
  return { ...INITIAL, language, ...choices, ...shared };
}

/** Keeps the address, the history and the storage up to date, and follows the back button. */
export function keepInMind(store: Store): void {
  if (location.hash.length <= 1) setAddress("replace", writeAddress(store.state));
  let lastEntry: Remember = "entry";
  // Browsers allow only so many changes of the address a second; while playing they are put together.
  let amending: ReturnType<typeof setTimeout> | undefined;
  store.listen((state, previous, remember) => {
    if (choicesOf(state) !== choicesOf(previous)) keep(CHOICES, choicesOf(state));
    if (remember === "no") return;
    clearTimeout(amending);
    const address = writeAddress(state);
    if (state.page === "cube") keep(PAINTED, address);
    if (remember === "amend") {
      amending = setTimeout(() => setAddress("replace", writeAddress(store.state)), 250);
      return;
    }
    const continues = remember === "stroke" && lastEntry === "stroke";
    lastEntry = remember;
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

/** Some browsers refuse after a hundred changes in half a minute; the next one then brings the address up to date. */
export function setAddress(how: "push" | "replace", address: string): void {
  try {
    if (how === "push") history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // The page itself is as it should be.
  }
}

const choicesOf = ({ language, palette, theme, letters, speed }: State): string =>
  JSON.stringify({ language, palette, theme, letters, speed });

function readChoices(): Partial<State> {
  try {
    const { language, palette, theme, letters, speed } = JSON.parse(
      stored(CHOICES) ?? "{}",
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

/** Storage may be switched off; then nothing is remembered, and nothing else breaks. */
export function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // As above.
  }
}
