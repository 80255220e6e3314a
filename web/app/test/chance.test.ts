// The last own turn that was won.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Judgement, lastChance } from "../src/live/chance.ts";
import type { Seat } from "../src/live/messages.ts";

const TURNS: Seat[] = ["first", "second", "first", "second", "second", "first"];

async function look(judgements: Record<number, Judgement>, me: Seat = "first") {
  const asked: number[] = [];
  const told: [number, number][] = [];
  const found = await lastChance(
    TURNS,
    me,
    async (ply) => {
      asked.push(ply);
      return judgements[ply] ?? { value: 0.1, proven: null };
    },
    (done, all) => told.push([done, all]),
  );
  return { asked, told, found };
}

test("own turns are looked at from the last one on, until one is won", async () => {
  const { asked, told, found } = await look({
    5: { value: 0.59, proven: null },
    2: { value: 0.6, proven: null },
  });
  assert.deepEqual(asked, [5, 2]);
  assert.deepEqual(found, { ply: 2, proven: false });
  assert.deepEqual(told, [
    [0, 3],
    [1, 3],
  ]);
});

test("a side that moves twice in a row has two turns there", async () => {
  assert.deepEqual((await look({}, "second")).asked, [4, 3, 1]);
});

test("a proof counts more than an estimate", async () => {
  const { found } = await look({
    5: { value: 0.9, proven: false },
    2: { value: 0.2, proven: true },
  });
  assert.deepEqual(found, { ply: 2, proven: true });
});

test("sometimes there was none", async () => {
  const { asked, found } = await look({});
  assert.deepEqual([asked, found], [[5, 2, 0], null]);
});

test("it can be called off", async () => {
  const asked: number[] = [];
  const judge = async (ply: number) => {
    asked.push(ply);
    return null;
  };
  assert.equal(await lastChance(TURNS, "first", judge, () => {}), null);
  assert.deepEqual(asked, [5]);
});
