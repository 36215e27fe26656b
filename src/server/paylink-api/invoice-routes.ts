/** Issuing, reading and cancelling invoices by Paylink's calls. */
import type { FastifyInstance } from "fastify";
import { type PaylinkInvoice, paylinkCalls } from "#contract/paylink.ts";
import { runInTransaction } from "#db/open.ts";
import { type MountOptions, mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { cancelOrder } from "../issuing/cancel-order.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { defaultCurrency } from "../merchant-api/invoice-input.ts";
import { loadInvoice } from "../merchant-api/invoice-store.ts";
import { type IssuingServices, methodsOfMerchant } from "../merchant-api/issue-invoice.ts";
import { addInvoice } from "./add-invoice.ts";
import { toPaylinkInvoice } from "./invoice-answer.ts";
import { findByTransactionNo, numbersOf } from "./paylink-store.ts";

/** A thousand products with descriptions, in Arabic, fit. */
const orderLimitBytes = 6 * 1024 * 1024;

/**
 * Mounts the calls in a scope that requires a token.
 * @param serializerCompiler writes the amounts of answers
 */
export function mountPaylinkInvoices(
  scope: FastifyInstance,
  services: IssuingServices,
  serializerCompiler: NonNullable<MountOptions["serializerCompiler"]>,
): void {
  const { db, config, clock } = services;
  const links = { webUrl: config.webUrl, serverUrl: config.serverUrl };
  const read = async (merchantId: number, orderId: number): Promise<PaylinkInvoice> => {
    const by = { merchantId, orderId };
    const numbers = await numbersOf(db.kysely, by);
    if (!numbers) throw new Error(`order ${orderId} has no transaction number`);
    return toPaylinkInvoice(await loadInvoice(db.kysely, by), numbers, links);
  };

  mountCall(
    scope,
    paylinkCalls,
    "POST /api/addInvoice",
    async ({ body: order }, { request }) => {
      const merchant = merchantOf(request);
      const methods = await methodsOfMerchant(services, merchant.id, defaultCurrency);
      const language = requestLanguage(request);
      const orderId = await runInTransaction(db.kysely, (trx) =>
        addInvoice(services, trx, { merchant, order, methods, language }),
      );
      return await read(merchant.id, orderId);
    },
    { bodyLimit: orderLimitBytes, serializerCompiler },
  );

  mountCall(
    scope,
    paylinkCalls,
    "GET /api/getInvoice/:transactionNo",
    async ({ params }, { request }) => {
      const merchantId = merchantOf(request).id;
      const orderId = await findByTransactionNo(db.kysely, { merchantId, input: params.transactionNo });
      return await read(merchantId, orderId);
    },
    { serializerCompiler },
  );

  mountCall(scope, paylinkCalls, "POST /api/cancelInvoice", async ({ body }, { request }) => {
    const merchantId = merchantOf(request).id;
    await runInTransaction(db.kysely, async (trx) => {
      const orderId = await findByTransactionNo(trx, { merchantId, input: body.transactionNo });
      await cancelOrder(trx, orderId, new Date(clock.now()));
    });
    return { success: "true" as const };
  });
}
