// The 3-D cube: small cubes, drawn by CSS 3-D transforms.
// It displays any stickers, including unknown and impossible ones, and characters on them.

import { element } from "../dom.ts";
import { FACES, moves, placeOf, stickerCount } from "../geometry.ts";
import type { Face, LayerTurn, Size, Vector } from "../geometry.ts";
import type { Messages } from "../i18n/messages.ts";
import type { Appearance } from "../appearance.ts";
import { applyAppearance } from "./net.ts";

export interface Cube3d {
  readonly root: HTMLElement;
  show(appearances: readonly Appearance[], letters: boolean): void;
  /** Animates a turn of the current stickers, then displays the new ones. */
  turn(turn: LayerTurn, milliseconds: number, appearances: readonly Appearance[], letters: boolean): void;
  viewFrom(side: "front" | "back"): void;
}

/** The rotation from the front to each side of a small cube. */
const SIDES: Readonly<Record<Face, string>> = {
  U: "rotateX(90deg)",
  R: "rotateY(90deg)",
  F: "rotateY(0deg)",
  D: "rotateX(-90deg)",
  L: "rotateY(-90deg)",
  B: "rotateY(180deg)",
};

/** The view from the front, and from the opposite corner. */
const VIEWS = { front: { pitch: -27, yaw: -34 }, back: { pitch: 27, yaw: 146 } };

/** Degrees for each pixel that the pointer is dragged. */
const DRAG = 0.5;

export function createCube3d(
  size: Size,
  messages: Messages,
  paint: ((index: number) => void) | undefined,
): Cube3d {
  const cubies = cubiesOf(size);
  const pivot = element("div", { class: "pivot" });
  const body = element("div", { class: "body" }, pivot, ...cubies.map((cubie) => cubie.root));
  const root = element(
    "div",
    {
      class: `scene scene-${size}`,
      role: "img",
      tabindex: 0,
      "aria-label": `${messages.cube3d}. ${messages.cube3dHelp}`,
    },
    body,
  );
  const stickers = stickersOf(size, cubies, paint);
  let view = { ...VIEWS.front };
  let turning: Animation | undefined;
  aim();

  function aim(): void {
    body.style.transform = `rotateX(${view.pitch}deg) rotateY(${view.yaw}deg)`;
  }

  function show(appearances: readonly Appearance[], letters: boolean): void {
    finish();
    appearances.forEach((appearance, index) => {
      const sticker = stickers[index];
      if (sticker) applyAppearance(sticker, appearance, letters);
    });
  }

  /** Ends the current turn, if there is one. */
  function finish(): void {
    turning?.cancel();
    turning = undefined;
    body.append(...pivot.children);
  }

  root.addEventListener("keydown", (event) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [0, -15],
      ArrowRight: [0, 15],
      ArrowUp: [15, 0],
      ArrowDown: [-15, 0],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    view = { pitch: bounded(view.pitch + step[0]), yaw: view.yaw + step[1] };
    aim();
  });
  followPointer(root, (right, down) => {
    view = { pitch: bounded(view.pitch - down * DRAG), yaw: view.yaw + right * DRAG };
    aim();
  });

  return {
    root,
    show,
    turn(turn, milliseconds, appearances, letters) {
      finish();
      if (matchMedia("(prefers-reduced-motion: reduce)").matches || milliseconds < 30) {
        show(appearances, letters);
        return;
      }
      pivot.append(...cubies.filter((cubie) => moves(turn, size, cubie.position)).map((cubie) => cubie.root));
      const rotation = `rotate${turn.axis.toUpperCase()}(${degrees(turn)}deg)`;
      const animation = pivot.animate([{ transform: "none" }, { transform: rotation }], {
        duration: milliseconds * (turn.quarters === 2 ? 1.4 : 1),
        easing: "cubic-bezier(0.3, 0, 0.2, 1)",
        fill: "forwards",
      });
      turning = animation;
      animation.onfinish = () => {
        if (turning === animation) show(appearances, letters);
      };
    },
    viewFrom(side) {
      view = { ...VIEWS[side] };
      aim();
    },
  };
}

interface Cubie {
  readonly position: Vector;
  readonly root: HTMLElement;
  readonly sides: ReadonlyMap<Face, HTMLElement>;
}

/** Creates all small cubes; the one in the middle of the 3x3 blocks the view through the gaps. */
function cubiesOf(size: Size): Cubie[] {
  const steps = size === 2 ? [-1, 1] : [-2, 0, 2];
  const positions = steps.flatMap((x) => steps.flatMap((y) => steps.map((z) => ({ x, y, z }))));
  return positions.map((position) => {
    const sides = new Map(FACES.map((face) => [face, element("div", { class: "side" })]));
    for (const [face, side] of sides)
      side.style.transform = `${SIDES[face]} translateZ(calc(var(--cell) / 2))`;
    const root = element("div", { class: "cubie" }, ...sides.values());
    const along = (steps: number) => `calc(var(--cell) * ${steps / 2})`;
    root.style.transform = `translate3d(${along(position.x)}, ${along(-position.y)}, ${along(position.z)})`;
    return { position, root, sides };
  });
}

function stickersOf(
  size: Size,
  cubies: readonly Cubie[],
  paint: ((index: number) => void) | undefined,
): HTMLElement[] {
  return Array.from({ length: stickerCount(size) }, (_, index) => {
    const { position, normal } = placeOf(size, index);
    const cubie = cubies.find(
      ({ position: at }) => at.x === position.x && at.y === position.y && at.z === position.z,
    );
    const face = FACES.find((name) => sameDirection(name, normal)) ?? "U";
    const sticker = element("div", { class: "sticker" });
    if (paint) sticker.addEventListener("click", () => paint(index));
    cubie?.sides.get(face)?.append(sticker);
    return sticker;
  });
}

function sameDirection(face: Face, normal: Vector): boolean {
  const place = placeOf(3, FACES.indexOf(face) * 9 + 4);
  return place.normal.x === normal.x && place.normal.y === normal.y && place.normal.z === normal.z;
}

/** On the screen, down is positive, so turns about y have the opposite sign. */
function degrees({ axis, quarters }: LayerTurn): number {
  const clockwise = quarters === 3 ? -90 : quarters * 90;
  return axis === "y" ? -clockwise : clockwise;
}

const bounded = (pitch: number): number => Math.max(-80, Math.min(80, pitch));

/** Reports the movement of a drag; a drag is not a click on a sticker. */
function followPointer(root: HTMLElement, drag: (right: number, down: number) => void): void {
  let last: { x: number; y: number } | undefined;
  let travelled = 0;
  root.addEventListener("pointerdown", (event) => {
    last = { x: event.clientX, y: event.clientY };
    travelled = 0;
  });
  root.addEventListener("pointermove", (event) => {
    if (!last) return;
    const [right, down] = [event.clientX - last.x, event.clientY - last.y];
    travelled += Math.abs(right) + Math.abs(down);
    last = { x: event.clientX, y: event.clientY };
    if (travelled <= 4) return;
    root.setPointerCapture(event.pointerId);
    drag(right, down);
  });
  const end = () => {
    last = undefined;
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
  root.addEventListener("pointerleave", end);
  const preventClick = (event: Event) => {
    if (travelled > 4) event.stopPropagation();
  };
  root.addEventListener("click", preventClick, { capture: true });
}
