// Keys of the page. Those of a board that has the focus are the board's own.

import { html } from "lit/html.js";
import { moveList } from "../../../board/src/speech.ts";
import { settings } from "../settings.ts";
import { the } from "../the.ts";
import { say } from "../words.ts";
import { draw } from "./draw.ts";
import type { Game } from "./game.ts";
import { clocksInWords } from "./strips.ts";

interface KeyActs {
  typeMove(): void;
  zen(): void;
}

export function listenForKeys(game: Game, acts: KeyActs): void {
  const last = () => game.table?.moves.length ?? 0;
  const shown = () => game.table?.shown ?? 0;
  const table: Record<string, () => void> = {
    arrowleft: () => game.look(shown() - 1),
    arrowright: () => game.look(shown() + 1),
    home: () => game.look(0),
    end: () => game.look(last()),
    f: () => game.flip(),
    r: () => game.rotate(),
    t: () => game.board.say(clocksInWords(game)),
    m: () => {
      const { declaration, facts } = game.board;
      if (declaration)
        game.board.say(moveList(declaration, game.mayMove() ? (facts?.moves ?? []) : [], []));
    },
    z: acts.zen,
    "/": acts.typeMove,
    "?": showHelp,
  };
  document.addEventListener("keydown", (event) => {
    if (!settings().keys || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest("input, select, textarea, summary, dialog, .menu")) return;
    const act = table[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const HELP = [
  ["← →", "game.key.step"],
  ["Home End", "game.key.ends"],
  ["/", "game.key.type"],
  ["F", "game.key.flip"],
  ["R", "game.key.rotate"],
  ["Z", "game.key.zen"],
  ["T", "game.key.clocks"],
  ["M", "game.key.moves"],
  ["Tab", "game.key.board"],
  ["↑ ↓ ← →", "game.key.cells"],
  ["W E A D Z X", "game.key.six"],
  ["Enter", "game.key.enter"],
  ["N", "game.key.next"],
  ["O", "game.key.about"],
  ["Esc", "game.key.escape"],
] as const;

export function showHelp(): void {
  const dialog = the<HTMLDialogElement>("help");
  draw(
    "help",
    html`<h2>${say("game.keys")}</h2>
      <dl class="keys">${HELP.map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${say(text)}</dd>`)}</dl>
      <button type="button" class="button main" @click=${() => dialog.close()}>${say("common.close")}</button>`,
  );
  dialog.showModal();
}
