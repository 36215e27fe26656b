/**
 * Receipts, tax invoices, credit notes and agreements as PDF files. The tag of a file is known before it is made: it
 * names the print model, the logo and the templates, which together decide every byte.
 */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Language } from "#core/language.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import type { Log } from "#core/ports.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import { findImageFile, readImageFile } from "../images/image-store.ts";
import { type ByteCache, createByteCache } from "../storage/byte-cache.ts";
import { contentHash, type Storage } from "../storage/storage.ts";
import { type OrderAgreement, toAgreementModel } from "./agreement-file.ts";
import type { DocumentQr, DocumentSource } from "./document-facts.ts";
import { toPrintModel } from "./document-model.ts";
import { eInvoiceFile } from "./legal-xml.ts";
import type { DocumentOrder } from "./order-facts.ts";
import type { PdfAttachment, PdfJob, PdfPool } from "./pdf-pool.ts";
import type { Paper } from "./print-model.ts";
import { isWithheld, type TaxDocument } from "./tax-document-store.ts";
import { readTemplateVersion } from "./template-version.ts";

export type DocumentServices = {
  readonly db: { readonly kysely: Kysely<DocumentsDatabase> };
  readonly storage: Storage;
  readonly pdf: PdfPool;
  readonly log: Log;
  /** Public address of the pages, without a trailing slash. */
  readonly webUrl: string;
};

/** A file that can be made. */
export type PdfFile = {
  readonly fileName: string;
  /** Equal tags mean equal bytes. */
  readonly tag: string;
  /** Makes the file, or takes it from the cache. Throws what `PdfPool.render` throws. */
  readonly load: () => Promise<Buffer>;
};

export type Documents = {
  /** The receipt of a paid order, with its tax invoice if there is one. */
  readonly receipt: (
    of: { readonly order: DocumentOrder; readonly invoice: TaxDocument | null } & Look,
  ) => Promise<PdfFile>;
  /** A tax invoice or credit note, as it was issued. */
  readonly taxDocument: (
    of: { readonly order: DocumentOrder; readonly document: TaxDocument } & Look,
  ) => Promise<PdfFile>;
  readonly agreement: (of: { readonly agreement: OrderAgreement; readonly language: Language }) => PdfFile;
  /** What an order's QR code holds (decision K17). */
  readonly qrOf: (order: { readonly orderNumber: string; readonly taxQr: string | null }) => DocumentQr;
  /** Where an order is paid, for a code on a screen. */
  readonly paymentAddress: (orderNumber: string) => string;
};

type Look = { readonly language: Language; readonly paper: Paper };

/** Files that were asked for are asked for again: by the buyer's page, a preview, a mail. */
const cachedBytes = 64 * 1024 * 1024;

/** Builds the service; nothing is rendered before it is asked for. */
export function createDocuments(services: DocumentServices): Documents {
  const cache = createByteCache(cachedBytes);
  const version = readTemplateVersion();
  const pdfFile = (fileName: string, job: PdfJob): PdfFile =>
    toFile({ fileName, job, version, cache, pdf: services.pdf });
  const addressOf = (orderNumber: string) =>
    ({ kind: "address", text: `${services.webUrl}/pay/order/${orderNumber}` }) as const;
  const qrOf: Documents["qrOf"] = ({ orderNumber, taxQr }) =>
    taxQr === null ? addressOf(orderNumber) : { kind: "tax", text: taxQr };

  const invoiceLike = (order: DocumentOrder, source: DocumentSource, look: PaperLook) =>
    paperOf(services, order, { source, look });

  return {
    qrOf,
    paymentAddress: (orderNumber) => `${services.webUrl}/pay/info/${orderNumber}`,
    receipt: async ({ order, invoice, ...look }) => {
      const source: DocumentSource = {
        kind: "receipt",
        standing: orderStatusFacts[order.status].standing,
        // What the tax invoice says of the sale, the receipt says, too.
        facts: invoice?.content.facts ?? order.facts,
        refunded: order.refundedTotal,
        invoiceNumber: invoice?.number ?? null,
        qr: addressOf(order.orderNumber),
      };
      return pdfFile(`receipt-${order.orderNumber}.pdf`, await invoiceLike(order, source, look));
    },
    taxDocument: async ({ order, document, ...look }) => {
      // The code of a cleared document is the authority's: until there is one, the paper leads to the order.
      const taxQr = isWithheld(document) ? null : document.qr;
      const source: DocumentSource = { ...document, qr: qrOf({ orderNumber: order.orderNumber, taxQr }) };
      const attachment = await eInvoiceFile(services.db.kysely, document);
      return pdfFile(`${document.number}.pdf`, await invoiceLike(order, source, { ...look, attachment }));
    },
    agreement: ({ agreement, language }) =>
      pdfFile(`agreement-${agreement.orderNumber}.pdf`, {
        model: toAgreementModel(agreement, language),
        logo: null,
        createdAtSeconds: Math.floor(agreement.createdAt.getTime() / 1000),
      }),
  };
}

type PaperLook = Look & { readonly attachment?: PdfAttachment | null };

/** What makes the paper of a document, in the shop's look. */
export async function paperOf(
  services: Pick<DocumentServices, "db" | "storage" | "log" | "webUrl">,
  order: Pick<DocumentOrder, "logoImageId" | "theme" | "world">,
  {
    source,
    look: { attachment = null, ...look },
  }: { readonly source: DocumentSource; readonly look: PaperLook },
): Promise<PdfJob> {
  const logo = await loadLogo(services, order.logoImageId);
  const { primaryColor: colour, currencyStyle, hijriDates } = resolveTheme(order.theme);
  const date = source.kind === "receipt" ? source.facts.paidAt : source.issuedAt;
  const verifyAddress = `${services.webUrl.replace(/^https?:\/\//, "")}/verify/`;
  const shown = {
    ...look,
    world: order.world,
    colour,
    currencyStyle,
    hijriDates,
    hasLogo: logo !== null,
    verifyAddress,
  };
  return {
    ...{ model: toPrintModel(source, shown), logo, attachment },
    createdAtSeconds: Math.floor(date / 1000),
  };
}

function toFile(from: {
  readonly fileName: string;
  readonly job: PdfJob;
  readonly version: string;
  readonly cache: ByteCache;
  readonly pdf: PdfPool;
}): PdfFile {
  const { job } = from;
  const tag = createHash("sha256")
    .update(`${from.version} ${job.createdAtSeconds} ${job.logo ? contentHash(job.logo) : "none"} `)
    .update(JSON.stringify(job.model))
    .update(job.attachment ? ` ${job.attachment.name} ${job.attachment.text}` : "")
    .digest("hex");
  return { fileName: from.fileName, tag, load: () => from.cache.get(tag, () => from.pdf.render(job)) };
}

/** The merchant's logo in print size; a document without it is better than none. */
export async function loadLogo(
  services: Pick<DocumentServices, "db" | "storage" | "log">,
  imageId: string | null,
): Promise<Buffer | null> {
  const file = imageId === null ? null : await findImageFile(services.db.kysely, { imageId }, "medium");
  if (!file) return null;
  return readImageFile(services.storage, file.sha256).catch((error: unknown) => {
    services.log.error("logo_not_read", { imageId, error });
    return null;
  });
}
