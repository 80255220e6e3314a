// The engine of the table, in a worker: it plays at a level and analyses, one thing at a time.

import { Board, type Core, Engine, type Report } from "../../core/src/index.ts";
import type { Wanted } from "./address.ts";

/** An analysis goes on this long if nobody ends it, in seconds. */
const LONGEST = 600;
const LINES = 4;

export class Thinker {
  readonly #open: () => Core;
  #core: Core;
  #engine: Engine | null = null;
  #wanted: Wanted;
  #asked = 0;

  constructor(open: () => Core, wanted: Wanted) {
    this.#open = open;
    this.#core = open();
    this.#wanted = wanted;
  }

  /** Another game: the engine of the last one is let go. */
  begin(wanted: Wanted): void {
    void this.stop();
    this.#engine?.close().catch(() => {}); // of a core that has failed there is nothing left
    this.#engine = null;
    this.#wanted = wanted;
  }

  /** A core that has failed is replaced. */
  restart(): void {
    this.#core.close().catch(() => {});
    this.#core = this.#open();
    this.#engine = null;
  }

  /** The move of a level after these; null if something else was asked meanwhile. */
  async play(moves: readonly string[], level: number): Promise<string | null> {
    const { asked, board } = this.#ask(moves);
    const { move } = await this.#seat().play(board, { level });
    void board.free();
    return asked === this.#asked ? move : null;
  }

  /** Tells what it finds, until something else is asked. */
  async analyse(moves: readonly string[], tell: (report: Report) => void): Promise<void> {
    const { asked, board } = this.#ask(moves);
    const hear = (report: Report) => {
      if (asked === this.#asked) tell(report);
    };
    hear(await this.#seat().analyse(board, { seconds: LONGEST, lines: LINES }, hear));
    void board.free();
  }

  async stop(): Promise<void> {
    this.#asked += 1;
    await this.#engine?.stop();
  }

  #ask(moves: readonly string[]): { asked: number; board: Board } {
    this.#asked += 1;
    const { game, size, fen } = this.#wanted;
    const options = fen === null ? { size } : { fen };
    const board = new Board(game.id, { ...options, core: this.#core });
    for (const move of moves) board.push(move).catch(() => {}); // the search would say so too
    return { asked: this.#asked, board };
  }

  #seat(): Engine {
    const { game, size, seed } = this.#wanted;
    const options = { size, core: this.#core };
    this.#engine ??= new Engine(game.id, seed === null ? options : { ...options, seed });
    return this.#engine;
  }
}
