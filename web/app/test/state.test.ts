// The state of a game follows from its events.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent, GameState, Said, StateMessage } from "../src/live/messages.ts";
import { advance, begin, type LiveGame, present, replace } from "../src/live/state.ts";

const STATE: GameState = {
  id: "abcdefghij",
  game: "hadron",
  size: 5,
  v: 3,
  branch: 0,
  ply: 2,
  moves: ["c3", "b1"],
  turn: "first",
  fen: "",
  outcome: null,
  clock: null,
  players: {
    first: { name: "Ada", kind: "person", level: null },
    second: null,
  },
  opponent: "friend",
  takebacks: true,
  offers: [],
  rematch: null,
  created: 0,
};
const CLOCK = {
  initial: 180,
  increment: 2,
  days: null,
  first: 170,
  second: 180,
  running: "second" as const,
};

// What differs by event is given where it is used.
const event = (v: number, rest: object) => ({ type: "event", v, at: 50, ...rest }) as GameEvent;
const moved = (v: number, ply: number, move: string, branch = 0) =>
  event(v, { event: "moved", branch, ply, side: "first", move, turn: "second", clock: CLOCK });

function after(game: LiveGame, ...events: GameEvent[]): LiveGame {
  return events.reduce((state, each) => {
    const step = advance(state, each);
    assert.equal(step.what, "new", JSON.stringify(each));
    return step.game;
  }, game);
}

const start = () => begin(STATE, "first");

test("a move is added, with turn, number and clock", () => {
  const game = after(start(), moved(4, 3, "d4"));
  assert.deepEqual(game.moves, ["c3", "b1", "d4"]);
  assert.deepEqual([game.v, game.ply, game.turn], [4, 3, "second"]);
  assert.deepEqual([game.clock, game.clockAt], [CLOCK, 50]);
  assert.deepEqual(STATE.moves, ["c3", "b1"], "the state before is not touched");
});

test("an event that is known already changes nothing", () => {
  const game = after(start(), moved(4, 3, "d4"));
  for (const v of [1, 3, 4])
    assert.deepEqual(advance(game, moved(v, 3, "d4")), { game, what: "known" });
});

test("a missing event is noticed", () => {
  assert.equal(advance(start(), moved(5, 3, "d4")).what, "gap");
});

test("a move that does not follow the last one is noticed", () => {
  assert.equal(advance(start(), moved(4, 2, "d4")).what, "gap");
  assert.equal(advance(start(), moved(4, 3, "d4", 1)).what, "gap");
});

test("a takeback raises the branch and cuts the moves", () => {
  const back = event(4, {
    event: "tookback",
    branch: 1,
    ply: 1,
    side: "first",
    turn: "second",
    clock: null,
  });
  const game = after(start(), back);
  assert.deepEqual([game.branch, game.ply, game.moves, game.turn], [1, 1, ["c3"], "second"]);
  assert.deepEqual(after(game, moved(5, 2, "e5", 1)).moves, ["c3", "e5"]);
  assert.equal(advance(game, moved(5, 2, "e5", 0)).what, "gap");
});

test("offers stand until they are answered or a move is made", () => {
  const offered = event(4, { event: "offered", kind: "draw", side: "second" });
  const game = after(start(), offered);
  assert.deepEqual(game.offers, [{ kind: "draw", side: "second" }]);
  const declined = event(5, {
    event: "answered",
    kind: "draw",
    side: "first",
    accepted: false,
    game: null,
  });
  assert.deepEqual(after(game, declined).offers, []);
  assert.deepEqual(after(game, moved(5, 3, "d4")).offers, []);
  // With one's own move a draw stays on offer, a takeback does not.
  const own = (kind: "draw" | "takeback") =>
    after(after(start(), event(4, { event: "offered", kind, side: "first" })), moved(5, 3, "d4"))
      .offers;
  assert.deepEqual(own("draw"), [{ kind: "draw", side: "first" }]);
  assert.deepEqual(own("takeback"), []);
});

test("an accepted rematch names the new game", () => {
  const yes = event(4, {
    event: "answered",
    kind: "rematch",
    side: "first",
    accepted: true,
    game: "new",
  });
  assert.equal(after(start(), yes).rematch, "new");
});

test("the end stops the turn", () => {
  const outcome = {
    winner: "second",
    termination: "resignation",
    text: "Blue wins",
    section: null,
    cells: [],
  };
  const game = after(start(), event(4, { event: "ended", outcome, clock: null }));
  assert.deepEqual([game.turn, game.outcome], [null, outcome]);
});

test("what is said and who comes is kept", () => {
  const said = event(4, { event: "said", side: "second", name: "Bo", text: "hi" }) as Said;
  const player = { name: "Bo", kind: "person", level: null };
  const game = after(start(), said, event(5, { event: "joined", side: "second", player }));
  assert.deepEqual(game.chat, [said]);
  assert.deepEqual([game.players.first?.name, game.players.second?.name], ["Ada", "Bo"]);
});

test("an outage sets the clocks", () => {
  const game = after(start(), event(4, { event: "paused", seconds: 12, clock: CLOCK }));
  assert.deepEqual([game.clock, game.clockAt], [CLOCK, 50]);
});

test("a whole state replaces everything but who is there", () => {
  const presence = {
    type: "presence",
    first: true,
    second: false,
    watchers: 1,
    you: "second",
    engine: null,
  } as const;
  const here = present(start(), presence);
  assert.equal(here.you, "second");
  const message: StateMessage = {
    type: "state",
    ...STATE,
    v: 9,
    branch: 2,
    you: "second",
    now: 77,
    chat: [],
  };
  const game = replace(here, message);
  assert.deepEqual([game.v, game.branch, game.clockAt, game.presence], [9, 2, 77, presence]);
  assert.equal("now" in game || "type" in game, false);
});
