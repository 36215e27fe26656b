/**
 * Documents by GET (Spec 7). Any holder of the numbers may read: there is no other proof (Spec 6). Whatever does not
 * belong together, is not paid or does not exist gets one and the same 404.
 */
import type { FastifyInstance } from "fastify";
import { readOrderNumber } from "#core/crockford.ts";
import { defaultLanguage, type Language, readLanguage } from "#core/language.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { type FileReply, mountFile } from "../http/file-reply.ts";
import { contentHash } from "../storage/storage.ts";
import { loadOrderAgreement } from "./agreement-file.ts";
import { agreementPage } from "./agreement-page.ts";
import { clientIdText } from "./document-addresses.ts";
import { createDocuments, type DocumentServices, type Documents, type PdfFile } from "./document-service.ts";
import { type DocumentOrder, loadDocumentOrder, loadOrderQr } from "./order-facts.ts";
import { type Paper, papers } from "./print-model.ts";
import { qrPng } from "./qr-code.ts";
import { findNote, findTaxInvoice, type NoteKind, type TaxDocument } from "./tax-document-store.ts";

/** Personal data stay in no cache on the way, nor in the browser's. */
const neverKept = "private, no-store";
/** The browser may keep it and must ask each time whether it still holds. */
const askedEachTime = "private, no-cache";

/** A picture that the browser may keep and asks for again each time. */
function picture(fileName: string, png: Buffer) {
  const shared = { contentType: "image/png", cacheControl: askedEachTime } as const;
  return { ...shared, fileName, tag: contentHash(png), load: async () => png };
}

/** Mounts the QR codes, the receipt, the tax invoice, its notes and the agreement file. */
export function mountDocuments(app: FastifyInstance, services: DocumentServices): void {
  const documents = createDocuments(services);
  mountCodes(app, services, documents);
  mountPapers(app, services, documents);
  mountNotes(app, services, documents);
}

function mountCodes(app: FastifyInstance, services: DocumentServices, documents: Documents): void {
  const db = services.db.kysely;

  mountFile(app, "GET /openApi/loadInvoiceQRCode/:orderNumber", async ({ params }) => {
    const orderNumber = readOrderNumber(params.orderNumber);
    const order = orderNumber === null ? null : await loadOrderQr(db, orderNumber);
    if (!order || !orderStatusFacts[order.status].showsQrCode) throw notFound();
    return picture(`${order.orderNumber}.png`, qrPng(documents.qrOf(order).text));
  });

  // The address alone, which the caller knows already: no order is looked up for it.
  mountFile(app, "GET /openApi/loadPaymentQRCode/:orderNumber", async ({ params }) => {
    const orderNumber = readOrderNumber(params.orderNumber);
    if (orderNumber === null) throw notFound();
    return picture(`${orderNumber}-pay.png`, qrPng(documents.paymentAddress(orderNumber)));
  });
}

function mountPapers(app: FastifyInstance, services: DocumentServices, documents: Documents): void {
  const db = services.db.kysely;

  mountFile(
    app,
    "GET /openApi/getPdfReceipt/:merchantId/:clientId/:orderNumber",
    async ({ params, query }) => {
      const order = await findPaidOrder(db, params);
      const invoice = await findTaxInvoice(db, order.id);
      const look = { language: languageOf(query.lang), paper: paperOf(query.size) };
      return toReply(
        await documents.receipt({ order, invoice, ...look }),
        printPage(services, order, look.language),
      );
    },
  );

  mountFile(
    app,
    "GET /openApi/getVatInvoice/:merchantId/:clientId/:orderNumber",
    async ({ params, query }) => {
      const order = await findPaidOrder(db, params);
      const document = await findTaxInvoice(db, order.id);
      if (!document || resolveTheme(order.theme).hideVatInvoice) throw notFound();
      const look = taxLook(document, query);
      return toReply(
        await documents.taxDocument({ order, document, ...look }),
        printPage(services, order, look.language),
      );
    },
  );

  mountFile(app, "GET /web/getDesktopOrderFile/:orderNumber", async ({ params, query }) => {
    const orderNumber = readOrderNumber(params.orderNumber);
    const agreement = orderNumber === null ? null : await loadOrderAgreement(db, orderNumber);
    if (!agreement) throw notFound();
    const language = languageOf(query.lang);
    return toReply(documents.agreement({ agreement, language }), {
      html: agreementPage(agreement, language),
    });
  });
}

function mountNotes(app: FastifyInstance, services: DocumentServices, documents: Documents): void {
  const db = services.db.kysely;
  async function note(
    kind: NoteKind,
    params: DocumentParams & { readonly number: string },
    query: DocumentQuery,
  ): Promise<FileReply> {
    const order = await findPaidOrder(db, params);
    const document = await findNote(db, { orderId: order.id, kind, number: params.number });
    if (!document || resolveTheme(order.theme).hideVatInvoice) throw notFound();
    const look = taxLook(document, query);
    return toReply(
      await documents.taxDocument({ order, document, ...look }),
      printPage(services, order, look.language),
    );
  }

  mountFile(
    app,
    "GET /openApi/getCreditNote/:merchantId/:clientId/:orderNumber/:number",
    async ({ params, query }) => await note("credit_note", params, query),
  );

  mountFile(
    app,
    "GET /openApi/getDebitNote/:merchantId/:clientId/:orderNumber/:number",
    async ({ params, query }) => await note("debit_note", params, query),
  );
}

async function findPaidOrder(
  db: DocumentServices["db"]["kysely"],
  params: DocumentParams,
): Promise<DocumentOrder> {
  const orderNumber = readOrderNumber(params.orderNumber);
  const order = orderNumber === null ? null : await loadDocumentOrder(db, { orderNumber });
  if (!order || !orderStatusFacts[order.status].wasPaid || !belongTogether(params, order)) throw notFound();
  return order;
}

type DocumentParams = {
  readonly merchantId: string;
  readonly clientId: string;
  readonly orderNumber: string;
};

function belongTogether(params: DocumentParams, order: DocumentOrder): boolean {
  return params.merchantId === String(order.merchantId) && params.clientId === clientIdText(order.clientId);
}

function languageOf(text: string | undefined): Language {
  return readLanguage(text) ?? defaultLanguage;
}

function paperOf(size: string | undefined): Paper {
  return papers.find((name) => name === size?.toLowerCase()) ?? "a4";
}

type DocumentQuery = { readonly lang?: string | undefined; readonly size?: string | undefined };

/** The roll has room for what a simplified document states; a standard one always takes a sheet. */
function taxLook(
  { form }: TaxDocument,
  query: DocumentQuery,
): { readonly language: Language; readonly paper: Paper } {
  return {
    language: languageOf(query.lang),
    paper: form === "simplified" ? paperOf(query.size) : "a4",
  };
}

function toReply(file: PdfFile, otherwise: NonNullable<FileReply["otherwise"]>): FileReply {
  return { ...file, otherwise, contentType: "application/pdf", cacheControl: neverKept };
}

/** Address of the printable page of an order, which says what its papers say, but for the number of a credit note. */
function printPage({ webUrl }: DocumentServices, { orderNumber }: DocumentOrder, language: Language) {
  return { address: `${webUrl}/pay/print/${orderNumber}?lang=${language}` };
}

function notFound(): Problem {
  return new Problem("order_not_found");
}
