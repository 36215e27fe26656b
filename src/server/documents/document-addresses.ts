/** Where an order's documents are loaded from (Spec 7 and 9). The three numbers in an address must belong together. */
import { resolveTheme } from "#core/theme/theme.ts";

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
export function taxInvoiceUrl(serverUrl: string, order: AddressedOrder): string | null {
  return hidesTaxDocuments(order) ? null : `${serverUrl}/openApi/getVatInvoice/${documentPath(order)}`;
}

/** A credit note by its number, or null when the theme hides it. */
export function creditNoteUrl(serverUrl: string, order: AddressedOrder, number: string): string | null {
  return hidesTaxDocuments(order)
    ? null
    : `${serverUrl}/openApi/getCreditNote/${documentPath(order)}/${number}`;
}

function documentPath({ merchantId, clientId, orderNumber }: AddressedOrder): string {
  return `${merchantId}/${clientIdText(clientId)}/${orderNumber}`;
}

function hidesTaxDocuments({ theme }: AddressedOrder): boolean {
  return resolveTheme(theme ?? {}).hideVatInvoice;
}
