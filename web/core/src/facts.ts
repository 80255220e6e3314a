// What the core says of positions and moves, as plain data.

export type Side = 0 | 1;

/** Side and height of what stands on a cell. */
export type Standing = readonly [side: Side, height: number];

export interface Change {
  cell: string;
  before: Standing | null;
  after: Standing | null;
}

export interface Feature {
  kind: string;
  side: Side | null;
  cells: string[];
  label: string;
}

/** One thing that a move does; `Board.events` of the Python library says what each kind means. */
export interface Event {
  kind: string;
  side: Side | null;
  cells: string[];
  from: number | null;
  to: number | null;
  causes: string[];
  feature: string;
  label: string;
}

/** What happens at the same time. */
export type Wave = Event[];

export interface LegalMove {
  move: string;
  /** The cells to touch, in order; none for a move that is a button (`swap`). */
  cells: string[];
}

export interface Outcome {
  winner: Side | null;
  ending: string;
}

export interface LastMove extends LegalMove {
  side: Side;
  changes: Change[];
}

/** A position, as the core describes it. */
export interface Facts {
  game: string;
  size: number;
  fen: string;
  ply: number;
  turn: Side;
  /** How the turn came to the side to move: "passed", "moves again" or "sat out". */
  reason: string;
  outcome: Outcome | null;
  score: [number, number] | null;
  /** Names of the cells, row by row from the bottom. */
  rows: string[][];
  pieces: [cell: string, side: Side, height: number][];
  features: Feature[];
  /** In the core's order. */
  moves: LegalMove[];
  last: LastMove | null;
}

/** What a legal move would do. */
export interface Preview extends LegalMove {
  /** By the names of the cells, in the order of plain strings. */
  changes: Change[];
  waves: Wave[];
  features: Feature[];
  score: [number, number] | null;
  /** Where the opponent's moves may end afterwards; none if the game is over then. */
  next: string[];
  /** Occupied cells next to the one that the move ends on. */
  touches: string[];
}

export interface Explanation {
  text: string;
  section: string;
  cells: string[];
}
