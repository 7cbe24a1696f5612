// The page's words in English. `zh.ts` has the same keys; the compiler checks it.

import type { Face } from "../geometry.ts";
import type { Method, Paint } from "../state.ts";

const colors: Record<Paint, string> = {
  U: "white",
  R: "red",
  F: "green",
  D: "yellow",
  L: "orange",
  B: "blue",
  "?": "unknown",
};

const faces: Record<Face, string> = { U: "Up", R: "Right", F: "Front", D: "Down", L: "Left", B: "Back" };

const methods: Record<Method, string> = {
  fast: "Fast",
  short: "Shortest",
  layers: "Layer by layer",
  cfop: "CFOP",
  "three-step": "Three steps",
};

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const en = {
  languageName: "English",
  locale: "en",
  colors,
  faces,
  methods,
  /** Beside the name of the way of solving. */
  methodNotes: {
    fast: "few moves, at once",
    short: "as short as ten seconds allow",
    layers: "as people learn it",
    cfop: "as fast people do it",
    "three-step": "as people learn it",
  } satisfies Record<Method, string>,
  pocketFast: "Shortest",
  pocketFastNote: "the fewest moves there are",

  tagline: "Paint a cube. See it solved.",
  pages: "Pages",
  cubePage: "Solve",
  challengePage: "Challenge",
  settings: "Settings",
  language: "Language",
  theme: "Colours of the page",
  themes: { auto: "Like the system", light: "Light", dark: "Dark" },
  colorblind: "Colours for colour-blind eyes",
  letters: "Letters on stickers",
  skip: "To the cube",

  netHeading: "Your cube",
  netHelp: "Choose a colour, then tap the stickers. Grey ones are unknown: leave out what you can't see.",
  keyboardHelp:
    "Keys: arrows move, Space paints, W R G Y O B or 1–6 paint and go on, ? or Delete makes unknown.",
  net: "Net of the cube",
  puzzle: "Size",
  paletteLabel: "Colour to paint with",
  left: (count: number) => plural(count, "is left", "are left"),
  tooMany: (count: number) => `${count} too many`,
  sticker: (face: string, row: number, column: number, color: string) =>
    `${face}, row ${row}, column ${column}: ${color}`,
  stickerCertain: (color: string) => `certainly ${color}`,
  stickerWrong: "wrong",
  stickerRepair: (color: string) => `should be ${color}`,
  stickerAsked: "look here next",
  stickerCharacter: (character: string) => `character ${character}`,
  random: "Random cube",
  clear: "Clear",
  fill: "Fill in what is certain",
  showSolution: "Show the solution",

  pasteHeading: "Paste anything",
  pasteHelp: "Facelets, a net, moves of a scramble, the name of a pattern, a “Face U:” transcript …",
  pasteLabel: "Text of a cube",
  pasteRead: "Read it",
  pasteReading: "Reading …",
  pasteLayout: "Layout",
  pasteAnyLayout: "any layout",
  pasteDone: "Read. The net shows the cube.",
  dataHeading: "Characters on the stickers",
  dataHelp: (count: number) => `${count} characters, one for each sticker. They ride along with every move.`,
  dataLabel: "Characters",
  dataOrder: "Order",
  dataOrders: { facelets: "face by face: U R F D L B", "net-string": "as the net: U, rows of L F R B, D" },
  dataUse: "Put them on",
  dataRemove: "Take them off",
  dataWrong: (found: number, expected: number) =>
    `These are ${found} characters; the cube has ${expected} stickers.`,
  dataNow: "They read now",

  statusHeading: "What is known",
  asking: "Checking …",
  begin: "Paint what you see, or try a random cube. As soon as only one cube fits, it is solved.",
  fitCount: (count: string) => `${count} cubes still fit.`,
  fitOne: "Only one cube fits.",
  certainCount: (count: number) =>
    plural(count, "more sticker is certain (dotted)", "more stickers are certain (dotted)") + ".",
  nextSticker: (sticker: string, face: string) =>
    `Next, look at sticker ${sticker} (${face}): it tells most.`,
  impossible: "No real cube looks like this.",
  repair: "Fix it for me",
  repairSize: (count: number) => `changes ${plural(count, "sticker", "stickers")}`,
  repairOthers: (count: string) => `${count} repairs are as small as this one; look at the cube if you can.`,
  flawWords: "In the solver's words",
  flaws: {
    colorCount: (color: string, found: number, expected: number) =>
      `${plural(found, "sticker is", "stickers are")} ${color}; a cube has ${expected}.`,
    corner: (stickers: string, colors: string) => `No corner is ${colors} (${stickers}).`,
    edge: (stickers: string, colors: string) => `No edge is ${colors} (${stickers}).`,
    doubledCorner: (stickers: string) => `One corner is there more than once (${stickers}).`,
    doubledEdge: (stickers: string) => `One edge is there more than once (${stickers}).`,
    doubledCentre: (stickers: string) => `Centres have the same colour (${stickers}).`,
    centres: "The centres are not where they are on a cube.",
    missingCorner: "A corner is missing.",
    missingEdge: "An edge is missing.",
    flip: "An edge is flipped over. That takes a screwdriver.",
    twist: "A corner is twisted. That takes force.",
    parity: "Two pieces are swapped. Turning alone never does that.",
    noCompletion: "However the unknown stickers are coloured, it can't be reached by turning.",
  },
  failures: {
    unreachable: "The server does not answer. What you painted is kept.",
    busy: "The server is busy. What you painted is kept; try again in a moment.",
    rubbish: "The server answered something that makes no sense. What you painted is kept.",
  },
  again: "Try again",

  cube3d: "Cube in space",
  cube3dHelp: "Drag to turn it. Arrow keys turn it too.",
  viewFront: "From the front",
  viewBack: "From behind",

  solutionHeading: "Solution",
  methodLabel: "Way of solving",
  waiting: "The solution appears here as soon as only one cube fits.",
  solvingNow: "Solving …",
  alreadySolved: "This cube is solved.",
  length: (count: number) => plural(count, "move", "moves"),
  optimal: "no solution is shorter",
  searching: "looking for a shorter one …",
  stopSearching: "Stop looking",
  takeBetter: (count: number) => `Show a shorter one: ${plural(count, "move", "moves")}`,
  stage: (number: number, title: string) => `${number}. ${title}`,
  stageEmpty: "Nothing to do: it is done already.",
  step: (number: number) => `Step ${number}`,
  lessonSolution: (count: number) => `${plural(count, "move", "moves")} in all`,

  player: "Player",
  toStart: "To the start",
  stepBack: "One move back",
  play: "Play",
  pause: "Pause",
  stepForward: "One move on",
  toEnd: "To the end",
  scrub: "Place in the solution",
  scrubValue: (position: number, total: number, move: string) =>
    position === 0 ? `start, ${total} moves to go` : `move ${position} of ${total}: ${move}`,
  speed: "Speed",
  move: (number: number, text: string) => `Move ${number}: ${text}`,

  shareHeading: "Take it with you",
  copyLink: "Copy link",
  copyText: "Copy as text",
  copyFormat: "Text format",
  formats: {
    facelets: "facelets",
    net: "net",
    blocks: "face blocks",
    moves: "moves that make it",
    reid: "Reid",
    kpattern: "cubing.js pattern",
    solution: "the solution",
  },
  copied: "Copied.",
  copyFailed: "The browser does not let this page copy. Here it is:",
  saveSvg: "Save SVG",
  savePng: "Save PNG",
  twizzle: "Open in Twizzle",

  challengeHeading: "Five faces against the clock",
  challengeIntro:
    "You see five faces of a scrambled 2x2. The sixth is hidden, but five are always enough. " +
    "Solve it with the buttons or your keyboard; the clock stops when every face has one colour.",
  challengeStart: "Start",
  challengeAgain: "New cube",
  challengeSame: "Same cube again",
  challengeDrawing: "Drawing a cube …",
  challengeKeys: "Keys: U R F D L B turn, with Shift the other way round, Backspace takes back.",
  challengeNet: "Five faces",
  challengeHidden: (face: string) => `The grey stickers are those of the hidden face (${face}).`,
  challengeMoves: "Your moves",
  challengeNoMoves: "No moves yet.",
  challengePad: "Turns",
  undo: "Take back",
  reset: "From the beginning",
  hint: "Hint",
  hintText: (move: string, left: number) =>
    `Try ${move}. ${plural(left, "move is", "moves are")} left at best.`,
  giveUp: "Show me",
  watch: "Watch it solved",
  clock: "Clock",
  solvedIn: (seconds: string, moves: number) =>
    `Solved in ${seconds} s with ${plural(moves, "move", "moves")}.`,
  shortest: (moves: number) => `The shortest solution has ${moves}.`,
  perfect: "No solution is shorter.",
  hintsUsed: (count: number) => plural(count, "hint", "hints"),
  gaveUp: "The solution:",
  best: "Your best without hints",
  share: "Copy a link to this cube",
  apiDocs: "API for programs",
};

export type Messages = typeof en;
