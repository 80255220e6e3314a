// Two fingers zoom and pan: the viewBox shows a part of the board, and never anything beyond it.

import { toPicture } from "./geometry.ts";
import type { Touch2 } from "./pointer.ts";
import type { Point } from "./types.ts";

export type Box = readonly [left: number, top: number, width: number, height: number];

/** The part of `whole` that is `closer` times as near, with a point of it at a place in it. */
export function part(whole: Box, closer: number, point: Point, at: Point): Box {
  const [left, top, width, height] = whole;
  const w = width / closer;
  const h = height / closer;
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  return [
    clamp(point[0] - at[0] * w, left, left + width - w),
    clamp(point[1] - at[1] * h, top, top + height - h),
    w,
    h,
  ];
}

const CLOSEST = 5;

export class Zoom {
  /** How many times nearer than the whole board. */
  closer = 1;
  #whole: Box = [0, 0, 1, 1];
  #box: Box = [0, 0, 1, 1];
  #start = { closer: 1, apart: 1, point: [0, 0] as Point };
  #changed: () => void;

  /** @param changed is told after the part that is shown has changed. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get box(): Box {
    return this.#box;
  }

  /** The board has been painted, perhaps with another size. */
  setWhole(whole: Box): void {
    if (whole.every((value, k) => value === this.#whole[k])) return;
    this.#whole = whole;
    this.#box = whole;
    this.closer = 1;
  }

  begin(svg: SVGSVGElement, a: Touch2, b: Touch2): void {
    const point = toPicture(svg, (a.x + b.x) / 2, (a.y + b.y) / 2) ?? [0, 0];
    this.#start = { closer: this.closer, apart: apart(a, b), point };
  }

  move(svg: SVGSVGElement, a: Touch2, b: Touch2): void {
    const { closer, apart: before, point } = this.#start;
    const box = svg.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const at: Point = [
      ((a.x + b.x) / 2 - box.left) / box.width,
      ((a.y + b.y) / 2 - box.top) / box.height,
    ];
    this.#show((closer * apart(a, b)) / before, point, at);
  }

  /** Show a part around a point, or with 1 the whole board. */
  to(closer: number, point: Point = [0, 0]): void {
    this.#show(closer, point, [0.5, 0.5]);
  }

  #show(wanted: number, point: Point, at: Point): void {
    // A board that is nearly whole is meant to be whole.
    const closer = wanted < 1.08 ? 1 : Math.min(CLOSEST, wanted);
    this.closer = closer;
    this.#box = part(this.#whole, closer, point, at);
    this.#changed();
  }
}

function apart(a: Touch2, b: Touch2): number {
  return Math.max(10, Math.hypot(b.x - a.x, b.y - a.y));
}
