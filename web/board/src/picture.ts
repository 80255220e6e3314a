// The painted board in the page: it takes over what a server has painted, or makes it, and knows
// where things are on it. Layers of its own hold what is not part of a scene.

import type { Rect } from "./bubble.ts";
import type { Declaration } from "./declaration.ts";
import { type Places, scaleOf, toWindow } from "./geometry.ts";
import type { BoardProperties } from "./interface.ts";
import { type Difference, morph, parse, replace, svgNode } from "./layers.ts";
import { FRAME } from "./layout.ts";
import {
  coloured,
  LAYERS,
  type Layer,
  type Looks,
  type Painted,
  paintBoard,
  penFor,
} from "./paint.ts";
import type { Pen } from "./pen.ts";
import { makeScene, type Scene } from "./scene.ts";
import type { Facts, Preview, Side, Standing } from "./types.ts";
import type { Box } from "./zoom.ts";

/** What is going on, beside the position. */
export interface Doing {
  preview: Preview | null;
  clicked: readonly string[];
  lit: readonly string[];
  pointed: string | null;
}

/** What was painted, and what that changed. */
export interface Painting {
  scene: Scene;
  /** The whole board in the picture's units. */
  box: Box;
  /** Cells are elsewhere than they were. */
  moved: boolean;
  changes: ReadonlyMap<Layer, Difference>;
}

const OWN = { "aria-hidden": "true", "pointer-events": "none" };
let boards = 0;
let pictures = 0;

export class Picture {
  svg: SVGSVGElement | null = null;
  scene: Scene | null = null;
  places: Places = { pitch: 1, middles: new Map(), outline: [] };
  /** The cell that has the focus or gets it next. */
  current: string | null = null;
  /** Layers for what moves, below and above the pieces, and for the board's own marks. */
  readonly below: Element;
  readonly above: Element;
  readonly touch: Element;
  #home: HTMLElement;
  #looks: Looks = {};
  #pen: Pen | null = null;
  #layers = new Map<Layer, Element>();
  #texts = new Map<Layer | "defs", string>();
  #cells = new Map<string, SVGElement>();
  #prefix = "";
  #shape = "";
  #whole: HTMLButtonElement | null = null;

  constructor(home: HTMLElement) {
    this.#home = home;
    this.below = svgNode("g", { "data-own": "below", ...OWN });
    this.above = svgNode("g", { "data-own": "above", ...OWN });
    this.touch = svgNode("g", { "data-own": "touch", ...OWN });
  }

  paint(declaration: Declaration, facts: Facts, wanted: BoardProperties, doing: Doing): Painting {
    const { rotation, mirrored } = wanted;
    const overlays = overlaysOf(declaration, wanted.overlays, doing);
    const made = withoutStaleDots(
      makeScene(declaration, facts, { overlays, rotation, mirrored, ...doing }),
    );
    const scene = wanted.coordinates ? made : withoutCoordinates(made);
    if (!this.svg) this.#adopt();
    this.#looks = { prefix: this.#prefix, ...wanted.looks };
    const painted = paintBoard(scene, this.#looks);
    const svg = this.svg ?? this.#create(painted);
    this.scene = scene;
    this.#pen = null;
    this.places = painted;
    const changes = new Map<Layer, Difference>();
    for (const name of LAYERS) {
      const difference = this.#layer(name, painted.layers[name]);
      if (difference) changes.set(name, difference);
    }
    this.#defs(svg, painted.defs);
    set(svg, "aria-label", painted.label);
    set(svg, "data-fen", scene.fen);
    const lit = new Set(doing.lit);
    for (const [name, node] of this.#cells) node.toggleAttribute("data-lit", lit.has(name));
    const shape = `${scene.game} ${scene.size} ${rotation} ${mirrored} ${painted.viewBox}`;
    const moved = shape !== this.#shape;
    this.#shape = shape;
    const [left = 0, top = 0, width = 1, height = 1] = painted.viewBox.split(" ").map(Number);
    return { scene, box: [left, top, width, height], moved, changes };
  }

  // --- Nodes -------------------------------------------------------------------------------------

  /** Take a picture that is there already, if it is made as ours are. */
  #adopt(): void {
    const svg = this.#home.querySelector<SVGSVGElement>(":scope > svg");
    const found = [...(svg?.querySelectorAll(":scope > [data-layer]") ?? [])];
    const alike =
      found.length === LAYERS.length &&
      found.every((layer, k) => layer.getAttribute("data-layer") === LAYERS[k]);
    if (svg && alike) {
      // Ids in it begin with what the server chose.
      const pattern = svg.querySelector("defs > pattern")?.id ?? "";
      this.#prefix = pattern.slice(0, pattern.lastIndexOf("-")) || "q";
      this.#use(svg);
    } else {
      svg?.remove();
      boards += 1;
      this.#prefix = `q${boards}`;
    }
  }

  #create(painted: Painted): SVGSVGElement {
    const holder = document.createElement("template");
    holder.innerHTML = painted.svg;
    const svg = holder.content.firstElementChild as SVGSVGElement;
    this.#home.prepend(svg);
    this.#use(svg);
    for (const name of LAYERS) this.#texts.set(name, painted.layers[name]);
    this.#texts.set("defs", painted.defs);
    this.#indexCells();
    return svg;
  }

  #use(svg: SVGSVGElement): void {
    this.svg = svg;
    pictures += 1;
    if (!svg.id) svg.id = `quincunx-board-${pictures}`;
    for (const name of LAYERS) {
      const layer = svg.querySelector(`:scope > [data-layer="${name}"]`);
      if (layer) this.#layers.set(name, layer);
    }
    const pieces = this.#layers.get("pieces");
    pieces?.before(this.below);
    pieces?.after(this.above);
    svg.append(this.touch);
    this.#indexCells();
  }

  /** Bring a layer up to date; nothing if it is so already. */
  #layer(name: Layer, text: string): Difference | null {
    const layer = this.#layers.get(name);
    if (!layer || this.#texts.get(name) === text) return null;
    this.#texts.set(name, text);
    if (name !== "cells") return replace(layer, text);
    // Cells stay whatever is on them: one of them may have the focus.
    const like = svgNode("g", {}, ...parse(text));
    for (const { name: key, value } of layer.attributes) like.setAttribute(key, value);
    morph(layer, like);
    this.#indexCells();
    return null;
  }

  #defs(svg: SVGSVGElement, text: string): void {
    const defs = svg.querySelector(":scope > defs");
    if (!defs || this.#texts.get("defs") === text) return;
    this.#texts.set("defs", text);
    replace(defs, text);
  }

  #indexCells(): void {
    this.#cells.clear();
    let entry: string | null = null;
    for (const node of this.#layers.get("cells")?.querySelectorAll("[data-cell]") ?? []) {
      const cell = node.getAttribute("data-cell") ?? "";
      this.#cells.set(cell, node as SVGElement);
      if (node.getAttribute("tabindex") === "0") entry ??= cell;
    }
    const known = this.current !== null && this.#cells.has(this.current);
    this.setCurrent(known ? this.current : (entry ?? this.#cells.keys().next().value ?? null));
  }

  // --- Cells -------------------------------------------------------------------------------------

  /** One cell at a time can be reached with the Tab key. */
  setCurrent(cell: string | null): void {
    this.current = cell;
    for (const [name, node] of this.#cells) set(node, "tabindex", name === cell ? "0" : "-1");
  }

  focus(cell: string): void {
    this.#cells.get(cell)?.focus();
  }

  /** Mark the cells of a move that is being entered. */
  select(cells: readonly string[]): void {
    for (const [name, node] of this.#cells) {
      if (cells.includes(name)) node.setAttribute("aria-selected", "true");
      else node.removeAttribute("aria-selected");
    }
  }

  label(cell: string): string {
    return this.#cells.get(cell)?.getAttribute("aria-label") ?? cell;
  }

  /** Where a cell is in the window. */
  rect(cell: string): Rect {
    const { svg, places } = this;
    const middle = places.middles.get(cell);
    if (!svg || !middle) return this.#home.getBoundingClientRect();
    const [x, y] = toWindow(svg, middle);
    const size = scaleOf(svg) * places.pitch;
    return { left: x - size / 2, top: y - size / 2, width: size, height: size };
  }

  // --- Drawing -----------------------------------------------------------------------------------

  piece(cell: string): Element | null {
    return this.#layers.get("pieces")?.querySelector(`[data-piece="${cell}"]`) ?? null;
  }

  /** A piece drawn as the picture draws them, in nobody's layer yet. */
  draw(cell: string, [side, height]: Standing): Element {
    const pen = this.#drawing();
    const text = pen?.cells.has(cell) ? pen.piece(pen.at(cell), pen.player(side), height) : "";
    const colours = this.#looks.colours ?? null;
    return svgNode("g", { "data-side": side }, ...parse(coloured(text, colours)));
  }

  /** The outline of an area as the data of a path. */
  around(cells: readonly string[]): string {
    return this.#drawing()?.area(cells, 0.05) ?? "";
  }

  /** The class of lines in a side's colour. */
  lineClass(side: Side | null): string {
    return side === null ? "last" : `${this.scene?.players[side].colour}-l`;
  }

  #drawing(): Pen | null {
    if (!this.#pen && this.scene) this.#pen = penFor(this.scene, this.#looks);
    return this.#pen;
  }

  // --- Zoom --------------------------------------------------------------------------------------

  /** Show a part of the board, with a button of this name that shows all of it again. */
  window(box: Box, whole: string | null, reset: () => void): void {
    if (this.svg) set(this.svg, "viewBox", box.join(" "));
    if ((whole !== null) === (this.#whole !== null)) return;
    this.#whole?.remove();
    this.#whole = null;
    if (whole === null) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quincunx-whole";
    button.textContent = "⤢";
    button.setAttribute("aria-label", whole);
    button.addEventListener("click", reset);
    this.#home.append(button);
    this.#whole = button;
  }
}

function set(node: Element, name: string, value: string): void {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/**
 * The overlays to show. While a move is entered, also where it may end; and what is offered stays to
 * be seen in a preview, since a pointer comes by many cells and the board should not flicker.
 */
function overlaysOf(
  { game }: Declaration,
  wanted: readonly string[] | null,
  doing: Doing,
): readonly string[] | null {
  const entered = doing.clicked.length > 0;
  if (!wanted && !entered && !doing.preview) return null;
  // Names stay when the game changes; those that it does not have say nothing.
  const known = new Set(["default", "all", ...game.drawing.overlays.map(({ name }) => name)]);
  const names = [...(wanted ?? ["default"]), ...(entered ? ["legal"] : [])];
  return names.filter((name) => known.has(name));
}

/** In a preview: no dots on the piece that would come, nor where no move would be left. */
function withoutStaleDots(scene: Scene): Scene {
  const taken = scene.marks.filter(({ shape }) => shape === "ghost" || shape === "closed");
  if (!taken.length) return scene;
  const cells = new Set(taken.flatMap((mark) => mark.cells));
  const marks = scene.marks.map((mark) =>
    mark.shape === "dot" ? { ...mark, cells: mark.cells.filter((cell) => !cells.has(cell)) } : mark,
  );
  return { ...scene, marks };
}

/** The scene without its coordinates, and without the room for them. */
function withoutCoordinates(scene: Scene): Scene {
  const margin = scene.layout === "points" ? FRAME + 0.05 : 0.05;
  const xs = scene.cells.flatMap(({ x }) => scene.outline.map(([dx]) => x + dx));
  const ys = scene.cells.flatMap(({ y }) => scene.outline.map(([, dy]) => y + dy));
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const box: Scene["box"] = [
    left,
    top,
    Math.max(...xs) + margin - left,
    Math.max(...ys) + margin - top,
  ];
  return { ...scene, coordinates: [], box };
}
