// What `quincunx.drawing.export()` writes: games, drawings, themes and words.

import type { Side } from "./types.ts";

export interface EdgeOf {
  at: string;
  side: Side;
  label: string;
}

export interface Layout {
  kind: "squares" | "points" | "hexagons";
  rim: string;
  stars: boolean;
  edges: EdgeOf[];
  links: [number, number][];
}

/** Where an overlay comes from; `quincunx.drawing.declaration` says what each type means. */
export type Source =
  | { type: "changes" | "clicked" | "edges" | "effects" | "last" | "legal" }
  | { type: "letters" | "links" | "lit" | "names" }
  | { type: "closed" | "touched"; shape: string }
  | { type: "features"; feature: string; shape: string; of: string; pointed: string }
  | { type: "notes"; feature: string; text: string; dots: number }
  | { type: "path" | "union"; feature: string; shape: string }
  | { type: "score"; one: string; many: string };

export interface Overlay {
  name: string;
  text: string;
  shows: Source[];
  default: boolean;
  legend: Record<string, string>;
  words: Record<string, string>;
}

export interface ButtonOf {
  move: string;
  name: string;
  text: string;
  confirm: string;
  taps: string;
}

/** A rule: the section of the sheet, and what it says; most have a position to try it in. */
export interface Clause {
  section: string;
  text: string;
  /** A few words for a heading. */
  title: string;
  /** Where it is tried; if empty, where a game begins. */
  fen: string;
  task: string;
  /** Cells to point out at first. */
  lit: string[];
  /** Legal moves of both sides, in order, that show what the task is about. */
  plays: string[];
  /** Moves that this section forbids there. */
  refuses: string[];
  /** The ending that the plays lead to, if they do. */
  ends: string;
}

export interface Drawing {
  layout: Layout;
  overlays: Overlay[];
  stack: string;
  selected: Overlay;
  preview: Overlay;
  buttons: ButtonOf[];
  tasks: { empty: string; taken: string };
  /** What a player is after, in a few words. */
  goal: string;
  /** What to read before a first game; `clauses` have all of it, to be tried. */
  rules: Clause[];
  clauses: Clause[];
  /** A game to look at: its moves, with spaces between them. */
  sample: { size: number; moves: string } | null;
}

export interface PlayerInfo {
  name: string;
  letter: string;
  colour: string;
  pattern: string;
}

export interface GameInfo {
  id: string;
  name: string;
  author: string;
  year: number | null;
  credit: string;
  sizes: number[];
  size_texts: string[];
  default_size: number;
  is_square: boolean;
  players: [PlayerInfo, PlayerInfo];
  piece: [one: string, many: string];
  has_pie_rule: boolean;
  has_draws: boolean;
  example: string;
  endings: { name: string; section: string; text: string }[];
  drawing: Drawing;
}

export type Palette = Record<string, string>;
export type Words = Record<string, string>;

export interface Exported {
  version: number;
  games: GameInfo[];
  lit: Overlay;
  words: Words;
  themes: Record<string, Palette>;
  rules: Record<string, Record<string, string>>;
}

/** What it takes to draw one game. */
export interface Declaration {
  game: GameInfo;
  lit: Overlay;
  words: Words;
}

export function declarationOf(exported: Exported, id: string): Declaration {
  const game = exported.games.find((entry) => entry.id === id);
  if (!game) throw new Error(`no game is called ${JSON.stringify(id)}`);
  return { game, lit: exported.lit, words: exported.words };
}

/** For each class of elements, its colours in a theme as attributes: for `Looks.colours`. */
export function coloursOf(exported: Exported, theme: string): Record<string, string> {
  const palette = exported.themes[theme];
  if (!palette) throw new Error(`no theme is called ${JSON.stringify(theme)}`);
  const colours: Record<string, string> = {};
  for (const [name, rule] of Object.entries(exported.rules)) {
    const pairs = Object.entries(rule);
    colours[name] = pairs.map(([key, colour]) => ` ${key}="${palette[colour]}"`).join("");
  }
  return colours;
}

/** Names of the overlays to show: those chosen, as far as there are such, or the game's own choice. */
export function overlaysOn({ overlays }: Drawing, chosen?: readonly string[]): string[] {
  return overlays
    .filter((overlay) => (chosen ? chosen.includes(overlay.name) : overlay.default))
    .map((overlay) => overlay.name);
}
