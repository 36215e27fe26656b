/** An order page model with something in everything that may be left out, for what a page draws at the most (fullest-world.ts). */
import type { OrderPageModel } from "#contract/order.ts";
import type { OrderStatus } from "#core/order-status.ts";
import { allowedMethodNames, toAllowedFlags } from "#methods/allowed.ts";
import { orderPage } from "./order-page.ts";

/** The same with nothing left out: a text that is added has one, also where it may be null. `fullest-order.test.ts` finds those that are empty. */
export type Filled<Part> = Part extends readonly (infer Item)[]
  ? Filled<Item>[]
  : Part extends object
    ? { readonly [Name in keyof Part]-?: Filled<NonNullable<Part[Name]>> }
    : NonNullable<Part>;

const exemption = { code: "VATEX-SA-35", ar: "أدوية", en: "Medicines" } as const;
const usual = orderPage();

/** Of a status, with every method. */
export function fullestOrder(orderStatus: OrderStatus): Filled<OrderPageModel> {
  return {
    ...usual,
    ...toAllowedFlags(allowedMethodNames),
    order: {
      ...usual.order,
      ...{ orderStatus, note: "شكرًا", clientEmailSignature: "s", validatedClient: true, serviceFees: 10 },
      answers: [{ key: "size", label: { ar: "المقاس", en: "Size" }, answer: { ar: "كبير", en: "Large" } }],
      products: [
        {
          ...{ qty: 2, unit: { ar: "كيلو", en: "kg" }, soldPrice: 500, lineTotal: 1000, appliedVat: 0.15 },
          soldImageId: "b2",
          product: {
            ...{ id: 7, title: "عباية", description: "سوداء", price: 500, productImageId: "a1" },
            ...{ stockQty: 3, specificVat: 0.15, isDigital: true },
          },
        },
      ],
    },
    merchant: { ...usual.merchant, vatNumber: "300123456700003", logoImageUrl: "/logo.png", isTest: true },
    merchantContact: {
      ...{ city: "الرياض", address1: "طريق الملك فهد", email: "care@dar-rana.example" },
      phone: "+966112345678",
    },
    seller: {
      ...{ legalName: "شركة دار رنا", legalNameEn: "Dar Rana Company", addressEn: "King Fahd Road, Riyadh" },
      registration: { scheme: "CRN", value: "1010123456" },
      ...{ whatsapp: "+966500000000", returnsUrl: "https://dar-rana.example/returns" },
    },
    client: { id: 42, name: "نورة", mobile: "+966557654321", countryCode: "SA" },
    ...{ discount: 10, discountType: "PERCENTAGE", discountAmount: 100 },
    vatLines: [{ rate: 0, taxable: 900, vat: 0, exemption }],
    ...{ paidDate: "2026-11-19T10:00:00Z", expiryDate: "2999-01-01T00:00:00Z", dueDate: "2999-01-01" },
    ...{ callbackUrl: "https://dar-rana.example/back", cancelUrl: "https://dar-rana.example/cancel" },
    ...{ externalOrderNumber: "W-1042", foreignCurrencyCode: "USD", foreignCurrencyValue: 306.67 },
    ...{ refundedTotal: 1, hasAgreement: true },
    taxDocuments: [{ kind: "tax_invoice", number: "INV-000042" }],
  };
}
