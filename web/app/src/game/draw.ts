// Writing parts of the page that the server has painted first.

import { html, type nothing, render, svg, type TemplateResult } from "lit/html.js";
import type { PlayerInfo } from "../../../board/src/index.ts";
import { the } from "../the.ts";

export type Content = TemplateResult | typeof nothing;

const taken = new Set<string>();

/** Writes into the element of this id; what the server had put there goes. */
export function draw(id: string, content: Content): void {
  const home = the(id);
  if (!taken.has(id)) home.replaceChildren();
  taken.add(id);
  render(content, home);
}

/** A piece as the board draws it, small; with shapes, those with a ring are square. */
export function piece({ colour, pattern }: PlayerInfo, shapes: boolean): TemplateResult {
  const ringed = pattern === "ring";
  const square = shapes && ringed;
  const ring = square
    ? svg`<rect x="4" y="4" width="12" height="12" rx="3" class="${colour}-r" fill="none" stroke-width="1.5"/>`
    : svg`<circle cx="10" cy="10" r="6" class="${colour}-r" fill="none" stroke-width="1.5"/>`;
  return html`<svg class="quincunx piece" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
    ${square ? svg`<rect x="1" y="1" width="18" height="18" rx="4" class=${colour}/>` : svg`<circle cx="10" cy="10" r="9" class=${colour}/>`}
    ${ringed ? ring : ""}</svg>`;
}

/** Signs on buttons: paths in a box of 20. */
const SIGNS = {
  takeback: "M8 4 3 9l5 5M3 9h9a5 5 0 0 1 0 10h-2",
  draw: "M3 7h14M3 13h14",
  resign: "M5 18V3h10l-3 4 3 4H5",
  flip: "M6 3v13m0 0-3-3m3 3 3-3M14 17V4m0 0-3 3m3-3 3 3",
  more: "M4 10h.01M10 10h.01M16 10h.01",
  chat: "M3 4h14v10H9l-4 4v-4H3z",
  start: "M15 4 8 10l7 6M5 4v12",
  back: "M13 4 6 10l7 6",
  forward: "m7 4 7 6-7 6",
  end: "m5 4 7 6-7 6M15 4v12",
} as const;

export function sign(name: keyof typeof SIGNS): TemplateResult {
  return html`<svg class="sign" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d=${SIGNS[name]} /></svg>`;
}
