// What the two say to each other. It is text and nothing else; names of cells light the cells.

import { html, nothing } from "lit/html.js";
import { cellsIn } from "../live/cells.ts";
import type { Said } from "../live/messages.ts";
import { the } from "../the.ts";
import { say } from "../words.ts";
import { type Content, draw } from "./draw.ts";
import { type Game, personName } from "./game.ts";

const LONGEST = 300;

export class Chat {
  readonly #game: Game;
  readonly #changed: () => void;
  /** On a phone it is a sheet, which is opened. */
  #open = false;
  #seen = 0;
  #drawn = 0;
  #lit = "";

  constructor(game: Game, changed: () => void) {
    this.#game = game;
    this.#changed = changed;
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#open && !event.defaultPrevented) this.toggle();
    });
  }

  get unread(): number {
    return Math.max(0, this.#game.live.chat.length - this.#seen);
  }

  toggle(): void {
    this.#open = !this.#open;
    this.#changed();
    this.draw(); // now: what is not shown yet cannot have the focus
    const focus = this.#open ? "#chat input" : '[data-tool="chat"]';
    document.querySelector<HTMLElement>(focus)?.focus();
  }

  draw(): void {
    const { live } = this.#game;
    if (live.opponent !== "friend") return;
    const home = the("chat");
    const cells = new Set(this.#game.table?.facts().rows.flat());
    home.toggleAttribute("data-open", this.#open);
    // Where the sheet is no sheet, everything is seen at once.
    if (this.#open || getComputedStyle(home).position !== "fixed") this.#seen = live.chat.length;
    draw(
      "chat",
      html`<h2>${say("game.chat")}</h2>
        <button type="button" class="quiet close" @click=${() => this.toggle()}>${say("common.close")}</button>
        <ol class="said" tabindex="0" aria-label=${say("game.chat.said")} aria-live="polite">${live.chat.map((line) => this.#line(line, cells))}${this.#unsent()}</ol>
        ${this.#game.plays ? this.#form() : nothing}`,
    );
    if (this.#drawn !== live.chat.length) {
      const list = home.querySelector(".said");
      if (list) list.scrollTop = list.scrollHeight;
      this.#drawn = live.chat.length;
    }
  }

  /** What is on its way; read out when it has arrived. */
  #unsent(): Content[] {
    return this.#game.connection.waiting.flatMap((message) =>
      message.type === "say"
        ? [html`<li class="unsent" aria-hidden="true">${message.text}</li>`]
        : [],
    );
  }

  #form(): Content {
    return html`<form class="speak" @submit=${(event: Event) => this.#send(event)}>
      <input type="text" name="text" maxlength=${LONGEST} autocomplete="off" aria-label=${say("game.chat.text")} placeholder=${say("game.chat.text")}>
      <button type="submit" class="button">${say("game.chat.send")}</button>
    </form>`;
  }

  #send(event: Event): void {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).elements.namedItem("text") as HTMLInputElement;
    const text = field.value.trim();
    if (text) this.#game.send({ type: "say", text });
    field.value = "";
  }

  #line({ side, name, text }: Said, cells: ReadonlySet<string>): Content {
    const mine = this.#game.isMine(side);
    return html`<li ?data-mine=${mine}><b>${personName(name)}</b> ${cellsIn(text, cells).map(
      ({ text: part, cell }) => (cell === null ? part : this.#cell(part, cell)),
    )}</li>`;
  }

  /** Pointed at, it lights the cell for as long; clicked, until it is clicked again. */
  #cell(text: string, cell: string): Content {
    const light = (cells: string[]) => this.#game.board.light(cells);
    const kept = () => (this.#lit ? [this.#lit] : []);
    const click = () => {
      this.#lit = this.#lit === cell ? "" : cell;
      light(kept());
    };
    return html`<button type="button" class="cell" aria-label=${say("game.light", { cell })}
      @click=${click} @pointerenter=${() => light([cell])} @pointerleave=${() => light(kept())}>${text}</button>`;
  }
}
