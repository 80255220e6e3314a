// The files themselves: what they ask of their host, what they offer, how large they are.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { BOTH, bytesOf } from "./support.ts";

const LARGEST = { "quincunx-rules.wasm": 140_000, "quincunx.wasm": 560_000 };
const WASI = ["clock_time_get", "fd_close", "fd_seek", "fd_write"];
const SOURCES = { "quincunx-rules.wasm": ["rules"], "quincunx.wasm": ["rules", "engines"] };

/** The calls that the sources of the module declare; QUINCUNX_BINDINGS names their folder. */
function declared(files: string[]): string[] {
  const folder = process.env.QUINCUNX_BINDINGS;
  const base = folder
    ? pathToFileURL(`${folder}/`)
    : new URL("../../../bindings/web/", import.meta.url);
  return files.flatMap((file) =>
    [
      ...readFileSync(new URL(`${file}.cpp`, base), "utf8").matchAll(/^QUINCUNX_CALL .*?(q_\w+)/gm),
    ].map((found) => found[1] as string),
  );
}

for (const name of BOTH) {
  const bytes = bytesOf(name);
  const module = new WebAssembly.Module(bytes);

  test(`${name} is small`, () => {
    const size = gzipSync(bytes, { level: 9 }).length;
    assert.ok(size <= LARGEST[name], `${size} bytes`);
  });

  test(`${name} asks for nothing but a clock and what a C library needs to give up`, () => {
    for (const asked of WebAssembly.Module.imports(module)) {
      assert.equal(asked.module, "wasi_snapshot_preview1");
      assert.ok(WASI.includes(asked.name), asked.name);
    }
  });

  test(`${name} exports its calls and nothing else`, () => {
    const exported = WebAssembly.Module.exports(module).map((one) => one.name);
    const calls = declared(SOURCES[name]);
    assert.ok(calls.length > 20);
    assert.deepEqual(exported.sort(), ["memory", "_initialize", ...calls].sort());
  });
}
