// A scene: all that a picture of a board shows, as plain data. `quincunx.drawing.scene` says what each
// field means; the names are the same. Lengths are in cells, y grows downward.

import type { LegalMove, Point, Preview, Side } from "./types.ts";

export interface Cell {
  name: string;
  x: number;
  y: number;
  row: number;
  place: number;
  look: string;
}

export interface Piece {
  cell: string;
  side: Side;
  height: number;
}

export interface Mark {
  kind: string;
  shape: string;
  cells: string[];
  side: Side | null;
  label: string;
  segments: [string, string][];
}

export interface Edge {
  kind: string;
  side: Side;
  points: Point[];
  label: string;
}

export interface Segment {
  style: string;
  start: Point;
  end: Point;
  kind: string;
}

export interface Note {
  kind: string;
  side: Side;
  text: string;
  dots: number | null;
  dots_of: number;
}

export interface Player {
  name: string;
  letter: string;
  colour: string;
  pattern: string;
  to_move: boolean;
  won: boolean;
  notes: Note[];
}

export interface Coordinate {
  text: string;
  x: number;
  y: number;
}

/** A legal move that is not made by touching cells alone. */
export interface Button {
  move: string;
  text: string;
  name: string;
  /** What to ask before it is played, if anything. */
  confirm: string;
  /** Touching one of these means this move too. */
  cells: string[];
}

export interface LegendEntry {
  kind: string;
  shape: string;
  side: Side | null;
  text: string;
}

export interface Scene {
  game: string;
  title: string;
  credit: string;
  status: string;
  fen: string;
  rotation: number;
  mirrored: boolean;
  layout: string;
  size: number;
  box: [number, number, number, number];
  outline: Point[];
  cells: Cell[];
  labels: string[];
  pieces: Piece[];
  stacks: boolean;
  players: [Player, Player];
  marks: Mark[];
  segments: Segment[];
  edges: Edge[];
  coordinates: Coordinate[];
  buttons: Button[];
  moves: LegalMove[];
  legend: LegendEntry[];
}

/** What may be asked of a scene. */
export interface SceneOptions {
  /** Names of overlays, in one string or several; the game's defaults if left out. */
  overlays?: string | readonly string[] | null;
  /** The facts of a legal move whose effects are shown. */
  preview?: Preview | null;
  /** The first cells of a move that is being entered. */
  clicked?: readonly string[];
  /** The cells that an explanation is about. */
  lit?: readonly string[];
  /** The cell that is pointed at. */
  pointed?: string | null;
  /** Steps of a clockwise turn: 90 degrees on squares, 60 on hexagons. */
  rotation?: number;
  /** Exchange left and right, before turning. */
  mirrored?: boolean;
}
