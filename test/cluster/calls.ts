/** Calls of shops and buyers through the proxy: as their programs make them, each answer timed. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#db/open.ts";
import type { TestApp } from "../app-harness.ts";
import { places } from "./machines.ts";

/** One answer, or its absence. */
export type Answer = {
  readonly path: string;
  readonly startedAt: number;
  readonly ms: number;
  /** Of HTTP; 0 where the connection was lost. */
  readonly status: number;
};

type Call = {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
};

/** Longer than any caller may wait, so that how long they would have waited is seen. */
const patienceMs = 30_000;
/** A call that was refused for now is made again for so long. */
const repeatsForMs = 60_000;

/** Makes one call, once. `answers` receives how it went. */
export async function callOnce(
  call: Call,
  answers: Answer[],
): Promise<{ statusCode: number; body: string; json: () => Record<string, unknown> }> {
  const { method = "GET", url, headers = {}, payload } = call;
  const startedAt = Date.now();
  const note = (status: number): unknown =>
    answers.push({ path: url.split("?")[0] ?? "", startedAt, ms: Date.now() - startedAt, status });
  try {
    const response = await fetch(`${places.url}${url}`, {
      method,
      headers: { ...headers, ...(payload && { "content-type": "application/json" }) },
      body: payload ? JSON.stringify(payload) : null,
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    const body = await response.text();
    note(response.status);
    return { statusCode: response.status, body, json: () => JSON.parse(body) };
  } catch {
    note(0);
    return { statusCode: 0, body: "", json: () => ({}) };
  }
}

/**
 * A shop for the helpers of tests (`buyers.ts`). A refusal for now (503) is tried again after a second, by shops and by
 * pages; what has no answer is sent again where that is harmless: what is read, and what has an idempotency key.
 */
export function openShop(parts: {
  readonly db: Database;
  readonly apiKey: string;
  readonly answers: Answer[];
}): TestApp {
  const { db, apiKey, answers } = parts;
  const inject = async (given: Call | string): ReturnType<typeof callOnce> => {
    const call = typeof given === "string" ? { url: given } : given;
    const isHarmless = (call.method ?? "GET") === "GET" || call.headers?.["idempotency-key"] !== undefined;
    const latest = Date.now() + repeatsForMs;
    for (;;) {
      const reply = await callOnce(call, answers);
      const isUnclear = [0, 500, 502, 504].includes(reply.statusCode);
      const goesOn = reply.statusCode === 503 || (isUnclear && isHarmless);
      if (!goesOn || Date.now() > latest) return reply;
      await sleep(1_000);
    }
  };
  // Only this much of a test's app is used by those helpers.
  return { app: { inject }, db, simulatorUrl: places.simulatorUrl, apiKey } as unknown as TestApp;
}
