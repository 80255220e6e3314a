// What was sent and not answered yet. It is kept in the tab's storage, so that a reload loses nothing: the same
// message with the same key is done once, however often it is sent.

import type { Keyed } from "./messages.ts";

export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export class Pending {
  readonly #store: Store;
  readonly #name: string;
  #messages: Keyed[];

  constructor(store: Store, game: string) {
    this.#store = store;
    this.#name = `pending:${game}`;
    this.#messages = this.#read();
  }

  /** In the order in which they were sent. */
  get all(): readonly Keyed[] {
    return this.#messages;
  }

  add(message: Keyed): void {
    this.#messages.push(message);
    this.#write();
  }

  /** The message of this key, which waits no longer. */
  take(key: string): Keyed | null {
    const found = this.#messages.find((message) => message.key === key);
    if (!found) return null;
    this.#messages = this.#messages.filter((message) => message !== found);
    this.#write();
    return found;
  }

  #read(): Keyed[] {
    try {
      const kept: unknown = JSON.parse(this.#store.getItem(this.#name) ?? "[]");
      return Array.isArray(kept) ? (kept as Keyed[]).filter(isKeyed) : [];
    } catch {
      return []; // no storage, or somebody else's text in it
    }
  }

  #write(): void {
    try {
      if (this.#messages.length === 0) this.#store.removeItem(this.#name);
      else this.#store.setItem(this.#name, JSON.stringify(this.#messages));
    } catch {
      // A browser that keeps nothing loses what is under way if it is reloaded, and no more.
    }
  }
}

function isKeyed(message: unknown): message is Keyed {
  if (typeof message !== "object" || message === null) return false;
  return "key" in message && typeof message.key === "string" && "type" in message;
}
