/** Addresses of the images and documents of an order (Spec 7, "Files and images"). */
import type { OrderLineModel, OrderPageModel } from "#contract/order.ts";

/** The client's number in document addresses has eight digits (Spec 9). */
const clientIdDigits = 8;

/** The merchant's logo in 100 by 100. */
export function merchantLogoAddress(merchantId: number): string {
  return `/openApi/loadMerchantImage/${merchantId}/100/100`;
}

export function qrCodeAddress(orderNumber: string): string {
  return `/openApi/loadInvoiceQRCode/${encodeURIComponent(orderNumber)}`;
}

/** The image of an item: the one that was sold, else the product's thumbnail, else none (Spec 2.1). */
export function itemImage(line: OrderLineModel): { readonly small: string; readonly large: string } | null {
  if (line.soldImageId) {
    const address = `/openApi/downloadSoldProductImageBytes/${encodeURIComponent(line.soldImageId)}`;
    return { small: address, large: address };
  }
  if (line.product.productImageId && line.product.id !== null) {
    return {
      small: `/openApi/downloadProductThumbnailImageBytes/${line.product.id}`,
      large: `/openApi/downloadProductImageBytes/${line.product.id}`,
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

function documentPath({ merchant, client, orderNumber }: DocumentOrder): string {
  const clientId = (client?.id ?? 0) % 10 ** clientIdDigits;
  return `${merchant.id}/${String(clientId).padStart(clientIdDigits, "0")}/${encodeURIComponent(orderNumber)}`;
}
