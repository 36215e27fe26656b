/** Where an order's documents are loaded from (Spec 7 and 9). The three numbers in an address must belong together. */
import type { TaxDocumentKind } from "#core/tax/tax-invoice.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import type { NoteKind } from "./tax-document-store.ts";

/** Spec 9: the client's id in addresses. */
const clientIdModulus = 100_000_000;
const clientIdDigits = 8;

/** The client's id as addresses have it: modulo 100000000, padded to 8 digits; zeros when there is none (Spec 9). */
export function clientIdText(clientId: number | null): string {
  return String((clientId ?? 0) % clientIdModulus).padStart(clientIdDigits, "0");
}

/** What the addresses of an order's documents are made of. */
export type AddressedOrder = {
  readonly merchantId: number;
  readonly clientId: number | null;
  readonly orderNumber: string;
  /** The merchant's theme as stored; `hideVatInvoice` hides tax documents from buyers. */
  readonly theme: Readonly<Record<string, unknown>> | null;
};

/** The receipt. */
export function receiptUrl(serverUrl: string, order: AddressedOrder): string {
  return `${serverUrl}/openApi/getPdfReceipt/${documentPath(order)}`;
}

/** The tax invoice, or null when the theme hides it. */
function taxInvoiceUrl(serverUrl: string, order: AddressedOrder): string | null {
  return hidesTaxDocuments(order) ? null : `${serverUrl}/openApi/getVatInvoice/${documentPath(order)}`;
}

/** A credit or debit note by its number, or null when the theme hides it. */
export function noteUrl(
  serverUrl: string,
  order: AddressedOrder,
  { kind, number }: { readonly kind: NoteKind; readonly number: string },
): string | null {
  const call = kind === "credit_note" ? "getCreditNote" : "getDebitNote";
  return hidesTaxDocuments(order) ? null : `${serverUrl}/openApi/${call}/${documentPath(order)}/${number}`;
}

/** A tax document of any kind, or null when the theme hides it. */
export function taxDocumentUrl(
  serverUrl: string,
  order: AddressedOrder,
  { kind, number }: { readonly kind: TaxDocumentKind; readonly number: string },
): string | null {
  return kind === "tax_invoice"
    ? taxInvoiceUrl(serverUrl, order)
    : noteUrl(serverUrl, order, { kind, number });
}

function documentPath({ merchantId, clientId, orderNumber }: AddressedOrder): string {
  return `${merchantId}/${clientIdText(clientId)}/${orderNumber}`;
}

function hidesTaxDocuments({ theme }: AddressedOrder): boolean {
  return resolveTheme(theme ?? {}).hideVatInvoice;
}
