/**
 * The job that makes messages of one event. It is queued where events are placed (events/place-events.ts), for merchants who
 * want any of its type: what pays an invoice knows nothing of messages, and cannot fail because of them.
 */
import type { Transaction } from "kysely";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { JobHandler } from "../queue/job-handler.ts";
import type { Services } from "../services.ts";
import { readMessageSettings } from "./message-settings.ts";
import { queueMessage } from "./message-store.ts";
import { queueByPreference } from "./request-message.ts";

/** The handler of `message_plan`. Of one cause there is one message, so that a job may run twice. */
export const planMessages: JobHandler = {
  leaseMs: timing.messageLeaseMs,
  perLane: 1,
  run: async (services, job) => {
    const { merchant_id: merchantId } = job;
    const event = await services.db.kysely
      .selectFrom("events")
      .select(["id", "type", "order_id", "data"])
      .where("id", "=", Number(job.payload["eventId"]))
      .where("merchant_id", "=", merchantId)
      .executeTakeFirst();
    if (event && event.order_id !== null)
      await runInTransaction(services.db.kysely, (trx) =>
        plan(services, trx, { ...event, merchantId, orderId: event.order_id ?? 0 }),
      );
    return { kind: "done", lane: "unknown" };
  },
};

type PlannedEvent = {
  readonly id: number;
  readonly merchantId: number;
  readonly orderId: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
};

async function plan(services: Services, trx: Transaction<Schema>, event: PlannedEvent): Promise<void> {
  const { merchantId, orderId, type, data } = event;
  const { automatic, notices } = await readMessageSettings(trx, merchantId);
  const message = { merchantId, orderId, cause: "event", causeKey: `${event.id}`, language: null } as const;
  const isOfRefund = type === "invoice.refunded" || type === "refund.declined";
  const refunded = isOfRefund ? { refunded: Number(data["amount"]) } : {};
  if (type === "invoice.paid" && automatic.receipt)
    await queueByPreference(services, trx, { ...message, kind: "receipt", facts: {} });
  if (type === "invoice.refunded" && automatic.refundNotice)
    await queueByPreference(services, trx, { ...message, kind: "refund_notice", facts: refunded });
  if (!notices.events.some((wanted) => wanted === type)) return;
  for (const [index, address] of notices.emails.entries())
    await queueMessage(services, trx, {
      ...message,
      causeKey: `${event.id}:${index}`,
      kind: "payment_notice",
      channel: "email",
      account: "installation",
      facts: { event: type, ...refunded },
      address,
      language: "ar",
      fallback: [],
    });
}
