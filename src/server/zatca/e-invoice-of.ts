/** A tax document of ours as the tax authority's XML states it. */
import { minor } from "#core/money.ts";
import { type WayByHand, wayByHand } from "#core/payment-by-hand.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import {
  type TaxDocumentKind,
  type TaxInvoiceForm,
  unitPriceText,
  type VatExemption,
} from "#core/tax/tax-invoice.ts";
import { riyadhTimestamp } from "#core/tax/tax-qr.ts";
import { cleanText } from "#core/text.ts";
import type { EInvoice, EInvoiceBuyer, EInvoiceLine } from "#core/zatca/e-invoice.ts";
import type {
  DocumentBuyer,
  DocumentFacts,
  DocumentLine,
  RiyalAmounts,
  TaxDocumentContent,
} from "../documents/document-facts.ts";
import { textsIn } from "../documents/document-texts.ts";
import { exemptionTexts } from "../texts/line-texts.ts";

/** Characters that the authority takes of a name (BR-KSA-F-06). */
const nameLength = 1_000;

export type IssuedDocument = {
  readonly kind: TaxDocumentKind;
  readonly form: TaxInvoiceForm;
  readonly number: string;
  readonly issuedAt: Date;
  readonly vatNumber: string;
  readonly riyals: RiyalAmounts;
  /** Why a note was issued, in the merchant's words; null for ours. */
  readonly reason: string | null;
  readonly content: TaxDocumentContent;
};

/** The document with its place in a chain. */
export function eInvoiceOf(
  document: IssuedDocument,
  chain: Pick<EInvoice, "uuid" | "counter" | "previousHash">,
): EInvoice {
  const { facts, original, debitNote } = document.content;
  const { party } = facts.seller;
  return {
    ...chain,
    kind: document.kind,
    form: document.form,
    number: document.number,
    issuedAt: riyadhTimestamp(document.issuedAt.getTime()),
    currency: facts.currency,
    lines: facts.lines.map((line) => lineOf(line, facts.currency)),
    taxable: facts.taxable,
    vat: facts.vat,
    total: facts.total,
    vatInRiyals: document.riyals.vat,
    seller: {
      name: cleanText(facts.seller.name, nameLength),
      vatNumber: document.vatNumber,
      identification: party?.identification ?? null,
      address: party?.nationalAddress ?? null,
    },
    buyer: facts.buyer && buyerOf(facts.buyer),
    suppliedOn: facts.suppliedOn,
    payment: meansOf(facts),
    correction: original && {
      number: original.number,
      reason: document.reason ?? textsIn("ar").facts.amountReturned,
      ...(debitNote && { debitNote: debitNote.number }),
    },
  };
}

function buyerOf({ name, vatNumber, party }: DocumentBuyer): EInvoiceBuyer {
  return {
    name: name === null ? null : cleanText(name, nameLength) || null,
    vatNumber,
    identification: party?.identification ?? null,
    address: party?.postalAddress ?? null,
  };
}

/** What the shop has recorded says how it was paid. */
const meansByHand: Readonly<Record<WayByHand, EInvoice["payment"]>> = {
  cash: "cash",
  card_terminal: "card",
  bank_transfer: "transfer",
  other_way: "other",
};

/** A card is known by its brand or its last digits; of the rest is said that it is not said (UN/EDIFACT 4461, 1). */
function meansOf({ payment }: DocumentFacts): EInvoice["payment"] {
  const way = payment && wayByHand(payment.method);
  if (way) return meansByHand[way];
  return payment?.brand || payment?.lastFour ? "card" : "other";
}

function lineOf(line: DocumentLine, currency: string): EInvoiceLine {
  const isStandardRate = line.category === "S";
  const code = line.exemption ?? (line.category === "O" ? "VATEX-SA-OOS" : null);
  return {
    title: cleanText(line.title, nameLength),
    quantity: line.qty,
    unit: line.unit?.code ?? defaultUnit,
    unitPrice: unitPriceText(line, currency),
    discount: line.discount,
    taxable: line.taxable,
    vatBps: isStandardRate ? (line.vatBps ?? 0) : 0,
    category: line.category,
    exemption: isStandardRate || code === null ? null : { code, reason: reasonOf(line, code) },
    vat: isStandardRate ? line.vat : minor(0),
  };
}

/** In the words that the order kept. */
function reasonOf(line: DocumentLine, code: VatExemption): string {
  return line.reason?.ar ?? exemptionTexts(code).ar;
}
