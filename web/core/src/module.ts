// The WebAssembly module and how to call it (bindings/web/calls.hpp says how it talks).
import { errorOf } from "./errors.ts";

type Exports = Record<string, (...values: (number | bigint)[]) => number>;

/** What a module is made from: its bytes, something compiled, or where to get it. */
export type Source = BufferSource | WebAssembly.Module | URL | string;

const CLOCK_UNITS = 1e6; // nanoseconds in a millisecond

export class CoreModule {
  readonly #memory: WebAssembly.Memory;
  readonly #calls: Exports;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  private constructor(instance: WebAssembly.Instance) {
    this.#memory = instance.exports.memory as WebAssembly.Memory;
    this.#calls = instance.exports as unknown as Exports;
    this.#calls._initialize?.();
  }

  static async load(source: Source): Promise<CoreModule> {
    return CoreModule.of(await compile(source));
  }

  static of(module: WebAssembly.Module): CoreModule {
    let memory: WebAssembly.Memory | undefined;
    // All that the C library asks of its host. It writes only when it is about to give up.
    const wasi = {
      clock_time_get(_clock: number, _precision: bigint, where: number): number {
        const now = BigInt(Math.round(performance.now() * CLOCK_UNITS));
        new DataView((memory as WebAssembly.Memory).buffer).setBigUint64(where, now, true);
        return 0;
      },
      fd_write: () => 8,
      fd_seek: () => 8,
      fd_close: () => 8,
    };
    const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
    memory = instance.exports.memory as WebAssembly.Memory;
    return new CoreModule(instance);
  }

  /** Bytes that the module has taken from the machine so far; it never gives any back. */
  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Does this module have a call of this name? The one with the rules alone has no engines. */
  has(name: string): boolean {
    return name in this.#calls;
  }

  /** Calls by name; texts are put in first. The number that comes back; throws what the core says. */
  call(name: string, texts: readonly string[], ...values: (number | bigint)[]): number {
    const run = this.#calls[name];
    if (!run) throw new TypeError(`this module has no ${name}: it is the one with the rules alone`);
    if (texts.length > 0) this.#put(texts);
    const result = run(...values);
    if (result < 0) throw errorOf(JSON.parse(this.#answer()));
    return result;
  }

  /** As call(), for calls that answer with data. */
  ask<T>(name: string, texts: readonly string[], ...values: (number | bigint)[]): T {
    this.call(name, texts, ...values);
    return JSON.parse(this.#answer()) as T;
  }

  #put(texts: readonly string[]): void {
    const bytes = this.#encoder.encode(texts.join("\0"));
    const put = this.#calls.q_input as (bytes: number) => number;
    const where = put(bytes.length);
    new Uint8Array(this.#memory.buffer, where, bytes.length).set(bytes);
  }

  #answer(): string {
    const where = (this.#calls.q_answer as () => number)();
    const bytes = (this.#calls.q_answer_bytes as () => number)();
    return this.#decoder.decode(new Uint8Array(this.#memory.buffer, where, bytes));
  }
}

/** Compiles a module from whatever it is given. */
export async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source))
    return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === "file:" && typeof process !== "undefined") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(new Uint8Array(await readFile(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status} ${response.statusText}`);
  return response.headers.get("content-type")?.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}
