// The rules and the engine in a worker: everything comes back as a promise.
export { Board } from "./board.ts";
export { Core, type CoreOptions } from "./core.ts";
export { Engine, solve } from "./engine.ts";
export {
  EngineError,
  GameOverError,
  IllegalMoveError,
  InvalidMoveError,
  InvalidPositionError,
  MoveError,
  OutOfMemoryError,
  QuincunxError,
} from "./errors.ts";
export type * from "./facts.ts";
export type { BoardOptions, Game, Player } from "./local.ts";
export type { Source } from "./module.ts";
export type {
  AnalyseOptions,
  EngineOptions,
  Level,
  Limit,
  Line,
  Played,
  PlayOptions,
  Proof,
  Report,
} from "./searching.ts";
