/** Stories that read pictures of shops and of what is sold, and the paper of a debit note. */
import { issueInvoice, type TestApp } from "../../app-harness.ts";
import { ways } from "../../kill-loop/load.ts";
import { asMerchant, makeLink } from "../../product-links.ts";
import { madeOnce } from "../story.ts";
import type { Story } from "./buyers.ts";
import { picture } from "./merchants.ts";
import { papersOf } from "./reads.ts";

async function upload(shop: TestApp): Promise<string> {
  const headers = {
    ...{ authorization: `Bearer ${shop.apiKey}`, "idempotency-key": "picture-1234567890" },
    "content-type": "image/png",
  };
  const payload = Buffer.from(picture, "base64");
  return (await shop.app.inject({ method: "POST", url: "/api/v1/images", headers, payload })).json().id;
}

/** Of a shop with a logo, a link to a product with a picture, and an order with one. */
async function picturesOf(shop: TestApp): Promise<readonly string[]> {
  const imageId = await upload(shop);
  await shop.app.inject({
    ...{ method: "PUT", url: "/api/v1/merchant/logo", payload: { imageId } },
    headers: { authorization: `Bearer ${shop.apiKey}`, "if-match": "*" },
  });
  const { linkIdentity, productId } = await makeLink(shop, { product: { imageId } });
  const order = await issueInvoice(shop, {
    lines: [{ title: "تمر", quantity: 1, unitPrice: "10.00", imageId }],
  });
  const { rows } = await shop.db.pool.query(
    `select o.merchant_id, l.sold_image_id from order_lines l join orders o on o.id = l.order_id where o.order_number = $1`,
    [order],
  );
  const { merchant_id: merchantId, sold_image_id: sold } = Object(rows[0]);
  return [
    ...["", "/300/300", "/100/100"].map((size) => `loadMerchantImage/${merchantId}${size}`),
    `loadMerchantImage/l/${linkIdentity}`,
    `downloadSoldProductImageBytes/${sold}?size=100`,
    `downloadProductThumbnailImageBytes/${productId}`,
    `downloadProductImageBytes/${productId}`,
  ].map((path) => `/openApi/${path}`);
}

const pictures: Story = async (shop) => {
  const make = (): Promise<readonly string[]> => picturesOf(shop.before);
  for (const url of await madeOnce(shop, { name: "pictures", uses: 400 }, make)) await shop.app.inject(url);
};

const debitNotes: Story = async (shop) => {
  const url = await madeOnce(shop, { name: "debit note", uses: 400 }, async () => {
    const order = await issueInvoice(shop.before);
    await ways["card"]?.(shop.before, order, []);
    await asMerchant(shop.before, "POST", `/invoices/${order}/debit-notes`, {
      reason: "فرق أجرة التوصيل",
      lines: [{ title: "فرق أجرة التوصيل", quantity: 1, unitPrice: "20.00", vatRate: "15" }],
    });
    const { papers, note } = await papersOf(shop.before, order, "debit_note");
    return `/openApi/getDebitNote/${papers}/${note}`;
  });
  await shop.app.inject(url);
};

export const pictureStories: Readonly<Record<string, Story>> = {
  "read pictures": pictures,
  "read debit notes": debitNotes,
};
