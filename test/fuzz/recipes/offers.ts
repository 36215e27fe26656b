/** Stories of what leads to an invoice or follows a paid one: quotes, what repeats, asked fields, chosen amounts, returns, fresh links. */
import { referenceMethods } from "#methods/allowed.ts";
import { dayAfter, today } from "#server/reconciliation/riyadh-day.ts";
import { issueInvoice, type TestApp } from "../../app-harness.ts";
import { ways } from "../../kill-loop/load.ts";
import {
  asMerchant,
  checkoutBody,
  makeLink,
  mobileOf,
  openLink,
  orderNumberOf,
} from "../../product-links.ts";
import { madeOnce } from "../story.ts";
import type { Story } from "./buyers.ts";
import { change, client, line, made } from "./merchants.ts";

const invoice = {
  ...{ client, lines: [line], externalOrderNumber: "NK-2002", note: "شكرًا لك" },
  ...{ discount: { type: "PERCENTAGE", value: "5" }, allowedMethods: ["mada", "creditcard"] },
  callbackUrl: "https://shop.example/thanks",
};

const dayIn = (days: number): string => dayAfter(today(Date.now()), days);

/** A form of a page, as a browser sends it. */
async function sendForm(shop: TestApp, url: string, fields: Readonly<Record<string, string>>) {
  return await shop.app.inject({
    method: "POST",
    url,
    headers: { origin: "http://localhost:3000", "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(fields).toString(),
  });
}

const quotes: Story = async (shop, random) => {
  const body = { invoice, validUntil: dayIn(7), dueDays: 10 };
  const number = await made(shop, "/quotes", body, "quoteNumber");
  const seen = { authorization: `Bearer ${shop.apiKey}` };
  for (const path of ["", "/pdf?lang=en&size=80mm", "/messages?limit=5"])
    await shop.app.inject({ url: `/api/v1/quotes/${number}${path}`, headers: seen });
  await shop.app.inject({ url: "/api/v1/quotes?state=open&limit=5", headers: seen });
  await shop.app.inject(`/pay/quote/${number}?lang=ar`);
  await asMerchant(shop, "POST", `/quotes/${number}/messages`, {
    ...{ channel: "email", to: "noura@example.com", language: "ar" },
  });
  const answer = random.pick(["accept", "decline"]);
  await sendForm(shop, `/rest/pay/quote/${number}/${answer}`, { lang: "ar" });
  await shop.app.inject(`/pay/quote/${number}?lang=en`);
};

const quotesAtTheShop: Story = async (shop) => {
  const quote = async () =>
    await made(shop, "/quotes", { invoice: { lines: [line] }, validUntil: dayIn(1) }, "quoteNumber");
  const accepted = await quote();
  await asMerchant(shop, "POST", `/quotes/${accepted}/accept`, {});
  await asMerchant(shop, "POST", `/quotes/${await quote()}/withdraw`, {});
};

const repeating: Story = async (shop, random) => {
  const body = {
    ...{ name: "اشتراك نورة", invoice: { ...invoice, send: ["email"] } },
    ...{ every: random.pick(["week", "month", "year"]), interval: 2, startsOn: dayIn(1), hour: 8 },
    ...{ endsOn: dayIn(300), times: 12, dueDays: 7 },
  };
  const id = await made(shop, "/recurring-invoices", body, "id");
  await change(shop, "PATCH", `/recurring-invoices/${id}`, {
    ...{ name: "اشتراك", invoice: { lines: [line] }, hour: 10, endsOn: null, dueDays: null },
  });
  const seen = { authorization: `Bearer ${shop.apiKey}` };
  for (const path of [`/${id}`, "?state=active&limit=5"])
    await shop.app.inject({ url: `/api/v1/recurring-invoices${path}`, headers: seen });
  for (const act of ["skip", "pause", "resume", "end"])
    await asMerchant(shop, "POST", `/recurring-invoices/${id}/${act}`, {});
};

const both = (ar: string, en: string) => ({ ar, en });
const askedFields = [
  { key: "cake_name", type: "text", label: both("الاسم على الكيكة", "Name on the cake"), isRequired: true },
  { key: "candles", type: "number", label: { ar: "عدد الشموع" } },
  {
    ...{ key: "size", type: "choice", label: both("المقاس", "Size"), isRequired: false },
    choices: [both("صغير", "Small"), both("كبير", "Large")],
  },
];

const askingLinks: Story = async (shop, random) => {
  const { productId, linkIdentity } = await makeLink(shop.before);
  await asMerchant(shop, "POST", "/product-links", { productId, askedFields });
  await change(shop, "PATCH", `/product-links/${linkIdentity}`, { askedFields });
  const model = await openLink(shop.before, linkIdentity);
  const payload = checkoutBody(model, {
    ...{
      customerMobile: mobileOf(random.whole(0, 9_999_999)),
      checkoutKey: random.bytes(12).toString("hex"),
    },
    answers: { cake_name: "لنورة", candles: "٣٠", size: "1" },
  });
  const bought = await shop.app.inject({ method: "POST", url: "/rest/pay/product/", payload });
  await shop.app.inject(`/pay/order/${orderNumberOf(bought)}?lang=ar`);
};

const chosenAmounts: Story = async (shop, random) => {
  const buyerAmount = { least: "10.00", most: "5000.00", suggested: ["50.00", "100.00"] };
  const { productId, linkIdentity } = await makeLink(shop.before);
  await asMerchant(shop, "POST", "/product-links", { productId, buyerAmount, vatRate: "15", maxPayments: 9 });
  await change(shop, "PATCH", `/product-links/${linkIdentity}`, { buyerAmount });
  await asMerchant(shop, "POST", `/product-links/${linkIdentity}/prefill`, {
    ...{ name: "نورة", mobile: "0551234567", amount: "57.50" },
  });
  await shop.app.inject(`/pay/product/${linkIdentity}?lang=ar`);
  const model = await openLink(shop.before, linkIdentity);
  const payload = checkoutBody(model, {
    ...{ customerMobile: mobileOf(random.whole(0, 9_999_999)), amount: "57.50" },
  });
  const order = orderNumberOf(await shop.app.inject({ method: "POST", url: "/rest/pay/product/", payload }));
  await ways["card"]?.(shop, order, []);
};

const returns: Story = async (shop, random) => {
  await madeOnce(shop, { name: "days of returns", uses: Number.POSITIVE_INFINITY }, () =>
    change(shop.before, "PATCH", "/merchant", { returnRequestDays: 30 }),
  );
  const order = await issueInvoice(shop.before);
  await ways["card"]?.(shop.before, order, []);
  const asked = { lang: "ar", reason: random.pick(["damaged", "other"]), words: "الكوب\nمكسور" };
  const part = { what: "lines", line: "1", quantity_1: "١" };
  await sendForm(shop, `/rest/pay/askReturn/${order}`, random.chance(0.5) ? asked : { ...asked, ...part });
  await shop.app.inject(`/pay/order/${order}?lang=en&return=lines`);
  const headers = { authorization: `Bearer ${shop.apiKey}` };
  const url = `/api/v1/return-requests?orderNumber=${order}&state=requested&limit=5`;
  const { items } = (await shop.app.inject({ url, headers })).json();
  const answer = random.pick([{ answer: "accept" }, { answer: "decline", words: "انتهت المدة" }]);
  await asMerchant(shop, "POST", `/return-requests/${items[0]?.id}/answer`, answer);
  await sendForm(shop, `/rest/pay/documentsLink/${order}`, { lang: "ar" });
};

const takenBackReturns: Story = async (shop) => {
  await madeOnce(shop, { name: "days of returns", uses: Number.POSITIVE_INFINITY }, () =>
    change(shop.before, "PATCH", "/merchant", { returnRequestDays: 30 }),
  );
  const order = await issueInvoice(shop.before);
  await ways["card"]?.(shop.before, order, []);
  await sendForm(shop.before, `/rest/pay/askReturn/${order}`, { lang: "ar", reason: "changed_mind" });
  await sendForm(shop, `/rest/pay/withdrawReturn/${order}`, { lang: "ar" });
};

const mailedNumbers: Story = async (shop, random) => {
  const order = await issueInvoice(shop.before);
  const method = random.pick(referenceMethods);
  await ways[method]?.(shop.before, order, []);
  await sendForm(shop, `/rest/pay/mailReference/${order}`, {
    ...{ email: "noura@example.com", method, page: random.pick(["info", "order"]), lang: "ar" },
  });
};

const freshLinks: Story = async (shop) => {
  const order = await issueInvoice(shop.before);
  const past = "update orders set expires_at = now() - interval '1 day' where order_number = $1";
  await shop.db.pool.query(past, [order]);
  await shop.app.inject(`/pay/error/expired-qr?order=${order}&lang=ar`);
  await sendForm(shop, `/rest/pay/askRenewal/${order}`, { lang: "en" });
};

export const offerStories: Readonly<Record<string, Story>> = {
  "offer quotes": quotes,
  "close quotes": quotesAtTheShop,
  "repeat invoices": repeating,
  "ask buyers": askingLinks,
  "let buyers choose the amount": chosenAmounts,
  "ask for returns": returns,
  "take returns back": takenBackReturns,
  "mail numbers": mailedNumbers,
  "ask for a fresh link": freshLinks,
};
