// What goes over a game's socket, both ways; the types are made from the server's own models.

import type { components } from "../schema.ts";

type Models = components["schemas"];

export type GameState = Models["GameState"];
export type GameSummary = Models["GameSummary"];
export type Outcome = Models["Outcome"];
/** Seconds that remain, at some time; `running` is the side whose clock goes. */
export type Clock = Models["Clock"];
export type OpenOffer = Models["OpenOffer"];

export type Seat = OpenOffer["side"];
export type OfferKind = OpenOffer["kind"];
/** Whose moves the visitor may make; null for a watcher. */
export type You = Models["Presence"]["you"];

// --- From the server ---------------------------------------------------------------------------------

export type Said = Models["SaidEvent"];
export type GameEvent =
  | Models["MovedEvent"]
  | Models["TookBackEvent"]
  | Models["OfferedEvent"]
  | Models["AnsweredEvent"]
  | Models["EndedEvent"]
  | Models["JoinedEvent"]
  | Models["PausedEvent"]
  | Said;
export type StateMessage = Models["State"];
export type Presence = Models["Presence"];
export type ServerMessage =
  | StateMessage
  | GameEvent
  | Presence
  | Models["Ack"]
  | Models["Refused"]
  | Models["Pong"]
  | Models["Restart"];

// --- From the page -----------------------------------------------------------------------------------

/** What changes a game or tells something: each is kept until the server has answered. */
export type Keyed =
  | Models["Move"]
  | Models["Resign"]
  | Models["Offer"]
  | Models["Answer"]
  | Models["Say"];

type Unkeyed<T> = T extends { key: string } ? Omit<T, "key"> : never;
/** The same without its key, which the connection gives it. */
export type Request = Unkeyed<Keyed>;
export type MoveRequest = Unkeyed<Models["Move"]>;

export const other = (seat: Seat): Seat => (seat === "first" ? "second" : "first");
