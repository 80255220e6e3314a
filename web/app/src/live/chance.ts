// The last chance: going back from a lost game to the last own turn that was won.

import type { Seat } from "./messages.ts";

/** From here on a position that is not proven counts as won, for the side that is to move in it. */
const WON = 0.6;

/** What an engine thinks of a position, for the side to move. */
export interface Judgement {
  /** From 0 to 1. */
  value: number;
  /** If it is proven: does the side to move win? */
  proven: boolean | null;
}

export interface Chance {
  /** How many moves have been played there. */
  ply: number;
  proven: boolean;
}

/**
 * Looks at the own turns of a game, the last one first.
 * @param turns who was to move before each move
 * @param judge is asked about a position; null ends the search
 * @param tell hears how many were looked at, and of how many
 */
export async function lastChance(
  turns: readonly Seat[],
  me: Seat,
  judge: (ply: number) => Promise<Judgement | null>,
  tell: (done: number, all: number) => void,
): Promise<Chance | null> {
  const own = turns.flatMap((turn, ply) => (turn === me ? [ply] : [])).reverse();
  for (const [done, ply] of own.entries()) {
    tell(done, own.length);
    const judged = await judge(ply);
    if (!judged) return null;
    if (judged.proven ?? judged.value >= WON) return { ply, proven: judged.proven === true };
  }
  return null;
}
