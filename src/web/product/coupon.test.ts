import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallOutcome, Refusal } from "../browser/api.ts";
import { type CouponEvent, type CouponState, couponCode, nextCoupon, noCoupon, priceWith } from "./coupon.ts";

const good = {
  success: true,
  couponCode: "EID10",
  newPrice: 90,
  discountAmount: 10,
  discountType: "percentage",
} as const;

type Outcome = Extract<CouponEvent, { kind: "answer" }>["outcome"];

const ok = (reply: object): Outcome => ({ kind: "ok", reply }) as Outcome;
const refused = (refusal: Pick<Refusal, "code" | "text">): CallOutcome<never> => ({
  kind: "refused",
  refusal: { fields: [], ...refusal },
});
const after = (...events: CouponEvent[]): CouponState => events.reduce(nextCoupon, noCoupon);
const check = (code: string): CouponEvent => ({ kind: "check", code });
const answer = (code: string, outcome: Outcome): CouponEvent => ({ kind: "answer", code, outcome });

const applied = {
  kind: "applied",
  code: "EID10",
  newPrice: 90,
  discountAmount: 10,
  discountType: "percentage",
} as const;

/** Answer to a check → state. */
const answers = [
  ["a good coupon", ok(good), applied],
  ["success false", ok({ success: false, couponCode: "EID10" }), { kind: "invalid" }],
  ["a refused coupon", refused({ code: "coupon_invalid", text: "no" }), { kind: "invalid" }],
  ["too many tries", refused({ code: "rate_limited", text: "Wait" }), { kind: "unchecked", text: "Wait" }],
  ["no connection", { kind: "offline" }, { kind: "unchecked", text: null }],
  ["no answer", { kind: "no_answer", isTimeout: true }, { kind: "unchecked", text: null }],
] as const;

for (const [name, outcome, state] of answers) {
  test(`the check of a coupon ends: ${name}`, () => {
    assert.deepEqual(after(check("EID10"), answer("EID10", outcome)), state);
  });
}

test("an answer about another code, or after the box was emptied, changes nothing", () => {
  const late = answer("EID10", ok(good));
  assert.deepEqual(after(check("EID10"), check("OTHER"), late), { kind: "checking", code: "OTHER" });
  assert.deepEqual(after(check("EID10"), { kind: "removed" }, late), noCoupon);
});

test("a good coupon gives its price until it is removed or the checkout refuses it", () => {
  const state = after(check("EID10"), answer("EID10", ok(good)));
  assert.equal(priceWith(state, 100), 90);
  assert.equal(priceWith(nextCoupon(state, { kind: "removed" }), 100), 100);
  assert.deepEqual(nextCoupon(state, { kind: "refused" }), { kind: "invalid" });
  assert.equal(priceWith({ kind: "invalid" }, 100), 100);
});

test("typing takes back what was said of another code, and leaves a good coupon alone", () => {
  const typed = { kind: "typed" } as const;
  assert.deepEqual(nextCoupon({ kind: "invalid" }, typed), noCoupon);
  assert.deepEqual(nextCoupon({ kind: "unchecked", text: null }, typed), noCoupon);
  assert.equal(nextCoupon(applied, typed), applied);
});

test("a code is read without white space and unseen characters, its digits as ASCII", () => {
  assert.equal(couponCode(" eid\u200f ١٠ "), "eid10");
  assert.equal(couponCode(" \u00a0"), "");
});
