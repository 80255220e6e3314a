// Numbers that come out as in Python (`quincunx/drawing/numbers.py`), to the last digit.

import type { Point } from "./types.ts";

/** A number with so many decimals; halves are rounded up. */
export function fix(value: number, places = 5): number {
  const scale = 10 ** places;
  return Math.floor(value * scale + 0.5) / scale;
}

/** A number as SVG likes it: two decimals at most. */
export function num(value: number): string {
  return String(fix(value, 2));
}

/** How long a step is. (`Math.hypot` differs in the last digit from one library to another.) */
export function length(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}

/** Two numbers as a key. */
export function key([x, y]: Point): string {
  return `${x},${y}`;
}
