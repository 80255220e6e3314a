// A game at the table: the moves so far, the position that is shown, and who is to move. It knows no page and
// no rules: those are the core's.

import type { Explanation, Facts, Preview, Wave } from "../../board/src/index.ts";
import { type CoreModule, LocalBoard } from "../../core/src/here.ts";
import type { Wanted } from "./address.ts";
import { say, WORDS } from "./words.ts";

export class Table {
  readonly #module: CoreModule;
  readonly #wanted: Wanted;
  readonly moves: string[] = [];
  #board: LocalBoard;
  #shown = 0;

  /** Throws an Error that says which move of the address is not legal, and why. */
  constructor(module: CoreModule, wanted: Wanted) {
    this.#module = module;
    this.#wanted = wanted;
    this.#board = this.#start();
    for (const [k, move] of wanted.moves.entries()) {
      try {
        this.push(move);
      } catch (error) {
        const reason = say(WORDS.badMove, { number: k + 1, move, reason: textOf(error) });
        throw new Error(say(WORDS.badAddress, { reason }));
      }
    }
  }

  close(): void {
    this.#board.free();
  }

  /** How many moves have been played in the position that is shown. */
  get shown(): number {
    return this.#shown;
  }
  get atEnd(): boolean {
    return this.#shown === this.moves.length;
  }

  facts(): Facts {
    return this.#board.facts();
  }
  explain(cells: readonly string[]): Explanation | null {
    return this.#board.explain(cells);
  }
  /** What a move would do; null if it is not legal. */
  previewMove(move: string): Preview | null {
    return this.#board.isLegal(move) ? this.#board.preview(move) : null;
  }

  /** Plays a move after the last one, and says what it does. Throws what the core says. */
  push(move: string): Wave[] {
    this.go(this.moves.length);
    const waves = this.#board.events(move);
    this.moves.push(this.#board.push(move));
    this.#shown += 1;
    return waves;
  }

  /** Takes moves back until so many are left. */
  cut(count: number): void {
    this.go(count);
    this.moves.length = count;
  }

  /** Shows the position after so many moves; the waves of the last one, if it is one move further. */
  go(count: number): Wave[] | undefined {
    const target = Math.max(0, Math.min(count, this.moves.length));
    let waves: Wave[] | undefined;
    const onward = target === this.#shown + 1;
    if (target < this.#shown) {
      for (; this.#shown > target; this.#shown -= 1) this.#board.pop();
    }
    for (; this.#shown < target; this.#shown += 1) {
      const move = this.moves[this.#shown] as string;
      if (onward) waves = this.#board.events(move);
      this.#board.push(move);
    }
    return waves;
  }

  #start(): LocalBoard {
    const { game, size, fen } = this.#wanted;
    return LocalBoard.open(this.#module, game.id, fen === null ? { size } : { fen });
  }
}

export function textOf(error: unknown): string {
  if (error instanceof Error && "reason" in error) return String(error.reason);
  return error instanceof Error ? error.message : String(error);
}
