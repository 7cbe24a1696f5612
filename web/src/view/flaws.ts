// The flaws of a cube in the language of the page: the server sends kinds and stickers.

import type { Flaw } from "../api.ts";
import { FACES, stickerIndex } from "../geometry.ts";
import type { Size } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Paint } from "../state.ts";

/** Returns one sentence per flaw, without flaws that only follow from others. */
export function flawSentences(
  flaws: readonly Flaw[],
  stickers: string,
  size: Size,
  messages: Messages,
): string[] {
  const counts = flaws.some((flaw) => flaw.kind === "color-count")
    ? colorCounts(stickers, size, messages)
    : [];
  const others = flaws.filter((flaw) => flaw.kind !== "color-count");
  const causes = others.filter((flaw) => !flaw.kind.startsWith("missing-"));
  const shown = causes.length > 0 || counts.length > 0 ? causes : others;
  return [...counts, ...shown.map((flaw) => sentence(flaw, stickers, size, messages))];
}

function colorCounts(stickers: string, size: Size, messages: Messages): string[] {
  const expected = size * size;
  return FACES.map((color) => ({ color, found: stickers.split(color).length - 1 }))
    .filter(({ found }) => found > expected || (found < expected && !stickers.includes("?")))
    .map(({ color, found }) => messages.flaws.colorCount(messages.colors[color], found, expected));
}

function sentence(flaw: Flaw, stickers: string, size: Size, messages: Messages): string {
  const names = flaw.stickers.join(" ");
  const colors = flaw.stickers
    .map((name) => messages.colors[(stickers[stickerIndex(size, name) ?? -1] ?? "?") as Paint])
    .join("-");
  switch (flaw.kind) {
    case "impossible-corner":
      return messages.flaws.corner(names, colors);
    case "impossible-edge":
      return messages.flaws.edge(names, colors);
    case "doubled-corner":
      return messages.flaws.doubledCorner(names);
    case "doubled-edge":
      return messages.flaws.doubledEdge(names);
    case "doubled-centre":
      return messages.flaws.doubledCentre(names);
    case "centres":
      return messages.flaws.centres;
    case "missing-corner":
      return messages.flaws.missingCorner;
    case "missing-edge":
      return messages.flaws.missingEdge;
    case "flip":
      return messages.flaws.flip;
    case "twist":
      return messages.flaws.twist;
    case "parity":
      return messages.flaws.parity;
    case "no-completion":
      return messages.flaws.noCompletion;
    default:
      return flaw.message;
  }
}
