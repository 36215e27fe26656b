/** An order page model for tests: an unpaid invoice with one line; `changes` go over it. */

import type { OrderPageModel } from "#contract/order.ts";
import { toAllowedFlags } from "#methods/allowed.ts";

type Changes = Partial<Omit<OrderPageModel, "order">> & { readonly order?: Partial<OrderPageModel["order"]> };

const line: OrderPageModel["order"]["products"][number] = {
  product: {
    id: null,
    title: "عباية",
    description: null,
    price: 500,
    productImageId: null,
    stockQty: null,
    specificVat: null,
    isDigital: false,
  },
  qty: 2,
  unit: null,
  soldPrice: 500,
  lineTotal: 1000,
  appliedVat: 0.15,
  soldImageId: null,
};

export function orderPage({ order, ...changes }: Changes = {}): OrderPageModel {
  return {
    order: {
      orderNumber: "7K3M9X2PQR4T5V6W",
      orderStatus: "PENDING",
      amount: 1000,
      currencyName: "SAR",
      vat: 0.15,
      note: null,
      serviceFees: 0,
      createDate: "2026-11-18T09:12:00Z",
      products: [line],
      validatedClient: false,
      clientEmailSignature: null,
      ...order,
    },
    serverUrl: "https://pay.example",
    webUrl: "https://pay.example",
    merchant: {
      id: 12,
      username: "dar-rana",
      storeUsername: "dar-rana",
      shopName: "دار رنا",
      email: "shop@dar-rana.example",
      phone: "+966500000000",
      vatNumber: "300123456700003",
      logoImageUrl: null,
    },
    merchantContact: null,
    seller: {
      legalName: null,
      legalNameEn: null,
      addressEn: null,
      registration: null,
      whatsapp: null,
      returnsUrl: null,
    },
    client: { id: 42, name: "Noura", mobile: "+966557654321", countryCode: "SA" },
    discount: null,
    discountType: null,
    discountAmount: 0,
    subTotal: 1000,
    vat: 150,
    vatLines: [{ rate: 0.15, taxable: 1000, vat: 150, exemption: null }],
    commissionRate: 0,
    paidDate: null,
    expiryDate: null,
    dueDate: null,
    isTimeOver: false,
    callbackUrl: null,
    cancelUrl: null,
    orderNumber: "7K3M9X2PQR4T5V6W",
    externalOrderNumber: null,
    transactionId: "t",
    signature: "s",
    total: 1150,
    refundedTotal: 0,
    foreignCurrencyCode: null,
    foreignCurrencyValue: null,
    isApiOrder: true,
    hasAgreement: false,
    taxDocuments: [],
    isPaymentInProgress: false,
    hasSurplus: false,
    ...toAllowedFlags(["mada", "creditcard"]),
    ...changes,
  };
}
