/**
 * Issues tax invoices and credit notes. Called inside the transaction that settles or refunds the order: the number
 * is taken from the merchant's counter under its row lock, so numbers have neither gaps nor doubles, and a payment
 * that is rolled back gives its number back. The database refuses everything else (migration 0002).
 *
 * The caller holds the order's lock, as settling and refunding do. From here until its end the transaction holds the
 * merchant's counter as well, and in phase 2 the unit that stamps (docs/decisions/0066): call these last.
 */
import { type Insertable, sql, type Transaction } from "kysely";
import { formatDecimal, type Minor, minor, sum, timesRatio } from "#core/money.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { type CreditedLine, creditInRiyals, creditLines, restsAfter } from "#core/tax/credit-note.ts";
import { type TaxDocumentKind, taxCurrency, taxDocumentNumber } from "#core/tax/tax-invoice.ts";
import { encodeTaxQr, riyadhTimestamp } from "#core/tax/tax-qr.ts";
import { cleanText } from "#core/text.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import type { Sealing } from "../secrets/sealing.ts";
import { type StampedDocument, stampDocument, writeEnvelope } from "../zatca/stamp-document.ts";
import type { UnitId } from "../zatca/unit-store.ts";
import {
  contentVersion,
  type DocumentFacts,
  type DocumentLine,
  type RiyalAmounts,
  type TaxDocumentContent,
} from "./document-facts.ts";
import { invoiceOfOrder } from "./invoice-of-order.ts";
import { type DocumentOrder, loadDocumentOrder } from "./order-facts.ts";
import { creditNotesOf, findCreditNote, findTaxInvoice, type TaxDocument } from "./tax-document-store.ts";

/** As long as the column. */
const reasonLength = 500;

type Trx = Transaction<DocumentsDatabase>;

/**
 * Issues the tax invoice of an order that becomes paid in this transaction. Call it when the order and its settling
 * attempt are written. Repeated, it gives the invoice that there is.
 * @param at the time of issue, unless an earlier number of this merchant has a later one
 * @param sealing opens the stamping key of a merchant in phase 2
 * @returns null when the order gets none (see `invoiceOfOrder`), or its seller cannot be named yet: then the invoice
 *   waits (decision 0047)
 */
export async function issueTaxInvoice(
  trx: Trx,
  { orderId, at, sealing }: { readonly orderId: number; readonly at: Date; readonly sealing: Sealing },
): Promise<TaxDocument | null> {
  const order = await loadDocumentOrder(trx, { orderId });
  if (order?.isInvoiced) return await findTaxInvoice(trx, orderId);
  const invoice = order && invoiceOfOrder(order);
  if (!order || !invoice) return null;
  if (order.missingFacts.length > 0) {
    await awaitSeller(trx, order, at);
    return null;
  }
  return insertDocument(trx, order, { ...invoice, sealing, at });
}

export type CreditNoteRequest = {
  readonly orderId: number;
  /** What is refunded now, VAT included, in minor units of the order's currency. */
  readonly refundAmount: Minor;
  /** Which refund this is: the same key gives the same note, whatever else is asked. */
  readonly refundKey: string;
  /** What it takes back of each line of the order; without it the amount is spread over all that is left. */
  readonly credited?: readonly CreditedLine[] | null;
  /** Why, in the merchant's words; null prints that the amount was returned to the buyer. */
  readonly reason: string | null;
  readonly at: Date;
  /** Opens the stamping key of a merchant in phase 2. */
  readonly sealing: Sealing;
};

/**
 * Issues the credit note of a refund.
 * @returns null when the order has no tax invoice that could be corrected
 * @throws RangeError when the refunds of the order would exceed its invoice: the caller must have refused it
 */
export async function issueCreditNote(trx: Trx, request: CreditNoteRequest): Promise<TaxDocument | null> {
  const existing = await findCreditNote(trx, request);
  if (existing) return existing;
  const invoice = await findTaxInvoice(trx, request.orderId);
  const order = await loadDocumentOrder(trx, request);
  if (!invoice || !order) return null;
  const { facts: invoiced } = invoice.content;
  const { vatNumber } = invoiced.seller;
  if (!vatNumber) throw new Error(`the tax invoice ${invoice.number} has no VAT number`);
  const earlier = await creditNotesOf(trx, invoice.id);
  const rests = restsAfter(
    invoiced.lines,
    earlier.map((note) => note.content.credited),
  );
  const credited = request.credited ?? creditLines(rests, request.refundAmount);
  const facts = creditedFacts(invoiced, credited);
  const riyals = riyalsOf(invoice, { earlier, rests, facts });
  return insertDocument(trx, order, {
    sealing: request.sealing,
    kind: "credit_note",
    form: invoice.form,
    vatNumber,
    riyals,
    at: request.at,
    content: {
      version: contentVersion,
      facts,
      riyals: facts.currency === taxCurrency ? null : riyals,
      original: { number: invoice.number, issuedAt: invoice.issuedAt },
      credited,
    },
    correction: {
      originalId: invoice.id,
      refundKey: request.refundKey,
      reason: cleanText(request.reason ?? "", reasonLength) || null,
    },
  });
}

/** Remembers that the tax invoice of an order is to be issued later (waiting-invoices.ts); again does nothing. */
async function awaitSeller(trx: Trx, order: DocumentOrder, since: Date): Promise<void> {
  await trx
    .insertInto("waiting_tax_invoices")
    .values({ merchant_id: order.merchantId, order_id: order.id, since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type NewDocument = {
  readonly sealing: Sealing;
  readonly kind: TaxDocumentKind;
  readonly form: TaxDocument["form"];
  readonly vatNumber: string;
  readonly riyals: RiyalAmounts;
  readonly at: Date;
  readonly content: TaxDocumentContent;
  readonly correction?: {
    readonly originalId: number;
    readonly refundKey: string;
    readonly reason: string | null;
  };
};

async function insertDocument(trx: Trx, order: DocumentOrder, document: NewDocument): Promise<TaxDocument> {
  const { kind, form, content, correction } = document;
  const { facts } = content;
  const { merchantId } = order;
  const { prefix, sequence, issuedAt, unitId } = await takeNumber(trx, merchantId, document);
  const number = taxDocumentNumber(prefix, sequence);
  const reason = correction?.reason ?? null;
  const unit = unitId === null ? null : { merchantId, unitId };
  const stamped = await stampInPhase2(trx, unit, { ...document, number, issuedAt, reason });
  const qr = stamped?.qr ?? plainQr(document, issuedAt);
  const id = await writeDocument(trx, {
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
    reason,
    content: JSON.stringify(content),
  });
  if (stamped) await writeEnvelope(trx, { documentId: id, form, issuedAt, stamped });
  return { id, kind, form, number, issuedAt: issuedAt.getTime(), qr, reason, content };
}

/** The stamp of a merchant in phase 2; all others have no unit that stamps. */
async function stampInPhase2(
  trx: Trx,
  unit: UnitId | null,
  {
    sealing,
    ...document
  }: NewDocument & Pick<TaxDocument, "number" | "reason"> & { readonly issuedAt: Date },
): Promise<StampedDocument | null> {
  return unit === null ? null : await stampDocument(trx, sealing, { unit, document });
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

/** Inserts a document with its event, by one statement: this is within the transaction that takes money. */
async function writeDocument(trx: Trx, row: Insertable<DocumentsDatabase["tax_documents"]>): Promise<number> {
  const told = {
    kind: row.kind,
    number: row.number,
    issuedAt: row.issued_at.toISOString(),
    currency: row.currency,
    total: row.total,
    vat: row.vat,
  };
  const { id } = await trx
    .with("issued", (db) =>
      db.insertInto("tax_documents").values(row).returning(["id", "merchant_id", "order_id"]),
    )
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
              sql<Record<string, unknown>>`${JSON.stringify(told)}::jsonb`.as("data"),
            ]),
        ),
    )
    .selectFrom("issued")
    .select("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * The next number of a merchant, and the unit that stamps for it, if it has one. Waits for the holder of the counter;
 * times of issue follow the numbers.
 */
async function takeNumber(
  trx: Trx,
  merchantId: number,
  { kind, at }: { readonly kind: TaxDocumentKind; readonly at: Date },
): Promise<{ prefix: string; sequence: number; issuedAt: Date; unitId: number | null }> {
  const next = trx
    .updateTable("document_counters")
    .set({
      last_sequence: sql<number>`last_sequence + 1`,
      last_issued_at: sql<Date>`greatest(last_issued_at, ${at}::timestamptz)`,
    })
    .where("merchant_id", "=", merchantId)
    .where("kind", "=", kind)
    .returning(["prefix", "last_sequence", "last_issued_at"])
    .returning(stampingUnit.as("unit_id"));
  const first = await next.executeTakeFirst();
  if (!first) await beginSeries(trx, merchantId, kind);
  const taken = first ?? (await next.executeTakeFirstOrThrow());
  const { prefix, last_sequence: sequence, last_issued_at: last, unit_id: unitId } = taken;
  return { prefix, sequence, issuedAt: last ?? at, unitId };
}

/**
 * Gives a merchant the counter of its first documents. Of two payments at once, one waits for the other: the rules of a
 * new series look at what is there, and would refuse the second one.
 */
async function beginSeries(trx: Trx, merchantId: number, kind: TaxDocumentKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`document_counters ${merchantId} ${kind}`}, 0))`.execute(
    trx,
  );
  await trx
    .insertInto("document_counters")
    .values({ merchant_id: merchantId, kind, last_sequence: 0, last_issued_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** No statement of its own: merchants without a unit pay nothing for those with one. */
const stampingUnit = sql<number | null>`(select u.id from egs_units u
  where u.merchant_id = document_counters.merchant_id and u.state in ('active', 'stopped'))`;

/** A note's amounts in riyals: its own, or its share of what earlier notes have left of the invoice's. */
function riyalsOf(
  invoice: TaxDocument,
  note: {
    readonly earlier: readonly TaxDocument[];
    readonly rests: readonly CreditedLine[];
    readonly facts: DocumentFacts;
  },
): RiyalAmounts {
  const { taxable, vat, total } = note.facts;
  const invoiced = invoice.content.riyals;
  if (invoiced === null) return { taxable, vat, total };
  const left = (of: "taxable" | "vat"): Minor =>
    minor(invoiced[of] - sum(note.earlier.map(({ content }) => content.riyals?.[of] ?? minor(0))));
  return creditInRiyals(note.facts, {
    own: {
      taxable: sum(note.rests.map((rest) => rest.taxable)),
      vat: sum(note.rests.map((rest) => rest.vat)),
    },
    riyals: { taxable: left("taxable"), vat: left("vat") },
  });
}

/** The invoice's facts with only the lines, and the parts of lines, that are taken back. */
function creditedFacts(invoiced: DocumentFacts, credited: readonly CreditedLine[]): DocumentFacts {
  const lines = invoiced.lines.flatMap((line, index) => toCreditedLine(line, credited[index]) ?? []);
  const taxable = sum(lines.map((line) => line.taxable));
  const vat = sum(lines.map((line) => line.vat));
  return {
    ...invoiced,
    lines,
    subTotal: sum(lines.map((line) => line.net)),
    discount: sum(lines.map((line) => line.discount)),
    discountBps: null,
    taxable,
    vat,
    total: minor(taxable + vat),
    note: null,
  };
}

/** A line that is taken back whole, or in pieces, keeps quantity and discount; an amount of one is stated as such. */
function toCreditedLine(line: DocumentLine, credited: CreditedLine | undefined): DocumentLine | null {
  if (!credited || credited.taxable + credited.vat === 0) return null;
  const { taxable, vat, quantity } = credited;
  if (taxable === line.taxable && vat === line.vat) return line;
  const total = minor(taxable + vat);
  const whole = { ...line, taxable, vat, total };
  const net = quantity === undefined ? taxable : timesRatio(line.net, quantity, line.qty);
  // The last pieces of a line of which an amount was given back before are worth less than their price.
  if (quantity === undefined || net < taxable || line.discount === 0)
    return {
      ...whole,
      qty: quantity ?? wholeQuantity(1),
      ...(quantity === undefined && { unit: null }),
      net: taxable,
      discount: minor(0),
      ...(quantity === undefined && { isPart: true }),
    };
  return { ...whole, qty: quantity, net, discount: minor(net - taxable) };
}
