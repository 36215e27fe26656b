import assert from "node:assert/strict";
import { test } from "node:test";
import { couponState } from "./coupon-state.ts";
import { endOfDay, linkState } from "./link-state.ts";

const now = new Date("2026-11-23T20:59:59Z");
const open = {
  isActive: true,
  expiresAt: null,
  paymentsLeft: null,
  product: { isArchived: false, stockQty: null },
};

test("a link is open until its owner, its end or its stock closes it", () => {
  assert.equal(linkState(open, now), "open");
  assert.equal(linkState({ ...open, product: { isArchived: false, stockQty: 0 } }, now), "sold_out");
  assert.equal(linkState({ ...open, paymentsLeft: 0 }, now), "sold_out");
  assert.equal(linkState({ ...open, isActive: false }, now), "closed");
  assert.equal(linkState({ ...open, product: { isArchived: true, stockQty: 0 } }, now), "archived");
});

test("a link that ends on a day is open for the whole of that day in Riyadh", () => {
  const expiresAt = endOfDay("2026-11-23");
  assert.equal(linkState({ ...open, expiresAt }, new Date("2026-11-23T20:59:58Z")), "open");
  assert.equal(linkState({ ...open, expiresAt }, now), "expired");
});

test("a coupon is good between its days, until it is used up or ended", () => {
  const good = { isActive: true, startsAt: null, endsAt: null, usedCount: 3, usageLimit: 4 };
  assert.equal(couponState(good, now), "good");
  assert.equal(couponState({ ...good, usedCount: 4 }, now), "used_up");
  assert.equal(couponState({ ...good, endsAt: now.toISOString() }, now), "over");
  assert.equal(couponState({ ...good, startsAt: "2026-12-01T00:00:00Z" }, now), "waiting");
  assert.equal(couponState({ ...good, isActive: false, usedCount: 4 }, now), "off");
});
