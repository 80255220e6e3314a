// What overlays show, as the declaration says where each comes from. The twin of
// `quincunx/drawing/overlays.py`.

import type { Declaration, Overlay, Source } from "./declaration.ts";
import { fill, word } from "./fill.ts";
import type { Plan } from "./layout.ts";
import type { Edge, LegendEntry, Mark, Note, Segment } from "./model.ts";
import type { Change, Facts, Feature, LegalMove, Preview, Side } from "./types.ts";

/** What an overlay looks at. `preview` is the move that is shown, where one is. */
export interface View {
  declaration: Declaration;
  plan: Plan;
  facts: Facts;
  clicked: readonly string[];
  lit: readonly string[];
  pointed: string;
  preview: Preview | null;
}

/** What an overlay may add to a scene. */
export interface Items {
  marks: Mark[];
  edges: Edge[];
  segments: Segment[];
  notes: Note[];
}

const SIDES: readonly Side[] = [0, 1];

/** The legal moves that begin with the clicked cells. */
export function choices({ facts, clicked }: View): LegalMove[] {
  return facts.moves.filter(({ cells }) => clicked.every((cell, k) => cells[k] === cell));
}

export function sameFeature(a: Feature, b: Feature): boolean {
  return (
    a.kind === b.kind &&
    a.side === b.side &&
    a.label === b.label &&
    a.cells.length === b.cells.length &&
    a.cells.every((cell, k) => cell === b.cells[k])
  );
}

/** The features of a kind; in a preview, those that were not there before. */
function features({ facts, preview }: View, kind: string): Feature[] {
  if (!preview) return facts.features.filter((feature) => feature.kind === kind);
  return preview.features.filter(
    (feature) =>
      feature.kind === kind && !facts.features.some((before) => sameFeature(before, feature)),
  );
}

/** The overlays that are wanted, in the order in which the game lists them. */
export function choose(
  available: readonly Overlay[],
  wanted: string | readonly string[] | null,
): Overlay[] {
  const words =
    typeof wanted === "string"
      ? wanted.split(/[\s,]+/).filter((name) => name)
      : (wanted ?? ["default"]);
  const names = new Set<string>();
  for (const name of words) {
    const meant = available.filter(
      (overlay) =>
        name === "all" || overlay.name === name || (name === "default" && overlay.default),
    );
    for (const overlay of meant) names.add(overlay.name);
    if (!meant.length && name !== "all" && name !== "default") {
      const listed = available.map((overlay) => overlay.name).join(", ");
      throw new Error(
        `no overlay is called '${name}' here; there are ${listed} (and default, all)`,
      );
    }
  }
  return available.filter((overlay) => names.has(overlay.name));
}

/** All that an overlay has to show. */
export function show(overlay: Overlay, view: View): Items {
  const items: Items = { marks: [], edges: [], segments: [], notes: [] };
  for (const source of overlay.shows) find(source, overlay.name, view, items);
  return items;
}

/** One entry for each shape and side among the items that the overlay has words for. */
export function legend(overlay: Overlay, items: Items, { game }: Declaration): LegendEntry[] {
  const shown: [kind: string, shape: string, side: Side | null][] = [
    ...items.marks.map((m): [string, string, Side | null] => [m.kind, m.shape, m.side]),
    ...items.edges.map((e): [string, string, Side | null] => [e.kind, "edge", e.side]),
    ...items.segments.map((s): [string, string, Side | null] => [s.kind, s.style, null]),
    ...items.notes.map((n): [string, string, Side | null] => [n.kind, "note", n.side]),
  ];
  const entries: LegendEntry[] = [];
  for (const [kind, shape, side] of shown) {
    const text = overlay.legend[shape];
    if (text === undefined) continue;
    const sided = side !== null && text.includes("{");
    const said = sided ? fill(text, sideWords(game.players, side)) : text;
    if (!entries.some((entry) => entry.text === said && entry.shape === shape)) {
      entries.push({ kind, shape, side: sided ? side : null, text: said });
    }
  }
  return entries;
}

/** What is said of a cell that has this mark, if anything. */
export function markWords(overlay: Overlay, mark: Mark, { game }: Declaration): string {
  const parts = Object.fromEntries(mark.label.split(":").map((part, k) => [String(k), part]));
  const sides = mark.side === null ? {} : sideWords(game.players, mark.side);
  return fill(overlay.words[mark.shape] ?? "", { ...parts, ...sides, label: mark.label });
}

function sideWords(players: readonly { name: string }[], side: Side): Record<string, string> {
  return { side: players[side]?.name ?? "", other: players[1 - side]?.name ?? "" };
}

function mark(
  kind: string,
  shape: string,
  cells: readonly string[],
  side: Side | null = null,
  label = "",
  segments: [string, string][] = [],
): Mark {
  return { kind, shape, cells: [...cells], side, label, segments };
}

function steps(cells: readonly string[]): [string, string][] {
  return cells.slice(1).map((cell, k) => [cells[k] as string, cell]);
}

function way(kind: string, cells: readonly string[], side: Side): Mark {
  return mark(kind, "arrow", cells.slice(0, -1), side, "", steps(cells));
}

function high(height: number): string {
  return height > 1 ? String(height) : "";
}

/** Where moves end, each cell once. */
function ends(moves: readonly LegalMove[]): string[] {
  return [...new Set(moves.flatMap((move) => move.cells.slice(-1)))];
}

function find(source: Source, kind: string, view: View, to: Items): void {
  switch (source.type) {
    case "changes":
      if (view.facts.last) {
        to.marks.push(...effects(kind, view.facts.last.changes, view.facts.last.cells, null));
      }
      break;
    case "clicked":
      if (view.clicked.length) to.marks.push(mark(kind, "selected", view.clicked));
      break;
    case "closed":
      to.marks.push(...closed(view, kind, source.shape));
      break;
    case "edges":
      view.declaration.game.drawing.layout.edges.forEach(({ side, label }, k) => {
        to.edges.push({ kind, side, points: view.plan.edges[k] ?? [], label });
      });
      break;
    case "effects":
      to.marks.push(...previewEffects(view, kind));
      break;
    case "features":
      to.marks.push(...featureMarks(view, kind, source));
      break;
    case "last":
      to.marks.push(...last(view, kind));
      break;
    case "legal": {
      const cells = ends(choices(view));
      if (cells.length) to.marks.push(mark(kind, "dot", cells, view.facts.turn));
      break;
    }
    case "letters":
      for (const [cell, side, height] of view.facts.pieces) {
        const letter = view.declaration.game.players[side].letter;
        to.marks.push(mark(kind, "label", [cell], side, letter + high(height)));
      }
      break;
    case "links":
      for (const [start, end] of view.plan.links) {
        to.segments.push({ style: "link", start, end, kind });
      }
      break;
    case "lit":
      if (view.lit.length) to.marks.push(mark(kind, "lit", view.lit));
      break;
    case "names": {
      const taken = new Set(view.facts.pieces.map(([cell]) => cell));
      for (const { name } of view.plan.cells) {
        if (!taken.has(name)) to.marks.push(mark(kind, "name", [name], null, name));
      }
      break;
    }
    case "notes":
      for (const { side, label } of features(view, source.feature)) {
        if (side !== null) {
          const text = fill(source.text, { label });
          to.notes.push({ kind, side, text, dots: Number(label), dots_of: source.dots });
        }
      }
      break;
    case "path":
      for (const { side, label } of features(view, source.feature)) {
        const cells = label.split("-");
        to.marks.push(mark(kind, source.shape, cells, side, "", steps(cells)));
      }
      break;
    case "score":
      to.notes.push(...scores(view, kind, source.one, source.many));
      break;
    case "touched":
      to.marks.push(...touched(view, kind, source.shape));
      break;
    case "union":
      for (const side of SIDES) {
        const all = features(view, source.feature).filter((feature) => feature.side === side);
        const cells = [...new Set(all.flatMap((feature) => feature.cells))].sort();
        if (cells.length) to.marks.push(mark(kind, source.shape, cells, side));
      }
  }
}

// --- What a move does --------------------------------------------------------------------------------

/**
 * Marks for the pieces that a move exchanges or removes, its own cells left out. What is removed from
 * the side `mover` is a loss.
 */
function effects(
  kind: string,
  changes: readonly Change[],
  cells: readonly string[],
  mover: Side | null,
): Mark[] {
  const exchanged: [string[], string[]] = [[], []];
  const removed: [string[], string[]] = [[], []];
  for (const { cell, before, after } of changes) {
    if (!before || cells.includes(cell)) continue;
    if (!after) removed[before[0]].push(cell);
    else if (before[0] !== after[0]) exchanged[after[0]].push(cell);
  }
  return [
    ...SIDES.map((side) => mark(kind, "swap", exchanged[side], side)),
    ...SIDES.map((side) => mark(kind, side === mover ? "loss" : "cross", removed[side], side)),
  ].filter((found) => found.cells.length);
}

function previewEffects({ facts, preview }: View, kind: string): Mark[] {
  if (!preview) return [];
  const { cells, changes } = preview;
  const marks = cells.length > 1 ? [way(kind, cells, facts.turn)] : [];
  for (const { cell, after } of changes) {
    if (cell === cells.at(-1) && after) {
      marks.push(mark(kind, "ghost", [cell], after[0], high(after[1])));
    }
  }
  return [...marks, ...effects(kind, changes, cells, facts.turn)];
}

function closed({ facts, preview }: View, kind: string, shape: string): Mark[] {
  if (!preview) return [];
  const stay = new Set([...preview.next, ...preview.cells]);
  const cells = ends(facts.moves).filter((cell) => !stay.has(cell));
  return cells.length ? [mark(kind, shape, cells)] : [];
}

function touched({ facts, preview }: View, kind: string, shape: string): Mark[] {
  const end = preview?.cells.at(-1);
  if (!preview || end === undefined) return [];
  const owners = new Map(facts.pieces.map(([cell, side]) => [cell, side]));
  return SIDES.map((side) => {
    const cells = preview.touches.filter((cell) => owners.get(cell) === side);
    return mark(
      kind,
      shape,
      cells,
      side,
      "",
      cells.map((cell) => [end, cell]),
    );
  }).filter((found) => found.cells.length);
}

// --- What there is now -------------------------------------------------------------------------------

function last({ facts }: View, kind: string): Mark[] {
  const move = facts.last;
  if (!move) return [];
  const marks = move.cells.length > 1 ? [way(kind, move.cells, move.side)] : [];
  const end = move.cells.slice(-1);
  // A move that names no cell (swap) is shown by what it changed.
  const cells = end.length ? end : move.changes.map((change) => change.cell);
  return [...marks, mark(kind, "ring", cells, move.side)];
}

function featureMarks(
  view: View,
  kind: string,
  source: Extract<Source, { type: "features" }>,
): Mark[] {
  const { turn } = view.facts;
  return features(view, source.feature)
    .filter(({ cells, side }) => {
      if (source.of === "own" && side !== turn) return false;
      if (source.of === "enemy" && side !== 1 - turn) return false;
      return cells.length > 0;
    })
    .map(({ cells, side, label }) => {
      const pointed = source.pointed && label === view.pointed;
      return mark(kind, pointed ? source.pointed : source.shape, cells, side, label);
    });
}

function scores(view: View, kind: string, one: string, many: string): Note[] {
  const { words } = view.declaration;
  const [before, after] = [view.facts.score, view.preview?.score ?? null];
  const notes: Note[] = [];
  for (const side of SIDES) {
    let count = before ? before[side] : null;
    if (view.preview) count = !after || after[side] === count ? null : after[side];
    if (count === null) continue;
    const said = word(words, view.preview ? "score after" : "score");
    const text = fill(said, { count: String(count), word: count === 1 ? one : many });
    notes.push({ kind, side, text, dots: null, dots_of: 0 });
  }
  return notes;
}
