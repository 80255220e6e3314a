// The buttons under the moves, five at most.

import { html, nothing } from "lit/html.js";
import { data } from "../data.ts";
import { say } from "../words.ts";
import { type Content, draw, sign } from "./draw.ts";
import { type Game, SEATS } from "./game.ts";
import type { Menus } from "./menus.ts";

interface Acts {
  chat(): void;
  /** How many lines of the chat nobody has seen. */
  unread: number;
  /** What is in the menu beside the buttons. */
  more: readonly (readonly [text: string, act: () => void])[];
}

export function drawBar(game: Game, menus: Menus, acts: Acts): void {
  const { live } = game;
  const running = game.plays && !live.outcome;
  const begun = running && game.freeSeat === null;
  // What was asked about is over.
  if (!running && (menus.open === "resign" || menus.open === "draw")) menus.close(false);
  const asks = (kind: "takeback" | "draw") =>
    game.asked("offer", kind) || live.offers.some((offer) => offer.kind === kind);
  // On the same screen a draw is not offered but agreed, at once: so it is asked for.
  const offerDraw = () => (live.you === "both" ? menus.toggle("draw") : game.offer("draw"));
  draw(
    "bar",
    html`${menus.draw(acts.more)}
      ${
        begun && live.takebacks
          ? button("takeback", say("game.takeback"), () => game.offer("takeback"), {
              off: !canTakeBack(game) || asks("takeback"),
            })
          : nothing
      }
      ${
        begun && canDraw(game)
          ? button("draw", say("game.draw"), offerDraw, {
              off: asks("draw") || live.ply === 0,
              short: say("game.draw.short"),
              opens: live.you === "both" ? menus.open === "draw" : undefined,
              hidden: menus.open === "draw",
            })
          : nothing
      }
      ${
        running
          ? button("resign", say("game.resign"), () => menus.toggle("resign"), {
              opens: menus.open === "resign",
              hidden: menus.open === "resign",
              off: game.asked("resign"),
            })
          : nothing
      }
      ${button("flip", say("game.flip"), () => game.flip())}
      ${live.opponent === "friend" ? button("chat", say("game.chat"), acts.chat, { badge: acts.unread }) : nothing}
      ${button("more", say("game.more"), () => menus.toggle("more"), { opens: menus.open === "more" })}`,
  );
}

/** Is there a move of one's own to take back? */
function canTakeBack({ live }: Game): boolean {
  return live.ply > (live.you === "second" ? 1 : 0);
}

function canDraw({ live }: Game): boolean {
  const known = data.catalogue.games.find((game) => game.id === live.game);
  return (known?.draws ?? false) && SEATS.every((seat) => live.players[seat]?.kind !== "engine");
}

interface More {
  off?: boolean;
  /** What stands on it, if that is not its whole name. */
  short?: string;
  /** Of a button that opens a panel: is it open? */
  opens?: boolean | undefined;
  /** While a panel with a button of the same name is open, there is only that one. */
  hidden?: boolean;
  badge?: number;
}

function button(
  name: "takeback" | "draw" | "resign" | "flip" | "chat" | "more",
  text: string,
  act: () => void,
  more: More = {},
): Content {
  return html`<button type="button" class="tool" data-tool=${name} ?data-menu=${more.opens !== undefined}
    aria-label=${text} title=${text} aria-expanded=${more.opens ?? nothing}
    aria-hidden=${more.hidden ? "true" : nothing} tabindex=${more.hidden ? "-1" : nothing} ?disabled=${more.off ?? false} @click=${act}>
    ${sign(name)}<span>${more.short ?? text}</span>${more.badge ? html`<b class="badge">${more.badge}</b>` : nothing}</button>`;
}
