// The rules in this very thread, without a worker: every answer comes at once. For pages, which ask little at
// a time and want to paint with it.
import { InvalidMoveError, InvalidPositionError } from "./errors.ts";
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
import type { CoreModule } from "./module.ts";

/** What is fixed about a game. */
export interface Game {
  id: string;
  name: string;
  author: string;
  year: number | null;
  credit: string;
  isSquare: boolean;
  sizes: number[];
  defaultSize: number;
  hasPieRule: boolean;
  hasDraws: boolean;
  example: string;
  piece: [one: string, many: string];
  players: [Player, Player];
  endings: { name: string; section: string; text: string }[];
}

export interface Player {
  name: string;
  letter: string;
  colour: string;
}

export interface BoardOptions {
  /** One of the game's sizes; the usual one if left out. */
  size?: number;
  /** A position to start from; it tells the size by itself. */
  fen?: string;
  /** `false` switches a pie rule off. */
  pie?: boolean;
}

/** Throws unless it is a whole number of this range; the module would round it, or read it modulo 2³². */
export function requireWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
}

// The core wants plain characters; so does Python's library, with the same words.
const isPlain = (text: string): boolean =>
  [...text].every((character) => character > "\0" && character < "\x80");

/** The games, in the order in which menus show them. */
export function gamesOf(module: CoreModule): Game[] {
  return module.ask<Game[]>("q_games", []);
}

/** A game being played. The names are those of Python's `quincunx.Board`. */
export class LocalBoard {
  readonly #module: CoreModule;
  #number: number | null;

  /** Around a game that the module has already; `LocalBoard.open` begins one. */
  private constructor(module: CoreModule, number: number) {
    this.#module = module;
    this.#number = number;
  }

  /** A new game, or one from a position. Throws InvalidPositionError. */
  static open(module: CoreModule, game: string, options: BoardOptions = {}): LocalBoard {
    const { size, fen, pie } = options;
    if (size !== undefined && !(Number.isInteger(size) && size >= 1 && size <= 1000))
      throw new InvalidPositionError(`size ${size}: no board has that size`);
    if (fen !== undefined && !isPlain(fen))
      throw new InvalidPositionError(
        `fen ${JSON.stringify(fen.slice(0, 200))}: only plain letters, digits and signs`,
      );
    const number =
      fen === undefined
        ? module.call("q_start", [game], size ?? 0, Number(pie ?? true))
        : module.call("q_from_fen", [game, fen]);
    const board = new LocalBoard(module, number);
    const wrong = board.#contradicts(options);
    if (!wrong) return board;
    board.free();
    throw new InvalidPositionError(wrong);
  }

  // What was asked for beside the fen must be what the fen says.
  #contradicts({ size, fen, pie }: BoardOptions): string | null {
    if (fen !== undefined && size !== undefined && size !== this.facts().size)
      return `size ${size}, but the fen is of size ${this.facts().size}: ${fen}`;
    if (pie === undefined || pie === this.pie()) return null;
    const { game } = this.facts();
    const info = gamesOf(this.#module).find((known) => known.id === game);
    return info?.hasPieRule
      ? `pie ${pie}, but the fen says otherwise: ${fen}`
      : `pie ${pie}: ${info?.name} has no pie rule`;
  }

  /** The number by which the module knows it. */
  get number(): number {
    if (this.#number === null) throw new TypeError("this board has been freed");
    return this.#number;
  }

  /** Gives the memory back. The board cannot be asked anything afterwards. */
  free(): void {
    if (this.#number === null) return;
    this.#module.call("q_drop", [], this.#number);
    this.#number = null;
  }

  // --- The position -----------------------------------------------------------------------------------

  /** All that a picture of the position needs. */
  facts(): Facts {
    return this.#ask("q_facts");
  }

  fen(): string {
    return this.#ask("q_fen");
  }

  /** Is the game played with a pie rule? */
  pie(): boolean {
    return this.#call("q_pie") === 1;
  }

  turn(): Side {
    return this.facts().turn;
  }

  ply(): number {
    return this.facts().ply;
  }

  outcome(): Outcome | null {
    return this.facts().outcome;
  }

  score(): [number, number] | null {
    return this.facts().score;
  }

  features(): Feature[] {
    return this.facts().features;
  }

  /** All that stands on the board, by cell. */
  pieces(): Record<string, Standing> {
    return Object.fromEntries(
      this.facts().pieces.map(([cell, side, height]) => [cell, [side, height]]),
    );
  }

  rows(): string[][] {
    return this.facts().rows;
  }

  /** The cells next to a cell: along rows and columns, or all six ways on a hexagonal board. */
  neighbours(cell: string): string[] {
    if (!isPlain(cell)) throw new RangeError(`${cell.slice(0, 40)} is not a cell`);
    return this.#ask("q_neighbours", cell);
  }

  /** A number of 64 bits for the position, the same as in Python. */
  hash(): bigint {
    return BigInt(this.#ask<[string, string]>("q_hash")[0]);
  }

  /** A number that positions share which are equal but for a symmetry. */
  canonicalHash(): bigint {
    return BigInt(this.#ask<[string, string]>("q_hash")[1]);
  }

  // --- Moves ------------------------------------------------------------------------------------------

  legalMoves(): string[] {
    return this.#ask("q_legal_moves");
  }

  legalCount(): number {
    return this.#call("q_legal_count");
  }

  isLegal(move: string): boolean {
    return this.#call("q_is_legal", this.#checked(move)) === 1;
  }

  /** Why a move, or the beginning of one, may not be played; `null` if it may. */
  explain(move: string | readonly string[]): Explanation | null {
    return this.#ask("q_explain", this.#checked(typeof move === "string" ? move : move.join("-")));
  }

  /** The text of that for a whole move. */
  whyIllegal(move: string): string | null {
    return this.isLegal(move) ? null : (this.explain(move)?.text ?? null);
  }

  /** What a legal move would do, in order: waves of events, each wave at the same time. */
  events(move: string): Wave[] {
    return this.#ask("q_events", this.#checked(move));
  }

  /** What a legal move would do, all that there is to say about it. */
  preview(move: string): Preview {
    return this.#ask("q_preview", this.#checked(move));
  }

  featuresAfter(move: string): Feature[] {
    return this.preview(move).features;
  }

  scoreAfter(move: string): [number, number] | null {
    return this.preview(move).score;
  }

  /** Plays a move; the text as the game writes it. Throws InvalidMoveError, IllegalMoveError. */
  push(move: string): string {
    return this.#ask("q_push", this.#checked(move));
  }

  /** Takes the last move back, and returns it. */
  pop(): string {
    return this.#ask("q_pop");
  }

  moveStack(): string[] {
    return this.#ask("q_move_stack");
  }

  // --- Copies and symmetries --------------------------------------------------------------------------

  /** A board of its own, with the moves so far unless `stack` is false. */
  copy(options: { stack?: boolean } = {}): LocalBoard {
    const call = options.stack === false ? "q_rooted" : "q_copy";
    return new LocalBoard(this.#module, this.#call(call));
  }

  symmetries(): string[] {
    return this.#ask("q_symmetries");
  }

  /** The whole game as seen under a symmetry, by its number among `symmetries()`. */
  transform(symmetry: number): LocalBoard {
    requireWhole("symmetry", symmetry, 0, 1000);
    return new LocalBoard(
      this.#module,
      this.#module.call("q_transform", [], this.number, symmetry),
    );
  }

  transformMove(move: string, symmetry: number): string {
    requireWhole("symmetry", symmetry, 0, 1000);
    return this.#module.ask("q_transform_move", [this.#checked(move)], this.number, symmetry);
  }

  #checked(move: string): string {
    if (isPlain(move)) return move;
    const text = [...move].slice(0, 40).join("");
    const reason = "only plain letters, digits and '-' make a move";
    throw new InvalidMoveError({ text, reason, position: this.fen() });
  }

  #call(name: string, ...texts: string[]): number {
    return this.#module.call(name, texts, this.number);
  }

  #ask<T>(name: string, ...texts: string[]): T {
    return this.#module.ask<T>(name, texts, this.number);
  }
}
