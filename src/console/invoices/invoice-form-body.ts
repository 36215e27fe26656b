/** What the form of a new invoice sends, and what is wrong with what was typed. */
import type { Agreement } from "#contract/agreements.ts";
import type { NewInvoice } from "#contract/new-invoice.ts";
import { formatDecimal, minor, parseDecimal } from "#core/money.ts";
import { parseQuantity, priceOf, type Quantity, quantityText, wholeUnits } from "#core/pricing/quantity.ts";
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

/** What the lines come to without the discount, while they are typed; null until every one is an amount. */
export function typedTotal(form: FormData): string | null {
  let total = 0;
  const isWhole = [0, ...lineNumbers(form)].every((line) => {
    const names = namesOfLine(line);
    const quantity = readTypedQuantity(String(form.get(names.quantity) ?? ""));
    const amount = readTypedAmount(String(form.get(names.amount) ?? ""), currency);
    const units = amount === null ? null : parseDecimal(amount, currency);
    const price = units === null || quantity === null ? null : priceOf(quantity, units);
    if (price === null) return false;
    total += price;
    return true;
  });
  return isWhole && Number.isSafeInteger(total) ? formatDecimal(minor(total), currency) : null;
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
