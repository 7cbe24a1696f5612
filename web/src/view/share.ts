// Links, texts and pictures of the cube.

import { convert, pictureAddress } from "../api.ts";
import { button, copy, element, save } from "../dom.ts";
import type { View } from "../dom.ts";
import { failureOf } from "../failure.ts";
import type { Messages } from "../i18n/messages.ts";
import { shownLooks, withLetters } from "../looks.ts";
import { setAddress } from "../memory.ts";
import { shown } from "../moves.ts";
import { asPng, asSvg, drawing } from "../picture.ts";
import type { Inks } from "../picture.ts";
import { knownCube } from "../solving.ts";
import type { Paint, State, Store } from "../state.ts";
import { writeAddress } from "../url.ts";
import { failureWords } from "./failure.ts";

const FORMATS = ["facelets", "net", "blocks", "moves", "reid", "kpattern", "solution"] as const;
type Format = (typeof FORMATS)[number];

export function shareView(store: Store, words: Messages): View {
  const said = element("div", { class: "note", role: "status" });
  const fallback = element("textarea", {
    rows: 3,
    readonly: true,
    hidden: true,
    "aria-label": words.copyText,
  });
  const give = async (text: string) => {
    const copied = await copy(text);
    said.textContent = copied ? words.copied : words.copyFailed;
    fallback.hidden = copied;
    fallback.value = text;
    if (!copied) fallback.select();
  };
  const format = element(
    "select",
    { "aria-label": words.copyFormat },
    ...FORMATS.map((value) => element("option", { value }, words.formats[value])),
  );
  const copyText = async () => {
    try {
      await give(await textOf(store.state, format.value as Format));
    } catch (error) {
      fallback.hidden = true;
      said.replaceChildren(failureWords(failureOf(error), words));
    }
  };
  const svg = element("a", { class: "button", download: "cube.svg" }, words.saveSvg);
  const png = element("a", { class: "button", download: "cube.png" }, words.savePng);
  // The server does not know the characters on the stickers: with them, the page draws the picture itself.
  const drawHere = (link: HTMLAnchorElement, draw: (state: State) => Promise<Blob | null>) =>
    link.addEventListener("click", (event) => {
      if (store.state.data === "") return;
      event.preventDefault();
      void draw(store.state).then((picture) => {
        if (picture) save(link.download, picture);
        else said.textContent = words.saveFailed;
      });
    });
  const drawn = (state: State) => drawing(state.size, shownLooks(state), inksOf);
  drawHere(svg, async (state) => new Blob([asSvg(drawn(state))], { type: "image/svg+xml" }));
  drawHere(png, (state) => asPng(drawn(state)));
  const twizzle = element(
    "a",
    { class: "button", target: "_blank", rel: "noopener noreferrer" },
    words.twizzle,
  );
  // Twizzle needs moves that make the cube; until the server has sent them, there is no link.
  let setup = { cube: "", moves: "" };
  let asked = "";
  const askSetup = async (cube: string) => {
    asked = cube;
    const answer = await convert({ cube, from: "facelets", to: "moves" }).catch(() => undefined);
    if (asked !== cube) return;
    // The next change tries again.
    if (!answer) asked = "";
    if (!answer) return;
    setup = { cube, moves: answer.text };
    twizzle.hidden = knownCube(store.state) !== setup.cube;
    linkTwizzle(twizzle, store.state, setup.moves);
  };
  const root = element(
    "section",
    { class: "card share", "aria-labelledby": "share-heading" },
    element("h2", { id: "share-heading" }, words.shareHeading),
    element(
      "div",
      { class: "row" },
      button(words.copyLink, { class: "button", id: "copy-link" }, () => {
        const address = writeAddress(store.state);
        setAddress("replace", address);
        void give(new URL(address, location.href).href);
      }),
      svg,
      png,
      twizzle,
    ),
    element(
      "div",
      { class: "row" },
      format,
      button(words.copyText, { class: "button" }, () => void copyText()),
    ),
    said,
    fallback,
  );
  return {
    root,
    update(state, previous) {
      const facelets = shownFacelets(state);
      const letters = withLetters(state);
      svg.href = pictureAddress("svg", facelets, state.palette, "net", letters);
      png.href = pictureAddress("png", facelets, state.palette, "net", letters);
      const cube = knownCube(state);
      twizzle.hidden = cube === undefined || cube !== setup.cube;
      const changed = state.solving !== previous?.solving || state.verdict !== previous.verdict;
      if (cube !== undefined && cube !== setup.cube && cube !== asked && changed) void askSetup(cube);
      else if (state.solving !== previous?.solving) linkTwizzle(twizzle, state, setup.moves);
    },
  };
}

/** The colours of the palette that is chosen, taken from where the page shows them. */
function inksOf(color: Paint): Inks {
  const swatch = document.querySelector(`.swatch[data-color="${color}"]`);
  const style = swatch ? getComputedStyle(swatch) : undefined;
  return { own: style?.backgroundColor ?? "gray", letter: style?.color ?? "black" };
}

/** The stickers as they are at the moment: after the moves that are made. */
function shownFacelets({ stickers, solving, position }: State): string {
  if (solving.kind !== "ready" || position === 0) return stickers;
  return shown(solving.solution.start, solving.solution.frames[position] ?? []);
}

async function textOf(state: State, format: Format): Promise<string> {
  if (format === "solution") {
    return state.solving.kind === "ready"
      ? state.solving.solution.moves.map((move) => move.text).join(" ")
      : "";
  }
  const cube = shownFacelets(state);
  return (await convert({ cube, from: "facelets", to: format })).text;
}

function linkTwizzle(link: HTMLAnchorElement, { size, solving }: State, setup: string): void {
  const moves = solving.kind === "ready" ? solving.solution.moves.map((move) => move.text).join(" ") : "";
  const query = new URLSearchParams({ puzzle: `${size}x${size}x${size}`, "setup-alg": setup });
  if (moves !== "") query.set("alg", moves);
  link.href = `https://alpha.twizzle.net/edit/?${query}`;
}
