/** Stories of merchants: what is made, changed and closed over the merchant API. */
import { randomUUID } from "node:crypto";
import { issueInvoice, type TestApp } from "../../app-harness.ts";
import { ways } from "../../kill-loop/load.ts";
import { asMerchant, makeCoupon, makeLink, makeProduct } from "../../product-links.ts";
import type { Story } from "./buyers.ts";

type Json = Record<string, unknown>;

/** Whom invoices are for. */
export const client = {
  name: "نورة العتيبي",
  mobile: "0551234567",
  countryCode: "SA",
  email: "noura@example.com",
  address: "طريق الملك فهد، الرياض",
};
const business = {
  name: "شركة النخلة",
  vatNumber: "300000000000003",
  legalName: "شركة النخلة للتجارة",
  identification: { scheme: "CRN", value: "1010010000" },
  postalAddress: {
    ...{ street: "طريق الملك فهد", buildingNumber: "1234", district: "العليا", city: "الرياض" },
    ...{ postalCode: "12211", additionalNumber: "5678", country: "SA" },
  },
};
/** A picture of one point. */
export const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** A line with everything that it may state but its picture. */
export const line = {
  title: "تمر سكري",
  description: "صندوق",
  quantity: 2,
  unitPrice: "50.00",
  vatRate: "15",
};
const invoice: Json = {
  ...{
    externalOrderNumber: "NK-1001",
    currency: "SAR",
    lines: [line, { ...line, quantity: "1.5", unit: "KGM" }],
    client,
  },
  ...{
    discount: { type: "PERCENTAGE", value: "10" },
    pricesIncludeVat: true,
    note: "شكرًا لك",
    supplyDate: "2026-11-20",
  },
  ...{
    callbackUrl: "https://shop.example/thanks",
    cancelUrl: "https://shop.example/cart",
    expiresAt: "2030-01-31T20:59:59Z",
  },
  ...{ dueDate: "2027-01-31", allowedMethods: ["mada", "creditcard", "stcpay"], metadata: { basket: "7" } },
};

/** A change of whatever there is now. */
export async function change(
  shop: TestApp,
  method: "PATCH" | "PUT",
  url: string,
  payload: Json,
): Promise<void> {
  const headers = { authorization: `Bearer ${shop.apiKey}`, "if-match": "*", "accept-language": "en" };
  await shop.app.inject({ method, url: `/api/v1${url}`, headers, payload });
}

/** Makes something; gives the part of the answer that names it. */
export async function made(shop: TestApp, url: string, payload: Json, name: string): Promise<string> {
  const reply = await asMerchant(shop, "POST", url, payload);
  return String(Object(reply.json())[name]);
}

const invoices: Story = async (shop) => {
  const order = await made(shop, "/invoices", invoice, "orderNumber");
  await change(shop, "PATCH", `/invoices/${order}`, { note: "تغيّر", lines: [line], client, discount: null });
  await asMerchant(shop, "POST", `/invoices/${order}/messages`, {
    kind: "payment_link",
    channel: "email",
    to: "noura@example.com",
    language: "ar",
  });
  await asMerchant(shop, "POST", `/invoices/${order}/reissue`, {});
};

const paidInvoices: Story = async (shop) => {
  const order = await issueInvoice(shop);
  await ways["card"]?.(shop, order, []);
  await asMerchant(shop, "POST", `/invoices/${order}/refunds`, {
    lines: [{ position: 1, quantity: 1 }],
    reason: "أُعيد صندوق",
  });
  await asMerchant(shop, "POST", `/invoices/${order}/debit-notes`, {
    reason: "فرق أجرة التوصيل",
    lines: [{ title: "فرق أجرة التوصيل", quantity: 1, unitPrice: "20.00", vatRate: "15" }],
    pricesIncludeVat: false,
  });
  await asMerchant(shop, "POST", `/invoices/${order}/complete`, {});
};

const paidOutside: Story = async (shop) => {
  const order = await issueInvoice(shop);
  await asMerchant(shop, "POST", `/invoices/${order}/payments`, {
    amount: "115.00",
    way: "card_terminal",
    reference: "RRN 4471",
    note: "عند الفرع",
  });
  await asMerchant(shop, "POST", `/invoices/${order}/refunds`, { amount: "15.00", byHand: true });
};

const toBusinesses: Story = async (shop) => {
  const order = await made(
    shop,
    "/invoices",
    { lines: [line], client: business, taxForm: "standard" },
    "orderNumber",
  );
  await ways["card"]?.(shop, order, []);
};

const drafts: Story = async (shop) => {
  const id = await made(shop, "/invoice-drafts", { lines: [line], client }, "id");
  await change(shop, "PUT", `/invoice-drafts/${id}`, { ...invoice });
  await asMerchant(shop, "POST", `/invoice-drafts/${id}/page`, {});
  await asMerchant(shop, "POST", `/invoice-drafts/${id}/issue`, {});
};

const clients: Story = async (shop, random) => {
  const mobile = `05${random.whole(10_000_000, 99_999_999)}`;
  const id = await made(shop, "/clients", { ...client, ...business, name: client.name, mobile }, "id");
  await change(shop, "PATCH", `/clients/${id}`, {
    email: "sara@example.com",
    notes: "تُفضل الاتصال مساءً",
    language: "ar",
  });
  await asMerchant(shop, "POST", "/invoices", { lines: [line], clientId: Number(id) });
};

const products: Story = async (shop, random) => {
  const { id } = await makeProduct(shop, { description: "صندوق هدية", stockQty: 5, vatRate: "15" });
  await change(shop, "PATCH", `/products/${id}`, { title: "تمر عجوة", price: "99.50", stockQty: 7 });
  const link = {
    productId: id,
    quantity: 2,
    allowedMethods: ["mada"],
    holdMinutes: 30,
    agreement: { title: "شروط البيع", text: "تُعاد خلال سبعة أيام" },
  };
  const { linkIdentity } = await makeLink(shop, { link: {} });
  await asMerchant(shop, "POST", "/product-links", link);
  await change(shop, "PATCH", `/product-links/${linkIdentity}`, { isActive: false, quantity: 3 });
  const coupon = await makeCoupon(shop, {
    code: `C-${random.whole(0, 2 ** 40)}`,
    usageLimit: 5,
    endsAt: "2030-01-01T00:00:00Z",
  });
  await change(shop, "PATCH", `/coupons/${coupon.id}`, {
    discount: { type: "FIXED", value: "5.00" },
    isActive: true,
  });
};

const settings: Story = async (shop) => {
  await change(shop, "PUT", "/theme", { primaryColor: "#112233", textColor: "#fff", hideVatInvoice: false });
  await asMerchant(shop, "POST", "/theme/preview", { theme: { primaryColor: "#112233" }, imageId: null });
  await asMerchant(shop, "POST", "/tax-units/renew", { otp: "123456", branch: "3000000000" });
  await change(shop, "PUT", "/messages/settings", {
    automatic: { paymentLink: false, receipt: false, refundNotice: false },
    channels: ["email"],
    quietHours: { from: "22:00", until: "08:00" },
    reminders: { daysBefore: [3], daysAfter: [1, 7] },
    notices: { emails: ["owner@shop.example"], events: ["payment.surplus"] },
  });
  const words = { text: "{shop}: {amount} {link}" };
  await change(shop, "PUT", "/messages/texts/payment_link/sms/en", words);
  const kind = { kind: "payment_link", channel: "sms", language: "en" };
  await asMerchant(shop, "POST", "/messages/texts/preview", { ...kind, ...words });
  const english = { title: "Terms", text: "Returned within seven days" };
  await asMerchant(shop, "POST", "/agreements", {
    title: "شروط البيع",
    text: "تُعاد خلال سبعة أيام",
    english,
  });
  await change(shop, "PUT", "/agreements/standard", { version: null });
  await asMerchant(shop, "POST", "/search", { query: "0551234567", limit: 10 });
  await asMerchant(shop, "POST", "/search", { query: "نورة", limit: 50 });
  const headers = {
    authorization: `Bearer ${shop.apiKey}`,
    "idempotency-key": randomUUID(),
    "content-type": "image/png",
  };
  const payload = Buffer.from(picture, "base64");
  await shop.app.inject({ method: "POST", url: "/api/v1/images", headers, payload });
};

export const merchantStories: Readonly<Record<string, Story>> = {
  "issue invoices": invoices,
  "work on paid invoices": paidInvoices,
  "invoices paid outside": paidOutside,
  "sell to businesses": toBusinesses,
  "keep drafts": drafts,
  "keep clients": clients,
  "sell products": products,
  "change settings": settings,
};
