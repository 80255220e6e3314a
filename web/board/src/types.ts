// What the board element works with, as plain data: a declaration of a game's drawing (written by
// `quincunx.drawing.export()`), the facts of a position (said by the core), and the scene made of both.
//
// Names in declarations and scenes are those of Python's dataclasses (`quincunx.drawing.scene`), so
// that the two scenes can be compared field by field.

export type Point = readonly [number, number];

export type * from "../../core/src/facts.ts";
