// Keys while a cell of the board has the focus. Letters go by their place on the keyboard, so that
// W E / A D / Z X lie around the finger on every keyboard as the six neighbours lie around a hexagon.

import { angleBetween, neighbours, type Places } from "./geometry.ts";
import type { Point } from "./types.ts";

/** What the keys act on. */
export interface KeyHost {
  places(): Places;
  /** The cell that has the focus or would get it. */
  current(): string | null;
  focusCell(cell: string): void;
  /** Select or play, as a click does. */
  act(cell: string): void;
  cancel(): boolean;
  tell(cell: string): void;
  tellMoves(): void;
  /** The cells where a move may go on, in reading order. */
  offered(): string[];
}

const ARROWS: Record<string, number> = {
  ArrowRight: 0,
  ArrowUp: 90,
  ArrowLeft: 180,
  ArrowDown: 270,
};

const SIX: Record<string, number> = {
  KeyD: 0,
  KeyE: 60,
  KeyW: 120,
  KeyA: 180,
  KeyZ: 240,
  KeyX: 300,
};

/**
 * The neighbour in a direction. Where two lie equally near to it (straight up on hexagons), the one
 * nearer to the line through `anchor`, so that going up and up does not drift to a side.
 */
export function arrow(places: Places, from: string, angle: number, anchor: Point): string | null {
  const found = neighbours(places, from).filter((n) => angleBetween(n.angle, angle) < 46);
  const across = angle % 180 === 0 ? 1 : 0;
  const off = (cell: string) =>
    Math.abs((places.middles.get(cell)?.[across] ?? 0) - anchor[across]);
  const drift = 0.01 * places.pitch;
  found.sort((a, b) => {
    const nearer = off(a.cell) - off(b.cell);
    return Math.abs(nearer) > drift ? nearer : a.angle - b.angle;
  });
  return found[0]?.cell ?? null;
}

/** Has every cell at most six neighbours that lie as on hexagons? */
export function isSixWay(places: Places): boolean {
  return places.outline.length === 6;
}

/** The neighbour for one of the six letters; a board that stands on a corner is read clockwise. */
export function letter(places: Places, from: string, angle: number): string | null {
  const around = neighbours(places, from);
  const near = (wanted: number) => around.find((n) => angleBetween(n.angle, wanted) < 15);
  return (near(angle) ?? near(angle + 330))?.cell ?? null;
}

/** The cells beside a cell from left to right, itself among them. */
export function rowOf(places: Places, from: string): string[] {
  const y = places.middles.get(from)?.[1] ?? 0;
  return [...places.middles]
    .filter(([, middle]) => Math.abs(middle[1] - y) < 0.3 * places.pitch)
    .sort(([, a], [, b]) => a[0] - b[0])
    .map(([cell]) => cell);
}

/** Cells in reading order: from the top, each row from the left. */
export function reading(places: Places, cells: readonly string[]): string[] {
  const at = (cell: string) => places.middles.get(cell) ?? [0, 0];
  return [...cells].sort((a, b) => {
    const [ax, ay] = at(a);
    const [bx, by] = at(b);
    return Math.abs(ay - by) > 0.3 * places.pitch ? ay - by : ax - bx;
  });
}

export class Keyboard {
  #host: KeyHost;
  /** Where the last step that was not an arrow in the same line led. */
  #anchor: Point | null = null;
  #upright: boolean | null = null;

  constructor(host: KeyHost) {
    this.#host = host;
  }

  /** For `keydown` on the board; a key that is used goes no further. */
  handle(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const from = this.#host.current();
    if (from === null || !this.#key(event, from)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #key(event: KeyboardEvent, from: string): boolean {
    const host = this.#host;
    const places = host.places();
    const along = ARROWS[event.key];
    if (along !== undefined) {
      this.#walk(places, from, along);
      return true;
    }
    this.#anchor = null;
    const six = SIX[event.code];
    if (six !== undefined && isSixWay(places)) {
      this.#go(letter(places, from, six));
      return true;
    }
    switch (event.key) {
      case "Home":
        this.#go(rowOf(places, from)[0]);
        return true;
      case "End":
        this.#go(rowOf(places, from).at(-1));
        return true;
      case "Enter":
      case " ":
        if (!event.repeat) host.act(from);
        return true;
      case "Escape":
        return host.cancel();
    }
    switch (event.code) {
      case "KeyO":
        host.tell(from);
        return true;
      case "KeyM":
        host.tellMoves();
        return true;
      case "KeyN":
        this.#next(places, from);
        return true;
    }
    return false;
  }

  #walk(places: Places, from: string, angle: number): void {
    const upright = angle % 180 !== 0;
    if (!this.#anchor || this.#upright !== upright) {
      this.#anchor = places.middles.get(from) ?? [0, 0];
      this.#upright = upright;
    }
    this.#go(arrow(places, from, angle, this.#anchor));
  }

  #next(places: Places, from: string): void {
    const offered = reading(places, this.#host.offered());
    const order = reading(places, [...new Set([...offered, from])]);
    const after = order.slice(order.indexOf(from) + 1);
    this.#go(after[0] ?? order.find((cell) => cell !== from));
  }

  #go(cell: string | null | undefined): void {
    if (cell) this.#host.focusCell(cell);
  }
}
