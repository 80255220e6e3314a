// The beginning of the page: unpacks the core and the drawings, which are in the file, and lays the table.

import drawings from "../../../build/web/drawings.json";
import { define, type Exported } from "../../board/src/index.ts";
import { CoreModule, levelsOf } from "../../core/src/here.ts";
import { Core } from "../../core/src/index.ts";
import { Page } from "./page.ts";
import { the } from "./panels.ts";
import { say, WORDS } from "./words.ts";

async function unpacked(id: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(the(id).textContent ?? ""), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function main(): Promise<void> {
  const compiled = await WebAssembly.compile(await unpacked("core"));
  const module = CoreModule.of(compiled);
  const code = new Blob([the("worker").textContent ?? ""], { type: "text/javascript" });
  const address = URL.createObjectURL(code);
  define();
  the("main").hidden = false;
  new Page({
    exported: drawings as unknown as Exported,
    module,
    levels: levelsOf(module),
    openCore: () => new Core({ worker: new Worker(address), module: compiled }),
  });
}

main().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  const text = document.createElement("p");
  text.setAttribute("role", "alert");
  text.className = "noscript";
  text.textContent = say(WORDS.cannotStart, { reason });
  document.body.append(text);
});
