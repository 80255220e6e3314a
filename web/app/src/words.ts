// The page's texts. They are in src/quincunx/server/words/en.json and de.json; the server puts those into
// the page whose key begins with the page's name (`game.resign` on the game's page) or with `common`.

import type english from "../../../src/quincunx/server/words/en.json";
import { fill, type Values } from "../../board/src/fill.ts";
import { data } from "./data.ts";

export type Key = keyof typeof english;

/** A text in the page's language with its places filled in. */
export function say(key: Key, values: Values = {}): string {
  return fill(data.words?.[key] ?? key, values);
}
