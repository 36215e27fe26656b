/**
 * Takes a debit note back, in whole or in part (decision 0114): by credit notes that name it and the invoice of both.
 * Nothing was paid by the debit note, so nothing is refunded: these notes belong to no refund.
 */
import type { Transaction } from "kysely";
import { minor, sum } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import {
  type CreditedLine,
  type LineToRefund,
  type RefundableLine,
  restTotal,
} from "#core/tax/credit-note.ts";
import type { Schema } from "#db/schema.ts";
import { namedLines } from "../documents/named-lines.ts";
import {
  creditNotesOf,
  findStoredDocument,
  findTaxInvoice,
  isDecided,
  type TaxDocument,
} from "../documents/tax-document-store.ts";
import { lockOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { refuseFindings } from "../zatca/refuse-at-issue.ts";
import { isInPhase2 } from "../zatca/unit-store.ts";
import { creditOf, restsOf } from "./credit-notes.ts";
import { insertDocument, issuedNow } from "./numbering.ts";

/** What is taken back of a debit note, and why. */
export type DebitNoteCredit = {
  readonly reason: string;
  /** Null takes back all that is left of it; amounts in the note's currency. */
  readonly lines: readonly LineToRefund[] | null;
};

/**
 * Issues the credit note.
 * @param of the debit note by its number; `read` gives what is taken back, in its currency
 * @throws Problem `not_found` for a number that the merchant does not have; `tax_document_not_creditable` for anything but
 *   a debit note that is valid and not taken back already; `tax_document_pending` while the tax authority has not decided on
 *   it; `validation_failed` for lines that it does not have, or more than is left of them; what `read` throws
 */
export async function creditDebitNote(
  { clock, sealing }: Pick<Services, "clock" | "sealing">,
  trx: Transaction<Schema>,
  of: {
    readonly merchantId: number;
    readonly number: string;
    readonly read: (currency: string) => DebitNoteCredit;
  },
): Promise<TaxDocument> {
  const { merchantId } = of;
  const found = await findStoredDocument(trx, of);
  if (!found) throw new Problem("not_found");
  const { orderId, id: debitNoteId } = found;
  await lockOrder(trx, orderId);
  const debitNote = await readDebitNote(trx, of);
  const invoice = await findTaxInvoice(trx, orderId);
  if (!invoice) throw new Error(`the debit note ${debitNote.number} has no invoice`);
  const { reason, lines } = of.read(debitNote.content.facts.currency);
  const earlier = await creditNotesOf(trx, { orderId, debitNoteId });
  const credited = takenBack(debitNote, earlier, lines);
  const note = creditOf(debitNote, { credited, earlier });
  const at = new Date(clock.now());
  if (await isInPhase2(trx, merchantId)) refuseFindings({ ...note, number: "1", reason, issuedAt: at });
  const correction = { originalId: invoice.id, refundKey: null, debitNoteId, reason };
  return issuedNow(
    await insertDocument(trx, { id: orderId, merchantId }, { ...note, correction, at, sealing }),
  );
}

/** Under the order's lock: another credit note, or a correction, may have come first. */
async function readDebitNote(
  trx: Transaction<Schema>,
  of: { readonly merchantId: number; readonly number: string },
): Promise<TaxDocument> {
  const found = await findStoredDocument(trx, of);
  const isWrong = found?.document.kind !== "debit_note" || found.document.standing === "rejected";
  if (!found || isWrong) throw new Problem("tax_document_not_creditable");
  if (!isDecided(found.document)) throw new Problem("tax_document_pending");
  return found.document;
}

function takenBack(
  debitNote: TaxDocument,
  earlier: readonly TaxDocument[],
  lines: readonly LineToRefund[] | null,
): readonly CreditedLine[] {
  const rests = restsOf(debitNote, earlier);
  const left = debitNote.content.facts.lines.map((line, index): RefundableLine => {
    const rest = rests[index] ?? { taxable: minor(0), vat: minor(0) };
    let restQty: number = line.qty;
    for (const { content } of earlier) restQty -= content.credited?.[index]?.quantity ?? 0;
    return { ...line, position: index + 1, rest, restQty };
  });
  if (sum(left.map(restTotal)) === 0) throw new Problem("tax_document_not_creditable");
  return lines ? namedLines(left, lines) : rests;
}
