// Scenes and pictures made here equal Python's: field by field, and character by character. The file
// of cases is written by `python -m tests.drawing.fixtures`; its path is in QUINCUNX_FIXTURES.
// tests/web/test_board_scene.py does all that; without such a file there is nothing to compare with.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import test from "node:test";
import { coloursOf, declarationOf, type Exported } from "../src/declaration.ts";
import type { Scene, SceneOptions } from "../src/model.ts";
import { LAYERS, paintBoard } from "../src/paint.ts";
import { makeScene } from "../src/scene.ts";
import type { Facts } from "../src/types.ts";

interface Case {
  facts: Facts;
  options: SceneOptions;
  looks: { theme: string | null; shapes: boolean; patterns: boolean; prefix: string };
  scene: Scene;
  svg: string;
}

const file = process.env.QUINCUNX_FIXTURES ?? "build/web/fixtures.jsonl";
const skip = !process.env.QUINCUNX_FIXTURES && !existsSync(file);
const lines = (skip ? "" : readFileSync(file, "utf8"))
  .split("\n")
  .filter((line) => line)
  .map((line) => JSON.parse(line));
const exported: Exported = lines[0] ?? { games: [] };
const cases: Case[] = lines.slice(1);

function where({ facts, options }: Case): string {
  return `${facts.game} ${facts.fen} ${JSON.stringify({ ...options, preview: options.preview?.move })}`;
}

for (const { id } of exported.games) {
  const own = cases.filter(({ facts }) => facts.game === id);

  test(`${id}: ${own.length} scenes are the same, field by field`, () => {
    assert.ok(own.length);
    for (const found of own) {
      const scene = makeScene(declarationOf(exported, id), found.facts, found.options);
      for (const field of Object.keys({ ...found.scene, ...scene }) as (keyof Scene)[]) {
        assert.deepEqual(scene[field], found.scene[field], `${field} in ${where(found)}`);
      }
    }
  });

  test(`${id}: ${own.length} pictures are the same, character by character`, () => {
    for (const found of own) {
      const { theme, ...rest } = found.looks;
      const looks = { ...rest, colours: theme === null ? null : coloursOf(exported, theme) };
      const painted = paintBoard(found.scene, looks);
      const [here, there] = [painted.svg.split("\n"), found.svg.split("\n")];
      // Element by element, so that a difference is short enough to read.
      for (const [k, line] of there.entries()) {
        assert.deepEqual(here[k]?.split(/(?=<)/), line.split(/(?=<)/), where(found));
      }
      assert.equal(painted.svg, found.svg, where(found));
      for (const name of LAYERS) assert.ok(painted.svg.includes(`>${painted.layers[name]}</g>`));
    }
  });
}

test("what is asked for and not there is refused", { skip }, () => {
  const [first] = cases;
  assert.ok(first);
  const declaration = declarationOf(exported, first.facts.game);
  assert.throws(
    () => makeScene(declaration, first.facts, { overlays: "sparkle" }),
    /no overlay is called 'sparkle' here; there are .*last/,
  );
  for (const asked of [{ clicked: ["z99"] }, { lit: ["z99"] }, { pointed: "z99" }]) {
    assert.throws(() => makeScene(declaration, first.facts, asked), /'z99' is not a cell/);
  }
  assert.throws(() => declarationOf(exported, "chess"), /no game is called "chess"/);
  assert.throws(() => coloursOf(exported, "sepia"), /no theme is called "sepia"/);
});
