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
import { phase2States, submissionStanding } from "#core/zatca/unit-state.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import { literals } from "#db/literals.ts";
import type { RiyalAmounts, TaxDocumentContent } from "../documents/document-facts.ts";
import { invoiceOfOrder } from "../documents/invoice-of-order.ts";
import { type DocumentOrder, loadDocumentOrder } from "../documents/order-facts.ts";
import { findTaxInvoice, type TaxDocument } from "../documents/tax-document-store.ts";
import type { Sealing } from "../secrets/sealing.ts";
import { type StampedDocument, stampDocument, withEnvelope } from "../zatca/stamp-document.ts";
import { type StampingUnit, stampingColumns } from "../zatca/unit-store.ts";

type Trx = Transaction<DocumentsDatabase>;

/**
 * Issues the tax invoice of an order that becomes paid in this transaction. Call it when the order and its settling
 * attempt are written. Repeated, it gives the invoice that there is.
 * @param at the time of issue, unless an earlier number of this merchant has a later one
 * @param sealing opens the stamping key of a merchant in phase 2
 * @returns null when the order gets none (see `invoiceOfOrder`); and when its seller cannot be named yet, or the unit that
 *   stamps is held: then the invoice waits (decisions 0047, 0110)
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
    await awaitIssue(trx, order, at);
    return null;
  }
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
  const told = {
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
              sql<Record<string, unknown>>`${JSON.stringify(told)}::jsonb`.as("data"),
            ]),
        ),
    )
    .selectFrom("issued")
    .select("id")
    .executeTakeFirstOrThrow();
  return id;
}

type Place = {
  readonly prefix: string;
  readonly sequence: number;
  readonly issuedAt: Date;
  /** That stamps, locked; null where the merchant has none. */
  readonly unit: StampingUnit | null;
};

/**
 * The next number of a merchant, and the unit that stamps for it, if it has one. Waits for the holders of both; times of
 * issue follow the numbers. By one statement: merchants without a unit pay nothing for those with one.
 * @returns null, and takes no number, while the unit is held
 */
async function takeNumber(
  trx: Trx,
  merchantId: number,
  { kind, at }: { readonly kind: TaxDocumentKind; readonly at: Date },
): Promise<Place | null> {
  const next = trx
    // The unit first, and locked: whether it is held is known for as long as this transaction lasts.
    .with("unit", (db) =>
      db
        .selectFrom("egs_units")
        .select([...stampingColumns, "state"])
        .where("merchant_id", "=", merchantId)
        .where("state", "in", phase2States)
        .forUpdate(),
    )
    .with("taken", (db) =>
      db
        .updateTable("document_counters")
        .set({
          last_sequence: sql<number>`last_sequence + 1`,
          last_issued_at: sql<Date>`greatest(last_issued_at, ${at}::timestamptz)`,
        })
        .where("merchant_id", "=", merchantId)
        .where("kind", "=", kind)
        .where(sql<boolean>`not exists (select from unit where state = 'held')`)
        .returning(["prefix", "last_sequence", "last_issued_at", inPhase2.as("is_in_phase_2")]),
    )
    .selectFrom("taken as t")
    .leftJoin("unit as u", (join) => join.onTrue())
    .select(["t.prefix", "t.last_sequence", "t.last_issued_at", "t.is_in_phase_2"])
    .select(stampingColumns.map((column) => `u.${column}` as const));
  const first = await next.executeTakeFirst();
  if (!first) await beginSeries(trx, merchantId, kind);
  const taken = first ?? (await next.executeTakeFirst());
  if (!taken) return null;
  const { prefix, last_sequence: sequence, last_issued_at: last, is_in_phase_2, ...columns } = taken;
  const unit = columns.id === null ? null : (columns as StampingUnit);
  if (unit === null && is_in_phase_2)
    throw new Error(`another unit began to stamp for merchant ${merchantId} at this moment`);
  return { prefix, sequence, issuedAt: last ?? at, unit };
}

/** As it was when the statement began. One that waited for a unit that was just replaced has no unit, and must be tried again. */
const inPhase2 = sql<boolean>`exists (select from egs_units u
  where u.merchant_id = document_counters.merchant_id and u.state in (${sql.raw(literals(phase2States))}))`;

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
