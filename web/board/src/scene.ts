// From a declaration and facts to a scene, the same for all games. The twin of
// `quincunx/drawing/build.py`; `test/parity.test.ts` compares them field by field.

import type { Declaration, Overlay } from "./declaration.ts";
import { fill, word } from "./fill.ts";
import { plan, turnOf } from "./layout.ts";
import type { Button, LegendEntry, Note, Player, Scene, SceneOptions } from "./model.ts";
import {
  choices,
  choose,
  type Items,
  legend,
  markWords,
  sameFeature,
  show,
  type View,
} from "./overlays.ts";
import type { Facts, Preview, Side } from "./types.ts";

export type { Scene, SceneOptions } from "./model.ts";

/** A scene of a position. Throws if the game has no such overlay, or the board no such cell. */
export function makeScene(
  declaration: Declaration,
  facts: Facts,
  options: SceneOptions = {},
): Scene {
  const { game, words } = declaration;
  const { drawing } = game;
  const { clicked = [], lit = [], rotation = 0, mirrored = false } = options;
  const overlays = options.overlays ?? null;
  const pointed = options.pointed ?? "";
  const preview = options.preview ?? null;
  const ground = plan(drawing.layout, facts.rows, facts.size, rotation, mirrored);
  const names = new Set(ground.cells.map((cell) => cell.name));
  for (const cell of [...clicked, ...lit, ...(pointed ? [pointed] : [])]) {
    if (!names.has(cell)) throw new Error(`'${cell}' is not a cell of this board`);
  }
  const view: View = { declaration, plan: ground, facts, clicked, lit, pointed, preview: null };
  const items: Items = { marks: [], edges: [], segments: [], notes: [] };
  const entries: LegendEntry[] = [];
  const add = (overlay: Overlay, seen: View) => {
    const found = show(overlay, seen);
    items.marks.push(...found.marks);
    items.edges.push(...found.edges);
    items.segments.push(...found.segments);
    items.notes.push(...found.notes);
    entries.push(...legend(overlay, found, declaration));
  };

  const now = preview ? before(view, preview) : view;
  for (const overlay of choose(drawing.overlays, overlays)) {
    // What the move does is to be seen, not what else could be played; unless asked for.
    if (!preview || overlays !== null || overlay.name !== "legal") add(overlay, now);
  }
  if (clicked.length) add(drawing.selected, view);
  if (preview) add(drawing.preview, { ...view, preview });
  if (lit.length) add(declaration.lit, view);

  const status = statusOf(declaration, facts);
  const size = game.size_texts[game.sizes.indexOf(facts.size)] ?? String(facts.size);
  return {
    game: game.id,
    title: fill(word(words, "title"), { game: game.name, size }),
    credit: game.credit,
    status: preview ? fill(word(words, "shown"), { status, move: preview.move }) : status,
    fen: facts.fen,
    rotation: turnOf(ground.kind, rotation),
    mirrored,
    layout: ground.kind,
    size: facts.size,
    box: ground.box,
    outline: ground.outline,
    cells: ground.cells,
    labels: labelsOf(view),
    pieces: facts.pieces.map(([cell, side, height]) => ({ cell, side, height })),
    stacks: drawing.stack !== "",
    players: [playerOf(view, 0, items.notes), playerOf(view, 1, items.notes)],
    marks: items.marks,
    segments: [...items.segments, ...ground.segments],
    edges: items.edges,
    coordinates: ground.coordinates,
    buttons: buttonsOf(view),
    moves: choices(view)
      .filter(({ cells }) => cells.length)
      .map(({ move, cells }) => ({ move, cells })),
    legend: entries,
  };
}

/**
 * What stays while a move is shown: features that the preview shows anew are not shown as they were,
 * if the move would do away with them.
 */
function before(view: View, preview: Preview): View {
  const shows = view.declaration.game.drawing.preview.shows;
  const anew = new Set(shows.flatMap((source) => ("feature" in source ? [source.feature] : [])));
  const features = view.facts.features.filter(
    (feature) =>
      !anew.has(feature.kind) || preview.features.some((after) => sameFeature(feature, after)),
  );
  return { ...view, facts: { ...view.facts, features } };
}

function playerOf({ declaration, facts }: View, side: Side, notes: readonly Note[]): Player {
  const { name, letter, colour, pattern } = declaration.game.players[side];
  const { outcome, turn } = facts;
  return {
    name,
    letter,
    colour,
    pattern,
    to_move: outcome === null && turn === side,
    won: outcome !== null && outcome.winner === side,
    notes: notes.filter((note) => note.side === side),
  };
}

/** The legal moves without cells, in the words of the drawing if it has any. */
function buttonsOf({ declaration, facts }: View): Button[] {
  const enemies = facts.pieces.filter(([, side]) => side !== facts.turn).map(([cell]) => cell);
  return facts.moves
    .filter(({ cells }) => !cells.length)
    .map(({ move }) => {
      const said = declaration.game.drawing.buttons.find((button) => button.move === move);
      if (!said) return { move, text: move, name: move, confirm: "", cells: [] };
      const { text, name, confirm, taps } = said;
      return { move, text, name, confirm, cells: taps === "enemy" ? enemies : [] };
    });
}

// --- Words -------------------------------------------------------------------------------------------

/** Who is to move and what there is to do, or who won and how. */
export function statusOf({ game, words }: Declaration, facts: Facts): string {
  const [first, second] = game.players;
  const name = (side: number) => (side === 0 ? first : second).name;
  const { outcome, turn, reason } = facts;
  if (outcome === null) {
    const sides = { mover: name(turn), other: name(1 - turn) };
    const status = fill(word(words, `turn: ${reason}`), sides);
    const tasks = tasksOf(game.drawing.tasks, facts).join(word(words, "or"));
    return tasks ? fill(word(words, "tasks"), { status, tasks }) : status;
  }
  return verdictOf({ game, words }, outcome.ending, outcome.winner) ?? "";
}

/** Who has won and why; null if the game has no such ending. */
export function verdictOf(
  { game, words }: Pick<Declaration, "game" | "words">,
  ending: string,
  winner: number | null,
): string | null {
  const text = game.endings.find(({ name }) => name === ending)?.text;
  if (text === undefined) return null;
  if (winner === null) return fill(word(words, "draw"), { text });
  const [first, second] = game.players;
  const sides =
    winner === 0
      ? { winner: first.name, loser: second.name }
      : { winner: second.name, loser: first.name };
  return fill(word(words, "wins"), { ...sides, text: fill(text, sides) });
}

function tasksOf(tasks: { empty: string; taken: string }, facts: Facts): string[] {
  const taken = new Set(facts.pieces.map(([cell]) => cell));
  const ends = facts.moves.flatMap((move) => move.cells.slice(-1));
  const found: string[] = [];
  if (tasks.empty && ends.some((cell) => !taken.has(cell))) found.push(tasks.empty);
  if (tasks.taken && ends.some((cell) => taken.has(cell))) found.push(tasks.taken);
  return found;
}

/**
 * For each cell what is on it, and what its overlays say of it, whether they are shown or not. What is
 * being entered, or shown of a move to come, does not change them.
 */
function labelsOf(view: View): string[] {
  const { game, words } = view.declaration;
  const { drawing } = game;
  const said = new Map<string, string[]>(view.plan.cells.map((cell) => [cell.name, []]));
  const say = (cell: string, text: string) => said.get(cell)?.push(text);
  for (const [cell, side, height] of view.facts.pieces) {
    const piece = fill(drawing.stack || game.piece[0], { height: String(height) });
    const owner = game.players[side].name.toLowerCase();
    say(cell, fill(word(words, "piece"), { side: owner, piece }));
  }
  for (const { name, look } of view.plan.cells) {
    if (!said.get(name)?.length) say(name, word(words, "empty"));
    if (look === "rim") say(name, drawing.layout.rim);
  }
  const still = { ...view, clicked: [], lit: [], pointed: "" };
  for (const overlay of drawing.overlays) {
    if (!Object.keys(overlay.words).length) continue;
    for (const mark of show(overlay, still).marks) {
      const text = markWords(overlay, mark, view.declaration);
      if (text) for (const cell of mark.cells) say(cell, text);
    }
    if (overlay.words.edge) sayEdges(view, overlay.words.edge, say);
  }
  return [...said].map(([cell, contents]) =>
    fill(word(words, "cell"), { cell, contents: contents.join(", ") }),
  );
}

/** Say of the cells along an edge of a square board whose edge it is. */
function sayEdges(view: View, text: string, say: (cell: string, text: string) => void): void {
  const end = view.facts.size - 1;
  const { game } = view.declaration;
  for (const { at, side, label } of game.drawing.layout.edges) {
    const words = fill(text, { side: game.players[side].name, label });
    for (const { name, row, place } of view.plan.cells) {
      const away = { north: end - row, south: row, west: place, east: end - place }[at];
      if (away === 0) say(name, words);
    }
  }
}
