// The engine, in the worker.
import type { Board } from "./board.ts";
import { Core } from "./core.ts";
import type { BoardOptions } from "./local.ts";
import type {
  AnalyseOptions,
  EngineOptions,
  Played,
  PlayOptions,
  Proof,
  Report,
} from "./searching.ts";

/**
 * An engine for one game on one size of board.
 *
 *     const engine = new Engine("cordon", { size: 4, seed: 1 });
 *     const report = await engine.analyse(board, { seconds: 1 }, (news) => show(news.lines));
 *     const { move } = await engine.play(board, { level: 3 });
 *
 * It does one thing at a time: asking for something else ends what runs, which answers with what it has found.
 */
export class Engine {
  readonly core: Core;
  readonly #number: number;
  readonly #made: Promise<unknown>;

  constructor(
    game: string,
    options: EngineOptions & Pick<BoardOptions, "size" | "pie"> & { core?: Core } = {},
  ) {
    const { core = Core.shared(), size, pie, ...rest } = options;
    const board: BoardOptions = {};
    if (size !== undefined) board.size = size;
    if (pie !== undefined) board.pie = pie;
    this.core = core;
    this.#number = core.number();
    this.#made = core.ask({ ask: "engine", engine: this.#number, game, board, options: rest });
    this.#made.catch(() => {});
  }

  /** Waits until the engine has its memory; refused with OutOfMemoryError if there is not enough. */
  async ready(): Promise<this> {
    await this.#made;
    return this;
  }

  /** Thinks until a limit is reached or the result is proven; `onReport` hears about ten times a second. */
  async analyse(
    board: Board,
    options: AnalyseOptions,
    onReport?: (report: Report) => void,
  ): Promise<Report> {
    const engine = this.#number;
    const reports = onReport !== undefined;
    return this.#ask<Report>(
      { ask: "analyse", engine, board: board.number, options, reports },
      onReport,
    );
  }

  /** Chooses a move: at a level from 1 to 10, or as well as it can within a limit. */
  async play(board: Board, how: number | PlayOptions): Promise<Played> {
    const options = typeof how === "number" ? { level: how } : how;
    return this.#ask<Played>({ ask: "play", engine: this.#number, board: board.number, options });
  }

  /** Ends what runs; whoever waits for it gets what was found. */
  async stop(): Promise<void> {
    await this.core.ask({ ask: "stop", engine: this.#number });
  }

  /** Forgets all that was found out about positions. */
  async clear(): Promise<void> {
    await this.#ask({ ask: "clear", engine: this.#number });
  }

  /** Gives the memory back. */
  async close(): Promise<void> {
    await this.core.ask({ ask: "close", engine: this.#number });
  }

  async #ask<T>(question: Parameters<Core["ask"]>[0], report?: (r: Report) => void): Promise<T> {
    const answer = this.core.ask<T>(question, report);
    answer.catch(() => {});
    await this.#made;
    return answer;
  }
}

/** Solves a position exactly, if it can be done in this time: who wins, or `null`. */
export async function solve(
  board: Board,
  limit: { seconds: number; memoryMb?: number },
): Promise<{ proof: Proof | null; nodes: number }> {
  return board.core.ask({ ask: "solve", board: board.number, ...limit });
}
