// The rules in the page, and the engine in a worker: both are loaded when somebody asks for them.

import { Core } from "../../core/src/core.ts";
import { CoreModule } from "../../core/src/module.ts";
import { data } from "./data.ts";

const here = (address: string): URL => new URL(address, location.href);

let loading: Promise<CoreModule> | null = null;

/** The rules alone; every answer comes at once. If it cannot be loaded, the next call tries again. */
export function rules(): Promise<CoreModule> {
  loading ??= CoreModule.load(here(data.assets.rules)).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Rules and engine in a worker of their own, for `Board` and `Engine`; `close()` ends it. */
export function openEngine(): Core {
  const worker = new Worker(here(data.assets.worker), { type: "module" });
  return new Core({ worker, module: here(data.assets.engine).href });
}
