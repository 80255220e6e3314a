// The moves so far, and stepping through them.

import { html } from "lit/html.js";
import { the } from "../the.ts";
import { say } from "../words.ts";
import { type Content, draw, sign } from "./draw.ts";
import type { Game } from "./game.ts";

/** What was scrolled to last: the move, in a list of what size. */
let drawn = "";

export function drawMoves(game: Game): void {
  const { table } = game;
  if (!table) return;
  const { moves, shown } = table;
  const step = (name: "start" | "back" | "forward" | "end", to: number) =>
    html`<button type="button" class="quiet" data-step=${name} aria-label=${say(`game.to-${name}`)}
      ?disabled=${to < 0 || to > moves.length || to === shown} @click=${() => game.look(to)}>${sign(name)}</button>`;
  draw(
    "moves",
    html`<ol class="move-list" tabindex="-1" aria-label=${say("game.moves")}>
        ${moves.length ? moves.map((move, k) => entry(game, move, k + 1)) : html`<li class="none">${say("game.no-moves")}</li>`}
      </ol>
      <div class="steps" role="group" aria-label=${say("game.steps")}>
        ${step("start", 0)}${step("back", shown - 1)}${step("forward", shown + 1)}${step("end", moves.length)}
      </div>`,
  );
  scroll(shown);
}

function entry(game: Game, move: string, ply: number): Content {
  return html`<li><span class="number">${ply}.</span><button type="button" class="quiet" aria-current=${game.table?.shown === ply ? "true" : "false"}
    @click=${() => game.look(ply)}>${move}</button></li>`;
}

/** Only the list scrolls, never the page. */
function scroll(shown: number): void {
  const list = the("moves").querySelector<HTMLElement>(".move-list");
  const current = list?.children[Math.max(0, shown - 1)] as HTMLElement | undefined;
  const wanted = `${shown} ${list?.clientHeight} ${list?.clientWidth}`;
  if (!list || !current || drawn === wanted) return;
  drawn = wanted;
  list.scrollTop = current.offsetTop - list.clientHeight / 2;
  list.scrollLeft = current.offsetLeft - list.clientWidth / 2;
}
