// Aiming with a finger at cells that are smaller than it: a loupe above the finger shows what lies
// under it, and a bar with ✓ and ✕ lets the choice be confirmed.

import type { Rect } from "./bubble.ts";
import { viewport } from "./bubble.ts";
import type { Point } from "./types.ts";

/** Cells of fewer pixels than this are aimed at. */
export const SMALL_CELL = 30;
/** A confirmation this soon after the tap, in milliseconds, was the same tap. */
export const TOO_SOON = 50;

const LOUPE = { closer: 2.5, above: 70, size: 132 };
const SVG = "http://www.w3.org/2000/svg";

/** Where the loupe goes: above the finger, and beside it at the top of the window. */
export function loupePlace(x: number, y: number, view: Rect): { left: number; top: number } {
  const { size, above } = LOUPE;
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
  let left = clamp(x - size / 2, view.left + 4, view.left + view.width - size - 4);
  let top = y - above - size;
  if (top < view.top + 4) {
    top = view.top + 4;
    // No room above: to the side that has more of it.
    if (top + size > y - 24) {
      const toLeft = x - view.left > view.width / 2;
      left = clamp(
        toLeft ? x - above - size : x + above,
        view.left + 4,
        view.left + view.width - size - 4,
      );
    }
  }
  return { left, top };
}

export class Loupe {
  #home: HTMLElement;
  #node: HTMLElement | null = null;

  constructor(home: HTMLElement) {
    this.#home = home;
  }

  get open(): boolean {
    return this.#node !== null;
  }

  /**
   * Show the surroundings of a point.
   * @param at the finger, in pixels of the window
   * @param point the same in the picture's units, of which a pixel has `scale`
   */
  show(svg: SVGSVGElement, at: Point, point: Point, scale: number, name: string): void {
    const node = this.#node ?? this.#make(svg);
    const glass = node.querySelector("svg");
    const label = node.querySelector("span");
    if (!glass || !label) return;
    const wide = LOUPE.size / LOUPE.closer / scale;
    glass.setAttribute("viewBox", `${point[0] - wide / 2} ${point[1] - wide / 2} ${wide} ${wide}`);
    label.textContent = name;
    const { left, top } = loupePlace(at[0], at[1], viewport());
    const home = this.#home.getBoundingClientRect();
    node.style.left = `${left - home.left}px`;
    node.style.top = `${top - home.top}px`;
  }

  hide(): void {
    this.#node?.remove();
    this.#node = null;
  }

  /** The glass shows the board itself, so it needs no drawing and has no cells of its own. */
  #make(svg: SVGSVGElement): HTMLElement {
    const node = document.createElement("div");
    node.className = "quincunx-loupe";
    node.setAttribute("aria-hidden", "true");
    const glass = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${svg.id}`);
    const { x, y, width, height } = svg.viewBox.baseVal;
    for (const [key, value] of Object.entries({ x, y, width, height }))
      use.setAttribute(key, String(value));
    const hair = document.createElement("i");
    glass.append(use);
    node.append(glass, hair, document.createElement("span"));
    this.#home.append(node);
    this.#node = node;
    return node;
  }
}

export interface ConfirmWords {
  title: string;
  text: string;
  yes: string;
  no: string;
}

/** ✕ far left and ✓ far right, under the board or, where the window ends there, on its lower edge. */
export class ConfirmBar {
  #home: HTMLElement;
  #node: HTMLElement | null = null;

  constructor(home: HTMLElement) {
    this.#home = home;
  }

  show(words: ConfirmWords, answer: (yes: boolean, time: number) => void): void {
    this.hide();
    const node = document.createElement("div");
    node.className = "quincunx-confirm";
    node.setAttribute("role", "group");
    node.setAttribute("aria-label", words.title);
    const button = (sign: string, name: string, yes: boolean) => {
      const made = document.createElement("button");
      made.type = "button";
      made.textContent = sign;
      made.setAttribute("aria-label", name);
      made.className = yes ? "quincunx-yes" : "quincunx-no";
      made.addEventListener("click", (event) => answer(yes, event.timeStamp));
      return made;
    };
    const text = document.createElement("span");
    text.textContent = words.text;
    node.append(button("✕", words.no, false), text, button("✓", words.yes, true));
    this.#home.append(node);
    const view = viewport();
    const below = node.getBoundingClientRect().bottom <= view.top + view.height;
    node.toggleAttribute("data-inside", !below);
    this.#node = node;
  }

  hide(): void {
    this.#node?.remove();
    this.#node = null;
  }
}
