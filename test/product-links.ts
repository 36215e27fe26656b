/** Product links for tests: made through the merchant API, opened and bought from as the page does. */
import { randomUUID } from "node:crypto";
import type { LightMyRequestResponse } from "fastify";
import type { Coupon } from "#contract/coupons.ts";
import type { ProductLinkModel } from "#contract/product.ts";
import type { ProductLink } from "#contract/product-links.ts";
import type { Product } from "#contract/products.ts";
import type { TestApp } from "./app-harness.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Sends a request of the merchant's, with a new idempotency key where one is needed. */
export async function asMerchant(
  test: TestApp,
  method: "GET" | "POST" | "PATCH" | "PUT",
  url: string,
  payload?: Fields,
): Promise<LightMyRequestResponse> {
  return await test.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: {
      authorization: `Bearer ${test.apiKey}`,
      "accept-language": "en",
      ...(method === "POST" && { "idempotency-key": randomUUID() }),
    },
    ...(payload && { payload }),
  });
}

async function make<T>(test: TestApp, url: string, payload: Fields): Promise<T> {
  const response = await asMerchant(test, "POST", url, payload);
  if (response.statusCode !== 201) throw new Error(`${url}: ${response.body}`);
  return response.json();
}

/** Makes a product; 85.00 and not counted unless the fields say otherwise. */
export async function makeProduct(test: TestApp, fields: Fields = {}): Promise<Product> {
  return await make(test, "/products", { title: "صندوق تمر سكري", price: "85.00", ...fields });
}

/** Makes a product and a link to it. */
export async function makeLink(
  test: TestApp,
  of: { readonly product?: Fields; readonly link?: Fields } = {},
): Promise<ProductLink> {
  const { id } = await makeProduct(test, of.product);
  return await make(test, "/product-links", { productId: id, ...of.link });
}

/** Makes a coupon of ten percent unless the fields say otherwise. */
export async function makeCoupon(test: TestApp, fields: Fields): Promise<Coupon> {
  return await make(test, "/coupons", { discount: { type: "PERCENTAGE", value: "10" }, ...fields });
}

/** Loads a link's model as the page does. */
export async function openLink(test: TestApp, linkIdentity: string): Promise<ProductLinkModel> {
  const response = await test.app.inject(`/rest/pay/product/${linkIdentity}`);
  if (response.statusCode !== 200) throw new Error(`no link: ${response.body}`);
  return response.json();
}

/** The body of a checkout of an opened link, as the page would send it. */
export function checkoutBody(model: ProductLinkModel, changes: Fields = {}): Record<string, unknown> {
  return {
    merchantUsername: model.merchant.username,
    productNumber: model.linkIdentity,
    customerName: "نورة العتيبي",
    customerMobile: "0551234567",
    customerCountryCode: "SA",
    couponCode: null,
    productPrice: model.product.price.toFixed(2),
    signature: model.signature,
    qty: 1,
    ...changes,
  };
}

/** A Saudi mobile of its own for each number. */
export function mobileOf(buyer: number): string {
  return `05${String(50_000_000 + buyer)}`;
}

/** Sends a checkout, from another address when one is given. */
export async function sendCheckout(
  test: TestApp,
  model: ProductLinkModel,
  changes: Fields = {},
  remoteAddress = "127.0.0.1",
): Promise<LightMyRequestResponse> {
  const payload = checkoutBody(model, changes);
  return await test.app.inject({ method: "POST", url: "/rest/pay/product/", payload, remoteAddress });
}

/** Buyers with a mobile and an address of their own, all checking out at the same moment. */
export async function rush(
  test: TestApp,
  model: ProductLinkModel,
  of: { readonly buyers: number; readonly changes?: Fields },
): Promise<LightMyRequestResponse[]> {
  return await Promise.all(
    Array.from({ length: of.buyers }, (_, buyer) =>
      sendCheckout(
        test,
        model,
        { customerMobile: mobileOf(buyer), ...of.changes },
        `10.0.${Math.floor(buyer / 250)}.${1 + (buyer % 250)}`,
      ),
    ),
  );
}

/** How often each answer was given: by problem code, "ok" for valid ones. */
export function tally(replies: readonly LightMyRequestResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reply of replies) {
    const code = reply.statusCode === 200 ? "ok" : String(reply.json().code);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/** Checks out and gives the order's number. */
export async function buy(test: TestApp, model: ProductLinkModel, changes: Fields = {}): Promise<string> {
  const response = await sendCheckout(test, model, changes);
  if (response.statusCode !== 200) throw new Error(`no order: ${response.body}`);
  return orderNumberOf(response);
}

/** The number in the answer of a checkout. */
export function orderNumberOf(response: LightMyRequestResponse): string {
  return (response.json() as { orderDetails: { orderNumber: string } }).orderDetails.orderNumber;
}

/** What the database says of a product's stock and of its holds. */
export async function stockOf(
  test: TestApp,
  productId: number,
): Promise<{ readonly free: number | null; readonly held: number; readonly sold: number }> {
  const { rows } = await test.db.pool.query(
    `select p.stock_qty as free, p.held_qty as counted,
       coalesce(sum(h.qty) filter (where h.state = 'held'), 0)::integer as held,
       coalesce(sum(h.qty) filter (where h.state = 'sold'), 0)::integer as sold
     from products p left join stock_holds h on h.product_id = p.id where p.id = $1 group by p.id`,
    [productId],
  );
  const { counted, ...stock } = rows[0];
  if (counted !== stock.held) throw new Error(`${counted} held by the product, ${stock.held} by its orders`);
  return stock;
}
