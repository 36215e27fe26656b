/** Whether a coupon is good at a moment, and if not, why. */
import type { Coupon } from "#contract/coupons.ts";

export type CouponState = "good" | "waiting" | "used_up" | "over" | "off";

export function couponState(
  coupon: Pick<Coupon, "isActive" | "startsAt" | "endsAt" | "usedCount" | "usageLimit">,
  now: Date,
): CouponState {
  const { isActive, startsAt, endsAt, usedCount, usageLimit } = coupon;
  if (!isActive) return "off";
  if (endsAt !== null && new Date(endsAt) <= now) return "over";
  if (usageLimit !== null && usedCount >= usageLimit) return "used_up";
  return startsAt !== null && new Date(startsAt) > now ? "waiting" : "good";
}
