/** A shop that takes webhooks, for tests: its calls, and the jobs of a running process by hand. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { WebhookEndpointModel } from "#contract/webhook-endpoints.ts";
import { placeEvents } from "#server/events/place-events.ts";
import { workAllDue } from "#server/queue/work-queue.ts";
import { jobHandlers } from "#server/schedule/job-handlers.ts";
import type { Services } from "#server/services.ts";
import type { TestApp } from "./app-harness.ts";
import type { ReceivedWebhook } from "./webhook-receiver.ts";

export type Caller = (
  method: "GET" | "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
  key?: string,
) => Promise<{ readonly statusCode: number; readonly json: () => never; readonly body: string }>;

/** Calls of the endpoints' part of the API with a merchant's key. */
export function callerOf({ app }: Pick<TestApp, "app">, apiKey: string): Caller {
  return (method, path, body, key = randomUUID()) =>
    app.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${apiKey}`, ...(method === "POST" && { "idempotency-key": key }) },
      ...(body !== undefined && { payload: body as object }),
    }) as never;
}

export type Endpoint = WebhookEndpointModel & { readonly secret: string };

/** Makes an endpoint. */
export async function addEndpoint(call: Caller, url: string, fields: object = {}): Promise<Endpoint> {
  const answer = await call("POST", "/webhook-endpoints", { url, ...fields });
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json();
}

/** What the jobs of a running process do: events out, deliveries made, until nothing is due. */
export async function runJobs(services: Services): Promise<void> {
  while ((await placeEvents(services)) > 0) {}
  await workAllDue(services, jobHandlers);
}

/** Types of what arrived, sorted. */
export const typesOf = (received: readonly ReceivedWebhook[]): string[] =>
  received.map(({ body }) => JSON.parse(body).type).toSorted();
