// What the server has written into the page, for the script: `<script type="application/json" id="data">`.

import type { Declaration } from "../../board/src/index.ts";
import type { components } from "./schema.ts";

export type PageName = "home" | "new" | "game" | "games" | "rules" | "settings" | "problem";

export type CatalogueGame = components["schemas"]["CatalogueGame"];

/** What every page has. A page's own data stand beside it: `pageData<T>()`. */
interface Data {
  page: PageName;
  language: "en" | "de";
  /** Only those of this page and of `common`: see words.ts. */
  words: Record<string, string>;
  /** As the server has read it from the cookie; settings.ts knows what may be left out. */
  settings: Record<string, unknown>;
  /** Addresses of files, with their hashes. */
  assets: { rules: string; engine: string; worker: string };
  /** How the games are drawn, by id, in the page's language: those that the page may show. */
  declarations: Record<string, Declaration>;
  catalogue: components["schemas"]["Catalogue"];
}

function read(): Data {
  const element = typeof document === "undefined" ? null : document.getElementById("data");
  return JSON.parse(element?.textContent ?? "{}") as Data;
}

export const data: Data = read();

/** The same with what is this page's own. */
export function pageData<T>(): Data & T {
  return data as Data & T;
}

export function declarationOf(game: string): Declaration {
  const found = data.declarations[game];
  if (!found) throw new Error(`the page has no drawing of ${game}`);
  return found;
}
