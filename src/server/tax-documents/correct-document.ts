/**
 * Corrected tax documents (decision 0088): the tax authority has rejected one, and another takes its place for the order,
 * with a number and a place in the chain of its own. Corrected is who buys, as the merchant says now, and who sells, as it is
 * known now; what was sold stays, and so does every amount.
 */
import type { Transaction } from "kysely";
import type { Language } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import type { Identification, PostalAddress } from "#core/tax/tax-party.ts";
import type { Schema } from "#db/schema.ts";
import type { DocumentBuyer, TaxDocumentContent } from "../documents/document-facts.ts";
import { type DocumentOrder, loadDocumentOrder } from "../documents/order-facts.ts";
import { issueOwedNotes } from "../documents/owed-notes.ts";
import {
  findStoredDocument,
  findTaxInvoice,
  isDecided,
  type StoredDocument,
  type TaxDocument,
} from "../documents/tax-document-store.ts";
import { lockOrder } from "../orders/order-moves.ts";
import { requireCompleteSeller } from "../parties/seller-facts.ts";
import type { Services } from "../services.ts";
import { refuseFindings } from "../zatca/refuse-at-issue.ts";
import { insertDocument, issuedNow } from "./numbering.ts";

/** What a correction says of a buyer; what is left out stays as the rejected document has it. */
export type BuyerCorrection = {
  readonly legalName?: string;
  /** Null takes it away. */
  readonly vatNumber?: string | null;
  readonly identification?: Identification | null;
  readonly postalAddress?: PostalAddress;
};

export type Correction = {
  readonly merchantId: number;
  readonly number: string;
  readonly buyer: BuyerCorrection;
  /** Of what is refused. */
  readonly language: Language;
};

/**
 * Issues the corrected document of a rejected one. Credit notes that were owed meanwhile follow once it is accepted.
 * @throws Problem `not_found` for a number that the merchant does not have; `tax_document_not_rejected` for a document that
 *   was not rejected, was replaced before, or is a note of an invoice that is rejected itself; `seller_incomplete`;
 *   `tax_document_pending` for a note while its invoice is on its way; `tax_document_refused` with every finding where the corrected one would be rejected, too
 */
export async function correctTaxDocument(
  { clock, sealing, onOrderRefunded }: Pick<Services, "clock" | "sealing" | "onOrderRefunded">,
  trx: Transaction<Schema>,
  correction: Correction,
): Promise<TaxDocument> {
  const { merchantId } = correction;
  const found = await findStoredDocument(trx, correction);
  if (!found) throw new Problem("not_found");
  const { orderId } = found;
  await lockOrder(trx, orderId);
  // Read again under the lock: another correction may have come first.
  const rejected = await findStoredDocument(trx, correction);
  const order = await loadDocumentOrder(trx, { orderId });
  if (rejected?.document.standing !== "rejected" || rejected.isReplaced || !order)
    throw new Problem("tax_document_not_rejected");
  const { kind, form, reason } = rejected.document;
  const at = new Date(clock.now());
  const corrected = {
    ...(await corrections(trx, rejected, correctedContent(rejected, order, correction))),
    kind,
    form,
  };
  refuseFindings({ ...corrected, number: "1", reason, issuedAt: at });
  const issued = issuedNow(await insertDocument(trx, order, { ...corrected, at, sealing }));
  if (kind === "tax_invoice") await issueOwedNotes({ onOrderRefunded }, trx, { merchantId, orderId });
  return issued;
}

/** The same supply between parties as they are known now. */
function correctedContent(
  { document: { content } }: StoredDocument,
  { facts: { seller }, missingFacts }: DocumentOrder,
  { buyer, language }: Correction,
): TaxDocumentContent {
  requireCompleteSeller(missingFacts, language);
  const { facts } = content;
  return { ...content, facts: { ...facts, seller, buyer: correctedBuyer(facts.buyer, buyer) } };
}

const noBuyer: DocumentBuyer = { name: null, maskedMobile: null, vatNumber: null, address: null };

function correctedBuyer(before: DocumentBuyer | null, given: BuyerCorrection): DocumentBuyer | null {
  const isGiven = Object.values(given).some((value) => value !== undefined);
  if (!isGiven) return before;
  const { identification = null, postalAddress = null } = before?.party ?? {};
  return {
    ...(before ?? noBuyer),
    ...(given.legalName !== undefined && { name: given.legalName }),
    ...(given.vatNumber !== undefined && { vatNumber: given.vatNumber }),
    party: {
      identification: given.identification === undefined ? identification : given.identification,
      postalAddress: given.postalAddress ?? postalAddress,
    },
  };
}

/** What else the corrected document says: whose place it takes, and of a note the invoice that counts now. */
async function corrections(
  trx: Transaction<Schema>,
  { id, orderId, document, vatInRiyals, refundKey, debitNoteId }: StoredDocument,
  content: TaxDocumentContent,
) {
  const { facts } = content;
  const { vatNumber } = facts.seller;
  if (vatNumber === null) throw new Problem("seller_incomplete");
  const invoice = document.kind === "tax_invoice" ? null : await findTaxInvoice(trx, orderId);
  if (invoice?.standing === "rejected")
    throw new Problem("tax_document_not_rejected", { detail: `${invoice.number} is to be corrected first` });
  if (invoice && !isDecided(invoice)) throw new Problem("tax_document_pending");
  return {
    vatNumber,
    riyals: content.riyals ?? { taxable: facts.taxable, vat: vatInRiyals, total: facts.total },
    content: {
      ...content,
      original: invoice && { number: invoice.number, issuedAt: invoice.issuedAt },
      replaces: { number: document.number, issuedAt: document.issuedAt },
    },
    ...(invoice && {
      correction: { originalId: invoice.id, refundKey, debitNoteId, reason: document.reason },
    }),
    replaces: { id, number: document.number },
  };
}
