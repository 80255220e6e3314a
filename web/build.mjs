// Puts together what runs in browsers, with esbuild. `make web` calls it:
//
//     node web/build.mjs core      web/core/dist: the npm package, around the modules of build/wasm
//     node web/build.mjs sizes     prints how large the modules are
//     node web/build.mjs page      src/quincunx/static/page.html: everything in one file
//     node web/build.mjs app       src/quincunx/server/static: the files of the web app, compressed
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
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

// --- The web app ---------------------------------------------------------------------------------

/** All that a first page needs of scripts, compressed with gzip: it has to be quick on a phone too. */
const MOST_SCRIPT = 60_000;

const SHEETS = [
  "build/web/drawings.css",
  "web/board/board.css",
  ...["base", "pages", "rules", "game", "docs"].map((name) => `web/app/style/${name}.css`),
];

/** A module with all that it imports, as text. */
async function script(entry) {
  const made = await build({
    ...common,
    entryPoints: [join(root, entry)],
    minify: true,
    legalComments: "none",
    external: ["node:*"],
    write: false,
  });
  return made.outputFiles[0].contents;
}

async function sheet(paths) {
  const contents = paths.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  const options = { minify: true, target: "es2022", write: false };
  const made = await build({ ...options, stdin: { contents, loader: "css" } });
  return made.outputFiles[0].contents;
}

/** Files by name, each with its hash in the name that it is served by, and compressed beside it. */
async function app() {
  const files = {
    "app.js": await script("web/app/src/main.ts"),
    "app.css": await sheet(SHEETS),
    "worker.js": await script("web/core/src/worker.ts"),
    "quincunx-rules.wasm": readFileSync(join(root, "build/wasm/quincunx-rules.wasm")),
    "quincunx.wasm": readFileSync(join(root, "build/wasm/quincunx.wasm")),
    "icon.svg": readFileSync(join(root, "web/app/icon.svg")),
  };
  const folder = join(root, "src/quincunx/server/static");
  mkdirSync(folder, { recursive: true });
  const manifest = {};
  const kept = new Set(["manifest.json"]);
  for (const [name, bytes] of Object.entries(files)) {
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
    const served = `${name.slice(0, -extname(name).length)}-${hash}${extname(name)}`;
    manifest[name] = served;
    for (const packed of compressed(folder, served, bytes)) kept.add(packed);
    const size = (end) => (readFileSync(join(folder, served + end)).length / 1000).toFixed(1);
    console.log(`${name}: ${size("")} KB, gzip ${size(".gz")} KB, brotli ${size(".br")} KB`);
  }
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 1)}\n`);
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name));
  const weight = readFileSync(join(folder, `${manifest["app.js"]}.gz`)).length;
  if (weight > MOST_SCRIPT)
    throw new Error(`app.js has ${weight} bytes with gzip, over ${MOST_SCRIPT}: what can go?`);
}

/** Writes a file and what it is compressed; a name stands for its content, so what is there is right. */
function compressed(folder, name, bytes) {
  const ways = {
    "": () => bytes,
    ".gz": () => gzipSync(bytes, { level: 9 }),
    ".br": () => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  };
  return Object.entries(ways).map(([end, pack]) => {
    const path = join(folder, name + end);
    if (!existsSync(path)) writeFileSync(path, pack());
    return name + end;
  });
}

const steps = { core, sizes, page, app };
for (const name of process.argv.slice(2)) await steps[name]();
