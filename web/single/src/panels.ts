// The parts of the page beside the board, written from what the board shows.

import type { Exported, GameInfo, Overlay, Scene, Side } from "../../board/src/index.ts";
import type { Level, Report } from "../../core/src/index.ts";
import type { Wanted } from "./address.ts";
import { KEYS, say, WORDS } from "./words.ts";

/** The element with this id, which page.html has. */
export function the<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found as T;
}

/** An element with attributes and contents. */
export function make(
  name: string,
  attributes: Record<string, string | boolean> = {},
  ...contents: (Node | string)[]
): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false) element.setAttribute(key, value);
  }
  element.append(...contents);
  return element;
}

function options(select: HTMLElement, entries: [value: string, text: string][]): void {
  select.replaceChildren(...entries.map(([value, text]) => make("option", { value }, text)));
}

// --- What changes with the game -----------------------------------------------------------------------

export function showGames(exported: Exported, current: string, choose: (id: string) => void): void {
  the("games").replaceChildren(
    ...exported.games.map((game) => {
      const button = make(
        "button",
        { type: "button", "aria-current": String(game.id === current), title: game.credit },
        game.name,
      );
      button.addEventListener("click", () => choose(game.id));
      return button;
    }),
  );
  // On a phone they are a row that scrolls by itself.
  const chosen = the("games").querySelector<HTMLElement>('[aria-current="true"]');
  if (chosen) the("games").scrollLeft = chosen.offsetLeft - the("games").offsetLeft - 12;
}

export function showSetup(wanted: Wanted, levels: readonly Level[]): void {
  const { game } = wanted;
  options(
    the("size"),
    game.sizes.map((size, k) => [String(size), game.size_texts[k] ?? String(size)]),
  );
  the<HTMLSelectElement>("size").value = String(wanted.size);
  options(the("against"), [
    ["human", WORDS.person],
    ...levels.map((level, k): [string, string] => [
      String(k + 1),
      say(WORDS.engine, { level: k + 1, text: level.text }),
    ]),
  ]);
  the<HTMLSelectElement>("against").value = wanted.against === null ? "human" : `${wanted.against}`;
  options(the("side"), [
    ["first", say(WORDS.first, { name: game.players[0].name })],
    ["second", say(WORDS.second, { name: game.players[1].name })],
  ]);
  the<HTMLSelectElement>("side").value = wanted.side === 0 ? "first" : "second";
  the("side-row").hidden = wanted.against === null;
  the("credit").textContent = game.credit;
  for (const [name, { colour }] of [
    ["--first", game.players[0]],
    ["--second", game.players[1]],
  ] as const)
    the("analysis").style.setProperty(name, `var(--q-${colour})`);
  document.title = `${game.name} · Quincunx`;
}

export function showRules(game: GameInfo): void {
  the("rules-text").replaceChildren(
    ...game.drawing.rules.flatMap((clause) => [
      make("h2", {}, clause.section),
      make("p", {}, clause.text),
    ]),
    make("p", { class: "muted" }, game.credit),
  );
}

/** A box for each overlay; `changed` hears the names of those that are on. */
export function showOverlays(
  overlays: readonly Overlay[],
  on: readonly string[],
  changed: (names: string[]) => void,
): void {
  const boxes = overlays.map((overlay) => {
    const box = make("input", { type: "checkbox", value: overlay.name }) as HTMLInputElement;
    box.checked = on.includes(overlay.name);
    box.addEventListener("change", () =>
      changed(boxes.filter((each) => each.checked).map((each) => each.value)),
    );
    return box;
  });
  the("overlays").replaceChildren(
    ...boxes.map((box, k) => make("label", {}, box, ` ${overlays[k]?.text ?? ""}`)),
  );
}

export function showKeys(): void {
  the("keys").replaceChildren(
    ...KEYS.flatMap(([key, text]) => [make("dt", {}, key), make("dd", {}, text)]),
  );
}

// --- What changes with the position -------------------------------------------------------------------

export function showPlayers(scene: Scene, wanted: Wanted, near: Side, shapes: boolean): void {
  for (const [id, side] of [
    ["near", near],
    ["far", 1 - near],
  ] as const) {
    const player = scene.players[side as Side];
    const row = the(id);
    const who =
      wanted.against === null
        ? ""
        : side === wanted.side
          ? WORDS.you
          : say(WORDS.level, { level: wanted.against });
    const notes = player.notes.map((note) => note.text).join(", ");
    row.replaceChildren(
      piece(player.colour, player.pattern, shapes),
      make("span", {}, make("b", {}, player.name), who ? ` ${who}` : ""),
      make("span", { class: "notes" }, notes),
    );
    row.toggleAttribute("data-turn", player.to_move);
  }
}

/** A piece as the board draws it, small; with shapes, those with a ring are square. */
function piece(colour: string, pattern: string, shapes: boolean): Element {
  const ringed = pattern === "ring";
  const shape = (half: number, rest: string) =>
    shapes && ringed
      ? `<rect x="${10 - half}" y="${10 - half}" width="${2 * half}" height="${2 * half}" rx="3" ${rest}/>`
      : `<circle cx="10" cy="10" r="${half}" ${rest}/>`;
  const ring = ringed ? shape(6, `class="${colour}-r" fill="none" stroke-width="1.5"`) : "";
  const holder = make("span", { class: "piece" });
  holder.innerHTML = `<svg viewBox="0 0 20 20" class="quincunx" aria-hidden="true">${shape(9, `class="${colour}"`)}${ring}</svg>`;
  return holder;
}

export function showMoves(
  moves: readonly string[],
  shown: number,
  go: (count: number) => void,
): void {
  const list = the("moves");
  if (moves.length === 0) {
    list.replaceChildren(make("li", { class: "none" }, WORDS.noMoves));
  } else {
    list.replaceChildren(
      ...moves.map((move, k) => {
        const current = k + 1 === shown;
        const button = make("button", { type: "button", "aria-current": String(current) }, move);
        button.addEventListener("click", () => go(k + 1));
        return make("li", {}, make("span", { class: "number" }, `${k + 1}.`), button);
      }),
    );
    // Only the list scrolls, never the page.
    const current = list.children[shown - 1] as HTMLElement | undefined;
    if (current) {
      list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
      list.scrollLeft = current.offsetLeft - list.offsetLeft - list.clientWidth / 2;
    }
  }
  for (const id of ["to-start", "back"]) the<HTMLButtonElement>(id).disabled = shown === 0;
  for (const id of ["forward", "to-end"])
    the<HTMLButtonElement>(id).disabled = shown === moves.length;
  the("branch").hidden = shown === moves.length;
}

export function showLegend(scene: Scene): void {
  the("legend").replaceChildren(...scene.legend.map((entry) => make("li", {}, entry.text)));
}

/** Buttons for the legal moves that are not made on cells. */
export function showButtonMoves(scene: Scene, may: boolean, ask: (move: string) => void): void {
  for (const old of the("bar").querySelectorAll(".move")) old.remove();
  if (!may) return;
  for (const entry of scene.buttons) {
    const button = make("button", { type: "button", class: "move", title: entry.text }, entry.name);
    button.addEventListener("click", () => ask(entry.move));
    the("bar").prepend(button);
  }
}

// --- Analysis -----------------------------------------------------------------------------------------

export interface Pointing {
  over(move: string | null): void;
  play(move: string): void;
}

export function showReport(report: Report, turn: Side, game: GameInfo, pointing: Pointing): void {
  const first = turn === 0 ? report.value : 1 - report.value;
  the("value-fill").style.width = `${(100 * first).toFixed(1)}%`;
  the("value-text").textContent = valueText(report, first, game);
  const kept = the("lines").querySelector<HTMLElement>(":focus")?.dataset.move;
  the("lines").replaceChildren(
    ...report.lines.map((line) => {
      const button = make(
        "button",
        { type: "button", "data-move": line.move },
        make("span", { class: "score" }, lineText(line, turn)),
        make(
          "span",
          { class: "pv" },
          make("b", {}, line.move),
          ` ${line.pv.slice(1, 9).join(" ")}`,
        ),
      );
      button.addEventListener("pointerenter", () => pointing.over(line.move));
      button.addEventListener("pointerleave", () => pointing.over(null));
      button.addEventListener("focus", () => pointing.over(line.move));
      button.addEventListener("blur", () => pointing.over(null));
      button.addEventListener("click", () => pointing.play(line.move));
      return make("li", {}, button);
    }),
  );
  if (kept) the("lines").querySelector<HTMLElement>(`[data-move="${kept}"]`)?.focus();
  the("effort").textContent = say(WORDS.effort, {
    playouts: report.playouts.toLocaleString("en"),
    seconds: report.seconds.toFixed(1),
    ended: report.proven ? WORDS.ended : "",
  });
}

function valueText(report: Report, first: number, game: GameInfo): string {
  const proof = report.proven;
  if (proof) {
    if (proof.winner === null) return WORDS.provenDraw;
    return say(WORDS.proven, { name: game.players[proof.winner].name, plies: proof.plies });
  }
  const ahead = first >= 0.5 ? 0 : 1;
  const percent = Math.round(100 * Math.max(first, 1 - first));
  return say(WORDS.chances, { name: game.players[ahead].name, percent });
}

function lineText(line: Report["lines"][number], turn: Side): string {
  if (!line.proven) return `${Math.round(100 * line.value)} %`;
  if (line.proven.winner === null) return WORDS.draws;
  return line.proven.winner === turn ? WORDS.wins : WORDS.loses;
}
