/**
 * The job that has one device of the shop's people show a payment, that a buyer asks for a link or a return, or that a refund was refused (docs/decisions/0152, 0172, 0195, 0315). It is queued where events are placed. A
 * notice that comes late is worth nothing: it is tried for an hour, and whether it is shown decides over nothing.
 */
import type { Transaction } from "kysely";
import type { Language } from "#core/language.ts";
import { type Minor, minor } from "#core/money.ts";
import { amountDue } from "#core/order-money.ts";
import { isolateLtr } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import { currencyName } from "../documents/document-texts.ts";
import { amountText } from "../documents/figures.ts";
import type { JobHandler, JobResult } from "../queue/job-handler.ts";
import ar from "./push.ar.json" with { type: "json" };
import en from "./push.en.json" with { type: "json" };
import { pushKeys } from "./push-keys.ts";
import { encryptPush, vapidHeader } from "./push-message.ts";
import { type DueSubscription, dueSubscription } from "./push-store.ts";

const texts: Readonly<Record<Language, typeof en>> = { ar, en };

/** Statuses of a service by which a subscription is over, or was never this installation's (RFC 8030, 8292). */
const over: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** The handler of `push`. A device may get it twice, when a process dies in it; by its tag the notice is one. */
export const sendPush: JobHandler = {
  leaseMs: timing.webhookLeaseMs,
  perLane: 4,
  run: async (services, job) => {
    const { subscriptionId, eventId } = job.payload;
    const by = { merchantId: job.merchant_id, id: Number(subscriptionId), eventId: Number(eventId) };
    const due = await dueSubscription(services.db.kysely, by);
    const { pushContact } = services.config;
    if (due === null || pushContact === null) return { kind: "done", lane: "unknown" };
    const key = pushKeys(services).find(({ publicKey }) => publicKey === due.server_key);
    // Nothing is sent to those who left or signed out, or for a key of a secret that is forgotten.
    if (!due.isAllowed || key === undefined) return { kind: "done", lane: "unknown", write: removal(due) };
    const now = services.clock.now();
    const answer = await services.webhooks.send({
      url: due.endpoint,
      headers: {
        authorization: vapidHeader(key, { endpoint: due.endpoint, contact: pushContact, now }),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        ttl: String(timing.pushTriedForMs / 1000),
        urgency: "high",
      },
      body: encryptPush(Buffer.from(JSON.stringify(noticeOf(due))), due),
    });
    if (answer.kind === "no_answer") return later(job, now, answer.reason);
    if (over.has(answer.status)) return { kind: "done", lane: "healthy", write: removal(due) };
    if (answer.status < 200 || answer.status >= 300) return later(job, now, `HTTP ${answer.status}`);
    return { kind: "done", lane: "healthy", write: sent(due, new Date(now)) };
  },
};

type Notice = {
  readonly name: Exclude<keyof typeof en, "test">;
  readonly tag: string;
  /** Which of the invoice's sums at the time it shows, or the refund's. */
  readonly of: "paid" | "due" | "refund";
};

/** The types that are queued (events/place-events.ts), by what their notices are called. */
const noticeOfType = {
  "invoice.paid": { name: "invoice_paid", tag: "paid", of: "paid" },
  "invoice.renewal_requested": { name: "invoice_renewal_requested", tag: "renewal", of: "due" },
  "return.requested": { name: "return_requested", tag: "return", of: "paid" },
  "refund.declined": { name: "refund_declined", tag: "refund", of: "refund" },
} as const satisfies Readonly<Record<string, Notice>>;

/** What the device shows; read by the console's worker (console/push/worker.js). */
function noticeOf(due: DueSubscription) {
  const { type, language, world, shop_name, invoice, order_number, merchant_id } = due;
  const { test, ...titles } = texts[language];
  const { name, tag, of } = noticeOfType[type as keyof typeof noticeOfType];
  const title = titles[name];
  const { currency } = invoice;
  const [currencyText] = currencyName(language, currency);
  const amount = isolateLtr(amountText(sumOf(due, of), currency));
  return {
    title: world === "test" ? test.replace("{title}", title) : title,
    body: `${language === "ar" ? `${amount} ${currencyText}` : `${currencyText} ${amount}`} · ${shop_name}`,
    lang: language,
    tag: `${tag}-${order_number}`,
    path:
      world === "test"
        ? `/test/${merchant_id}/invoices/${order_number}`
        : `/invoices/${order_number}?shop=${merchant_id}`,
  };
}

function sumOf({ invoice: { status, total, paid }, data }: DueSubscription, of: Notice["of"]): Minor {
  switch (of) {
    case "paid":
      return paid;
    case "due":
      return amountDue({ status, total, captured_total: paid });
    case "refund":
      return minor(Number(data["amount"]));
  }
}

function later(
  job: { readonly created_at: Date; readonly tries: number },
  now: number,
  why: string,
): JobResult {
  const afterMs = timing.pushRetriesMs[job.tries - 1];
  const isOver = afterMs === undefined || now + afterMs > job.created_at.getTime() + timing.pushTriedForMs;
  return isOver ? { kind: "failed", why, lane: "failing" } : { kind: "retry", afterMs, why, lane: "failing" };
}

function removal({ merchant_id, id }: DueSubscription): NonNullable<JobResult["write"]> {
  return async (trx: Transaction<Schema>) => {
    await trx
      .deleteFrom("push_subscriptions")
      .where("merchant_id", "=", merchant_id)
      .where("id", "=", id)
      .execute();
  };
}

function sent({ merchant_id, id }: DueSubscription, at: Date): NonNullable<JobResult["write"]> {
  return async (trx: Transaction<Schema>) => {
    await trx
      .updateTable("push_subscriptions")
      .set({ last_sent_at: at })
      .where("merchant_id", "=", merchant_id)
      .where("id", "=", id)
      .execute();
  };
}
