// The board element and what it is made of: everything that a page may use.

export * from "./choosing.ts";
export * from "./declaration.ts";
export * from "./element.ts";
export type { Confirm, Previewer, Refusal } from "./entering.ts";
export * from "./interface.ts";
export type * from "./model.ts";
export * from "./paint.ts";
export * from "./scene.ts";
export type * from "./types.ts";
