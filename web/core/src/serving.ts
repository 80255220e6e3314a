// The worker's side: it holds the module, the boards and the engines, and answers questions in order. A search
// goes on between questions, so that none waits longer than a slice takes.
import { EngineError, refusalOf } from "./errors.ts";
import { gamesOf, LocalBoard } from "./local.ts";
import type { Answer, Asked, Port } from "./messages.ts";
import { CoreModule } from "./module.ts";
import {
  LocalEngine,
  LocalSolver,
  levelsOf,
  type Played,
  type Report,
  type Search,
} from "./searching.ts";

/** How often a search tells what it has found, in milliseconds. */
const PERIOD = 100;

type Tell = (report: Report) => void;

/** A search that goes on until it ends by itself or is stopped; then `result` says what came of it. */
class Running<T> {
  readonly ended: Promise<T>;
  readonly #search: Search;
  readonly #result: () => T;
  readonly #tell: Tell | null;
  #over = false;
  #resolve: (value: T) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(search: Search, result: () => T, tell: Tell | null) {
    this.#search = search;
    this.#result = result;
    this.#tell = tell;
    this.ended = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    void this.#run();
  }

  stop(): void {
    if (this.#over) return;
    this.#settle(() => {
      this.#search.stop();
      return this.#result();
    });
  }

  // Whoever waits is told in any case: what was found, or what went wrong.
  #settle(result: () => T): void {
    this.#over = true;
    try {
      this.#resolve(result());
    } catch (error) {
      this.#reject(error);
    }
  }

  async #run(): Promise<void> {
    let due = performance.now();
    try {
      while (!this.#over) {
        if (this.#search.go()) {
          this.#settle(this.#result);
          return;
        }
        if (this.#tell && performance.now() >= due) {
          this.#tell(this.#search.report());
          due = performance.now() + PERIOD;
        }
        await mail();
      }
    } catch (error) {
      this.#over = true;
      this.#reject(error);
    }
  }
}

/** Lets the messages in that wait already, and comes back. A timer would take four milliseconds. */
const mail: () => Promise<void> = isNode() ? nodeMail : browserMail();

function isNode(): boolean {
  return typeof process !== "undefined" && typeof setImmediate === "function";
}

// A port of Node's reads up to a thousand messages in one go, and those it gets meanwhile are among them.
function nodeMail(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

// In a browser a message to ourselves comes after those that wait.
function browserMail(): () => Promise<void> {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(null);
    });
}

interface Seat {
  engine: LocalEngine;
  running: { stop(): void } | null;
}

class Worker {
  readonly #port: Port;
  readonly #boards = new Map<number, LocalBoard>();
  readonly #engines = new Map<number, Seat>();
  #module: CoreModule | null = null;

  constructor(port: Port) {
    this.#port = port;
  }

  async hear(asked: Asked): Promise<void> {
    try {
      const value = await this.#answer(asked);
      this.#say({ id: asked.id, value });
    } catch (error) {
      // What the module was doing when it trapped is unknown: it is not to be used any more.
      const failed = error instanceof WebAssembly.RuntimeError;
      this.#say({ id: asked.id, refusal: refusalOf(error), failed });
    }
  }

  #say(answer: Answer): void {
    this.#port.post(answer);
  }

  #core(): CoreModule {
    if (!this.#module) throw new EngineError("the core has not been loaded");
    return this.#module;
  }

  #board(number: number): LocalBoard {
    const board = this.#boards.get(number);
    if (!board) throw new EngineError("there is no such board; was it made, or freed?");
    return board;
  }

  #seat(number: number): Seat {
    const seat = this.#engines.get(number);
    if (!seat) throw new EngineError("there is no such engine; was it made, or closed?");
    return seat;
  }

  #answer(asked: Asked): unknown {
    switch (asked.ask) {
      case "load":
        return CoreModule.load(asked.source).then((module) => {
          this.#module = module;
        });
      case "games":
        return gamesOf(this.#core());
      case "levels":
        return levelsOf(this.#core());
      case "memory":
        return this.#core().bytes;
      case "board":
        this.#boards.set(asked.board, LocalBoard.open(this.#core(), asked.game, asked.options));
        return null;
      case "free":
        this.#boards.get(asked.board)?.free();
        return void this.#boards.delete(asked.board);
      case "method":
        return this.#method(asked.board, asked.method, asked.values, asked.becomes);
      case "engine":
        return this.#open(asked);
      case "analyse":
        return this.#analyse(asked);
      case "play":
        return this.#play(asked);
      case "solve":
        return this.#solve(asked.board, asked.seconds, asked.memoryMb);
      case "stop":
        return this.#engines.get(asked.engine)?.running?.stop();
      case "clear":
        this.#seat(asked.engine).running?.stop();
        return this.#seat(asked.engine).engine.clear();
      case "close":
        return this.#close(asked.engine);
    }
  }

  #method(number: number, method: string, values: unknown[], becomes?: number): unknown {
    const board = this.#board(number) as unknown as Record<string, (...all: unknown[]) => unknown>;
    const result = board[method]?.(...values);
    if (becomes === undefined) return result;
    this.#boards.set(becomes, result as LocalBoard);
    return null;
  }

  #open(asked: Asked & { ask: "engine" }): void {
    const board = LocalBoard.open(this.#core(), asked.game, asked.board);
    try {
      const engine = new LocalEngine(this.#core(), board, asked.options);
      this.#engines.set(asked.engine, { engine, running: null });
    } finally {
      board.free();
    }
  }

  #close(number: number): void {
    const seat = this.#engines.get(number);
    if (!seat) return;
    seat.running?.stop();
    seat.engine.close();
    this.#engines.delete(number);
  }

  // Whoever asks for another search ends the one before, which answers with what it has found.
  #analyse(asked: Asked & { ask: "analyse" }): Promise<Report> {
    const seat = this.#seat(asked.engine);
    seat.running?.stop();
    const search = seat.engine.analyse(this.#board(asked.board), asked.options);
    const tell: Tell = (report) => this.#say({ id: asked.id, report });
    const running = new Running(search, () => search.report(), asked.reports ? tell : null);
    seat.running = running;
    return running.ended;
  }

  #play(asked: Asked & { ask: "play" }): Promise<Played> {
    const seat = this.#seat(asked.engine);
    seat.running?.stop();
    const search = seat.engine.play(this.#board(asked.board), asked.options);
    const running = new Running(search, () => search.choose(), null);
    seat.running = running;
    return running.ended;
  }

  async #solve(number: number, seconds: number, memoryMb?: number): Promise<unknown> {
    if (!(seconds > 0)) throw new RangeError(`seconds must be a number above 0, not ${seconds}`);
    const board = this.#board(number).copy();
    const solver = new LocalSolver(this.#core(), board, memoryMb);
    try {
      const end = performance.now() + seconds * 1000;
      let proof = solver.go(board);
      while (!proof && performance.now() < end) {
        await mail();
        proof = solver.go(board);
      }
      return { proof, nodes: solver.nodes };
    } finally {
      solver.close();
      board.free();
    }
  }
}

/** Answers whatever comes through a port. */
export function serve(port: Port): void {
  const worker = new Worker(port);
  let loading: Promise<unknown> = Promise.resolve();
  port.listen((message) => {
    const asked = message as Asked;
    // Nothing is answered before the module is there; from then on, in order.
    if (asked.ask === "load") loading = worker.hear(asked);
    else void loading.then(() => worker.hear(asked));
  });
}
