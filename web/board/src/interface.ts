// What the element takes and what it reports: its properties and events, as types.

import type { Declaration } from "./declaration.ts";
import type { Confirm, Previewer, Refusal } from "./entering.ts";
import type { Looks } from "./paint.ts";
import type { Scene } from "./scene.ts";
import type { Explanation, Facts, Side } from "./types.ts";

/** Why cells make no legal move, or its beginning: from the core, at once or a little later. */
export type Explainer = (
  cells: string[],
) => Explanation | null | undefined | Promise<Explanation | null | undefined>;

export interface BoardProperties {
  /** How the game is drawn: one game of `quincunx.drawing.export()`. */
  declaration: Declaration | null;
  facts: Facts | null;
  /** Names of overlays, those that the game has; its own choice if null. */
  overlays: readonly string[] | null;
  looks: Looks;
  /** Steps clockwise, of 90 degrees on squares and of 60 on hexagons. */
  rotation: number;
  mirrored: boolean;
  coordinates: boolean;
  /** Whose moves may be entered. */
  interactive: "both" | Side | "none";
  confirm: Confirm;
  /** Move things; never if the reader's system asks for less motion. */
  animated: boolean;
  /** Keys while a cell has the focus. */
  keys: boolean;
  /** Report `board-sound`. */
  sounds: boolean;
  /** Asked for what a move would do, once the pointer rests on its last cell. */
  previewer: Previewer | null;
  /** Asked why not, when the key O wants to know about a cell. */
  explainer: Explainer | null;
}

export const DEFAULTS: BoardProperties = {
  declaration: null,
  facts: null,
  overlays: null,
  looks: {},
  rotation: 0,
  mirrored: false,
  coordinates: true,
  interactive: "both",
  confirm: "auto",
  animated: true,
  keys: true,
  sounds: true,
  previewer: null,
  explainer: null,
};

/** The events, all of which bubble, with what their `detail` has. */
export interface BoardEvents {
  /** Another cell is pointed at, or none. */
  "board-point": { cell: string | null };
  /** The first cells of a longer move have been touched. */
  "board-begin": { cells: string[] };
  /** The move being entered was given up. */
  "board-cancel": Record<string, never>;
  /** A choice waits to be confirmed. */
  "board-confirm": { move: string; cells: string[] };
  /** A legal move has been entered: the owner plays it and calls `show`. */
  "board-choose": { move: string; cells: string[] };
  /** What was touched is not legal: the owner asks the core why and calls `refuse`. */
  "board-refuse": { cells: string[]; reason: Refusal };
  /** place, step, exchange, capture, refuse, win or draw. */
  "board-sound": { name: string };
  /** The board has been painted: players' notes, status, legend and buttons may be new. */
  "board-paint": { scene: Scene };
}
