// What a reader has chosen, kept in a cookie, so that the server paints boards in the same looks.

import { type Confirm, type Declaration, type Looks, overlaysOn } from "../../board/src/index.ts";
import { data } from "./data.ts";

export interface Settings {
  theme: "auto" | "light" | "dark" | "contrast";
  shapes: boolean;
  patterns: boolean;
  coordinates: boolean;
  animated: boolean;
  sounds: boolean;
  /** Those of the page: a board that has the focus always takes its own. */
  keys: boolean;
  notify: boolean;
  confirm: Confirm;
  /** As the browser asks for if empty. */
  language: "" | "en" | "de";
  /** What others see; a guest if empty. */
  name: string;
  /** Names of the overlays that are on, by game; a game's own choice if left out. */
  overlays: Record<string, string[]>;
}

export const USUAL: Readonly<Settings> = {
  theme: "auto",
  shapes: false,
  patterns: false,
  coordinates: true,
  animated: true,
  sounds: true,
  keys: true,
  notify: false,
  confirm: "auto",
  language: "",
  name: "",
  overlays: {},
};

const NAME = "settings=";
const YEAR = 365 * 24 * 3600;
const hearers = new Set<(settings: Settings) => void>();

/** As they are now. The server has read the cookie, and has left out what makes no sense. */
let current: Settings = { ...USUAL, ...data.settings };

export function settings(): Readonly<Settings> {
  return current;
}

/** Changes some, keeps them, and tells everybody who wants to know. */
export function setSettings(changes: Partial<Settings>): void {
  current = { ...USUAL, ...kept(), ...changes };
  keep();
  applyTheme();
  for (const hear of hearers) hear(current);
}

/** Calls when a setting changes; the answer ends that. */
export function onSettings(hear: (settings: Settings) => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

function applyTheme(): void {
  document.documentElement.dataset.theme = current.theme;
}

/** The overlays to show of a game: those chosen, or the game's own choice. */
export function overlaysOf(declaration: Declaration): string[] {
  const { id, drawing } = declaration.game;
  return overlaysOn(drawing, current.overlays[id]);
}

/** What boards take from the settings, for `QuincunxBoard.update`. */
export function boardLooks(declaration: Declaration): {
  looks: Looks;
  coordinates: boolean;
  animated: boolean;
  sounds: boolean;
  confirm: Confirm;
  overlays: string[];
} {
  const { shapes, patterns, coordinates, animated, sounds, confirm } = current;
  const overlays = overlaysOf(declaration);
  return { looks: { shapes, patterns }, coordinates, animated, sounds, confirm, overlays };
}

/** What the cookie says now, as another tab may have changed it; without one, what this page knows. */
function kept(): Partial<Settings> {
  const found = document.cookie.split("; ").find((each) => each.startsWith(NAME));
  try {
    return found ? JSON.parse(decodeURIComponent(found.slice(NAME.length))) : current;
  } catch {
    return current; // somebody else's text
  }
}

// Only what differs from the usual, as a cookie goes with every call.
function keep(): void {
  const usual = USUAL as unknown as Record<string, unknown>;
  const chosen = Object.entries(current).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name]),
  );
  const text = encodeURIComponent(JSON.stringify(Object.fromEntries(chosen)));
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface is not in all browsers
  document.cookie = `${NAME}${text}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
}
