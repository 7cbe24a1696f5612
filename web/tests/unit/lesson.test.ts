import assert from "node:assert/strict";
import { test } from "node:test";
import type { TeachAnswer } from "../../src/api.ts";
import { stickerIndex } from "../../src/geometry.ts";
import { stepAt } from "../../src/appearance.ts";
import { shown } from "../../src/moves.ts";
import { lessonSolution } from "../../src/solving.ts";
import { cubegod } from "../binary.ts";

const LESSONS = [
  { size: 2, method: "three-step", scramble: "R U F2 R' U2 F" },
  { size: 3, method: "layers", scramble: "R U F2 L D B U2 R' F" },
  { size: 3, method: "cfop", scramble: "R U F2 L D B U2 R' F" },
] as const;

for (const { size, method, scramble } of LESSONS) {
  test(`the moves of a ${method} lesson lead to the cubes that it names`, () => {
    const text = cubegod("teach", "--json", "--method", method, "--puzzle", `${size}x${size}`, scramble);
    const answer = JSON.parse(text) as TeachAnswer;
    const solution = lessonSolution(size, method, answer.cube, answer);
    const expected = answer.stages.flatMap((stage) => stage.steps);
    const steps = solution.lesson?.stages.flatMap((stage) => stage.steps) ?? [];
    assert.equal(steps.length, expected.length);
    assert.ok(steps.length > 2);
    for (const [index, step] of steps.entries()) {
      const { before, after, turn_cube, marked_before } = expected[index] as (typeof expected)[number];
      const held = step.first + (turn_cube ? 1 : 0);
      assert.equal(shown(answer.cube, solution.frames[held] ?? []), before);
      assert.equal(shown(answer.cube, solution.frames[step.end] ?? []), after);
      const marked = marked_before.map((name) => solution.frames[held]?.[stickerIndex(size, name) ?? -1]);
      assert.deepEqual([...step.marked].sort(), marked.sort());
      assert.equal(stepAt(solution, step.first), step);
    }
    const end = shown(answer.cube, solution.frames.at(-1) ?? []);
    assert.match(
      end,
      new RegExp([..."123456"].map((number) => `(.)\\${number}{${size * size - 1}}`).join("")),
    );
    assert.equal(stepAt(solution, solution.moves.length), steps.at(-1));
  });
}
