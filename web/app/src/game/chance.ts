// Last chance: after a loss, back to the last own turn that was still good, to be played on from there.

import { html, nothing } from "lit/html.js";
import { Board } from "../../../core/src/board.ts";
import type { Core } from "../../../core/src/core.ts";
import { Engine } from "../../../core/src/engine.ts";
import { Table, textOf } from "../../../core/src/here.ts";
import { post } from "../api.ts";
import { openEngine, rules } from "../core.ts";
import { type Judgement, lastChance } from "../live/chance.ts";
import type { Seat } from "../live/messages.ts";
import { say } from "../words.ts";
import { hasLost } from "./cards.ts";
import type { Content } from "./draw.ts";
import { type Game, SEATS } from "./game.ts";
import { sayNext } from "./notices.ts";

/** How long a position is thought about, in seconds. */
const SECONDS = 1;

export class Chance {
  readonly #game: Game;
  readonly #changed: () => void;
  /** The engine, while it is looking. */
  #core: Core | null = null;
  #text = "";
  #progress: [done: number, all: number] = [0, 1];

  constructor(game: Game, changed: () => void) {
    this.#game = game;
    this.#changed = changed;
  }

  draw(): Content {
    const { live } = this.#game;
    if (live.opponent !== "engine" || !hasLost(this.#game)) return nothing;
    const [done, all] = this.#progress;
    if (this.#core)
      return html`<div class="chance">
        <p>${say("game.chance.looking", { done: done + 1, all })}</p>
        <progress max=${all} .value=${done} aria-label=${say("game.chance")}></progress>
        <button type="button" class="button" @click=${() => this.#stop()}>${say("common.cancel")}</button>
      </div>`;
    return html`<div class="chance">
      <button type="button" class="button" title=${say("game.chance.text")} @click=${() => void this.#look()}>${say("game.chance")}</button>
      ${this.#text ? html`<p>${this.#text}</p>` : nothing}
    </div>`;
  }

  async #look(): Promise<void> {
    const { live, seat } = this.#game;
    if (!seat) return;
    this.#core = openEngine();
    this.#text = "";
    const core = this.#core;
    try {
      const judge = this.#judge(core, seat);
      const found = await lastChance(await this.#turns(), seat, judge, (done, all) => {
        this.#progress = [done, all];
        this.#changed();
      });
      if (this.#core !== core) return;
      if (!found) {
        this.#text = say("game.chance.none");
        return;
      }
      const words = found.proven ? "game.chance.proven" : "game.chance.seen";
      await this.#begin(live.moves.slice(0, found.ply), seat);
      sayNext(say(words, { ply: found.ply }));
    } catch (error) {
      if (this.#core === core) this.#text = textOf(error);
    } finally {
      if (this.#core === core) this.#stop();
    }
  }

  #stop(): void {
    this.#core?.close().catch(() => {});
    this.#core = null;
    this.#changed();
  }

  /** Who was to move before each move, and in the end, if the game could have gone on. */
  async #turns(): Promise<Seat[]> {
    const { game, size, moves } = this.#game.live;
    const table = new Table(await rules(), game, { size });
    const turns = moves.map((move) => {
      const seat = SEATS[table.facts().turn];
      table.push(move);
      return seat;
    });
    const { outcome, turn } = table.facts();
    if (!outcome) turns.push(SEATS[turn]);
    table.close();
    return turns;
  }

  #judge(core: Core, seat: Seat): (ply: number) => Promise<Judgement | null> {
    const { game, size, moves } = this.#game.live;
    const engine = new Engine(game, { size, core });
    return async (ply) => {
      if (this.#core !== core) return null;
      const board = new Board(game, { size, core });
      for (const move of moves.slice(0, ply)) void board.push(move);
      const { value, proven } = await engine.analyse(board, { seconds: SECONDS, lines: 1 });
      void board.free();
      return { value, proven: proven && proven.winner === SEATS.indexOf(seat) };
    };
  }

  async #begin(moves: string[], side: Seat): Promise<void> {
    const { game, size, players } = this.#game.live;
    const level = players.first?.level ?? players.second?.level;
    const wanted = { game, size, opponent: "engine", level, side, moves };
    const { url } = await post<{ url: string }>("/api/games", wanted);
    location.assign(url);
  }
}
