// Every text of the page that is not the game's own, in one place.

import { fill, type Values } from "../../board/src/fill.ts";

export const WORDS = {
  person: "Another person here",
  engine: "Level {level}: {text}",
  you: "you",
  level: "level {level}",
  thinking: "thinking…",
  ply: "Move {ply} of {all}.",
  earlier: "This is move {ply} of {all}. Go to the last one, or play on from here.",
  notYourTurn: "It is {name}’s turn.",
  noMoves: "No move yet.",
  rematch: "Again, with sides exchanged",
  again: "Again",
  decided: "So says the rule sheet, under {section}.",
  first: "{name}, who begins",
  second: "{name}",
  proven: "{name} wins, proven: {plies} plies at most",
  provenDraw: "a draw, proven",
  chances: "{name} {percent} %",
  wins: "wins",
  loses: "loses",
  draws: "draws",
  effort: "{playouts} playouts, {seconds} s{ended}",
  ended: "; all is proven",
  copied: "The link is copied",
  noCopy: "Copy the address of this page: it leads to this position",
  failed: "The engine has failed: {reason}. Undo, or begin a new game.",
  badAddress: "The address of this page is not right: {reason}",
  badMove: "move {number}, {move}: {reason}",
  cannotStart: "This page cannot start here: {reason}",
} as const;

export const KEYS: readonly (readonly [string, string])[] = [
  ["← →", "step through the moves"],
  ["Home End", "to the start, to the last move"],
  ["U", "undo"],
  ["F", "flip the board"],
  ["R", "rotate the board"],
  ["L", "analysis on and off"],
  ["Tab", "to the board; then:"],
  ["arrows", "from cell to cell"],
  ["W E A D Z X", "the six ways on hexagons"],
  ["Enter", "choose a cell, play"],
  ["N", "the next legal cell"],
  ["O", "about this cell, and why not"],
  ["M", "all legal moves"],
  ["Esc", "take a choice back"],
];

/** A text with its places filled in. */
export const say = (text: string, values: Values = {}): string => fill(text, values);
