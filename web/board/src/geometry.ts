// Places on the painted board: between the window's pixels and the units of the picture, and from
// cell to cell by direction. Everything goes by where cells are drawn, so a turned or mirrored board
// needs nothing more.

import type { Point } from "./types.ts";

/** Where the cells of a painted board are, in the units of its viewBox. */
export interface Places {
  /** The distance of two neighbouring cells. */
  pitch: number;
  middles: ReadonlyMap<string, Point>;
  /** The shape of each cell, around its middle. */
  outline: readonly Point[];
}

export function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.hypot(bx - ax, by - ay);
}

/** A point of the window in the units of the picture. */
export function toPicture(svg: SVGSVGElement, x: number, y: number): Point | null {
  const matrix = svg.getScreenCTM();
  if (!matrix) return null;
  const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
  return [point.x, point.y];
}

/** A point of the picture in the pixels of the window. */
export function toWindow(svg: SVGSVGElement, [x, y]: Point): Point {
  const matrix = svg.getScreenCTM();
  if (!matrix) return [0, 0];
  const point = new DOMPoint(x, y).matrixTransform(matrix);
  return [point.x, point.y];
}

/** How many pixels of the window a unit of the picture has. */
export function scaleOf(svg: SVGSVGElement): number {
  const matrix = svg.getScreenCTM();
  return matrix ? Math.hypot(matrix.a, matrix.b) : 1;
}

/** The cell nearest to a point; with `within`, only if the point lies in that cell. */
export function cellAt(places: Places, point: Point, within = true): string | null {
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [cell, middle] of places.middles) {
    const far = distance(point, middle);
    if (far < least) [best, least] = [cell, far];
  }
  if (best === null || !within) return best;
  const [x, y] = places.middles.get(best) ?? [0, 0];
  return inside(places.outline, [point[0] - x, point[1] - y]) ? best : null;
}

/** Does a loop go around a point? */
export function inside(loop: readonly Point[], [x, y]: Point): boolean {
  let within = false;
  loop.forEach(([bx, by], k) => {
    const [ax, ay] = loop[(k || loop.length) - 1] ?? [0, 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  });
  return within;
}

/** A cell's outline as the data of a path, drawn in by a part of its size. */
export function cellPath(places: Places, cell: string, part = 1): string {
  const [x, y] = places.middles.get(cell) ?? [0, 0];
  const corners = places.outline.map(
    ([dx, dy]) => `${round(x + dx * part)} ${round(y + dy * part)}`,
  );
  return `M${corners.join("L")}Z`;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The neighbours of a cell with the angle to each: 0 is to the right, 90 up. */
export function neighbours(places: Places, cell: string): { cell: string; angle: number }[] {
  const here = places.middles.get(cell);
  if (!here) return [];
  const found = [];
  for (const [other, there] of places.middles) {
    const far = distance(here, there);
    if (far > 0.1 * places.pitch && far < 1.2 * places.pitch) {
      const angle = (Math.atan2(here[1] - there[1], there[0] - here[0]) * 180) / Math.PI;
      found.push({ cell: other, angle: (angle + 360) % 360 });
    }
  }
  return found;
}

export function angleBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return Math.min(turn, 360 - turn);
}
