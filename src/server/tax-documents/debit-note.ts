/**
 * Debit notes (decision 0090): what a merchant charges after the tax invoice was issued. A note states it, refers to the
 * invoice that counts, and goes the way of all tax documents; nothing is paid by it.
 */
import type { Transaction } from "kysely";
import { minor, sum } from "#core/money.ts";
import { isGivenBack, orderStatusFacts, refusalOfUnpaid } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { inTaxCurrency, taxCurrency } from "#core/tax/tax-invoice.ts";
import type { Schema } from "#db/schema.ts";
import { contentVersion, type DocumentFacts, type DocumentLine } from "../documents/document-facts.ts";
import { findTaxInvoice, isDecided, type TaxDocument } from "../documents/tax-document-store.ts";
import { lockOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { refuseFindings } from "../zatca/refuse-at-issue.ts";
import { isInPhase2 } from "../zatca/unit-store.ts";
import { insertDocument, issuedNow, type NewDocument } from "./numbering.ts";

/** What is charged, and why. */
export type Debit = { readonly reason: string; readonly lines: readonly DocumentLine[] };

/**
 * Issues a debit note of a paid order.
 * @param of `read` gives what is charged, in the invoice's currency
 * @throws Problem `tax_invoice_missing` where there is no tax invoice, or the tax authority has rejected it;
 *   `tax_document_pending` while it has not decided on it; `order_refunded` once all was given back; `tax_document_refused` in phase 2 where the authority would reject the note; what `read` throws
 */
export async function issueDebitNote(
  { clock, sealing }: Pick<Services, "clock" | "sealing">,
  trx: Transaction<Schema>,
  of: {
    readonly merchantId: number;
    readonly orderId: number;
    readonly read: (currency: string) => Debit;
  },
): Promise<TaxDocument> {
  const { orderId, merchantId } = of;
  const { status } = await lockOrder(trx, orderId);
  const order = orderStatusFacts[status];
  if (isGivenBack(order)) throw new Problem(refusalOfUnpaid(order));
  const invoice = await findTaxInvoice(trx, orderId);
  if (!invoice || invoice.standing === "rejected") throw new Problem("tax_invoice_missing");
  if (!isDecided(invoice)) throw new Problem("tax_document_pending");
  const note = noteOf(invoice, of.read(invoice.content.facts.currency));
  const at = new Date(clock.now());
  if (await isInPhase2(trx, merchantId))
    refuseFindings({ ...note, number: "1", reason: note.correction.reason, issuedAt: at });
  return issuedNow(await insertDocument(trx, { id: orderId, merchantId }, { ...note, at, sealing }));
}

/** The note between the invoice's parties, at the invoice's rate of exchange. */
function noteOf(invoice: TaxDocument, { reason, lines }: Debit) {
  const { facts: invoiced } = invoice.content;
  const { vatNumber } = invoiced.seller;
  if (vatNumber === null) throw new Error(`the tax invoice ${invoice.number} has no VAT number`);
  const facts = debitedFacts(invoiced, lines);
  const riyals = inTaxCurrency(facts, invoiced);
  if (riyals === null) throw new Error(`the tax invoice ${invoice.number} has no worth in riyals`);
  return {
    kind: "debit_note",
    form: invoice.form,
    vatNumber,
    riyals,
    content: {
      version: contentVersion,
      facts,
      riyals: facts.currency === taxCurrency ? null : riyals,
      original: { number: invoice.number, issuedAt: invoice.issuedAt },
    },
    correction: { originalId: invoice.id, refundKey: null, reason },
  } satisfies Omit<NewDocument, "at" | "sealing">;
}

/** The invoice's facts with what is charged now instead of its lines; nothing of it was paid. */
function debitedFacts(invoiced: DocumentFacts, lines: readonly DocumentLine[]): DocumentFacts {
  const taxable = sum(lines.map((line) => line.taxable));
  const vat = sum(lines.map((line) => line.vat));
  return {
    ...invoiced,
    lines,
    subTotal: sum(lines.map((line) => line.net)),
    discount: minor(0),
    discountBps: null,
    taxable,
    vat,
    total: minor(taxable + vat),
    foreign: null,
    payment: null,
    note: null,
  };
}
