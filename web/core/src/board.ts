// Boards that live in the worker. Every call is a question to it and comes back as a promise; questions are
// answered in the order in which they were asked.
import { Core } from "./core.ts";
import type {
  Explanation,
  Facts,
  Feature,
  Outcome,
  Preview,
  Side,
  Standing,
  Wave,
} from "./facts.ts";
import type { BoardOptions, LocalBoard } from "./local.ts";

type Method = Exclude<keyof LocalBoard, "number" | "free" | "copy" | "transform">;

// The worker forgets a board when the page has.
const forgotten = new FinalizationRegistry<{ core: Core; number: number }>(({ core, number }) => {
  core.ask({ ask: "free", board: number }).catch(() => {}); // a core that is gone has forgotten all
});

/**
 * A game being played; the names are those of Python's `quincunx.Board`.
 *
 *     const board = new Board("hadron", { size: 5 });
 *     await board.push("c3");
 *     (await board.explain("c4")).section  // "PLACEMENT RULE"
 */
export class Board {
  readonly core: Core;
  /** What the worker calls it. */
  readonly number: number;
  readonly #made: Promise<unknown>;

  /** @param made for boards that are made from others. */
  constructor(
    game: string,
    options: BoardOptions & { core?: Core } = {},
    made?: (number: number) => Promise<unknown>,
  ) {
    const { core = Core.shared(), ...rest } = options;
    this.core = core;
    this.number = core.number();
    this.#made = made
      ? made(this.number)
      : core.ask({ ask: "board", board: this.number, game, options: rest });
    // What was wrong with it is told by the first call; nobody has to wait for the making.
    this.#made.catch(() => {});
    forgotten.register(this, { core, number: this.number }, this);
  }

  /** Lets the worker forget the board now, and not when the page does. */
  async free(): Promise<void> {
    forgotten.unregister(this);
    await this.core.ask({ ask: "free", board: this.number });
  }

  // --- The position -----------------------------------------------------------------------------------

  /** All that a picture of the position needs. */
  facts(): Promise<Facts> {
    return this.#ask("facts");
  }
  fen(): Promise<string> {
    return this.#ask("fen");
  }
  pie(): Promise<boolean> {
    return this.#ask("pie");
  }
  turn(): Promise<Side> {
    return this.#ask("turn");
  }
  ply(): Promise<number> {
    return this.#ask("ply");
  }
  outcome(): Promise<Outcome | null> {
    return this.#ask("outcome");
  }
  score(): Promise<[number, number] | null> {
    return this.#ask("score");
  }
  features(): Promise<Feature[]> {
    return this.#ask("features");
  }
  pieces(): Promise<Record<string, Standing>> {
    return this.#ask("pieces");
  }
  rows(): Promise<string[][]> {
    return this.#ask("rows");
  }
  neighbours(cell: string): Promise<string[]> {
    return this.#ask("neighbours", cell);
  }
  hash(): Promise<bigint> {
    return this.#ask("hash");
  }
  canonicalHash(): Promise<bigint> {
    return this.#ask("canonicalHash");
  }

  // --- Moves ------------------------------------------------------------------------------------------

  legalMoves(): Promise<string[]> {
    return this.#ask("legalMoves");
  }
  legalCount(): Promise<number> {
    return this.#ask("legalCount");
  }
  isLegal(move: string): Promise<boolean> {
    return this.#ask("isLegal", move);
  }
  /** Why a move, or the beginning of one, may not be played; `null` if it may. */
  explain(move: string | readonly string[]): Promise<Explanation | null> {
    return this.#ask("explain", move);
  }
  whyIllegal(move: string): Promise<string | null> {
    return this.#ask("whyIllegal", move);
  }
  /** What a legal move would do, in order: waves of events, each wave at the same time. */
  events(move: string): Promise<Wave[]> {
    return this.#ask("events", move);
  }
  /** All that there is to say about what a legal move would do. */
  preview(move: string): Promise<Preview> {
    return this.#ask("preview", move);
  }
  featuresAfter(move: string): Promise<Feature[]> {
    return this.#ask("featuresAfter", move);
  }
  scoreAfter(move: string): Promise<[number, number] | null> {
    return this.#ask("scoreAfter", move);
  }
  /** Plays a move. Refused with InvalidMoveError or IllegalMoveError, which say why. */
  push(move: string): Promise<string> {
    return this.#ask("push", move);
  }
  pop(): Promise<string> {
    return this.#ask("pop");
  }
  moveStack(): Promise<string[]> {
    return this.#ask("moveStack");
  }

  // --- Copies and symmetries --------------------------------------------------------------------------

  copy(options: { stack?: boolean } = {}): Board {
    return this.#becomes("copy", options);
  }
  symmetries(): Promise<string[]> {
    return this.#ask("symmetries");
  }
  transform(symmetry: number): Board {
    return this.#becomes("transform", symmetry);
  }
  transformMove(move: string, symmetry: number): Promise<string> {
    return this.#ask("transformMove", move, symmetry);
  }

  async #ask<T>(method: Method, ...values: unknown[]): Promise<T> {
    // Asked at once, so that questions stay in order; but a board that could not be made says why.
    const answer = this.core.ask<T>({ ask: "method", board: this.number, method, values });
    answer.catch(() => {});
    await this.#made;
    return answer;
  }

  #becomes(method: "copy" | "transform", value: unknown): Board {
    return new Board("", { core: this.core }, (becomes) =>
      this.core.ask({ ask: "method", board: this.number, method, values: [value], becomes }),
    );
  }
}
