// The two strips: who plays, with what, how it stands, and the clocks.

import { html, nothing } from "lit/html.js";
import type { Note } from "../../../board/src/index.ts";
import { isLow, remaining, written } from "../live/clock.ts";
import type { Seat } from "../live/messages.ts";
import { settings } from "../settings.ts";
import { say } from "../words.ts";
import { type Content, draw, piece } from "./draw.ts";
import { type Game, SEATS, sideOf } from "./game.ts";

export function drawStrips(game: Game): void {
  for (const seat of SEATS) draw(seat === game.near ? "near" : "far", strip(game, seat));
}

function strip(game: Game, seat: Seat): Content {
  const { live, scene } = game;
  const player = game.declaration.game.players[sideOf(seat)];
  const name = game.nameOf(seat);
  const side =
    name === player.name ? nothing : html`<br /><span class="side">${player.name}</span>`;
  const you = game.seat === seat ? html` <small>${say("common.you")}</small>` : nothing;
  return html`<div class="strip" ?data-turn=${live.turn === seat}>
    ${piece(player, settings().shapes)}
    <span class="who"><b>${name}</b>${presence(game, seat)}${you}${side}</span>
    <span class="notes">${(scene?.players[sideOf(seat)].notes ?? []).map(note)}</span>
    ${
      live.clock
        ? html`<span class="clock" role="timer" data-seat=${seat} ?data-days=${live.clock.days !== null} aria-label=${say("game.clock", { name: player.name })}></span>`
        : nothing
    }
  </div>`;
}

/** Is somebody there? Only of the other one in a game of two it is worth a word. */
function presence(game: Game, seat: Seat): Content {
  const { live } = game;
  if (live.opponent !== "friend" || game.isMine(seat) || !live.players[seat]) return nothing;
  const there = live.presence?.[seat] ?? false;
  const text = say(there ? "game.there" : "game.away");
  return html` <i class="presence" ?data-there=${there} role="img" aria-label=${text} title=${text}></i>`;
}

function note({ text, dots, dots_of: all }: Note): Content {
  if (dots === null) return html`<span class="tally">${text}</span>`;
  const shown = Array.from({ length: all }, (_, k) => html`<i ?data-on=${k < dots}></i>`);
  return html`<span class="tally dots" role="img" aria-label=${text} title=${text}>${shown}</span>`;
}

/** What a side's clock shows now; null without clocks. */
function timeLeft(game: Game, seat: Seat): number | null {
  const { clock, clockAt } = game.live;
  return clock ? remaining(clock, seat, clockAt, game.connection.time.now()) : null;
}

/** Writes the times; called for every picture that the screen shows. */
export function drawClocks(game: Game): void {
  const { clock } = game.live;
  if (!clock) return;
  // Not those that the server has painted: they are replaced, and would only grow before.
  for (const face of document.querySelectorAll<HTMLElement>(".clock[data-seat]")) {
    const seat = face.dataset.seat as Seat;
    const left = timeLeft(game, seat) ?? 0;
    const text = written(left, clock.days !== null);
    if (face.textContent !== text) face.textContent = text;
    face.toggleAttribute("data-running", clock.running === seat && !game.live.outcome);
    face.toggleAttribute("data-low", isLow(left, clock));
  }
}

/** Both times in words, for the key T. */
export function clocksInWords(game: Game): string {
  const { clock } = game.live;
  if (!clock) return say("game.no-clock");
  return SEATS.map((seat) => {
    const time = written(timeLeft(game, seat) ?? 0, clock.days !== null);
    return say("game.time-left", { name: game.sideName(seat), time });
  }).join("; ");
}
