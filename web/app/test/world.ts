// A world for connections without a browser: its clock goes when it is told to.

import type { Hearer, Socket, Standing, Why, World } from "../src/live/connection.ts";
import type { Keyed, ServerMessage } from "../src/live/messages.ts";

export type Message = Record<string, unknown> & { type: string };

export class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: Message[] = [];
  closed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.closed = true;
  }
  /** What the server does. */
  accept(): void {
    this.onopen?.();
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code: number): void {
    this.onclose?.({ code });
  }
  of(type: string): Message[] {
    return this.sent.filter((message) => message.type === type);
  }
}

export class FakeWorld implements World {
  time = 0;
  chance = 0;
  readonly kept = new Map<string, string>();
  readonly sockets: FakeSocket[] = [];
  #timers: { at: number; act: () => void }[] = [];
  #keys = 0;

  readonly store = {
    getItem: (name: string) => this.kept.get(name) ?? null,
    setItem: (name: string, value: string) => void this.kept.set(name, value),
    removeItem: (name: string) => void this.kept.delete(name),
  };

  get socket(): FakeSocket {
    return this.sockets.at(-1) as FakeSocket;
  }

  open(): Socket {
    this.sockets.push(new FakeSocket());
    return this.socket;
  }
  now(): number {
    return this.time;
  }
  random(): number {
    return this.chance;
  }
  key(): string {
    this.#keys += 1;
    return `key ${this.#keys}`;
  }
  later(milliseconds: number, act: () => void): () => void {
    const timer = { at: this.time + milliseconds, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  }

  /** Lets time pass; `answering`: pings are answered at once. */
  pass(milliseconds: number, answering = false): void {
    const end = this.time + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.time = next.at;
      const pings = this.socket?.of("ping").length ?? 0;
      next.act();
      if (answering && (this.socket?.of("ping").length ?? 0) > pings) this.pong();
    }
    this.time = end;
  }

  pong(): void {
    this.socket.tell({ type: "pong", t: this.time, now: this.time / 1000 });
  }

  /** The server takes the newest socket and has nothing new to say. */
  greet(): void {
    this.socket.accept();
    this.socket.tell(PRESENCE);
  }
}

export const PRESENCE = {
  type: "presence",
  first: true,
  second: true,
  watchers: 0,
  you: "first",
  engine: null,
};

/** Keeps all that it hears. */
export class Listener implements Hearer {
  v = 0;
  readonly messages: ServerMessage[] = [];
  readonly saves: Keyed[] = [];
  readonly refusals: [Keyed, Why][] = [];
  standing: Standing = { live: false, late: false, ended: null };

  seen(): number {
    return this.v;
  }
  heard(message: ServerMessage): void {
    this.messages.push(message);
  }
  saved(message: Keyed): void {
    this.saves.push(message);
  }
  refused(message: Keyed, why: Why): void {
    this.refusals.push([message, why]);
  }
  changed(standing: Standing): void {
    this.standing = standing;
  }
}
