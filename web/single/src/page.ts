// The page: a table, its board, and what stands beside it.

import {
  type Declaration,
  declarationOf,
  type Explanation,
  type Exported,
  overlaysOn,
  type QuincunxBoard,
  type Scene,
  type Side,
} from "../../board/src/index.ts";
import type { CoreModule } from "../../core/src/here.ts";
import type { Core, Level, Report } from "../../core/src/index.ts";
import { readAddress, type Wanted, writeAddress } from "./address.ts";
import {
  make,
  showButtonMoves,
  showGames,
  showKeys,
  showLegend,
  showMoves,
  showOverlays,
  showPlayers,
  showReport,
  showRules,
  showSetup,
  the,
} from "./panels.ts";
import { readSettings, type Settings, writeSettings } from "./settings.ts";
import { Table, textOf } from "./table.ts";
import { Thinker } from "./thinker.ts";
import { say, WORDS } from "./words.ts";

export interface Parts {
  exported: Exported;
  module: CoreModule;
  levels: Level[];
  /** A worker with the engine in it. */
  openCore: () => Core;
}

export class Page {
  readonly #parts: Parts;
  readonly #board = the<QuincunxBoard>("board");
  readonly #settings: Settings = readSettings();
  #wanted: Wanted;
  #declaration: Declaration;
  #table: Table;
  #thinker: Thinker;
  #thinking = false;
  #analysing = false;
  #rotation = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#wanted = this.#read();
    this.#declaration = declarationOf(parts.exported, this.#wanted.game.id);
    this.#table = this.#seat(this.#wanted);
    this.#thinker = new Thinker(parts.openCore, this.#wanted);
    this.#wire();
    this.#begin();
  }

  // --- Beginning --------------------------------------------------------------------------------------

  /** What the address asks for; if it asks for nonsense, that is said and the usual game begins. */
  #read(): Wanted {
    const { exported, levels } = this.#parts;
    try {
      return readAddress(location.hash, exported, levels.length);
    } catch (error) {
      this.#complain(textOf(error));
      return readAddress("", exported, levels.length);
    }
  }

  #seat(wanted: Wanted): Table {
    try {
      const table = new Table(this.#parts.module, wanted);
      wanted.size = table.facts().size;
      return table;
    } catch (error) {
      this.#complain(textOf(error));
      Object.assign(wanted, { moves: [], fen: null });
      return new Table(this.#parts.module, wanted);
    }
  }

  /** Another game, as `wanted` says. */
  #open(wanted: Wanted): void {
    this.#table.close();
    this.#wanted = wanted;
    this.#declaration = declarationOf(this.#parts.exported, wanted.game.id);
    this.#table = this.#seat(wanted);
    this.#thinker.begin(wanted);
    this.#begin();
  }

  #begin(): void {
    const { exported, levels } = this.#parts;
    const { game } = this.#wanted;
    document.documentElement.toggleAttribute("data-embedded", this.#wanted.embedded);
    showGames(exported, game.id, (id) => this.#choose({ game: id }));
    showSetup(this.#wanted, levels);
    showRules(game);
    showOverlays(game.drawing.overlays, this.#overlays(), (names) => {
      this.#settings.overlays[game.id] = names;
      writeSettings(this.#settings);
      this.#board.overlays = names;
    });
    this.#rotation = 0;
    this.#board.update({
      declaration: this.#declaration,
      facts: this.#table.facts(),
      overlays: this.#overlays(),
      rotation: this.#turned(),
      mirrored: false,
    });
    this.#look();
    this.#news();
  }

  #overlays(): string[] {
    const { id, drawing } = this.#wanted.game;
    return overlaysOn(drawing, this.#settings.overlays[id]);
  }

  /** A new game: what the form says, or something else. */
  #choose(change: { game?: string; side?: Side } = {}): void {
    const { exported } = this.#parts;
    const game = exported.games.find((each) => each.id === change.game) ?? this.#wanted.game;
    const same = game.id === this.#wanted.game.id;
    const against = the<HTMLSelectElement>("against").value;
    const side = the<HTMLSelectElement>("side").value === "first" ? 0 : 1;
    this.#open({
      game,
      size: same ? Number(the<HTMLSelectElement>("size").value) : game.default_size,
      against: against === "human" ? null : Number(against),
      side: change.side ?? side,
      seed: this.#wanted.seed,
      moves: [],
      fen: null,
      theme: this.#wanted.theme,
      embedded: this.#wanted.embedded,
    });
  }

  // --- Playing ----------------------------------------------------------------------------------------

  #mayMove(): boolean {
    const facts = this.#table.facts();
    const mine = this.#wanted.against === null || facts.turn === this.#wanted.side;
    return this.#table.atEnd && facts.outcome === null && mine && !this.#thinking;
  }

  #play(move: string): void {
    let waves: ReturnType<Table["push"]>;
    try {
      waves = this.#table.push(move);
    } catch (error) {
      this.#complain(textOf(error));
      return;
    }
    void this.#board.show(this.#table.facts(), waves);
    this.#news();
  }

  /** After anything that changes the position: write what is new, and let the engine go on. */
  #news(): void {
    const facts = this.#table.facts();
    this.#wanted.moves = [...this.#table.moves];
    history.replaceState(null, "", writeAddress(this.#wanted));
    const { against, side } = this.#wanted;
    const engines = against !== null && facts.turn !== side && facts.outcome === null;
    if (engines && this.#table.atEnd) void this.#answer(against);
    else this.#thinking = false;
    this.#write();
    if (!this.#thinking) this.#analyse();
  }

  async #answer(level: number, tries = 2): Promise<void> {
    this.#thinking = true;
    try {
      const move = await this.#thinker.play(this.#table.moves, level);
      if (move === null) return;
      this.#thinking = false;
      this.#play(move);
    } catch (error) {
      // A worker may have been ended by the system, for its memory: another one is asked.
      this.#thinker.restart();
      if (tries > 1) return this.#answer(level, tries - 1);
      this.#thinking = false;
      this.#engineFailed(error);
    }
  }

  #engineFailed(error: unknown): void {
    this.#complain(say(WORDS.failed, { reason: textOf(error) }));
    this.#analysing = false;
    this.#write();
  }

  /** Against a level, back to the reader's own last choice; else one move. */
  #undo(): void {
    const moves = this.#table.moves.length;
    if (moves === 0) return;
    void this.#thinker.stop();
    this.#thinking = false;
    this.#table.cut(moves - 1);
    const { against, side } = this.#wanted;
    if (against !== null) {
      while (this.#table.moves.length > 0 && this.#table.facts().turn !== side)
        this.#table.cut(this.#table.moves.length - 1);
    }
    void this.#board.show(this.#table.facts());
    this.#news();
  }

  #go(count: number): void {
    if (this.#thinking) return;
    const waves = this.#table.go(count);
    void this.#board.show(this.#table.facts(), waves);
    this.#write();
    this.#analyse();
  }

  /** Forget what came after the position that is shown. */
  #branch(): void {
    this.#table.cut(this.#table.shown);
    this.#news();
  }

  // --- Analysis ---------------------------------------------------------------------------------------

  #toggleAnalysis(): void {
    this.#analysing = !this.#analysing;
    if (!this.#analysing && !this.#thinking) void this.#thinker.stop();
    this.#write();
    if (!this.#thinking) this.#analyse();
  }

  #analyse(): void {
    const facts = this.#table.facts();
    if (!this.#analysing || facts.outcome) return;
    const { game } = this.#wanted;
    const tell = (report: Report) => {
      if (!this.#analysing) return;
      showReport(report, facts.turn, game, {
        over: (move) => this.#board.preview(move ? this.#table.preview(move) : null),
        play: (move) => {
          this.#board.preview(null);
          if (this.#mayMove()) this.#play(move);
        },
      });
    };
    const moves = this.#table.moves.slice(0, this.#table.shown);
    this.#thinker.analyse(moves, tell).catch((error) => {
      this.#thinker.restart();
      this.#engineFailed(error);
    });
  }

  // --- Writing ----------------------------------------------------------------------------------------

  #write(): void {
    const scene = this.#board.scene;
    if (!scene) return;
    const { moves, shown, atEnd } = this.#table;
    const { against, side } = this.#wanted;
    this.#board.interactive = !this.#mayMove() ? "none" : against === null ? "both" : side;
    showMoves(moves, shown, (count) => this.#go(count));
    showButtonMoves(scene, this.#mayMove(), (move) => this.#board.ask(move));
    the<HTMLButtonElement>("undo").disabled = moves.length === 0;
    the("analyse").setAttribute("aria-pressed", String(this.#analysing));
    the("analysis").hidden = !this.#analysing || this.#table.facts().outcome !== null;
    this.#status(scene, atEnd);
    this.#result();
  }

  #status(scene: Scene, atEnd: boolean): void {
    const status = the("status");
    const { moves, shown } = this.#table;
    const before = atEnd ? "" : `${say(WORDS.ply, { ply: shown, all: moves.length })} `;
    const text = before + scene.status;
    status.replaceChildren(text);
    if (this.#thinking) status.append(" ", make("span", { class: "thinking" }, WORDS.thinking));
  }

  #result(): void {
    const outcome = this.#table.facts().outcome;
    const box = the("result");
    box.hidden = outcome === null;
    if (!outcome) return;
    const ending = this.#wanted.game.endings.find((each) => each.name === outcome.ending);
    const rule = ending ? say(WORDS.decided, { section: ending.section }) : "";
    const again = make("button", { type: "button", class: "main" }, WORDS.again);
    again.addEventListener("click", () => this.#choose({ side: this.#wanted.side }));
    const exchanged = make("button", { type: "button" }, WORDS.rematch);
    exchanged.addEventListener("click", () =>
      this.#choose({ side: this.#wanted.side === 0 ? 1 : 0 }),
    );
    const buttons = this.#wanted.against === null ? [again] : [again, " ", exchanged];
    box.replaceChildren(make("p", {}, rule), ...buttons);
  }

  #complain(text: string): void {
    this.#board.before(make("p", { class: "complaint", role: "alert" }, text));
    setTimeout(() => document.querySelector(".complaint")?.remove(), 12_000);
  }

  // --- Looks ------------------------------------------------------------------------------------------

  /** The reader's own side is at the bottom, where the game has two ends to look from. */
  #turned(): number {
    const half = this.#wanted.game.is_square ? 2 : 3;
    const turned = this.#wanted.against !== null && this.#wanted.side === 1;
    return this.#rotation + (turned ? half : 0);
  }

  #near(): Side {
    return this.#wanted.against === null ? 0 : this.#wanted.side;
  }

  #look(): void {
    const { theme, shapes, patterns, coordinates, animated } = this.#settings;
    document.documentElement.dataset.theme = this.#wanted.theme ?? theme;
    the<HTMLSelectElement>("theme").value = this.#wanted.theme ?? theme;
    for (const [id, on] of Object.entries({ shapes, patterns, coordinates, animated }))
      the<HTMLInputElement>(id).checked = on;
    this.#board.update({ looks: { shapes, patterns }, coordinates, animated });
  }

  #rotate(steps: number): void {
    this.#rotation += steps;
    this.#board.rotation = this.#turned();
  }

  // --- Hands and keys ---------------------------------------------------------------------------------

  #wire(): void {
    const board = this.#board;
    board.previewer = (_cells, move) => this.#table.preview(move);
    board.explainer = (cells) => this.#table.explain(cells);
    board.addEventListener("board-choose", (event) => this.#play(event.detail.move));
    board.addEventListener("board-refuse", (event) => this.#refuse(event.detail.cells));
    board.addEventListener("board-paint", (event) => {
      showPlayers(event.detail.scene, this.#wanted, this.#near(), this.#settings.shapes);
      showLegend(event.detail.scene);
    });

    const on = (id: string, act: () => void) => the(id).addEventListener("click", act);
    on("undo", () => this.#undo());
    on("flip", () => this.#rotate(this.#wanted.game.is_square ? 2 : 3));
    on("rotate", () => this.#rotate(1));
    on("analyse", () => this.#toggleAnalysis());
    on("to-start", () => this.#go(0));
    on("back", () => this.#go(this.#table.shown - 1));
    on("forward", () => this.#go(this.#table.shown + 1));
    on("to-end", () => this.#go(this.#table.moves.length));
    on("branch", () => this.#branch());
    on("link", () => void this.#copyLink());
    for (const id of ["size", "against", "side"])
      the(id).addEventListener("change", () => {
        // A game that has begun is not thrown away before somebody says so.
        if (this.#table.moves.length === 0) this.#choose();
        else the("side-row").hidden = the<HTMLSelectElement>("against").value === "human";
      });
    the("setup").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#choose();
    });
    the("theme").addEventListener("change", () => {
      this.#wanted.theme = null;
      this.#set("theme", the<HTMLSelectElement>("theme").value);
    });
    for (const id of ["shapes", "patterns", "coordinates", "animated"] as const)
      the(id).addEventListener("change", () => this.#set(id, the<HTMLInputElement>(id).checked));
    window.addEventListener("hashchange", () => this.#open(this.#read()));
    document.addEventListener("keydown", (event) => this.#key(event));
    showKeys();
  }

  #set<K extends keyof Settings>(name: K, value: Settings[K]): void {
    this.#settings[name] = value;
    writeSettings(this.#settings);
    this.#look();
  }

  #refuse(cells: string[]): void {
    this.#board.refuse(this.#whyNot(cells), cells);
  }

  #whyNot(cells: string[]): Explanation | null {
    const { shown, moves, atEnd } = this.#table;
    const { outcome, turn } = this.#table.facts();
    let text = "";
    if (!atEnd) text = say(WORDS.earlier, { ply: shown, all: moves.length });
    else if (outcome === null && !this.#mayMove())
      text = say(WORDS.notYourTurn, { name: this.#wanted.game.players[turn].name });
    return text ? { text, section: "", cells: [] } : this.#table.explain(cells);
  }

  #key(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target.closest("input, select, textarea, summary")) return;
    const onBoard = target.closest("[data-cell]") !== null;
    const act: Record<string, () => void> = {
      u: () => this.#undo(),
      f: () => this.#rotate(this.#wanted.game.is_square ? 2 : 3),
      r: () => this.#rotate(1),
      l: () => this.#toggleAnalysis(),
    };
    if (!onBoard) {
      act.arrowleft = () => this.#go(this.#table.shown - 1);
      act.arrowright = () => this.#go(this.#table.shown + 1);
      act.home = () => this.#go(0);
      act.end = () => this.#go(this.#table.moves.length);
    }
    const found = act[event.key.toLowerCase()];
    if (!found) return;
    event.preventDefault();
    found();
  }

  async #copyLink(): Promise<void> {
    const button = the("link");
    const text = button.textContent;
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = WORDS.copied;
    } catch {
      button.textContent = WORDS.noCopy;
    }
    setTimeout(() => {
      button.textContent = text;
    }, 4000);
  }
}
