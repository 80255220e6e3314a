// Where things are: cells, grid lines, edges and coordinates of the three kinds of board, turned as
// one likes, and outlines of areas. The twin of `quincunx/drawing/layout.py`.

import type { EdgeOf, Layout } from "./declaration.ts";
import type { Cell, Coordinate, Segment } from "./model.ts";
import { fix, key, length } from "./numbers.ts";
import type { Point } from "./types.ts";

/** The width of the wood around the cells of a board of points. */
export const FRAME = 0.3;
// How far from the cells the coloured edges on the wood begin.
const EDGE = 0.06;

// Rows of hexagons that touch are this far apart, if the cells of a row are 1 apart.
const ROW = Math.sqrt(3) / 2;

// Cosine and sine of each step of a turn, clockwise.
const QUARTERS: readonly Point[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];
const SIXTHS: readonly Point[] = [
  [1, 0],
  [0.5, ROW],
  [-0.5, ROW],
  [-1, 0],
  [-0.5, -ROW],
  [0.5, -ROW],
];

const SQUARE: Point[] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
const HEXAGON: Point[] = (
  [
    [0, -2],
    [0.5, -1],
    [0.5, 1],
    [0, 2],
    [-0.5, 1],
    [-0.5, -1],
  ] as const
).map(([x, y]) => [x, fix(y / ROW / 4)]);

type Box = [number, number, number, number];
type Rows = readonly (readonly string[])[];

/** The parts of a scene that depend on the board's kind and size alone. */
export interface Plan {
  kind: string;
  box: Box;
  outline: Point[];
  cells: Cell[];
  coordinates: Coordinate[];
  segments: Segment[];
  edges: Point[][];
  links: [Point, Point][];
}

/** How many steps make a whole turn. */
export function turnsOf(kind: string): number {
  return kind === "hexagons" ? 6 : 4;
}

/** Steps of a turn, within one turn. */
export function turnOf(kind: string, rotation: number): number {
  const turns = turnsOf(kind);
  return ((rotation % turns) + turns) % turns;
}

/** The board, mirrored if that is wanted, then turned clockwise by so many steps. */
export function plan(
  layout: Layout,
  rows: Rows,
  size: number,
  rotation = 0,
  mirrored = false,
): Plan {
  const { kind } = layout;
  const hexagonal = kind === "hexagons";
  const raw = hexagonal ? hexagons(rows, size, layout) : squares(rows, size, layout);
  const turn = turnOf(kind, rotation);
  const [cosine, sine] = (hexagonal ? SIXTHS : QUARTERS)[turn] ?? [1, 0];
  const flip = mirrored ? -1 : 1;
  const [mx, my] = hexagonal ? [size - 0.5, (size - 1) * ROW + 0.6] : [size / 2, size / 2];
  const turned = ([x, y]: Point): Point => {
    const [dx, dy] = [flip * (x - mx), y - my];
    return [fix(mx + dx * cosine - dy * sine), fix(my + dx * sine + dy * cosine)];
  };
  if (turn === 0 && !mirrored) return moved(raw, ([x, y]) => [fix(x), fix(y)]);
  const there = moved(raw, turned);
  if (hexagonal) return { ...there, box: around(there) };
  const [left, top, width, height] = raw.box;
  const [x1, y1] = turned([left, top]);
  const [x2, y2] = turned([left + width, top + height]);
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), fix(Math.abs(x2 - x1)), 0];
  box[3] = fix(Math.abs(y2 - y1));
  return { ...there, box };
}

/** All of it at its new place; the shape of the cells stays the same. */
function moved(raw: Plan, place: (point: Point) => Point): Plan {
  const put = <T extends { x: number; y: number }>(old: T): T => {
    const [x, y] = place([old.x, old.y]);
    return { ...old, x, y };
  };
  return {
    kind: raw.kind,
    box: raw.box.map((value) => fix(value)) as Box,
    outline: raw.outline,
    cells: raw.cells.map(put),
    coordinates: raw.coordinates.map(put),
    segments: raw.segments.map((s) => ({ ...s, start: place(s.start), end: place(s.end) })),
    edges: raw.edges.map((edge) => edge.map(place)),
    links: raw.links.map(([a, b]) => [place(a), place(b)]),
  };
}

/** A box around all cells, and around the coordinates with room for their letters. */
function around({ cells, coordinates }: Plan): Box {
  const low = (axis: "x" | "y", margin: number) =>
    Math.min(
      Math.min(...cells.map((cell) => cell[axis])) - margin,
      Math.min(...coordinates.map((name) => name[axis])) - 0.4,
    );
  const high = (axis: "x" | "y", margin: number) =>
    Math.max(
      Math.max(...cells.map((cell) => cell[axis])) + margin,
      Math.max(...coordinates.map((name) => name[axis])) + 0.4,
    );
  const [left, right] = [low("x", 0.55), high("x", 0.55)];
  const [top, bottom] = [low("y", 0.6), high("y", 0.6)];
  return [fix(left), fix(top), fix(right - left), fix(bottom - top)];
}

function linksOf(layout: Layout, cells: readonly Cell[]): [Point, Point][] {
  const at = new Map(cells.map((cell) => [key([cell.row, cell.place]), cell]));
  const found: [Point, Point][] = [];
  for (const [up, along] of layout.links) {
    for (const start of cells) {
      const end = at.get(key([start.row + up, start.place + along]));
      if (end) {
        found.push([
          [start.x, start.y],
          [end.x, end.y],
        ]);
      }
    }
  }
  return found;
}

// --- Squares and points ------------------------------------------------------------------------------

function squares(rows: Rows, n: number, layout: Layout): Plan {
  const stars = layout.stars ? starsOf(n) : new Set<string>();
  const look = (row: number, place: number) => {
    if (stars.has(key([row, place]))) return "star";
    const outermost = row === 0 || row === n - 1 || place === 0 || place === n - 1;
    return layout.rim && outermost ? "rim" : "plain";
  };
  const cells = rows.flatMap((names, row) =>
    names.map((name, place) => {
      return { name, x: place + 0.5, y: n - row - 0.5, row, place, look: look(row, place) };
    }),
  );
  const segments: Segment[] = [];
  if (layout.kind === "points") {
    for (let k = 0; k < n; k++) {
      const [style, kind] = ["grid", ""];
      segments.push({ style, start: [0.5, k + 0.5], end: [n - 0.5, k + 0.5], kind });
      segments.push({ style, start: [k + 0.5, 0.5], end: [k + 0.5, n - 0.5], kind });
    }
  }
  // Coordinates stand off: small boards are drawn large, and letters stay the same.
  const gap = fix(0.2 + 0.015 * n, 3);
  const frame = layout.kind === "points" || layout.edges.length ? FRAME : 0;
  const margin = 2 * gap + frame;
  const across = n + margin + frame + 0.05;
  return {
    kind: layout.kind,
    box: [-margin, -frame - 0.05, across, across],
    outline: SQUARE,
    cells,
    coordinates: beside(rows, n, gap + frame),
    segments,
    edges: layout.edges.map((edge) => edgeOf(edge, n)),
    links: linksOf(layout, cells),
  };
}

/** Numbers to the left of a square board, letters below it. */
function beside(rows: Rows, n: number, gap: number): Coordinate[] {
  const numbers = rows.map((row, r) => ({
    text: (row[0] ?? "").slice(1),
    x: -gap,
    y: n - r - 0.5,
  }));
  const letters = (rows[0] ?? []).map((name, c) => ({
    text: name[0] ?? "",
    x: c + 0.5,
    y: n + gap,
  }));
  return [...numbers, ...letters];
}

/** One of four edges that meet in mitred corners. */
function edgeOf(edge: EdgeOf, n: number): Point[] {
  const [a, b, c, d] = [-FRAME, -EDGE, n + EDGE, n + FRAME];
  const edges: Record<string, Point[]> = {
    north: [
      [a, a],
      [d, a],
      [c, b],
      [b, b],
    ],
    south: [
      [a, d],
      [d, d],
      [c, c],
      [b, c],
    ],
    west: [
      [a, a],
      [b, b],
      [b, c],
      [a, d],
    ],
    east: [
      [d, a],
      [d, d],
      [c, c],
      [c, b],
    ],
  };
  return edges[edge.at] ?? [];
}

/** The points that a Go board of this size has dots on; none on small boards. */
function starsOf(n: number): Set<string> {
  if (n < 9) return new Set();
  const inner = n >= 13 ? 3 : 2;
  const middle = Math.floor(n / 2);
  const marks = n % 2 ? [inner, middle, n - 1 - inner] : [inner, n - 1 - inner];
  const few = n < 15 && n % 2 === 1;
  const stars = new Set<string>();
  for (const row of marks) {
    for (const place of marks) {
      // On boards of middle size only the centre and the four corners.
      if (!few || (row === middle) === (place === middle)) stars.add(key([row, place]));
    }
  }
  return stars;
}

// --- Hexagons ----------------------------------------------------------------------------------------

function hexagons(rows: Rows, n: number, layout: Layout): Plan {
  const last = 2 * n - 2;
  const cells = rows.flatMap((names, row) =>
    names.map((name, place) => {
      const outermost = row === 0 || row === last || place === 0 || place === names.length - 1;
      const [x, y] = [place + (2 * n - names.length) / 2, (last - row) * ROW + 0.6];
      return { name, x, y, row, place, look: layout.rim && outermost ? "rim" : "plain" };
    }),
  );
  // Cells with the same number stand on lines that bend at the middle row. Each number is written
  // where its line enters the board at the bottom; each letter at the left end of its row.
  const lowest = new Map<number, Cell>();
  for (const cell of cells) if (!lowest.has(cell.place)) lowest.set(cell.place, cell);
  const numbers = [...lowest.values()]
    .sort((a, b) => a.place - b.place)
    .map((cell) => ({ text: String(cell.place + 1), x: cell.x + 0.45, y: cell.y + 0.9 * ROW }));
  const letters = cells
    .filter((cell) => cell.place === 0)
    .map((cell) => ({ text: cell.name[0] ?? "", x: cell.x - 0.85, y: cell.y }));
  return {
    kind: "hexagons",
    box: [-0.6, 0, 2 * n + 0.2, last * ROW + 1.2 + 0.5],
    outline: HEXAGON,
    cells,
    coordinates: [...numbers, ...letters],
    segments: [],
    edges: [],
    links: linksOf(layout, cells),
  };
}

// --- Outlines of areas -------------------------------------------------------------------------------

/**
 * The corners of each cell. A corner that cells share is the very same point for all of them, though
 * each reckons it a little differently.
 */
export function corners(cells: readonly Cell[], outline: readonly Point[]): Map<string, Point[]> {
  const known = new Map<string, Point>();
  const shared = (x: number, y: number): Point => {
    const [i, j] = [Math.floor(x * 1000 + 0.5), Math.floor(y * 1000 + 0.5)];
    for (const k of [i, i - 1, i + 1]) {
      for (const m of [j, j - 1, j + 1]) {
        const point = known.get(key([k, m]));
        if (point) return point;
      }
    }
    const point: Point = [i / 1000, j / 1000];
    known.set(key([i, j]), point);
    return point;
  };
  return new Map(
    cells.map((cell) => [cell.name, outline.map(([dx, dy]) => shared(cell.x + dx, cell.y + dy))]),
  );
}

/** The outlines of the area that cells, given by their corners, make up: closed loops. */
export function boundary(cells: readonly (readonly Point[])[]): Point[][] {
  const sides = new Map<string, [Point, Point]>();
  for (const cell of cells) {
    cell.forEach((a, k) => {
      const b = cell[(k + 1) % cell.length] as Point;
      // A side that two cells share is walked in both directions, and is not a boundary.
      if (!sides.delete(`${key(b)} ${key(a)}`)) sides.set(`${key(a)} ${key(b)}`, [a, b]);
    });
  }
  const after = new Map<string, Point[]>();
  const first = new Map<string, Point>();
  for (const [a, b] of sides.values()) {
    const onward = after.get(key(a));
    if (onward) onward.push(b);
    else after.set(key(a), [b]);
    first.set(key(a), a);
  }
  const loops: Point[][] = [];
  while (after.size) {
    const [start] = after.keys();
    let point = first.get(start as string) as Point;
    const loop: Point[] = [];
    do {
      loop.push(point);
      const onward = after.get(key(point)) as Point[];
      const next = onward.pop() as Point;
      if (!onward.length) after.delete(key(point));
      point = next;
    } while (key(point) !== start);
    loops.push(withoutStraightCorners(loop));
  }
  return loops;
}

/** A loop moved inward by `depth`, so that outlines of neighbours do not cover each other. */
export function inset(loop: readonly Point[], depth: number): Point[] {
  return loop.map(([x, y], k) => {
    const [[ax, ay], [bx, by]] = beforeAndAfter(loop, k);
    // The area lies to the right of each side, in a plane where y grows downward.
    const [nx1, ny1] = normal(x - ax, y - ay);
    const [nx2, ny2] = normal(bx - x, by - y);
    const scale = depth / (1 + nx1 * nx2 + ny1 * ny2);
    return [x + (nx1 + nx2) * scale, y + (ny1 + ny2) * scale];
  });
}

function beforeAndAfter(loop: readonly Point[], k: number): [Point, Point] {
  const n = loop.length;
  return [loop[(k + n - 1) % n] as Point, loop[(k + 1) % n] as Point];
}

function normal(dx: number, dy: number): Point {
  const far = length(dx, dy);
  return [-dy / far, dx / far];
}

function withoutStraightCorners(loop: readonly Point[]): Point[] {
  return loop.filter(([x, y], k) => {
    const [[ax, ay], [bx, by]] = beforeAndAfter(loop, k);
    return Math.abs((x - ax) * (by - y) - (y - ay) * (bx - x)) > 1e-2;
  });
}
