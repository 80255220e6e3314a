// Clocks: what each one shows now, and how that is written.

import type { Clock, Seat } from "./messages.ts";

/** Round trips that are remembered; the quickest of them is the best measure. */
const REMEMBERED = 8;
/** Seconds by which two clocks may drift apart meanwhile. */
const DRIFT = 0.05;
/** From here on, in seconds, tenths are shown. */
const TENTHS = 10;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** The server's time, told by the page's own clock, which nobody can set back. Seconds in, seconds out. */
export class ServerTime {
  readonly #now: () => number;
  #trips: { took: number; ahead: number }[] = [];

  /** @param now seconds of a clock that only goes forward */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The server said what time it is, in answer to something sent at `sent`. */
  heard(server: number, sent: number): void {
    const now = this.#now();
    const took = Math.max(0, now - sent);
    // It was said halfway, as far as anybody knows.
    const ahead = server + took / 2 - now;
    // Trips that cannot both be true: the page's clock has stood still, as some do while a machine sleeps.
    this.#trips = this.#trips.filter(
      (trip) => Math.abs(trip.ahead - ahead) <= (trip.took + took) / 2 + DRIFT,
    );
    this.#trips.push({ took, ahead });
    if (this.#trips.length > REMEMBERED) this.#trips.shift();
  }

  /** Null before the server has said anything. */
  now(): number | null {
    const [first, ...others] = this.#trips;
    if (!first) return null;
    const best = others.reduce((a, b) => (b.took < a.took ? b : a), first);
    return this.#now() + best.ahead;
  }
}

/**
 * Seconds that a side has left, never below 0.
 * @param at the server's time at which `clock` was true
 * @param now the server's time now
 */
export function remaining(clock: Clock, seat: Seat, at: number | null, now: number | null): number {
  const gone = clock.running === seat && at !== null && now !== null ? Math.max(0, now - at) : 0;
  return Math.max(0, clock[seat] - gone);
}

/** "2 d 4 h", "5 h 12 min", "12:05", "0:09.4"; a clock of days shows no tenths. */
export function written(seconds: number, days: boolean): string {
  const left = Math.max(0, seconds);
  const whole = Math.floor(left);
  if (days && left >= DAY)
    return `${Math.floor(left / DAY)} d ${Math.floor((left % DAY) / HOUR)} h`;
  if (days && left >= HOUR)
    return `${Math.floor(left / HOUR)} h ${Math.floor((left % HOUR) / 60)} min`;
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor((whole % HOUR) / 60);
  if (whole >= HOUR) return `${Math.floor(whole / HOUR)}:${two(minutes)}:${two(whole % 60)}`;
  const tenths = days || left >= TENTHS ? "" : `.${Math.floor((left * 10) % 10)}`;
  return `${minutes}:${two(whole % 60)}${tenths}`;
}

/** Is little left: a tenth of what there was, 30 seconds at most? */
export function isLow(seconds: number, clock: Clock): boolean {
  if (clock.days !== null) return seconds < HOUR;
  return seconds < Math.min(30, Math.max(TENTHS, (clock.initial ?? 0) / 10));
}
