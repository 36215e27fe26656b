/** The calls of the product page (Spec 7): the link's model and theme, the coupon check, the checkout. */
import type { FastifyInstance } from "fastify";
import { productCalls } from "#contract/product.ts";
import { settingsCalls } from "#contract/settings.ts";
import { hourMs } from "#core/hourly-limit.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import type { Budget } from "../limits/budgets.ts";
import { countedCaller } from "../limits/buyer-limits.ts";
import { createSharedLimits, type Use } from "../limits/shared-limits.ts";
import { modelEnvironment, orderTheme } from "../orders/order-routes.ts";
import type { Services } from "../services.ts";
import { checkOut } from "./checkout.ts";
import { toCouponResult, tryCoupon } from "./coupon.ts";
import { withinMissBudget } from "./coupon-budget.ts";
import { offeredOfLink } from "./offered-of-link.ts";
import { toProductLinkModel } from "./product-link-model.ts";
import { loadProductLink, type ProductLinkRecord, standingOf } from "./product-link-store.ts";

/** Counted before an order is made, so that many at once count as many, and given back where none was made. */
const checkouts: Budget = { most: limits.checkoutsPerAddressPerHour, windowMs: hourMs };

/** Mounts the buyer's calls of product links. */
export function mountProductCalls(app: FastifyInstance, services: Services): void {
  const { db, clock, config } = services;
  const shared = createSharedLimits(services);

  mountCall(app, productCalls, "GET /rest/pay/product/:linkIdentity", async ({ params }) => {
    const link = await requireOpenLink(services, params.linkIdentity);
    return toProductLinkModel(link, modelEnvironment(services), await offeredOfLink(services, link));
  });

  mountCall(
    app,
    productCalls,
    "GET /rest/pay/product/:linkIdentity/check-coupon/:couponCode",
    async ({ params: { linkIdentity, couponCode } }, { request }) => {
      const link = await requireOpenLink(services, linkIdentity);
      const found = await withinMissBudget(services, { link, address: request.ip }, (trx) =>
        tryCoupon(trx, link, couponCode, clock.now()),
      );
      return toCouponResult(found?.coupon ?? null, link, couponCode);
    },
  );

  mountCall(app, productCalls, "POST /rest/pay/product/", async ({ body }, { request }) => {
    const use: Use = ["checkouts", countedCaller(request)];
    const retryAfterSeconds = config.rateLimits ? await shared.take(use, checkouts) : null;
    if (retryAfterSeconds !== null) throw new Problem("rate_limited", { retryAfterSeconds });
    let isCounted = false;
    try {
      const { orderNumber, isRepeated } = await checkOut(services, body, request.ip);
      isCounted = !isRepeated;
      return { orderDetails: { orderNumber } };
    } finally {
      if (config.rateLimits && !isCounted) await shared.giveBack(use);
    }
  });

  // An unknown link gets the default theme, not a 404: the call is no oracle for link identities (Spec 7).
  mountCall(app, settingsCalls, "GET /rest/pay/theme/l/:linkIdentity", async ({ params }) => {
    const link = await loadProductLink(db.pool, params.linkIdentity, clock.now());
    return orderTheme(services.config, link?.theme ?? null);
  });
}

async function requireOpenLink(services: Services, input: string): Promise<ProductLinkRecord> {
  const now = services.clock.now();
  const link = await loadProductLink(services.db.pool, input, now);
  const standing = link && standingOf(link, now);
  if (standing === "expired") throw new Problem("link_expired");
  if (!link || standing !== "open") throw new Problem("product_not_found");
  return link;
}
