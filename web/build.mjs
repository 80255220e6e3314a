// Puts together what runs in browsers, with esbuild. `make web` calls it:
//
//     node web/build.mjs core      web/core/dist: the npm package, around the modules of build/wasm
//     node web/build.mjs sizes     prints how large the modules are
//     node web/build.mjs page      src/quincunx/static/page.html: everything in one file
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";

const web = dirname(fileURLToPath(import.meta.url));
const root = dirname(web);

const common = { bundle: true, format: "esm", target: "es2022", logLevel: "warning" };

async function core() {
  const dist = join(web, "core/dist");
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  await build({
    ...common,
    entryPoints: ["index", "here", "worker"].map((name) => join(web, `core/src/${name}.ts`)),
    outdir: dist,
    external: ["node:*"],
    legalComments: "none",
  });
  execFileSync(
    process.execPath,
    [join(web, "node_modules/typescript/bin/tsc"), "-p", join(web, "tsconfig.core.json")],
    { stdio: "inherit" },
  );
  for (const name of ["quincunx.wasm", "quincunx-rules.wasm"])
    copyFileSync(join(root, "build/wasm", name), join(dist, name));
}

function sizes() {
  for (const name of ["quincunx-rules.wasm", "quincunx.wasm"]) {
    const bytes = readFileSync(join(web, "core/dist", name));
    const packed = [gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)];
    const [raw, gzip, brotli] = [bytes, ...packed].map((each) => (each.length / 1000).toFixed(1));
    console.log(`${name}: ${raw} KB, gzip ${gzip} KB, brotli ${brotli} KB`);
  }
}

// A script, bundled, as text that may stand in a page. There is no module, and so no address of one.
async function bundled(entry) {
  const made = await build({
    ...common,
    entryPoints: [join(root, entry)],
    format: "iife",
    minify: true,
    legalComments: "none",
    define: { "import.meta.url": '""' },
    external: ["node:*"],
    write: false,
  });
  return made.outputFiles[0].text.replaceAll("</script", "<\\/script");
}

async function page() {
  const read = (path) => readFileSync(join(root, path), "utf8");
  const sheets = ["build/web/drawings.css", "web/board/board.css", "web/single/style.css"];
  const style = await build({
    stdin: { contents: sheets.map(read).join("\n"), loader: "css" },
    minify: true,
    write: false,
  });
  const parts = {
    STYLE: style.outputFiles[0].text,
    CORE: gzipSync(readFileSync(join(root, "build/wasm/quincunx.wasm")), { level: 9 }).toString(
      "base64",
    ),
    WORKER: await bundled("web/single/src/worker.ts"),
    SCRIPT: await bundled("web/single/src/main.ts"),
  };
  const html = read("web/single/page.html").replace(/\/\*([A-Z]+)\*\//g, (_, name) => parts[name]);
  const folder = join(root, "src/quincunx/static");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "page.html"), html);
  console.log(`page.html: ${(html.length / 1000).toFixed(1)} KB`);
}

const steps = { core, sizes, page };
for (const name of process.argv.slice(2)) await steps[name]();
