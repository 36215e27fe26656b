/** What the form of a new invoice sends, and what is wrong with what was typed. */
import type { Agreement } from "#contract/agreements.ts";
import type { NewInvoice } from "#contract/new-invoice.ts";
import { formatDecimal, type Minor, minor, parseDecimal } from "#core/money.ts";
import { readPercent, standardVatBps } from "#core/pricing/percent.ts";
import { priceOrder } from "#core/pricing/pricing.ts";
import { parseQuantity, type Quantity, quantityText, wholeUnits } from "#core/pricing/quantity.ts";
import type { VatExemption } from "#core/tax/tax-invoice.ts";
import { normaliseDigits, stripUnseen } from "#core/text.ts";
import { readTypedAmount } from "#core/typed-amount.ts";
import { faultOfCode } from "../forms/field-fault.ts";
import { typedClientMobile } from "../forms/gulf-mobile.ts";
import type { TextKey } from "../i18n/texts.ts";
import { endOfDay } from "../selling/link-state.ts";
import { statedTerms } from "./invoice-terms.ts";
import { readKept } from "./kept-parts.ts";
import { knownClientId } from "./known-client.ts";

/** By the name of the field. */
export type Faults = Readonly<Record<string, TextKey>>;

/** Names of fields whose content identifies no person: what a draft without a session may keep. */
export const impersonalFields = [
  "amount",
  "title",
  "kept",
  "discount",
  "discountKind",
  "dueDate",
  "lastDay",
  "hasVatInside",
  "language",
] as const;

const currency = "SAR";
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
    kept: line === 0 ? "kept" : `lineKept${line}`,
  } as const;
}

/** Indices of the further lines, by the names of their fields. */
export function linesOf(names: Iterable<string>): readonly number[] {
  return [...names].flatMap((name) => {
    const found = /^lineAmount(\d+)$/.exec(name)?.[1];
    return found === undefined ? [] : [Number(found)];
  });
}

/** Indices of all lines of a form: a new invoice has the first one, 0, and an invoice that is changed has further ones alone. */
export function lineNumbers(form: FormData): readonly number[] {
  return [...(form.has("amount") ? [0] : []), ...linesOf(form.keys())];
}

type Line = NewInvoice["lines"][number];

/** Reads the lines of a form, those with faults too, which are named by their fields. */
export function readLines(
  form: FormData,
  defaultTitle: string,
): { readonly lines: Line[]; readonly faults: Faults } {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const faults: Record<string, TextKey> = {};
  const lines = lineNumbers(form).map((line): Line => {
    const names = namesOfLine(line);
    const unitPrice = readTypedAmount(text(names.amount), currency);
    if (unitPrice === null)
      faults[names.amount] = text(names.amount) === "" ? "fault.amountMissing" : "fault.amount";
    const quantity = readTypedQuantity(text(names.quantity));
    if (quantity === null) faults[names.quantity] = "fault.quantity";
    const [vatRate, vatExemption] = [text(names.vatRate), text(names.vatExemption)];
    return {
      title: text(names.title) || defaultTitle,
      quantity: quantity === null ? 1 : (wholeUnits(quantity) ?? quantityText(quantity)),
      unitPrice: unitPrice ?? "0",
      ...(vatRate !== "" && { vatRate }),
      ...(vatExemption !== "" && { vatExemption: vatExemption as VatExemption }),
      ...readKept(text(names.kept)),
    };
  });
  return { lines, faults };
}

/** Reads the discount of a form; null for none. The fault is named by its field. */
export function readDiscount(form: FormData): {
  readonly discount: NonNullable<NewInvoice["discount"]> | null;
  readonly faults: Faults;
} {
  const typed = String(form.get("discount") ?? "").trim();
  const isShare = form.get("discountKind") === "percent";
  if (typed === "") return { discount: null, faults: {} };
  const value = readTypedAmount(typed, currency);
  if (value === null) return { discount: null, faults: { discount: "fault.amount" } };
  if (isShare && Number(value) >= 100) return { discount: null, faults: { discount: "fault.percent" } };
  return { discount: { type: isShare ? "PERCENTAGE" : "FIXED", value }, faults: {} };
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
  const { lines, faults: ofLines } = readLines(form, defaultTitle);
  const { discount, faults: ofDiscount } = readDiscount(form);
  const clientId = knownClientId(form);
  const client = {
    ...(text("name") !== "" && { name: text("name") }),
    ...(text("mobile") !== "" && typedClientMobile(text("mobile"))),
    ...(text("email") !== "" && { email: text("email") }),
  };
  const isWithoutClient = clientId === null && text("mobile") === "" && text("name") === "";
  const ofClient: Faults = isWithoutClient ? { mobile: "fault.mobileMissing" } : {};
  const faults = { ...ofLines, ...ofClient, ...ofDiscount };
  const agreement = statedTerms(text("terms"), terms);
  const language = text("language");
  if (Object.keys(faults).length > 0) return { faults };
  return {
    body: {
      lines,
      ...(clientId === null ? { client } : { clientId }),
      pricesIncludeVat: form.has("hasVatInside"),
      ...(discount !== null && { discount }),
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
  const lines = lineNumbers(form).flatMap((line) => {
    const names = namesOfLine(line);
    const [qty, unitPrice] = [readTypedQuantity(text(names.quantity)), amountOf(names.amount)];
    const rate = text(names.vatRate);
    const vatBps = rate === "" ? standardVatBps : readPercent(rate);
    return qty === null || unitPrice === null || vatBps === null ? [] : [{ qty, unitPrice, vatBps }];
  });
  const off = text("discount") === "" ? 0 : amountOf("discount");
  if (lines.length < lineNumbers(form).length || off === null) return null;
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

const places: readonly (readonly [path: RegExp, name: string, text: TextKey])[] = [
  [/^client\.(mobile|countryCode)/, "mobile", "fault.mobile"],
  [/^client\.email/, "email", "fault.email"],
  [/^client\.name/, "name", "fault.name"],
  [/^client/, "mobile", "fault.mobileMissing"],
  [/^discount/, "discount", "fault.discount"],
  [/^dueDate/, "dueDate", "fault.dueDate"],
  [/^expiresAt/, "lastDay", "fault.dueDate"],
  [/^note/, "note", "fault.note"],
];

const partsOfLine: Readonly<Record<string, readonly [name: keyof LineNames, text: TextKey]>> = {
  title: ["title", "fault.title"],
  quantity: ["quantity", "fault.quantity"],
};

/** The fields that the server found wrong, by the names of the form's. */
export function faultsOf(
  fields: readonly { readonly path: string; readonly code?: string }[],
  lines: readonly number[],
): Faults {
  const faults: Record<string, TextKey> = {};
  const put = (name: string, text: TextKey, code: string | undefined): void => {
    faults[name] ??= faultOfCode(code) ?? text;
  };
  for (const { path: whole, code } of fields) {
    const path = whole.replace(/^body\./, "");
    const [, at, part = ""] = /^lines\.(\d+)\.(\w+)/.exec(path) ?? [];
    const line = lines[Number(at)];
    if (line !== undefined) {
      const [name, text] = partsOfLine[part] ?? (["amount", "fault.amount"] as const);
      put(namesOfLine(line)[name], text, code);
      continue;
    }
    const found = places.find(([pattern]) => pattern.test(path));
    if (found) put(found[1], found[2], code);
  }
  return faults;
}
