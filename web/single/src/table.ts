// A game at the table, as the address of the page asks for it.

import { type CoreModule, Table as Moves, textOf } from "../../core/src/here.ts";
import type { Wanted } from "./address.ts";
import { say, WORDS } from "./words.ts";

export { textOf };

export class Table extends Moves {
  /** Throws an Error that says which move of the address is not legal, and why. */
  constructor(module: CoreModule, { game, size, fen, moves }: Wanted) {
    super(module, game.id, fen === null ? { size } : { fen });
    for (const [k, move] of moves.entries()) {
      try {
        this.push(move);
      } catch (error) {
        const reason = say(WORDS.badMove, { number: k + 1, move, reason: textOf(error) });
        throw new Error(say(WORDS.badAddress, { reason }));
      }
    }
  }
}
