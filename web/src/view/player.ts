// The controls that move through a solution.

import { jump, togglePlaying } from "../actions.ts";
import { button, element, icon } from "../dom.ts";
import type { View } from "../dom.ts";
import type { Messages } from "../i18n/messages.ts";
import { stepAt } from "../appearance.ts";
import type { Store } from "../state.ts";

const PLAY = "M8 5v14l11-7z";
const PAUSE = "M7 5h4v14H7zM13 5h4v14h-4z";
const NEXT = "M9 6l6 6-6 6z";
const BACK = "M15 6l-6 6 6 6z";
const START = "M6 6h2v12H6zM18 6l-8 6 8 6z";
const END = "M16 6h2v12h-2zM6 6l8 6-8 6z";

export function playerView(store: Store, messages: Messages): View {
  const at = () => store.state.position;
  const control = (label: string, path: string, press: () => void) =>
    button(icon(path), { class: "button round", "aria-label": label, title: label }, press);
  const toStart = control(messages.toStart, START, () => jump(store, 0));
  const back = control(messages.stepBack, BACK, () => jump(store, at() - 1));
  const play = control(messages.play, PLAY, () => togglePlaying(store));
  const next = control(messages.stepForward, NEXT, () => jump(store, at() + 1));
  const toEnd = control(messages.toEnd, END, () => jump(store, Infinity));
  play.classList.add("primary");
  play.id = "play";

  const scrub = element("input", {
    type: "range",
    min: 0,
    max: 0,
    value: 0,
    class: "scrub",
    "aria-label": messages.scrub,
  });
  scrub.addEventListener("input", () => jump(store, Number(scrub.value)));
  const speed = element("input", { type: "range", min: 0.5, max: 4, step: 0.5, id: "speed" });
  speed.addEventListener("input", () => store.change({ speed: Number(speed.value) }));
  const speedText = element("output", { for: "speed" });

  // Screen readers announce manual steps, but not every move of a playback.
  const announced = element("p", { class: "quiet", role: "status" });
  // The lesson is below the cube; this line repeats the current step next to it. Screen readers read the lesson.
  const place = element("p", { class: "place note", "aria-hidden": "true" });
  const stepText = element("p", { class: "step-text", "aria-hidden": "true" });
  const root = element(
    "section",
    { class: "player", "aria-label": messages.player },
    scrub,
    announced,
    element(
      "div",
      { class: "row spread" },
      element("div", { class: "controls" }, toStart, back, play, next, toEnd),
      element(
        "div",
        { class: "speed" },
        element("label", { for: "speed" }, messages.speed),
        speed,
        speedText,
      ),
    ),
    place,
    stepText,
  );
  return {
    root,
    update({ solving, position, playing, speed: rate }) {
      const solution = solving.kind === "ready" ? solving.solution : undefined;
      const total = solution?.moves.length ?? 0;
      root.hidden = total === 0;
      scrub.max = String(total);
      scrub.value = String(position);
      const where = messages.scrubValue(position, total, solution?.moves[position - 1]?.text ?? "");
      scrub.setAttribute("aria-valuetext", where);
      if (!playing && total > 0 && announced.textContent !== where) announced.textContent = where;
      place.textContent = where;
      const step = solution && stepAt(solution, position);
      stepText.hidden = step === undefined;
      stepText.textContent = step ? [step.rotation, step.observation, step.explanation].join(" ").trim() : "";
      const label = playing ? messages.pause : messages.play;
      if (play.title !== label) {
        play.title = label;
        play.setAttribute("aria-label", label);
        play.replaceChildren(icon(playing ? PAUSE : PLAY));
      }
      // A disabled button loses the focus, so only its state is announced.
      for (const [end, off] of [
        [toStart, position === 0],
        [back, position === 0],
        [next, position >= total],
        [toEnd, position >= total],
      ] as const) {
        end.setAttribute("aria-disabled", String(off));
      }
      speed.value = String(rate);
      speedText.textContent = `${rate}×`;
    },
  };
}
