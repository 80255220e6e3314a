// A new game: the board beside the form follows it, and the last choice is remembered.

import { render } from "lit/html.js";
import type { QuincunxBoard } from "../../../board/src/index.ts";
import { LocalBoard } from "../../../core/src/here.ts";
import { rules } from "../core.ts";
import { type CatalogueGame, declarationOf, pageData } from "../data.ts";
import { piece } from "../game/draw.ts";
import { boardLooks, setSettings, settings } from "../settings.ts";
import { the } from "../the.ts";
import { say } from "../words.ts";
import { overlaysWithoutHints } from "./boards.ts";

interface NewData {
  game: string;
  size: number;
}

const KEPT = "quincunx-new";
/** Milliseconds within which a game has begun, or something is wrong. */
const PATIENCE = 5000;
/** What is remembered; the size is, by game. */
const NAMES = ["opponent", "level", "side", "clock", "minutes", "increment", "days"];

interface Kept {
  fields: Record<string, string>;
  sizes: Record<string, number>;
  takebacks: boolean;
}

class Form {
  readonly #form = the<HTMLFormElement>("form");
  readonly #size = the<HTMLSelectElement>("size");
  readonly #board = the<QuincunxBoard>("board");
  readonly #button = this.#form.querySelector<HTMLButtonElement>("button[type=submit]");
  readonly #games = pageData<NewData>().catalogue.games;
  #kept = readKept();
  #shown = 0;

  constructor() {
    this.#recall();
    the("tabs").addEventListener("click", (event) => this.#tab(event));
    this.#size.addEventListener("change", () => void this.#show());
    this.#form.addEventListener("submit", (event) => this.#start(event));
    window.addEventListener("pageshow", () => this.#ready(true));
    if (Number(this.#size.value) !== pageData<NewData>().size) void this.#show();
  }

  get #game(): CatalogueGame {
    const id = the<HTMLInputElement>("game").value;
    return this.#games.find((game) => game.id === id) as CatalogueGame;
  }

  /** Puts the last choice in, unless the server has sent the form back with a complaint. */
  #recall(): void {
    if (document.getElementById("problem")) return;
    for (const [name, value] of Object.entries(this.#kept.fields)) {
      const field = this.#form.elements.namedItem(name);
      if (field instanceof RadioNodeList || field instanceof HTMLInputElement) field.value = value;
      else if (field instanceof HTMLSelectElement && has(field, value)) field.value = value;
    }
    the<HTMLInputElement>("takebacks").checked = this.#kept.takebacks;
    this.#recallSize();
  }

  #recallSize(): void {
    const size = String(this.#kept.sizes[this.#game.id]);
    if (has(this.#size, size)) this.#size.value = size;
  }

  // The game's name is a link, which a browser without scripts follows.
  #tab(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-game]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    the<HTMLInputElement>("game").value = link.dataset.game ?? "";
    for (const each of the("tabs").querySelectorAll("a"))
      if (each === link) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    history.replaceState(null, "", link.href);
    this.#fill();
    void this.#show();
  }

  /** The sizes, sides and credit of another game. */
  #fill(): void {
    const game = this.#game;
    this.#size.replaceChildren(
      ...game.sizes.map((size, k) => new Option(game.size_texts[k], String(size))),
    );
    this.#size.value = String(game.default_size);
    this.#recallSize();
    for (const [k, side] of ["first", "second"].entries()) {
      const label = this.#form.querySelector(`label[for="side-${side}"]`);
      const name = label?.querySelector("b");
      if (name) name.textContent = game.players[k] ?? "";
      const sign = label?.querySelector("i");
      const player = declarationOf(game.id).game.players[k];
      if (!sign || !player) continue;
      const fresh = document.createElement("i");
      render(piece(player, settings().shapes), fresh);
      sign.replaceWith(fresh);
    }
    const about = the("about");
    const link = about.querySelector("a") as HTMLAnchorElement;
    link.href = `/rules/${game.id}`;
    about.replaceChildren(`${game.credit} · `, link);
    document.title = `${say("new.title", { game: game.name })} · ${say("common.name")}`;
  }

  async #show(): Promise<void> {
    this.#shown += 1;
    const asked = this.#shown;
    const module = await rules().catch(() => null); // the board stays as it is then
    if (!module || asked !== this.#shown) return;
    const declaration = declarationOf(this.#game.id);
    const board = LocalBoard.open(module, this.#game.id, { size: Number(this.#size.value) });
    const facts = board.facts();
    board.free();
    const overlays = overlaysWithoutHints(declaration);
    const looks = { ...boardLooks(declaration), overlays };
    this.#board.update({ ...looks, declaration, facts, interactive: "none" });
  }

  #start(event: Event): void {
    // A second click on the way would begin a second game.
    if (this.#button?.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      return;
    }
    const sizes = { ...this.#kept.sizes, [this.#game.id]: Number(this.#size.value) };
    const given = new FormData(this.#form);
    const fields = NAMES.map((name) => [name, String(given.get(name) ?? "")]);
    this.#kept = {
      fields: Object.fromEntries(fields),
      sizes,
      takebacks: given.has("takebacks"),
    };
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#kept));
    } catch {
      // a browser that keeps nothing asks anew
    }
    setSettings({ name: String(given.get("name") ?? "").trim() });
    this.#ready(false);
    setTimeout(() => this.#ready(true), PATIENCE); // whoever has stopped it may try again
  }

  #ready(yes: boolean): void {
    this.#button?.setAttribute("aria-disabled", String(!yes));
    if (this.#button) this.#button.textContent = say(yes ? "new.start" : "new.starting");
  }
}

function has(select: HTMLSelectElement, value: string): boolean {
  return [...select.options].some((option) => option.value === value);
}

function readKept(): Kept {
  const kept: Kept = { fields: {}, sizes: {}, takebacks: true };
  try {
    const read = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Kept>;
    if (typeof read.fields === "object")
      for (const name of NAMES) {
        const value = read.fields?.[name];
        if (typeof value === "string" && value) kept.fields[name] = value;
      }
    if (typeof read.sizes === "object") Object.assign(kept.sizes, read.sizes);
    if (typeof read.takebacks === "boolean") kept.takebacks = read.takebacks;
  } catch {
    // nothing kept, or nothing that can be read
  }
  return kept;
}

export function startNew(): void {
  new Form();
}
