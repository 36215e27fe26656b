/** Products, links and coupons of a test's own, made through the merchant API as a shop would make them. */
import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Invoice } from "#contract/invoices.ts";
import type { Demo } from "./fixtures.ts";

export type Sold = {
  readonly productId: number;
  readonly linkIdentity: string;
  /** A coupon for this product, when one was asked for. */
  readonly couponCode: string;
};

type Wanted = {
  readonly product?: object;
  readonly link?: object;
  /** Of a new coupon: `{ type: "PERCENTAGE", value: "10" }`. */
  readonly discount?: object;
};

/** Creates a product of SAR 100.00 with a picture and 15 % VAT, its link and, if wanted, a coupon. */
export async function sell(demo: Demo, { product, link, discount }: Wanted = {}): Promise<Sold> {
  const { id: productId } = await ask<{ id: number }>(demo, "POST", "products", {
    title: "صندوق تمر سكري فاخر",
    description: "تمر من مزارع القصيم، معبأ في صندوق هدية.\n1 كجم",
    price: "100.00",
    imageId: await uploadPicture(demo),
    ...product,
  });
  const { linkIdentity } = await ask<{ linkIdentity: string }>(demo, "POST", "product-links", {
    productId,
    ...link,
  });
  const couponCode = `T${randomUUID().slice(0, 8).toUpperCase()}`;
  if (discount) await ask(demo, "POST", "coupons", { code: couponCode, discount, productId });
  return { productId, linkIdentity, couponCode };
}

/** Changes a product while a buyer looks at it. */
export async function changeProduct(demo: Demo, { productId }: Sold, changes: object): Promise<void> {
  await ask(demo, "PATCH", `products/${productId}`, changes);
}

/** The status of an order as the merchant sees it. */
export async function statusOf(demo: Demo, orderNumber: string): Promise<string> {
  return (await invoiceOf(demo, orderNumber)).status;
}

/** An order as the merchant sees it. */
export async function invoiceOf(demo: Demo, orderNumber: string): Promise<Invoice> {
  return await ask<Invoice>(demo, "GET", `invoices/${orderNumber}`);
}

async function ask<T>(demo: Demo, method: string, path: string, body?: object): Promise<T> {
  return await send<T>(demo, { method, path, type: "application/json", body: body && JSON.stringify(body) });
}

/** A square with a disc on it. */
async function uploadPicture(demo: Demo): Promise<string> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800" fill="#efe3cf"/><circle cx="400" cy="400" r="240" fill="#8a5a2b"/></svg>`;
  const picture = await sharp(Buffer.from(drawing)).png().toBuffer();
  const { id } = await send<{ id: string }>(demo, {
    method: "POST",
    path: "images",
    type: "image/png",
    body: new Uint8Array(picture),
  });
  return id;
}

async function send<T>(
  demo: Demo,
  request: {
    readonly method: string;
    readonly path: string;
    readonly type: string;
    readonly body: string | Uint8Array<ArrayBuffer> | undefined;
  },
): Promise<T> {
  const { method, path, type, body } = request;
  const response = await fetch(`${demo.baseUrl}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${demo.apiKey}`,
      "idempotency-key": randomUUID(),
      ...(body !== undefined && { "content-type": type }),
    },
    ...(body !== undefined && { body }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return (await response.json()) as T;
}
