/** Headings and words of exports, in both languages. */
import type { AttemptState } from "#core/attempt-status.ts";
import type { StatementKind } from "#core/client-statement.ts";
import type { Language } from "#core/language.ts";
import type { OrderStatus } from "#core/order-status.ts";
import type { RefundState } from "#core/refund-status.ts";
import type { TaxDocumentKind, TaxInvoiceForm } from "#core/tax/tax-invoice.ts";
import type { VatBox } from "#core/tax/vat-return.ts";
import ar from "./exports.ar.json" with { type: "json" };
import en from "./exports.en.json" with { type: "json" };

type Words = {
  readonly payment: Readonly<Record<AttemptState, string>>;
  readonly refund: Readonly<Record<RefundState, string>>;
  readonly invoice: Readonly<Record<OrderStatus, string>>;
  readonly document: Readonly<Record<TaxDocumentKind, string>>;
  readonly form: Readonly<Record<TaxInvoiceForm, string>>;
  readonly statement: Readonly<Record<StatementKind, string>>;
  /** As the form of the tax authority names its boxes. */
  readonly box: Readonly<Record<VatBox | "total", string>>;
  readonly yesOrNo: { readonly yes: string; readonly no: string };
  /** In each row of a test world. */
  readonly testWorld: string;
};

export type ColumnName = keyof typeof en.columns;

type Texts = {
  readonly sheets: typeof en.sheets;
  readonly columns: Readonly<Record<ColumnName, string>>;
  readonly words: Words;
};

const texts: Readonly<Record<Language, Texts>> = { ar, en };

/** The texts of one language. A state without a word does not compile. */
export function exportTexts(language: Language): Texts {
  return texts[language];
}
