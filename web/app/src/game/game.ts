// A game in the page: what the server says about it, what the visitor does, and what the board shows.

import {
  type Declaration,
  type Explanation,
  type QuincunxBoard,
  type Scene,
  type Side,
  statusOf,
} from "../../../board/src/index.ts";
import type { CoreModule } from "../../../core/src/here.ts";
import { Table, textOf } from "../../../core/src/here.ts";
import { post } from "../api.ts";
import { declarationOf, pageData } from "../data.ts";
import { Connection, type Hearer, type Standing, type Why } from "../live/connection.ts";
import {
  type GameEvent,
  type GameState,
  type Keyed,
  type MoveRequest,
  type OfferKind,
  other,
  type Request,
  type Seat,
  type ServerMessage,
  type You,
} from "../live/messages.ts";
import { advance, begin, type LiveGame, present, replace } from "../live/state.ts";
import { boardLooks, settings } from "../settings.ts";
import { the } from "../the.ts";
import { type Key, say } from "../words.ts";
import { world } from "./world.ts";

interface GameData {
  state: GameState;
  you: You;
}

export const SEATS: readonly [Seat, Seat] = ["first", "second"];
export const sideOf = (seat: Seat): Side => (seat === "first" ? 0 : 1);

/** What the server calls them: `opening.GUEST`. */
const GUEST = "Guest";

/** Refusals that the page has words for; the others come with the server's. */
const REFUSALS: Record<string, Key> = {
  busy: "game.refused.busy",
  over: "game.over",
  rate: "game.refused.rate",
  stale: "game.refused.stale",
  waiting: "game.nobody",
  watcher: "game.watching",
};

/** A move that the visitor has made and the server has not told about yet. */
interface Mine extends MoveRequest {
  key: string;
  saved: boolean;
}

/** What a part of the page may want to know beside that something is different. */
export interface Watcher {
  /** Write everything anew, soon. */
  changed(): void;
  /** The board shows something else, if only what a move would do. */
  painted(): void;
  /** Something has happened in the game just now, while somebody was looking. */
  happened(event: GameEvent): void;
  notice(text: string): void;
}

/** Whoever gives no name is a guest, in the page's language. */
export function personName(name: string): string {
  return name === GUEST ? say("common.person") : name;
}

export class Game implements Hearer {
  readonly board = the<QuincunxBoard>("board");
  readonly declaration: Declaration;
  readonly connection: Connection;
  readonly #watcher: Watcher;
  live: LiveGame;
  table: Table | null = null;
  scene: Scene | null = null;
  /** The board is seen from the other side than usual, and turned by so many steps more. */
  flipped = false;
  turned = 0;
  #mine: Mine | null = null;

  constructor(watcher: Watcher) {
    const { state, you } = pageData<GameData>();
    this.#watcher = watcher;
    this.live = begin(state, you);
    this.declaration = declarationOf(state.game);
    this.connection = new Connection(state.id, world(state.id), this);
    this.#wire();
  }

  // --- Who and when ----------------------------------------------------------------------------------

  /** The visitor's only seat. */
  get seat(): Seat | null {
    const { you } = this.live;
    return you === "both" ? null : you;
  }

  get plays(): boolean {
    return this.live.you !== null;
  }

  /** Whose strip is at the bottom. */
  get near(): Seat {
    const own = this.seat ?? "first";
    return this.flipped ? other(own) : own;
  }

  isMine(seat: Seat | null): boolean {
    return seat !== null && (this.live.you === "both" || this.live.you === seat);
  }

  get freeSeat(): Seat | null {
    return SEATS.find((seat) => this.live.players[seat] === null) ?? null;
  }

  /** Is it the visitor's turn, as far as is known? */
  get myTurn(): boolean {
    return !this.live.outcome && !this.#mine && !this.freeSeat && this.isMine(this.live.turn);
  }

  mayMove(): boolean {
    return this.myTurn && (this.table?.atEnd ?? false) && this.connection.standing.ended === null;
  }

  nameOf(seat: Seat): string {
    const player = this.live.players[seat];
    if (this.live.opponent === "same-screen") return this.sideName(seat);
    if (!player) return say("common.free");
    if (player.kind === "engine") return say("common.level", { level: player.level ?? "" });
    return personName(player.name);
  }

  /** Whose turn it is in the position that is shown, or how it ended, in the game's words. */
  status(): string {
    return this.table ? statusOf(this.declaration, this.table.facts()) : "";
  }

  /** What the game calls a side: Red, White, … */
  sideName(seat: Seat): string {
    return this.declaration.game.players[sideOf(seat)].name;
  }

  // --- Beginning -------------------------------------------------------------------------------------

  /** The rules are there: the board becomes alive. */
  begin(module: CoreModule): void {
    const { game, size } = this.live;
    this.table = new Table(module, game, { size });
    this.#recall();
    this.table.replace(this.#line());
    this.table.go(this.table.moves.length);
    this.board.update({
      declaration: this.declaration,
      facts: this.table.facts(),
      ...this.looks(),
      ...this.#aspect(),
    });
    this.#pend();
    this.#watcher.changed();
  }

  /** A move that was under way when the page was left is under way still. */
  #recall(): void {
    const move = this.connection.waiting.find((message) => message.type === "move");
    if (move) this.#mine = { ...move, saved: false };
  }

  /** The moves that are shown: those of the server, and the visitor's own that it has not told about. */
  #line(): string[] {
    const { moves, branch, ply } = this.live;
    const mine = this.#mine;
    if (mine && (mine.branch !== branch || mine.ply !== ply)) {
      // The server has told what was played there; after an outage it does so before it answers.
      this.#mine = null;
      this.board.settle();
    }
    return this.#mine ? [...moves, this.#mine.move] : moves;
  }

  #wire(): void {
    const { board } = this;
    board.previewer = (_cells, move) => this.table?.preview(move) ?? null;
    board.explainer = (cells) => this.whyNot(cells);
    board.addEventListener("board-choose", (event) => this.play(event.detail.move));
    board.addEventListener("board-refuse", ({ detail }) =>
      board.refuse(this.whyNot(detail.cells), detail.cells),
    );
    board.addEventListener("board-paint", (event) => {
      this.scene = event.detail.scene;
      this.#watcher.painted();
    });
  }

  // --- Looking ---------------------------------------------------------------------------------------

  /** Shows the position after so many moves. */
  look(count: number): void {
    if (!this.table) return;
    const before = this.table.shown;
    const waves = this.table.go(count);
    if (this.table.shown === before) return;
    void this.board.show(this.table.facts(), waves);
    this.#pend();
    this.refresh();
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.refresh();
  }

  rotate(): void {
    this.turned += 1;
    this.refresh();
  }

  /** The board as it is looked at, and whose moves it takes. */
  refresh(): void {
    const wanted = { ...this.#aspect(), overlays: this.looks().overlays };
    const names = Object.keys(wanted) as (keyof typeof wanted)[];
    const differs = (name: keyof typeof wanted) =>
      String(this.board[name]) !== String(wanted[name]);
    if (names.some(differs)) this.board.update(wanted);
    this.#watcher.changed();
  }

  /** The settings, as the board has them; legal moves are shown to whoever may make one. */
  looks(): ReturnType<typeof boardLooks> {
    const looks = boardLooks(this.declaration);
    const overlays = looks.overlays.filter((name) => name !== "legal" || this.mayMove());
    return { ...looks, overlays };
  }

  #aspect(): Pick<QuincunxBoard, "rotation" | "interactive"> {
    const half = this.declaration.game.is_square ? 2 : 3;
    const turn = this.live.turn;
    return {
      rotation: (this.turned + (this.near === "second" ? half : 0)) % (2 * half),
      interactive: this.mayMove() && turn ? sideOf(turn) : "none",
    };
  }

  /** The ring around a move that is not saved yet. */
  #pend(): void {
    const last = this.table?.facts().last;
    if (this.#mine && !this.#mine.saved && this.table?.atEnd && last) this.board.pend(last);
  }

  // --- Playing ---------------------------------------------------------------------------------------

  play(move: string): void {
    if (!this.mayMove()) return;
    const { branch, ply } = this.live;
    const request: MoveRequest = { type: "move", branch, ply, move };
    this.#mine = { ...request, key: this.connection.send(request), saved: false };
    this.#follow();
  }

  /** A move in words, from the field. Returns what is wrong with it. */
  enter(text: string): string | null {
    const move = text.trim().toLowerCase();
    if (!this.table || !move) return null;
    if (!this.mayMove()) return this.#notNow() ?? "";
    try {
      const preview = this.table.preview(move);
      if (preview) {
        this.play(preview.move);
        return null;
      }
      const why = this.table.explain(move);
      if (why) this.board.refuse(why, why.cells);
      return why?.text ?? "";
    } catch (error) {
      return textOf(error);
    }
  }

  resign(): void {
    this.send({ type: "resign" });
  }

  offer(kind: OfferKind): void {
    this.send({ type: "offer", kind });
  }

  answer(kind: OfferKind, accept: boolean): void {
    this.send({ type: "answer", kind, accept });
  }

  send(request: Request): void {
    this.connection.send(request);
    this.#watcher.changed();
  }

  /** Is a message of this kind under way? */
  asked(type: Request["type"], kind?: OfferKind): boolean {
    return this.connection.waiting.some(
      (message) =>
        message.type === type &&
        (kind === undefined || ("kind" in message && message.kind === kind)),
    );
  }

  /** Takes a free seat. */
  async join(seat: Seat): Promise<void> {
    try {
      await post(`/api/games/${this.live.id}/seats/${seat}`, { name: settings().name });
    } catch (error) {
      this.#watcher.notice(textOf(error));
    }
    // The cookie says now who comes.
    this.connection.open(true);
  }

  /** Why cells make no move: it is not the time for one, or the rules say so. */
  whyNot(cells: readonly string[]): Explanation | null {
    const text = this.#notNow();
    return text === null ? (this.table?.explain(cells) ?? null) : { text, section: "", cells: [] };
  }

  #notNow(): string | null {
    const { outcome, turn } = this.live;
    if (!this.table || (outcome && this.table.atEnd)) return outcome ? say("game.over") : null;
    if (!this.plays) return say("game.watching");
    if (!this.table.atEnd)
      return say("game.earlier", { ply: this.table.shown, all: this.table.moves.length });
    if (this.mayMove()) return null;
    if (this.#mine) return say("game.saving");
    if (this.freeSeat) return say("game.nobody");
    return turn ? say("game.not-your-turn", { name: this.sideName(turn) }) : null;
  }

  // --- Hearing ---------------------------------------------------------------------------------------

  seen(): number {
    // The first time, the whole game is asked for: the page does not have what was said.
    return this.live.clockAt === null && this.live.presence === null ? 0 : this.live.v;
  }

  heard(message: ServerMessage): void {
    if (message.type === "state") this.live = replace(this.live, message);
    else if (message.type === "presence") this.live = present(this.live, message);
    else if (message.type === "event") {
      const { game, what } = advance(this.live, message);
      if (what === "gap") this.connection.open(true);
      if (what !== "new") return;
      this.live = game;
      this.#watcher.happened(message);
    }
    this.#follow();
  }

  saved(message: Keyed): void {
    if (message.key === this.#mine?.key) {
      this.#mine.saved = true;
      this.board.settle();
    }
    this.#watcher.changed();
  }

  refused(message: Keyed, why: Why): void {
    const known = REFUSALS[why.code];
    const text = known ? say(known) : why.text || say("game.refused");
    if (message.key !== this.#mine?.key) {
      this.#watcher.notice(text);
      this.#watcher.changed();
      return;
    }
    const cells = this.table?.facts().last?.cells ?? [];
    this.#mine = null;
    this.#follow();
    this.board.refuse({ text, section: why.section, cells: why.cells }, cells);
    if (cells.length === 0) this.#watcher.notice(text);
  }

  changed(_standing: Standing): void {
    this.refresh();
  }

  /** The board goes with the game, unless somebody looks at an earlier position. */
  #follow(): void {
    const { table } = this;
    if (!table) {
      this.#watcher.changed();
      return;
    }
    const following = table.atEnd;
    const before = table.facts();
    table.replace(this.#line());
    if (following && !table.atEnd) {
      const last = table.moves.length;
      if (last - table.shown > 1) {
        table.go(last - 1);
        this.board.update({ facts: table.facts() });
      }
      const waves = table.go(last);
      void this.board.show(table.facts(), waves);
      this.#pend();
      // A turn that is left out is easily missed.
      if (table.facts().reason === "sat out") this.#watcher.notice(this.status());
    } else if (table.facts() !== before) {
      void this.board.show(table.facts());
    }
    this.refresh();
  }
}
