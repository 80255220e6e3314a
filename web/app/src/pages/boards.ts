// What pages with small boards share.

import type { Declaration } from "../../../board/src/index.ts";
import { overlaysOf, settings } from "../settings.ts";

/** Overlays for whoever is about to move, and not for whoever only looks. As `painting.py` does. */
const HINTS = ["legal", "names", "letters"];

export function overlaysWithoutHints(declaration: Declaration): string[] {
  return overlaysOf(declaration).filter((name) => !HINTS.includes(name));
}

/** Should things stand still? */
export function calm(): boolean {
  return !settings().animated || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function byId<T extends Element = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as unknown as T;
}
