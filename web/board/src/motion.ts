// A plan of steps on the painted board. The board is painted as it will be before anything moves;
// motion only hides what has not come yet and shows, in layers of its own, what has not gone yet.
// So finishing early is throwing these away, and input never waits.

import { distance, type Places } from "./geometry.ts";
import { svgNode } from "./layers.ts";
import { type Plan, RING_BEYOND, type Step } from "./timeline.ts";
import type { Point, Side, Standing } from "./types.ts";

/** What motion needs of the picture. */
export interface Stage {
  places: Places;
  /** Above and below the pieces. */
  above: Element;
  below: Element;
  /** The node of the piece that stands on a cell now. */
  piece(cell: string): Element | null;
  /** A drawing of what stood, or will not stand for long, on a cell. */
  draw(cell: string, standing: Standing): Element;
  /** The class that draws lines in a side's colour. */
  lineClass(side: Side | null): string;
  /** Marks that were painted anew, and those that are gone, under and over the pieces. */
  fresh: Element[];
  stale: Element[];
  /** Ways that draw themselves, each with the mark that shows it in the end. */
  ways: { cells: string[]; mark: Element | null }[];
  /** Areas by the cells in them: the data of a path around them, and their marks. */
  areas: { data: string; side: Side | null; marks: Element[] }[];
  sound(name: string): void;
}

type Change = Step & { kind: "change" };

const FADE = 140;
const WAY = 700;
const AREA = 320;

export class Motion {
  #animations: Animation[] = [];
  #timers: number[] = [];
  #nodes: Element[] = [];
  #done: (() => void) | null = null;

  get running(): boolean {
    return this.#done !== null;
  }

  /** Begin; what ran before is finished. */
  run(plan: Plan, stage: Stage, done: () => void): void {
    this.finish();
    this.#done = done;
    let end = Math.max(plan.end, plan.settled);
    this.#changes(plan, stage);
    for (const step of plan.steps) {
      if (step.kind === "frame") this.#frame(step, stage);
      else if (step.kind === "ring") this.#ring(step, stage);
      else if (step.kind === "sound") this.#later(step.at, () => stage.sound(step.name));
    }
    end = Math.max(end, this.#marks(plan.settled, stage));
    this.#later(end, () => this.finish());
  }

  /** Go to the end at once. */
  finish(): void {
    for (const timer of this.#timers) window.clearTimeout(timer);
    for (const animation of this.#animations) animation.cancel();
    for (const node of this.#nodes) node.remove();
    this.#timers = [];
    this.#animations = [];
    this.#nodes = [];
    const done = this.#done;
    this.#done = null;
    done?.();
  }

  // --- Pieces ------------------------------------------------------------------------------------

  #changes(plan: Plan, stage: Stage): void {
    const byCell = new Map<string, Change[]>();
    for (const step of plan.steps) {
      if (step.kind !== "change") continue;
      const steps = byCell.get(step.cell);
      if (steps) steps.push(step);
      else byCell.set(step.cell, [step]);
    }
    for (const [cell, steps] of byCell) {
      const [first] = steps;
      if (first?.before) {
        const old = this.#add(stage.above, stage.draw(cell, first.before));
        old.setAttribute("data-leaving", cell);
        this.#act(old, cell, stage, null, first);
      }
      steps.forEach((step, k) => {
        if (!step.after) return;
        const next = steps[k + 1] ?? null;
        const real = next ? null : stage.piece(cell);
        const node = real ?? this.#add(stage.above, stage.draw(cell, step.after));
        this.#act(node, cell, stage, step, next);
      });
    }
  }

  /** One drawing of a piece: hidden until it enters, hidden again once it has left. */
  #act(
    node: Element,
    cell: string,
    stage: Stage,
    enter: Change | null,
    leave: Change | null,
  ): void {
    const at = stage.places.middles.get(cell) ?? [0, 0];
    const frames: Shown[] = [];
    if (enter) frames.push(...entrance(enter, at, stage));
    if (leave) frames.push(...exit(leave, at));
    const total = Math.max(1, ...frames.map((frame) => frame.at));
    const first = frames[0];
    if (enter && first && first.at > 0)
      frames.unshift({ ...first, at: 0, opacity: 0 }, { ...first, opacity: 0 });
    else if (!enter && first && first.at > 0) frames.unshift({ ...first, at: 0 });
    // What is shown last stays so: without a frame at its end, an animation leads back.
    const last = frames.at(-1);
    if (last && last.at < total) frames.push({ ...last, at: total });
    this.#animate(
      node,
      frames.map(({ at: time, ...look }) => ({ ...look, offset: time / total })),
      { duration: total, fill: leave ? "forwards" : "none" },
    );
  }

  // --- What explains it --------------------------------------------------------------------------

  /** A line around the cells that cause an exchange, drawn once around. */
  #frame(step: Step & { kind: "frame" }, stage: Stage): void {
    const corners = around(pointsOf(stage.places, step.cells));
    if (corners.length < 3) return;
    const data = `M${corners.map((corner) => corner.join(" ")).join("L")}Z`;
    const width = 0.07 * stage.places.pitch;
    const line = this.#line(data, width, stage.lineClass(step.side), "quincunx-frame");
    stage.above.append(line);
    this.#nodes.push(line);
    const draw = Math.min(0.45, 140 / step.lasts);
    this.#animate(
      line,
      [
        { strokeDashoffset: 1, opacity: 1, offset: 0 },
        { strokeDashoffset: 0, opacity: 1, offset: draw },
        { strokeDashoffset: 0, opacity: 1, offset: 0.8 },
        { strokeDashoffset: 0, opacity: 0, offset: 1 },
      ],
      { duration: step.lasts, delay: step.at, fill: "both" },
    );
  }

  #ring(step: Step & { kind: "ring" }, stage: Stage): void {
    const { middles, pitch } = stage.places;
    const [x, y] = middles.get(step.cell) ?? [0, 0];
    const reach = distance([x, y], middles.get(step.farthest) ?? [x, y]) + RING_BEYOND * pitch;
    const circle = svgNode("circle", {
      class: "quincunx-ring",
      cx: x,
      cy: y,
      r: reach,
      fill: "none",
      "stroke-width": 3,
      "vector-effect": "non-scaling-stroke",
    });
    stage.above.append(circle);
    this.#nodes.push(circle);
    this.#animate(
      circle,
      [
        { transform: scaled([x, y], 0.02), opacity: 0.9 },
        { transform: scaled([x, y], 1), opacity: 0.15 },
      ],
      { duration: step.lasts, delay: step.at, easing: "linear", fill: "both" },
    );
  }

  // --- Marks -------------------------------------------------------------------------------------

  /** New marks come when the pieces stand, and what they show may draw itself first. */
  #marks(settled: number, stage: Stage): number {
    const late = new Map<Element, number>();
    let end = settled + (stage.fresh.length ? FADE : 0);
    for (const { cells, mark } of stage.ways) {
      const points = pointsOf(stage.places, cells);
      if (points.length < 2) continue;
      const data = `M${points.map((point) => point.join(" ")).join("L")}`;
      const line = this.#line(data, 0.11 * stage.places.pitch, "last", "quincunx-way");
      end = Math.max(end, this.#draw(line, stage.above, settled, WAY) + FADE);
      if (mark) late.set(mark, settled + WAY);
    }
    for (const { data, side, marks } of stage.areas) {
      const width = 0.06 * stage.places.pitch;
      const line = this.#line(data, width, stage.lineClass(side), "quincunx-area");
      const drawn = this.#draw(line, stage.below, settled, AREA);
      marks.forEach((mark, k) => {
        late.set(mark, drawn + 90 * k);
      });
      end = Math.max(end, drawn + 90 * marks.length + FADE);
    }
    for (const mark of stage.fresh) this.#fadeIn(mark, late.get(mark) ?? settled);
    for (const mark of stage.stale) {
      stage.below.append(mark);
      this.#nodes.push(mark);
      this.#animate(mark, [{ opacity: 1 }, { opacity: 0 }], {
        duration: FADE,
        delay: settled,
        fill: "both",
      });
    }
    return end;
  }

  #line(d: string, width: number, ...classes: string[]): Element {
    return svgNode("path", {
      class: classes.join(" "),
      d,
      fill: "none",
      pathLength: 1,
      "stroke-dasharray": 1,
      "stroke-dashoffset": 0,
      "stroke-width": width,
      "stroke-linejoin": "round",
      "stroke-linecap": "round",
    });
  }

  /** A line that draws itself; the time when it is whole. It stays until all is done. */
  #draw(line: Element, layer: Element, at: number, lasts: number): number {
    layer.append(line);
    this.#nodes.push(line);
    this.#animate(
      line,
      [
        { strokeDashoffset: 1, opacity: 1, offset: 0 },
        { strokeDashoffset: 0, opacity: 1, offset: 1 },
      ],
      { duration: lasts, delay: at, easing: "ease-in-out", fill: "both" },
    );
    return at + lasts;
  }

  #fadeIn(mark: Element, at: number): void {
    this.#animate(mark, [{ opacity: 0 }, { opacity: 1 }], {
      duration: FADE,
      delay: at,
      fill: "backwards",
    });
  }

  // --- Means -------------------------------------------------------------------------------------

  #add(layer: Element, node: Element): Element {
    layer.append(node);
    this.#nodes.push(node);
    return node;
  }

  #animate(node: Element, frames: Keyframe[], timing: KeyframeAnimationOptions): void {
    this.#animations.push(node.animate(frames, { easing: "linear", ...timing }));
  }

  #later(at: number, call: () => void): void {
    this.#timers.push(window.setTimeout(call, at));
  }
}

// --- Frames --------------------------------------------------------------------------------------

interface Shown {
  at: number;
  opacity: number;
  transform: string;
  easing?: string;
}

function scaled([x, y]: Point, sx: number, sy = sx, dx = 0, dy = 0): string {
  return `translate(${x + dx}px, ${y + dy}px) scale(${sx}, ${sy}) translate(${-x}px, ${-y}px)`;
}

function entrance(step: Change, at: Point, stage: Stage): Shown[] {
  const end = step.at + step.lasts;
  const still = { at: end, opacity: 1, transform: scaled(at, 1) };
  const begin = (transform: string, opacity = 1): Shown[] => [
    { at: step.at, opacity, transform, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" },
    still,
  ];
  if (step.how === "slide" && step.from) {
    const [x, y] = stage.places.middles.get(step.from) ?? at;
    return begin(scaled(at, 1, 1, x - at[0], y - at[1]));
  }
  if (step.how === "flip") {
    // The old face turns away in the first half.
    const half = step.at + step.lasts / 2;
    return [{ at: half, opacity: 1, transform: scaled(at, 0.04, 1) }, still];
  }
  if (step.how === "grow") return begin(scaled(at, 1.16));
  if (step.how === "shrink") return begin(scaled(at, 1.1));
  return begin(scaled(at, 0.55), 0.2);
}

function exit(step: Change, at: Point): Shown[] {
  const here = { at: step.at, opacity: 1, transform: scaled(at, 1) };
  const end = step.at + step.lasts;
  if (step.how === "vanish")
    return [
      { ...here, easing: "ease-in" },
      { at: end, opacity: 0, transform: scaled(at, 0.2) },
    ];
  if (step.how === "flip") {
    const half = step.at + step.lasts / 2;
    const thin = scaled(at, 0.04, 1);
    return [
      here,
      { at: half, opacity: 1, transform: thin },
      { at: half, opacity: 0, transform: thin },
    ];
  }
  return [here, { ...here, opacity: 0 }];
}

function pointsOf(places: Places, cells: readonly string[]): Point[] {
  return cells.flatMap((cell) => {
    const middle = places.middles.get(cell);
    return middle ? [middle] : [];
  });
}

/** Points in the order in which a line goes around them. */
function around(points: readonly Point[]): Point[] {
  const x = points.reduce((sum, point) => sum + point[0], 0) / points.length;
  const y = points.reduce((sum, point) => sum + point[1], 0) / points.length;
  return [...points].sort(
    (a, b) => Math.atan2(a[1] - y, a[0] - x) - Math.atan2(b[1] - y, b[0] - x),
  );
}
