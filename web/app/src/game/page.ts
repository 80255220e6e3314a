// The page of a game: puts its parts together, and writes them whenever something is new.

import { html, nothing } from "lit/html.js";
import { rules } from "../core.ts";
import type { GameEvent, Outcome } from "../live/messages.ts";
import { onSettings } from "../settings.ts";
import { the } from "../the.ts";
import { say } from "../words.ts";
import { drawBar } from "./bar.ts";
import { Cards, resultText } from "./cards.ts";
import { Chance } from "./chance.ts";
import { Chat } from "./chat.ts";
import { type Content, draw } from "./draw.ts";
import { Game, SEATS, type Watcher } from "./game.ts";
import { listenForKeys, showHelp } from "./keys.ts";
import { Menus } from "./menus.ts";
import { drawMoves } from "./moves.ts";
import { Notices } from "./notices.ts";
import { listenForSounds, play } from "./sounds.ts";
import { drawClocks, drawStrips } from "./strips.ts";

/** Milliseconds until the rules are asked for again, if they could not be had. */
const AGAIN = 4000;

export function startGame(): void {
  new Page().start();
}

class Page implements Watcher {
  readonly #game = new Game(this);
  readonly #notices = new Notices(this.#game);
  readonly #menus = new Menus(this.#game, () => this.changed());
  readonly #chance = new Chance(this.#game, () => this.changed());
  readonly #cards = new Cards(this.#game, this.#chance, this);
  readonly #chat = new Chat(this.#game, () => this.changed());
  #soon = false;
  /** The field for a move in words is open; what is wrong with the last one. */
  #typing = false;
  #wrong = "";
  /** Where the focus was before. */
  #from: Element | null = null;

  start(): void {
    const game = this.#game;
    listenForSounds(game.board);
    listenForKeys(game, { typeMove: () => this.#type(true), zen: () => this.#zen() });
    onSettings(() => {
      if (game.table) game.board.update(game.looks());
      this.changed();
    });
    const wake = () => document.hidden || game.connection.wake();
    window.addEventListener("online", wake);
    window.addEventListener("offline", () => game.connection.doubt());
    window.addEventListener("pageshow", wake);
    document.addEventListener("visibilitychange", wake);
    this.#come();
    void this.#load();
    this.#tick();
  }

  /** Whoever comes with `?seat=` takes it; then the address is that of the game. */
  #come(): void {
    const game = this.#game;
    const wanted = new URLSearchParams(location.search).get("seat");
    const seat = SEATS.find((each) => each === wanted);
    if (wanted !== null) history.replaceState(null, "", location.pathname);
    if (seat && !game.plays && game.live.players[seat] === null) void game.join(seat);
    else game.connection.open();
  }

  async #load(): Promise<void> {
    const module = await rules().catch(() => null);
    if (module) {
      this.#game.begin(module);
      return;
    }
    this.notice(say("game.no-rules"));
    setTimeout(() => void this.#load(), AGAIN);
  }

  /** Clocks go while somebody can see them. */
  #tick(): void {
    if (this.#game.live.clock) drawClocks(this.#game);
    requestAnimationFrame(() => this.#tick());
  }

  // --- What happens ----------------------------------------------------------------------------------

  changed(): void {
    if (this.#soon) return;
    this.#soon = true;
    queueMicrotask(() => {
      this.#soon = false;
      this.#draw();
    });
  }

  painted(): void {
    drawStrips(this.#game);
    drawClocks(this.#game);
  }

  notice(text: string): void {
    this.#notices.say(text);
  }

  happened(event: GameEvent): void {
    const game = this.#game;
    if (event.event === "answered") {
      if (event.kind === "rematch" && event.accepted && event.game && game.plays)
        location.assign(`/g/${event.game}`);
      else if (!event.accepted && !game.isMine(event.side))
        this.notice(say("game.declined", { name: game.nameOf(event.side) }));
    } else if (event.event === "tookback") this.notice(say("game.took-back"));
    else if (event.event === "ended") this.#sound(event.outcome);
    else if (event.event === "paused") this.notice(say("game.paused"));
    else if (event.event === "offered" && !game.isMine(event.side))
      // The card is there to be seen; this is for readers of screens.
      game.board.say(say(`game.${event.kind}.asked`, { name: game.nameOf(event.side) }));
    else if (event.event === "joined" && !game.isMine(event.side))
      this.notice(say("game.joined", { name: game.nameOf(event.side) }));
  }

  /** What the rules end the board itself is heard about. */
  #sound({ winner, section }: Outcome): void {
    if (!section) play(winner === null ? "draw" : "win");
  }

  // --- Writing ---------------------------------------------------------------------------------------

  #draw(): void {
    const game = this.#game;
    this.painted();
    this.#chat.draw(); // before the bar, which says how much of it is unread
    drawBar(game, this.#menus, {
      chat: () => this.#chat.toggle(),
      unread: this.#chat.unread,
      more: this.#more(),
    });
    this.#cards.draw();
    this.#notices.draw();
    this.#status();
    draw("acts", this.#acts());
    drawMoves(game); // last: it fills what the others leave
  }

  #more(): (readonly [string, () => void])[] {
    const { id } = this.#game.live;
    return [
      [say("game.flip"), () => this.#game.flip()],
      [say("game.rotate"), () => this.#game.rotate()],
      [say("game.looks"), () => this.#menus.toggle("looks")],
      [say("game.type"), () => this.#type(true)],
      [say("game.keys"), showHelp],
      [say("game.zen"), () => this.#zen()],
      [say("game.share"), () => void this.#cards.copy(`${location.origin}/g/${id}`)],
    ];
  }

  #status(): void {
    const text = this.#statusText();
    const status = the("status");
    // Written only if it differs: readers of screens read it out each time.
    if (text && status.textContent !== text) status.textContent = text;
    // The card of the result says the same, larger.
    const { live, table } = this.#game;
    status.classList.toggle("unseen", live.outcome !== null && (table?.atEnd ?? false));
  }

  #statusText(): string {
    const { live, table, connection } = this.#game;
    if (!table) return "";
    const status = this.#game.status();
    if (!table.atEnd) {
      const at = say("game.at", { ply: table.shown, all: table.moves.length });
      return `${at} ${status}`;
    }
    if (live.outcome) return resultText(this.#game);
    if (this.#game.freeSeat) return say("game.waiting");
    if (connection.standing.late) return say("game.offline", { status });
    const place = live.presence?.engine?.place;
    if (place !== undefined && !this.#game.isMine(live.turn))
      return place > 1 ? say("game.queue", { place }) : say("game.thinking");
    if (this.#game.myTurn && live.you !== "both") return say("game.your-turn", { status });
    return status;
  }

  /** Beside the status: moves that are buttons, the way back to the game, the field for a move. */
  #acts(): Content {
    const { table, scene, board } = this.#game;
    if (!table) return nothing;
    if (!table.atEnd)
      return html`<button type="button" class="button main" @click=${() => this.#game.look(table.moves.length)}>${say("game.back-to-game")}</button>`;
    const buttons = this.#game.mayMove() ? (scene?.buttons ?? []) : [];
    return html`${buttons.map(
      ({ move, name, text }) =>
        html`<button type="button" class="button main" title=${text} @click=${() => board.ask(move)}>${name}</button>`,
    )}${this.#typing ? this.#field() : nothing}`;
  }

  // --- A move in words -------------------------------------------------------------------------------

  #type(on: boolean): void {
    if (on) this.#game.look(this.#game.table?.moves.length ?? 0);
    if (on && !this.#typing) this.#from = document.activeElement;
    this.#typing = on;
    this.#wrong = "";
    this.#draw();
    const focus = on ? the("acts").querySelector("input") : this.#from;
    if (focus instanceof HTMLElement || focus instanceof SVGElement) focus.focus();
  }

  #field(): Content {
    const enter = (event: Event) => {
      event.preventDefault();
      const field = (event.target as HTMLFormElement).elements.namedItem(
        "move",
      ) as HTMLInputElement;
      const wrong = this.#game.enter(field.value);
      if (wrong === null) field.value = "";
      this.#wrong = wrong ?? "";
      this.changed();
    };
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape") this.#type(false);
    };
    return html`<form class="type" @submit=${enter} @keydown=${leave}>
      <input type="text" name="move" autocomplete="off" autocapitalize="off" spellcheck="false" size="8" aria-label=${say("game.type")}
        placeholder=${say("game.type")} aria-describedby="wrong">
      <button type="submit" class="button">${say("game.type.play")}</button>
      <span id="wrong" class="wrong" aria-live="polite">${this.#wrong}</span>
    </form>`;
  }

  #zen(): void {
    document.body.toggleAttribute("data-zen");
  }
}
