/** The numbering of tax documents in the merchant API. */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { type Numbering, numberingCalls } from "#contract/numbering.ts";
import type { Schema } from "#db/schema.ts";
import { readSeries, startSeries } from "../documents/document-series.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "./authenticate.ts";
import { once, sendOnce } from "./idempotency.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountNumberingCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, numberingCalls, "GET /api/v1/merchant/numbering", (_parsed, { request }) =>
    loadNumbering(services.db.kysely, merchantOf(request).id),
  );

  mountCall(scope, numberingCalls, "PUT /api/v1/merchant/numbering", async ({ body }, { request, reply }) => {
    const { id: merchantId } = merchantOf(request);
    const answer = await once(services, request, merchantId, async (trx) => {
      const { taxInvoices, creditNotes, debitNotes } = body;
      if (taxInvoices)
        await startSeries(trx, { merchantId, kind: "tax_invoice", ...taxInvoices }, "taxInvoices.prefix");
      if (creditNotes)
        await startSeries(trx, { merchantId, kind: "credit_note", ...creditNotes }, "creditNotes.prefix");
      if (debitNotes)
        await startSeries(trx, { merchantId, kind: "debit_note", ...debitNotes }, "debitNotes.prefix");
      return await loadNumbering(trx, merchantId);
    });
    return sendOnce(reply, answer);
  });
}

async function loadNumbering(db: Kysely<Schema>, merchantId: number): Promise<Numbering> {
  return {
    taxInvoices: await readSeries(db, { merchantId, kind: "tax_invoice" }),
    creditNotes: await readSeries(db, { merchantId, kind: "credit_note" }),
    debitNotes: await readSeries(db, { merchantId, kind: "debit_note" }),
  };
}
