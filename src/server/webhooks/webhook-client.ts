/**
 * Sends webhooks. The receiver is a stranger: what it answers is read for a few kilobytes and no longer than a time-out, no
 * redirect is followed, and in `live` it is reached by https at a public address alone. The address is checked when it
 * is resolved for the connection itself, so that a name which changes its address in between gains nothing.
 */
import { lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { redactBody } from "#core/secret/redact.ts";
import * as timing from "#core/timing.ts";
import { isInTransaction } from "#db/open.ts";
import { publicOnly, refusalOf } from "../http/public-address.ts";
import type { EnvironmentName } from "../settings/variables.ts";
import { createPlaces, type Places } from "./places.ts";

/** Connections of one receiver. */
export const connectionsAtOnce = 8;
/** Read of an answer, and kept of it. */
const readBytes = 4 * 1024;
const keptBytes = 1024;
const keptHeaders = 30;

export type WebhookAnswer =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      /** The first kilobyte. */
      readonly body: string;
    }
  | { readonly kind: "no_answer"; readonly reason: string };

export type WebhookClient = {
  /** Sends one request; never throws for what the receiver or the network does. */
  readonly send: (message: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | Buffer;
  }) => Promise<WebhookAnswer>;
  /** A place for each connection of a receiver: the time of a request that waits for one has not begun. */
  readonly inPlace: Places;
  readonly close: () => Promise<void>;
};

/**
 * Builds the client.
 * @param isPublicOnly as in `live`: https to public addresses
 * @param lookup how names are resolved; the system's unless a test says otherwise
 */
export function createWebhookClient({
  isPublicOnly,
  lookup = systemLookup as LookupFunction,
}: {
  readonly isPublicOnly: boolean;
  readonly lookup?: LookupFunction;
}): WebhookClient {
  const agent = new Agent({
    allowH2: false,
    pipelining: 1,
    connections: connectionsAtOnce,
    maxHeaderSize: 8 * 1024,
    keepAliveTimeout: 4_000,
    headersTimeout: timing.webhookTimeoutMs,
    bodyTimeout: timing.webhookTimeoutMs,
    connect: {
      timeout: timing.webhookTimeoutMs,
      lookup: isPublicOnly ? publicOnly(lookup) : lookup,
    },
  });
  return {
    send: async ({ url, headers, body }) => {
      if (isInTransaction()) throw new Error("no webhook is sent while a database transaction is open");
      const refusal = isPublicOnly ? refusalOf(new URL(url)) : null;
      if (refusal !== null) return { kind: "no_answer", reason: refusal };
      const signal = AbortSignal.timeout(timing.webhookTimeoutMs);
      try {
        const answer = await request(url, { dispatcher: agent, method: "POST", headers, body, signal });
        const text = await readStart(answer.body);
        return { kind: "answer", status: answer.statusCode, headers: keep(answer.headers), body: text };
      } catch (error) {
        return { kind: "no_answer", reason: signal.aborted ? "timeout" : reasonOf(error) };
      }
    },
    inPlace: createPlaces(connectionsAtOnce),
    close: () => agent.close(),
  };
}

/** Where real shops are served, an endpoint must not be a way into the operator's own network (decision 0046). */
export function sendsToPublicAlone(environment: EnvironmentName): boolean {
  return environment === "live" || environment === "pilot";
}

/** The first kilobyte as text that the database can keep; the rest is not waited for. */
async function readStart(body: AsyncIterable<Buffer> & { readonly destroy: () => unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= readBytes) break;
  }
  body.destroy();
  const text = Buffer.concat(chunks).subarray(0, keptBytes).toString("utf8").replaceAll("\0", "");
  return redactBody(text);
}

function keep(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== "set-cookie")
      .slice(0, keptHeaders)
      .map(([name, value]) => [name, String(value).slice(0, 300)]),
  );
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "error";
  const { cause } = error;
  const code = codeOf(error) ?? (cause instanceof Error ? codeOf(cause) : null);
  return code ?? error.name;
}

function codeOf(error: Error): string | null {
  return "code" in error && typeof error.code === "string" ? error.code : null;
}
