/** What buyers leave in a shop beside what `fillShop` has made: for the walk of what roles see of them. */
import assert from "node:assert/strict";
import type { Shop } from "./console.ts";
import type { Things } from "./isolation-rows.ts";
import { asMerchant, buy, makeLink, openLink } from "./product-links.ts";

/** Leaves them. */
export async function leaveTraces(shop: Shop, things: Things): Promise<void> {
  const make = async (url: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await asMerchant(shop, "POST", url, body);
    assert.ok(answer.statusCode < 300, `${url}: ${answer.body}`);
    return answer.json();
  };
  const question = { key: "cake", type: "text", label: { ar: "الاسم", en: "Name" }, isRequired: true };
  const { linkIdentity } = await makeLink(shop, { link: { askedFields: [question] } });
  await buy(shop, await openLink(shop, linkIdentity), {
    answers: { cake: "نورة" },
    couponCode: "SECRET10",
  });
  const business = {
    legalName: "شركة واحة الخليج",
    identification: { scheme: "CRN", value: "1010101010" },
    postalAddress: {
      ...{ street: "شارع العليا", buildingNumber: "7525", district: "الورود" },
      ...{ postalCode: "12252", city: "الرياض" },
    },
  };
  const lines = [{ title: "تمر", quantity: 1, unitPrice: "100.00", vatRate: "15" }];
  const { orderNumber: byHand } = await make("/invoices", { client: business, lines });
  await make(`/invoices/${byHand}/payments`, { amount: "115.00", way: "cash", reference: "7", note: "نقدا" });
  await make(`/return-requests/${things["requestId"]}/answer`, { answer: "decline", words: "لا يُسترجع" });
  const client = { name: "نورة", mobile: "0551234567" };
  await make("/invoices", { client, lines });
  await shop.db.pool.query(
    `insert into digital_deliveries (merchant_id, order_id, address, language, cause, next_try_at)
     select merchant_id, id, 'noura@example.com', 'ar', 'paid', now() from orders where order_number = $1`,
    [things["orderNumber"]],
  );
  await shop.db.pool.query(
    "update orders set client_validated_at = now(), client_validated_email = 'noura@example.com' where order_number = $1",
    [things["orderNumber"]],
  );
}
