/**
 * A checkout of a product link becomes an order (Spec 4 and 7). Nothing that the browser sends is an amount: the
 * price it states is compared, everything else is worked out from our own rows (decision K3). Where the link lets its buyer choose,
 * what they chose is the price of the one piece, within the link's bounds (docs/decisions/0190). Order, use of the
 * coupon and pieces of stock are written by one transaction or not at all.
 */
import { createHash } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { ProductCheckout } from "#contract/product.ts";
import { limits } from "#core/limits.ts";
import type { Minor } from "#core/money.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { isProblem, Problem } from "#core/problem.ts";
import { isOpen } from "#core/status-groups.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { AllowedMethodName } from "#methods/allowed.ts";
import { cancelOrder } from "../issuing/cancel-order.ts";
import { issueOrder } from "../issuing/issue-order.ts";
import type { OrderToIssue } from "../orders/order-to-issue.ts";
import { termsOf } from "../orders/terms.ts";
import { missingOfRow } from "../parties/seller-party.ts";
import { offeredBy } from "../payments/offered-methods.ts";
import type { Services } from "../services.ts";
import { type CheckoutInput, readCheckout, readStatedPrice } from "./checkout-input.ts";
import { findEarlier, keyIndex, openOrdersOfMobile, rememberCheckout } from "./checkout-store.ts";
import { withChosenAmount } from "./chosen-amount.ts";
import { type FittingCoupon, tryCoupon } from "./coupon.ts";
import { withinMissBudget } from "./coupon-budget.ts";
import { holdCoupon, holdStock } from "./holds.ts";
import { taxFormOf, toClient } from "./link-buyer.ts";
import { readPrefill } from "./prefill.ts";
import { checkPriceToken, priceOfLink } from "./price-token.ts";
import { loadProductLink, type ProductLinkRecord, standingOf } from "./product-link-store.ts";

export type CheckedOut = {
  readonly orderNumber: string;
  /** The same checkout had been made before; nothing was done now. */
  readonly isRepeated: boolean;
};

/**
 * Makes the order of a checkout, or finds the one that the same checkout has made.
 * @param address of the buyer, for the budget of wrong coupon codes
 * @throws Problem `product_not_found`, `link_expired`, `shop_not_ready`, `signature_invalid`, `price_changed`, `validation_failed`,
 *   `quantity_invalid`, `amount_not_taken`, `coupon_invalid`, `out_of_stock`, `too_many_attempts`, `rate_limited`
 */
export async function checkOut(
  services: Services,
  body: ProductCheckout,
  address: string,
): Promise<CheckedOut> {
  const link = withChosenAmount(await requireLink(services, body), body);
  const of = { merchantId: link.merchant_id, linkIdentity: link.link_identity };
  const input = readCheckout(body, {
    // One that has ended since the page was opened is still the shop's word.
    externalOrderNumber: readPrefill(services, of, body.prefill)?.externalOrderNumber ?? null,
    price: priceOfLink(link),
    merchantVatNumber: link.merchant_vat_number,
    asked: link.asked_fields,
  });
  // What the earlier order held is free now: seen only by reading the link again.
  if (await giveUpEarlier(services, link, input)) return await checkOut(services, body, address);
  const coupon = await lookUpCoupon(services, { link, input, address });
  const shop = { merchantId: link.merchant_id, currency: link.product_currency };
  const offered = await offeredBy(services, shop, link.allowed_methods);
  const made = await runInTransaction(services.db.kysely, async (trx) => {
    await lockBuyer(trx, link, input);
    const earlier = await findEarlier(trx, link, input.checkoutKey);
    if (earlier?.contentHash.equals(input.contentHash) && isUsable(earlier, services.clock.now())) {
      return { orderNumber: earlier.orderNumber, isRepeated: true };
    }
    if (input.couponCode !== null && coupon === null) throw new Problem("coupon_invalid");
    if (link.product_stock_qty !== null && input.qty > link.product_stock_qty)
      throw new Problem("out_of_stock");
    return {
      orderNumber: await makeOrder(services, trx, { link, input, coupon, offered }),
      isRepeated: false,
    };
  }).catch((error: unknown) => {
    if (isTwin(error)) return null;
    throw error;
  });
  // A twin was quicker: its order is found now.
  return made ?? (await checkOut(services, body, address));
}

/** Whether the database refused a second order of one key. */
function isTwin(error: unknown): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === keyIndex;
}

/** The link, in use, of this merchant, and with the prices that the buyer was shown. */
async function requireLink(services: Services, body: ProductCheckout): Promise<ProductLinkRecord> {
  const now = services.clock.now();
  const link = await loadProductLink(services.db.pool, body.productNumber, now);
  if (!link || link.merchant_username !== body.merchantUsername) throw new Problem("product_not_found");
  const standing = standingOf(link, now);
  if (standing === "expired") throw new Problem("link_expired");
  if (standing !== "open") throw new Problem("product_not_found");
  // In words for a buyer: what is missing is for the shop, and in the log.
  const missing = missingOfRow({ ...link, vat_number: link.merchant_vat_number });
  if (missing.length > 0) throw new Problem("shop_not_ready", { detail: `missing: ${missing.join(", ")}` });
  const verdict = checkPriceToken(link, body.signature, now, services.signing);
  if (verdict === "forged") throw new Problem("signature_invalid", { detail: "product link" });
  if (verdict === "stale") throw new Problem("price_changed");
  if (readStatedPrice(body.productPrice, link.product_currency) !== link.product_price) {
    throw new Problem("price_changed", { detail: "stated price differs from the signed one" });
  }
  return link;
}

async function lookUpCoupon(
  services: Services,
  wanted: { readonly link: ProductLinkRecord; readonly input: CheckoutInput; readonly address: string },
): Promise<FittingCoupon | null> {
  const { link, input, address } = wanted;
  const { couponCode, checkoutKey, contentHash } = input;
  if (couponCode === null) return null;
  const found = await withinMissBudget(services, { link, address }, async (trx) => {
    const tried = await tryCoupon(trx, link, couponCode, services.clock.now());
    if (tried) return tried;
    // The same checkout, sent again: its code was good then, so that is no guess.
    const earlier = await findEarlier(trx, link, checkoutKey);
    return earlier?.contentHash.equals(contentHash) ? { coupon: null } : null;
  });
  return found?.coupon ?? null;
}

/**
 * A buyer who goes back and orders something else from the same page does not want both: the earlier order is
 * cancelled, and what it holds is free for the new one. In a transaction of its own, since locks are taken in one
 * order (see holds.ts). Left alone are orders of another mobile, and those that are paid or being paid.
 * @returns whether one was cancelled
 */
async function giveUpEarlier(
  services: Services,
  link: ProductLinkRecord,
  input: CheckoutInput,
): Promise<boolean> {
  const earlier = await findEarlier(services.db.kysely, link, input.checkoutKey);
  if (!earlier || earlier.mobile !== input.mobile || earlier.contentHash.equals(input.contentHash))
    return false;
  // One that the shop has stopped stays: ordering something else is no way around that.
  if (!orderStatusFacts[earlier.status].payable) return false;
  const now = new Date(services.clock.now());
  try {
    await runInTransaction(services.db.kysely, (trx) =>
      cancelOrder(trx, earlier.orderId, now, { reason: "replaced" }),
    );
    return true;
  } catch (error) {
    if (isProblem(error)) return false;
    throw error;
  }
}

/**
 * One checkout of a mobile on a link at a time: twins find each other's order, and the count of open ones cannot be
 * overtaken.
 */
async function lockBuyer(
  trx: Transaction<Schema>,
  link: ProductLinkRecord,
  { mobile }: CheckoutInput,
): Promise<void> {
  const lockId = createHash("sha256").update(`checkout ${link.id} ${mobile}`).digest().readBigInt64BE();
  await sql`select pg_advisory_xact_lock(${String(lockId)}::bigint)`.execute(trx);
}

/** Whether an earlier order of the same checkout can still be given back: it is not over, or the shop has its money. */
function isUsable(earlier: NonNullable<Awaited<ReturnType<typeof findEarlier>>>, now: number): boolean {
  const { holdsMoney } = orderStatusFacts[earlier.status];
  return (
    holdsMoney ||
    (isOpen(earlier.status) && (earlier.expiresAt === null || earlier.expiresAt.getTime() > now))
  );
}

type Checkout = {
  readonly link: ProductLinkRecord;
  readonly input: CheckoutInput;
  readonly coupon: FittingCoupon | null;
};

async function makeOrder(
  services: Services,
  trx: Transaction<Schema>,
  checkout: Checkout & {
    /** The link's methods that take an amount. */
    readonly offered: (amount: Minor) => readonly string[];
  },
): Promise<string> {
  const { link, input, coupon, offered } = checkout;
  const now = services.clock.now();
  const open = await openOrdersOfMobile(trx, { link, mobile: input.mobile, now });
  if (open >= limits.openOrdersPerMobileAndLink) {
    throw new Problem("too_many_attempts", { retryAfterSeconds: 60, detail: "open orders of a mobile" });
  }
  const { id, order } = await issueOrder(services, trx, toOrder(checkout, now)).catch(inBuyersWords);
  // It would hold stock, and its page would offer nothing to pay by.
  if (link.allowed_methods.length > 0 && offered(order.total).length === 0)
    throw new Problem("amount_not_taken");
  // In this order: order, coupon, product.
  const { merchant_id: merchantId } = link;
  if (coupon) await holdCoupon(trx, coupon, { merchantId, orderId: id, mobile: input.mobile, now });
  await holdStock(trx, link, { orderId: id, qty: input.qty });
  await rememberCheckout(trx, { orderId: id, link, input });
  return order.order_number;
}

/** What the tax authority would reject of a shop's product is for the shop, and in the log. The database counts a link's orders. */
function inBuyersWords(error: unknown): never {
  if (error instanceof Error && "constraint" in error && error.constraint === "link_has_room")
    throw new Problem("out_of_stock", { detail: "the link has sold as often as it may" });
  if (isProblem(error) && error.code === "tax_document_refused")
    throw new Problem("shop_not_ready", { detail: `tax document refused: ${error.detail}` });
  throw error;
}

function toOrder({ link, input, coupon }: Checkout, now: number): OrderToIssue {
  const { unitPrice, priceIncludesVat, vatBps } = priceOfLink(link);
  const client = toClient(input);
  return {
    merchant: {
      id: link.merchant_id,
      vatNumber: link.merchant_vat_number,
      commissionRateBps: link.merchant_commission_rate_bps,
    },
    source: "link",
    productLink: { id: link.id, productId: link.product_id },
    externalOrderNumber: input.externalOrderNumber,
    currency: link.product_currency,
    lines: [
      {
        product_id: link.product_id,
        title: link.product_title,
        description: link.product_description,
        qty_thousandths: wholeQuantity(input.qty),
        unit_code: link.product_unit_code,
        // The coupon's price replaces the product's (Spec 4); it is no discount of the order.
        unit_price: coupon?.newPrice ?? unitPrice,
        vat_bps: vatBps,
        vat_exemption: vatBps === 0 ? link.product_vat_exemption : null,
        is_digital: link.product_is_digital,
        sold_image_id: link.product_image_id,
        digital_text: link.product_digital_text,
        digital_file_id: link.product_digital_file_id,
      },
    ],
    discount: null,
    pricesIncludeVat: priceIncludesVat,
    clientPaysFees: link.client_pays_fees,
    client,
    taxForm: taxFormOf(link, client),
    supplyDate: null,
    note: null,
    callbackUrl: link.callback_url,
    cancelUrl: link.cancel_url,
    // Checked against the list when the link was made.
    allowedMethods: link.allowed_methods as readonly AllowedMethodName[],
    agreement: termsOf(link),
    foreignEquivalent: null,
    expiresAt: new Date(now + link.hold_minutes * 60_000),
    dueDate: null,
    metadata: {},
    ...(input.answers.length > 0 && { answers: input.answers }),
  };
}
