/** QR codes of what can be paid, as pictures of the merchant API. */
import type { FastifyInstance } from "fastify";
import { type PayCodeQuery, payCodeCalls } from "#contract/pay-codes.ts";
import { readLinkIdentity } from "#core/crockford.ts";
import { Problem } from "#core/problem.ts";
import { qrPng, qrSvg } from "../documents/qr-code.ts";
import { requireOpen } from "../orders/order-open.ts";
import { merchantOf } from "./authenticate.ts";
import { type FileAnswer, mountFileCall } from "./file-call.ts";
import { findInvoiceId } from "./invoice-store.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

const usualPixels = 512;

/** Mounts the calls in a scope that requires an API key. */
export function mountPayCodeCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const { webUrl } = services.config;
  const db = services.db.kysely;

  mountFileCall(
    scope,
    payCodeCalls,
    "GET /api/v1/invoices/:orderNumber/qr",
    async ({ params, query }, request) => {
      const merchantId = merchantOf(request).id;
      const id = await findInvoiceId(db, { merchantId, input: params.orderNumber });
      const order = await db
        .selectFrom("orders")
        .select(["order_number", "status", "expires_at"])
        .where("merchant_id", "=", merchantId)
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      requireOpen(order, services.clock.now());
      return payCode(order.order_number, `${webUrl}/pay/order/${order.order_number}`, query);
    },
  );

  mountFileCall(
    scope,
    payCodeCalls,
    "GET /api/v1/product-links/:linkIdentity/qr",
    async ({ params, query }, request) => {
      const link = await db
        .selectFrom("product_links")
        .select("link_identity")
        .where("merchant_id", "=", merchantOf(request).id)
        .where("link_identity", "=", readLinkIdentity(params.linkIdentity) ?? "")
        .executeTakeFirst();
      if (!link) throw new Problem("not_found");
      return payCode(link.link_identity, `${webUrl}/pay/product/${link.link_identity}`, query);
    },
  );
}

function payCode(name: string, address: string, { format = "png", size, lang }: PayCodeQuery): FileAnswer {
  const text = lang === undefined ? address : `${address}?lang=${lang}`;
  const pixels = size ?? usualPixels;
  const content = format === "svg" ? qrSvg(text, pixels) : qrPng(text, pixels);
  const contentType = format === "svg" ? "image/svg+xml" : "image/png";
  return { contentType, fileName: `${name}.${format}`, content };
}
