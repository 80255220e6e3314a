// Puts together what runs in browsers, with esbuild. `make web` calls it:
//
//     node web/build.mjs core      web/core/dist: the npm package, around the modules of build/wasm
//     node web/build.mjs tests     build/web/test: the unit tests, for node --test
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
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
    {
      stdio: "inherit",
    },
  );
  for (const name of ["quincunx.wasm", "quincunx-rules.wasm"])
    copyFileSync(join(root, "build/wasm", name), join(dist, name));
}

async function tests() {
  const entries = ["core", "board"].flatMap((part) => {
    const folder = join(web, part, "test");
    return readdirSync(folder)
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => ({ in: join(folder, name), out: `${part}-${name.slice(0, -3)}` }));
  });
  await build({
    ...common,
    platform: "node",
    entryPoints: entries,
    outdir: join(root, "build/web/test"),
    outExtension: { ".js": ".mjs" },
    external: ["quincunx", "quincunx/*"],
  });
}

const steps = { core, tests };
for (const name of process.argv.slice(2)) await steps[name]();
