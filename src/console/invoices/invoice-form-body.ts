/** What the form of a new invoice sends, and what is wrong with what was typed. */
import type { Agreement } from "#contract/agreements.ts";
import type { NewInvoice } from "#contract/new-invoice.ts";
import { formatDecimal, type Minor, minor, parseDecimal } from "#core/money.ts";
import { priceOrder } from "#core/pricing/pricing.ts";
import { parseQuantity, type Quantity, quantityText, wholeUnits } from "#core/pricing/quantity.ts";
import type { VatExemption } from "#core/tax/tax-invoice.ts";
import { normaliseDigits, stripUnseen } from "#core/text.ts";
import { typedClientMobile } from "../forms/gulf-mobile.ts";
import { readTypedAmount } from "../forms/typed-amount.ts";
import type { TextKey } from "../i18n/texts.ts";
import { endOfDay } from "../selling/link-state.ts";
import { statedTerms } from "./invoice-terms.ts";

/** By the name of the field. */
export type Faults = Readonly<Record<string, TextKey>>;

/** Names of fields whose content identifies no person: what a draft without a session may keep. */
export const impersonalFields = [
  "amount",
  "title",
  "discount",
  "discountKind",
  "dueDate",
  "lastDay",
  "hasVatInside",
  "language",
] as const;

const currency = "SAR";
const usualVatBps = 1_500;
const wholeBps = 10_000;

/** Of Arabic and of typists without it. */
const decimalSigns = /[\u066b,]/;

export type LineNames = ReturnType<typeof namesOfLine>;

/** The names of a line's fields; the first line, 0, is the one that the form begins with. */
export function namesOfLine(line: number) {
  return {
    title: line === 0 ? "title" : `lineTitle${line}`,
    quantity: line === 0 ? "quantity" : `lineQuantity${line}`,
    amount: line === 0 ? "amount" : `lineAmount${line}`,
    vatRate: line === 0 ? "vatRate" : `lineVatRate${line}`,
    vatExemption: line === 0 ? "vatExemption" : `lineVatExemption${line}`,
  } as const;
}

/** Indices of the further lines, by the names of their fields. */
export function linesOf(names: Iterable<string>): readonly number[] {
  return [...names].flatMap((name) => {
    const found = /^lineAmount(\d+)$/.exec(name)?.[1];
    return found === undefined ? [] : [Number(found)];
  });
}

/** Indices of the further lines of a form. */
export function lineNumbers(form: FormData): readonly number[] {
  return linesOf(form.keys());
}

type ReadWith = {
  readonly defaultTitle: string;
  /** Versions of terms that the form offered. */
  readonly terms?: readonly Agreement[];
};

/** Reads the form; either a body that can be sent, or faults. */
export function readInvoiceForm(
  form: FormData,
  { defaultTitle, terms = [] }: ReadWith,
): { readonly body: NewInvoice } | { readonly faults: Faults } {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const faults: Record<string, TextKey> = {};
  const amountOf = (name: string): string => {
    const amount = readTypedAmount(text(name), currency);
    if (amount === null) faults[name] = text(name) === "" ? "fault.amountMissing" : "fault.amount";
    return amount ?? "0";
  };
  const quantityOf = (name: string): number | string => {
    const quantity = readTypedQuantity(text(name));
    if (quantity === null) faults[name] = "fault.quantity";
    return quantity === null ? 1 : (wholeUnits(quantity) ?? quantityText(quantity));
  };
  const lines = [0, ...lineNumbers(form)].map((line) => {
    const names = namesOfLine(line);
    const [vatRate, vatExemption] = [text(names.vatRate), text(names.vatExemption)];
    return {
      title: text(names.title) || defaultTitle,
      quantity: quantityOf(names.quantity),
      unitPrice: amountOf(names.amount),
      ...(vatRate !== "" && { vatRate }),
      ...(vatExemption !== "" && { vatExemption: vatExemption as VatExemption }),
    };
  });
  const client = {
    ...(text("name") !== "" && { name: text("name") }),
    ...(text("mobile") !== "" && typedClientMobile(text("mobile"))),
    ...(text("email") !== "" && { email: text("email") }),
  };
  if (text("mobile") === "" && text("name") === "") faults["mobile"] = "fault.mobileMissing";
  const discount = text("discount") === "" ? null : amountOf("discount");
  const isShare = text("discountKind") === "percent";
  if (isShare && Number(discount) >= 100) faults["discount"] = "fault.percent";
  const agreement = statedTerms(text("terms"), terms);
  const language = text("language");
  if (Object.keys(faults).length > 0) return { faults };
  return {
    body: {
      lines,
      client,
      pricesIncludeVat: form.has("hasVatInside"),
      ...(discount !== null && {
        discount: { type: isShare ? ("PERCENTAGE" as const) : ("FIXED" as const), value: discount },
      }),
      ...(agreement !== undefined && { agreement }),
      ...(text("note") !== "" && { note: text("note") }),
      ...(text("dueDate") !== "" && { dueDate: text("dueDate") }),
      ...(text("lastDay") !== "" && { expiresAt: endOfDay(text("lastDay")) }),
      ...((language === "ar" || language === "en") && { language }),
    },
  };
}

/** A quantity in digits of either script, with decimals where half a kilogram is sold; nothing typed is one. */
export function readTypedQuantity(text: string): Quantity | null {
  const plain = normaliseDigits(stripUnseen(text)).replace(decimalSigns, ".").trim();
  return parseQuantity(plain === "" ? "1" : plain);
}

/**
 * What the invoice comes to while it is typed, by the same rules as its issue; null until every field of an amount is one.
 * @param shop whether it charges VAT
 */
export function typedTotal(form: FormData, shop: { readonly hasVat: boolean }): string | null {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const amountOf = (name: string): Minor | null => {
    const amount = readTypedAmount(text(name), currency);
    return amount === null ? null : parseDecimal(amount, currency);
  };
  const lines = [0, ...lineNumbers(form)].flatMap((line) => {
    const names = namesOfLine(line);
    const [qty, unitPrice] = [readTypedQuantity(text(names.quantity)), amountOf(names.amount)];
    const rate = text(names.vatRate);
    const vatBps = rate === "" ? usualVatBps : Math.round(Number(rate) * 100);
    return qty === null || unitPrice === null ? [] : [{ qty, unitPrice, vatBps }];
  });
  const off = text("discount") === "" ? 0 : amountOf("discount");
  if (lines.length < 1 + lineNumbers(form).length || off === null) return null;
  const isShare = text("discountKind") === "percent";
  const discount = isShare
    ? { type: "PERCENTAGE" as const, bps: Math.min(off, wholeBps) }
    : { type: "FIXED" as const, amount: minor(off) };
  const priced = priceOrder({
    lines,
    discount,
    pricesIncludeVat: form.has("hasVatInside"),
    clientPaysFees: false,
    commissionRateBps: 0,
    vatApplies: shop.hasVat,
  });
  return priced.kind === "priced" ? formatDecimal(priced.total, currency) : null;
}

const places: readonly (readonly [
  path: RegExp,
  name: string | ((found: string) => string),
  text: TextKey,
])[] = [
  [/^client\.(mobile|countryCode)/, "mobile", "fault.mobile"],
  [/^client\.email/, "email", "fault.email"],
  [/^client\.name/, "name", "fault.name"],
  [/^client/, "mobile", "fault.mobileMissing"],
  [/^lines\.0\.title/, "title", "fault.title"],
  [/^lines\.0\./, "amount", "fault.amount"],
  [/^lines\.(\d+)\./, (found) => `line${found}`, "fault.amount"],
  [/^discount/, "discount", "fault.discount"],
  [/^dueDate/, "dueDate", "fault.dueDate"],
  [/^expiresAt/, "lastDay", "fault.dueDate"],
  [/^note/, "note", "fault.note"],
];

/** The fields that the server found wrong, by the names of the form's. */
export function faultsOf(
  fields: readonly { readonly path: string; readonly code?: string }[],
  lineOrder: readonly number[],
): Faults {
  const faults: Record<string, TextKey> = {};
  for (const { path, code } of fields) {
    for (const [pattern, name, text] of places) {
      const found = pattern.exec(path.replace(/^body\./, ""));
      if (!found) continue;
      const line = lineOrder[Number(found[1]) - 1];
      faults[typeof name === "string" ? name : `lineAmount${line}`] ??=
        code === "not_printable" ? "fault.notPrintable" : text;
      break;
    }
  }
  return faults;
}
