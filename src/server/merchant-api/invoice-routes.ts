/** Invoices of the merchant API. Every change runs in one transaction with its event and its stored answer. */
import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import { type Invoice, invoiceCalls } from "#contract/invoices.ts";
import { pageSizes } from "#contract/merchant-common.ts";
import { zero } from "#core/money.ts";
import type { Schema } from "#db/schema.ts";
import { type CallContext, mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { sendAtIssue } from "../messages/request-message.ts";
import { cancelOrder } from "../orders/cancel-order.ts";
import { completeOrder } from "../orders/complete-order.ts";
import { issueOrder } from "../orders/issue-order.ts";
import { ensureReturnSecret } from "../orders/return-secret.ts";
import { returnUrlRule } from "../orders/return-urls.ts";
import { requireCompleteSeller } from "../parties/seller-facts.ts";
import { merchantOf } from "./authenticate.ts";
import { requireOwnDigitalFiles } from "./digital-content.ts";
import { FieldReader, namesOfMethods } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import { defaultCurrency, readInvoice } from "./invoice-input.ts";
import { type InvoiceFilter, listInvoices } from "./invoice-list.ts";
import { type LinkOptions, toInvoice, toInvoiceSummary } from "./invoice-model.ts";
import { findInvoiceId, loadInvoice, rowOfIssued } from "./invoice-store.ts";
import { readMobileFilter } from "./mobile-filter.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { requireOwnImages } from "./own-images.ts";
import { requireTakenAmount } from "./taken-amount.ts";

/** A thousand lines with descriptions and long terms of sale, in Arabic, fit. */
const issueLimitBytes = 6 * 1024 * 1024;

/** Mounts the invoice calls in a scope that requires an API key. */
export function mountInvoiceCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountIssuing(scope, services);
  mountReading(scope, services);
  mountChanges(scope, services);
}

function mountIssuing(scope: FastifyInstance, services: MerchantApiServices): void {
  const { webUrl, serverUrl, environment } = services.config;
  mountCall(
    scope,
    invoiceCalls,
    "POST /api/v1/invoices",
    async ({ body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const options = { merchantId: merchant.id, status: 201, key: "required" } as const;
      const methods = await services.providers.served(merchant.id);
      const served = namesOfMethods(methods);
      // Before the transaction: a provider may be asked.
      const currency = body.currency ?? defaultCurrency;
      const limits = await services.providers.amountLimits(merchant.id, [...methods], currency);
      const answer = await once(services, request, options, async (trx): Promise<Invoice> => {
        requireCompleteSeller(merchant.missingFacts, requestLanguage(request));
        const urlRule = returnUrlRule(environment, merchant.redirectHosts);
        const now = services.clock.now();
        const input = readInvoice(body, { seller: merchant, urlRule, served, now });
        await requireOwnImages(trx, merchant.id, input.lines);
        await requireOwnDigitalFiles(trx, merchant.id, input.lines);
        // Before the first buyer comes back, the merchant can read what signs the way.
        if (input.callbackUrl ?? input.cancelUrl) await ensureReturnSecret(services, trx, merchant.id);
        const issued = await issueOrder(services, trx, { ...input, merchant, source: "api" });
        requireTakenAmount(issued.order, { served, limits });
        const { send = null, language = null } = body;
        await sendAtIssue(services, trx, { merchantId: merchant.id, orderId: issued.id, send, language });
        return toInvoice(rowOfIssued(issued), { webUrl, serverUrl, language: body.language ?? null });
      });
      reply.header("location", `/api/v1/invoices/${answer.body.orderNumber}`);
      return sendOnce(reply, answer);
    },
    { bodyLimit: issueLimitBytes },
  );
}

function mountReading(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;
  const links = linksOf(services);

  mountCall(scope, invoiceCalls, "GET /api/v1/invoices", async ({ query }, { request }) => {
    const { rows, nextCursor } = await listInvoices(db, {
      merchantId: merchantOf(request).id,
      statuses: [...new Set(query.status)],
      externalOrderNumber: query.externalOrderNumber ?? null,
      paidSince: query.paidSince === undefined ? null : new Date(query.paidSince),
      updatedSince: query.updatedSince === undefined ? null : new Date(query.updatedSince),
      link: query.link ?? null,
      productId: query.product ?? null,
      clientId: query.client ?? null,
      mobile: query.mobile === undefined ? null : readMobileFilter(query.mobile),
      search: query.search ?? null,
      total: query.total === undefined ? null : readTotalFilter(query.total, query.totalCurrency),
      cursor: query.cursor ?? null,
      limit: query.limit ?? pageSizes.usual,
    });
    return { items: rows.map((row) => toInvoiceSummary(row, links)), nextCursor };
  });

  mountCall(scope, invoiceCalls, "GET /api/v1/invoices/:orderNumber", async ({ params }, { request }) => {
    const merchantId = merchantOf(request).id;
    const orderId = await findInvoiceId(db, { merchantId, input: params.orderNumber });
    return toInvoice(await loadInvoice(db, { merchantId, orderId }), links);
  });
}

function mountChanges(scope: FastifyInstance, services: MerchantApiServices): void {
  const links = linksOf(services);

  /** A change of one invoice that is harmless to repeat, answered with the invoice as it is afterwards. */
  const change = async (
    { request, reply }: CallContext,
    input: string,
    work: (trx: Transaction<Schema>, orderId: number) => Promise<void>,
  ): Promise<Invoice> => {
    const merchantId = merchantOf(request).id;
    const options = { merchantId, status: 200, key: "optional" } as const;
    const answer = await once(services, request, options, async (trx) => {
      const orderId = await findInvoiceId(trx, { merchantId, input });
      await work(trx, orderId);
      return toInvoice(await loadInvoice(trx, { merchantId, orderId }), links);
    });
    return sendOnce(reply, answer);
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

/** @throws Problem `validation_failed` for more decimals than the currency has, or no currency */
function readTotalFilter(text: string, currency: string = defaultCurrency): InvoiceFilter["total"] {
  const reader = new FieldReader(currency);
  const amount = reader.amount("total", text, reader.currency("totalCurrency", currency));
  reader.refuseWrong();
  return { amount: amount ?? zero, currency };
}

/** Links that open in the buyer's own language. */
function linksOf({ config }: MerchantApiServices): LinkOptions {
  return { webUrl: config.webUrl, serverUrl: config.serverUrl, language: null };
}
