// Small panels over the buttons: none of them holds anything up. One at a time is open.

import { html, nothing, type TemplateResult } from "lit/html.js";
import { overlaysOf, setSettings, settings } from "../settings.ts";
import { say } from "../words.ts";
import type { Content } from "./draw.ts";
import type { Game } from "./game.ts";

type Menu = "resign" | "draw" | "more" | "looks";

/** A second click so soon is a slip of the finger. Milliseconds. */
const TOO_SOON = 50;

export class Menus {
  readonly #game: Game;
  readonly #changed: () => void;
  #open: Menu | null = null;
  #since = 0;
  /** Where the focus was before. */
  #from: HTMLElement | null = null;

  constructor(game: Game, changed: () => void) {
    this.#game = game;
    this.#changed = changed;
    document.addEventListener("pointerdown", (event) => {
      const inside = event.target instanceof Element && event.target.closest(".menu, [data-menu]");
      if (this.#open && !inside) this.close(false);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.#open) return;
      event.preventDefault();
      this.close();
    });
  }

  get open(): Menu | null {
    return this.#open;
  }

  toggle(menu: Menu): void {
    if (this.#open === menu) {
      this.close();
      return;
    }
    if (!this.#open) this.#from = document.activeElement as HTMLElement | null;
    this.#open = menu;
    this.#since = performance.now();
    this.#changed();
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(".menu button, .menu input")?.focus(),
    );
  }

  close(back = true): void {
    if (!this.#open) return;
    this.#open = null;
    this.#changed();
    if (back) this.#from?.focus();
  }

  /** Does it and closes; not if it was clicked together with what opened it. */
  #act(act: () => void): () => void {
    return () => {
      if (performance.now() - this.#since < TOO_SOON) return;
      this.close();
      act();
    };
  }

  draw(extra: readonly (readonly [text: string, act: () => void])[]): Content {
    switch (this.#open) {
      case "resign":
        return this.#question(say("game.resign"), say("game.resign.sure"), () =>
          this.#game.resign(),
        );
      case "draw":
        return this.#question(say("game.draw"), say("game.draw.sure"), () =>
          this.#game.offer("draw"),
        );
      case "more":
        return this.#more(extra);
      case "looks":
        return this.#looks();
      default:
        return nothing;
    }
  }

  #question(name: string, text: string, act: () => void): TemplateResult {
    return html`<div class="menu ask" role="dialog" aria-label=${name}>
      <p>${text}</p>
      <button type="button" class="button main" @click=${this.#act(act)}>${name}</button>
      <button type="button" class="button" @click=${() => this.close()}>${say("common.cancel")}</button>
    </div>`;
  }

  #more(extra: readonly (readonly [string, () => void])[]): TemplateResult {
    const { id } = this.#game.live;
    const files = [
      [say("game.record"), `/api/games/${id}/record.qgn`],
      [say("game.picture"), `/api/games/${id}/picture.svg`],
    ];
    return html`<div class="menu more" role="group" aria-label=${say("game.more")}>
      ${extra.map(([text, act]) => html`<button type="button" class="quiet" @click=${this.#act(act)}>${text}</button>`)}
      ${files.map(([text, to]) => html`<a class="quiet" href=${to as string} download>${text}</a>`)}
      <a class="quiet" href="/new?game=${this.#game.live.game}">${say("game.new")}</a>
    </div>`;
  }

  #looks(): TemplateResult {
    const { game } = this.#game.declaration;
    const on = overlaysOf(this.#game.declaration);
    const flags = ["shapes", "patterns", "coordinates", "animated", "sounds"] as const;
    return html`<div class="menu looks" role="group" aria-label=${say("game.looks")}>
      <h2>${say("game.looks.shows")}</h2>
      ${game.drawing.overlays.map(({ name, text }) =>
        box(text, on.includes(name), (yes) =>
          this.#overlays(yes ? [...on, name] : on.filter((each) => each !== name)),
        ),
      )}
      <h2>${say("game.looks.looks")}</h2>
      ${flags.map((name) => box(say(`game.looks.${name}`), settings()[name], (yes) => setSettings({ [name]: yes })))}
      <button type="button" class="button" @click=${() => this.close()}>${say("common.close")}</button>
    </div>`;
  }

  #overlays(names: string[]): void {
    const { id } = this.#game.declaration.game;
    setSettings({ overlays: { ...settings().overlays, [id]: names } });
  }
}

function box(text: string, on: boolean, changed: (on: boolean) => void): TemplateResult {
  const hear = (event: Event) => changed((event.target as HTMLInputElement).checked);
  return html`<label class="check"><input type="checkbox" .checked=${on} @change=${hear}> ${text}</label>`;
}
