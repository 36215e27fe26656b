/**
 * Paylink's calls as its public clients make them. Their sources are not ours to run (their licence forbids copies), so
 * the requests are written member by member as the sources of 2024 have them: the packages for Laravel, PHP, Python and
 * Flutter (github.com/sultan-algarbi-paylink), the plug-in for WooCommerce 3.0.5 (there) and for Odoo (github.com/Paylink-sa).
 */
import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "./merchant-api.ts";

type Json = Readonly<Record<string, unknown>>;

export type PaylinkShop = AsyncDisposable & {
  readonly api: MerchantApi;
  readonly send: (url: string, body: Json | string, token?: string) => Promise<LightMyRequestResponse>;
  readonly get: (transactionNo: string, token?: string) => Promise<LightMyRequestResponse>;
  /** A token, with the word Bearer. */
  readonly tokenOf: (merchant?: TestMerchant, persistToken?: unknown) => Promise<string>;
  /** Sends `laravelOrder` with some members replaced. */
  readonly issue: (overrides?: Json, token?: string) => Promise<LightMyRequestResponse>;
};

/** The pair of keys that a shop types into its plug-in. */
export function pairOf({ key }: TestMerchant): { readonly apiId: string; readonly secretKey: string } {
  return { apiId: key.slice(0, 16), secretKey: key };
}

/** Our number of an invoice that was answered. */
export function ownNumberOf(answer: LightMyRequestResponse): string {
  assert.equal(answer.statusCode, 200, answer.body);
  return new URL(answer.json().url).pathname.split("/").at(-1) ?? "";
}

let counted = 0;
/** A shop's number that was not used before. */
export function newNumber(): string {
  counted += 1;
  return `NK-${counted}`;
}

/** What the packages for Laravel (2.0.1) and PHP send: PaylinkService.php, PaylinkProduct.php. */
export function laravelOrder(overrides: Json = {}): Json {
  const absent = {
    description: null,
    isDigital: false,
    imageSrc: null,
    specificVat: null,
    productCost: null,
  };
  return {
    amount: 170.0,
    callBackUrl: "https://shop.example/done?basket=7",
    cancelUrl: null,
    clientEmail: null,
    clientMobile: "0512345678",
    currency: "SAR",
    clientName: "Mohammed Ali",
    note: null,
    orderNumber: newNumber(),
    products: [
      { title: "Book", price: 50.0, qty: 2, ...absent },
      { title: "Pen", price: 7.0, qty: 10, ...absent },
    ],
    smsMessage: null,
    supportedCardBrands: [],
    displayPending: true,
    ...overrides,
  };
}

/** What the plug-in for WooCommerce sends: add_invoice in class-wc-gateway-paylink.php. */
export function wooCommerceOrder(overrides: Json = {}): Json {
  return {
    orderNumber: 4711 + counted++,
    clientName: "نورة العتيبي",
    clientMobile: "+966 55 123 4567",
    clientEmail: "noura@example.com",
    amount: "115.50",
    callBackUrl:
      "https://shop.example/checkout/order-received/4711/?key=wc_order_a1&wc-api=wc_gateway_paylink",
    note: "",
    lang: "ar",
    products: [
      {
        title: "عباية",
        price: "115.5",
        qty: 1,
        description: "<p>قماش <b>كريب</b></p>\n",
        isDigital: false,
      },
    ],
    currency: "SAR",
    displayPending: true,
    ...overrides,
  };
}

/** What the plug-in for Odoo sends: _get_specific_rendering_values and _product_description. */
export function odooOrder(overrides: Json = {}): Json {
  counted += 1;
  return {
    amount: 230.0,
    callBackUrl: "https://odoo.example/payment/paylink/return",
    clientEmail: false,
    clientMobile: "+971501234567",
    clientName: "Khalid",
    note: "My Company",
    orderNumber: `S000${counted}`,
    products: [
      { description: "[DESK] Desk", price: 250.0, qty: 1.0, title: "Desk" },
      { description: "Discount", price: -20.0, qty: 1.0, title: "Discount" },
    ],
    currency: "SAR",
    ...overrides,
  };
}

/** Starts the merchant API with Paylink's calls beside it; `await using` ends it. */
export async function startPaylinkShop(): Promise<PaylinkShop> {
  const api = await startMerchantApi();
  const send: PaylinkShop["send"] = async (url, body, token) =>
    await api.app.inject({
      method: "POST",
      url,
      headers: {
        accept: "application/json",
        "content-type": "application/json",
        ...(token !== undefined && { authorization: token }),
      },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
  const tokenOf: PaylinkShop["tokenOf"] = async (merchant = api.merchant, persistToken = false) => {
    const answer = await send("/api/auth", { ...pairOf(merchant), persistToken });
    assert.equal(answer.statusCode, 200, answer.body);
    return `Bearer ${answer.json().id_token}`;
  };
  return {
    api,
    send,
    tokenOf,
    get: async (transactionNo, token) =>
      await api.app.inject({
        url: `/api/getInvoice/${transactionNo}`,
        headers: { authorization: token ?? (await tokenOf()) },
      }),
    issue: async (overrides, token) =>
      await send("/api/addInvoice", laravelOrder(overrides), token ?? (await tokenOf())),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}
