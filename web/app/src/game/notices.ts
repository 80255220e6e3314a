// What is told beside the game: the title, notifications, other games that wait, lost connections.

import { html, nothing } from "lit/html.js";
import { get } from "../api.ts";
import { data } from "../data.ts";
import type { GameSummary } from "../live/messages.ts";
import { settings } from "../settings.ts";
import { the } from "../the.ts";
import { say } from "../words.ts";
import { draw } from "./draw.ts";
import type { Game } from "./game.ts";

/** Milliseconds: how long a notice stays, and how often other games are asked for. */
const NOTICE = 7000;
const OTHERS = 30_000;

const NEXT = "notice";

/** Something that the next page says. */
export function sayNext(text: string): void {
  try {
    sessionStorage.setItem(NEXT, text);
  } catch {
    // Then it is not said.
  }
}

function saidBefore(): string {
  try {
    const text = sessionStorage.getItem(NEXT) ?? "";
    sessionStorage.removeItem(NEXT);
    return text;
  } catch {
    return "";
  }
}

export class Notices {
  readonly #game: Game;
  readonly #title = document.title;
  #text = "";
  #timer = 0;
  #wasMine: boolean;

  constructor(game: Game) {
    this.#game = game;
    this.#wasMine = game.myTurn;
    const ask = () => void this.#ask();
    setInterval(() => document.hidden || ask(), OTHERS);
    document.addEventListener("visibilitychange", () => document.hidden || ask());
    ask();
    const text = saidBefore();
    if (text) this.say(text);
  }

  say(text: string): void {
    this.#text = text;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#text = "";
      this.draw();
    }, NOTICE);
    this.draw();
  }

  draw(): void {
    this.#banner();
    this.#turn();
  }

  #banner(): void {
    const { late, ended } = this.#game.connection.standing;
    const lost = ended !== null ? say("game.closed") : late ? say("game.reconnecting") : "";
    const text = lost || this.#text;
    const banner = the("banner");
    if (banner.textContent !== text) banner.textContent = text;
    banner.toggleAttribute("data-lost", lost !== "");
    banner.toggleAttribute("data-shown", text !== "");
  }

  /** The title says when it is the visitor's turn; a notification too, if it is wanted and nobody looks. */
  #turn(): void {
    const { live, myTurn, declaration } = this.#game;
    const mine = myTurn && live.you !== "both";
    const { name } = declaration.game;
    const title = mine ? say("game.title", { name }) : this.#title;
    if (document.title !== title) document.title = title;
    if (mine && !this.#wasMine && document.hidden && settings().notify) this.#notify(title);
    this.#wasMine = mine;
  }

  #notify(text: string): void {
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
      const note = new Notification(text, { tag: this.#game.live.id });
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      // Browsers of phones allow it to service workers only; the title says it all the same.
    }
  }

  // --- Other games -----------------------------------------------------------------------------------

  async #ask(): Promise<void> {
    try {
      const { games } = await get<{ games: GameSummary[] }>("/api/games?mine=true&status=running");
      const waits = ({ id, turn, you }: GameSummary) =>
        id !== this.#game.live.id && turn !== null && you === turn;
      this.#drawOthers(games.filter(waits).slice(0, 5));
    } catch {
      // They are asked for again in a while.
    }
  }

  #drawOthers(games: GameSummary[]): void {
    const names = new Map(data.catalogue.games.map(({ id, name }) => [id, name]));
    draw(
      "others",
      games.length === 0
        ? nothing
        : html`<h2>${say("game.others")}</h2><ul>${games.map(
            ({ id, game, ply }) =>
              html`<li><a href="/g/${id}">${names.get(game) ?? game}</a> ${ply ? say("common.move-count", { ply }) : say("common.no-move")}</li>`,
          )}</ul>`,
    );
  }
}
