// Marks as SVG elements. Nothing here knows a game: a mark's shape says it all. The twin of
// `quincunx/drawing/marks.py`.

import type { Mark } from "./model.ts";
import { fix, length, num } from "./numbers.ts";
import { type Attributes, circle, outlines, type Pen, path, stroke, tag } from "./pen.ts";
import type { Point, Side } from "./types.ts";

export type Draw = (pen: Pen, mark: Mark) => string;

const MIDDLE: Point = [0, 0];

function forCells(mark: Mark, draw: (cell: string) => string): string {
  return mark.cells.map(draw).join("");
}

// --- Under the pieces --------------------------------------------------------------------------------

/** Cells tinted, hatched and outlined; the pattern is among the picture's definitions. */
function area(pen: Pen, mark: Mark): string {
  const data = pen.area(mark.cells, 0.05);
  return hatching(pen, data, mark.side) + outline(pen, data, mark.side, 0.05);
}

/** Cells tinted and outlined, hatched only where patterns are wanted. */
function tint(pen: Pen, mark: Mark): string {
  const data = pen.area(mark.cells, 0.05);
  const ground = pen.looks.patterns
    ? hatching(pen, data, mark.side)
    : path(`${pen.player(mark.side).colour}-a`, data, { "fill-opacity": 0.16 });
  return ground + outline(pen, data, mark.side, 0.05);
}

/** The outline of an area around a cell, that cell included. */
function zone(pen: Pen, mark: Mark): string {
  return outline(pen, withHome(pen, mark), mark.side, 0.03);
}

/** A zone that stands out among others. */
function hatched(pen: Pen, mark: Mark): string {
  const data = withHome(pen, mark);
  return hatching(pen, data, mark.side) + outline(pen, data, mark.side, 0.06);
}

function withHome(pen: Pen, mark: Mark): string {
  const home = pen.cells.has(mark.label) ? [mark.label] : [];
  return pen.area([...mark.cells, ...home], 0.05);
}

function hatching(pen: Pen, data: string, side: Side | null): string {
  const { colour } = pen.player(side);
  return (
    path(`${colour}-a`, data, { "fill-opacity": 0.12 }) +
    path("", data, { fill: `url(#${pen.prefix}-${colour})` })
  );
}

/** Solid for the first side, dashed for the second. */
function outline(pen: Pen, data: string, side: Side | null, width: number): string {
  const p = pen.pitch;
  const dash: Attributes = side
    ? { "stroke-dasharray": `${num(0.2 * p)} ${num(0.11 * p)}`, "stroke-linecap": "butt" }
    : {};
  return stroke(`${pen.player(side).colour}-l`, data, Math.max(1.2, width * p), dash);
}

/** A dotted outline. */
function dotted(pen: Pen, mark: Mark): string {
  const width = Math.max(1.4, 0.06 * pen.pitch);
  const data = pen.area(mark.cells, 0.12);
  const dots = { "stroke-dasharray": `0.1 ${num(2.1 * width)}` };
  const { colour } = pen.player(mark.side);
  return stroke("halo", data, 1.9 * width) + stroke(`${colour}-l`, data, width, dots);
}

function bar(pen: Pen, mark: Mark): string {
  const [{ colour }, p] = [pen.player(mark.side), pen.pitch];
  return forCells(mark, (cell) => {
    const [x, y] = pen.at(cell);
    const half = 0.42 * p;
    const size = { width: 2 * half, height: 2 * half, rx: 0.1 * p, fill: "none" };
    const box = { x: x - half, y: y - half, ...size };
    return (
      tag("rect", `${colour}-e`, { ...box, "stroke-width": 0.12 * p }) +
      tag("rect", `${colour}-l`, { ...box, "stroke-width": 0.065 * p })
    );
  });
}

/** A small square: the first side's in the lower left of the cell, the second's opposite. */
function square(pen: Pen, mark: Mark): string {
  const [{ colour }, p] = [pen.player(mark.side), pen.pitch];
  const shift = mark.side ? 0.19 * p : -0.19 * p;
  const half = 0.13 * p;
  const size = { width: 2 * half, height: 2 * half, "stroke-width": 0.04 * p };
  return forCells(mark, (cell) => {
    const [x, y] = pen.at(cell);
    return tag("rect", colour, { x: x + shift - half, y: y - shift - half, ...size });
  });
}

/** Stripes across the middle of each cell. */
function barred(pen: Pen, mark: Mark): string {
  const p = pen.pitch;
  const stripes = [
    [-0.06, 0.32],
    [0.19, 0.19],
    [0.32, -0.06],
  ] as const;
  return forCells(mark, (cell) => {
    const [x, y] = pen.at(cell);
    const data = stripes
      .map(([a, b]) => `M${num(x + a * p)} ${num(y + b * p)}L${num(x - b * p)} ${num(y - a * p)}`)
      .join("");
    return stroke("closedl", data, Math.max(1.2, 0.035 * p), { "stroke-opacity": 0.7 });
  });
}

/** Each cell greyed, with a dash on it. */
function closed(pen: Pen, mark: Mark): string {
  const p = pen.pitch;
  return forCells(mark, (cell) => {
    const [x, y] = pen.at(cell);
    const dash = `M${num(x - 0.12 * p)} ${num(y)}h${num(0.24 * p)}`;
    return (
      path("closed", pen.area([cell], 0.03), { "fill-opacity": 0.3 }) +
      stroke("closedl", dash, 0.045 * p)
    );
  });
}

function litGround(pen: Pen, mark: Mark): string {
  return forCells(mark, (cell) => path("litg", pen.area([cell], 0.03), { "fill-opacity": 0.85 }));
}

/** A tint under the cells of the last move, where cells have a ground. */
function ground(pen: Pen, mark: Mark): string {
  if (pen.scene.layout === "points") return "";
  return forCells(mark, (cell) => path("lastg", pen.area([cell], 0.03)));
}

// --- Over the pieces ---------------------------------------------------------------------------------

function dot(pen: Pen, mark: Mark): string {
  const [p, written] = [pen.pitch, pen.marked("label")];
  return forCells(mark, (cell) => {
    let [x, y] = pen.at(cell);
    let r = 0.13 * p;
    if (pen.taken.has(cell)) {
      y += pen.radius * 0.78; // on the lower rim of the piece
      r = 0.11 * p;
    } else if (written.has(cell)) {
      y -= 0.22 * p;
    }
    return circle("dot", [x, y], r, { "stroke-width": 0.035 * p });
  });
}

function ring(pen: Pen, mark: Mark): string {
  const width = Math.max(1.5, 0.06 * pen.pitch);
  const r = pen.radius + 0.6 * width;
  const look = { fill: "none", "stroke-width": width };
  return forCells(mark, (cell) => circle("last", pen.at(cell), r, look));
}

function selected(pen: Pen, mark: Mark): string {
  const width = Math.max(1.5, 0.06 * pen.pitch);
  return forCells(mark, (cell) => stroke("last", pen.area([cell], 0.06), width));
}

/** From the middle of a cell to the rim of the piece on the next, with a head there. */
function arrow(pen: Pen, mark: Mark): string {
  const p = pen.pitch;
  return mark.segments
    .map(([a, b]) => {
      const [[ax, ay], [bx, by]] = [pen.at(a), pen.at(b)];
      const far = length(bx - ax, by - ay);
      const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
      const [ex, ey] = [bx - ux * pen.radius * 0.95, by - uy * pen.radius * 0.95];
      const [hx, hy] = [ex - ux * 0.2 * p, ey - uy * 0.2 * p];
      const w = 0.15 * p;
      const head: Point[] = [
        [ex, ey],
        [hx - uy * w, hy + ux * w],
        [hx + uy * w, hy - ux * w],
      ];
      return (
        stroke("last", `M${num(ax)} ${num(ay)}L${num(hx)} ${num(hy)}`, 0.09 * p) +
        path("lastf", outlines([head])) +
        (pen.taken.has(a) ? "" : circle("lastf", [ax, ay], 0.1 * p))
      );
    })
    .join("");
}

/** A piece that is not there yet: paler, and with a dashed ring around it. */
function ghost(pen: Pen, mark: Mark): string {
  const p = pen.pitch;
  const dash = `${num(0.14 * p)} ${num(0.1 * p)}`;
  const look = { fill: "none", "stroke-dasharray": dash, "stroke-width": Math.max(1.5, 0.05 * p) };
  return forCells(mark, (cell) => {
    const body = pen.piece(pen.at(cell), pen.player(mark.side), Number(mark.label || 1));
    return `<g opacity="0.75">${body}</g>${circle("last", pen.at(cell), pen.radius + 0.05 * p, look)}`;
  });
}

/** A line with a dot on each cell; a halo parts it from pieces of any colour. */
function chain(pen: Pen, mark: Mark): string {
  const p = pen.pitch;
  const data = mark.segments
    .map(([a, b]) => {
      const [[ax, ay], [bx, by]] = [pen.at(a), pen.at(b)];
      return `M${num(ax)} ${num(ay)}L${num(bx)} ${num(by)}`;
    })
    .join("");
  const look = { fill: "none", "stroke-width": 0.08 * p };
  const rims = forCells(mark, (cell) => circle("halo", pen.at(cell), 0.14 * p, look));
  const dots = forCells(mark, (cell) => circle("lastf", pen.at(cell), 0.14 * p));
  return stroke("halo", data, 0.19 * p) + rims + stroke("last", data, 0.11 * p) + dots;
}

/** A little piece on the border between the two cells of each segment. */
function pip(pen: Pen, mark: Mark): string {
  const [player, p] = [pen.player(mark.side), pen.pitch];
  return mark.segments
    .map(([a, b]) => {
      const [[ax, ay], [bx, by]] = [pen.at(a), pen.at(b)];
      const at: Point = [(ax + bx) / 2, (ay + by) / 2];
      const edge = { "stroke-width": Math.max(1, 0.025 * p) };
      return (
        circle("halo", at, 0.12 * p, { fill: "none", "stroke-width": 0.05 * p }) +
        circle(player.colour, at, 0.105 * p, edge) +
        (player.pattern === "ring" ? circle(`${player.colour}-o`, at, 0.04 * p) : "")
      );
    })
    .join("");
}

/** A strong frame around each cell. */
function lit(pen: Pen, mark: Mark): string {
  const width = Math.max(2, 0.06 * pen.pitch);
  return forCells(mark, (cell) => {
    const data = pen.area([cell], 0.06);
    return stroke("halo", data, 1.9 * width) + stroke("lit", data, width);
  });
}

/** A cross in a ring. */
function loss(pen: Pen, mark: Mark): string {
  const width = Math.max(1.5, 0.06 * pen.pitch);
  const r = pen.radius + 0.3 * width;
  const look = { fill: "none", "stroke-width": width };
  return forCells(mark, (cell) => circle("loss", pen.at(cell), r, look)) + cross(pen, mark);
}

/** A cross; where the piece is gone, its outline as well. */
function cross(pen: Pen, mark: Mark): string {
  const [p, r] = [pen.pitch, pen.radius];
  const { colour } = pen.player(mark.side);
  const [a, width] = [0.5 * r, 0.09 * p];
  const dash = `${num(0.12 * p)} ${num(0.09 * p)}`;
  const look = { fill: "none", "stroke-dasharray": dash, "stroke-width": 0.045 * p };
  const cls = mark.shape === "loss" ? "loss" : "cross";
  return forCells(mark, (cell) => {
    const [x, y] = pen.at(cell);
    const gone = pen.taken.has(cell) ? "" : circle(`${colour}-l`, [x, y], r, look);
    const lines = `l${num(2 * a)} ${num(2 * a)}m0 ${num(-2 * a)}l${num(-2 * a)} ${num(2 * a)}`;
    const data = `M${num(x - a)} ${num(y - a)}${lines}`;
    return gone + stroke("halo", data, 1.9 * width) + stroke(cls, data, width);
  });
}

/** A round badge with two arrows, one each way. */
function swap(pen: Pen, mark: Mark): string {
  const p = pen.pitch;
  const r = 0.19 * p;
  const [a, b, c] = [0.55 * r, 0.28 * r, 0.3 * r];
  return forCells(mark, (cell) => {
    const [mx, my] = pen.at(cell);
    const [x, y] = [mx + 0.27 * p, my - 0.27 * p];
    const there = `M${num(x - a)} ${num(y - b)}h${num(2 * a)}l${num(-c)} ${num(-c)}`;
    const back = `M${num(x + a)} ${num(y + b)}h${num(-2 * a)}l${num(c)} ${num(c)}`;
    return (
      circle("badge", [x, y], r, { "stroke-width": 0.03 * p }) +
      stroke("badgei", there + back, 0.035 * p)
    );
  });
}

/** A text on an empty cell; what is written on a piece, the piece writes. */
function label(pen: Pen, mark: Mark): string {
  const [p, dots] = [pen.pitch, pen.marked("dot")];
  const size = mark.label.length <= 3 ? 0.34 * p : 0.26 * p;
  return forCells(mark, (cell) => {
    if (pen.taken.has(cell)) return "";
    const [x, y] = pen.at(cell);
    const dotted = dots.has(cell);
    return pen.text([x, y + (dotted ? 0.14 * p : 0)], mark.label, "label", size, dotted);
  });
}

/** A small text in a corner of a square, at the foot of a hexagon. */
function name(pen: Pen, mark: Mark): string {
  const p = pen.pitch;
  const size = Math.min(14, 0.26 * p);
  return forCells(mark, (cell) => {
    const [x, y] = pen.at(cell);
    const at: Point =
      pen.scene.layout === "hexagons"
        ? [x, y + 0.36 * p]
        : [x - 0.47 * p + 0.8 * size, y - 0.46 * p + 0.6 * size];
    return pen.text(at, mark.label, "m", size);
  });
}

/** The label of an area, once, in a pill with the side's letter. */
function count(pen: Pen, mark: Mark): string {
  if (!mark.label) return "";
  const player = pen.player(mark.side);
  const cell = placeOf(pen, mark);
  let [x, y] = pen.at(cell);
  // Between two rows, and not on the coordinates.
  if (pen.taken.has(cell)) y += isLowest(pen, cell) ? -0.45 * pen.pitch : 0.45 * pen.pitch;
  const size = Math.max(10, 0.27 * pen.pitch);
  const text = `${player.letter} ${mark.label}${mark.shape === "void" ? " void" : ""}`;
  const [w, h] = [size * (0.62 * text.length + 0.7), 1.5 * size];
  x += inward(pen, cell) * Math.max(0, w / 2 - 0.5 * pen.pitch);
  const box = { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: h / 2 };
  if (mark.shape === "void") {
    const look = { "stroke-dasharray": "0.1 4", "stroke-linecap": "round", "stroke-width": 2 };
    const pill = tag("rect", `pill ${player.colour}-l`, { ...box, ...look });
    return pill + pen.text([x, y], text, "t", size);
  }
  return (
    tag("rect", player.colour, { ...box, "stroke-width": 1.5 }) +
    pen.text([x, y], text, `${player.colour}-o`, size, true)
  );
}

/** Is there nothing below but coordinates? */
function isLowest(pen: Pen, cell: string): boolean {
  const { y } = pen.cell(cell);
  return pen.scene.cells.every((other) => other.y < y + 0.1);
}

/** Which way to move what would reach beyond the end of a row. */
function inward(pen: Pen, cell: string): number {
  const here = pen.cell(cell);
  const row = pen.scene.cells.filter((other) => Math.abs(other.y - here.y) < 0.1);
  const places = row.map((other) => other.x);
  return Number(Math.min(...places) > here.x - 0.1) - Number(Math.max(...places) < here.x + 0.1);
}

/** The cell of an area for its label: an empty one near its middle, if there is one. */
function placeOf(pen: Pen, mark: Mark): string {
  let [x, y] = MIDDLE;
  for (const cell of mark.cells) {
    x += pen.cell(cell).x;
    y += pen.cell(cell).y;
  }
  [x, y] = [x / mark.cells.length, y / mark.cells.length];
  const cost = (cell: string): [number, number, number, string] => {
    const far = length(pen.cell(cell).x - x, pen.cell(cell).y - y);
    return [Number(pen.labelled.has(cell)), Number(pen.taken.has(cell)), fix(far, 3), cell];
  };
  const [best] = mark.cells.map(cost).sort((a, b) => {
    const k = a.findIndex((value, i) => value !== b[i]);
    return k < 0 ? 0 : (a[k] as number) < (b[k] as number) ? -1 : 1;
  });
  const chosen = best?.[3] ?? "";
  pen.labelled.add(chosen);
  return chosen;
}

/** What each shape puts under the pieces, in the order of drawing. */
export const UNDER: Readonly<Record<string, Draw>> = {
  closed,
  tint,
  area,
  zone,
  hatched,
  void: dotted,
  bar,
  square,
  barred,
  ring: ground,
  lit: litGround,
};

/** What each shape puts over the pieces, in the order of drawing. */
export const OVER: Readonly<Record<string, Draw>> = {
  selected,
  ring,
  arrow,
  ghost,
  chain,
  cross,
  loss,
  swap,
  pip,
  name,
  label,
  dot,
  area: count,
  void: count,
  lit,
};
