// From one position to the next: what is to be animated, found in the waves of the move and in what
// painting has changed.

import { distance, type Places } from "./geometry.ts";
import type { Mark, Scene } from "./model.ts";
import type { Stage } from "./motion.ts";
import type { Painting, Picture } from "./picture.ts";
import { type Plan, plan } from "./timeline.ts";
import type { Event, Facts, Wave } from "./types.ts";

/** When what happens between two positions is shown. `dropped`: the piece is there already. */
export function planOf(
  before: Facts,
  after: Facts,
  waves: readonly Wave[] | undefined,
  places: Places,
  dropped: boolean,
): Plan {
  const far = (a: string, b: string) =>
    distance(places.middles.get(a) ?? [0, 0], places.middles.get(b) ?? [0, 0]) / places.pitch;
  const made = plan(waves ?? wavesOf(after), before.pieces, far);
  if (dropped)
    for (const step of made.steps)
      if (step.kind === "change" && step.how === "slide") step.lasts = 0;
  return made;
}

/** Without waves: the last move's own piece, then everything else at once. */
function wavesOf({ last }: Facts): Wave[] {
  if (!last) return [];
  const event = (kind: string, cells: string[], change: (typeof last.changes)[number]): Event => {
    const standing = change.after ?? change.before;
    return {
      kind,
      side: standing ? standing[0] : null,
      cells,
      from: change.before?.[1] ?? 0,
      to: change.after?.[1] ?? 0,
      causes: [],
      feature: "",
      label: "",
    };
  };
  const target = last.cells.at(-1);
  const [first] = last.cells;
  const own: Wave = [];
  const others: Wave = [];
  for (const change of last.changes) {
    const { cell, before, after } = change;
    if (cell === target && after && last.cells.length > 1 && first !== undefined)
      own.push(event("move", [first, cell], change));
    else if (cell === first && last.cells.length > 1) continue;
    else if (!before) own.push(event("place", [cell], change));
    else if (!after) others.push(event("remove", [cell], change));
    else if (before[0] !== after[0]) others.push(event("exchange", [cell], change));
    else own.push(event(after[1] > before[1] ? "grow" : "shrink", [cell], change));
  }
  return [own, others].filter((wave) => wave.length);
}

/** The sounds of a plan, each once, for when nothing moves. */
export function soundsOf({ steps }: Plan): string[] {
  return [...new Set(steps.flatMap((step) => (step.kind === "sound" ? [step.name] : [])))];
}

const key = (mark: Mark) => `${mark.kind} ${mark.shape} ${mark.side} ${mark.cells.join()}`;

/** What motion needs to know of the picture. */
export function stageOf(
  picture: Picture,
  painting: Painting,
  old: Scene | null,
  plan: Plan,
  sound: (name: string) => void,
): Stage {
  const known = new Set((old?.marks ?? []).map(key));
  const marks = painting.scene.marks.filter((mark) => !known.has(key(mark)));
  const under = painting.changes.get("under");
  const over = painting.changes.get("over");
  const fresh = [...(under?.added ?? []), ...(over?.added ?? [])];
  const ofKind = (kind: string) =>
    fresh.filter((node) => node.getAttribute("data-overlay") === kind);
  const appeared = new Set(
    plan.steps.flatMap((step) => (step.kind === "appear" ? [cellKey(step.event.cells)] : [])),
  );
  return {
    places: picture.places,
    above: picture.above,
    below: picture.below,
    piece: (cell) => picture.piece(cell),
    draw: (cell, standing) => picture.draw(cell, standing),
    lineClass: (side) => picture.lineClass(side),
    fresh,
    stale: under?.removed ?? [],
    ways: marks
      .filter((mark) => mark.shape === "chain")
      .map((mark) => ({ cells: mark.cells, mark: ofKind(mark.kind)[0] ?? null })),
    areas: marks
      .filter((mark) => OUTLINED.has(mark.shape) && appeared.has(cellKey(mark.cells)))
      .map(({ cells, side, kind }) => ({ data: picture.around(cells), side, marks: ofKind(kind) })),
    sound,
  };
}

/** The shapes that have an outline which can draw itself. */
const OUTLINED = new Set(["area", "void"]);

function cellKey(cells: readonly string[]): string {
  return [...cells].sort().join();
}
