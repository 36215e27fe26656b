/** The job of one delivery: writes the event out, signs it, sends it, and decides what the answer means. */
import type { Transaction } from "kysely";
import { paylinkVersions, payloadVersions } from "#core/event-types.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import { toEvent } from "../events/event-model.ts";
import { paylinkWebhookBody } from "../paylink-api/webhook-body.ts";
import { type JobHandler, type JobResult, sharedWrite } from "../queue/job-handler.ts";
import type { Services } from "../services.ts";
import { version as program } from "../settings/version.ts";
import { isLivemode } from "../settings/world.ts";
import { type DueDelivery, dropDelivery, findDueDelivery, recordTries, type Try } from "./delivery-store.ts";
import { disableFailing } from "./disable-failing.ts";
import { changeEndpoint, findEndpoint, secretsOf } from "./endpoint-store.ts";
import { maskOwnHeaders, ownHeadersOf } from "./own-headers.ts";
import { signedHeaders } from "./signature.ts";
import type { WebhookAnswer } from "./webhook-client.ts";

/**
 * Deliveries in hand of a receiver that answers, three for each of its connections: what is read and written for them is so by one
 * statement, and no connection waits for it. All of them without an answer take no longer than the lease.
 */
const inHandOfHealthy = 24;

/** The handler of `webhook`. A delivery may be made twice, when a process dies in it; its id is the same then. */
export const deliverWebhook: JobHandler = {
  leaseMs: timing.webhookLeaseMs,
  perLane: 4,
  perHealthyLane: inHandOfHealthy,
  run: async (services, job) => {
    const deliveryId = Number(job.payload["deliveryId"]);
    const delivery = await findDueDelivery(services.db.kysely, {
      merchantId: job.merchant_id,
      id: deliveryId,
    });
    if (!delivery) return { kind: "done", lane: "unknown" };
    const body = await bodyOf(services, delivery);
    if (body === null) return nothingToSend(services, delivery);
    const receiver = new URL(delivery.url).origin;
    const { answer, tried } = await services.webhooks.inPlace(receiver, () => send(services, delivery, body));
    const isDelivered = answer.kind === "answer" && answer.status >= 200 && answer.status < 300;
    return isDelivered ? succeeded(services, delivery, tried) : failed(services, delivery, tried, job.tries);
  },
  afterError: (services, job, why) => {
    const delivery = { merchant_id: job.merchant_id, id: Number(job.payload["deliveryId"]) };
    const now = services.clock.now();
    const next = nextTry(job, now, job.tries);
    const reason = `not sent: ${why}`.slice(0, 200);
    const write: JobResult["write"] = async (trx, { isOurs }) => {
      const tried = { ...unsent, at: new Date(now), reason };
      if (isOurs) await recordTries(trx, [{ delivery, tried, result: next.result }]);
    };
    // The receiver was not asked: it is not to blame.
    return { ...next.job, why: reason, lane: "unknown", write };
  },
};

/** A try that ended before anything was sent. */
const unsent = { duration_ms: 0, status: null, request_headers: {}, answer_headers: null, answer_body: null };

/** The event in the shape of the endpoint's version; null for one that the version does not have. */
async function bodyOf(
  { db, config }: Services,
  { version, event, merchant_id, world }: DueDelivery,
): Promise<string | null> {
  const paylink = paylinkVersions.find((known) => known === version);
  if (paylink)
    return await paylinkWebhookBody(db.kysely, event, { merchantId: merchant_id, version: paylink });
  const own = payloadVersions.find((known) => known === version) ?? payloadVersions[0];
  return JSON.stringify(toEvent(event, { version: own, livemode: isLivemode(config, { world }) }));
}

function nothingToSend({ clock }: Services, delivery: DueDelivery): JobResult {
  return {
    kind: "done",
    lane: "unknown",
    write: (trx) => dropDelivery(trx, delivery, new Date(clock.now())),
  };
}

async function send(
  services: Services,
  delivery: DueDelivery,
  body: string,
): Promise<{ readonly answer: WebhookAnswer; readonly tried: Try }> {
  const { clock, sealing, webhooks } = services;
  const at = clock.now();
  const secrets = secretsOf(sealing, delivery, at);
  const own = ownHeadersOf(sealing, delivery);
  const headers = {
    ...own,
    "content-type": "application/json; charset=utf-8",
    "user-agent": `Wasl/${program}`,
    ...signedHeaders({ id: delivery.event.public_id, at, body, secrets }),
  };
  const startedAt = performance.now();
  const answer = await webhooks.send({ url: delivery.url, headers, body });
  const isAnswer = answer.kind === "answer";
  return {
    answer,
    tried: {
      at: new Date(at),
      duration_ms: Math.round(performance.now() - startedAt),
      status: isAnswer ? answer.status : null,
      reason: isAnswer ? null : answer.reason.slice(0, 200),
      request_headers: { ...headers, ...maskOwnHeaders(own) },
      answer_headers: isAnswer ? answer.headers : null,
      answer_body: isAnswer ? answer.body : null,
    },
  };
}

function succeeded({ clock }: Services, delivery: DueDelivery, tried: Try): JobResult {
  const result = { state: "delivered", endedAt: new Date(clock.now()), nextTryAt: null } as const;
  return {
    kind: "done",
    lane: "healthy",
    sharedWrite: sharedWrite(recordTries, { delivery, tried, result }),
    ...(delivery.failing_since !== null && {
      write: async (trx) => void (await changeEndpoint(trx, endpointOf(delivery), { failing_since: null })),
    }),
  };
}

/** Tried again for seven days, then given up: what that makes of the delivery and of its job. */
function nextTry({ created_at }: { readonly created_at: Date }, now: number, tries: number) {
  const afterMs =
    timing.webhookRetriesMs[Math.min(tries, timing.webhookRetriesMs.length) - 1] ?? timing.webhookTriedForMs;
  const isOver = now + afterMs > created_at.getTime() + timing.webhookTriedForMs;
  return isOver
    ? {
        job: { kind: "failed" } as const,
        result: { state: "failed", endedAt: new Date(now), nextTryAt: null } as const,
      }
    : {
        job: { kind: "retry", afterMs } as const,
        result: { state: "due", endedAt: null, nextTryAt: new Date(now + afterMs) } as const,
      };
}

/** An endpoint that has failed for five days is switched off. */
function failed(services: Services, delivery: DueDelivery, tried: Try, tries: number): JobResult {
  const now = services.clock.now();
  const next = nextTry(delivery, now, tries);
  const why = tried.status === null ? (tried.reason ?? "no answer") : `HTTP ${tried.status}`;
  const write = async (trx: Transaction<Schema>, { isOurs }: { readonly isOurs: boolean }): Promise<void> => {
    // The worker that has taken it since decides what happens next.
    if (!isOurs) return;
    await recordTries(trx, [{ delivery, tried, result: next.result }]);
    await noteFailure(services, trx, delivery, now);
  };
  return { ...next.job, why, lane: "failing", write };
}

async function noteFailure(
  services: Services,
  trx: Transaction<Schema>,
  delivery: DueDelivery,
  now: number,
): Promise<void> {
  const { merchantId, id } = { merchantId: delivery.merchant_id, id: delivery.endpoint_id };
  const endpoint = await findEndpoint(trx, { merchantId, id, lock: true });
  if (!endpoint || endpoint.disabled_at !== null) return;
  if (endpoint.failing_since === null) await changeEndpoint(trx, endpoint, { failing_since: new Date(now) });
  else if (now - endpoint.failing_since.getTime() >= timing.webhookDisabledAfterMs)
    await disableFailing(services, trx, endpoint, new Date(now));
}

function endpointOf({ merchant_id, endpoint_id }: DueDelivery) {
  return { merchant_id, id: endpoint_id };
}
