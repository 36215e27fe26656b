/**
 * From an invoice as it is and the changes of it to what is written: the changed whole is read by the same rules as a new
 * invoice. What is not changed stays as it was issued, also where the same could not be issued today: a due date that is
 * past, a host that is no longer registered, a method whose account is gone.
 */
import type { InvoiceChanges } from "#contract/invoice-changes.ts";
import type { Invoice } from "#contract/invoices.ts";
import { metadataLimits } from "#contract/merchant-common.ts";
import { type NewInvoice, newInvoice } from "#contract/new-invoice.ts";
import type { Edit } from "../issuing/edit-order.ts";
import type { IssuingMerchant } from "../orders/order-to-issue.ts";
import { type InvoiceContext, readInvoice } from "./invoice-input.ts";
import type { InvoiceRow } from "./invoice-store.ts";
import { toNewClient, withoutNulls } from "./known-client.ts";
import { wrongFields } from "./validation.ts";

/** Of these the amounts follow. */
const priced = ["lines", "discount", "pricesIncludeVat", "clientPaysFees"] as const;
/** They change nothing that a buyer sees. */
const unseen: readonly string[] = ["metadata", "language"];

/** Names of what is changed, in the order of their names; `language` is of the answer alone. */
export function changedNames(changes: InvoiceChanges): string[] {
  return Object.entries(changes)
    .flatMap(([name, value]) => (value === undefined || name === "language" ? [] : name))
    .toSorted();
}

/** Whether anything is changed that a buyer sees. */
export function changesContent(changes: InvoiceChanges): boolean {
  return changedNames(changes).some((name) => !unseen.includes(name));
}

/**
 * Reads a change of content.
 * @param of the invoice as its row and as its model, and who changes it
 * @throws Problem as `readInvoice` does
 */
export function readEdit(
  changes: InvoiceChanges,
  of: {
    readonly row: InvoiceRow;
    readonly invoice: Invoice;
    readonly merchant: IssuingMerchant;
    readonly context: InvoiceContext;
  },
): Edit {
  const { row, invoice, merchant, context } = of;
  const isRepriced = priced.some((name) => changes[name] !== undefined);
  if (isRepriced && invoice.foreignEquivalent && changes.foreignEquivalent === undefined)
    throw wrongFields([
      { path: "foreignEquivalent", code: "required", message: "the total changes: send what it is worth" },
    ]);
  const read = readInvoice(mergedBody(invoice, changes), context);
  const kept = <Name extends "callbackUrl" | "cancelUrl" | "allowedMethods" | "dueDate" | "expiresAt">(
    name: Name,
    stored: (typeof read)[Name],
  ) => ({ [name]: changes[name] === undefined ? stored : read[name] });
  return {
    isRepriced,
    hasNewClient: changes.client !== undefined,
    hasNewForm: changes.taxForm !== undefined,
    order: {
      ...read,
      ...kept("callbackUrl", row.callback_url),
      ...kept("cancelUrl", row.cancel_url),
      ...kept("allowedMethods", row.allowed_methods as typeof read.allowedMethods),
      ...kept("dueDate", row.due_date),
      ...kept("expiresAt", row.expires_at),
      metadata: row.metadata,
      merchant,
      source: "api",
    },
  };
}

/** What would issue the invoice as it will be. Fields that stay and are not read with others are left out. */
function mergedBody(invoice: Invoice, changes: InvoiceChanges): NewInvoice {
  const { metadata: _metadata, language: _language, ...changed } = changes;
  const body = {
    externalOrderNumber: invoice.externalOrderNumber,
    currency: invoice.currency,
    lines: invoice.lines.map(toNewLine),
    discount: invoice.discount && { type: invoice.discount.type, value: invoice.discount.value },
    pricesIncludeVat: invoice.pricesIncludeVat,
    clientPaysFees: Number(invoice.commissionRate) > 0,
    client: invoice.client && toNewClient(invoice.client),
    supplyDate: invoice.supplyDate,
    // Another buyer, another form by law.
    taxForm: changes.client === undefined ? invoice.taxForm : null,
    note: invoice.note,
    agreement: invoice.agreement && toStated(invoice.agreement),
    foreignEquivalent: invoice.foreignEquivalent,
    ...Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)),
  };
  return newInvoice.parse(withoutNulls(body));
}

function toStated({ version: _version, ...stated }: NonNullable<Invoice["agreement"]>): object {
  return withoutNulls(stated);
}

function toNewLine(line: Invoice["lines"][number]): object {
  const { title, description, quantity, unit, unitPrice, vatRate, vatExemption } = line;
  const { isDigital, imageId, digitalContent } = line;
  return withoutNulls({
    ...{ title, description, quantity, unit, unitPrice, vatRate, vatExemption, isDigital, imageId },
    digitalContent: digitalContent && withoutNulls(digitalContent),
  });
}

/**
 * Puts changes into metadata: null takes a name away.
 * @throws Problem `validation_failed` for more names than there may be
 */
export function mergeMetadata(
  metadata: Invoice["metadata"],
  changes: NonNullable<InvoiceChanges["metadata"]>,
): Invoice["metadata"] {
  const merged = Object.entries({ ...metadata, ...changes }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  if (merged.length > metadataLimits.names) {
    const message = `must have at most ${metadataLimits.names} names`;
    throw wrongFields([{ path: "metadata", code: "too_many", message }]);
  }
  return Object.fromEntries(merged);
}
