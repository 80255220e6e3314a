// Boards and engines in a worker: quick calls, stopping, closing, failing.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report } from "../src/index.ts";
import { bytesOf, expected, GAMES, index, MEGABYTE, median, optionsOf } from "./support.ts";

const { Board, Core, Engine, solve } = index;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A core for one test, closed at its end. */
async function withCore(use: (core: InstanceType<typeof Core>) => Promise<void>): Promise<void> {
  const core = new Core();
  try {
    await use(core);
  } finally {
    await core.close();
  }
}

test("questions are answered in order, and nobody has to wait for the making", () =>
  withCore(async (core) => {
    const board = new Board("hadron", { size: 5, core });
    const [first, why, fen, popped, stack] = await Promise.all([
      board.push("c3"),
      board.explain("c4"),
      board.fen(),
      board.pop(),
      board.moveStack(),
    ]);
    assert.equal(first, "c3");
    assert.equal(why?.section, "PLACEMENT RULE");
    assert.match(fen, /R/);
    assert.equal(popped, "c3");
    assert.deepEqual(stack, []);
  }));

test("errors come through with their names and all that they know", () =>
  withCore(async (core) => {
    const board = new Board("hadron", { size: 5, core });
    await board.push("c3");
    const position = await board.fen();
    await assert.rejects(board.push("c3"), (error: unknown) => {
      assert.ok(error instanceof index.IllegalMoveError && error instanceof index.MoveError);
      assert.equal(error.text, "c3");
      assert.equal(error.position, position);
      return true;
    });
    await assert.rejects(board.push("x9"), index.InvalidMoveError);
    // A board that could not be made says so whenever it is asked; the others go on.
    const none = new Board("hadron", { size: 4, core });
    await assert.rejects(none.fen(), index.InvalidPositionError);
    await assert.rejects(none.push("a1"), index.InvalidPositionError);
    const engine = new Engine("chess", { core });
    await assert.rejects(engine.ready(), index.InvalidPositionError);
    await assert.rejects(engine.play(board, 1), index.InvalidPositionError);
    await board.free();
    await assert.rejects(board.fen(), index.EngineError);
    assert.equal((await core.games()).length, GAMES.length);
  }));

test("copies, symmetries and everything else that a board can be asked", () =>
  withCore(async (core) => {
    const board = new Board("square-grid-hex", { size: 4, core });
    await board.push("b2");
    const copy = board.copy();
    await copy.push("swap");
    assert.deepEqual(await board.moveStack(), ["b2"]);
    assert.equal(await copy.ply(), 2);
    assert.equal(await board.copy({ stack: false }).ply(), 0);
    const other = board.transform(1);
    assert.equal(await other.canonicalHash(), await board.canonicalHash());
    assert.equal(typeof (await board.hash()), "bigint");
    assert.deepEqual(await other.moveStack(), [await board.transformMove("b2", 1)]);
    assert.equal((await board.symmetries()).length > 1, true);
    assert.deepEqual(await board.pieces(), { b2: [0, 1] });
    assert.equal(await board.legalCount(), (await board.legalMoves()).length);
    assert.equal(await board.isLegal("b2"), false);
    assert.match((await board.whyIllegal("b2")) ?? "", /b2/);
    assert.deepEqual((await board.preview("c3")).waves, await board.events("c3"));
    assert.equal(await board.scoreAfter("c3"), await board.score());
    assert.ok(Array.isArray(await board.featuresAfter("c3")));
    assert.ok(Array.isArray(await board.features()));
    assert.equal(await board.turn(), 1);
    assert.equal(await board.outcome(), null);
    assert.equal(await board.pie(), true);
    assert.equal((await board.rows()).length, 4);
    assert.ok((await board.neighbours("b2")).includes("b3"));
  }));

test("levels play as in Python, here as well", () =>
  withCore(async (core) => {
    for (const told of expected("level").filter(({ level }) => level === 3)) {
      const { game, seed, level } = told;
      const board = new Board(game, { ...optionsOf(told), core });
      const engine = new Engine(game, { ...optionsOf(told), seed, core });
      for (const expectedMove of told.played) {
        const { move } = await engine.play(board, level);
        assert.equal(move, expectedMove);
        await board.push(move);
      }
      await engine.close();
    }
  }));

test("solve", () =>
  withCore(async (core) => {
    const solved = await solve(new Board("hadron", { size: 3, core }), { seconds: 20 });
    assert.deepEqual(solved.proof, { winner: 0, plies: 9 });
    const large = new Board("hadron", { size: 11, core });
    assert.equal((await solve(large, { seconds: 0.05, memoryMb: 8 })).proof, null);
    await assert.rejects(solve(large, { seconds: 0 }), RangeError);
  }));

test("analyse reports about ten times a second, more and more", () =>
  withCore(async (core) => {
    const board = new Board("cordon", { core });
    const engine = new Engine("cordon", { core, seed: 1 });
    const reports: Report[] = [];
    const last = await engine.analyse(board, { seconds: 1, lines: 3 }, (news) =>
      reports.push(news),
    );
    assert.ok(reports.length >= 5 && reports.length <= 12, `${reports.length} reports`);
    const playouts = [...reports, last].map((report) => report.playouts);
    assert.deepEqual(
      playouts.toSorted((a, b) => a - b),
      playouts,
    );
    assert.ok(reports.every((report) => report.running && report.lines.length === 3));
    assert.equal(last.stoppedBy, "time");
    assert.equal(last.running, false);
  }));

test("stop answers within 50 milliseconds, in every game", () =>
  withCore(async (core) => {
    const games = await core.games();
    for (const game of GAMES) {
      // On the largest board, where nothing is proven soon.
      const size = games.find(({ id }) => id === game)?.sizes.at(-1) ?? 0;
      const board = new Board(game, { size, core });
      const engine = new Engine(game, { size, core });
      const waits: number[] = [];
      for (let i = 0; i < 7; i += 1) {
        const analysis = engine.analyse(board, { seconds: 60 });
        await pause(20 + 10 * i);
        const began = performance.now();
        await engine.stop();
        const report = await analysis;
        waits.push(performance.now() - began);
        assert.equal(report.stoppedBy, "stop");
      }
      assert.ok(median(waits) < 50, `${game}: ${waits.map(Math.round)} ms`);
      await engine.close();
    }
  }));

test("questions are answered while a search runs", () =>
  withCore(async (core) => {
    const board = new Board("square-grid-hex", { core });
    const engine = new Engine("square-grid-hex", { core });
    const analysis = engine.analyse(board, { seconds: 60 });
    await engine.ready();
    const waits: number[] = [];
    for (let i = 0; i < 9; i += 1) {
      const began = performance.now();
      await board.legalCount();
      waits.push(performance.now() - began);
      await pause(i * 5);
    }
    assert.ok(median(waits) < 50 && Math.max(...waits) < 1000, `${waits.map(Math.round)} ms`);
    await engine.stop();
    await analysis;
  }));

test("of quick calls the latest wins, and every promise settles", () =>
  withCore(async (core) => {
    const board = new Board("blast-radius", { core });
    const engine = new Engine("blast-radius", { core, seed: 1 });
    const all: Promise<unknown>[] = [];
    for (let i = 0; i < 60; i += 1) {
      all.push(engine.analyse(board, { seconds: 60 }, () => {}));
      if (i % 3 === 0) all.push(engine.play(board, { seconds: 60 }));
      if (i % 5 === 0) all.push(engine.play(board, (i % 10) + 1));
      if (i % 7 === 0) all.push(engine.stop());
      if (i % 11 === 0) all.push(engine.clear());
      if (i % 13 === 0) await pause(i % 4);
    }
    const last = engine.analyse(board, { playouts: 400 });
    const ended = await Promise.all(all);
    assert.equal(ended.length, all.length);
    const report = await last;
    assert.equal(report.stoppedBy, "playouts");
    assert.ok(report.playouts >= 400);
    // What was cut off before it began to think has still a move to say.
    const legal = await board.legalMoves();
    for (const one of ended)
      if (one && typeof one === "object" && "move" in one)
        assert.ok(legal.includes(one.move as string));
  }));

test("a search goes on with the position it was asked about", () =>
  withCore(async (core) => {
    const board = new Board("cordon", { size: 3, core });
    const engine = new Engine("cordon", { size: 3, core });
    const analysis = engine.analyse(board, { playouts: 300 });
    await board.push("a1");
    await board.free();
    const report = await analysis;
    assert.ok(report.lines.some((line) => line.move === "a1"));
  }));

test("closing an engine in mid-search ends the search with what it has found", () =>
  withCore(async (core) => {
    const board = new Board("hadron", { core, size: 7 });
    const engine = new Engine("hadron", { core, size: 7 });
    const analysis = engine.analyse(board, { seconds: 60 });
    await pause(30);
    await engine.close();
    assert.equal((await analysis).stoppedBy, "stop");
    await assert.rejects(engine.play(board, 1), index.EngineError);
    await engine.close();
    assert.equal(await board.ply(), 0);
  }));

test("closing the core in mid-search refuses what waits, and the next core works", async () => {
  for (let i = 0; i < 5; i += 1) {
    const core = new Core();
    const board = new Board("cordon", { core });
    const engine = new Engine("cordon", { core });
    const analysis = engine.analyse(board, { seconds: 60 }, () => {});
    await pause(i * 15);
    const refused = assert.rejects(analysis, index.EngineError);
    await core.close();
    await refused;
    await assert.rejects(board.fen(), /closed/);
  }
  await withCore(async (core) => assert.equal(await new Board("cordon", { core }).ply(), 0));
});

test("a thousand engines, made and closed, take no more memory than the first", () =>
  withCore(async (core) => {
    const boards = GAMES.map((game) => new Board(game, { core }));
    const use = async (i: number): Promise<void> => {
      const game = GAMES[i % GAMES.length] as string;
      const engine = new Engine(game, { core });
      await engine.ready();
      if (i % 10 < GAMES.length) await engine.play(boards[i % GAMES.length] as never, 1);
      await engine.close();
    };
    for (let i = 0; i < 20; i += 1) await use(i);
    const before = await core.memory();
    for (let i = 0; i < 1000; i += 1) await use(i);
    assert.equal(await core.memory(), before);
    assert.ok(before < 80 * MEGABYTE);
  }));

test("an engine that is too large is refused, and all else goes on", () =>
  withCore(async (core) => {
    const board = new Board("hadron", { core });
    const engines = Array.from({ length: 4 }, () => new Engine("hadron", { core, memoryMb: 2000 }));
    const made = await Promise.allSettled(engines.map((engine) => engine.ready()));
    const refused = made.filter((one) => one.status === "rejected");
    assert.ok(refused.length > 0);
    for (const one of refused) assert.ok(one.reason instanceof index.OutOfMemoryError);
    assert.equal(await board.push("c3"), "c3");
    for (const engine of engines) await engine.close();
    const engine = new Engine("hadron", { core, seed: 1 });
    assert.ok((await engine.play(board, 3)).move);
  }));

test("a module that is none is told to whoever asks", async () => {
  const core = new Core({ module: new Uint8Array([1, 2, 3]) });
  await assert.rejects(core.ready(), Error);
  await assert.rejects(new Board("hadron", { core }).fen(), Error);
  await core.close();
});

test("a core with the rules alone plays, and says that it has no engine", async () => {
  const module = await WebAssembly.compile(bytesOf("quincunx-rules.wasm"));
  const core = new Core({ module });
  await core.ready();
  const board = new Board("hadron", { core });
  assert.equal(await board.push("c3"), "c3");
  await assert.rejects(new Engine("hadron", { core }).ready(), /rules alone/);
  await core.close();
});

test("levels are told", () =>
  withCore(async (core) => {
    const levels = await core.levels();
    assert.equal(levels.length, 10);
    const playouts = levels.map((level) => level.playouts);
    assert.deepEqual(
      playouts.toSorted((a, b) => a - b),
      playouts,
    );
  }));
