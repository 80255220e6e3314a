// What a reader has chosen about looks; kept by the browser where it lets us.

export interface Settings {
  theme: string;
  shapes: boolean;
  patterns: boolean;
  coordinates: boolean;
  animated: boolean;
  /** Names of the overlays that are on, by game; a game's own choice if left out. */
  overlays: Record<string, string[]>;
}

const KEY = "quincunx";
const USUAL: Settings = {
  theme: "auto",
  shapes: false,
  patterns: false,
  coordinates: true,
  animated: true,
  overlays: {},
};

export function readSettings(): Settings {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL }; // some browsers keep nothing for pages that are files
  }
}

export function writeSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // … and then it is asked for anew
  }
}
