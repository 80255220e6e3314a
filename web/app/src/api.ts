// Calls to the server. What it refuses is thrown as a Problem.

import { say } from "./words.ts";

/** Why the server has refused: `{"error", "code", "field", "cells"}`, or that it was not reached. */
export class Problem extends Error {
  /** 0 if the server was not reached. */
  readonly status: number;
  /** A word for programs, such as "illegal"; "offline" if the server was not reached. */
  readonly code: string;
  readonly field: string | null;
  readonly cells: string[];
  /** Seconds after which to try again, if the server says so. */
  readonly retryAfter: number | null;

  constructor(status: number, answer: Partial<Answer>, retryAfter: number | null = null) {
    super(answer.error ?? say("common.failed", { status }));
    this.name = "Problem";
    this.status = status;
    this.code = answer.code ?? "failed";
    this.field = answer.field ?? null;
    this.cells = answer.cells ?? [];
    this.retryAfter = retryAfter;
  }
}

interface Answer {
  error: string;
  code: string;
  field: string | null;
  cells: string[];
}

export interface CallOptions {
  /** Sent with `Idempotency-Key`: a call that is made twice is done once. */
  key?: string;
  signal?: AbortSignal;
}

/** What the server answers; null for an answer without content. */
export async function call<T>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
  options: CallOptions = {},
): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (options.key !== undefined) headers["Idempotency-Key"] = options.key;
  const request: RequestInit = { method, headers };
  if (body !== undefined) request.body = JSON.stringify(body);
  if (options.signal) request.signal = options.signal;
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Problem(0, { error: say("common.offline"), code: "offline" });
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const retry = Number(response.headers.get("Retry-After"));
  throw new Problem(response.status, answer ?? {}, retry > 0 ? retry : null);
}

export const get = <T>(path: string, options?: CallOptions): Promise<T> =>
  call<T>("GET", path, undefined, options);

export const post = <T>(path: string, body: unknown = {}, options?: CallOptions): Promise<T> =>
  call<T>("POST", path, body, options);
