// What is wrong with a cube, in the page's language: the server sends kinds and stickers.

import type { Flaw } from "../api.ts";
import { FACES, stickerIndex } from "../geometry.ts";
import type { Size } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Paint } from "../state.ts";

/** One sentence for each flaw, without those that only follow from others. */
export function flawSentences(
  flaws: readonly Flaw[],
  stickers: string,
  size: Size,
  words: Messages,
): string[] {
  const counts = flaws.some((flaw) => flaw.kind === "color-count") ? colorCounts(stickers, size, words) : [];
  const others = flaws.filter((flaw) => flaw.kind !== "color-count");
  const causes = others.filter((flaw) => !flaw.kind.startsWith("missing-"));
  const told = causes.length > 0 || counts.length > 0 ? causes : others;
  return [...counts, ...told.map((flaw) => sentence(flaw, stickers, size, words))];
}

function colorCounts(stickers: string, size: Size, words: Messages): string[] {
  const expected = size * size;
  return FACES.map((color) => ({ color, found: stickers.split(color).length - 1 }))
    .filter(({ found }) => found > expected || (found < expected && !stickers.includes("?")))
    .map(({ color, found }) => words.flaws.colorCount(words.colors[color], found, expected));
}

function sentence(flaw: Flaw, stickers: string, size: Size, words: Messages): string {
  const names = flaw.stickers.join(" ");
  const colors = flaw.stickers
    .map((name) => words.colors[(stickers[stickerIndex(size, name) ?? -1] ?? "?") as Paint])
    .join("-");
  switch (flaw.kind) {
    case "impossible-corner":
      return words.flaws.corner(names, colors);
    case "impossible-edge":
      return words.flaws.edge(names, colors);
    case "doubled-corner":
      return words.flaws.doubledCorner(names);
    case "doubled-edge":
      return words.flaws.doubledEdge(names);
    case "doubled-centre":
      return words.flaws.doubledCentre(names);
    case "centres":
      return words.flaws.centres;
    case "missing-corner":
      return words.flaws.missingCorner;
    case "missing-edge":
      return words.flaws.missingEdge;
    case "flip":
      return words.flaws.flip;
    case "twist":
      return words.flaws.twist;
    case "parity":
      return words.flaws.parity;
    case "no-completion":
      return words.flaws.noCompletion;
    default:
      return flaw.message;
  }
}
