// The first page: small boards that play their sample games by themselves, for whoever looks at them.

import type { Declaration, QuincunxBoard } from "../../../board/src/index.ts";
import { type CoreModule, LocalBoard } from "../../../core/src/here.ts";
import { rules } from "../core.ts";
import { declarationOf } from "../data.ts";
import { onSettings, settings } from "../settings.ts";
import { calm, overlaysWithoutHints } from "./boards.ts";
import { readAnewOnReturn } from "./games.ts";

/** Milliseconds from move to move, and how long the end of a game is shown. */
const PACE = 1500;
const REST = 4500;

/** A game on one small board. */
class Living {
  readonly #element: QuincunxBoard;
  readonly #declaration: Declaration;
  readonly #moves: string[];
  #ply: number;
  #board: LocalBoard | null = null;
  #timer = 0;

  constructor(element: QuincunxBoard, declaration: Declaration) {
    this.#element = element;
    this.#declaration = declaration;
    this.#moves = declaration.game.drawing.sample?.moves.split(" ") ?? [];
    this.#ply = Math.floor(this.#moves.length / 2); // as the server has painted it
  }

  go(module: CoreModule, delay: number): void {
    if (this.#timer || this.#moves.length === 0) return;
    if (!this.#board) this.#take(module);
    this.#timer = window.setTimeout(() => this.#step(), delay);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #take(module: CoreModule): void {
    const { id, drawing } = this.#declaration.game;
    const size = drawing.sample?.size ?? this.#declaration.game.default_size;
    const board = LocalBoard.open(module, id, { size });
    for (const move of this.#moves.slice(0, this.#ply)) board.push(move);
    this.#board = board;
    this.#element.update({
      declaration: this.#declaration,
      facts: board.facts(),
      interactive: "none",
      coordinates: false,
      sounds: false,
      keys: false,
    });
    this.look();
  }

  look(): void {
    if (!this.#board) return;
    const { shapes, patterns } = settings();
    this.#element.update({
      looks: { shapes, patterns },
      overlays: overlaysWithoutHints(this.#declaration),
    });
  }

  #step(): void {
    const board = this.#board;
    if (!board) return;
    const move = this.#moves[this.#ply];
    if (move === undefined) {
      for (; this.#ply > 0; this.#ply -= 1) board.pop();
      void this.#element.show(board.facts());
    } else {
      const waves = board.events(move);
      board.push(move);
      this.#ply += 1;
      void this.#element.show(board.facts(), waves);
    }
    const last = this.#ply === this.#moves.length;
    this.#timer = window.setTimeout(() => this.#step(), last ? REST : PACE);
  }
}

export function startHome(): void {
  readAnewOnReturn();
  const boards = [...document.querySelectorAll<QuincunxBoard>("quincunx-board[data-game]")];
  const living = new Map<Element, Living>(
    boards.map((each) => [each, new Living(each, declarationOf(each.dataset.game ?? ""))]),
  );
  const seen = new Set<Element>();
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  const tell = async () => {
    const may = !document.hidden && !calm();
    for (const [element, game] of living) if (!may || !seen.has(element)) game.stop();
    if (!may || seen.size === 0) return;
    const module = await rules().catch(() => null); // the pictures stay still then
    if (!module) return;
    let delay = PACE / 2;
    for (const [element, game] of living) {
      // Looked at once more: much may have happened while the rules were on their way.
      if (!seen.has(element) || document.hidden || calm()) continue;
      game.go(module, delay);
      delay += PACE / living.size; // one after the other, and not all at once
    }
  };

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      void tell();
    },
    { threshold: 0.5 },
  );
  for (const each of boards) watcher.observe(each);
  document.addEventListener("visibilitychange", () => void tell());
  still.addEventListener("change", () => void tell());
  onSettings(() => {
    for (const game of living.values()) game.look();
    void tell();
  });
}
