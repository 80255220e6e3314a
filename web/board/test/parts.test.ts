// The parts of the element that need no page: entering moves, times, and where panels go.

import assert from "node:assert/strict";
import test from "node:test";
import { loupePlace } from "../src/aiming.ts";
import { beside, type Rect } from "../src/bubble.ts";
import { continuations, touch } from "../src/choosing.ts";
import { plan, TIMES } from "../src/timeline.ts";
import type { Event, Facts, LegalMove, Side, Wave } from "../src/types.ts";
import { part } from "../src/zoom.ts";

const moves = (...texts: string[]): LegalMove[] =>
  texts.map((move) => ({ move, cells: move.split("-") }));

test("touch: a move that begins another one waits for its last cell to be touched again", () => {
  const position = { moves: moves("a1-b2", "a1-b2-c3"), pieces: [] as Facts["pieces"] };
  assert.deepEqual(touch(position, [], "a1"), { act: "begin", cells: ["a1"] });
  assert.deepEqual(touch(position, ["a1"], "b2"), { act: "begin", cells: ["a1", "b2"] });
  const whole = { act: "choose", move: "a1-b2", cells: ["a1", "b2"] };
  assert.deepEqual(touch(position, ["a1", "b2"], "b2"), whole);
  const longer = { act: "choose", move: "a1-b2-c3", cells: ["a1", "b2", "c3"] };
  assert.deepEqual(touch(position, ["a1", "b2"], "c3"), longer);
  assert.deepEqual(continuations(position.moves, ["a1", "b2"]), ["c3"]);
});

test("touch: a piece of the same side that cannot move is asked about by itself", () => {
  const pieces: Facts["pieces"] = [
    ["a1", 0, 1],
    ["a2", 0, 1],
    ["b1", 1, 1],
  ];
  const position = { moves: moves("a1-b2"), pieces };
  assert.deepEqual(touch(position, ["a1"], "a2"), { act: "refuse", cells: ["a2"] });
  assert.deepEqual(touch(position, ["a1"], "b1"), { act: "refuse", cells: ["a1", "b1"] });
});

const event = (kind: string, cell: string, causes: string[], side: Side = 0): Event => ({
  kind,
  side,
  cells: [cell],
  from: 1,
  to: kind === "remove" ? 0 : 1,
  causes,
  feature: "",
  label: "",
});
const line = (a: string, b: string) => Math.abs(Number(a.slice(1)) - Number(b.slice(1)));

test("plan: however many waves, all is over in a second and a half, in their order", () => {
  const waves: Wave[] = [[{ ...event("move", "a1", []), cells: ["a1", "a2"] }]];
  for (let k = 0; k < 9; k++) waves.push([event("exchange", `b${k}`, ["a2", "a3", "a4"])]);
  const { steps, end } = plan(waves, [["a1", 0, 1]], line);
  assert.ok(end <= TIMES.limit);
  const starts = steps.flatMap((step) => (step.kind === "change" ? [step.at] : []));
  assert.deepEqual(
    starts,
    [...starts].sort((a, b) => a - b),
  );
  const few = plan(waves.slice(0, 2), [["a1", 0, 1]], line);
  const flip = few.steps.find((step) => step.kind === "change" && step.how === "flip");
  assert.equal(flip?.at, TIMES.slide + TIMES.frame);
  assert.equal(few.end, TIMES.slide + TIMES.frame + TIMES.flip);
});

test("plan: what a ring removes goes when the ring passes, and soon", () => {
  const far = ["a2", "a5", "a9", "a19"].map((cell) => event("remove", cell, ["a1"], 1));
  const { steps, settled } = plan([[event("grow", "a1", [])], far], [], line);
  const gone = steps.flatMap((step) => (step.kind === "change" ? [step] : [])).slice(1);
  assert.deepEqual(
    gone.map((step) => step.cell),
    ["a2", "a5", "a9", "a19"],
  );
  const [ring] = steps.filter((step) => step.kind === "ring");
  assert.ok(ring && ring.at >= TIMES.grow && ring.farthest === "a19");
  for (const [k, step] of gone.entries()) assert.ok(k === 0 || step.at > (gone[k - 1]?.at ?? 0));
  assert.ok(settled <= TIMES.ringLimit + 1);
});

const view: Rect = { left: 0, top: 0, width: 390, height: 844 };
const cell = (left: number, top: number): Rect => ({ left, top, width: 30, height: 30 });

test("beside: above the cell, but never over what is to be seen or out of the window", () => {
  const panel = { width: 300, height: 70 };
  assert.equal(beside(cell(180, 400), panel, view).side, "above");
  assert.equal(beside(cell(180, 5), panel, view).side, "below");
  assert.equal(beside(cell(180, 400), panel, view, [cell(150, 350)]).side, "below");
  const both = [cell(150, 350), cell(150, 450), cell(150, 400)];
  assert.equal(beside(cell(180, 400), panel, view, both).side, "away");
  for (const left of [0, 100, 360]) {
    const spot = beside(cell(left, 300), panel, view);
    assert.ok(spot.left >= 0 && spot.left + panel.width <= view.width);
  }
});

test("loupe: above the finger, and beside it where there is no room above", () => {
  const { top } = loupePlace(200, 500, view);
  assert.equal(500 - (top + 132), 70);
  for (const x of [10, 200, 380]) {
    const spot = loupePlace(x, 40, view);
    assert.ok(spot.left >= 0 && spot.left + 132 <= view.width && spot.top >= 0);
    const hides = spot.left < x && x < spot.left + 132 && spot.top < 40 && 40 < spot.top + 132;
    assert.ok(!hides);
  }
});

test("zoom: a point stays where it is, and nothing beyond the board is shown", () => {
  assert.deepEqual(part([0, 0, 100, 100], 2, [50, 50], [0.5, 0.5]), [25, 25, 50, 50]);
  assert.deepEqual(part([0, 0, 100, 100], 2, [0, 100], [0.5, 0.5]), [0, 50, 50, 50]);
});
