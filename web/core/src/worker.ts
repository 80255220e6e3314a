// The file that a worker runs, in a browser or in Node.
import type { Port } from "./messages.ts";
import { serve } from "./serving.ts";

async function port(): Promise<Port> {
  if (typeof self !== "undefined" && typeof self.postMessage === "function")
    return {
      post: (message) => self.postMessage(message),
      listen: (hear) => self.addEventListener("message", (event) => hear(event.data)),
    };
  const { parentPort } = await import("node:worker_threads");
  if (!parentPort) throw new Error("this file is for a worker, not for the main thread");
  const { postMessage, on } = parentPort;
  return {
    post: (message) => postMessage.call(parentPort, message),
    listen: (hear) => void on.call(parentPort, "message", hear),
  };
}

serve(await port());
