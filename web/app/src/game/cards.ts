// Cards over the moves: waiting for a friend, a free seat, an offer, the result.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { verdictOf } from "../../../board/src/index.ts";
import { type OpenOffer, other, type Seat } from "../live/messages.ts";
import { say } from "../words.ts";
import type { Chance } from "./chance.ts";
import { type Content, draw } from "./draw.ts";
import { type Game, sideOf, type Watcher } from "./game.ts";

export class Cards {
  readonly #game: Game;
  readonly #chance: Chance;
  readonly #watcher: Pick<Watcher, "changed" | "notice">;
  /** The address that was copied last. */
  #copied = "";

  constructor(game: Game, chance: Chance, watcher: Pick<Watcher, "changed" | "notice">) {
    this.#game = game;
    this.#chance = chance;
    this.#watcher = watcher;
  }

  draw(): void {
    const { live } = this.#game;
    const offers = live.offers.filter(({ kind }) => kind !== "rematch");
    draw(
      "cards",
      html`${this.#seats()}${offers.map((offer) => card(this.#offer(offer)))}${this.#result()}`,
    );
  }

  // --- Before ----------------------------------------------------------------------------------------

  #seats(): Content {
    const { live, plays } = this.#game;
    const free = this.#game.freeSeat;
    if (!free || live.outcome) return nothing;
    if (plays) return this.#invitation(free);
    const name = this.#game.sideName(free);
    return card(
      html`<p>${say("game.seat-free", { name })}</p>
        <button type="button" class="button main" @click=${() => void this.#game.join(free)}>${say("game.join", { name })}</button>`,
    );
  }

  #invitation(seat: Seat): TemplateResult {
    const address = `${location.origin}/g/${this.#game.live.id}?seat=${seat}`;
    return card(
      html`<p>${say("game.invite", { name: this.#game.sideName(seat) })}</p>
        <input type="text" class="address" readonly aria-label=${say("game.invite.link")} .value=${address}
          @focus=${(event: Event) => (event.target as HTMLInputElement).select()}>
        <button type="button" class="button main" @click=${() => void this.copy(address)}>${say(this.#copied === address ? "game.copied" : "game.copy")}</button>`,
    );
  }

  async copy(address: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      this.#copied = address;
      this.#watcher.changed();
      this.#watcher.notice(say("game.copied"));
    } catch {
      // Pages without a safe origin have no clipboard: then it is shown, to be copied by hand.
      window.prompt(say("game.copy"), address);
    }
  }

  // --- During ----------------------------------------------------------------------------------------

  #offer({ kind, side }: OpenOffer): TemplateResult {
    const game = this.#game;
    if (!game.plays) return html`<p>${say(`game.${kind}.asked`, { name: game.nameOf(side) })}</p>`;
    if (game.isMine(side)) return html`<p>${say(`game.${kind}.offered`)}</p>`;
    const answer = (accept: boolean) => () => game.answer(kind, accept);
    const asked = game.asked("answer", kind);
    return html`<p>${say(`game.${kind}.asked`, { name: game.nameOf(side) })}</p>
        <button type="button" class="button main" ?disabled=${asked} @click=${answer(true)}>${say("game.accept")}</button>
        <button type="button" class="button" ?disabled=${asked} @click=${answer(false)}>${say("game.decline")}</button>`;
  }

  // --- After -----------------------------------------------------------------------------------------

  #result(): Content {
    const game = this.#game;
    const { outcome } = game.live;
    if (!outcome) return nothing;
    const to = outcome.section && `/rules/${game.live.game}#${anchor(outcome.section)}`;
    return html`<section class="slip result" aria-label=${say("game.result")}>
      <p class="verdict">${resultText(game)}</p>
      ${to ? html`<p class="rule">${say("game.rule")} <a href=${to}>${outcome.section}</a></p>` : nothing}
      <div class="choice">${this.#rematch()}<a class="button" href="/new?game=${game.live.game}">${say("game.new")}</a></div>
      ${this.#chance.draw()}
      <div class="links">
        <a href="/api/games/${game.live.id}/record.qgn" download>${say("game.record")}</a>
        <button type="button" class="link" @click=${() => void this.copy(`${location.origin}/g/${game.live.id}`)}>${say(
          this.#copied.endsWith(game.live.id) ? "game.copied" : "game.share",
        )}</button>
        <a href="/api/games/${game.live.id}/picture.svg" download>${say("game.picture")}</a>
      </div>
    </section>`;
  }

  #rematch(): Content {
    const game = this.#game;
    const { rematch, outcome, offers } = game.live;
    if (rematch)
      return html`<a class="button main" href="/g/${rematch}">${say("game.rematch.go")}</a>`;
    if (!game.plays || outcome?.termination === "aborted") return nothing;
    const offer = offers.find(({ kind }) => kind === "rematch");
    if (offer) return this.#offer(offer);
    const asked = game.asked("offer", "rematch");
    return html`<button type="button" class="button main" ?disabled=${asked} @click=${() => game.offer("rematch")}>${say("game.rematch")}</button>`;
  }
}

const card = (content: TemplateResult): TemplateResult =>
  html`<section class="slip">${content}</section>`;

/** Who has won and why, in the page's language. */
export function resultText(game: Game): string {
  const { outcome } = game.live;
  if (!outcome) return "";
  const { winner, termination } = outcome;
  if (winner && (termination === "resignation" || termination === "time")) {
    const names = { winner: game.sideName(winner), loser: game.sideName(other(winner)) };
    return say(`game.ended.${termination}`, names);
  }
  if (termination === "agreement" || termination === "aborted")
    return say(`game.ended.${termination}`);
  return verdictOf(game.declaration, termination, winner ? sideOf(winner) : null) ?? outcome.text;
}

/** Where a section begins on the page of the rules: `anchor` in the server's routes/rules.py. */
function anchor(section: string): string {
  return section
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join("-");
}

/** Has the visitor, who has one seat, lost? */
export function hasLost(game: Game): boolean {
  const { seat, live } = game;
  return seat !== null && live.outcome?.winner === other(seat);
}
