// Reads a cube from any text, and characters for the stickers.

import { readText } from "../actions.ts";
import { fromFacelets, toFacelets } from "../data.ts";
import type { Order } from "../data.ts";
import { button, element } from "../dom.ts";
import type { View } from "../dom.ts";
import { stickerCount } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import { shown } from "../moves.ts";
import type { Store } from "../state.ts";
import { failureMessage } from "./failure.ts";

/** The names of the layouts, as in `--from`. */
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

export function pasteView(store: Store, messages: Messages): View {
  const text = element("textarea", {
    id: "paste",
    rows: 3,
    spellcheck: "false",
    "aria-describedby": "paste-help",
  });
  const status = element("div", { class: "note", role: "status" });
  const layout = element(
    "select",
    { "aria-label": messages.pasteLayout },
    element("option", { value: "" }, messages.pasteAnyLayout),
    ...LAYOUTS.map((name) => element("option", { value: name }, name)),
  );
  const read = async () => {
    if (text.value.trim() === "") {
      // The status is about another text.
      status.replaceChildren();
      return text.focus();
    }
    status.textContent = messages.pasteReading;
    status.classList.remove("bad");
    const { failure, note } = await readText(store, text.value, layout.value);
    if (failure) status.replaceChildren(failureMessage(failure, messages));
    else status.replaceChildren(element("p", {}, messages.pasteDone), ...otherLayout(note));
    status.classList.toggle("bad", failure !== undefined);
  };
  const otherLayout = (note: string | undefined) =>
    note === undefined
      ? []
      : [
          element("p", {}, messages.pasteOtherLayout),
          element("p", { class: "details", lang: messages.locale }, note),
        ];
  const root = element(
    "details",
    { class: "card fold", id: "paste-card" },
    element("summary", {}, element("h2", {}, messages.pasteHeading)),
    element("label", { for: "paste", class: "quiet" }, messages.pasteLabel),
    text,
    element("p", { id: "paste-help", class: "note" }, messages.pasteHelp),
    element(
      "div",
      { class: "row" },
      button(messages.pasteRead, { class: "button primary" }, () => void read()),
      layout,
    ),
    status,
  );
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void read();
  });
  return {
    root,
    update() {},
  };
}

/** Reads text that is pasted outside of a field as a cube. */
export function readPastedAnywhere(store: Store, open: (text: string) => void): void {
  document.addEventListener("paste", (event) => {
    const inField = event.target instanceof Element && event.target.closest("input, textarea") !== null;
    const text = event.clipboardData?.getData("text") ?? "";
    if (inField || store.state.page !== "cube" || text.trim() === "") return;
    event.preventDefault();
    open(text);
  });
}

export function dataView(store: Store, messages: Messages): View {
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
      element("option", { value }, messages.dataOrders[value]),
    ),
  );
  const chosenOrder = (): Order => (order.value === "net-string" ? "net-string" : "facelets");
  const status = element("p", { class: "note bad", role: "status" });
  const reading = element("output", { class: "reading" });
  const readingPart = element("p", {}, element("span", { class: "note" }, `${messages.dataNow}: `), reading);
  const use = () => {
    const { size } = store.state;
    // Line breaks come from copying; spaces may be characters.
    const characters = [...text.value.replace(/[\r\n]/g, "")];
    const expected = stickerCount(size);
    const fits = characters.length === expected;
    status.textContent = fits ? "" : messages.dataWrong(characters.length, expected);
    if (fits) store.change({ data: toFacelets(size, characters.join(""), chosenOrder()) }, "entry");
  };
  const remove = button(messages.dataRemove, { class: "button" }, () => store.change({ data: "" }, "entry"));
  const root = element(
    "details",
    { class: "card fold", id: "data-card" },
    element("summary", {}, element("h2", {}, messages.dataHeading)),
    element("label", { for: "data", class: "quiet" }, messages.dataLabel),
    text,
    help,
    element("div", { class: "row" }, element("label", { for: "data-order" }, messages.dataOrder), order),
    element("div", { class: "row" }, button(messages.dataUse, { class: "button primary" }, use), remove),
    status,
    readingPart,
  );
  const update: View["update"] = (state, previous) => {
    const { data, size, solving, position } = state;
    // The characters of a link are visible at once.
    if (data !== "" && (previous?.data ?? "") === "") {
      root.open = true;
      if (text.value === "") text.value = fromFacelets(size, data, chosenOrder());
    }
    help.textContent = messages.dataHelp(stickerCount(size));
    remove.hidden = data === "";
    readingPart.hidden = data === "";
    const frame = solving.kind === "ready" ? solving.solution.frames[position] : undefined;
    const now = data === "" || !frame ? data : shown(data, frame);
    reading.textContent = fromFacelets(size, now, chosenOrder());
  };
  order.addEventListener("change", () => update(store.state, undefined));
  return { root, update };
}
