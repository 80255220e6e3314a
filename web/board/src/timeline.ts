// When each thing that a move does is shown: waves of events become steps with times. Only the kinds
// of events, their causes and distances on the drawing matter. Times are in milliseconds.

import type { Event, Side, Standing, Wave } from "./types.ts";

/** How a standing comes to be seen on a cell. */
export type Entrance = "slide" | "drop" | "grow" | "shrink" | "flip";

export type Step =
  /** What stands on a cell changes. `from` is where a sliding piece comes from. */
  | {
      kind: "change";
      wave: number;
      cell: string;
      before: Standing | null;
      after: Standing | null;
      how: Entrance | "leave" | "vanish";
      from: string | null;
      at: number;
      lasts: number;
    }
  /** A line around cells that together cause something. */
  | { kind: "frame"; wave: number; cells: string[]; side: Side | null; at: number; lasts: number }
  /** A ring that grows from a cell until it has reached another. */
  | { kind: "ring"; wave: number; cell: string; farthest: string; at: number; lasts: number }
  /** A feature that is new. */
  | { kind: "appear"; wave: number; event: Event; at: number; lasts: number }
  | { kind: "sound"; wave: number; name: string; at: number };

export interface Plan {
  steps: Step[];
  /** When the pieces stand as they will stay. */
  settled: number;
  end: number;
}

export const TIMES = {
  slide: 180,
  drop: 120,
  grow: 140,
  frame: 140,
  flip: 160,
  shrink: 160,
  /** A ring takes this long for each cell of its way … */
  ringStep: 90,
  /** … and all that it does is over by then, the move that caused it counted. */
  ringLimit: 900,
  appear: 520,
  limit: 1500,
} as const;

/** How far beyond the farthest piece a ring goes, in cells. */
export const RING_BEYOND = 0.6;

export type Distance = (a: string, b: string) => number;

/** What stands where, as events change it. */
type Board = Map<string, Standing>;

export function plan(
  waves: readonly Wave[],
  pieces: Iterable<readonly [cell: string, side: Side, height: number]>,
  distance: Distance,
): Plan {
  const board: Board = new Map();
  for (const [cell, side, height] of pieces) board.set(cell, [side, height]);
  const maker = new Maker(board, distance);
  waves.forEach((wave, number) => {
    maker.wave(wave, number);
  });
  return maker.finish();
}

class Maker {
  #steps: Step[] = [];
  #now = 0;
  #settled = 0;
  #board: Board;
  #distance: Distance;
  /** A ring that still grows: later waves of the same cause belong to it. */
  #ring: { causes: string; at: number; last: number; step: Step & { kind: "ring" } } | null = null;

  constructor(board: Board, distance: Distance) {
    this.#board = board;
    this.#distance = distance;
  }

  wave(wave: Wave, number: number): void {
    const pieces = wave.filter((event) => event.to !== null || event.from !== null);
    const own = pieces.filter((event) => !event.causes.length);
    const exchanged = pieces.filter((event) => event.causes.length && event.kind === "exchange");
    const others = pieces.filter((event) => event.causes.length && event.kind !== "exchange");
    this.#own(own, number);
    this.#exchanges(exchanged, number);
    this.#spread(others, number);
    this.#appear(wave, number);
  }

  finish(): Plan {
    this.#closeRing();
    const end = Math.max(this.#now, this.#settled);
    const squeeze = end > TIMES.limit ? TIMES.limit / end : 1;
    for (const step of this.#steps) {
      step.at *= squeeze;
      if ("lasts" in step) step.lasts *= squeeze;
    }
    return { steps: this.#steps, settled: this.#settled * squeeze, end: end * squeeze };
  }

  /** What the mover does; all at once. */
  #own(events: Event[], wave: number): void {
    if (!events.length) return;
    this.#closeRing();
    let lasts = 0;
    for (const event of events) {
      const how = HOW[event.kind] ?? "drop";
      const time = TIME[how];
      this.#change(event, wave, how, this.#now, time);
      this.#sound(event.kind, wave, this.#now + (how === "slide" ? 0.6 * time : 0));
      lasts = Math.max(lasts, time);
    }
    this.#advance(lasts);
  }

  /** First the shapes that cause it, then the pieces turn over. */
  #exchanges(events: Event[], wave: number): void {
    if (!events.length) return;
    this.#closeRing();
    const frames = new Set<string>();
    for (const event of events) {
      const cells = [...event.causes, ...event.cells];
      const key = [...cells].sort().join();
      if (cells.length < 3 || frames.has(key)) continue;
      frames.add(key);
      const { side } = event;
      // A frame stays until the pieces have turned.
      const lasts = TIMES.frame + TIMES.flip;
      this.#steps.push({ kind: "frame", wave, cells, side, at: this.#now, lasts });
    }
    if (frames.size) this.#now += TIMES.frame;
    for (const event of events) this.#change(event, wave, "flip", this.#now, TIMES.flip);
    this.#sound("exchange", wave, this.#now);
    this.#advance(TIMES.flip);
  }

  /** A ring grows from the cause and each piece changes as it passes. */
  #spread(events: Event[], wave: number): void {
    const [first] = events;
    if (!first) return;
    const origin = first.causes[0] ?? first.cells[0] ?? "";
    const causes = first.causes.join();
    if (this.#ring?.causes !== causes) {
      this.#closeRing();
      const step = { kind: "ring" as const, wave, cell: origin, farthest: origin, lasts: 0 };
      this.#ring = { causes, at: this.#now, last: this.#now, step: { ...step, at: this.#now } };
      this.#steps.push(this.#ring.step);
    }
    const ring = this.#ring;
    const reach = (cell: string) => this.#distance(origin, cell);
    const passes = (cell: string) => ring.at + TIMES.ringStep * reach(cell);
    // A later wave never comes before an earlier one.
    let last = ring.last;
    for (const event of events) {
      const cell = event.cells[0] ?? origin;
      const at = Math.max(passes(cell), ring.last);
      this.#change(event, wave, HOW[event.kind] ?? "vanish", at, TIMES.shrink);
      if (reach(cell) > reach(ring.step.farthest)) ring.step.farthest = cell;
      last = Math.max(last, at);
    }
    this.#sound(first.kind, wave, last);
    ring.last = last + 1;
  }

  #closeRing(): void {
    const ring = this.#ring;
    if (!ring) return;
    this.#ring = null;
    const lasts = ring.last - ring.at + TIMES.shrink;
    // The ring itself ends a little beyond the farthest piece, which is gone somewhat later.
    ring.step.lasts = ring.last - ring.at + RING_BEYOND * TIMES.ringStep;
    const room = Math.max(200, TIMES.ringLimit - ring.at);
    const squeeze = Math.min(1, room / lasts);
    for (const step of this.#steps) {
      if (step.at < ring.at || !("lasts" in step) || squeeze === 1) continue;
      step.at = ring.at + (step.at - ring.at) * squeeze;
      step.lasts *= squeeze;
    }
    this.#advance(lasts * squeeze);
  }

  #appear(wave: Wave, number: number): void {
    const events = wave.filter((event) => event.kind === "appear" || event.kind === "join");
    if (!events.length) return;
    this.#closeRing();
    for (const event of events) {
      const lasts = TIMES.appear;
      this.#steps.push({ kind: "appear", wave: number, event, at: this.#now, lasts });
    }
  }

  #change(event: Event, wave: number, how: Entrance | "vanish", at: number, lasts: number): void {
    const [first, second] = event.cells;
    if (first === undefined) return;
    const side = event.side ?? 0;
    const after: Standing | null = event.to ? [side, event.to] : null;
    const cell = second ?? first;
    const from = second === undefined ? null : first;
    if (from !== null) {
      const before = this.#board.get(from) ?? null;
      this.#board.delete(from);
      const leave = { cell: from, before, after: null, how: "leave" as const, from: null };
      this.#steps.push({ kind: "change", wave, ...leave, at, lasts: 0 });
    }
    const before = this.#board.get(cell) ?? null;
    if (after) this.#board.set(cell, after);
    else this.#board.delete(cell);
    this.#steps.push({ kind: "change", wave, cell, before, after, how, from, at, lasts });
  }

  #sound(kind: string, wave: number, at: number): void {
    const name = SOUNDS[kind];
    if (name) this.#steps.push({ kind: "sound", wave, name, at });
  }

  #advance(lasts: number): void {
    this.#now += lasts;
    this.#settled = this.#now;
  }
}

const HOW: Record<string, Entrance | "vanish"> = {
  place: "drop",
  grow: "grow",
  shrink: "shrink",
  move: "slide",
  exchange: "flip",
  remove: "vanish",
};

const TIME: Record<Entrance | "vanish", number> = {
  slide: TIMES.slide,
  drop: TIMES.drop,
  grow: TIMES.grow,
  shrink: TIMES.shrink,
  flip: TIMES.flip,
  vanish: TIMES.shrink,
};

const SOUNDS: Record<string, string> = {
  place: "place",
  grow: "place",
  move: "step",
  exchange: "exchange",
  remove: "capture",
  shrink: "capture",
};
