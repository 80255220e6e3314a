// What the address of the page says: which game, which board, against whom, and the moves so far.
//
//     #game=cordon&size=4&against=3&side=second&seed=1&moves=a1,b2

import type { Exported, GameInfo } from "../../board/src/index.ts";
import { say, WORDS } from "./words.ts";

export interface Wanted {
  game: GameInfo;
  size: number;
  /** A level, or null for a person. */
  against: number | null;
  /** Which side the person has who plays against a level. */
  side: 0 | 1;
  seed: bigint | null;
  moves: string[];
  fen: string | null;
  theme: string | null;
  embedded: boolean;
}

/** The usual opponent: friendly. */
const USUAL_LEVEL = 2;

/** Throws an Error that says what is wrong with it. */
export function readAddress(hash: string, exported: Exported, levels: number): Wanted {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const ids = exported.games.map((game) => game.id);
  const id = values.get("game") ?? (ids[0] as string);
  const game = exported.games.find((entry) => entry.id === id);
  if (!game) throw wrong(`no game is called “${id}”; there are ${ids.join(", ")}`);
  const size = Number(values.get("size") ?? game.default_size);
  if (!game.sizes.includes(size))
    throw wrong(
      `${game.name} is not offered in size ${values.get("size")}; the sizes are ${game.sizes.join(", ")}`,
    );
  const side = values.get("side") ?? "first";
  if (side !== "first" && side !== "second") throw wrong(`side is first or second, not “${side}”`);
  const theme = values.get("theme");
  if (theme !== null && theme !== "auto" && !(theme in exported.themes))
    throw wrong(`no theme is called “${theme}”`);
  const seed = values.get("seed");
  if (seed !== null && !/^\d{1,19}$/.test(seed)) throw wrong(`seed is a number, not “${seed}”`);
  return {
    game,
    size,
    against: opponent(values.get("against"), levels),
    side: side === "first" ? 0 : 1,
    seed: seed === null ? null : BigInt(seed),
    moves: (values.get("moves") ?? "").split(",").filter(Boolean),
    fen: values.get("fen"),
    theme,
    embedded: values.has("embedded"),
  };
}

export function writeAddress(wanted: Wanted): string {
  const values = new URLSearchParams({
    game: wanted.game.id,
    size: String(wanted.size),
    against: wanted.against === null ? "human" : String(wanted.against),
  });
  if (wanted.against !== null && wanted.side === 1) values.set("side", "second");
  if (wanted.seed !== null) values.set("seed", String(wanted.seed));
  if (wanted.fen !== null) values.set("fen", wanted.fen);
  if (wanted.theme !== null) values.set("theme", wanted.theme);
  if (wanted.embedded) values.set("embedded", "1");
  if (wanted.moves.length > 0) values.set("moves", wanted.moves.join(","));
  // Commas are allowed there, and easier to read.
  return `#${values.toString().replaceAll("%2C", ",")}`;
}

function opponent(text: string | null, levels: number): number | null {
  if (text === null) return USUAL_LEVEL;
  if (text === "human") return null;
  const level = Number(text);
  if (Number.isInteger(level) && level >= 1 && level <= levels) return level;
  throw wrong(`against is human or a level from 1 to ${levels}, not “${text}”`);
}

function wrong(reason: string): Error {
  return new Error(say(WORDS.badAddress, { reason }));
}
