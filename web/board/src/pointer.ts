// Mouse, pen and finger on the board, made into few intentions: point, tap, lift and drop, aim,
// and two fingers that zoom. What they mean is the element's business.

import { cellAt, type Places, toPicture } from "./geometry.ts";

/** A finger covers what it points at; a mouse and a pen do not. */
export type Hand = "mouse" | "touch" | "keys";

export interface PointerHost {
  svg(): SVGSVGElement | null;
  places(): Places;
  /** May moves be entered now? Otherwise a touch is left to the page, which may scroll. */
  takesTouches(): boolean;
  needsAiming(): boolean;
  point(cell: string | null): void;
  tap(cell: string | null, hand: Hand, time: number): void;
  /** Begin to drag what stands on a cell; false if nothing can be dragged from there. */
  lift(cell: string): boolean;
  drag(x: number, y: number): void;
  drop(cell: string | null, hand: Hand, time: number): void;
  abort(): void;
  /** The cell whose choice waits to be confirmed. */
  waiting(): string | null;
  aimBegin(x: number, y: number): void;
  aimMove(x: number, y: number): void;
  aimEnd(time: number): void;
  zoomBegin(a: Touch2, b: Touch2): void;
  zoomMove(a: Touch2, b: Touch2): void;
}

export interface Touch2 {
  x: number;
  y: number;
}

/** Movements of fewer pixels than these are not meant. */
const SLOP = { mouse: 4, touch: 9 };
/** A finger this near to the waiting cell, in pixels, may mean it. */
const NEAR = 26;

interface Press extends Touch2 {
  id: number;
  cell: string | null;
  hand: "mouse" | "touch";
  /** "tap" until it moves; "dead" when it has come to mean nothing. */
  now: "tap" | "drag" | "aim" | "zoom" | "dead";
}

export class Pointer {
  #host: PointerHost;
  #press: Press | null = null;
  /** The fingers that are down, by their ids. */
  #fingers = new Map<number, Touch2>();

  constructor(host: PointerHost) {
    this.#host = host;
  }

  attach(svg: SVGSVGElement): void {
    svg.addEventListener("pointerdown", this.#down);
    svg.addEventListener("pointermove", this.#move);
    svg.addEventListener("pointerup", this.#up);
    svg.addEventListener("pointercancel", this.#cancel);
    svg.addEventListener("pointerleave", this.#leave);
    svg.addEventListener("click", this.#click);
    // Not passive: a finger that enters a move does not scroll the page.
    svg.addEventListener("touchstart", this.#touch, { passive: false });
  }

  detach(svg: SVGSVGElement): void {
    svg.removeEventListener("pointerdown", this.#down);
    svg.removeEventListener("pointermove", this.#move);
    svg.removeEventListener("pointerup", this.#up);
    svg.removeEventListener("pointercancel", this.#cancel);
    svg.removeEventListener("pointerleave", this.#leave);
    svg.removeEventListener("click", this.#click);
    svg.removeEventListener("touchstart", this.#touch);
    this.#press = null;
    this.#fingers.clear();
  }

  /** Forget what is being pressed: the position has changed under it. */
  release(): void {
    if (this.#press?.now === "drag") this.#press.now = "dead";
  }

  #cell(at: { clientX: number; clientY: number }): string | null {
    const svg = this.#host.svg();
    const point = svg && toPicture(svg, at.clientX, at.clientY);
    return point ? cellAt(this.#host.places(), point) : null;
  }

  #touch = (event: TouchEvent): void => {
    const on = event.target instanceof Element && event.target.closest("[data-cell]");
    if (on && this.#host.takesTouches() && event.cancelable) event.preventDefault();
  };

  #down = (event: PointerEvent): void => {
    const hand = event.pointerType === "touch" ? "touch" : "mouse";
    if (hand === "mouse" && event.button !== 0) return;
    const cell = this.#cell(event);
    const here = { x: event.clientX, y: event.clientY };
    if (hand === "touch") {
      if (!this.#host.takesTouches()) return;
      this.#fingers.set(event.pointerId, here);
      if (this.#fingers.size > 1) {
        this.#twoFingers();
        return;
      }
    }
    if (cell === null) return;
    this.#press = { id: event.pointerId, cell, hand, now: "tap", ...here };
    if (hand === "touch") {
      this.#capture(event);
      if (!this.#host.needsAiming()) this.#host.point(cell);
      else if (!this.#nearWaiting(here)) this.#aim(here);
    }
  };

  #move = (event: PointerEvent): void => {
    const here = { x: event.clientX, y: event.clientY };
    if (this.#fingers.has(event.pointerId)) this.#fingers.set(event.pointerId, here);
    const press = this.#press;
    if (press?.now === "zoom") {
      const [a, b] = [...this.#fingers.values()];
      if (a && b) this.#host.zoomMove(a, b);
      return;
    }
    if (!press) {
      if (event.pointerType !== "touch") this.#host.point(this.#cell(event));
      return;
    }
    if (press.id !== event.pointerId) return;
    if (press.now === "aim") this.#host.aimMove(here.x, here.y);
    else if (press.now === "drag") {
      this.#host.drag(here.x, here.y);
      this.#host.point(this.#cell(event));
    } else if (press.now === "tap") this.#slide(press, here, event);
  };

  /** A press that moves becomes a drag, an aim, or nothing. */
  #slide(press: Press, here: Touch2, event: PointerEvent): void {
    const far = Math.hypot(here.x - press.x, here.y - press.y);
    if (far > SLOP[press.hand]) {
      if (press.hand === "touch" && this.#host.needsAiming()) {
        this.#aim(here);
      } else if (press.cell !== null && this.#host.lift(press.cell)) {
        press.now = "drag";
        this.#capture(event);
        this.#host.drag(here.x, here.y);
      }
    }
    if (press.now !== "aim") this.#host.point(this.#cell(event));
  }

  #up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    const press = this.#press;
    if (!press || press.id !== event.pointerId) {
      if (press?.now === "zoom" && !this.#fingers.size) this.#press = null;
      return;
    }
    if (press.now === "zoom") {
      if (!this.#fingers.size) this.#press = null;
      return;
    }
    this.#press = null;
    const cell = this.#cell(event);
    const { hand } = press;
    if (press.now === "aim") this.#host.aimEnd(event.timeStamp);
    else if (press.now === "drag") this.#host.drop(cell, hand, event.timeStamp);
    else if (press.now === "tap") {
      // A finger that came down near the waiting choice, and stayed, means that one.
      const aimed = hand === "touch" && this.#host.needsAiming() ? this.#host.waiting() : null;
      const meant = aimed ?? (cell === press.cell ? cell : null);
      if (meant !== null) this.#host.tap(meant, hand, event.timeStamp);
      if (hand === "touch") this.#host.point(null);
    }
  };

  #cancel = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    if (this.#press?.id === event.pointerId || !this.#fingers.size) {
      this.#press = null;
      this.#host.abort();
    }
  };

  #leave = (event: PointerEvent): void => {
    if (event.pointerType !== "touch" && this.#press?.now !== "drag") this.#host.point(null);
  };

  /** Clicks that no pointer made: those of screen readers and of scripts. */
  #click = (event: MouseEvent): void => {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const cell = event.target.closest("[data-cell]")?.getAttribute("data-cell");
    if (cell) this.#host.tap(cell, "keys", event.timeStamp);
  };

  #aim(here: Touch2): void {
    if (this.#press) this.#press.now = "aim";
    this.#host.aimBegin(here.x, here.y);
  }

  #twoFingers(): void {
    const [a, b] = [...this.#fingers.values()];
    if (!a || !b) return;
    this.#host.abort();
    const id = this.#press?.id ?? -1;
    this.#press = { ...a, id, cell: null, hand: "touch", now: "zoom" };
    this.#host.zoomBegin(a, b);
  }

  #nearWaiting(here: Touch2): boolean {
    const svg = this.#host.svg();
    const cell = this.#host.waiting();
    const middle = cell === null ? undefined : this.#host.places().middles.get(cell);
    const matrix = svg?.getScreenCTM();
    if (!middle || !matrix) return false;
    const at = new DOMPoint(...middle).matrixTransform(matrix);
    return Math.hypot(at.x - here.x, at.y - here.y) < NEAR;
  }

  #capture(event: PointerEvent): void {
    const svg = this.#host.svg();
    try {
      svg?.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already; its end will not be missed.
    }
  }
}
