// The engine in this thread. A search goes on a slice at a time, so that whoever runs it can read its mail in
// between; where it is cut makes no difference to what it finds.
import type { Side } from "./facts.ts";
import { type LocalBoard, requireWhole } from "./local.ts";
import type { CoreModule } from "./module.ts";

export interface Proof {
  /** Who wins with best play; `null`: nobody. */
  winner: Side | null;
  plies: number;
}

export interface Line {
  move: string;
  /** The score that the side to move may expect, from 0 to 1. */
  value: number;
  visits: number;
  prior: number;
  proven: Proof | null;
  /** How play may go on, this move first. */
  pv: string[];
}

/** What a search has found, the best line first. Values are for the side to move. */
export interface Report {
  value: number;
  wdl: [win: number, draw: number, loss: number];
  proven: Proof | null;
  playouts: number;
  nodes: number;
  seconds: number;
  /** Bytes in use. */
  memory: number;
  running: boolean;
  /** "time", "playouts", "stop", "proven"; empty while it runs. */
  stoppedBy: string;
  lines: Line[];
}

export interface Limit {
  seconds?: number;
  playouts?: number;
}

export interface AnalyseOptions extends Limit {
  /** How many moves to tell about; 0 for all. */
  lines?: number;
}

export interface PlayOptions extends Limit {
  /** 1 to 10; the engine at its best if left out, which needs a limit then. */
  level?: number;
}

export interface EngineOptions {
  /** The most that a search may remember, in megabytes. */
  memoryMb?: number;
  /** The same seed gives the same moves for the same calls, here as in Python. */
  seed?: number | bigint;
  /** "plain" is UCT without any knowledge, the baseline. */
  style?: "default" | "plain";
}

export interface Level {
  text: string;
  playouts: number;
  margin: number;
  temperature: number;
}

export interface Played {
  move: string;
  report: Report;
}

/** Megabytes for a search unless somebody asks for more: what a phone can spare. */
const USUAL_MEMORY = 64;
/** The most that can be asked for: the module has 4 GB in all. */
const MOST_MEMORY = 4000;
/** Lines of play are cut off here. */
const LONGEST_PV = 32;
/** How long a slice of a search takes, in seconds. */
const SLICE = 0.015;

export function levelsOf(module: CoreModule): Level[] {
  return module.ask("q_levels", []);
}

/** A search that is under way. Call `go` until it says that it has ended. */
export interface Search {
  go(): boolean;
  report(): Report;
  stop(): void;
}

/** An engine for the game and board of one board. One search at a time. */
export class LocalEngine {
  readonly #module: CoreModule;
  readonly #kind: LocalBoard;
  readonly #memory: number;
  readonly #seed: bigint;
  readonly #plain: boolean;
  readonly #chooser: number;
  // One at a time, so that both uses together take no more memory than one.
  #searcher: { number: number; forLevels: boolean } | null = null;

  constructor(module: CoreModule, board: LocalBoard, options: EngineOptions = {}) {
    const { memoryMb = USUAL_MEMORY, style = "default" } = options;
    if (style !== "default" && style !== "plain")
      throw new RangeError(`style is "default" or "plain", not ${JSON.stringify(style)}`);
    requireWhole("memoryMb", memoryMb, 1, MOST_MEMORY);
    this.#module = module;
    this.#memory = memoryMb;
    this.#plain = style === "plain";
    this.#seed = BigInt.asUintN(64, BigInt(options.seed ?? randomSeed()));
    this.#chooser = module.call("q_chooser", [], this.#seed);
    this.#kind = board.copy();
    try {
      this.#get(false);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#drop();
    this.#kind.free();
    this.#module.call("q_chooser_drop", [], this.#chooser);
  }

  /** Forgets all that was found out about positions. */
  clear(): void {
    if (this.#searcher) this.#module.call("q_engine_clear", [], this.#searcher.number);
  }

  analyse(board: LocalBoard, options: AnalyseOptions): Search {
    const { lines = 0 } = options;
    requireWhole("lines", lines, 0, 1_000_000);
    return this.#start(this.#get(false), board, options, lines);
  }

  /** A search for a move to play; `choose` says which one it is when the search has ended. */
  play(board: LocalBoard, options: PlayOptions): Search & { choose(): Played } {
    const { level } = options;
    const limit: Limit = { ...options };
    let engine: number;
    if (level === undefined) {
      engine = this.#get(false);
    } else {
      const known = levelsOf(this.#module);
      const chosen = Number.isInteger(level) ? known[level - 1] : undefined;
      if (!chosen)
        throw new RangeError(`there is no level ${level}; the levels are 1 to ${known.length}`);
      limit.playouts = Math.min(limit.playouts ?? chosen.playouts, chosen.playouts);
      // A level begins anew, so that it knows no more than it is meant to.
      engine = this.#get(true);
      this.#module.call("q_engine_clear", [], engine);
    }
    if (board.legalCount() === 1) {
      const enough = this.#module.call("q_forced_playouts", []);
      limit.playouts = Math.min(limit.playouts ?? enough, enough);
    }
    const mover = board.turn();
    const search = this.#start(engine, board, limit, 0);
    const choose = (): Played => {
      const report = search.report();
      const values = [this.#chooser, engine, level ?? 0, mover];
      const line = report.lines[this.#module.call("q_choose", [], ...values)] as Line;
      return { move: line.move, report };
    };
    return { ...search, choose };
  }

  #start(engine: number, board: LocalBoard, limit: Limit, lines: number): Search {
    const { seconds, playouts } = limit;
    if (seconds === undefined && playouts === undefined)
      throw new RangeError("a search needs a limit: seconds, playouts, or a level");
    if (seconds !== undefined && !(seconds > 0 && seconds < 1e9))
      throw new RangeError(`seconds must be a number above 0, not ${seconds}`);
    if (playouts !== undefined) requireWhole("playouts", playouts, 1, Number.MAX_SAFE_INTEGER);
    this.#module.call("q_engine_start", [], engine, board.number, seconds ?? -1, playouts ?? -1);
    return {
      go: () => this.#module.call("q_engine_wait", [], engine, SLICE) === 1,
      report: () => this.#module.ask("q_engine_report", [], engine, lines, LONGEST_PV),
      stop: () => void this.#module.call("q_engine_stop", [], engine),
    };
  }

  #get(forLevels: boolean): number {
    if (this.#searcher?.forLevels === forLevels) return this.#searcher.number;
    this.#drop();
    const most = this.#module.call("q_level_memory_mb", []);
    const memory = forLevels ? Math.min(this.#memory, most) : this.#memory;
    const values = [this.#kind.number, memory, this.#seed, Number(this.#plain)];
    this.#searcher = { number: this.#module.call("q_engine", [], ...values), forLevels };
    return this.#searcher.number;
  }

  #drop(): void {
    if (this.#searcher) this.#module.call("q_engine_drop", [], this.#searcher.number);
    this.#searcher = null;
  }
}

/** An exact solver for the game and board of one board; `go` works for a slice. */
export class LocalSolver {
  readonly #module: CoreModule;
  readonly #number: number;

  constructor(module: CoreModule, board: LocalBoard, memoryMb: number = USUAL_MEMORY) {
    requireWhole("memoryMb", memoryMb, 1, MOST_MEMORY);
    this.#module = module;
    this.#number = module.call("q_solver", [], board.number, memoryMb);
  }

  /** The proof, or `null` if it needs more time. */
  go(board: LocalBoard): Proof | null {
    return this.#module.ask("q_solver_work", [], this.#number, board.number, SLICE);
  }

  get nodes(): number {
    return this.#module.ask("q_solver_nodes", [], this.#number);
  }

  close(): void {
    this.#module.call("q_solver_drop", [], this.#number);
  }
}

function randomSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0] as bigint;
}
