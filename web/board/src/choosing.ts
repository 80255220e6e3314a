// Entering a move by touching cells. A legal move knows the cells to touch, so nothing here knows
// rules: each touch keeps the moves that still match.

import type { Facts, LegalMove } from "./types.ts";

/** What a touch comes to. */
export type Answer =
  | { act: "begin"; cells: string[] }
  | { act: "choose"; move: string; cells: string[] }
  | { act: "cancel" }
  | { act: "refuse"; cells: string[] };

type Position = Pick<Facts, "moves" | "pieces">;

/** The moves that begin with these cells, longer ones and complete ones. */
export function matching(moves: readonly LegalMove[], cells: readonly string[]): LegalMove[] {
  return moves.filter(
    (move) => move.cells.length >= cells.length && cells.every((cell, k) => move.cells[k] === cell),
  );
}

/** The cells that may be touched next, each once, in the order of the moves. */
export function continuations(moves: readonly LegalMove[], begun: readonly string[]): string[] {
  const next = matching(moves, begun).flatMap((move) => move.cells[begun.length] ?? []);
  return [...new Set(next)];
}

/** The move that touching these cells, and no more, plays. */
export function complete(
  moves: readonly LegalMove[],
  cells: readonly string[],
): LegalMove | undefined {
  return cells.length
    ? matching(moves, cells).find((move) => move.cells.length === cells.length)
    : undefined;
}

/** What touching `cell` does after the cells in `begun` have been touched. */
export function touch(position: Position, begun: readonly string[], cell: string): Answer {
  const { moves } = position;
  const cells = [...begun, cell];
  const matches = matching(moves, cells);
  if (matches.length) {
    const whole = complete(moves, cells);
    // A move that is the beginning of another waits: touching its last cell again plays it.
    return whole && matches.every((move) => move.cells.length === cells.length)
      ? { act: "choose", move: whole.move, cells }
      : { act: "begin", cells };
  }
  if (begun.length && cell === begun[begun.length - 1]) {
    const whole = complete(moves, begun);
    return whole ? { act: "choose", move: whole.move, cells: [...begun] } : { act: "cancel" };
  }
  if (begun.length && matching(moves, [cell]).length) return { act: "begin", cells: [cell] };
  // A piece of the same side as the one begun with was meant as a new beginning.
  const standing = (name: string | undefined) =>
    position.pieces.find(([place]) => place === name)?.[1];
  const side = standing(begun[0]);
  if (side !== undefined && standing(cell) === side) return { act: "refuse", cells: [cell] };
  return { act: "refuse", cells };
}
