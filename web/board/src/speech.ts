// What the board says aloud and writes on its few buttons. The words for sides, pieces and features
// come from the declaration and from the core.

import type { Change, Facts, LegalMove, Preview, Side, Wave } from "./types.ts";

/** How a game calls things. */
export interface Names {
  players: readonly [string, string];
  /** A piece, and several. */
  piece: readonly [string, string];
}

/** More moves than these are counted and not read out one by one. */
const READ_OUT = 40;

/** "Red c3; 2 checkers removed: d4, e4; Blue to move" */
export function announcement(
  facts: Facts,
  waves: readonly Wave[],
  names: Names,
  status: string,
): string {
  const { last } = facts;
  if (!last) return status;
  const does = effects(last, last.changes, waves, names, last.side);
  return [`${names.players[last.side]} ${last.move}`, ...does, status].join("; ");
}

/** What a move would do, for those who cannot see the preview. */
export function foretold(preview: Preview, names: Names, side: Side): string {
  const does = effects(preview, preview.changes, preview.waves, names, side);
  if (preview.score) {
    const [first, second] = names.players;
    does.push(`score ${first} ${preview.score[0]}, ${second} ${preview.score[1]}`);
  }
  return [`${preview.move} is legal`, ...does].join("; ");
}

function effects(
  move: LegalMove,
  changes: readonly Change[],
  waves: readonly Wave[],
  names: Names,
  mover: Side,
): string[] {
  const out: string[] = [];
  const removed = { own: [] as string[], other: [] as string[] };
  const exchanged: [string[], string[]] = [[], []];
  for (const { cell, before, after } of changes) {
    if (!before || (!after && move.cells.includes(cell))) continue;
    if (!after) removed[before[0] === mover ? "own" : "other"].push(cell);
    else if (after[0] !== before[0]) exchanged[after[0]].push(cell);
    else if (after[1] !== before[1]) out.push(`${cell} is now ${after[1]} high`);
  }
  const listed = (cells: string[], did: string, whose = "") => {
    const word = names.piece[cells.length === 1 ? 0 : 1];
    if (cells.length) out.push(`${cells.length} ${whose}${word} ${did}: ${cells.join(", ")}`);
  };
  listed(exchanged[0], `exchanged for ${names.players[0]}`);
  listed(exchanged[1], `exchanged for ${names.players[1]}`);
  listed(removed.other, "removed");
  listed(removed.own, "removed", "own ");
  for (const { kind, side, feature, label } of waves.flat()) {
    // Features with a count are worth a word: an area of so many cells.
    if (kind === "appear" && side !== null && /^\d+$/.test(label))
      out.push(`${names.players[side]} ${feature} of ${label}`);
  }
  return out;
}

export function moveList(moves: readonly LegalMove[], begun: readonly string[]): string {
  const from = begun.length ? ` from ${begun.join(", ")}` : "";
  if (!moves.length) return `No legal moves${from}`;
  const count = `${moves.length} legal ${moves.length === 1 ? "move" : "moves"}${from}`;
  const texts = moves.slice(0, READ_OUT).map((move) => move.move);
  const rest = moves.length - texts.length;
  return `${count}: ${texts.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

export const WORDS = {
  selected: (cells: readonly string[], targets: number) =>
    `${cells.join(", ")} selected; ${targets} ${targets === 1 ? "target" : "targets"}`,
  cancelled: "Cancelled",
  confirmTitle: (move: string) => `Play ${move}?`,
  confirmYes: (move: string) => `Play ${move}`,
  cancel: "Cancel",
  waiting: (move: string) => `${move}: confirm to play`,
  whole: "Show the whole board",
};
