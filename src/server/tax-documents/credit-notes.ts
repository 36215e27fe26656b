/**
 * Issues credit notes, inside the transaction that refunds the order, under the order's lock (numbering.ts). What a note
 * takes back is counted over all notes of the order, whichever of its invoices in a line of corrections they name.
 */
import type { Transaction } from "kysely";
import { type Minor, minor, sum, timesRatio } from "#core/money.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { type CreditedLine, creditInRiyals, creditLines, restsAfter } from "#core/tax/credit-note.ts";
import { taxCurrency } from "#core/tax/tax-invoice.ts";
import { cleanText } from "#core/text.ts";
import type { DocumentsDatabase } from "#db/documents-schema.ts";
import {
  contentVersion,
  type DocumentFacts,
  type DocumentLine,
  type RiyalAmounts,
} from "../documents/document-facts.ts";
import { loadDocumentOrder } from "../documents/order-facts.ts";
import { queueOwedNotes } from "../documents/owed-notes.ts";
import {
  creditNotesOf,
  findCreditNote,
  findTaxInvoice,
  isDecided,
  type TaxDocument,
} from "../documents/tax-document-store.ts";
import type { Sealing } from "../secrets/sealing.ts";
import { insertDocument, type NewDocument } from "./numbering.ts";

/** As long as the column. */
const reasonLength = 500;

type Trx = Transaction<DocumentsDatabase>;

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
 * @returns null when the order has no tax invoice; and while the tax authority has not accepted it, or the unit that stamps
 *   is held: then the note is owed, and a job issues it (decisions 0115, 0110)
 * @throws RangeError when the refunds of the order would exceed its invoice: the caller must have refused it
 */
export async function issueCreditNote(trx: Trx, request: CreditNoteRequest): Promise<TaxDocument | null> {
  const existing = await findCreditNote(trx, request);
  if (existing) return existing;
  const invoice = await findTaxInvoice(trx, request.orderId);
  const order = await loadDocumentOrder(trx, request);
  if (!invoice || !order) return null;
  if (!isDecided(invoice)) {
    await queueOwedNotes(trx, order, request.at);
    return null;
  }
  const earlier = await creditNotesOf(trx, { orderId: request.orderId, debitNoteId: null });
  const credited = request.credited ?? creditLines(restsOf(invoice, earlier), request.refundAmount);
  const note = await insertDocument(trx, order, {
    ...creditOf(invoice, { credited, earlier }),
    sealing: request.sealing,
    at: request.at,
    correction: {
      originalId: invoice.id,
      refundKey: request.refundKey,
      reason: cleanText(request.reason ?? "", reasonLength) || null,
    },
  });
  if (note === null) await queueOwedNotes(trx, order, request.at);
  return note;
}

/** What earlier credit notes have left of each line of an invoice, or of a debit note. */
export function restsOf(charged: TaxDocument, earlier: readonly TaxDocument[]): CreditedLine[] {
  return restsAfter(
    charged.content.facts.lines,
    earlier.map((note) => note.content.credited),
  );
}

/**
 * What a credit note states that takes something back of an invoice, or of a debit note: between the same parties, in the
 * same form and currency.
 * @param note what it takes back of each line, and the credit notes before it
 */
export function creditOf(
  charged: TaxDocument,
  {
    credited,
    earlier,
  }: { readonly credited: readonly CreditedLine[]; readonly earlier: readonly TaxDocument[] },
) {
  const { facts: charges, original } = charged.content;
  const { vatNumber } = charges.seller;
  if (!vatNumber) throw new Error(`the document ${charged.number} has no VAT number`);
  const facts = creditedFacts(charges, credited);
  const riyals = riyalsOf(charged, { earlier, facts });
  const named = { number: charged.number, issuedAt: charged.issuedAt };
  return {
    kind: "credit_note",
    form: charged.form,
    vatNumber,
    riyals,
    content: {
      version: contentVersion,
      facts,
      riyals: facts.currency === taxCurrency ? null : riyals,
      ...(charged.kind === "debit_note" ? { original, debitNote: named } : { original: named }),
      credited,
    },
  } satisfies Partial<NewDocument>;
}

/** A note's amounts in riyals: its own, or its share of what earlier notes have left of what was charged. */
function riyalsOf(
  charged: TaxDocument,
  note: { readonly earlier: readonly TaxDocument[]; readonly facts: DocumentFacts },
): RiyalAmounts {
  const { taxable, vat, total } = note.facts;
  const whole = charged.content.riyals;
  if (whole === null) return { taxable, vat, total };
  const rests = restsOf(charged, note.earlier);
  const left = (of: "taxable" | "vat"): Minor =>
    minor(whole[of] - sum(note.earlier.map(({ content }) => content.riyals?.[of] ?? minor(0))));
  return creditInRiyals(note.facts, {
    own: {
      taxable: sum(rests.map((rest) => rest.taxable)),
      vat: sum(rests.map((rest) => rest.vat)),
    },
    riyals: { taxable: left("taxable"), vat: left("vat") },
  });
}

/** What was charged, with only the lines, and the parts of lines, that are taken back. */
function creditedFacts(charged: DocumentFacts, credited: readonly CreditedLine[]): DocumentFacts {
  const lines = charged.lines.flatMap((line, index) => toCreditedLine(line, credited[index]) ?? []);
  const taxable = sum(lines.map((line) => line.taxable));
  const vat = sum(lines.map((line) => line.vat));
  return {
    ...charged,
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
