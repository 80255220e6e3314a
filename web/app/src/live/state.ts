// A game as the page knows it: what the server said, event after event. Nothing here has a memory of its own;
// the same events make the same state.

import type { Clock, GameEvent, GameState, Presence, Said, StateMessage, You } from "./messages.ts";

export interface LiveGame extends GameState {
  you: You;
  chat: Said[];
  /** The server's time at which `clock` was true; null as long as that is not known. */
  clockAt: number | null;
  presence: Presence | null;
}

/** What became of an event: it is `new`, was known already, or others before it are missing. */
export interface Step {
  game: LiveGame;
  what: "new" | "known" | "gap";
}

/** From what the server has written into the page. */
export function begin(state: GameState, you: You): LiveGame {
  return { ...state, you, chat: [], clockAt: null, presence: null };
}

/** The whole game anew. */
export function replace(game: LiveGame, message: StateMessage): LiveGame {
  const { type: _type, now, ...state } = message;
  return { ...state, clockAt: now, presence: game.presence };
}

export function present(game: LiveGame, presence: Presence): LiveGame {
  return { ...game, presence, you: presence.you };
}

/** One event further. The number of each is one higher than that of the one before. */
export function advance(game: LiveGame, event: GameEvent): Step {
  if (event.v <= game.v) return { game, what: "known" };
  if (event.v !== game.v + 1) return { game, what: "gap" };
  const next = apply(game, event);
  return next ? { game: { ...next, v: event.v }, what: "new" } : { game, what: "gap" };
}

/** Null if the event does not fit the state, which only happens if something was missed. */
function apply(game: LiveGame, event: GameEvent): LiveGame | null {
  switch (event.event) {
    case "moved": {
      if (event.branch !== game.branch || event.ply !== game.ply + 1) return null;
      const moves = [...game.moves, event.move];
      // A move is an answer too: of what was offered before, only the mover's own offer of a draw stands.
      const offers = game.offers.filter(({ kind, side }) => kind === "draw" && side === event.side);
      return { ...timed(game, event), moves, ply: event.ply, turn: event.turn, offers };
    }
    case "tookback": {
      if (event.branch <= game.branch || event.ply > game.ply) return null;
      const { branch, ply, turn } = event;
      const moves = game.moves.slice(0, ply);
      return { ...timed(game, event), branch, ply, moves, turn, offers: [] };
    }
    case "offered": {
      const { kind, side } = event;
      return { ...game, offers: [...without(game, kind), { kind, side }] };
    }
    case "answered": {
      const rematch = event.kind === "rematch" && event.accepted ? event.game : null;
      return { ...game, offers: without(game, event.kind), rematch: rematch ?? game.rematch };
    }
    case "ended":
      return { ...timed(game, event), outcome: event.outcome, turn: null, offers: [] };
    case "said":
      return { ...game, chat: [...game.chat, event] };
    case "joined":
      return { ...game, players: { ...game.players, [event.side]: event.player } };
    case "paused":
      return timed(game, event);
  }
}

function timed(game: LiveGame, event: { clock: Clock | null; at: number }): LiveGame {
  return event.clock ? { ...game, clock: event.clock, clockAt: event.at } : game;
}

function without(game: LiveGame, kind: string): LiveGame["offers"] {
  return game.offers.filter((offer) => offer.kind !== kind);
}
