// What the board says aloud and writes on its few buttons, in the words of the declaration.

import type { Declaration } from "./declaration.ts";
import { fill, type Values, word } from "./fill.ts";
import type { Change, Facts, LegalMove, Preview, Side, Wave } from "./types.ts";

/** More moves than these are counted and not read out one by one. */
const READ_OUT = 40;

/** A sentence of the declaration with its places filled in. */
export function spoken({ words }: Declaration, name: string, values: Values = {}): string {
  return fill(word(words, name), values);
}

/** "Red c3; 2 checkers removed: d4, e4; Blue to move" */
export function announcement(
  declaration: Declaration,
  facts: Facts,
  waves: readonly Wave[],
  status: string,
): string {
  const { last } = facts;
  if (!last) return status;
  const does = effects(declaration, last, last.changes, waves, last.side);
  const mover = declaration.game.players[last.side].name;
  return [`${mover} ${last.move}`, ...does, status].join("; ");
}

/** What a move would do, for those who cannot see the preview. */
export function foretold(declaration: Declaration, preview: Preview, side: Side): string {
  const does = effects(declaration, preview, preview.changes, preview.waves, side);
  if (preview.score) {
    const [first, second] = declaration.game.players.map((player) => player.name);
    const [count_first, count_second] = preview.score;
    const values = { first: first ?? "", second: second ?? "", count_first, count_second };
    does.push(spoken(declaration, "said: score", values));
  }
  return [spoken(declaration, "said: legal", { move: preview.move }), ...does].join("; ");
}

function effects(
  declaration: Declaration,
  move: LegalMove,
  changes: readonly Change[],
  waves: readonly Wave[],
  mover: Side,
): string[] {
  const out: string[] = [];
  const { piece, players } = declaration.game;
  const removed = { own: [] as string[], other: [] as string[] };
  const exchanged: [string[], string[]] = [[], []];
  for (const { cell, before, after } of changes) {
    if (!before || (!after && move.cells.includes(cell))) continue;
    if (!after) removed[before[0] === mover ? "own" : "other"].push(cell);
    else if (after[0] !== before[0]) exchanged[after[0]].push(cell);
    else if (after[1] !== before[1])
      out.push(spoken(declaration, "said: higher", { cell, height: after[1] }));
  }
  const listed = (cells: string[], name: string, side = "") => {
    const values = {
      count: cells.length,
      pieces: piece[cells.length === 1 ? 0 : 1],
      cells: cells.join(", "),
      side,
    };
    if (cells.length) out.push(spoken(declaration, name, values));
  };
  listed(exchanged[0], "said: exchanged", players[0].name);
  listed(exchanged[1], "said: exchanged", players[1].name);
  listed(removed.other, "said: removed");
  listed(removed.own, "said: lost");
  for (const { kind, side, feature, label } of waves.flat()) {
    // Features with a count are worth a word: an area of so many cells.
    if (kind !== "appear" || side === null || !/^\d+$/.test(label)) continue;
    const values = { side: players[side].name, feature, count: label };
    out.push(spoken(declaration, "said: appears", values));
  }
  return out;
}

export function moveList(
  declaration: Declaration,
  moves: readonly LegalMove[],
  begun: readonly string[],
): string {
  const say = (name: string, values: Values = {}) => spoken(declaration, name, values);
  const from = begun.length ? say("moves, from", { cells: begun.join(", ") }) : "";
  if (!moves.length) return say("moves, none", { from });
  const texts = moves.slice(0, READ_OUT).map((move) => move.move);
  const rest = moves.length - texts.length;
  const read = texts.join(", ");
  const told = rest > 0 ? say("moves, more", { moves: read, count: rest }) : read;
  const name = moves.length === 1 ? "moves, one" : "moves, many";
  return say(name, { count: moves.length, from, moves: told });
}
