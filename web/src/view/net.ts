// The net: every sticker is a labelled button that can be reached with arrow keys, a mouse or a finger.

import { element } from "../dom.ts";
import { columnOf, FACES, faceOf, rowOf, stickerCount } from "../geometry.ts";
import type { Face, Size } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Appearance } from "../appearance.ts";
import type { Paint } from "../state.ts";

export interface Net {
  readonly root: HTMLElement;
  show(appearances: readonly Appearance[], letters: boolean): void;
}

export interface NetOptions {
  readonly size: Size;
  readonly messages: Messages;
  /** Paints a sticker; `undefined` paints with the chosen colour. */
  readonly paint: (index: number, color: Paint | undefined) => void;
}

/** The keys of the colours: initials of colours and faces, and numbers. */
const KEYS: Readonly<Record<string, Paint>> = {
  ...{ u: "U", w: "U", 1: "U" },
  ...{ r: "R", 2: "R" },
  ...{ f: "F", g: "F", 3: "F" },
  ...{ d: "D", y: "D", 4: "D" },
  ...{ l: "L", o: "L", 5: "L" },
  ...{ b: "B", 6: "B" },
  ...{ "?": "?", 0: "?", delete: "?", backspace: "?" },
};

/** The letter on a sticker: the initial of its colour. */
export const LETTERS: Readonly<Record<Paint, string>> = {
  U: "W",
  R: "R",
  F: "G",
  D: "Y",
  L: "O",
  B: "B",
  "?": "",
};

export function createNet({ size, messages, paint }: NetOptions): Net {
  const stickers = Array.from({ length: stickerCount(size) }, (_, index) => {
    const sticker = element("button", {
      type: "button",
      class: "sticker",
      "data-index": index,
      tabindex: -1,
    });
    sticker.addEventListener("click", () => {
      moveTo(index);
      paint(index, undefined);
    });
    return sticker;
  });
  const root = element(
    "div",
    { class: `net net-${size}`, role: "group", "aria-label": messages.net, "aria-describedby": "net-help" },
    ...FACES.map((face, place) =>
      faceGroup(face, messages, stickers.slice(place * size * size, (place + 1) * size * size)),
    ),
  );
  let current = 0;
  moveTo(0);

  /** Tab reaches one sticker at a time; arrow keys choose which. */
  function moveTo(index: number, focus = false): void {
    stickers[current]?.setAttribute("tabindex", "-1");
    current = index;
    stickers[current]?.setAttribute("tabindex", "0");
    if (focus) stickers[current]?.focus();
  }

  // Screen readers move the focus in other ways; keys paint the focused sticker.
  root.addEventListener("focusin", ({ target }) => {
    const focused = stickers.findIndex((sticker) => sticker === target);
    if (focused >= 0 && focused !== current) moveTo(focused);
  });

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = DIRECTIONS[event.key];
    const color = KEYS[event.key.toLowerCase()];
    if (direction) moveTo(neighbour(stickers, current, direction), true);
    else if (event.key === "Home") moveTo(0, true);
    else if (event.key === "End") moveTo(stickers.length - 1, true);
    else if (color !== undefined) {
      paint(current, color);
      if (event.key === "Backspace") moveTo(Math.max(0, current - 1), true);
      else if (event.key !== "Delete") moveTo(Math.min(stickers.length - 1, current + 1), true);
    } else return;
    event.preventDefault();
  });

  // Dragging a mouse paints; dragging a finger scrolls the page.
  const drawn = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target.closest(".sticker") : null;
    if (event.pointerType !== "mouse" || event.buttons !== 1 || !target) return;
    paint(Number(target.getAttribute("data-index")), undefined);
  };
  root.addEventListener("pointerdown", drawn);
  root.addEventListener("pointerover", drawn);

  return {
    root,
    show(appearances, letters) {
      appearances.forEach((appearance, index) => {
        const sticker = stickers[index];
        if (!sticker) return;
        applyAppearance(sticker, appearance, letters);
        sticker.setAttribute("aria-label", describe(size, index, appearance, messages));
      });
    },
  };
}

/** Creates a net for display only, face by face. */
export function createPicture(size: Size, messages: Messages): Net {
  const stickers = Array.from({ length: stickerCount(size) }, () => element("span", { class: "sticker" }));
  const faces = FACES.map((face, place) => {
    const group = faceGroup(face, messages, stickers.slice(place * size * size, (place + 1) * size * size));
    group.setAttribute("role", "img");
    return group;
  });
  return {
    root: element("div", { class: `net net-${size} picture` }, ...faces),
    show(appearances, letters) {
      appearances.forEach((appearance, index) => {
        const sticker = stickers[index];
        if (sticker) applyAppearance(sticker, appearance, letters);
      });
      faces.forEach((group, place) => {
        const colors = appearances
          .slice(place * size * size, (place + 1) * size * size)
          .map((appearance) => messages.colors[appearance.color]);
        group.setAttribute("aria-label", `${messages.faces[FACES[place] ?? "U"]}: ${colors.join(", ")}`);
      });
    },
  };
}

/** Applies an appearance to the element of a sticker. */
export function applyAppearance(sticker: HTMLElement, appearance: Appearance, letters: boolean): void {
  const text = appearance.character !== "" ? appearance.character : letters ? LETTERS[appearance.color] : "";
  sticker.dataset.color = appearance.color;
  if (sticker.textContent !== text) sticker.textContent = text;
  sticker.classList.toggle("wrong", appearance.wrong);
  sticker.classList.toggle("next", appearance.isNext);
  sticker.classList.toggle("marked", appearance.marked);
  setOrRemove(sticker, "certain", appearance.certain);
  setOrRemove(sticker, "repair", appearance.repair);
}

function setOrRemove(sticker: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) delete sticker.dataset[name];
  else sticker.dataset[name] = value;
}

function faceGroup(face: Face, messages: Messages, stickers: readonly HTMLElement[]): HTMLElement {
  const name = element("span", { class: "face-name", "aria-hidden": "true" }, messages.faces[face]);
  const plate = element("div", { class: "plate" }, ...stickers);
  return element(
    "div",
    { class: `face face-${face}`, role: "group", "aria-label": messages.faces[face] },
    name,
    plate,
  );
}

function describe(size: Size, index: number, appearance: Appearance, messages: Messages): string {
  const face = messages.faces[faceOf(size, index)];
  const place = messages.sticker(
    face,
    rowOf(size, index) + 1,
    columnOf(size, index) + 1,
    messages.colors[appearance.color],
  );
  const more = [
    appearance.certain && messages.stickerCertain(messages.colors[appearance.certain]),
    appearance.repair
      ? messages.stickerRepair(messages.colors[appearance.repair])
      : appearance.wrong && messages.stickerWrong,
    appearance.isNext && messages.stickerNext,
    appearance.character !== "" && messages.stickerCharacter(appearance.character),
  ];
  return [place, ...more.filter((part) => typeof part === "string")].join(", ");
}

interface Step {
  readonly x: number;
  readonly y: number;
}

const DIRECTIONS: Readonly<Record<string, Step>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns the nearest sticker in a direction on the screen, where the layout of the net depends on the width. */
function neighbour(stickers: readonly HTMLElement[], current: number, direction: Step): number {
  const middle = (index: number) => {
    const box = stickers[index]?.getBoundingClientRect() ?? new DOMRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const from = middle(current);
  let best = { index: current, cost: Infinity };
  stickers.forEach((_, index) => {
    const to = middle(index);
    const ahead = (to.x - from.x) * direction.x + (to.y - from.y) * direction.y;
    const aside = Math.abs((to.x - from.x) * direction.y) + Math.abs((to.y - from.y) * direction.x);
    const cost = ahead + 4 * aside;
    if (ahead > 1 && cost < best.cost) best = { index, cost };
  });
  return best.index;
}
