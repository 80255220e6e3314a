// Small panels that belong to a cell: a bubble that says why not, and a question that is answered
// with yes or no. Neither holds up the board: a bubble lets clicks through, a question lies beside.

import { TOO_SOON } from "./aiming.ts";
import type { Explanation } from "./types.ts";

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 8;

/** Where a panel goes, in pixels of the window, and on which side of the cell it lies. */
export interface Spot {
  left: number;
  top: number;
  side: "above" | "below" | "left" | "right" | "away";
}

/**
 * A place for a panel: above the cell if that hides nothing that is to be seen, else on another side
 * of it, else beyond all that is to be seen; and never out of `view`.
 */
export function beside(
  cell: Rect,
  panel: { width: number; height: number },
  view: Rect,
  seen: readonly Rect[] = [],
): Spot {
  const { width, height } = panel;
  const clamp = (value: number, low: number, size: number, room: number) =>
    Math.max(low + GAP, Math.min(value, low + room - size - GAP));
  const middle = cell.left + (cell.width - width) / 2;
  const level = cell.top + (cell.height - height) / 2;
  const all = [cell, ...seen];
  const top = Math.min(...all.map((rect) => rect.top));
  const bottom = Math.max(...all.map((rect) => rect.top + rect.height));
  const wanted: Spot[] = [
    { left: middle, top: cell.top - height - GAP, side: "above" },
    { left: middle, top: cell.top + cell.height + GAP, side: "below" },
    { left: cell.left + cell.width + GAP, top: level, side: "right" },
    { left: cell.left - width - GAP, top: level, side: "left" },
    { left: middle, top: top - height - GAP, side: "away" },
    { left: middle, top: bottom + GAP, side: "away" },
  ];
  const spots = wanted.map((spot) => ({
    ...spot,
    left: clamp(spot.left, view.left, width, view.width),
    top: clamp(spot.top, view.top, height, view.height),
  }));
  const hidden = (spot: Spot) =>
    all.reduce((sum, rect) => sum + overlap({ ...spot, width, height }, rect), 0);
  const [first, ...others] = spots as [Spot, ...Spot[]];
  // A few pixels less are not worth a way.
  return others.reduce((best, spot) => (hidden(spot) < hidden(best) - 4 ? spot : best), first);
}

function overlap(a: Rect, b: Rect): number {
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/** What can be seen of the page: less than the window while a phone shows its keyboard. */
export function viewport(): Rect {
  const view = window.visualViewport;
  return view
    ? { left: view.offsetLeft, top: view.offsetTop, width: view.width, height: view.height }
    : { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
}

export function settle(
  panel: HTMLElement,
  cell: Rect,
  within: HTMLElement,
  seen: readonly Rect[] = [],
): void {
  const size = panel.getBoundingClientRect();
  const { left, top, side } = beside(cell, size, viewport(), seen);
  const home = within.getBoundingClientRect();
  panel.style.left = `${Math.round(left - home.left)}px`;
  panel.style.top = `${Math.round(top - home.top)}px`;
  // The tip points at the middle of the cell, along the side that is next to it.
  const along = (start: number, from: number, length: number) =>
    `${Math.round(Math.min(length - 16, Math.max(16, start - from)))}px`;
  panel.style.setProperty("--tip-x", along(cell.left + cell.width / 2, left, size.width));
  panel.style.setProperty("--tip-y", along(cell.top + cell.height / 2, top, size.height));
  panel.setAttribute("data-side", side);
}

/** How long a reason is shown, in milliseconds. */
export const BUBBLE_TIME = 4000;

export class Bubble {
  #home: HTMLElement;
  #node: HTMLElement | null = null;
  #timer = 0;
  #gone: () => void;

  /** @param gone is told when the bubble has gone, by itself or not. */
  constructor(home: HTMLElement, gone: () => void) {
    this.#home = home;
    this.#gone = gone;
  }

  get shown(): boolean {
    return this.#node !== null;
  }

  /** @param seen what the reason is about, and should not be hidden by it */
  show(why: Pick<Explanation, "text" | "section">, cell: Rect, seen: readonly Rect[]): void {
    this.hide();
    const node = document.createElement("div");
    node.className = "quincunx-bubble";
    node.setAttribute("role", "alert");
    const text = document.createElement("span");
    text.textContent = why.text;
    node.append(text);
    // The reason names its section as a rule; it is set apart only where the text does not say it.
    if (why.section && !why.text.includes(why.section)) {
      const section = document.createElement("cite");
      section.textContent = why.section;
      node.append(" ", section);
    }
    this.#home.append(node);
    this.#node = node;
    settle(node, cell, this.#home, seen);
    this.#timer = window.setTimeout(() => this.hide(), BUBBLE_TIME);
  }

  hide(): void {
    if (!this.#node) return;
    window.clearTimeout(this.#timer);
    this.#node.remove();
    this.#node = null;
    this.#gone();
  }
}

/** The words of a question: what is asked, and what its two buttons say. */
export interface Question {
  title: string;
  text: string;
  yes: string;
  no: string;
}

export class Asker {
  #home: HTMLElement;
  #node: HTMLElement | null = null;
  #back: Element | null = null;

  constructor(home: HTMLElement) {
    this.#home = home;
  }

  get open(): boolean {
    return this.#node !== null;
  }

  ask(question: Question, cell: Rect, answer: (yes: boolean) => void): void {
    this.close();
    const node = document.createElement("div");
    node.className = "quincunx-question";
    node.setAttribute("role", "dialog");
    node.setAttribute("aria-label", question.title);
    const text = document.createElement("p");
    text.textContent = question.text;
    const buttons = document.createElement("div");
    const asked = performance.now();
    for (const [words, yes] of [
      [question.no, false],
      [question.yes, true],
    ] as const) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words;
      if (yes) button.className = "quincunx-yes";
      button.addEventListener("click", (event) => {
        // The tap that opened it may be a double one; a mouse is where it was put.
        const tapped = event instanceof PointerEvent && event.pointerType === "touch";
        if (tapped && performance.now() - asked < TOO_SOON) return;
        this.close();
        answer(yes);
      });
      buttons.append(button);
    }
    node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
      answer(false);
    });
    node.append(text, buttons);
    this.#back = document.activeElement;
    this.#home.append(node);
    this.#node = node;
    settle(node, cell, this.#home);
    buttons.querySelector<HTMLElement>(".quincunx-yes")?.focus({ preventScroll: true });
  }

  close(): void {
    const node = this.#node;
    if (!node) return;
    this.#node = null;
    const focused = node.contains(document.activeElement);
    node.remove();
    if (focused && this.#back instanceof HTMLElement) this.#back.focus({ preventScroll: true });
    else if (focused && this.#back instanceof SVGElement) this.#back.focus({ preventScroll: true });
    this.#back = null;
  }
}
