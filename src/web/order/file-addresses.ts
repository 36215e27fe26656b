/** Addresses of the images and documents of an order (Spec 7, "Files and images"). */
import type { MerchantModel, OrderLineModel, OrderPageModel } from "#contract/order.ts";

/** The client's number in document addresses has eight digits (Spec 9). */
const clientIdDigits = 8;

/**
 * The merchant's logo in 100 by 100; null when there is none. Its version is that of the address in the model, so
 * that browsers may cache it permanently.
 */
export function merchantLogoAddress(merchant: Pick<MerchantModel, "id" | "logoImageUrl">): string | null {
  if (merchant.logoImageUrl === null) return null;
  // Of a theme that is being tried: it has no address yet.
  if (merchant.logoImageUrl.startsWith("data:")) return merchant.logoImageUrl;
  const [, version] = merchant.logoImageUrl.split("?");
  return `/openApi/loadMerchantImage/${merchant.id}/100/100${version ? `?${version}` : ""}`;
}

export function qrCodeAddress(orderNumber: string): string {
  return `/openApi/loadInvoiceQRCode/${encodeURIComponent(orderNumber)}`;
}

/** A QR code that holds the address of an order's payment page, for a phone to scan from another screen. */
export function paymentCodeAddress(orderNumber: string): string {
  return `/openApi/loadPaymentQRCode/${encodeURIComponent(orderNumber)}`;
}

/** The picture of a product as large as it is kept. Its id makes the address one that may be cached permanently. */
export function productImageAddress(productId: number, imageId: string): string {
  return `/openApi/downloadProductImageBytes/${productId}?v=${encodeURIComponent(imageId)}`;
}

/** The image of an item: the one that was sold, else the product's thumbnail, else none (Spec 2.1). */
export function itemImage(line: OrderLineModel): { readonly small: string; readonly large: string } | null {
  if (line.soldImageId) {
    const address = `/openApi/downloadSoldProductImageBytes/${encodeURIComponent(line.soldImageId)}`;
    return { small: `${address}?size=300`, large: address };
  }
  const { id, productImageId } = line.product;
  if (productImageId && id !== null) {
    return {
      small: `/openApi/downloadProductThumbnailImageBytes/${id}?v=${encodeURIComponent(productImageId)}`,
      large: productImageAddress(id, productImageId),
    };
  }
  return null;
}

type DocumentOrder = Pick<OrderPageModel, "merchant" | "client" | "orderNumber">;

/** The receipt as PDF. */
export function receiptAddress(order: DocumentOrder): string {
  return `/openApi/getPdfReceipt/${documentPath(order)}`;
}

/** The tax invoice as PDF. */
export function vatInvoiceAddress(order: DocumentOrder): string {
  return `/openApi/getVatInvoice/${documentPath(order)}`;
}

/** A credit note as PDF, by its number. */
export function creditNoteAddress(order: DocumentOrder, number: string): string {
  return `/openApi/getCreditNote/${documentPath(order)}/${encodeURIComponent(number)}`;
}

/** A debit note as PDF, by its number. */
export function debitNoteAddress(order: DocumentOrder, number: string): string {
  return `/openApi/getDebitNote/${documentPath(order)}/${encodeURIComponent(number)}`;
}

function documentPath({ merchant, client, orderNumber }: DocumentOrder): string {
  const clientId = (client?.id ?? 0) % 10 ** clientIdDigits;
  return `${merchant.id}/${String(clientId).padStart(clientIdDigits, "0")}/${encodeURIComponent(orderNumber)}`;
}
