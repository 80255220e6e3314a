// The page's side: a worker with the core in it, and what waits for its answers.
import { EngineError, errorOf, type Refusal } from "./errors.ts";
import type { Game } from "./local.ts";
import type { Answer, Question } from "./messages.ts";
import type { Source } from "./module.ts";
import type { Level, Report } from "./searching.ts";

export interface CoreOptions {
  /** A worker that runs `worker.js`; one is started if left out. */
  worker?: Worker;
  /** The module: bytes, something compiled, or an address. Beside this file if left out. */
  module?: Source;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  report: ((report: Report) => void) | undefined;
}

/** What browsers and Node call the same things by different names. */
interface Thread {
  post(message: unknown): void;
  end(): void;
  /** Should a process wait for it? Only Node asks. */
  hold(yes: boolean): void;
}

export class Core {
  static #shared: Core | null = null;

  readonly #waiting = new Map<number, Waiting>();
  readonly #thread: Promise<Thread>;
  readonly #loaded: Promise<unknown>;
  #last = 0;
  #failure: Error | null = null;

  constructor(options: CoreOptions = {}) {
    this.#thread = options.worker
      ? Promise.resolve(around(options.worker, this.#events))
      : spawn(this.#events);
    const source = options.module ?? new URL("./quincunx.wasm", import.meta.url).href;
    this.#loaded = this.ask({ ask: "load", source }).catch((error) => {
      // Whatever is asked afterwards is told the same.
      this.#fail(error);
    });
  }

  /** The one that boards and engines use unless they are given another. */
  static shared(): Core {
    if (!Core.#shared || Core.#shared.#failure) Core.#shared = new Core();
    return Core.#shared;
  }

  /** Waits until the module is there. */
  async ready(): Promise<this> {
    await this.#loaded;
    if (this.#failure) throw this.#failure;
    return this;
  }

  games(): Promise<Game[]> {
    return this.ask({ ask: "games" });
  }

  /** The levels from 1 on. */
  levels(): Promise<Level[]> {
    return this.ask({ ask: "levels" });
  }

  /** Bytes that the module has taken from the machine so far. */
  memory(): Promise<number> {
    return this.ask({ ask: "memory" });
  }

  /** Ends the worker, whatever it is doing. */
  async close(): Promise<void> {
    this.#fail(new EngineError("the core has been closed"));
    (await this.#thread).end();
  }

  /** A number for something that is to live in the worker. */
  number(): number {
    this.#last += 1;
    return this.#last;
  }

  ask<T>(question: Question, report?: (report: Report) => void): Promise<T> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.number();
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, report });
      this.#thread.then(
        (thread) => {
          thread.hold(true);
          thread.post({ ...question, id });
        },
        (error) => this.#fail(error),
      );
    }) as Promise<T>;
  }

  readonly #events = {
    hear: (message: unknown): void => {
      const answer = message as Answer;
      const waiting = this.#waiting.get(answer.id);
      if (!waiting) return;
      if ("report" in answer) {
        waiting.report?.(answer.report);
        return;
      }
      this.#waiting.delete(answer.id);
      if ("value" in answer) waiting.resolve(answer.value);
      else this.#refuse(waiting, answer.refusal, answer.failed);
      if (this.#waiting.size === 0) void this.#thread.then((thread) => thread.hold(false));
    },
    fail: (error: Error): void => {
      this.#fail(new EngineError(`the worker has failed: ${error.message}`));
    },
  };

  #refuse(waiting: Waiting, refusal: Refusal, failed: boolean): void {
    const error = errorOf(refusal);
    waiting.reject(error);
    if (!failed) return;
    this.#fail(error);
    void this.#thread.then((thread) => thread.end());
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const waiting of this.#waiting.values()) waiting.reject(this.#failure);
    this.#waiting.clear();
  }
}

interface Events {
  hear(message: unknown): void;
  fail(error: Error): void;
}

function around(worker: Worker, events: Events): Thread {
  worker.addEventListener("message", (event) => events.hear(event.data));
  worker.addEventListener("error", (event) => events.fail(new Error(event.message)));
  return {
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    hold: () => {},
  };
}

async function spawn(events: Events): Promise<Thread> {
  const file = new URL("./worker.js", import.meta.url);
  if (typeof Worker !== "undefined") return around(new Worker(file, { type: "module" }), events);
  const { Worker: NodeWorker } = await import("node:worker_threads");
  const worker = new NodeWorker(file);
  worker.on("message", events.hear);
  worker.on("error", events.fail);
  return {
    post: (message) => worker.postMessage(message),
    end: () => void worker.terminate(),
    hold: (yes) => (yes ? worker.ref() : worker.unref()),
  };
}
