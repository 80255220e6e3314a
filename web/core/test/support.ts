// What the tests share: the package as it was built, and what the native core has said.
//
// QUINCUNX_CORE names the folder of the package's files, QUINCUNX_EXPECTED the file that
// tests/web/expected.py has written, QUINCUNX_CONFORMANCE the folder of the conformance files.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Facts, Preview } from "../src/facts.ts";
import type { CoreModule as CoreModuleOf, LocalBoard as LocalBoardOf } from "../src/here.ts";

type Here = typeof import("../src/here.ts");
type Index = typeof import("../src/index.ts");

function folder(variable: string): URL {
  return pathToFileURL(`${process.env[variable]}/`);
}

export const DIST = folder("QUINCUNX_CORE");
const CONFORMANCE = folder("QUINCUNX_CONFORMANCE");

/** Are there conformance files of this game? A game that was just added has none. */
export function hasConformance(game: string): boolean {
  return existsSync(new URL(`${game}.jsonl`, CONFORMANCE));
}

export const here: Here = await import(new URL("here.js", DIST).href);
export const index: Index = await import(new URL("index.js", DIST).href);

export const BOTH = ["quincunx-rules.wasm", "quincunx.wasm"] as const;

export function bytesOf(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(name, DIST)));
}

/** A module of its own, with nothing in it yet. */
export function load(name: string = "quincunx.wasm"): Promise<CoreModuleOf> {
  return here.CoreModule.load(bytesOf(name));
}

// --- What is expected ---------------------------------------------------------------------------------

/** A board, as `opened` of tests/web/expected.py tells it. */
export interface Opened {
  game: string;
  size: number;
  pie: boolean | null;
  moves: string[];
}

/** A value, or the error there was instead. */
export interface ValueOrError {
  value?: unknown;
  error?: string;
  message?: string;
  text?: string;
  reason?: string;
  position?: string;
}

export interface PositionTold {
  facts: Facts;
  hash: string;
  canonicalHash: string;
  pie: boolean;
  symmetries: string[];
  transformed: { symmetry: number; facts: Facts; moves: string[] };
  shown: { move: string; preview: Preview }[];
  neighbours: Record<string, string[]>;
  asked: {
    text: string;
    legal: ValueOrError;
    explained: ValueOrError;
    why: ValueOrError;
    pushed: ValueOrError;
  }[];
  begun: { cells: string[]; explained: ValueOrError }[];
}

/** What each kind of line holds. */
export interface Expected {
  games: { games: unknown[] };
  counts: Opened & { counts: number[] };
  game: Opened & { positions: PositionTold[] };
  board: { game: string; size: number | null; from: string | null; made: ValueOrError };
  search: Opened & {
    style: "default" | "plain";
    memory: number;
    seed: string;
    asked: { playouts: number; report: Record<string, unknown>; then: string[] }[];
  };
  level: Opened & { level: number; seed: number; played: string[]; best: string | null };
  solve: Opened & { proof: unknown; nodes: number };
}

/** All lines of a kind; there is at least one. */
export function expected<Kind extends keyof Expected>(kind: Kind): Expected[Kind][] {
  const file = process.env.QUINCUNX_EXPECTED;
  assert.ok(
    file,
    "QUINCUNX_EXPECTED names no file: pytest tests/web/test_core.py runs these tests",
  );
  const found = readFileSync(file, "ascii")
    .split("\n")
    .filter((line) => line.startsWith(`{"kind": "${kind}",`))
    .map((line) => JSON.parse(line) as Expected[Kind]);
  assert.ok(found.length > 0, `nothing is expected of ${kind}`);
  return found;
}

/** The lines of a conformance file, as JSON. */
export function conformance<T>(game: string): T[] {
  const text = readFileSync(new URL(`${game}.jsonl`, CONFORMANCE), "ascii");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

// --- Boards -------------------------------------------------------------------------------------------

export function optionsOf({ size, pie }: Opened): { size: number; pie?: boolean } {
  return pie === null ? { size } : { size, pie };
}

/** The board that is told of, with its moves played. */
export function open(module: CoreModuleOf, told: Opened): LocalBoardOf {
  const board = here.LocalBoard.open(module, told.game, optionsOf(told));
  for (const move of told.moves) board.push(move);
  return board;
}

export const GAMES = here.gamesOf(await load()).map((game) => game.id);

/** Runs something and tells its value or its error in the words of tests/web/expected.py. */
export function valueOrError(ask: () => unknown): ValueOrError {
  try {
    return { value: ask() };
  } catch (error) {
    return errorTold(error);
  }
}

export function errorTold(error: unknown): ValueOrError {
  assert.ok(error instanceof Error);
  if (!(error instanceof here.MoveError)) return { error: error.name, message: error.message };
  const { name, message, text, reason, position } = error;
  return { error: name, message, text, reason, position };
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] as number;
}

export const MEGABYTE = 2 ** 20;
