// What the board answers with its own marks, above the painted ones: the focus ring, a ghost under
// the pointer, the piece in the hand, the ring of a move under way, a shake of the head.

import { cellPath, round } from "./geometry.ts";
import { svgNode } from "./layers.ts";
import type { Picture } from "./picture.ts";
import type { Point, Standing } from "./types.ts";

/** Milliseconds. */
const SHAKE = 260;
const FLASH = 700;

export class Feedback {
  #picture: Picture;
  #nodes = new Map<string, { node: Element; key: string }>();
  #held: { node: Element; real: Element | null; from: Point } | null = null;

  constructor(picture: Picture) {
    this.#picture = picture;
  }

  clear(): void {
    for (const name of [...this.#nodes.keys()]) this.#remove(name);
    this.letGo();
  }

  /** A ring around the cell that has the focus. */
  focus(cell: string | null): void {
    this.#put("focus", cell, (at) => {
      const { places } = this.#picture;
      const line = (name: string) =>
        svgNode("path", {
          class: name,
          d: cellPath(places, at, 0.92),
          fill: "none",
          "stroke-linejoin": "round",
        });
      return [line("quincunx-focus-halo"), line("quincunx-focus")];
    });
  }

  /** A paler piece where one would be put. */
  ghost(cell: string | null, standing: Standing): void {
    const key = cell && `${cell} ${standing.join()}`;
    this.#put("ghost", key, () => (cell ? [this.#picture.draw(cell, standing)] : []));
  }

  /** A ring that goes round and round: the move is not yet confirmed by the server. */
  pending(cell: string | null): void {
    this.#put("pending", cell, (at) => this.#circle(at, 0.46, "quincunx-pending-ring"));
  }

  /** A still ring around a choice that waits. */
  waiting(cell: string | null): void {
    this.#put("waiting", cell, (at) => this.#circle(at, 0.49, "quincunx-waiting-ring"));
  }

  // --- The piece in the hand ---------------------------------------------------------------------

  lift(cell: string, standing: Standing): void {
    this.letGo();
    const node = svgNode("g", { class: "quincunx-held" }, this.#picture.draw(cell, standing));
    const real = this.#picture.piece(cell);
    real?.classList.add("quincunx-lifted");
    this.#picture.touch.append(node);
    this.#held = { node, real, from: this.#picture.places.middles.get(cell) ?? [0, 0] };
  }

  /** Move the piece in the hand to a point of the picture. */
  carry([x, y]: Point): void {
    if (!this.#held) return;
    const [fx, fy] = this.#held.from;
    this.#held.node.setAttribute("transform", `translate(${round(x - fx)} ${round(y - fy)})`);
  }

  letGo(): void {
    this.#held?.node.remove();
    this.#held?.real?.classList.remove("quincunx-lifted");
    this.#held = null;
  }

  // --- Gestures of the board ---------------------------------------------------------------------

  /** A short shake of what stands on a cell, or of what would have been put there. */
  shake(cell: string, standing: Standing): void {
    const real = this.#picture.piece(cell);
    const node = real ?? this.#picture.draw(cell, standing);
    if (!real) {
      node.classList.add("quincunx-refused");
      this.#picture.touch.append(node);
    }
    const far = 0.07 * this.#picture.places.pitch;
    const frames = [0, -far, far, -0.6 * far, 0.6 * far, 0].map((x) => ({
      transform: `translateX(${round(x)}px)`,
    }));
    const moved = node.animate(frames, { duration: SHAKE, easing: "ease-in-out" });
    if (real) return;
    node.animate([{ opacity: 0.7 }, { opacity: 0 }], { duration: SHAKE, fill: "forwards" });
    const gone = () => node.remove();
    moved.finished.then(gone, gone);
  }

  /** Point out cells for a moment. */
  flash(cells: readonly string[], moving: boolean): void {
    for (const cell of cells) {
      for (const node of this.#circle(cell, 0.52, "quincunx-flash")) {
        this.#picture.touch.append(node);
        const frames = moving
          ? [{ opacity: 1 }, { opacity: 0 }]
          : [{ opacity: 1 }, { opacity: 1, offset: 0.99 }, { opacity: 0 }];
        const shown = node.animate(frames, {
          duration: FLASH,
          easing: "ease-in",
          fill: "forwards",
        });
        const gone = () => node.remove();
        shown.finished.then(gone, gone);
      }
    }
  }

  // --- Means -------------------------------------------------------------------------------------

  #circle(cell: string, radius: number, name: string): Element[] {
    const { places } = this.#picture;
    const [cx, cy] = places.middles.get(cell) ?? [0, 0];
    const r = round(radius * places.pitch);
    return [svgNode("circle", { class: name, cx, cy, r, fill: "none", pathLength: 100 })];
  }

  /** One group of each name; it is made anew only if its key is another. */
  #put(name: string, key: string | null, make: (key: string) => Element[]): void {
    if (this.#nodes.get(name)?.key === key) return;
    this.#remove(name);
    if (key === null) return;
    const node = svgNode("g", { "data-feedback": name }, ...make(key));
    this.#picture.touch.append(node);
    this.#nodes.set(name, { node, key });
  }

  #remove(name: string): void {
    this.#nodes.get(name)?.node.remove();
    this.#nodes.delete(name);
  }
}
