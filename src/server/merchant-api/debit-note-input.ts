/** From the bodies of requests to what a debit note charges, and what is taken back of it. */
import type { NewDebitNote, NewDebitNoteCredit } from "#contract/tax-documents.ts";
import { priceOrder } from "#core/pricing/pricing.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import { Problem } from "#core/problem.ts";
import { vatCategory } from "#core/tax/tax-invoice.ts";
import type { DocumentLine } from "../documents/document-facts.ts";
import type { LineToIssue } from "../orders/order-lines.ts";
import type { DebitNoteCredit } from "../tax-documents/credit-debit-note.ts";
import type { Debit } from "../tax-documents/debit-note.ts";
import { exemptionTexts, unitNames } from "../texts/line-texts.ts";
import { FieldReader } from "./field-reader.ts";
import { readLine } from "./invoice-input.ts";
import { readReturnedLines } from "./returned-lines.ts";
import { checkOneReason, type Seller } from "./vat-input.ts";

/**
 * Reads and prices a debit note as invoices are priced.
 * @param of the invoice's currency
 * @throws Problem `validation_failed` with every wrong field, `zero_total`, `amount_too_large`
 */
export function readDebitNote(
  body: NewDebitNote,
  { currency, seller }: { readonly currency: string; readonly seller: Seller },
): Debit {
  const reader = new FieldReader(currency);
  const lines = body.lines.map((line, index) => readLine(reader, line, { path: `lines.${index}`, seller }));
  const reason = reader.text("reason", body.reason, 500);
  checkOneReason(reader, lines);
  const texts = lines.flatMap(({ title, description }, index) => [
    [`lines.${index}.title`, title] as const,
    [`lines.${index}.description`, description] as const,
  ]);
  for (const [path, text] of [...texts, ["reason", reason] as const]) reader.refuseUnprintable(path, text);
  reader.refuseWrong();
  const priced = priceOrder({
    lines: lines.map((line) => ({
      qty: line.qty_thousandths,
      unitPrice: line.unit_price,
      vatBps: line.vat_bps ?? 0,
    })),
    discount: null,
    pricesIncludeVat: body.pricesIncludeVat ?? false,
    clientPaysFees: false,
    commissionRateBps: 0,
    vatApplies: true,
  });
  if (priced.kind === "refused") throw new Problem(priced.reason);
  return { reason, lines: priced.lines.flatMap((line, index) => debited(lines[index], line) ?? []) };
}

/**
 * Reads what is taken back of a debit note.
 * @param currency of the note
 * @throws Problem `validation_failed` with every wrong field
 */
export function readDebitNoteCredit(body: NewDebitNoteCredit, currency: string): DebitNoteCredit {
  const reader = new FieldReader(currency);
  const reason = reader.text("reason", body.reason, 500);
  reader.refuseUnprintable("reason", reason);
  reader.refuseWrong();
  return { reason, lines: body.lines === undefined ? null : readReturnedLines(body.lines, currency) };
}

type Priced = Extract<ReturnType<typeof priceOrder>, { kind: "priced" }>["lines"][number];

function debited(line: LineToIssue | undefined, priced: Priced): DocumentLine | null {
  if (!line) return null;
  const { unit_code: code, vat_exemption: exemption } = line;
  return {
    title: line.title,
    description: line.description,
    qty: line.qty_thousandths,
    unit: code === defaultUnit ? null : { code, names: unitNames(code) },
    unitPrice: priced.soldUnitPrice,
    net: priced.lineNet,
    discount: priced.lineDiscount,
    taxable: priced.lineTaxable,
    vatBps: priced.vatBps,
    category: vatCategory({ vatBps: priced.vatBps, exemption }),
    exemption,
    reason: exemption && exemptionTexts(exemption),
    vat: priced.lineVat,
    total: priced.lineTotal,
  };
}
