// What can go wrong, under the names of the Python library.

/** A move that cannot be played, why, and where: the position as fen. */
interface Refused {
  text?: string;
  reason?: string;
  position?: string;
}

/** What the core says when it refuses a call. */
export interface Refusal extends Refused {
  type: string;
  message: string;
}

export class QuincunxError extends Error {
  override name = "QuincunxError";
}

/** A move that cannot be played: its text, why, and the position as fen. */
export class MoveError extends QuincunxError {
  override name = "MoveError";
  readonly text: string;
  readonly reason: string;
  readonly position: string;

  constructor({ text = "", reason = "", position = "" }: Refused) {
    // The reasons of the rules begin with the move; the others do not name it.
    const prefix = text && reason.startsWith(text) ? "" : `${text || "(nothing)"}: `;
    super(`${prefix}${reason} in ${position}`);
    this.text = text;
    this.reason = reason;
    this.position = position;
  }
}

/** The text is not a move in this notation. */
export class InvalidMoveError extends MoveError {
  override name = "InvalidMoveError";
}
/** A move, but not here. */
export class IllegalMoveError extends MoveError {
  override name = "IllegalMoveError";
}
/** A move, but the game has ended. */
export class GameOverError extends IllegalMoveError {
  override name = "GameOverError";
}
/** A bad fen, an impossible arrangement, a game or a size that is not offered. */
export class InvalidPositionError extends QuincunxError {
  override name = "InvalidPositionError";
}
/** The engine cannot do this now, or the core has failed. */
export class EngineError extends QuincunxError {
  override name = "EngineError";
}
/** There is not enough memory; nothing else is lost. */
export class OutOfMemoryError extends EngineError {
  override name = "OutOfMemoryError";
}

export function errorOf(refusal: Refusal): Error {
  switch (refusal.type) {
    case "InvalidMoveError":
      return new InvalidMoveError(refusal);
    case "IllegalMoveError":
      return new IllegalMoveError(refusal);
    case "GameOverError":
      return new GameOverError(refusal);
    case "InvalidPositionError":
      return new InvalidPositionError(refusal.message);
    case "OutOfMemoryError":
      return new OutOfMemoryError(refusal.message);
    case "RangeError":
      return new RangeError(refusal.message);
    case "TypeError":
      return new TypeError(refusal.message);
    default:
      return new EngineError(refusal.message);
  }
}

/** An error as data that can be posted to another thread. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof MoveError) {
    const { text, reason, position } = error;
    return { type: error.name, message: error.message, text, reason, position };
  }
  if (error instanceof WebAssembly.RuntimeError)
    return { type: "EngineError", message: `the core has failed: ${error.message}` };
  if (error instanceof Error) return { type: error.name, message: error.message };
  return { type: "EngineError", message: String(error) };
}
