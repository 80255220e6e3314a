// <quincunx-board>: a board that is told what to show and reports what was touched. State in, events
// out; rules and words come from outside. The picture is in the light DOM, so that a server can
// paint it and a style sheet can colour it.

import { Controller } from "./controller.ts";
import { type BoardEvents, type BoardProperties, DEFAULTS } from "./interface.ts";
import type { Scene } from "./scene.ts";
import type { Explanation, Facts, LegalMove, Preview, Wave } from "./types.ts";

// There are no elements in Node, where other parts of the package are used too.
const Base: typeof HTMLElement =
  typeof HTMLElement === "undefined" ? (class {} as unknown as typeof HTMLElement) : HTMLElement;

// Each property of BoardProperties is one of the element's too; they are made below, from one list.
export interface QuincunxBoard extends BoardProperties {
  addEventListener<K extends keyof BoardEvents>(
    type: K,
    listener: (event: CustomEvent<BoardEvents[K]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the properties are made from one list
export class QuincunxBoard extends Base {
  #board = new Controller(this);

  connectedCallback(): void {
    // Properties that were set before the element was known lie on it as plain values.
    const early: Partial<BoardProperties> = {};
    for (const name of NAMES) {
      if (!Object.hasOwn(this, name)) continue;
      Object.assign(early, { [name]: this[name] });
      Reflect.deleteProperty(this, name);
    }
    Object.assign(this.#board.properties, early);
    this.#board.connect();
  }

  disconnectedCallback(): void {
    this.#board.disconnect();
  }

  /** Change several properties and paint once. */
  update(changes: Partial<BoardProperties>): void {
    this.#board.update(changes);
  }

  /** The property of this name. */
  read<K extends keyof BoardProperties>(name: K): BoardProperties[K] {
    return this.#board.properties[name];
  }

  /**
   * Show another position. What the last move did is animated by `waves`, if it follows the position
   * shown so far, and said to screen readers.
   * @returns when all stands still
   */
  show(facts: Facts, waves?: readonly Wave[]): Promise<void> {
    return this.#board.show(facts, waves);
  }

  /** Show what a move would do, or no longer. */
  preview(preview: Preview | null): void {
    this.#board.preview(preview);
  }

  /**
   * Say why cells make no legal move, and light what the reason is about.
   * @param why nothing is said without a reason
   * @param cells those of the last `board-refuse` if left out
   */
  refuse(why: Explanation | null | undefined, cells?: readonly string[]): void {
    this.#board.refuse(why, cells);
  }

  /** Mark a move as under way, perhaps with the position after it, until `settle` is called. */
  pend(move: LegalMove | string, facts?: Facts, waves?: readonly Wave[]): void {
    this.#board.pend(move, facts, waves);
  }

  settle(): void {
    this.#board.settle();
  }

  /** Light cells until told otherwise. */
  light(cells: readonly string[]): void {
    this.#board.light(cells);
  }

  /** Point out the last move for a moment. */
  flashLast(): void {
    this.#board.flashLast();
  }

  /** Offer a move that is a button; where its words say so it is asked for first. */
  ask(move: string): void {
    this.#board.ask(move);
  }

  /** Give up the move being entered, or close what is open; false if there was nothing. */
  cancel(): boolean {
    return this.#board.cancel();
  }

  /** Play the choice that waits to be confirmed. */
  confirmChoice(): void {
    this.#board.entering.answer(true, Number.POSITIVE_INFINITY);
  }

  /** Show a part of the board around a cell, so many times closer; 1 shows all of it. */
  zoomTo(closer: number, cell?: string): void {
    this.#board.zoom.to(closer, cell ? this.#board.picture.places.middles.get(cell) : undefined);
  }

  /** Put the focus on a cell. */
  focusCell(cell: string): void {
    this.#board.picture.focus(cell);
  }

  /** Say something to screen readers. */
  say(text: string): void {
    this.#board.voice.say(text);
  }

  /** The scene that is shown: players with their notes, status, legend, buttons. */
  get scene(): Scene | null {
    return this.#board.picture.scene;
  }
}

const NAMES = Object.keys(DEFAULTS) as (keyof BoardProperties)[];
for (const name of NAMES) {
  Object.defineProperty(QuincunxBoard.prototype, name, {
    get(this: QuincunxBoard) {
      return this.read(name);
    },
    set(this: QuincunxBoard, value: unknown) {
      this.update({ [name]: value });
    },
  });
}

/** Make `<quincunx-board>` known to the page. */
export function define(name = "quincunx-board"): void {
  if (!customElements.get(name)) customElements.define(name, QuincunxBoard);
}
