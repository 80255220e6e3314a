// What the page and the worker say to each other. Whoever asks numbers the question; answers carry its number.
import type { Refusal } from "./errors.ts";
import type { BoardOptions } from "./local.ts";
import type { Source } from "./module.ts";
import type { AnalyseOptions, EngineOptions, PlayOptions, Report } from "./searching.ts";

/** To the worker. Boards and engines are known by numbers that the page gives them. */
export type Question =
  | { ask: "load"; source: Source }
  | { ask: "games" }
  | { ask: "levels" }
  | { ask: "memory" }
  | { ask: "board"; board: number; game: string; options: BoardOptions }
  | { ask: "method"; board: number; method: string; values: unknown[]; becomes?: number }
  | { ask: "free"; board: number }
  | { ask: "engine"; engine: number; game: string; board: BoardOptions; options: EngineOptions }
  | { ask: "analyse"; engine: number; board: number; options: AnalyseOptions; reports: boolean }
  | { ask: "play"; engine: number; board: number; options: PlayOptions }
  | { ask: "solve"; board: number; seconds: number; memoryMb?: number }
  | { ask: "stop" | "clear" | "close"; engine: number };

export type Asked = Question & { id: number };

/** From the worker: an answer, a refusal, or news of a search that goes on. */
export type Answer =
  | { id: number; value: unknown }
  | { id: number; refusal: Refusal; failed: boolean }
  | { id: number; report: Report };

/** One end of a channel, of a browser's or of Node's. */
export interface Port {
  post(message: unknown): void;
  listen(hear: (message: unknown) => void): void;
}
