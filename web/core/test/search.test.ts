// Searches with a seed: the same as the native core's on one thread, to the last bit, however they are cut.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CoreModule, LocalBoard, Report } from "../src/here.ts";
import { type Expected, expected, here, load, open } from "./support.ts";

type Told = Expected["search"];

const EVERYTHING = 32; // moves of a line that are told, as in Python

/** A report without what the clock says. */
function timeless({ seconds, ...report }: Report): Omit<Report, "seconds"> {
  assert.ok(seconds >= 0);
  return report;
}

/** How to go on with a search until it has ended; `slice` is in seconds. */
function run(module: CoreModule, engine: number, slice: () => number): void {
  while (module.call("q_engine_wait", [], engine, slice()) === 0);
}

/** Asks what was asked of the native core, with searches that are cut like this. */
function check(module: CoreModule, board: LocalBoard, told: Told, slice: () => number): void {
  const values = [board.number, told.memory, BigInt(told.seed), Number(told.style === "plain")];
  const engine = module.call("q_engine", [], ...values);
  for (const { playouts, report, then } of told.asked) {
    module.call("q_engine_start", [], engine, board.number, -1, playouts);
    run(module, engine, slice);
    const found = module.ask<Report>("q_engine_report", [], engine, 0, EVERYTHING);
    assert.deepEqual(timeless(found), report, `${told.game} ${told.size} ${told.style}`);
    for (const move of then) board.push(move);
  }
  module.call("q_engine_drop", [], engine);
}

const NEVER_CUT = 1e6;
/** From nothing at all to some milliseconds, and sometimes in one go. */
function anyLength(): number {
  return Math.random() < 0.02 ? NEVER_CUT : Math.random() * 0.004 - 0.001;
}

for (const [how, slice] of [
  ["in one go", () => NEVER_CUT],
  ["in slices of any length", anyLength],
] as const)
  test(`searches are the same to the last bit, ${how}`, async () => {
    const module = await load();
    for (const told of expected("search")) {
      const board = open(module, told);
      check(module, board, told, slice);
      board.free();
    }
  });

test("the numbers come through without losing a bit", async () => {
  // A report goes through text; each number in it must be the shortest text of itself.
  const module = await load();
  const told = expected("search").find((one) => one.game === "blast-radius") as Told;
  const board = open(module, told);
  const engine = new here.LocalEngine(module, board, { seed: 1 });
  const search = engine.analyse(board, { playouts: 500 });
  while (!search.go());
  const values = search.report().lines.flatMap((line) => [line.value, line.prior]);
  assert.ok(values.some((value) => String(value).length > 15));
});

test("LocalEngine asks for the same", async () => {
  const module = await load();
  for (const told of expected("search").filter((one) => one.memory === 64)) {
    const board = open(module, told);
    const { style, memory: memoryMb, seed } = told;
    const engine = new here.LocalEngine(module, board, { style, memoryMb, seed: BigInt(seed) });
    for (const { playouts, report, then } of told.asked) {
      const search = engine.analyse(board, { playouts });
      while (!search.go());
      assert.deepEqual(timeless(search.report()), report);
      for (const move of then) board.push(move);
    }
    engine.close();
    board.free();
  }
});

test("levels play the same moves", async () => {
  const module = await load();
  const seen = new Set<string>();
  for (const told of expected("level")) {
    const board = open(module, told);
    const engine = new here.LocalEngine(module, board, { seed: told.seed });
    for (const move of told.played) {
      const search = engine.play(board, { level: told.level });
      while (!search.go());
      assert.equal(search.choose().move, move, `${told.game}, level ${told.level}`);
      board.push(move);
    }
    if (told.best) {
      const search = engine.play(board, { playouts: 300 });
      while (!search.go());
      assert.equal(search.choose().move, told.best);
    }
    seen.add(`${told.game} ${told.level}`);
    engine.close();
    board.free();
  }
  assert.equal(seen.size, here.gamesOf(module).length * here.levelsOf(module).length);
});

test("solvers find the same, with the same work", async () => {
  const module = await load();
  for (const told of expected("solve")) {
    const board = open(module, told);
    const solver = module.call("q_solver", [], board.number, 64);
    const proof = module.ask("q_solver_work", [], solver, board.number, NEVER_CUT);
    assert.deepEqual(proof, told.proof, `${told.game} ${told.size} ${told.moves}`);
    assert.equal(module.ask("q_solver_nodes", [], solver), told.nodes);
    module.call("q_solver_drop", [], solver);

    const sliced = new here.LocalSolver(module, board);
    let found = sliced.go(board);
    while (!found) found = sliced.go(board);
    assert.deepEqual(found, told.proof);
    sliced.close();
    board.free();
  }
});
