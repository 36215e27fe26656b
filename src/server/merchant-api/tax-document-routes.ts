/** Tax invoices and their notes of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { taxDocumentCalls } from "#contract/tax-documents.ts";
import { Problem } from "#core/problem.ts";
import { taxCurrency } from "#core/tax/tax-invoice.ts";
import { eInvoiceFile } from "../documents/legal-xml.ts";
import { findStoredDocument } from "../documents/tax-document-store.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { wakeQueue } from "../queue/work-queue.ts";
import type { Services } from "../services.ts";
import { correctTaxDocument } from "../tax-documents/correct-document.ts";
import { creditDebitNote } from "../tax-documents/credit-debit-note.ts";
import { issueDebitNote } from "../tax-documents/debit-note.ts";
import { merchantOf } from "./authenticate.ts";
import { readCorrection } from "./client-input.ts";
import { readDebitNote, readDebitNoteCredit } from "./debit-note-input.ts";
import { FieldReader } from "./field-reader.ts";
import { mountFileCall } from "./file-call.ts";
import { once, sendOnce } from "./idempotency.ts";
import { findInvoiceId } from "./invoice-store.ts";
import { loadDocument, selectDocuments, toDocument } from "./own-tax-documents.ts";
import { isAfter, readTimePage, toTimePage } from "./time-paging.ts";
import { isOfBox } from "./vat-box-filter.ts";

const listName = "documents";

/** Mounts the calls in a scope that requires an API key. */
export function mountTaxDocumentCalls(scope: FastifyInstance, services: Services): void {
  const db = services.db.kysely;
  const { serverUrl } = services.config;

  mountCall(scope, taxDocumentCalls, "GET /api/v1/tax-documents", async ({ query }, { request }) => {
    const page = readTimePage(listName, query);
    let rows = selectDocuments(db, merchantOf(request).id, query.vatBox)
      .where(isAfter(page, sql.ref("d.issued_at"), sql.ref("d.number")))
      .orderBy("d.issued_at", "desc")
      .orderBy("d.number", "desc")
      .limit(page.limit + 1);
    if (query.kind !== undefined) rows = rows.where("d.kind", "in", query.kind);
    if (query.vatBox !== undefined) rows = rows.where(isOfBox(query.vatBox));
    if (query.submission === "open")
      rows = rows.where("s.state", "<>", "accepted").where("later.number", "is", null);
    if (query.issuedSince !== undefined) rows = rows.where("d.issued_at", ">=", new Date(query.issuedSince));
    if (query.issuedBefore !== undefined) rows = rows.where("d.issued_at", "<", new Date(query.issuedBefore));
    return toTimePage(listName, page, {
      rows: await rows.execute(),
      idOf: ({ number }) => number,
      toItem: (row) => toDocument(row, serverUrl),
    });
  });

  mountCall(scope, taxDocumentCalls, "GET /api/v1/tax-documents/:number", async ({ params }, { request }) => {
    const row = await selectDocuments(db, merchantOf(request).id)
      .where("d.number", "=", params.number)
      .executeTakeFirst();
    if (!row) throw new Problem("not_found");
    return toDocument(row, serverUrl);
  });

  mountFileCall(
    scope,
    taxDocumentCalls,
    "GET /api/v1/tax-documents/:number/xml",
    async ({ params }, request) => {
      const merchantId = merchantOf(request).id;
      const stored = await findStoredDocument(db, { merchantId, number: params.number });
      const file = stored && (await eInvoiceFile(db, stored.document));
      if (!file) throw new Problem("not_found");
      return { contentType: "application/xml", fileName: file.name, content: file.text };
    },
  );
}

/** Mounts what issues documents beside payments and refunds: debit notes, and corrected documents. */
export function mountTaxDocumentChanges(scope: FastifyInstance, services: Services): void {
  const db = services.db.kysely;
  const { serverUrl } = services.config;

  mountCall(
    scope,
    taxDocumentCalls,
    "POST /api/v1/invoices/:orderNumber/debit-notes",
    async ({ params, body }, { request, reply }) => {
      const merchant = merchantOf(request);
      const merchantId = merchant.id;
      const orderId = await findInvoiceId(db, { merchantId, input: params.orderNumber });
      const answer = await once(services, request, merchantId, async (trx) => {
        const { number } = await issueDebitNote(services, trx, {
          merchantId,
          orderId,
          read: (currency) => readDebitNote(body, { currency, seller: merchant }),
        });
        return await loadDocument(trx, { merchantId, number, serverUrl });
      });
      wakeQueue(services);
      return sendOnce(reply, answer);
    },
  );

  mountCall(
    scope,
    taxDocumentCalls,
    "POST /api/v1/tax-documents/:number/credit",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const answer = await once(services, request, merchantId, async (trx) => {
        const { number } = await creditDebitNote(services, trx, {
          merchantId,
          number: params.number,
          read: (currency) => readDebitNoteCredit(body, currency),
        });
        return await loadDocument(trx, { merchantId, number, serverUrl });
      });
      wakeQueue(services);
      return sendOnce(reply, answer);
    },
  );

  mountCall(
    scope,
    taxDocumentCalls,
    "POST /api/v1/tax-documents/:number/correct",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const reader = new FieldReader(taxCurrency);
      const buyer = readCorrection(reader, body?.client ?? {});
      reader.refuseWrong();
      const language = requestLanguage(request);
      const answer = await once(services, request, merchantId, async (trx) => {
        const { number } = await correctTaxDocument(services, trx, {
          merchantId,
          number: params.number,
          buyer,
          language,
        });
        return await loadDocument(trx, { merchantId, number, serverUrl });
      });
      wakeQueue(services);
      return sendOnce(reply, answer);
    },
  );
}
