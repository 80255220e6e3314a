// Calls to the server. What it refuses is thrown as an Error with its words, for people to read.

import { say } from "./words.ts";

export const get = <T>(path: string): Promise<T> => call<T>(path, {});

export const post = <T>(path: string, body: unknown): Promise<T> =>
  call<T>(path, { method: "POST", body: JSON.stringify(body) }, "application/json");

async function call<T>(path: string, request: RequestInit, type?: string): Promise<T> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (type) headers["Content-Type"] = type;
  const response = await fetch(path, { ...request, headers }).catch(() => {
    throw new Error(say("common.offline"));
  });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  throw new Error(answer?.error ?? say("common.failed", { status: response.status }));
}
