// What a connection needs, as browsers have it.

import type { Socket, World } from "../live/connection.ts";

export function world(game: string): World {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return {
    open: () => new WebSocket(`${scheme}://${location.host}/ws/games/${game}`) as Socket,
    now: () => performance.now(),
    later: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    random: () => Math.random(),
    key: newKey,
    // Asked for when it is used: a browser that keeps nothing refuses even the name.
    store: {
      getItem: (name) => sessionStorage.getItem(name),
      setItem: (name, value) => sessionStorage.setItem(name, value),
      removeItem: (name) => sessionStorage.removeItem(name),
    },
  };
}

/** A text that nobody else has. Only pages from a safe origin have `randomUUID`. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
