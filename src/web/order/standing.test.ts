import assert from "node:assert/strict";
import { test } from "node:test";
import type { OrderPageModel } from "#contract/order.ts";
import { type OrderStatus, orderStatuses } from "#core/order-status.ts";
import { type Standing, standingOf } from "./standing.ts";

const now = Date.parse("2026-11-20T09:00:00Z");

function order(orderStatus: OrderStatus, more: Partial<OrderPageModel> = {}): OrderPageModel {
  return {
    order: { orderStatus },
    isPaymentInProgress: false,
    hasSurplus: false,
    expiryDate: null,
    ...more,
  } as OrderPageModel;
}

/**
 * What pages call an order in each status, and one for which money came all the same. A status that is added says what its standing says,
 * here and in the console's chip, or has a name in `Standing` of both. "surplus" says that the invoice can be paid afterwards.
 */
const expected: Readonly<Record<OrderStatus, readonly [plain: Standing, withSurplus: Standing]>> = {
  CREATED: ["payable", "surplus"],
  PENDING: ["payable", "surplus"],
  PAID: ["paid", "paid"],
  PAID_LINK: ["paid", "paid"],
  COMPLETED_INVOICE: ["paid", "paid"],
  COMPLETED_ORDER: ["paid", "paid"],
  CANCELLED: ["cancelled", "cancelled"],
  REFUNDED: ["refunded", "refunded"],
};

test("a closed order shows no payment form, whatever closed it", () => {
  for (const status of orderStatuses)
    assert.equal(
      standingOf(order(status), now),
      expected[status][0],
      `${status}: docs/adding-a-status.md, "Its words"`,
    );
});

test("money that came all the same is spoken of where the order may be paid once it was given back, and changes no other", () => {
  for (const status of orderStatuses)
    assert.equal(
      standingOf(order(status, { hasSurplus: true }), now),
      expected[status][1],
      `${status}: docs/adding-a-status.md, "Money"`,
    );
});

test("a payment that is being checked comes before the expiry, and both before paying", () => {
  const past = { expiryDate: "2026-11-20T09:00:00Z" };
  const future = { expiryDate: "2026-11-20T09:00:01Z" };
  assert.equal(standingOf(order("PENDING", past), now), "expired");
  assert.equal(standingOf(order("PENDING", future), now), "payable");
  assert.equal(standingOf(order("PENDING", { ...past, isPaymentInProgress: true }), now), "checking");
  assert.equal(standingOf(order("PENDING", { isPaymentInProgress: true, hasSurplus: true }), now), "surplus");
  assert.equal(standingOf(order("PAID", past), now), "paid");
});
