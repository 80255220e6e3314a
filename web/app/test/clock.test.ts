// What clocks show.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isLow, remaining, ServerTime, written } from "../src/live/clock.ts";
import type { Clock } from "../src/live/messages.ts";

const CLOCK: Clock = {
  initial: 180,
  increment: 2,
  days: null,
  first: 100,
  second: 90,
  running: "first",
};

test("only the running clock runs", () => {
  assert.equal(remaining(CLOCK, "first", 1000, 1004.5), 95.5);
  assert.equal(remaining(CLOCK, "second", 1000, 1004.5), 90);
  assert.equal(remaining({ ...CLOCK, running: null }, "first", 1000, 1004.5), 100);
});

test("it is never negative, and never shows more than there is", () => {
  assert.equal(remaining(CLOCK, "first", 1000, 2000), 0);
  assert.equal(remaining(CLOCK, "first", 1000, 999), 100);
});

test("as long as the server's time is not known it stands still", () => {
  assert.equal(remaining(CLOCK, "first", 1000, null), 100);
  assert.equal(remaining(CLOCK, "first", null, 1000), 100);
});

test("times are written as on clocks", () => {
  const texts: [number, string][] = [
    [3725, "1:02:05"],
    [180, "3:00"],
    [65.9, "1:05"],
    [10, "0:10"],
    [9.97, "0:09.9"],
    [0.04, "0:00.0"],
    [0, "0:00.0"],
    [-3, "0:00.0"],
  ];
  for (const [seconds, text] of texts) assert.equal(written(seconds, false), text);
});

test("days are written in days, the last hour in minutes", () => {
  assert.equal(written(2 * 86_400 + 4.5 * 3600, true), "2 d 4 h");
  assert.equal(written(5 * 3600 + 12.6 * 60, true), "5 h 12 min");
  assert.equal(written(59.5, true), "0:59");
  assert.equal(written(3, true), "0:03");
});

test("little time is a tenth, between 10 and 30 seconds; an hour where days count", () => {
  assert.equal(isLow(17, CLOCK), true);
  assert.equal(isLow(19, CLOCK), false);
  assert.equal(isLow(29, { ...CLOCK, initial: 3600 }), true);
  assert.equal(isLow(31, { ...CLOCK, initial: 3600 }), false);
  assert.equal(isLow(9, { ...CLOCK, initial: 30 }), true);
  assert.equal(isLow(3000, { ...CLOCK, initial: null, days: 2 }), true);
});

test("the server's time is known from the quickest round trip", () => {
  let now = 10;
  const time = new ServerTime(() => now);
  assert.equal(time.now(), null);
  now = 10.2;
  time.heard(1000.1, 10); // said halfway: at 10.1 it was 1000.1
  assert.ok(Math.abs((time.now() ?? 0) - 1000.2) < 1e-9);
  now = 16;
  time.heard(1005.9, 12); // four seconds under way say little
  assert.ok(Math.abs((time.now() ?? 0) - 1006) < 1e-9);
  now = 20;
  time.heard(1010.05, 20); // a better one
  assert.ok(Math.abs((time.now() ?? 0) - 1010.05) < 1e-9);
});

test("a machine that has slept learns the time anew with the first answer", () => {
  let now = 10;
  const time = new ServerTime(() => now);
  time.heard(1000, 10);
  assert.equal(time.now(), 1000);
  now = 10.5; // but ten minutes have passed
  time.heard(1600.1, 10.3);
  assert.ok(Math.abs((time.now() ?? 0) - 1600.2) < 1e-9);
});
