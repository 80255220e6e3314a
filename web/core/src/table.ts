// The moves of a game and the position that is shown, which may be an earlier one. The rules are the core's.

import type { Explanation, Facts, Preview, Wave } from "./facts.ts";
import { type BoardOptions, LocalBoard } from "./local.ts";
import type { CoreModule } from "./module.ts";

export class Table {
  #board: LocalBoard;
  #moves: string[] = [];
  #shown = 0;
  #facts: Facts | null = null;

  constructor(module: CoreModule, game: string, options: BoardOptions) {
    this.#board = LocalBoard.open(module, game, options);
  }

  close(): void {
    this.#board.free();
  }

  get moves(): readonly string[] {
    return this.#moves;
  }
  /** How many moves have been played in the position that is shown. */
  get shown(): number {
    return this.#shown;
  }
  get atEnd(): boolean {
    return this.#shown === this.#moves.length;
  }

  /** Of the position that is shown. */
  facts(): Facts {
    this.#facts ??= this.#board.facts();
    return this.#facts;
  }
  explain(move: string | readonly string[]): Explanation | null {
    return this.#board.explain(move);
  }
  /** What a move would do; null if it is not legal. */
  preview(move: string): Preview | null {
    return this.#board.isLegal(move) ? this.#board.preview(move) : null;
  }

  /** Plays a move after the last one, and says what it does. Throws what the core says. */
  push(move: string): Wave[] {
    this.go(this.#moves.length);
    const waves = this.#board.events(move);
    this.#moves.push(this.#board.push(move));
    this.#at(this.#shown + 1);
    return waves;
  }

  /** Takes moves back until so many are left. */
  cut(count: number): void {
    this.go(count);
    this.#moves.length = count;
  }

  /** Other moves. What is shown stays, unless it is not in them: then it is the last they have in common. */
  replace(moves: readonly string[]): void {
    const differs = this.#moves.findIndex((move, k) => move !== moves[k]);
    if (differs >= 0 && differs < this.#shown) this.go(differs);
    this.#moves = [...moves];
  }

  /** Shows the position after so many moves; the waves of the last one, if it is one move further. */
  go(count: number): Wave[] | undefined {
    const target = Math.max(0, Math.min(count, this.#moves.length));
    const onward = target === this.#shown + 1;
    let waves: Wave[] | undefined;
    for (; this.#shown > target; this.#at(this.#shown - 1)) this.#board.pop();
    for (; this.#shown < target; this.#at(this.#shown + 1)) {
      const move = this.#moves[this.#shown] as string;
      if (onward) waves = this.#board.events(move);
      this.#board.push(move);
    }
    return waves;
  }

  #at(count: number): void {
    this.#shown = count;
    this.#facts = null;
  }
}

export function textOf(error: unknown): string {
  if (error instanceof Error && "reason" in error) return String(error.reason);
  return error instanceof Error ? error.message : String(error);
}
