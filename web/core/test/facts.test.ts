// Random games of every game, in three sizes: the module says of each position what the native core says.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CoreModule, LocalBoard } from "../src/here.ts";
import {
  BOTH,
  type Expected,
  expected,
  here,
  load,
  open,
  type PositionTold,
  valueOrError,
} from "./support.ts";

function checkPosition(module: CoreModule, board: LocalBoard, told: PositionTold): void {
  const facts = board.facts();
  assert.deepEqual(facts, told.facts);
  assert.equal(board.fen(), told.facts.fen);
  assert.equal(board.turn(), told.facts.turn);
  assert.equal(board.ply(), told.facts.ply);
  assert.deepEqual(board.outcome(), told.facts.outcome);
  assert.deepEqual(board.score(), told.facts.score);
  assert.deepEqual(board.features(), told.facts.features);
  assert.deepEqual(board.rows(), told.facts.rows);
  assert.deepEqual(
    board.pieces(),
    Object.fromEntries(told.facts.pieces.map(([cell, ...piece]) => [cell, piece])),
  );
  const texts = told.facts.moves.map((move) => move.move);
  assert.deepEqual(board.legalMoves(), texts);
  assert.equal(board.legalCount(), texts.length);
  assert.equal(board.pie(), told.pie);
  assert.equal(String(board.hash()), told.hash);
  assert.equal(String(board.canonicalHash()), told.canonicalHash);
  for (const [cell, near] of Object.entries(told.neighbours))
    assert.deepEqual(board.neighbours(cell), near);
  checkMoves(board, told);
  checkSymmetries(board, told);

  const read = here.LocalBoard.open(module, facts.game, { fen: facts.fen });
  assert.equal(read.fen(), facts.fen);
  const rooted = board.copy({ stack: false });
  assert.equal(rooted.ply(), 0);
  // After a draw by repetition the game would go on, if nobody remembered what was before.
  if (!facts.outcome) {
    assert.deepEqual(read.legalMoves(), texts);
    assert.deepEqual(rooted.facts(), { ...facts, ply: 0, last: null });
  }
  read.free();
  rooted.free();
}

function checkMoves(board: LocalBoard, told: PositionTold): void {
  for (const { move, preview } of told.shown) {
    assert.deepEqual(board.preview(move), preview);
    assert.deepEqual(board.events(move), preview.waves);
    assert.deepEqual(board.featuresAfter(move), preview.features);
    assert.deepEqual(board.scoreAfter(move), preview.score);
    assert.equal(board.explain(move), null);
    assert.equal(board.isLegal(move), true);
  }
  for (const { text, explained, why, pushed } of told.asked) {
    assert.deepEqual(
      valueOrError(() => board.explain(text)),
      explained,
      `explain ${JSON.stringify(text)}`,
    );
    assert.deepEqual(
      valueOrError(() => board.whyIllegal(text)),
      why,
    );
    const copy = board.copy();
    assert.deepEqual(
      valueOrError(() => copy.push(text)),
      pushed,
      `push ${JSON.stringify(text)}`,
    );
    // A move that is refused changes nothing.
    if (pushed.error) assert.equal(copy.fen(), told.facts.fen);
    copy.free();
  }
  for (const { cells, explained } of told.begun)
    assert.deepEqual(
      valueOrError(() => board.explain(cells)),
      explained,
    );
}

function checkSymmetries(board: LocalBoard, told: PositionTold): void {
  const { symmetry, facts, moves } = told.transformed;
  assert.deepEqual(board.symmetries(), told.symmetries);
  const other = board.transform(symmetry);
  assert.deepEqual(other.facts(), facts);
  assert.equal(other.canonicalHash(), board.canonicalHash());
  assert.deepEqual(
    told.shown.map(({ move }) => board.transformMove(move, symmetry)),
    moves,
  );
  other.free();
}

function playThrough(module: CoreModule, told: Expected["game"]): void {
  const { moves } = told;
  const board = open(module, { ...told, moves: [] });
  for (const position of told.positions) {
    while (board.ply() < position.facts.ply) {
      const move = moves[board.ply()] as string;
      assert.equal(board.push(move), move);
    }
    checkPosition(module, board, position);
  }
  assert.deepEqual(board.moveStack(), moves);
  for (const move of moves.toReversed()) assert.equal(board.pop(), move);
  assert.throws(() => board.pop(), RangeError);
  board.free();
}

for (const name of BOTH) {
  test(`${name}: random games are the same in every fact`, async () => {
    const module = await load(name);
    let positions = 0;
    for (const told of expected("game")) {
      playThrough(module, told);
      positions += told.positions.length;
    }
    assert.ok(positions > 500, `only ${positions} positions`);
  });

  test(`${name}: the catalogue is the same`, async () => {
    const [told] = expected("games");
    assert.deepEqual(here.gamesOf(await load(name)), told?.games);
  });

  test(`${name}: node counts by push and pop`, async () => {
    const module = await load(name);
    for (const told of expected("counts")) {
      const board = open(module, told);
      const count = (depth: number): number => {
        if (depth === 1) return board.legalCount();
        let sum = 0;
        for (const move of board.legalMoves()) {
          board.push(move);
          sum += count(depth - 1);
          board.pop();
        }
        return sum;
      };
      const counts = told.counts.map((_, depth) => count(depth + 1));
      assert.deepEqual(counts, told.counts, `${told.game} ${told.size}`);
      board.free();
    }
  });

  test(`${name}: boards that there are not are refused in the same words`, async () => {
    const module = await load(name);
    for (const told of expected("board")) {
      const options = {
        ...(told.size === null ? {} : { size: told.size }),
        ...(told.from === null ? {} : { fen: told.from }),
      };
      const made = valueOrError(() => here.LocalBoard.open(module, told.game, options).fen());
      assert.deepEqual(made, told.made);
    }
  });
}
