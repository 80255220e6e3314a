// The moves of a game and the position that is looked at, with the real rules.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { CoreModule, Table } from "../../core/src/here.ts";

const WASM = join(process.env.QUINCUNX_CORE ?? "", "quincunx-rules.wasm");
let module: CoreModule;

before(async () => {
  module = await CoreModule.load(readFileSync(WASM));
});

function table(...moves: string[]): Table {
  const made = new Table(module, "hadron", { size: 5 });
  for (const move of moves) made.push(move);
  return made;
}

const pieces = (made: Table) => made.facts().pieces.map(([cell]) => cell);

test("going back and forth shows the positions, and waves for one step forward only", () => {
  const made = table("c3", "b1", "d4");
  assert.equal(made.go(1), undefined);
  assert.deepEqual([pieces(made), made.shown, made.atEnd], [["c3"], 1, false]);
  assert.equal(made.go(2)?.[0]?.[0]?.cells[0], "b1");
  assert.equal(made.go(0), undefined);
  assert.equal(made.go(99), undefined);
  assert.deepEqual([made.shown, made.atEnd], [3, true]);
});

test("new moves do not disturb who looks at an earlier position", () => {
  const made = table("c3", "b1");
  made.go(1);
  made.replace(["c3", "b1", "d4"]);
  assert.deepEqual([made.shown, made.moves.length, pieces(made)], [1, 3, ["c3"]]);
  made.go(3);
  assert.deepEqual(pieces(made).sort(), ["b1", "c3", "d4"]);
});

test("a takeback shows what is left, if what was shown is gone", () => {
  const made = table("c3", "b1", "d4");
  made.replace(["c3"]);
  assert.deepEqual([made.shown, pieces(made)], [1, ["c3"]]);
  made.replace(["c3", "e5"]);
  made.go(2);
  assert.deepEqual(pieces(made).sort(), ["c3", "e5"]);
});

test("other moves from some point on: the last position they have in common", () => {
  const made = table("c3", "b1", "d4");
  made.replace(["c3", "e5", "a1"]);
  assert.deepEqual([made.shown, made.moves.join(" ")], [1, "c3 e5 a1"]);
});

test("an illegal move is refused and nothing has changed", () => {
  const made = table("c3");
  assert.equal(made.preview("c4"), null);
  assert.equal(made.explain("c4")?.section, "PLACEMENT RULE");
  assert.throws(() => made.push("c4"), /c4/);
  assert.deepEqual([made.moves.length, made.shown], [1, 1]);
});

test("a list with a move that is not legal leads as far as it can be played", () => {
  const made = table();
  made.replace(["c3", "b1", "c4"]);
  assert.throws(() => made.go(3), /c4/);
  assert.deepEqual([made.shown, pieces(made).sort()], [2, ["b1", "c3"]]);
  made.go(0);
  assert.deepEqual(pieces(made), []);
});
