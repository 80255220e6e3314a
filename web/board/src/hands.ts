// What pointers and keys do to a board: the hosts that the parts of the element answer to.

import { continuations, matching } from "./choosing.ts";
import type { Controller } from "./controller.ts";
import type { EnterHost } from "./entering.ts";
import { cellAt, distance, scaleOf, toPicture } from "./geometry.ts";
import type { KeyHost } from "./keyboard.ts";
import type { PointerHost } from "./pointer.ts";
import { foretold, moveList } from "./speech.ts";

export function enterHost(board: Controller): EnterHost {
  return {
    facts: () => board.properties.facts,
    refusal: () => board.refusal(),
    confirm: () => board.properties.confirm,
    cellPixels: () => board.cellPixels(),
    offers: () => board.picture.scene?.buttons ?? [],
    previewer: () => board.properties.previewer,
    changed: () => {
      board.paint();
    },
    pointed: (cell) => board.emit("board-point", { cell }),
    begun: (cells) => {
      const targets = continuations(board.properties.facts?.moves ?? [], cells);
      const name = targets.length === 1 ? "said: selected, one" : "said: selected";
      board.voice.say(board.spoken(name, { cells: cells.join(", "), count: targets.length }));
      board.emit("board-begin", { cells: [...cells] });
    },
    cancelled: () => {
      board.voice.say(board.spoken("said: cancelled"));
      board.emit("board-cancel", {});
    },
    chosen: ({ move, cells }, dropped) => {
      board.dropped = dropped ? move : "";
      board.emit("board-choose", { move, cells: [...cells] });
    },
    refused: (cells, reason) => {
      board.refused = cells;
      board.emit("board-refuse", { cells: [...cells], reason });
    },
    waits: (choice) => {
      if (!choice) {
        board.bar.hide();
        return;
      }
      const { move, cells } = choice;
      const title = board.spoken("ask: title", { move });
      const words = { title, yes: board.spoken("ask: yes", { move }), no: board.spoken("ask: no") };
      board.bar.show({ ...words, text: move }, (yes, time) => board.entering.answer(yes, time));
      board.voice.say(board.spoken("said: waiting", { move }));
      board.emit("board-confirm", { move, cells: [...cells] });
    },
    ask: (offer, cell) => board.ask(offer.move, cell),
  };
}

export function pointerHost(board: Controller): PointerHost {
  let aimed: string | null = null;
  let lifted: string | null = null;

  const aim = (x: number, y: number): void => {
    const { svg, places } = board.picture;
    const point = svg && toPicture(svg, x, y);
    if (!point) return;
    const near = cellAt(places, point, false);
    const middle = near === null ? undefined : places.middles.get(near);
    // Well outside the board nothing is meant.
    aimed = middle && distance(middle, point) < places.pitch ? near : null;
    board.entering.point(aimed);
    board.loupe.show(svg, [x, y], point, scaleOf(svg), aimed ?? "");
  };

  return {
    svg: () => board.picture.svg,
    places: () => board.picture.places,
    takesTouches: () => board.takesTouches(),
    needsAiming: () => board.needsAiming(),
    point: (cell) => board.entering.point(cell),
    tap: (cell, hand, time) => {
      board.bubble.hide();
      if (board.asker.open) {
        board.cancel();
        return;
      }
      if (cell !== null) board.entering.tap(cell, hand, time);
    },
    lift: (cell) => {
      const standing = board.standing(cell);
      if (!standing || !board.entering.lift(cell)) return false;
      board.bubble.hide();
      board.feedback.lift(cell, standing);
      lifted = cell;
      return true;
    },
    drag: (x, y) => {
      const { svg } = board.picture;
      const point = svg && toPicture(svg, x, y);
      if (point) board.feedback.carry(point);
    },
    drop: (cell, hand, time) => {
      board.feedback.letGo();
      // Put back where it came from, it stays selected.
      if (cell === null) board.entering.cancel();
      else if (cell !== lifted) board.entering.tap(cell, hand, time, true);
      lifted = null;
    },
    abort: () => {
      board.loupe.hide();
      board.feedback.letGo();
      board.entering.point(null);
      aimed = null;
    },
    waiting: () => board.entering.waiting?.cells.at(-1) ?? null,
    aimBegin: (x, y) => {
      board.bubble.hide();
      aim(x, y);
    },
    aimMove: aim,
    aimEnd: (time) => {
      board.loupe.hide();
      if (board.asker.open) board.cancel();
      else if (aimed !== null) board.entering.tap(aimed, "touch", time);
      board.entering.point(null);
      aimed = null;
    },
    zoomBegin: (a, b) => {
      const { svg } = board.picture;
      if (svg) board.zoom.begin(svg, a, b);
    },
    zoomMove: (a, b) => {
      const { svg } = board.picture;
      if (svg) board.zoom.move(svg, a, b);
    },
  };
}

export function keyHost(board: Controller): KeyHost {
  return {
    places: () => board.picture.places,
    current: () => board.picture.current,
    focusCell: (cell) => board.picture.focus(cell),
    act: (cell) => {
      board.bubble.hide();
      board.entering.tap(cell, "keys", performance.now());
    },
    cancel: () => board.cancel(),
    offered: () => board.entering.offered(),
    tellMoves: () => {
      const { begun } = board.entering;
      const { declaration, facts } = board.properties;
      const moves = board.refusal() ? [] : matching(facts?.moves ?? [], begun);
      if (declaration) board.voice.say(moveList(declaration, moves, begun));
    },
    tell: (cell) => {
      void tell(board, cell);
    },
  };
}

/** The cell in words, and what a move there would do or why there is none. */
async function tell(board: Controller, cell: string): Promise<void> {
  const { declaration, facts, previewer, explainer } = board.properties;
  const label = board.picture.label(cell);
  if (!facts) return;
  const cells = [...board.entering.begun, cell];
  const [move] = matching(facts.moves, cells);
  let more = "";
  if (!board.refusal() && move && move.cells.length === cells.length) {
    const preview = await previewer?.(cells, move.move);
    if (preview && declaration) more = foretold(declaration, preview, facts.turn);
  } else if (!move && explainer) {
    more = (await explainer(cells))?.text ?? "";
  }
  board.voice.say(more ? `${label}. ${more}` : label);
}
