// The beginning of every page: makes the board element known, and starts what the page needs.

import { define } from "../../board/src/index.ts";
import { data, type PageName } from "./data.ts";
import { startGame } from "./game/page.ts";
import { readAnewOnReturn } from "./pages/games.ts";
import { startHome } from "./pages/home.ts";
import { startNew } from "./pages/new.ts";
import { startRules } from "./pages/rules.ts";
import { startSettings } from "./pages/settings.ts";

const STARTS: Partial<Record<PageName, () => void>> = {
  home: startHome,
  new: startNew,
  game: startGame,
  games: readAnewOnReturn,
  rules: startRules,
  settings: startSettings,
};

define();
STARTS[data.page]?.();
