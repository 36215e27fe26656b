/** Invoices of the merchant API. Every change runs in one transaction with its event and its stored answer. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { type Invoice, invoiceCalls } from "#contract/invoices.ts";
import { pageSizes } from "#contract/merchant-common.ts";
import type { Schema } from "#db/schema.ts";
import { type CallContext, mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { cancelOrder } from "../issuing/cancel-order.ts";
import { completeOrder } from "../orders/complete-order.ts";
import { readViews } from "../orders/order-views.ts";
import { merchantOf } from "./authenticate.ts";
import { sendTagged } from "./etag.ts";
import { once, sendOnce } from "./idempotency.ts";
import { readInvoiceFilter } from "./invoice-filter.ts";
import { defaultCurrency } from "./invoice-input.ts";
import { listInvoices } from "./invoice-list.ts";
import { type LinkOptions, linkOptions, toInvoice, toInvoiceSummary } from "./invoice-model.ts";
import { findInvoiceId, loadInvoice, rowOfIssued } from "./invoice-store.ts";
import { issueInvoice, methodsOfMerchant } from "./issue-invoice.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** A thousand lines with descriptions and long terms of sale, in Arabic, fit. */
export const issueLimitBytes = 6 * 1024 * 1024;

/** Mounts the invoice calls in a scope that requires an API key. */
export function mountInvoiceCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountIssuing(scope, services);
  mountReading(scope, services);
  mountChanges(scope, services);
}

function mountIssuing(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(
    scope,
    invoiceCalls,
    "POST /api/v1/invoices",
    async ({ body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const methods = await methodsOfMerchant(services, merchant.id, body.currency ?? defaultCurrency);
      const language = requestLanguage(request);
      const answer = await once(services, request, merchant.id, async (trx): Promise<Invoice> => {
        const issued = await issueInvoice(services, trx, { merchant, body, methods, language });
        return toInvoice(rowOfIssued(issued), linkOptions(services.config, merchant, body.language));
      });
      reply.header("location", `/api/v1/invoices/${answer.body.orderNumber}`);
      return sendTagged(reply, sendOnce(reply, answer));
    },
    { bodyLimit: issueLimitBytes },
  );
}

function mountReading(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;
  const linksOf = (request: FastifyRequest): LinkOptions => linkOptions(services.config, merchantOf(request));

  mountCall(scope, invoiceCalls, "GET /api/v1/invoices", async ({ query }, { request }) => {
    const { rows, nextCursor } = await listInvoices(db, {
      ...readInvoiceFilter(query, merchantOf(request).id),
      paidSince: query.paidSince === undefined ? null : new Date(query.paidSince),
      updatedSince: query.updatedSince === undefined ? null : new Date(query.updatedSince),
      createdSince: query.createdSince === undefined ? null : new Date(query.createdSince),
      createdBefore: query.createdBefore === undefined ? null : new Date(query.createdBefore),
      cursor: query.cursor ?? null,
      limit: query.limit ?? pageSizes.usual,
    });
    return { items: rows.map((row) => toInvoiceSummary(row, linksOf(request))), nextCursor };
  });

  mountCall(
    scope,
    invoiceCalls,
    "GET /api/v1/invoices/:orderNumber",
    async ({ params }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const orderId = await findInvoiceId(db, { merchantId, input: params.orderNumber });
      return sendTagged(reply, toInvoice(await loadInvoice(db, { merchantId, orderId }), linksOf(request)));
    },
  );

  mountCall(
    scope,
    invoiceCalls,
    "GET /api/v1/invoices/:orderNumber/views",
    async ({ params }, { request }) => {
      const merchantId = merchantOf(request).id;
      const orderId = await findInvoiceId(db, { merchantId, input: params.orderNumber });
      const found = await readViews(db, { merchantId, orderId });
      return {
        firstViewedAt: found?.first_at.toISOString() ?? null,
        lastViewedAt: found?.last_at.toISOString() ?? null,
        views: found?.views ?? 0,
      };
    },
  );
}

function mountChanges(scope: FastifyInstance, services: MerchantApiServices): void {
  /** A change of one invoice that is harmless to repeat, answered with the invoice as it is afterwards. */
  const change = async (
    { request, reply }: CallContext,
    input: string,
    work: (trx: Transaction<Schema>, orderId: number) => Promise<void>,
  ): Promise<Invoice> => {
    const merchant = merchantOf(request);
    const merchantId = merchant.id;
    const answer = await once(services, request, merchantId, async (trx) => {
      const orderId = await findInvoiceId(trx, { merchantId, input });
      await work(trx, orderId);
      return toInvoice(
        await loadInvoice(trx, { merchantId, orderId }),
        linkOptions(services.config, merchant),
      );
    });
    return sendTagged(reply, sendOnce(reply, answer));
  };

  mountCall(
    scope,
    invoiceCalls,
    "POST /api/v1/invoices/:orderNumber/cancel",
    async ({ params }, context) =>
      await change(context, params.orderNumber, (trx, orderId) =>
        cancelOrder(trx, orderId, new Date(services.clock.now())),
      ),
  );

  mountCall(
    scope,
    invoiceCalls,
    "POST /api/v1/invoices/:orderNumber/complete",
    async ({ params, body }, context) =>
      await change(context, params.orderNumber, (trx, orderId) =>
        completeOrder(trx, orderId, body?.as ?? null),
      ),
  );
}
