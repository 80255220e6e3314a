// What goes over a game's socket, both ways: the models of src/quincunx/server/schema.py.

export type Seat = "first" | "second";
/** Whose moves the visitor may make; null for a watcher. */
export type You = Seat | "both" | null;
export type OfferKind = "draw" | "takeback" | "rematch";

export interface Outcome {
  winner: Seat | null;
  termination: string;
  text: string;
  section: string | null;
  cells: string[];
}

/** Seconds that remain, at some time; `running` is the side whose clock goes. */
export interface Clock {
  initial: number | null;
  increment: number | null;
  days: number | null;
  first: number;
  second: number;
  running: Seat | null;
}

export interface Player {
  name: string;
  kind: "person" | "engine";
  level: number | null;
}

export interface OpenOffer {
  kind: OfferKind;
  side: Seat;
}

/** A game as the server tells about it. */
export interface GameState {
  id: string;
  game: string;
  size: number;
  /** The number of the last event. */
  v: number;
  /** Grows with every takeback. */
  branch: number;
  ply: number;
  moves: string[];
  turn: Seat | null;
  fen: string;
  outcome: Outcome | null;
  clock: Clock | null;
  players: { first: Player | null; second: Player | null };
  opponent: "engine" | "friend" | "same-screen";
  takebacks: boolean;
  offers: OpenOffer[];
  rematch: string | null;
  created: number;
}

export interface GameSummary {
  id: string;
  game: string;
  size: number;
  ply: number;
  turn: Seat | null;
  players: GameState["players"];
  you: You;
}

// --- From the server ---------------------------------------------------------------------------------

interface Numbered {
  type: "event";
  v: number;
  /** Seconds of the server's clock. */
  at: number;
}

export interface Moved extends Numbered {
  event: "moved";
  branch: number;
  /** How many moves have been played with this one. */
  ply: number;
  side: Seat;
  move: string;
  turn: Seat | null;
  clock: Clock | null;
}

export interface TookBack extends Numbered {
  event: "tookback";
  branch: number;
  ply: number;
  side: Seat;
  turn: Seat | null;
  clock: Clock | null;
}

export interface Offered extends Numbered {
  event: "offered";
  kind: OfferKind;
  side: Seat;
}

export interface Answered extends Numbered {
  event: "answered";
  kind: OfferKind;
  side: Seat;
  accepted: boolean;
  /** The game that a rematch has begun. */
  game: string | null;
}

export interface Ended extends Numbered {
  event: "ended";
  outcome: Outcome;
  clock: Clock | null;
}

export interface Said extends Numbered {
  event: "said";
  side: Seat | null;
  name: string;
  text: string;
}

export interface Joined extends Numbered {
  event: "joined";
  side: Seat;
  player: Player;
}

/** The server was away; nobody's time ran. */
export interface Paused extends Numbered {
  event: "paused";
  seconds: number;
  clock: Clock | null;
}

export type GameEvent = Moved | TookBack | Offered | Answered | Ended | Said | Joined | Paused;

export interface StateMessage extends GameState {
  type: "state";
  you: You;
  now: number;
  chat: Said[];
}

export interface Ack {
  type: "ack";
  key: string;
  v: number;
  repeat: boolean;
}

export interface Refused {
  type: "refused";
  key: string;
  code: string;
  text: string;
  section: string | null;
  cells: string[];
  v: number;
}

export interface Presence {
  type: "presence";
  first: boolean;
  second: boolean;
  watchers: number;
  you: You;
  /** The engine is at work: now (1), or after so many others. */
  engine: { place: number } | null;
}

export interface Pong {
  type: "pong";
  t: number;
  now: number;
}

export interface Restart {
  type: "restart";
  retry_ms: number;
}

export type ServerMessage = StateMessage | GameEvent | Ack | Refused | Presence | Pong | Restart;

// --- From the page -----------------------------------------------------------------------------------

export interface MoveRequest {
  type: "move";
  branch: number;
  /** How many moves were played before it. */
  ply: number;
  move: string;
}

/** What changes a game or tells something: each is kept until the server has answered. */
export type Request =
  | MoveRequest
  | { type: "resign" }
  | { type: "offer"; kind: OfferKind }
  | { type: "answer"; kind: OfferKind; accept: boolean }
  | { type: "say"; text: string };

export type Keyed = Request & { key: string };

export const other = (seat: Seat): Seat => (seat === "first" ? "second" : "first");
