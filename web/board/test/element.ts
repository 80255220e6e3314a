// The owner of a board in the element's tests: it asks a core that the test provides, and keeps a list
// of the events. The core is asynchronous here, as it is in a page that has it in a worker.

import { type Declaration, define, type Facts, type QuincunxBoard } from "../src/index.ts";
import type { Explanation, Preview, Wave } from "../src/types.ts";

interface Told {
  name: string;
  detail: Record<string, unknown>;
  at: number;
}

declare global {
  interface Window {
    coreFacts(): Promise<{ facts: Facts; declaration: Declaration }>;
    corePush(move: string): Promise<{ facts: Facts; waves: Wave[] }>;
    corePreview(move: string): Promise<Preview>;
    coreExplain(cells: string[]): Promise<Explanation | null>;
    start(): void;
    told: Told[];
    board: QuincunxBoard;
  }
}

define();
const board = document.querySelector("quincunx-board") as QuincunxBoard;
window.board = board;
window.told = [];

for (const name of ["point", "begin", "cancel", "confirm", "choose", "refuse", "sound"]) {
  board.addEventListener(`board-${name}`, (event) => {
    const { detail } = event as CustomEvent;
    window.told.push({ name, detail, at: performance.now() });
  });
}

board.addEventListener("board-choose", async ({ detail }) => {
  const { facts, waves } = await window.corePush(detail.move);
  await board.show(facts, waves);
});

board.addEventListener("board-refuse", async ({ detail }) => {
  const why = await window.coreExplain(detail.cells);
  if (why) board.refuse(why, detail.cells);
});

board.addEventListener("board-paint", ({ detail }) => {
  const status = document.querySelector('[role="status"]');
  if (status && status.textContent !== detail.scene.status)
    status.textContent = detail.scene.status;
});

const { facts, declaration } = await window.coreFacts();
window.start = () => {
  board.update({
    declaration,
    facts,
    previewer: (_cells, move) => window.corePreview(move),
    explainer: (cells) => window.coreExplain(cells),
  });
};
if (location.search !== "?wait") window.start();
document.documentElement.dataset.ready = "";
