// A move being entered: what is pointed at, begun, waits to be confirmed. It answers to pointers and
// keys and tells the element; what is drawn follows from its fields.

import { SMALL_CELL, TOO_SOON } from "./aiming.ts";
import { complete, continuations, matching, touch } from "./choosing.ts";
import type { Hand } from "./pointer.ts";
import type { Facts, LegalMove, Preview } from "./types.ts";

/** When a choice has to be confirmed; "auto" only if a finger chose among small cells. */
export type Confirm = "auto" | "always" | "never";

/** Why a touch was not taken: the rules, the other side's turn, or the end of the game. */
export type Refusal = "rules" | "turn" | "over";

/** What a move would do: from the core, at once or a little later. */
export type Previewer = (
  cells: string[],
  move: string,
) => Preview | null | undefined | Promise<Preview | null | undefined>;

/** A move without cells of its own that touching a cell means too. */
export interface Offer {
  move: string;
  cells: readonly string[];
}

export interface EnterHost {
  facts(): Facts | null;
  /** Whose moves may be entered, is it that side's turn, and does the game go on? */
  refusal(): Refusal | null;
  confirm(): Confirm;
  /** How many pixels apart cells are. */
  cellPixels(): number;
  offers(): readonly Offer[];
  previewer(): Previewer | null;
  /** Something to be drawn has changed. */
  changed(): void;
  pointed(cell: string | null): void;
  begun(cells: string[]): void;
  cancelled(): void;
  chosen(move: LegalMove, dropped: boolean): void;
  refused(cells: string[], why: Refusal): void;
  waits(move: LegalMove | null): void;
  ask(offer: Offer, cell: string): void;
}

/** A preview comes when the pointer has rested for so many milliseconds. */
export const REST = 60;
/** The owner of the board answers a choice with a position; for so long it is waited for. */
const IMPATIENCE = 1000;

export class Entering {
  /** The cells of a longer move that have been touched. */
  begun: string[] = [];
  pointed: string | null = null;
  preview: Preview | null = null;
  /** A choice that waits to be confirmed, and since when it has been shown. */
  waiting: (LegalMove & { since: number }) | null = null;
  #host: EnterHost;
  /** When a move was chosen whose position has not come yet. */
  #chosen = Number.NEGATIVE_INFINITY;
  #timer = 0;
  /** Counts what has been pointed at: an answer that comes late is for another cell. */
  #asked = 0;

  constructor(host: EnterHost) {
    this.#host = host;
  }

  /** Forget everything: the position is another one. */
  reset(): void {
    this.begun = [];
    if (this.waiting) this.#host.waits(null);
    this.waiting = null;
    this.#chosen = Number.NEGATIVE_INFINITY;
    this.#unpreview();
  }

  /** In a new position the pointer points at what it did before. */
  resume(): void {
    if (this.pointed !== null) this.#foresee();
  }

  /** The cells that may be touched next. */
  offered(): string[] {
    const facts = this.#host.facts();
    return facts && !this.#host.refusal() ? continuations(facts.moves, this.begun) : [];
  }

  /** The cell for a ghost of the mover's piece: the end of a move, and nothing stands there. */
  ghost(): string | null {
    const cell = this.waiting?.cells.at(-1) ?? this.pointed;
    const facts = this.#host.facts();
    if (!facts || cell === null || this.preview || this.#host.refusal()) return null;
    if (!complete(facts.moves, [...this.begun, cell]) && !this.waiting) return null;
    return facts.pieces.some(([taken]) => taken === cell) ? null : cell;
  }

  // --- Pointing ----------------------------------------------------------------------------------

  point(cell: string | null): void {
    if (cell === this.pointed) return;
    this.pointed = cell;
    this.#host.pointed(cell);
    if (this.waiting) return;
    this.#unpreview();
    this.#host.changed();
    this.#foresee();
  }

  /** Ask for the preview of what is pointed at, when the pointer rests. */
  #foresee(): void {
    const meant = this.#meant();
    if (!meant) return;
    const asked = this.#asked;
    this.#timer = window.setTimeout(() => {
      void this.#ask(meant, asked);
    }, REST);
  }

  #meant(): LegalMove | null {
    const facts = this.#host.facts();
    if (!facts || this.pointed === null || this.#host.refusal()) return null;
    const cells = [...this.begun, this.pointed];
    const move = complete(facts.moves, cells);
    if (move) return move;
    const offer = this.#offer(this.pointed);
    return offer ? { move: offer.move, cells: [] } : null;
  }

  async #ask(move: LegalMove, asked: number): Promise<void> {
    const preview = await this.#host.previewer()?.([...move.cells], move.move);
    if (asked !== this.#asked || !preview) return;
    this.preview = preview;
    this.#host.changed();
  }

  #unpreview(): void {
    window.clearTimeout(this.#timer);
    this.#asked += 1;
    this.preview = null;
  }

  // --- Touching ----------------------------------------------------------------------------------

  tap(cell: string, hand: Hand, time: number, dropped = false): void {
    const facts = this.#host.facts();
    // The second click of a double click does not choose once more.
    if (!facts || time - this.#chosen < IMPATIENCE) return;
    const why = this.#host.refusal();
    if (why) {
      this.#host.refused([cell], why);
      return;
    }
    if (this.waiting) {
      if (cell === this.waiting.cells.at(-1)) {
        this.answer(true, time);
        return;
      }
      this.#stopWaiting();
    }
    const offer = this.begun.length ? null : this.#offer(cell);
    if (offer) {
      this.#host.ask(offer, cell);
      return;
    }
    const answer = touch(facts, this.begun, cell);
    if (answer.act === "begin") this.#begin(answer.cells);
    else if (answer.act === "cancel") this.cancel();
    else if (answer.act === "refuse") this.#host.refused(answer.cells, "rules");
    else if (this.#mustConfirm(hand)) this.#wait(answer);
    else this.#choose(answer, dropped);
  }

  /** May what stands on a cell be dragged: does a longer move begin there? Then it has begun. */
  lift(cell: string): boolean {
    const facts = this.#host.facts();
    if (!facts || this.#host.refusal()) return false;
    if (!matching(facts.moves, [cell]).some((move) => move.cells.length > 1)) return false;
    if (!facts.pieces.some(([taken]) => taken === cell)) return false;
    if (this.waiting) this.#stopWaiting();
    if (performance.now() - this.#chosen < IMPATIENCE) return false;
    if (this.begun.length !== 1 || this.begun[0] !== cell) this.#begin([cell]);
    return true;
  }

  /** Take back the touch before, if there is one. */
  cancel(): boolean {
    if (this.waiting) {
      this.#stopWaiting();
      this.#host.changed();
      this.#host.cancelled();
      return true;
    }
    if (!this.begun.length) return false;
    this.begun = [];
    this.#unpreview();
    this.#host.changed();
    this.#host.cancelled();
    return true;
  }

  /** Confirm what waits, or not. */
  answer(yes: boolean, time: number): void {
    const move = this.waiting;
    if (!move || time - move.since < TOO_SOON) return;
    if (!yes) {
      this.cancel();
      return;
    }
    this.waiting = null;
    this.#host.waits(null);
    this.#choose(move, false);
  }

  #begin(cells: string[]): void {
    this.begun = cells;
    this.#unpreview();
    this.#host.changed();
    this.#host.begun(cells);
    this.#foresee();
  }

  #choose(move: LegalMove, dropped: boolean): void {
    // What is shown of the move stays until the position after it comes.
    window.clearTimeout(this.#timer);
    this.#asked += 1;
    this.begun = [];
    this.#chosen = performance.now();
    this.#host.chosen({ move: move.move, cells: move.cells }, dropped);
  }

  #mustConfirm(hand: Hand): boolean {
    const mode = this.#host.confirm();
    if (mode !== "auto") return mode === "always";
    return hand === "touch" && this.#host.cellPixels() < SMALL_CELL;
  }

  #wait(move: LegalMove): void {
    // From when it can be seen: a busy page shows it some time after the tap.
    const choice = { move: move.move, cells: move.cells, since: performance.now() };
    this.waiting = choice;
    this.#unpreview();
    this.#host.changed();
    void this.#ask(choice, this.#asked);
    this.#host.waits(choice);
  }

  #stopWaiting(): void {
    this.waiting = null;
    this.#unpreview();
    this.#host.waits(null);
  }

  #offer(cell: string): Offer | null {
    const facts = this.#host.facts();
    if (!facts || matching(facts.moves, [cell]).length) return null;
    return this.#host.offers().find((offer) => offer.cells.includes(cell)) ?? null;
  }
}
