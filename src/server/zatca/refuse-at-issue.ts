/**
 * Orders of merchants in phase 2 whose tax invoice the authority would reject are refused when they are issued, not
 * found out after the payment: the e-invoice is built from the order's own rows, and judged, before they are kept.
 */
import type { Transaction } from "kysely";
import { Problem } from "#core/problem.ts";
import { firstPreviousHash } from "#core/zatca/e-invoice.ts";
import { findingsOf } from "#core/zatca/rules.ts";
import type { Schema } from "#db/schema.ts";
import { invoiceOfOrder } from "../documents/invoice-of-order.ts";
import { loadDocumentOrder } from "../documents/order-facts.ts";
import { eInvoiceOf, type IssuedDocument } from "./e-invoice-of.ts";

/** What a rule looks at of number, time and chain is right whenever the document is issued: none of it is judged here. */
const unissued = { number: "1", reason: null } as const;
const firstPlace = {
  uuid: "00000000-0000-0000-0000-000000000000",
  counter: 1,
  previousHash: firstPreviousHash,
};

/**
 * Judges the tax invoice that an order will get.
 * @param trx the transaction that has written the order; the Problem must roll it back
 * @throws Problem `tax_document_refused` with every finding: what it is about, and the authority's rule as its code
 */
export async function refuseRejectedInvoice(trx: Transaction<Schema>, orderId: number): Promise<void> {
  const order = await loadDocumentOrder(trx, { orderId });
  const invoice = order && invoiceOfOrder(order);
  if (!order || !invoice) return;
  const issuedAt = new Date(order.facts.paidAt);
  refuseFindings({ ...invoice, ...unissued, issuedAt });
}

/**
 * Judges a tax document before it has its place in a chain.
 * @throws Problem `tax_document_refused` with every finding: what it is about, and the authority's rule as its code
 */
export function refuseFindings(document: IssuedDocument): void {
  const findings = findingsOf(eInvoiceOf(document, firstPlace));
  if (findings.length === 0) return;
  throw new Problem("tax_document_refused", {
    fields: findings.map(({ rule, about }) => ({
      path: about,
      code: rule,
      message: `the tax authority's rule ${rule} rejects a tax document for this`,
    })),
    detail: findings.map(({ rule, about }) => `${rule} ${about}`).join(", "),
  });
}
