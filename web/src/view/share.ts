// Links, texts and pictures of the cube.

import { convert, pictureAddress } from "../api.ts";
import { button, copy, element, save } from "../dom.ts";
import type { View } from "../dom.ts";
import { failureOf } from "../failure.ts";
import type { Messages } from "../i18n/messages.ts";
import { currentAppearances, withLetters } from "../appearance.ts";
import { setAddress } from "../persistence.ts";
import { shown } from "../moves.ts";
import { asPng, asSvg, drawing } from "../picture.ts";
import type { Inks } from "../picture.ts";
import { uniqueCube } from "../solving.ts";
import type { Paint, State, Store } from "../state.ts";
import { writeAddress } from "../url.ts";
import { failureMessage } from "./failure.ts";

const FORMATS = ["facelets", "net", "blocks", "moves", "reid", "kpattern", "solution"] as const;
type Format = (typeof FORMATS)[number];

export function shareView(store: Store, messages: Messages): View {
  const status = element("div", { class: "note", role: "status" });
  const fallback = element("textarea", {
    rows: 3,
    readonly: true,
    hidden: true,
    "aria-label": messages.copyText,
  });
  const offer = async (text: string) => {
    const copied = await copy(text);
    status.textContent = copied ? messages.copied : messages.copyFailed;
    fallback.hidden = copied;
    fallback.value = text;
    if (!copied) fallback.select();
  };
  const format = element(
    "select",
    { "aria-label": messages.copyFormat },
    ...FORMATS.map((value) => element("option", { value }, messages.formats[value])),
  );
  const copyText = async () => {
    try {
      await offer(await textOf(store.state, format.value as Format));
    } catch (error) {
      fallback.hidden = true;
      status.replaceChildren(failureMessage(failureOf(error), messages));
    }
  };
  const svg = element("a", { class: "button", download: "cube.svg" }, messages.saveSvg);
  const png = element("a", { class: "button", download: "cube.png" }, messages.savePng);
  // The server has no access to the characters on the stickers, so the page draws pictures with characters.
  const drawHere = (link: HTMLAnchorElement, draw: (state: State) => Promise<Blob | null>) =>
    link.addEventListener("click", (event) => {
      if (store.state.data === "") return;
      event.preventDefault();
      void draw(store.state).then((picture) => {
        if (picture) save(link.download, picture);
        else status.textContent = messages.saveFailed;
      });
    });
  const drawn = (state: State) => drawing(state.size, currentAppearances(state), inksOf);
  drawHere(svg, async (state) => new Blob([asSvg(drawn(state))], { type: "image/svg+xml" }));
  drawHere(png, (state) => asPng(drawn(state)));
  const twizzle = element(
    "a",
    { class: "button", target: "_blank", rel: "noopener noreferrer" },
    messages.twizzle,
  );
  // Twizzle needs moves that produce the cube; the link appears once the server has sent them.
  let setup = { cube: "", moves: "" };
  let requested = "";
  const requestSetup = async (cube: string) => {
    requested = cube;
    const answer = await convert({ cube, from: "facelets", to: "moves" }).catch(() => undefined);
    if (requested !== cube) return;
    // The next change tries again.
    if (!answer) requested = "";
    if (!answer) return;
    setup = { cube, moves: answer.text };
    twizzle.hidden = uniqueCube(store.state) !== setup.cube;
    linkTwizzle(twizzle, store.state, setup.moves);
  };
  const root = element(
    "section",
    { class: "card share", "aria-labelledby": "share-heading" },
    element("h2", { id: "share-heading" }, messages.shareHeading),
    element(
      "div",
      { class: "row" },
      button(messages.copyLink, { class: "button", id: "copy-link" }, () => {
        const address = writeAddress(store.state);
        setAddress("replace", address);
        void offer(new URL(address, location.href).href);
      }),
      svg,
      png,
      twizzle,
    ),
    element(
      "div",
      { class: "row" },
      format,
      button(messages.copyText, { class: "button" }, () => void copyText()),
    ),
    status,
    fallback,
  );
  return {
    root,
    update(state, previous) {
      const facelets = shownFacelets(state);
      const letters = withLetters(state);
      svg.href = pictureAddress("svg", facelets, state.palette, "net", letters);
      png.href = pictureAddress("png", facelets, state.palette, "net", letters);
      const cube = uniqueCube(state);
      twizzle.hidden = cube === undefined || cube !== setup.cube;
      const changed = state.solving !== previous?.solving || state.verdict !== previous.verdict;
      if (cube !== undefined && cube !== setup.cube && cube !== requested && changed) void requestSetup(cube);
      else if (state.solving !== previous?.solving) linkTwizzle(twizzle, state, setup.moves);
    },
  };
}

/** Reads the colours of the current palette from the page. */
function inksOf(color: Paint): Inks {
  const swatch = document.querySelector(`.swatch[data-color="${color}"]`);
  const style = swatch ? getComputedStyle(swatch) : undefined;
  return { own: style?.backgroundColor ?? "gray", letter: style?.color ?? "black" };
}

/** The stickers after the current number of moves. */
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
