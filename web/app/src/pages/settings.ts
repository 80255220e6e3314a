// The settings: each change is kept and seen at once.

import type { QuincunxBoard } from "../../../board/src/index.ts";
import { LocalBoard } from "../../../core/src/here.ts";
import { rules } from "../core.ts";
import { declarationOf, pageData } from "../data.ts";
import { boardLooks, onSettings, type Settings, setSettings, settings } from "../settings.ts";
import { the } from "../the.ts";
import { say } from "../words.ts";

interface SettingsData {
  samples: Record<string, { size: number; moves: string[] }>;
}

/** Shows a game's sample with the overlays that are chosen for it. */
async function show(game: string): Promise<void> {
  const module = await rules().catch(() => null);
  const sample = pageData<SettingsData>().samples[game];
  if (!module || !sample) return;
  const declaration = declarationOf(game);
  const board = LocalBoard.open(module, game, { size: sample.size });
  for (const move of sample.moves) board.push(move);
  const facts = board.facts();
  board.free();
  the<QuincunxBoard>("board").update({
    ...boardLooks(declaration),
    declaration,
    facts,
    interactive: "none",
  });
}

async function mayNotify(): Promise<boolean> {
  if (!("Notification" in window)) return false;
  return (await Notification.requestPermission()) === "granted";
}

async function change(form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  const [name = "", game] = field.name.split(".");
  if (game !== undefined) {
    const boxes = form.querySelectorAll<HTMLInputElement>(`[name="${field.name}"]`);
    const names = [...boxes].filter((box) => box.checked).map((box) => box.value);
    setSettings({ overlays: { ...settings().overlays, [game]: names } });
    return;
  }
  let value: string | boolean = field.type === "checkbox" ? field.checked : field.value;
  if (name === "notify" && value === true) {
    value = await mayNotify();
    field.checked = value;
    the("notify-refused").hidden = value;
  }
  setSettings({ [name]: value } as Partial<Settings>);
  // The page's texts come from the server.
  if (name === "language") location.reload();
}

export function startSettings(): void {
  const form = the<HTMLFormElement>("form");
  const { samples } = pageData<SettingsData>();
  let game = Object.keys(samples)[0] ?? "";
  form.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement) void change(form, event.target);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const details of form.querySelectorAll<HTMLDetailsElement>("details[data-game]"))
    details.addEventListener("toggle", () => {
      if (!details.open) return;
      game = details.dataset.game ?? game;
      void show(game);
    });
  onSettings(() => {
    the("kept").textContent = say("settings.kept");
    void show(game);
  });
}
