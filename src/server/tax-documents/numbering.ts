/**
 * Issues tax documents: each takes its merchant's next number and is written with it. Called inside the transaction that settles or refunds the order: the number
 * is taken from the merchant's counter under its row lock, so numbers have neither gaps nor doubles, and a payment
 * that is rolled back gives its number back. The database refuses everything else (migration 0002).
 *
 * The caller holds the order's lock, as settling and refunding do. From here until its end the transaction holds, in phase
 * 2, the unit that stamps (docs/decisions/0066), and the merchant's counter: call these last.
 */
import { type Insertable, sql, type Transaction } from "kysely";
import { formatDecimal } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import { type TaxDocumentKind, taxCurrency, taxDocumentNumber } from "#core/tax/tax-invoice.ts";
import { encodeTaxQr, riyadhTimestamp } from "#core/tax/tax-qr.ts";
import { submissionStanding } from "#core/zatca/unit-state.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import type { RiyalAmounts, TaxDocumentContent } from "../documents/document-facts.ts";
import { invoiceOfOrder, lacksNumber } from "../documents/invoice-of-order.ts";
import { type DocumentOrder, loadDocumentOrder } from "../documents/order-facts.ts";
import { findTaxInvoice, type TaxDocument } from "../documents/tax-document-store.ts";
import type { Sealing } from "../secrets/sealing.ts";
import { type StampedDocument, stampDocument, withEnvelope } from "../zatca/stamp-document.ts";
import { takeNumber } from "./next-number.ts";

type Trx = Transaction<DocumentsDatabase>;

/**
 * Issues the tax invoice of an order that becomes paid in this transaction. Call it when the order and its settling
 * attempt are written. Repeated, it gives the invoice that there is.
 * @param at the time of issue, unless an earlier number of this merchant has a later one
 * @param sealing opens the stamping key of a merchant in phase 2
 * @returns null when the order gets none (see `invoiceOfOrder`); and when its seller cannot be named yet, has no VAT
 *   number any more, or the unit that stamps is held: then the invoice waits (decisions 0047, 0110)
 */
export async function issueTaxInvoice(
  trx: Trx,
  { orderId, at, sealing }: { readonly orderId: number; readonly at: Date; readonly sealing: Sealing },
): Promise<TaxDocument | null> {
  const order = await loadDocumentOrder(trx, { orderId });
  if (order?.isInvoiced) return await findTaxInvoice(trx, orderId);
  if (!order) return null;
  const invoice = invoiceOfOrder(order);
  if (lacksNumber(order) || (invoice && order.missingFacts.length > 0)) await awaitIssue(trx, order, at);
  if (!invoice || order.missingFacts.length > 0) return null;
  const issued = await insertDocument(trx, order, { ...invoice, sealing, at });
  if (issued === null) await awaitIssue(trx, order, at);
  return issued;
}

/** Remembers that the tax invoice of an order is to be issued later (waiting-invoices.ts); again does nothing. */
async function awaitIssue(trx: Trx, order: DocumentOrder, since: Date): Promise<void> {
  await trx
    .insertInto("waiting_tax_invoices")
    .values({ merchant_id: order.merchantId, order_id: order.id, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A tax document before it has its number. */
export type NewDocument = {
  readonly sealing: Sealing;
  readonly kind: TaxDocumentKind;
  readonly form: TaxDocument["form"];
  readonly vatNumber: string;
  readonly riyals: RiyalAmounts;
  readonly at: Date;
  readonly content: TaxDocumentContent;
  /** Of notes: the invoice that they are about, and why; of credit notes the refund, or the debit note that they take back. */
  readonly correction?: {
    readonly originalId: number;
    readonly refundKey: string | null;
    readonly debitNoteId?: number | null;
    readonly reason: string | null;
  };
  /** The rejected document whose place it takes. */
  readonly replaces?: { readonly id: number; readonly number: string };
};

/**
 * Takes the next number of the order's merchant for a document, stamps it in phase 2, and writes it.
 * @returns null, with nothing written, while the merchant's unit is held: the document must wait, or be refused
 */
export async function insertDocument(
  trx: Trx,
  order: Pick<DocumentOrder, "id" | "merchantId">,
  document: NewDocument,
): Promise<TaxDocument | null> {
  const { kind, form, content, correction } = document;
  const { facts } = content;
  const { merchantId } = order;
  const place = await takeNumber(trx, merchantId, document);
  if (place === null) return null;
  const { prefix, sequence, issuedAt, unit } = place;
  const number = taxDocumentNumber(prefix, sequence);
  const reason = correction?.reason ?? null;
  // All others have no unit that stamps.
  const stamped =
    unit &&
    stampDocument(document.sealing, {
      merchantId,
      unit,
      document: { ...document, number, issuedAt, reason },
    });
  const qr = stamped?.qr ?? plainQr(document, issuedAt);
  const row = {
    merchant_id: merchantId,
    order_id: order.id,
    kind,
    form,
    sequence,
    number,
    issued_at: issuedAt,
    currency: facts.currency,
    taxable: facts.taxable,
    vat: facts.vat,
    total: facts.total,
    vat_sar: document.riyals.vat,
    qr,
    original_id: correction?.originalId ?? null,
    refund_key: correction?.refundKey ?? null,
    debit_note_id: correction?.debitNoteId ?? null,
    reason,
    replaces_id: document.replaces?.id ?? null,
    content: JSON.stringify(content),
  };
  const id = await writeDocument(trx, row, { stamped, replaces: document.replaces?.number ?? null });
  const way = form === "simplified" ? "report" : "clear";
  const standing = stamped && submissionStanding({ way, state: "due" });
  return { id, kind, form, number, issuedAt: issuedAt.getTime(), qr, standing, reason, content };
}

/**
 * What a call has issued.
 * @throws Problem `tax_unit_held` where nothing was, since the merchant's unit is held
 */
export function issuedNow(document: TaxDocument | null): TaxDocument {
  if (document === null) throw new Problem("tax_unit_held");
  return document;
}

/** The QR code of a document without a stamp: five fields. */
function plainQr({ content: { facts }, vatNumber, riyals }: NewDocument, issuedAt: Date): string {
  return encodeTaxQr({
    sellerName: facts.seller.name,
    vatNumber,
    issuedAt: riyadhTimestamp(issuedAt.getTime()),
    total: formatDecimal(facts.total, facts.currency),
    vatTotal: formatDecimal(riyals.vat, taxCurrency),
  });
}

/**
 * Inserts a document with its event, and in phase 2 with its envelope, by one statement: this is within the transaction that
 * takes money.
 */
async function writeDocument(
  trx: Trx,
  row: Insertable<DocumentsDatabase["tax_documents"]> & { readonly issued_at: Date },
  { stamped, replaces }: { readonly stamped: StampedDocument | null; readonly replaces: string | null },
): Promise<number> {
  const data = {
    kind: row.kind,
    number: row.number,
    issuedAt: row.issued_at.toISOString(),
    currency: row.currency,
    total: row.total,
    vat: row.vat,
    ...(replaces !== null && { replaces }),
  };
  const statement = trx.with("issued", (db) =>
    db.insertInto("tax_documents").values(row).returning(["id", "merchant_id", "order_id"]),
  );
  const { form, issued_at: issuedAt } = row;
  const { id } = await (stamped ? withEnvelope(statement, { form, issuedAt, stamped }) : statement)
    .with("told", (db) =>
      db
        .insertInto("events")
        .columns(["merchant_id", "order_id", "type", "data"])
        .expression((eb) =>
          eb
            .selectFrom("issued")
            .select([
              "merchant_id",
              "order_id",
              sql<string>`'tax_document.issued'`.as("type"),
              sql<Record<string, unknown>>`${JSON.stringify(data)}::jsonb`.as("data"),
            ]),
        ),
    )
    .selectFrom("issued")
    .select("id")
    .executeTakeFirstOrThrow();
  return id;
}
