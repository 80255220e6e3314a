// Names of cells in what people say.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsIn } from "../src/live/cells.ts";

const CELLS = new Set(["a1", "d4", "k11"]);
const found = (text: string) => cellsIn(text, CELLS).flatMap(({ cell }) => (cell ? [cell] : []));

test("cells of the board are found, whatever stands around them", () => {
  assert.deepEqual(found("d4!"), ["d4"]);
  assert.deepEqual(found("why not D4, or (k11)?"), ["d4", "k11"]);
  assert.deepEqual(found("a1-d4"), ["a1", "d4"]);
});

test("what only looks like one is text", () => {
  for (const text of ["e5", "d44", "ad4", "d4th", "k1", "äd4", "<b>x</b>"])
    assert.deepEqual(found(text), [], text);
});

test("nothing of the text is lost", () => {
  for (const text of ["", "d4", "go d4 then <b>a1</b>, really", "d4d4 d4 d4"])
    assert.equal(
      cellsIn(text, CELLS)
        .map((part) => part.text)
        .join(""),
      text,
    );
});
