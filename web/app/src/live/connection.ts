// The way to the server: a socket that is opened again whenever it is lost, and messages that are sent again
// until the server has answered them. It knows no game; it hears what the server says and hands it on.

import { ServerTime } from "./clock.ts";
import type { Keyed, Request, ServerMessage } from "./messages.ts";
import { Pending, type Store } from "./pending.ts";

/** Milliseconds, all of them. */
const PING = 2500;
const SILENCE = 9000;
const RESEND = 2500;
const BANNER = 2000;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** Whoever was away for a while is found again at the latest after half of that time. */
const GROWTH = 1.5;
/** After the server has said that there is too much from here. */
const CROWDED_WAIT = 20_000;

const PROTOCOL = 1;
const MALFORMED = 4400;
const TOO_LARGE = 4413;
const TOO_MANY = 4429;
/** What a browser calls a socket that ended without a word. */
const ABNORMAL = 1006;
/** Coming back would not help: no such token, a foreign page, no such game. */
const FINAL = new Set([4401, 4403, 4404]);

/** What is used of a WebSocket. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What a browser has and a test makes. */
export interface World {
  open(): Socket;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** Calls later; the answer calls that off. */
  later(milliseconds: number, act: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
  key(): string;
  store: Store;
}

/** How it stands. `late`: for longer than a blink there has been no way to the server. */
export interface Standing {
  live: boolean;
  late: boolean;
  /** The code with which the server has closed for good. */
  ended: number | null;
}

export interface Hearer {
  /** The number of the last event that is known. */
  seen(): number;
  /** Everything but answers to pings and to requests. */
  heard(message: ServerMessage): void;
  /** The server has stored it. */
  saved(message: Keyed): void;
  /** The server will not have it. */
  refused(message: Keyed, why: Why): void;
  changed(standing: Standing): void;
}

export interface Why {
  code: string;
  text: string;
  section: string;
  cells: string[];
}

export class Connection {
  readonly time: ServerTime;
  readonly #world: World;
  readonly #hearer: Hearer;
  readonly #pending: Pending;
  readonly #timers = new Map<string, () => void>();
  #socket: Socket | null = null;
  /** When hello was said through this socket; null before that. */
  #greeted: number | null = null;
  #standing: Standing = { live: false, late: false, ended: null };
  #tries = 0;
  /** What the server has asked to wait before it went away. */
  #asked: number | null = null;
  /** Pings since something was heard. */
  #unanswered = 0;
  #whole = false;

  constructor(game: string, world: World, hearer: Hearer) {
    this.#world = world;
    this.#hearer = hearer;
    this.#pending = new Pending(world.store, game);
    this.time = new ServerTime(() => world.now() / 1000);
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** What the server has not answered yet. */
  get waiting(): readonly Keyed[] {
    return this.#pending.all;
  }

  /** Goes to the server, from now on; `whole` asks for all of the game and not for what is new. */
  open(whole = false): void {
    this.#hangUp();
    this.#whole ||= whole;
    this.#warn();
    const socket = this.#world.open();
    this.#socket = socket;
    socket.onopen = () => this.#greet(socket);
    socket.onmessage = ({ data }) => this.#hear(String(data));
    socket.onclose = ({ code }) => this.#lost(code);
    // A network that swallows everything never says so.
    this.#listen();
  }

  close(): void {
    this.#hangUp();
    this.#stop("banner");
  }

  /** Sends it, now or as soon as there is a way, and again until it is answered. Returns its key. */
  send(request: Request): string {
    const message: Keyed = { ...request, key: this.#world.key() };
    this.#pending.add(message);
    this.#post(message);
    return message.key;
  }

  /** The network is back, or somebody looks at the page again: no waiting now. */
  wake(): void {
    if (this.#standing.ended !== null) return;
    if (!this.#socket) {
      this.#tries = 0;
      this.open();
    } else if (this.#standing.live && !this.#timers.has("probe")) {
      // A machine that has slept does not know whether its socket still is one.
      this.#ping();
      this.#start("probe", PING, () => this.#lost(ABNORMAL));
    }
  }

  /** The machine says that it is offline. It may be wrong, so the server is tried all the same. */
  doubt(): void {
    if (this.#socket) this.#lost(ABNORMAL);
  }

  // --- Coming and going ------------------------------------------------------------------------------

  #greet(socket: Socket): void {
    const seen = this.#whole ? 0 : this.#hearer.seen();
    this.#greeted = this.#world.now();
    socket.send(JSON.stringify({ type: "hello", proto: PROTOCOL, seen }));
    for (const message of this.#pending.all) this.#post(message);
    this.#start("ping", PING, () => this.#beat());
  }

  #lost(code: number): void {
    this.#hangUp();
    if (FINAL.has(code)) {
      this.#stop("banner");
      this.#change({ live: false, late: false, ended: code });
      return;
    }
    // Something that was sent is to blame; sending it again would end the same way.
    if (code === MALFORMED || code === TOO_LARGE) this.#giveUp();
    this.#warn();
    this.#start("wait", this.#wait(code), () => this.open());
  }

  #wait(code: number): number {
    const usual = Math.min(LONGEST_WAIT, FIRST_WAIT * GROWTH ** this.#tries);
    const base = code === TOO_MANY ? CROWDED_WAIT : (this.#asked ?? usual);
    this.#asked = null;
    this.#tries += 1;
    // Not all pages at once.
    return base * (1 - 0.3 * this.#world.random());
  }

  #giveUp(): void {
    for (const message of [...this.#pending.all]) {
      this.#pending.take(message.key);
      this.#hearer.refused(message, { code: "invalid", text: "", section: "", cells: [] });
    }
  }

  #hangUp(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = null;
    for (const name of [...this.#timers.keys()]) if (name !== "banner") this.#stop(name);
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    if (this.#standing.live) this.#change({ ...this.#standing, live: false });
  }

  /** A lost way is told about only if it takes longer than a blink. */
  #warn(): void {
    if (this.#standing.late || this.#timers.has("banner")) return;
    this.#start("banner", BANNER, () => this.#change({ ...this.#standing, late: true }));
  }

  #arrived(): void {
    this.#tries = 0;
    this.#whole = false;
    this.#stop("banner");
    this.#change({ live: true, late: false, ended: null });
  }

  #change(standing: Standing): void {
    this.#standing = standing;
    this.#hearer.changed(standing);
  }

  // --- Staying ---------------------------------------------------------------------------------------

  #beat(): void {
    this.#ping();
    this.#start("ping", PING, () => this.#beat());
  }

  #ping(): void {
    this.#unanswered += 1;
    this.#socket?.send(JSON.stringify({ type: "ping", t: this.#world.now() }));
  }

  /** Whoever is not heard for so long is gone. */
  #listen(): void {
    this.#unanswered = 0;
    this.#stop("probe");
    this.#start("silence", SILENCE, () => this.#silent());
  }

  #silent(): void {
    // Browsers hold back the pings of hidden pages, and who is not asked does not answer.
    const asked = this.#greeted === null || this.#unanswered >= Math.floor(SILENCE / PING);
    if (asked) this.#lost(ABNORMAL);
    else this.#start("silence", PING, () => this.#silent());
  }

  // --- Saying and hearing ----------------------------------------------------------------------------

  #post(message: Keyed): void {
    if (this.#greeted === null) return; // sent after hello
    this.#socket?.send(JSON.stringify(message));
    this.#start(`send ${message.key}`, RESEND, () => this.#post(message));
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    this.#listen();
    switch (message.type) {
      case "pong":
        this.time.heard(message.now, message.t / 1000);
        return;
      case "restart":
        this.#asked = message.retry_ms;
        return;
      case "ack": {
        const done = this.#answered(message.key);
        if (done) this.#hearer.saved(done);
        return;
      }
      case "refused": {
        const { code, text: reason, section, cells } = message;
        const done = this.#answered(message.key);
        if (done) this.#hearer.refused(done, { code, text: reason, section: section ?? "", cells });
        return;
      }
      case "state":
        this.time.heard(message.now, (this.#greeted ?? this.#world.now()) / 1000);
        break;
      case "presence":
        if (!this.#standing.live) this.#arrived();
    }
    this.#hearer.heard(message);
  }

  #answered(key: string): Keyed | null {
    this.#stop(`send ${key}`);
    return this.#pending.take(key);
  }

  // --- Timers, by name -------------------------------------------------------------------------------

  #start(name: string, milliseconds: number, act: () => void): void {
    this.#stop(name);
    const callOff = this.#world.later(milliseconds, () => {
      this.#timers.delete(name);
      act();
    });
    this.#timers.set(name, callOff);
  }

  #stop(name: string): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }
}
