/** What the form of a new invoice sends, and what is wrong with what was typed. */
import type { NewInvoice } from "#contract/new-invoice.ts";
import { formatDecimal, minor, parseDecimal } from "#core/money.ts";
import { normaliseDigits } from "#core/text.ts";
import { typedClientMobile } from "../forms/gulf-mobile.ts";
import { readTypedAmount } from "../forms/typed-amount.ts";
import type { TextKey } from "../i18n/texts.ts";

/** By the name of the field. */
export type Faults = Readonly<Record<string, TextKey>>;

/** Names of fields whose content identifies no person: what a draft without a session may keep. */
export const impersonalFields = [
  "amount",
  "title",
  "discount",
  "dueDate",
  "hasVatInside",
  "language",
] as const;

const currency = "SAR";

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

/** Reads the form; either a body that can be sent, or faults. */
export function readInvoiceForm(
  form: FormData,
  words: { readonly defaultTitle: string },
): { readonly body: NewInvoice } | { readonly faults: Faults } {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const faults: Record<string, TextKey> = {};
  const amountOf = (name: string): string => {
    const amount = readTypedAmount(text(name), currency);
    if (amount === null) faults[name] = text(name) === "" ? "fault.amountMissing" : "fault.amount";
    return amount ?? "0";
  };
  const quantityOf = (name: string): number => {
    const quantity = Number(normaliseDigits(text(name)) || "1");
    if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > 100_000)
      faults[name] = "fault.quantity";
    return quantity;
  };
  const titleOf = (name: string): string => text(name) || words.defaultTitle;
  const lines = [
    { title: titleOf("title"), quantity: quantityOf("quantity"), unitPrice: amountOf("amount") },
    ...lineNumbers(form).map((index) => ({
      title: titleOf(`lineTitle${index}`),
      quantity: quantityOf(`lineQuantity${index}`),
      unitPrice: amountOf(`lineAmount${index}`),
    })),
  ];
  const client = {
    ...(text("name") !== "" && { name: text("name") }),
    ...(text("mobile") !== "" && typedClientMobile(text("mobile"))),
    ...(text("email") !== "" && { email: text("email") }),
  };
  if (text("mobile") === "" && text("name") === "") faults["mobile"] = "fault.mobileMissing";
  const discount = text("discount") === "" ? null : amountOf("discount");
  const language = text("language");
  if (Object.keys(faults).length > 0) return { faults };
  return {
    body: {
      lines,
      client,
      pricesIncludeVat: form.has("hasVatInside"),
      ...(discount !== null && { discount: { type: "FIXED" as const, value: discount } }),
      ...(text("note") !== "" && { note: text("note") }),
      ...(text("dueDate") !== "" && { dueDate: text("dueDate") }),
      ...((language === "ar" || language === "en") && { language }),
    },
  };
}

/** What the lines come to without the discount, while they are typed; null until every one is an amount. */
export function typedTotal(form: FormData): string | null {
  let total = 0;
  const add = (name: string, quantity: number): boolean => {
    const amount = readTypedAmount(String(form.get(name) ?? ""), currency);
    const units = amount === null ? null : parseDecimal(amount, currency);
    if (units === null || !Number.isSafeInteger(quantity)) return false;
    total += units * quantity;
    return true;
  };
  const quantity = (name: string): number => Number(normaliseDigits(String(form.get(name) || "1")));
  const isWhole =
    add("amount", quantity("quantity")) &&
    lineNumbers(form).every((index) => add(`lineAmount${index}`, quantity(`lineQuantity${index}`)));
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
