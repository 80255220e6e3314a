// What the page's worker runs.
import { serve } from "../../core/src/serving.ts";

serve({
  post: (message) => self.postMessage(message),
  listen: (hear) => self.addEventListener("message", (event) => hear(event.data)),
});
