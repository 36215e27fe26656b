/** Messages about invoices in the merchant API, and the log of their delivery. */
import type { FastifyInstance } from "fastify";
import type { Kysely, Transaction } from "kysely";
import { type MessageModel, messageCalls } from "#contract/messages.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import type { MessageRow } from "../messages/message-store.ts";
import { previewSms, requestMessage } from "../messages/request-message.ts";
import { merchantOf } from "./authenticate.ts";
import { once, sendOnce } from "./idempotency.ts";
import { findInvoiceId } from "./invoice-store.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId, readPage, toPage } from "./paging.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountMessageCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;

  mountCall(
    scope,
    messageCalls,
    "POST /api/v1/invoices/:orderNumber/messages",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const answer = await once(services, request, merchantId, async (trx) => {
        const orderId = await findInvoiceId(trx, { merchantId, input: params.orderNumber });
        const { kind, channel, to = null, language = null } = body;
        const { id } = await requestMessage(services, trx, {
          merchantId,
          orderId,
          kind,
          channel,
          to,
          language,
        });
        return toMessage(
          await selectMessages(trx, merchantId).where("m.id", "=", id).executeTakeFirstOrThrow(),
        );
      });
      return sendOnce(reply, answer);
    },
  );

  mountCall(
    scope,
    messageCalls,
    "GET /api/v1/invoices/:orderNumber/messages",
    async ({ params, query }, { request }) => {
      const merchantId = merchantOf(request).id;
      const orderId = await findInvoiceId(db, { merchantId, input: params.orderNumber });
      const page = readPage(query);
      const rows = await selectMessages(db, merchantId)
        .where("m.order_id", "=", orderId)
        .where("m.id", "<", page.before)
        .orderBy("m.id", "desc")
        .limit(page.limit + 1)
        .execute();
      return toPage(rows, page, toMessage);
    },
  );

  mountCall(
    scope,
    messageCalls,
    "GET /api/v1/invoices/:orderNumber/messages/sms-preview",
    async ({ params, query }, { request }) => {
      const merchantId = merchantOf(request).id;
      const orderId = await findInvoiceId(db, { merchantId, input: params.orderNumber });
      const { kind, language = null } = query;
      return { kind, ...(await previewSms(services, { merchantId, orderId, kind, language })) };
    },
  );

  mountLog(scope, db);
}

/** The log of all messages. */
function mountLog(scope: FastifyInstance, db: Kysely<Schema>): void {
  mountCall(scope, messageCalls, "GET /api/v1/messages", async ({ query }, { request }) => {
    const page = readPage(query);
    let rows = selectMessages(db, merchantOf(request).id)
      .where("m.id", "<", page.before)
      .orderBy("m.id", "desc")
      .limit(page.limit + 1);
    if (query.state !== undefined) rows = rows.where("m.state", "=", query.state);
    if (query.channel !== undefined) rows = rows.where("m.channel", "=", query.channel);
    if (query.kind !== undefined) rows = rows.where("m.kind", "=", query.kind);
    if (query.createdSince !== undefined)
      rows = rows.where("m.created_at", ">=", new Date(query.createdSince));
    return toPage(await rows.execute(), page, toMessage);
  });

  mountCall(scope, messageCalls, "GET /api/v1/messages/:messageId", async ({ params }, { request }) => {
    const row = await selectMessages(db, merchantOf(request).id)
      .where("m.id", "=", readId(params.messageId, "not_found"))
      .executeTakeFirst();
    if (!row) throw new Problem("not_found");
    return toMessage(row);
  });
}

/** The messages of a merchant, with the number of what each is about. */
export function selectMessages(db: Kysely<Schema> | Transaction<Schema>, merchantId: number) {
  return db
    .selectFrom("messages as m")
    .leftJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "m.merchant_id").onRef("o.id", "=", "m.order_id"),
    )
    .leftJoin("quotes as q", (join) =>
      join.onRef("q.merchant_id", "=", "m.merchant_id").onRef("q.id", "=", "m.quote_id"),
    )
    .selectAll("m")
    .select(["o.order_number", "q.quote_number"])
    .where("m.merchant_id", "=", merchantId);
}

type Named = { readonly order_number: string | null; readonly quote_number: string | null };

/** A row of `selectMessages` as the API answers it. */
export function toMessage(row: MessageRow & Named): MessageModel {
  const instant = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    id: row.id,
    orderNumber: row.order_number,
    quoteNumber: row.quote_number,
    kind: row.kind,
    channel: row.channel,
    cause: row.cause,
    to: row.masked_address,
    language: row.language,
    state: row.state,
    providerId: row.provider_id,
    // What is stored was written by ourselves.
    class: row.class as MessageModel["class"],
    code: row.code,
    tries: row.tries,
    parts: row.parts,
    createdAt: row.created_at.toISOString(),
    submittedAt: instant(row.submitted_at),
    acceptedAt: instant(row.accepted_at),
    deliveredAt: instant(row.delivered_at),
    readAt: instant(row.read_at),
    endedAt: instant(row.ended_at),
  };
}
