// Reading a cube from any text, and characters that ride on the stickers.

import { readText } from "../actions.ts";
import { fromFacelets, toFacelets } from "../data.ts";
import type { Order } from "../data.ts";
import { button, element } from "../dom.ts";
import type { View } from "../dom.ts";
import { stickerCount } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import { shown } from "../moves.ts";
import type { Store } from "../state.ts";
import { failureWords } from "./failure.ts";

/** The layouts by the names that `--from` has for them. */
const LAYOUTS = [
  "facelets",
  "net-string",
  "net",
  "blocks",
  "engine",
  "digits",
  "reid",
  "kpattern",
  "moves",
  "pattern",
];

export function pasteView(store: Store, words: Messages): View {
  const text = element("textarea", {
    id: "paste",
    rows: 3,
    spellcheck: "false",
    "aria-describedby": "paste-help",
  });
  const said = element("div", { class: "note", role: "status" });
  const layout = element(
    "select",
    { "aria-label": words.pasteLayout },
    element("option", { value: "" }, words.pasteAnyLayout),
    ...LAYOUTS.map((name) => element("option", { value: name }, name)),
  );
  const read = async () => {
    if (text.value.trim() === "") {
      // What was said was about another text.
      said.replaceChildren();
      return text.focus();
    }
    said.textContent = words.pasteReading;
    said.classList.remove("bad");
    const { failure, note } = await readText(store, text.value, layout.value);
    if (failure) said.replaceChildren(failureWords(failure, words));
    else said.replaceChildren(element("p", {}, words.pasteDone), ...otherLayout(note));
    said.classList.toggle("bad", failure !== undefined);
  };
  /** The server's note names options of the command line; here there is a list to choose from. */
  const otherLayout = (note: string | undefined) =>
    note === undefined
      ? []
      : [
          element("p", {}, words.pasteOtherLayout),
          element("p", { class: "details", lang: "en" }, note.replace(/; --from .*/, "")),
        ];
  const root = element(
    "details",
    { class: "card fold", id: "paste-card" },
    element("summary", {}, element("h2", {}, words.pasteHeading)),
    element("label", { for: "paste", class: "quiet" }, words.pasteLabel),
    text,
    element("p", { id: "paste-help", class: "note" }, words.pasteHelp),
    element(
      "div",
      { class: "row" },
      button(words.pasteRead, { class: "button primary" }, () => void read()),
      layout,
    ),
    said,
  );
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void read();
  });
  return {
    root,
    update() {},
  };
}

/** Text that is pasted anywhere on the page, not into a field, is a cube. */
export function readPastedAnywhere(store: Store, open: (text: string) => void): void {
  document.addEventListener("paste", (event) => {
    const inField = event.target instanceof Element && event.target.closest("input, textarea") !== null;
    const text = event.clipboardData?.getData("text") ?? "";
    if (inField || store.state.page !== "cube" || text.trim() === "") return;
    event.preventDefault();
    open(text);
  });
}

export function dataView(store: Store, words: Messages): View {
  const text = element("textarea", {
    id: "data",
    rows: 2,
    spellcheck: "false",
    "aria-describedby": "data-help",
  });
  const help = element("p", { id: "data-help", class: "note" });
  const order = element(
    "select",
    { id: "data-order" },
    ...(["facelets", "net-string"] as const).map((value) =>
      element("option", { value }, words.dataOrders[value]),
    ),
  );
  const chosenOrder = (): Order => (order.value === "net-string" ? "net-string" : "facelets");
  const said = element("p", { class: "note bad", role: "status" });
  const reading = element("output", { class: "reading" });
  const readingPart = element("p", {}, element("span", { class: "note" }, `${words.dataNow}: `), reading);
  const use = () => {
    const { size } = store.state;
    // Line breaks come from copying; blanks may be characters.
    const characters = [...text.value.replace(/[\r\n]/g, "")];
    const expected = stickerCount(size);
    const fits = characters.length === expected;
    said.textContent = fits ? "" : words.dataWrong(characters.length, expected);
    if (fits) store.change({ data: toFacelets(size, characters.join(""), chosenOrder()) }, "entry");
  };
  const remove = button(words.dataRemove, { class: "button" }, () => store.change({ data: "" }, "entry"));
  const root = element(
    "details",
    { class: "card fold", id: "data-card" },
    element("summary", {}, element("h2", {}, words.dataHeading)),
    element("label", { for: "data", class: "quiet" }, words.dataLabel),
    text,
    help,
    element("div", { class: "row" }, element("label", { for: "data-order" }, words.dataOrder), order),
    element("div", { class: "row" }, button(words.dataUse, { class: "button primary" }, use), remove),
    said,
    readingPart,
  );
  const update: View["update"] = (state, previous) => {
    const { data, size, solving, position } = state;
    // Characters that came with a link are to be seen.
    if (data !== "" && (previous?.data ?? "") === "") {
      root.open = true;
      if (text.value === "") text.value = fromFacelets(size, data, chosenOrder());
    }
    help.textContent = words.dataHelp(stickerCount(size));
    remove.hidden = data === "";
    readingPart.hidden = data === "";
    const frame = solving.kind === "ready" ? solving.solution.frames[position] : undefined;
    const now = data === "" || !frame ? data : shown(data, frame);
    reading.textContent = fromFacelets(size, now, chosenOrder());
  };
  order.addEventListener("change", () => update(store.state, undefined));
  return { root, update };
}
