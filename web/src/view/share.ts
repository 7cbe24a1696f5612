// Links, texts and pictures of the cube.

import { convert, pictureAddress } from "../api.ts";
import { button, element } from "../dom.ts";
import type { View } from "../dom.ts";
import { failureOf } from "../failure.ts";
import type { Messages } from "../i18n/messages.ts";
import { shown } from "../moves.ts";
import { knownCube } from "../solving.ts";
import type { State, Store } from "../state.ts";
import { writeAddress } from "../url.ts";
import { failureText } from "./failure.ts";

const FORMATS = ["facelets", "net", "blocks", "moves", "reid", "kpattern", "solution"] as const;
type Format = (typeof FORMATS)[number];

export function shareView(store: Store, words: Messages): View {
  const said = element("p", { class: "note", role: "status" });
  const fallback = element("textarea", {
    rows: 3,
    readonly: true,
    hidden: true,
    "aria-label": words.copyText,
  });
  const copy = async (text: string) => {
    const copied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    said.textContent = copied ? words.copied : words.copyFailed;
    fallback.hidden = copied === true;
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
      await copy(await textOf(store.state, format.value as Format));
    } catch (error) {
      said.textContent = failureText(failureOf(error), words);
    }
  };
  const svg = element("a", { class: "button", download: "cube.svg" }, words.saveSvg);
  const png = element("a", { class: "button", download: "cube.png" }, words.savePng);
  const twizzle = element(
    "a",
    { class: "button", target: "_blank", rel: "noopener noreferrer" },
    words.twizzle,
  );
  // Twizzle wants moves that make the cube, so they are asked for; until they are there, there is no link.
  let setup = { cube: "", moves: "" };
  let asked = "";
  const askSetup = async (cube: string) => {
    asked = cube;
    const answer = await convert({ cube, from: "facelets", to: "moves" }).catch(() => undefined);
    if (!answer || asked !== cube) return;
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
        history.replaceState(null, "", address);
        void copy(new URL(address, location.href).href);
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
      svg.href = pictureAddress("svg", facelets, state.palette, "net");
      png.href = pictureAddress("png", facelets, state.palette, "net");
      const cube = knownCube(state);
      twizzle.hidden = cube === undefined || cube !== setup.cube;
      if (cube !== undefined && cube !== setup.cube && cube !== asked) void askSetup(cube);
      else if (state.solving !== previous?.solving) linkTwizzle(twizzle, state, setup.moves);
    },
  };
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
