import assert from "node:assert/strict";
import { test } from "node:test";
import { createStore, INITIAL } from "../../src/state.ts";

test("a change made by a listener is reported after the one that caused it", () => {
  const store = createStore(INITIAL);
  const calls: string[] = [];
  store.listen((state) => {
    if (state.position === 1) store.change({ position: 2 });
  });
  store.listen((state, previous) => calls.push(`${previous.position} to ${state.position}`));
  store.change({ position: 1 });
  assert.deepEqual(calls, ["0 to 1", "1 to 2"]);
});

test("the store still works after a listener fails", () => {
  const store = createStore(INITIAL);
  let fails = true;
  store.listen(() => {
    if (fails) throw new Error("once");
  });
  assert.throws(() => store.change({ position: 1 }), /once/);
  fails = false;
  store.change({ position: 2 });
  assert.equal(store.state.position, 2);
});
