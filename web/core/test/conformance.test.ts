// The conformance files (conformance/README.md), field by field, against both modules.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, Facts, Feature, Outcome, Side, Wave } from "../src/facts.ts";
import type { LocalBoard } from "../src/here.ts";
import type { Board } from "../src/index.ts";
import { BOTH, conformance, GAMES, hasConformance, here, index, load } from "./support.ts";

type SideWord = "first" | "second" | null;

interface FeatureTold {
  kind: string;
  side: SideWord;
  cells: string[];
  label: string | number;
}

interface EventTold extends Omit<FeatureTold, "label"> {
  heights?: number[];
  causes: string[];
  feature?: string;
  label?: string | number;
}

interface PositionTold {
  fen: string;
  turn: SideWord;
  legal: string[];
  refused: { move: string; section: string; cells: string[] }[];
  features: FeatureTold[];
  score: [number, number] | null;
  outcome: { winner: SideWord; ending: string; section: string } | null;
  move?: string;
  events?: EventTold[][];
}

interface GameTold {
  game: string;
  size: number;
  pie: boolean | null;
  start: string;
  set_up: boolean;
  notes: string;
  positions: PositionTold[];
}

const word = (side: Side | null): SideWord =>
  side === null ? null : side === 0 ? "first" : "second";

/** A winning chain's label is a shortest way; where there are several, any of them will do. */
function anyWay<T extends FeatureTold | EventTold>(told: T): T {
  const isChain =
    told.kind === "winning chain" || ("feature" in told && told.feature === "winning chain");
  return isChain ? { ...told, label: String(told.label).split("-").length } : told;
}

/** Objects whose order means nothing, so that two such lists can be compared. */
function asSet(objects: (FeatureTold | EventTold)[]): string[] {
  return objects.map((told) => JSON.stringify(anyWay(told))).sort();
}

function featureTold({ kind, side, cells, label }: Feature): FeatureTold {
  return { kind, side: word(side), cells: cells.toSorted(), label };
}

function eventTold(event: Event): EventTold {
  const { kind, side, cells, from, to, causes, feature, label } = event;
  return {
    kind,
    side: word(side),
    cells: kind === "move" ? cells : cells.toSorted(),
    ...(from === null || to === null ? {} : { heights: [from, to] }),
    causes: causes.toSorted(),
    ...(feature ? { feature, label } : {}),
  };
}

function outcomeTold(outcome: Outcome | null, sections: Map<string, string>): unknown {
  if (!outcome) return null;
  const { winner, ending } = outcome;
  return { winner: word(winner), ending, section: sections.get(ending) };
}

function checkFacts(facts: Facts, told: PositionTold, sections: Map<string, string>): void {
  assert.equal(facts.fen, told.fen);
  assert.equal(word(facts.turn), told.turn);
  assert.deepEqual(facts.moves.map((move) => move.move).sort(), told.legal);
  assert.deepEqual(asSet(facts.features.map(featureTold)), asSet(told.features));
  assert.deepEqual(facts.score, told.score);
  assert.deepEqual(outcomeTold(facts.outcome, sections), told.outcome);
}

function checkEvents(waves: Wave[], told: PositionTold): void {
  assert.deepEqual(
    waves.map((wave) => asSet(wave.map(eventTold))),
    told.events?.map(asSet),
  );
}

function replay(board: LocalBoard, game: GameTold, sections: Map<string, string>): void {
  for (const told of game.positions) {
    checkFacts(board.facts(), told, sections);
    for (const refused of told.refused) {
      const why = board.explain(refused.move);
      assert.equal(why?.section, refused.section, `${refused.move} in ${told.fen}`);
      assert.deepEqual(why?.cells.toSorted(), refused.cells);
      assert.throws(() => board.push(refused.move), here.IllegalMoveError);
    }
    assert.equal(board.fen(), told.fen);
    if (told.move === undefined) continue;
    checkEvents(board.events(told.move), told);
    board.push(told.move);
  }
}

async function replayLater(board: Board, game: GameTold, sections: Map<string, string>) {
  for (const told of game.positions) {
    checkFacts(await board.facts(), told, sections);
    for (const refused of told.refused) {
      assert.equal((await board.explain(refused.move))?.section, refused.section);
      await assert.rejects(board.push(refused.move), index.IllegalMoveError);
    }
    if (told.move === undefined) continue;
    checkEvents(await board.events(told.move), told);
    assert.equal(await board.push(told.move), told.move);
  }
}

function sectionsOf(endings: { name: string; section: string }[]): Map<string, string> {
  return new Map(endings.map(({ name, section }) => [name, section]));
}

for (const name of BOTH)
  for (const id of GAMES.filter(hasConformance))
    test(`${name}: ${id}.jsonl`, async () => {
      const module = await load(name);
      const known = here.gamesOf(module).find((game) => game.id === id);
      assert.ok(known);
      const sections = sectionsOf(known.endings);
      for (const game of conformance<GameTold>(id)) {
        const board = here.LocalBoard.open(module, id, { fen: game.start });
        assert.equal(board.facts().size, game.size);
        assert.equal(known.hasPieRule ? board.pie() : null, game.pie);
        if (!game.set_up) {
          const options = game.pie === null ? {} : { pie: game.pie };
          const start = here.LocalBoard.open(module, id, { size: game.size, ...options });
          assert.deepEqual(start.facts(), board.facts());
          start.free();
        }
        replay(board, game, sections);
        board.free();
      }
    });

test("in a worker: a game of each kind", async () => {
  const core = new index.Core();
  const games = await core.games();
  assert.deepEqual(
    games.map((game) => game.id),
    GAMES,
  );
  for (const { id, endings } of games) {
    if (!hasConformance(id)) continue;
    // The longest has the most to tell.
    const all = conformance<GameTold>(id);
    const game = all.reduce((a, b) => (a.positions.length >= b.positions.length ? a : b));
    const board = new index.Board(id, { fen: game.start, core });
    await replayLater(board, game, sectionsOf(endings));
    await board.free();
  }
  await core.close();
});
