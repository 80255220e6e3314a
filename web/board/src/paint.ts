// A scene as SVG: the board alone, in layers, without any DOM. The twin of
// `quincunx.drawing.svg.board`, to the last character.

import { FRAME } from "./layout.ts";
import { type Draw, OVER, UNDER } from "./marks.ts";
import type { Cell, Scene } from "./model.ts";
import { num } from "./numbers.ts";
import { circle, escapeAttribute, type Looks, outlines, Pen, path, stroke, tag } from "./pen.ts";
import type { Point } from "./types.ts";

export type { Looks } from "./pen.ts";

/** The layers of a board, in the order of drawing. All but the cells are for the eye alone. */
export const LAYERS = [
  "ground",
  "cells",
  "edges",
  "under",
  "lines",
  "coordinates",
  "pieces",
  "over",
] as const;

export type Layer = (typeof LAYERS)[number];

/** How wide every board is inside; the page scales it. */
export const WIDTH = 640;
// A board that is 360 pixels wide has its coordinates in 10.6 pixels.
const COORDINATES = WIDTH / 34;
const FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif";

/** A painted board: the whole, and its parts for those who change some of them. */
export interface Painted {
  svg: string;
  label: string;
  viewBox: string;
  /** What stands in `<defs>`. */
  defs: string;
  /** What stands in the `<g data-layer="…">` of each layer. */
  layers: Record<Layer, string>;
  /** The distance of two neighbouring cells, in the units of the viewBox. */
  pitch: number;
  /** The radius of a piece. */
  radius: number;
  /** The middles of the cells, and the shape of each around its middle. */
  middles: Map<string, Point>;
  outline: Point[];
}

/** A pen for a whole board; what it draws fits the layers of `paintBoard`. */
export function penFor(scene: Scene, looks: Looks = {}): Pen {
  const [left, top, across] = scene.box;
  const pitch = WIDTH / across;
  return new Pen(scene, pitch, [-left * pitch, -top * pitch], looks);
}

export function paintBoard(scene: Scene, looks: Looks = {}): Painted {
  const pen = penFor(scene, looks);
  const colour = (text: string) => coloured(text, looks.colours ?? null);
  const layers: Record<Layer, string> = {
    ground: colour(ground(pen)),
    cells: colour(cells(pen)),
    edges: colour(edges(pen)),
    under: colour(marks(pen, UNDER)),
    lines: colour(lines(pen)),
    coordinates: colour(coordinates(pen)),
    pieces: colour(pieces(pen)),
    over: colour(marks(pen, OVER)),
  };
  const defs = colour(hatches(pen));
  const label = `${scene.title}: ${scene.status}`;
  const viewBox = `0 0 ${WIDTH} ${num(scene.box[3] * pen.pitch)}`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" class="quincunx" role="grid" ` +
      `aria-label="${escapeAttribute(label)}" data-fen="${escapeAttribute(scene.fen)}" ` +
      `viewBox="${viewBox}" font-family="${FONTS}">`,
    `<defs>${defs}</defs>`,
    ...LAYERS.map((name) => {
      const role =
        name === "cells" ? 'role="rowgroup"' : 'aria-hidden="true" pointer-events="none"';
      return `<g data-layer="${name}" ${role}>${layers[name]}</g>`;
    }),
    "</svg>",
  ].join("\n");
  return {
    svg,
    label,
    viewBox,
    defs,
    layers,
    pitch: pen.pitch,
    radius: pen.radius,
    middles: new Map(scene.cells.map(({ name }) => [name, pen.at(name)])),
    outline: scene.outline.map(([x, y]) => [x * pen.pitch, y * pen.pitch]),
  };
}

/** Elements with the colours of their classes as attributes. */
export function coloured(text: string, colours: Readonly<Record<string, string>> | null): string {
  if (!colours) return text;
  return text.replace(/class="([^"]*)"/g, (found, names: string) => {
    const added = names.split(" ").map((name) => colours[name] ?? "");
    return found + added.join("");
  });
}

/** Stripes for the areas of the two sides, each in its own direction. */
function hatches(pen: Pen): string {
  const step = Math.max(5, 0.17 * pen.pitch);
  return pen.scene.players
    .map(({ colour }, side) => {
      const look = { "stroke-opacity": 0.5 };
      const line = stroke(`${colour}-l`, `M0 0V${num(step)}`, step * 0.36, look);
      const size = `width="${num(step)}" height="${num(step)}"`;
      return (
        `<pattern id="${pen.prefix}-${colour}" patternUnits="userSpaceOnUse" ${size} ` +
        `patternTransform="rotate(${side ? -45 : 45})">${line}</pattern>`
      );
    })
    .join("");
}

/** For a board of points, the wood under them. */
function ground(pen: Pen): string {
  const { scene, pitch: p } = pen;
  if (scene.layout !== "points") return "";
  const [x, y] = pen.xy([-FRAME, -FRAME]);
  const side = (scene.size + 2 * FRAME) * p;
  return tag("rect", "wood", { x, y, width: side, height: side, rx: 0.12 * p });
}

/** The shape of a cell, for the eye and for what points at it. */
function cellShape(pen: Pen, cell: Cell): string {
  const { scene } = pen;
  const loop = scene.outline.map(([dx, dy]) => pen.xy([cell.x + dx, cell.y + dy]));
  const data = outlines([loop]);
  if (scene.layout === "points") return path("", data, { fill: "none", "pointer-events": "all" });
  const plain = scene.players.some(({ colour }) => colour === "black") ? "cell-b" : "cell";
  return path(cell.look === "rim" ? "rim" : plain, data);
}

/** The cells by rows, as a grid that can be walked with the keys: the first is the way in. */
function cells(pen: Pen): string {
  const rows = new Map<number, string[]>();
  pen.scene.cells.forEach((cell, k) => {
    const row = rows.get(cell.row) ?? [];
    rows.set(cell.row, row);
    const label = escapeAttribute(pen.scene.labels[k] ?? cell.name);
    row.push(
      `<g data-cell="${cell.name}" role="gridcell" aria-label="${label}" ` +
        `tabindex="${k ? -1 : 0}">${cellShape(pen, cell)}</g>`,
    );
  });
  return [...rows.values()].map((row) => `<g role="row">${row.join("")}</g>`).join("");
}

function edges(pen: Pen): string {
  return pen.scene.edges
    .map(({ side, points }) => {
      const data = outlines([points.map((point) => pen.xy(point))]);
      const look = { "stroke-width": 1, "stroke-linejoin": "round" };
      return `<g>${path(pen.player(side).colour, data, look)}</g>`;
    })
    .join("");
}

function lines(pen: Pen): string {
  const { scene, pitch } = pen;
  const out = scene.segments.map(({ style, start, end }) => {
    const [[x1, y1], [x2, y2]] = [pen.xy(start), pen.xy(end)];
    const cls = style === "link" ? "link" : "line";
    return tag("line", cls, { x1, y1, x2, y2, "stroke-linecap": "square" });
  });
  if (scene.layout === "points") {
    const stars = scene.cells.filter(({ look }) => look === "star");
    out.push(...stars.map(({ name }) => circle("star", pen.at(name), Math.max(2.2, 0.08 * pitch))));
  }
  return out.join("");
}

function coordinates(pen: Pen): string {
  return pen.scene.coordinates
    .map(({ text, x, y }) => pen.text(pen.xy([x, y]), text, "co", COORDINATES))
    .join("");
}

function pieces(pen: Pen): string {
  const { scene } = pen;
  const texts = new Map<string, string>();
  for (const { shape, cells, label } of scene.marks) {
    if (shape === "label") texts.set(cells[0] ?? "", label);
  }
  const hidden = pen.marked("ghost"); // another piece, or a higher stack, is shown in its place
  return scene.pieces
    .filter(({ cell }) => !hidden.has(cell))
    .map(({ cell, side, height }) => {
      const shapes = pen.piece(pen.at(cell), pen.player(side), height, texts.get(cell) ?? "");
      return `<g data-piece="${cell}" data-side="${side}">${shapes}</g>`;
    })
    .join("");
}

function marks(pen: Pen, layer: Readonly<Record<string, Draw>>): string {
  const out: string[] = [];
  for (const [shape, draw] of Object.entries(layer)) {
    for (const mark of pen.scene.marks) {
      const drawn = mark.shape === shape ? draw(pen, mark) : "";
      if (drawn) out.push(`<g data-overlay="${escapeAttribute(mark.kind)}">${drawn}</g>`);
    }
  }
  return out.join("");
}
