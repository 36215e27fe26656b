/** The form of an unpaid invoice that is changed: what it begins with, and the changes that it sends. */
import type { InvoiceChanges } from "#contract/invoice-changes.ts";
import type { Invoice } from "#contract/invoices.ts";
import { isoDay } from "../display/iso-day.ts";
import { typedClientMobile } from "../forms/gulf-mobile.ts";
import { endOfDay } from "../selling/link-state.ts";
import { type Faults, lineNumbers, namesOfLine, readDiscount, readLines } from "./invoice-form-body.ts";
import type { Beginning } from "./new-invoice.tsx";
import { discountBefore, linesBefore } from "./repeated-invoice.ts";

/** Its lines have further ones' names: any of them may go but the last. */
export function beginningOfEdit(invoice: Invoice, { hasBuyer }: { readonly hasBuyer: boolean }): Beginning {
  const { lines, discount, pricesIncludeVat, client, dueDate, expiresAt, note } = invoice;
  return {
    ...linesBefore(lines, 1),
    ...discountBefore(discount),
    hasVatInside: pricesIncludeVat ? "on" : "",
    ...(hasBuyer && {
      name: client?.name ?? "",
      mobile: client?.mobile ?? "",
      email: client?.email ?? "",
    }),
    dueDate: dueDate ?? "",
    lastDay: expiresAt === null ? "" : isoDay(new Date(expiresAt)),
    note: note ?? "",
  };
}

type EditOf = {
  readonly invoice: Invoice;
  readonly beginning: Beginning;
  readonly defaultTitle: string;
};

/** Reads the form: what of it is not as it began, or faults. */
export function readEdit(
  form: FormData,
  { invoice, beginning, defaultTitle }: EditOf,
): { readonly changes: InvoiceChanges } | { readonly faults: Faults } {
  const text = (name: string): string => String(form.get(name) ?? "").trim();
  const isChanged = (...names: readonly string[]): boolean =>
    names.some((name) => form.has(name) && text(name) !== (beginning[name] ?? "").trim());
  const { lines, faults: ofLines } = readLines(form, defaultTitle);
  const { discount, faults: ofDiscount } = readDiscount(form);
  const faults = { ...ofLines, ...ofDiscount };
  if (Object.keys(faults).length > 0) return { faults };
  const numbers = lineNumbers(form);
  const hasOtherLines =
    numbers.length > 0 &&
    (numbers.length !== invoice.lines.length ||
      numbers.some((number, at) => number !== at + 1 || isChanged(...Object.values(namesOfLine(number)))));
  return {
    changes: {
      ...(hasOtherLines && { lines }),
      ...(isChanged("discount", "discountKind") && { discount }),
      ...(isChanged("name", "mobile", "email") && { client: otherClient(invoice.client, text) }),
      ...(isChanged("dueDate") && { dueDate: text("dueDate") || null }),
      ...(isChanged("lastDay") && { expiresAt: text("lastDay") ? endOfDay(text("lastDay")) : null }),
      ...(isChanged("note") && { note: text("note") || null }),
    },
  };
}

/** The client as the form has it; VAT number, address and all else that it does not show stay. null: no client. */
function otherClient(client: Invoice["client"], text: (name: string) => string): InvoiceChanges["client"] {
  const { id: _id, name: _name, mobile: _mobile, countryCode: _code, email: _email, ...rest } = client ?? {};
  const { postalAddress } = rest as Partial<NonNullable<Invoice["client"]>>;
  const kept = withoutNulls({ ...rest, postalAddress: postalAddress ? withoutNulls(postalAddress) : null });
  const stated = {
    ...kept,
    ...(text("name") !== "" && { name: text("name") }),
    ...(text("mobile") !== "" && typedClientMobile(text("mobile"))),
    ...(text("email") !== "" && { email: text("email") }),
  };
  return Object.keys(stated).length === 0 ? null : stated;
}

/** Requests leave out what answers say null of. */
function withoutNulls(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
