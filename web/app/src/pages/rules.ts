// The rules of a game, each beside the board on which it can be tried. One board follows the reader: it shows the
// clause being read, both sides are played on it, and what is not allowed is explained.

import type { Clause, Declaration, QuincunxBoard } from "../../../board/src/index.ts";
import { type CoreModule, LocalBoard } from "../../../core/src/here.ts";
import { rules } from "../core.ts";
import { declarationOf, pageData } from "../data.ts";
import { boardLooks, onSettings } from "../settings.ts";
import { the } from "../the.ts";
import { say } from "../words.ts";

/** A step from cell to cell, which no line should break. */
const STEP = /([a-z]\d+)-(?=[a-z]\d)/g;

class Desk {
  readonly #module: CoreModule;
  readonly #declaration: Declaration;
  readonly #clauses: readonly Clause[];
  readonly #element = the<QuincunxBoard>("board");
  #board: LocalBoard;
  #at = 0;
  /** Moves played so far, and whether they are still those of the task. */
  #played = 0;
  #right = true;

  constructor(module: CoreModule, declaration: Declaration) {
    this.#module = module;
    this.#declaration = declaration;
    const { clauses, rules } = declaration.game.drawing;
    this.#clauses = clauses.length ? clauses : rules;
    this.#board = this.#open();
    this.#listen();
    this.look();
    this.#begin();
  }

  show(clause: number): void {
    if (clause === this.#at) return;
    this.#at = clause;
    this.#reset();
  }

  look(): void {
    this.#element.update(boardLooks(this.#declaration));
  }

  get #clause(): Clause {
    return this.#clauses[this.#at] as Clause;
  }

  #open(): LocalBoard {
    const { fen } = this.#clause;
    return LocalBoard.open(this.#module, this.#declaration.game.id, fen ? { fen } : {});
  }

  #reset(): void {
    this.#board.free();
    this.#board = this.#open();
    this.#begin();
  }

  #begin(): void {
    this.#played = 0;
    this.#right = true;
    this.#element.update({
      declaration: this.#declaration,
      facts: this.#board.facts(),
      interactive: "both",
    });
    this.#element.light(this.#clause.lit);
    the("task").textContent = this.#clause.task.replace(STEP, "$1\u2011");
    the("desk").removeAttribute("data-done");
    this.#write();
  }

  #listen(): void {
    const board = this.#element;
    board.previewer = (_cells, move) =>
      this.#board.isLegal(move) ? this.#board.preview(move) : null;
    board.explainer = (cells) => this.#board.explain(cells);
    board.addEventListener("board-choose", (event) => this.#play(event.detail.move));
    board.addEventListener("board-refuse", ({ detail }) => {
      board.refuse(this.#board.explain(detail.cells), detail.cells);
    });
    the("reset").addEventListener("click", () => this.#reset());
  }

  #play(move: string): void {
    const waves = this.#board.events(move);
    const { plays } = this.#clause;
    this.#right &&= plays[this.#played] === this.#board.push(move);
    this.#played += 1;
    this.#element.light([]);
    void this.#element.show(this.#board.facts(), waves);
    this.#write();
    if (this.#right && this.#played === plays.length) this.#done();
  }

  /** What the task asks for has been tried. */
  #done(): void {
    the("desk").setAttribute("data-done", "");
    const praise = document.createElement("b");
    praise.textContent = say("rules.done");
    the("status").replaceChildren(praise, ` ${this.#element.scene?.status ?? ""}`);
  }

  #write(): void {
    const { scene } = this.#element;
    if (!scene) return;
    the("status").textContent = scene.status;
    the<HTMLButtonElement>("reset").disabled = this.#played === 0;
    the("buttons").replaceChildren(
      ...scene.buttons.map((entry) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "button";
        button.textContent = entry.name;
        button.title = entry.text;
        button.addEventListener("click", () => this.#element.ask(entry.move));
        return button;
      }),
    );
  }
}

/** Which clause is being read: the last one that begins above the line where eyes rest. */
function reading(sections: readonly HTMLElement[]): number {
  const end = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
  if (end) return sections.length - 1;
  const desk = the("desk").getBoundingClientRect();
  const beside = desk.left >= (sections[0]?.getBoundingClientRect().right ?? 0);
  const above = beside ? 0 : desk.bottom;
  const line = above + (window.innerHeight - above) * 0.35;
  let found = 0;
  for (const [k, section] of sections.entries())
    if (section.getBoundingClientRect().top <= line) found = k;
  return found;
}

export function startRules(): void {
  if (!document.getElementById("desk")) return;
  const { game } = pageData<{ game: string }>();
  const sections = [...document.querySelectorAll<HTMLElement>("[data-clause]")];
  rules()
    .then((module) => {
      const desk = new Desk(module, declarationOf(game));
      const show = (clause: number) => {
        desk.show(clause);
        for (const [k, section] of sections.entries())
          section.toggleAttribute("data-shown", k === clause);
      };
      // A clause that was chosen is shown until the page is scrolled on from it.
      let chosen = false;
      let waiting = false;
      const scrolled = () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => {
          waiting = false;
          if (!chosen) show(reading(sections));
        });
      };
      for (const [k, section] of sections.entries())
        section.addEventListener("click", () => {
          chosen = true;
          show(k);
        });
      for (const type of ["wheel", "touchmove", "keydown"])
        window.addEventListener(type, () => (chosen = false), { passive: true });
      window.addEventListener("scroll", scrolled, { passive: true });
      const named = sections.findIndex((section) => `#${section.id}` === location.hash);
      chosen = named >= 0;
      show(named >= 0 ? named : reading(sections));
      onSettings(() => desk.look());
    })
    .catch((error: Error) => {
      the("status").textContent = error.message;
    });
}
