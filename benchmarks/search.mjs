// The engine in Node, for benchmarks/web.py: reads one question a line, answers with one line.
//
//     node benchmarks/search.mjs web/core/dist
//     {"game": "hadron", "options": {"size": 7}, "seconds": 0.5, "memoryMb": 512}
//
// The answer is playouts and seconds of a search from the start of the game.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const dist = pathToFileURL(`${process.argv[2]}/`);
const { CoreModule, LocalBoard, LocalEngine } = await import(new URL("here.js", dist).href);
const module = await CoreModule.load(new URL("quincunx.wasm", dist));

for await (const line of createInterface({ input: process.stdin })) {
  const { game, options, seconds, memoryMb } = JSON.parse(line);
  const board = LocalBoard.open(module, game, options);
  const engine = new LocalEngine(module, board, { seed: 1, memoryMb });
  const began = performance.now();
  const search = engine.analyse(board, { seconds, lines: 1 });
  while (!search.go());
  const spent = (performance.now() - began) / 1000;
  const { playouts } = search.report();
  engine.close();
  board.free();
  console.log(JSON.stringify({ playouts, seconds: spent }));
}
