// The rules and the engine in this thread: every answer comes at once, and a search goes on when it is told to.
export * from "./errors.ts";
export type * from "./facts.ts";
export { type BoardOptions, type Game, gamesOf, LocalBoard, type Player } from "./local.ts";
export { CoreModule, compile, type Source } from "./module.ts";
export * from "./searching.ts";
export { Table, textOf } from "./table.ts";
