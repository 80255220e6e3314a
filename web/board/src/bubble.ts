// Small panels that belong to a cell: a bubble that says why not, and a question that is answered
// with yes or no. Neither holds up the board: a bubble lets clicks through, a question lies beside.

import type { Explanation } from "./types.ts";

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 8;

/**
 * Where a panel goes: above the cell, or below it where there is no room, and never out of `view`.
 * All in pixels of the window.
 */
export function beside(
  cell: Rect,
  panel: { width: number; height: number },
  view: Rect,
): { left: number; top: number; below: boolean } {
  const middle = cell.left + cell.width / 2 - panel.width / 2;
  const right = view.left + view.width - panel.width - GAP;
  const left = Math.max(view.left + GAP, Math.min(middle, right));
  const above = cell.top - panel.height - GAP;
  const under = cell.top + cell.height + GAP;
  const below = above < view.top + GAP && under + panel.height < view.top + view.height - GAP;
  const top = below ? under : Math.max(view.top + GAP, above);
  return { left, top, below };
}

/** What can be seen of the page: less than the window while a phone shows its keyboard. */
export function viewport(): Rect {
  const view = window.visualViewport;
  return view
    ? { left: view.offsetLeft, top: view.offsetTop, width: view.width, height: view.height }
    : { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight };
}

export function settle(panel: HTMLElement, cell: Rect, within: HTMLElement): void {
  const size = panel.getBoundingClientRect();
  const { left, top, below } = beside(cell, size, viewport());
  const home = within.getBoundingClientRect();
  panel.style.left = `${Math.round(left - home.left)}px`;
  panel.style.top = `${Math.round(top - home.top)}px`;
  panel.style.setProperty(
    "--tip",
    `${Math.round(Math.min(size.width - 14, Math.max(14, cell.left + cell.width / 2 - left)))}px`,
  );
  panel.toggleAttribute("data-below", below);
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

  show(why: Pick<Explanation, "text" | "section">, cell: Rect): void {
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
    settle(node, cell, this.#home);
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
      button.addEventListener("click", () => {
        // The click that opened it may still be on its way.
        if (performance.now() - asked < 50) return;
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
