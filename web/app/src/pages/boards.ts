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
