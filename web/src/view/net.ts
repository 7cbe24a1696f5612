// The net: every sticker is a button with words, reached with arrows as well as with a finger.

import { element } from "../dom.ts";
import { columnOf, FACES, faceOf, rowOf, stickerCount } from "../geometry.ts";
import type { Face, Size } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Look } from "../looks.ts";
import type { Paint } from "../state.ts";

export interface Net {
  readonly root: HTMLElement;
  show(looks: readonly Look[], letters: boolean): void;
}

export interface NetOptions {
  readonly size: Size;
  readonly words: Messages;
  /** Paints a sticker; `undefined` paints with the chosen colour. */
  readonly paint: (index: number, color: Paint | undefined) => void;
}

/** The keys that stand for colours: by their names, by their faces and by their numbers. */
const KEYS: Readonly<Record<string, Paint>> = {
  ...{ u: "U", w: "U", 1: "U" },
  ...{ r: "R", 2: "R" },
  ...{ f: "F", g: "F", 3: "F" },
  ...{ d: "D", y: "D", 4: "D" },
  ...{ l: "L", o: "L", 5: "L" },
  ...{ b: "B", 6: "B" },
  ...{ "?": "?", 0: "?", delete: "?", backspace: "?" },
};

/** The letter that is written on a sticker: that of its colour's name. */
export const LETTERS: Readonly<Record<Paint, string>> = {
  U: "W",
  R: "R",
  F: "G",
  D: "Y",
  L: "O",
  B: "B",
  "?": "",
};

export function createNet({ size, words, paint }: NetOptions): Net {
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
    { class: `net net-${size}`, role: "group", "aria-label": words.net, "aria-describedby": "net-help" },
    ...FACES.map((face, place) =>
      faceGroup(face, words, stickers.slice(place * size * size, (place + 1) * size * size)),
    ),
  );
  let current = 0;
  moveTo(0);

  /** One sticker at a time can be reached with Tab; arrows choose which. */
  function moveTo(index: number, focus = false): void {
    stickers[current]?.setAttribute("tabindex", "-1");
    current = index;
    stickers[current]?.setAttribute("tabindex", "0");
    if (focus) stickers[current]?.focus();
  }

  // Screen readers go to stickers in ways of their own; the keys paint the one that has the focus.
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

  // A mouse paints all it is drawn over. A finger that is drawn over the net scrolls the page.
  const drawn = (event: PointerEvent) => {
    const target = event.target instanceof Element ? event.target.closest(".sticker") : null;
    if (event.pointerType !== "mouse" || event.buttons !== 1 || !target) return;
    paint(Number(target.getAttribute("data-index")), undefined);
  };
  root.addEventListener("pointerdown", drawn);
  root.addEventListener("pointerover", drawn);

  return {
    root,
    show(looks, letters) {
      looks.forEach((look, index) => {
        const sticker = stickers[index];
        if (!sticker) return;
        dress(sticker, look, letters);
        sticker.setAttribute("aria-label", describe(size, index, look, words));
      });
    },
  };
}

/** A net that is only looked at, face by face. */
export function createPicture(size: Size, words: Messages): Net {
  const stickers = Array.from({ length: stickerCount(size) }, () => element("span", { class: "sticker" }));
  const faces = FACES.map((face, place) => {
    const group = faceGroup(face, words, stickers.slice(place * size * size, (place + 1) * size * size));
    group.setAttribute("role", "img");
    return group;
  });
  return {
    root: element("div", { class: `net net-${size} picture` }, ...faces),
    show(looks, letters) {
      looks.forEach((look, index) => {
        const sticker = stickers[index];
        if (sticker) dress(sticker, look, letters);
      });
      faces.forEach((group, place) => {
        const colors = looks
          .slice(place * size * size, (place + 1) * size * size)
          .map((look) => words.colors[look.color]);
        group.setAttribute("aria-label", `${words.faces[FACES[place] ?? "U"]}: ${colors.join(", ")}`);
      });
    },
  };
}

/** Gives a sticker its colour and its marks. */
export function dress(sticker: HTMLElement, look: Look, letters: boolean): void {
  const text = look.character !== "" ? look.character : letters ? LETTERS[look.color] : "";
  sticker.dataset.color = look.color;
  if (sticker.textContent !== text) sticker.textContent = text;
  sticker.classList.toggle("wrong", look.wrong);
  sticker.classList.toggle("asked", look.asked);
  sticker.classList.toggle("marked", look.marked);
  setOrRemove(sticker, "certain", look.certain);
  setOrRemove(sticker, "repair", look.repair);
}

function setOrRemove(sticker: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) delete sticker.dataset[name];
  else sticker.dataset[name] = value;
}

function faceGroup(face: Face, words: Messages, stickers: readonly HTMLElement[]): HTMLElement {
  const name = element("span", { class: "face-name", "aria-hidden": "true" }, words.faces[face]);
  const plate = element("div", { class: "plate" }, ...stickers);
  return element(
    "div",
    { class: `face face-${face}`, role: "group", "aria-label": words.faces[face] },
    name,
    plate,
  );
}

function describe(size: Size, index: number, look: Look, words: Messages): string {
  const face = words.faces[faceOf(size, index)];
  const place = words.sticker(
    face,
    rowOf(size, index) + 1,
    columnOf(size, index) + 1,
    words.colors[look.color],
  );
  const more = [
    look.certain && words.stickerCertain(words.colors[look.certain]),
    look.repair ? words.stickerRepair(words.colors[look.repair]) : look.wrong && words.stickerWrong,
    look.asked && words.stickerAsked,
    look.character !== "" && words.stickerCharacter(look.character),
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

/** The nearest sticker in a direction as the net lies on the screen, which is not the same on small ones. */
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
