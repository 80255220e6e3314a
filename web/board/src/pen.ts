// SVG elements, and a pen that knows where things are and draws pieces. It writes the very same
// elements as `quincunx/drawing/pen.py`.

import { boundary, corners, inset } from "./layout.ts";
import type { Cell, Piece, Player, Scene } from "./model.ts";
import { num } from "./numbers.ts";
import type { Point, Side } from "./types.ts";

/** How a scene is painted. */
export interface Looks {
  /** For each class, colours to write into the elements (`coloursOf`); without them, classes alone. */
  colours?: Readonly<Record<string, string>> | null;
  /** Draw the pieces of one side as rounded squares. */
  shapes?: boolean;
  /** Hatch what is tinted. */
  patterns?: boolean;
  /** What ids begin with: give each board on a page its own. */
  prefix?: string;
}

export type Attributes = Record<string, string | number>;

// Higher stacks are drawn with this many discs; the number on top tells the height.
const TALLEST = 5;

export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
}

export function tag(name: string, cls: string, attributes: Attributes, text?: string): string {
  const parts = [name];
  if (cls) parts.push(`class="${cls}"`);
  for (const [key, value] of Object.entries(attributes)) {
    parts.push(`${key}="${typeof value === "string" ? escapeAttribute(value) : num(value)}"`);
  }
  const head = parts.join(" ");
  return text === undefined ? `<${head}/>` : `<${head}>${escapeText(text)}</${name}>`;
}

export function circle(cls: string, [cx, cy]: Point, r: number, more: Attributes = {}): string {
  return tag("circle", cls, { cx, cy, r, ...more });
}

/** Closed loops as the data of a path. */
export function outlines(loops: readonly (readonly Point[])[]): string {
  return loops.map((loop) => `M${loop.map(([x, y]) => `${num(x)} ${num(y)}`).join("L")}Z`).join("");
}

/** A filled path. */
export function path(cls: string, d: string, more: Attributes = {}): string {
  return tag("path", cls, { d, ...more });
}

/** A path as a line of this width. */
export function stroke(cls: string, d: string, width: number, more: Attributes = {}): string {
  return path(cls, d, {
    fill: "none",
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...more,
  });
}

/** Draws at a scale: `pitch` is the distance of two cells, `origin` the place of (0, 0). */
export class Pen {
  readonly cells: ReadonlyMap<string, Cell>;
  readonly taken: ReadonlyMap<string, Piece>;
  /** The radius of a piece. */
  readonly radius: number;
  /** Cells whose label has been used to write on, so that the next one goes elsewhere. */
  readonly labelled = new Set<string>();
  readonly #corners: ReadonlyMap<string, Point[]>;

  constructor(
    readonly scene: Scene,
    readonly pitch: number,
    readonly origin: Point,
    readonly looks: Looks,
  ) {
    this.cells = new Map(scene.cells.map((cell) => [cell.name, cell]));
    this.taken = new Map(scene.pieces.map((piece) => [piece.cell, piece]));
    this.radius = (scene.layout === "points" ? 0.45 : 0.385) * pitch;
    this.#corners = corners(scene.cells, scene.outline);
  }

  get prefix(): string {
    return this.looks.prefix ?? "q";
  }

  xy([x, y]: Point): Point {
    return [this.origin[0] + x * this.pitch, this.origin[1] + y * this.pitch];
  }

  cell(name: string): Cell {
    const cell = this.cells.get(name);
    if (!cell) throw new Error(`'${name}' is not a cell of this board`);
    return cell;
  }

  at(name: string): Point {
    const { x, y } = this.cell(name);
    return this.xy([x, y]);
  }

  player(side: Side | null): Player {
    return this.scene.players[side ?? 0];
  }

  /** The cells that have a mark of this shape. */
  marked(shape: string): Set<string> {
    const marks = this.scene.marks.filter((mark) => mark.shape === shape);
    return new Set(marks.flatMap((mark) => mark.cells));
  }

  /** The outlines of an area, moved inward, as the data of a path. */
  area(cells: readonly string[], depth: number): string {
    const loops = boundary(cells.map((cell) => this.#corners.get(cell) ?? []));
    return outlines(loops.map((loop) => inset(loop, depth).map((point) => this.xy(point))));
  }

  /** A text around a point. */
  text([x, y]: Point, text: string, cls: string, size: number, bold = false): string {
    const more: Attributes = bold ? { "font-weight": "700" } : {};
    const place = { x, y: y + 0.36 * size, "font-size": size, "text-anchor": "middle" };
    return tag("text", cls, { ...place, ...more }, text);
  }

  /** The shape of a player's pieces: a disc, or else a square with round corners. */
  body(cls: string, [x, y]: Point, r: number, player: Player, more: Attributes): string {
    if (!this.looks.shapes || player.pattern === "plain") return circle(cls, [x, y], r, more);
    const half = 0.9 * r;
    const [width, rx] = [2 * half, 0.34 * r];
    return tag("rect", cls, { x: x - half, y: y - half, width, height: width, rx, ...more });
  }

  /** A piece or a stack: discs one upon the other, and a number from two on. */
  piece([x, middle]: Point, player: Player, height = 1, written = ""): string {
    const [p, r] = [this.pitch, this.radius];
    const lift = 0.075 * p;
    const edge = Math.max(1, 0.03 * p);
    const discs = Math.min(height, TALLEST);
    let y = middle + (lift * (discs - 1)) / 2;
    const shadow: Point = [x + 0.015 * p, y + 0.045 * p];
    const out = [this.body("", shadow, r + edge / 2, player, { "fill-opacity": 0.22 })];
    for (let k = 0; k < discs; k++) {
      out.push(this.body(player.colour, [x, y], r, player, { "stroke-width": edge }));
      y -= lift;
    }
    y += lift;
    if (player.pattern === "ring") {
      const width = Math.max(1.2, (height === 1 ? 0.055 : 0.045) * p);
      const ring = { fill: "none", "stroke-width": width };
      out.push(this.body(`${player.colour}-r`, [x, y], 0.74 * r, player, ring));
    }
    const text = written || (height > 1 ? String(height) : "");
    if (text) {
      const size = r * ([1, 0.82, 0.6][Math.min(text.length, 3) - 1] ?? 1);
      out.push(this.text([x, y], text, `${player.colour}-o`, size, true));
    }
    return out.join("");
  }
}
