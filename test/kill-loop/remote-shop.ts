/**
 * Server processes as the helpers of tests know a shop (`buyers.ts`): calls go over HTTP, and what they look up is read
 * from their database.
 */
import { connectDatabase, type Database } from "#db/open.ts";
import { createLog } from "#server/log/log.ts";
import type { TestApp } from "../app-harness.ts";

type Call = {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: object;
};

/** How long a buyer's browser waits here; a killed server ends its connections at once. */
const answerTimeoutMs = 20_000;

export type RemoteShop = AsyncDisposable & {
  /** What `buyers.ts` and `app-harness.ts` use of it: calls, the database, the key, the simulators. */
  readonly shop: TestApp;
  readonly db: Database;
};

export async function openRemoteShop(at: {
  /** Of the server that the next call goes to. */
  readonly url: () => string;
  readonly databaseUrl: string;
  readonly simulatorUrl: string;
  readonly apiKey: string;
}): Promise<RemoteShop> {
  const db = await connectDatabase({ databaseUrl: at.databaseUrl, log: createLog(() => {}), poolSize: 4 });
  const inject = async (call: Call | string) => {
    const { method = "GET", url, headers = {}, payload } = typeof call === "string" ? { url: call } : call;
    const response = await fetch(`${at.url()}${url}`, {
      method,
      headers: { ...headers, ...(payload && { "content-type": "application/json" }) },
      body: payload ? JSON.stringify(payload) : null,
      redirect: "manual",
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
    const body = await response.text();
    return { statusCode: response.status, body, json: () => JSON.parse(body) };
  };
  const { simulatorUrl, apiKey } = at;
  // Only this much of a test's app is used by those helpers.
  const shop = { app: { inject }, db, simulatorUrl, apiKey } as unknown as TestApp;
  return { shop, db, [Symbol.asyncDispose]: () => db.close() };
}
