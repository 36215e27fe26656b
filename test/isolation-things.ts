/** What the live shop of the walk of isolation has: one of everything. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { minor } from "#core/money.ts";
import { runInTransaction } from "#db/open.ts";
import { placeEvents } from "#server/events/place-events.ts";
import { today } from "#server/reconciliation/riyadh-day.ts";
import { askForReturn } from "#server/return-requests/return-store.ts";
import { issueTaxInvoice } from "#server/tax-documents/numbering.ts";
import type { Things } from "./isolation-rows.ts";
import type { MakingApi, TestMerchant } from "./merchant-api.ts";

/** What no other may see, wherever it stands in an answer. */
export const secret = "تمر-صقعي-للعميل-وحده";
/** Of the shop's client. */
export const mobile = "0559876543";
const invoice = {
  externalOrderNumber: "SECRET-77",
  client: { name: secret, mobile, email: "secret@buyer.example", countryCode: "SA" },
  lines: [{ title: secret, quantity: 1, unitPrice: "100.00", vatRate: "15" }],
  agreement: { title: secret, text: secret },
};

type Method = "POST" | "PATCH";

/** What makes things of a merchant; the live one's unless another one is named. */
function maker(api: MakingApi, merchant: TestMerchant = api.merchant) {
  return async (path: string, body: unknown, method: Method = "POST") => {
    const answer = await api.call(method, `/api/v1${path}`, { body, merchant });
    assert.ok([200, 201, 202].includes(answer.statusCode), `${path}: ${answer.body}`);
    return answer.json();
  };
}

/** Sends the bytes of a file. */
async function upload(api: MakingApi, path: string, type: string, payload: Buffer) {
  const headers = {
    authorization: `Bearer ${api.merchant.key}`,
    "content-type": type,
    "idempotency-key": randomUUID(),
  };
  const url = `/api/v1${path}`;
  return (await api.app.inject({ method: "POST", url, headers, payload })).json();
}

/** One of everything for the live shop. */
export async function fillShop(api: MakingApi): Promise<Things> {
  const make = maker(api);
  const first = async (path: string) => (await api.call("GET", `/api/v1${path}`)).json().items[0];
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#0f6b5c" } })
    .png()
    .toBuffer();
  const image = await upload(api, "/images", "image/png", picture);
  const file = await upload(api, "/digital-files?fileName=x.txt", "text/plain", Buffer.from(secret));
  const client = await make("/clients", invoice.client);
  const product = await make("/products", { title: secret, price: "85.00", stockQty: 4 });
  const link = await make("/product-links", { productId: product.id, quantity: 1 });
  const coupon = await make("/coupons", { code: "SECRET10", discount: { type: "PERCENTAGE", value: "10" } });
  const draft = await make("/invoice-drafts", { client: { name: secret } });
  const endpoint = await make("/webhook-endpoints", { url: "https://secret.example.com/hooks" });
  const paid = await make("/invoices", invoice);
  const paymentId = await api.addAttempt(paid.orderNumber, "captured", "sadad");
  const attempt = api.db.kysely.updateTable("payment_attempts").set({ provider: "moyasar-sadad" });
  await attempt.where("id", "=", paymentId).execute();
  const { id: orderId } = await api.db.kysely
    .selectFrom("orders")
    .select("id")
    .where("order_number", "=", paid.orderNumber)
    .executeTakeFirstOrThrow();
  const issued = { orderId, at: new Date(api.clock.now()), sealing: api.services.sealing };
  await runInTransaction(api.db.kysely, async (trx) => await issueTaxInvoice(trx, issued));
  const refund = await make(`/invoices/${paid.orderNumber}/refunds`, { amount: "1.00", byHand: true });
  const limits = { per_invoice: minor(0), per_day: null, applies_to: ["key" as const] };
  await api.db.kysely
    .insertInto("refund_limits")
    .values({ merchant_id: api.merchant.id, ...limits })
    .execute();
  const approval = await make(`/invoices/${paid.orderNumber}/refunds`, {
    amount: "2.00",
    byHand: true,
    reason: secret,
  });
  const message = await make(`/invoices/${paid.orderNumber}/messages`, { kind: "receipt", channel: "email" });
  const { id: keyId } = await first("/keys");
  const startsOn = today(api.clock.now());
  const repeated = await make("/recurring-invoices", { name: secret, invoice, every: "month", startsOn });
  const quote = await make("/quotes", { invoice, validUntil: today(api.clock.now()) });
  await make("/merchant", { returnRequestDays: 30 }, "PATCH");
  const wish = { reason: "other", words: secret, lines: null, language: "ar" } as const;
  await askForReturn(api.db.kysely, paid.orderNumber, { asked: wish, now: api.clock.now() });
  // Events are read once they have their place, which the servers' workers give.
  await placeEvents(api.services);
  return {
    orderNumber: paid.orderNumber,
    paymentId,
    refundId: String(refund.id),
    approvalId: String(approval.id),
    messageId: String(message.id),
    clientId: String(client.id),
    productId: String(product.id),
    linkIdentity: link.linkIdentity ?? link.identity,
    couponId: String(coupon.id),
    draftId: String(draft.id),
    endpointId: String(endpoint.id),
    imageId: image.id,
    fileId: String(file.id),
    keyId: String(keyId),
    quoteNumber: quote.quoteNumber,
    requestId: String((await first("/return-requests")).id),
    recurringId: String(repeated.id),
    number: (await first("/tax-documents")).number,
    version: String((await first("/agreements")).version),
    eventId: (await first("/events")).id,
  };
}

/** What another shop has for itself: through these it may name what is not its own. */
export async function fillOther(api: MakingApi, merchant: TestMerchant): Promise<Things> {
  const make = maker(api, merchant);
  const lines = [{ title: "t", quantity: 1, unitPrice: "1.00" }];
  const product = await make("/products", { title: "t", price: "1.00" });
  const draft = await make("/invoice-drafts", { lines });
  const endpoint = await make("/webhook-endpoints", { url: "https://other.example.com/hooks" });
  const startsOn = today(api.clock.now());
  const repeated = await make("/recurring-invoices", {
    name: "n",
    invoice: { lines },
    every: "month",
    startsOn,
  });
  return {
    ownOrder: (await make("/invoices", { lines })).orderNumber,
    ownClient: String((await make("/clients", { name: "n", mobile: "0551112223" })).id),
    ownProduct: String(product.id),
    ownDraft: String(draft.id),
    ownEndpoint: String(endpoint.id),
    ownRecurring: String(repeated.id),
  };
}
