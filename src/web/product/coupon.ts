/**
 * The coupon on a product page (Spec 4, 8): nothing, being checked, good, or not. Pure; use-coupon.ts asks the server.
 * Checking reserves nothing; what counts is what the checkout says.
 */
import type { CouponResult } from "#contract/product.ts";
import { cleanText, normaliseDigits } from "#core/text.ts";
import type { CallOutcome } from "../browser/api.ts";

export type CouponState =
  | { readonly kind: "none" }
  | { readonly kind: "checking"; readonly code: string }
  | {
      readonly kind: "applied";
      readonly code: string;
      /** Replaces the product's price, in the same terms: major units, without the service fee. */
      readonly newPrice: number;
      readonly discountAmount: number;
      readonly discountType: "percentage" | "fixed";
    }
  | { readonly kind: "invalid" }
  /** Unknown: no connection, or a refusal that is not about the coupon, in words of our server. */
  | { readonly kind: "unchecked"; readonly text: string | null };

export type CouponEvent =
  | { readonly kind: "check"; readonly code: string }
  | { readonly kind: "answer"; readonly code: string; readonly outcome: CallOutcome<CouponResult> }
  /** The buyer changes the code: what was said of another one goes. */
  | { readonly kind: "typed" }
  | { readonly kind: "removed" }
  /** The checkout found that it is no longer valid. */
  | { readonly kind: "refused" };

export const noCoupon: CouponState = { kind: "none" };

/** Longest code that the checkout takes. */
export const couponMaxLength = 40;

/** The state after an event. An answer counts only while its code is the one being checked. */
export function nextCoupon(state: CouponState, event: CouponEvent): CouponState {
  switch (event.kind) {
    case "check":
      return { kind: "checking", code: event.code };
    case "answer":
      return state.kind === "checking" && state.code === event.code ? answered(event) : state;
    case "typed":
      return state.kind === "invalid" || state.kind === "unchecked" ? noCoupon : state;
    case "removed":
      return noCoupon;
    case "refused":
      return { kind: "invalid" };
  }
}

function answered({ code, outcome }: CouponEvent & { readonly kind: "answer" }): CouponState {
  if (outcome.kind === "refused") {
    if (outcome.refusal.code === "coupon_invalid") return { kind: "invalid" };
    return { kind: "unchecked", text: outcome.refusal.text };
  }
  if (outcome.kind !== "ok") return { kind: "unchecked", text: null };
  const { reply } = outcome;
  if (!reply.success) return { kind: "invalid" };
  const { newPrice, discountAmount, discountType } = reply;
  return { kind: "applied", code, newPrice, discountAmount, discountType };
}

/** A code as it is sent: without white space and unseen characters, Arabic digits as digits; empty for none. */
export function couponCode(typed: string): string {
  return normaliseDigits(cleanText(typed, couponMaxLength)).replace(/\s/g, "");
}

/** The unit price that counts: the coupon's while one is good (Spec 4), else the product's own. */
export function priceWith(state: CouponState, price: number): number {
  return state.kind === "applied" ? state.newPrice : price;
}
