// The colours to paint with, and the number of stickers of each that remain.

import { choices, element } from "../dom.ts";
import type { View } from "../dom.ts";
import { FACES } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Paint, Store } from "../state.ts";
import { LETTERS } from "./net.ts";

const PAINTS: readonly Paint[] = [...FACES, "?"];

export function paletteView(store: Store, messages: Messages): View {
  const counts = new Map<Paint, HTMLElement>();
  const options = PAINTS.map((color) => {
    const count = element("span", { class: "count" });
    counts.set(color, count);
    const swatch = element("span", { class: "swatch", "data-color": color }, LETTERS[color] || "?");
    const name = element("span", { class: "quiet" }, messages.colors[color]);
    return {
      value: color,
      content: element("span", { class: "paint" }, swatch, name, count),
      title: messages.colors[color],
    };
  });
  const { root, select } = choices<Paint>("tool", messages.paletteLabel, options, (tool) =>
    store.change({ tool }),
  );
  return {
    root,
    update({ tool, stickers, size }) {
      select(tool);
      for (const [color, count] of counts) {
        const left = size * size - stickers.split(color).length + 1;
        const known = color !== "?";
        count.textContent = known ? (left < 0 ? `+${-left}` : String(left)) : "";
        count.classList.toggle("over", known && left < 0);
        count.title = known ? (left < 0 ? messages.tooMany(-left) : messages.left(left)) : "";
      }
    },
  };
}
