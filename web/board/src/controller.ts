// What goes on in a board element: state comes in and is painted, touches go out as events. The
// element (element.ts) only hands things on to here; hands.ts ties pointers and keys to it.

import { ConfirmBar, Loupe, SMALL_CELL } from "./aiming.ts";
import { Asker, Bubble } from "./bubble.ts";
import { Entering, type Refusal } from "./entering.ts";
import { Feedback } from "./feedback.ts";
import type { Values } from "./fill.ts";
import { scaleOf } from "./geometry.ts";
import { enterHost, keyHost, pointerHost } from "./hands.ts";
import { type BoardEvents, type BoardProperties, DEFAULTS } from "./interface.ts";
import { Keyboard } from "./keyboard.ts";
import { Motion } from "./motion.ts";
import { type Painting, Picture } from "./picture.ts";
import { Pointer } from "./pointer.ts";
import { planOf, soundsOf, stageOf } from "./showing.ts";
import { announcement, spoken } from "./speech.ts";
import type { Explanation, Facts, LegalMove, Preview, Standing, Wave } from "./types.ts";
import { Voice } from "./voice.ts";
import { Zoom } from "./zoom.ts";

export class Controller {
  readonly home: HTMLElement;
  readonly properties: BoardProperties = { ...DEFAULTS };
  readonly picture: Picture;
  readonly feedback: Feedback;
  readonly bubble: Bubble;
  readonly asker: Asker;
  readonly loupe: Loupe;
  readonly bar: ConfirmBar;
  readonly voice: Voice;
  readonly zoom: Zoom;
  readonly entering: Entering;
  /** A move that was dropped on its target need not slide there again. */
  dropped = "";
  /** The cells that were reported as refused last. */
  refused: readonly string[] = [];
  #motion = new Motion();
  #pointer: Pointer;
  #keyboard: Keyboard;
  /** A preview that the owner shows, cells that it lights, and those of a refusal. */
  #shown: Preview | null = null;
  #lights: string[] = [];
  #reasons: string[] = [];
  /** The last cell of a move that is under way. */
  #pending: string | null = null;

  constructor(home: HTMLElement) {
    this.home = home;
    this.picture = new Picture(home);
    this.feedback = new Feedback(this.picture);
    this.bubble = new Bubble(home, () => this.#unlight());
    this.asker = new Asker(home);
    this.loupe = new Loupe(home);
    this.bar = new ConfirmBar(home);
    this.voice = new Voice(home);
    this.zoom = new Zoom(() => this.#zoomed());
    this.entering = new Entering(enterHost(this));
    this.#pointer = new Pointer(pointerHost(this));
    this.#keyboard = new Keyboard(keyHost(this));
    this.#listen();
  }

  connect(): void {
    this.voice.attach();
    this.paint();
  }

  disconnect(): void {
    this.#settleDown();
  }

  // --- State -------------------------------------------------------------------------------------

  update(changes: Partial<BoardProperties>): void {
    if ("facts" in changes || "declaration" in changes) this.#settleDown();
    Object.assign(this.properties, changes);
    this.paint();
    this.entering.resume();
  }

  show(facts: Facts, waves?: readonly Wave[]): Promise<void> {
    const before = this.properties.facts;
    const { scene } = this.picture;
    const dropped = this.dropped !== "" && facts.last?.move === this.dropped;
    this.#settleDown();
    this.properties.facts = facts;
    const painting = this.paint();
    this.entering.resume();
    if (!painting || !before) return Promise.resolve();
    const { declaration } = this.properties;
    if (declaration)
      this.voice.say(announcement(declaration, facts, waves ?? [], painting.scene.status));
    if (facts.game !== before.game || facts.ply !== before.ply + 1) return Promise.resolve();
    const plan = planOf(before, facts, waves, this.picture.places, dropped);
    const done = () => {
      if (facts.outcome) this.#sound(facts.outcome.winner === null ? "draw" : "win");
    };
    if (!this.moves()) {
      for (const name of soundsOf(plan)) this.#sound(name);
      done();
      return Promise.resolve();
    }
    const stage = stageOf(this.picture, painting, scene, plan, (name) => this.#sound(name));
    return new Promise((resolve) => {
      this.#motion.run(plan, stage, () => {
        done();
        resolve();
      });
    });
  }

  preview(preview: Preview | null): void {
    this.#shown = preview;
    this.paint();
  }

  refuse(why: Explanation | null | undefined, cells: readonly string[] = this.refused): void {
    const { facts } = this.properties;
    const cell = cells.at(-1) ?? why?.cells[0];
    if (!facts || !why || cell === undefined) return;
    this.bubble.hide();
    this.#reasons = [...why.cells];
    this.paint();
    const seen = why.cells.map((lit) => this.picture.rect(lit));
    this.bubble.show(why, this.picture.rect(cell), seen);
    if (this.moves()) this.feedback.shake(cell, [facts.turn, 1]);
    this.#sound("refuse");
  }

  pend(move: LegalMove | string, facts?: Facts, waves?: readonly Wave[]): void {
    const known = this.properties.facts?.moves.find((legal) => legal.move === move);
    const cells = typeof move === "string" ? (known?.cells ?? []) : move.cells;
    if (facts) void this.show(facts, waves);
    this.#pending = cells.at(-1) ?? facts?.last?.changes[0]?.cell ?? null;
    this.feedback.pending(this.#pending);
  }

  settle(): void {
    this.#pending = null;
    this.feedback.pending(null);
  }

  light(cells: readonly string[]): void {
    this.#lights = [...cells];
    this.paint();
  }

  flashLast(): void {
    const last = this.properties.facts?.last;
    if (!last) return;
    const cells = last.cells.length ? last.cells : last.changes.map((change) => change.cell);
    this.feedback.flash(cells, this.moves());
  }

  ask(move: string, at?: string): void {
    const button = this.picture.scene?.buttons.find((known) => known.move === move);
    if (!button || this.refusal()) return;
    const chosen = () => this.emit("board-choose", { move, cells: [] });
    if (!button.confirm) {
      chosen();
      return;
    }
    const cell = at ?? button.cells[0];
    const words = {
      title: button.name,
      text: button.confirm,
      yes: button.name,
      no: this.spoken("ask: no"),
    };
    const rect = cell ? this.picture.rect(cell) : this.home.getBoundingClientRect();
    this.asker.ask(words, rect, (yes) => {
      this.preview(null);
      if (yes) chosen();
    });
    const asked = this.properties.previewer?.([], move);
    void Promise.resolve(asked).then((preview) => {
      if (preview && this.asker.open) this.preview(preview);
    });
  }

  cancel(): boolean {
    if (this.asker.open) {
      this.asker.close();
      this.preview(null);
      return true;
    }
    const explained = this.bubble.shown;
    this.bubble.hide();
    return this.entering.cancel() || explained;
  }

  // --- Painting ----------------------------------------------------------------------------------

  paint(): Painting | null {
    const { declaration, facts } = this.properties;
    if (!declaration || !facts || declaration.game.id !== facts.game) return null;
    if (!this.home.isConnected) return null;
    const { entering } = this;
    const { svg } = this.picture;
    const known = new Set(facts.rows.flat());
    const { pointed } = entering;
    const painting = this.picture.paint(declaration, facts, this.properties, {
      preview: entering.preview ?? this.#shown,
      clicked: entering.waiting ? entering.waiting.cells.slice(0, -1) : entering.begun,
      lit: [...new Set([...this.#lights, ...this.#reasons])].filter((cell) => known.has(cell)),
      pointed: pointed !== null && known.has(pointed) ? pointed : null,
    });
    if (this.picture.svg !== svg) this.#attach(svg, this.picture.svg);
    if (painting.moved) {
      this.feedback.clear();
      this.feedback.focus(this.#ringed);
    }
    this.zoom.setWhole(painting.box);
    this.#zoomed();
    this.picture.select(entering.begun);
    this.home.toggleAttribute("data-live", this.refusal() === null);
    this.home.toggleAttribute("data-touch", this.takesTouches());
    this.home.toggleAttribute("data-can", this.#canTouch());
    this.feedback.ghost(entering.ghost(), [facts.turn, 1]);
    this.feedback.waiting(entering.waiting?.cells.at(-1) ?? null);
    this.feedback.pending(this.#pending);
    this.emit("board-paint", { scene: painting.scene });
    return painting;
  }

  #attach(old: SVGSVGElement | null, svg: SVGSVGElement | null): void {
    if (old) this.#pointer.detach(old);
    if (svg) this.#pointer.attach(svg);
  }

  /** On the element, not on the picture: an SVG that listens for the focus is a stop of Tab itself. */
  #listen(): void {
    this.home.addEventListener("keydown", (event) => {
      const cell = event.target instanceof Element && event.target.closest("[data-cell]");
      if (cell && this.properties.keys) this.#keyboard.handle(event);
    });
    this.home.addEventListener("focusin", (event) => this.#focused(event.target));
    this.home.addEventListener("focusout", (event) => {
      const next = event.relatedTarget;
      if (this.#ringed === null || (next instanceof Element && isCell(next, this.home))) return;
      this.#ringed = null;
      this.feedback.focus(null);
      this.entering.point(null);
    });
  }

  /** The cell with the ring of the focus, which then points at it as the mouse does otherwise. */
  #ringed: string | null = null;

  #focused(target: EventTarget | null): void {
    const node = target instanceof Element ? target.closest("[data-cell]") : null;
    const cell = node?.getAttribute("data-cell");
    if (!node || !cell) return;
    this.picture.setCurrent(cell);
    this.#ringed = node.matches(":focus-visible") ? cell : null;
    this.feedback.focus(this.#ringed);
    if (this.#ringed) this.entering.point(cell);
  }

  #zoomed(): void {
    const { closer, box } = this.zoom;
    this.picture.window(box, closer > 1 ? this.spoken("whole board") : null, () => this.zoom.to(1));
  }

  /** Whatever is going on about the position shown so far is over. */
  #settleDown(): void {
    this.#motion.finish();
    this.#pointer.release();
    this.feedback.letGo();
    this.asker.close();
    this.loupe.hide();
    this.#shown = null;
    this.#reasons = [];
    this.#pending = null;
    this.dropped = "";
    this.refused = [];
    this.entering.reset();
    this.bubble.hide();
  }

  #unlight(): void {
    if (!this.#reasons.length) return;
    this.#reasons = [];
    this.paint();
  }

  // --- How things are ----------------------------------------------------------------------------

  /** Why no move can be entered now, if so. */
  refusal(): Refusal | null {
    const { facts, interactive } = this.properties;
    if (!facts || facts.outcome) return "over";
    return interactive === "both" || interactive === facts.turn ? null : "turn";
  }

  takesTouches(): boolean {
    const { facts, interactive } = this.properties;
    return this.zoom.closer > 1 || (interactive !== "none" && !facts?.outcome);
  }

  /** Would touching what is pointed at do anything? */
  #canTouch(): boolean {
    const { pointed, begun } = this.entering;
    return pointed !== null && [...begun, ...this.entering.offered()].includes(pointed);
  }

  /** Is anything to move, or only to be shown as it is in the end? */
  moves(): boolean {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    return this.properties.animated && !still;
  }

  needsAiming(): boolean {
    return this.properties.confirm !== "never" && this.cellPixels() < SMALL_CELL;
  }

  cellPixels(): number {
    const { svg, places } = this.picture;
    return svg ? scaleOf(svg) * places.pitch : 0;
  }

  standing(cell: string): Standing | null {
    const piece = this.properties.facts?.pieces.find(([taken]) => taken === cell);
    return piece ? [piece[1], piece[2]] : null;
  }

  /** What the declaration has to say, with its places filled in. */
  spoken(name: string, values: Values = {}): string {
    const { declaration } = this.properties;
    return declaration ? spoken(declaration, name, values) : "";
  }

  emit<K extends keyof BoardEvents>(name: K, detail: BoardEvents[K]): void {
    this.home.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  #sound(name: string): void {
    if (this.properties.sounds) this.emit("board-sound", { name });
  }
}

function isCell(node: Element, home: HTMLElement): boolean {
  return home.contains(node) && node.closest("[data-cell]") !== null;
}
