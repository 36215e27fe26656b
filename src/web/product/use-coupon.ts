/** The coupon of the page as React keeps it; coupon.ts has the rules. */
import { useReducer } from "react";
import * as timing from "#core/timing.ts";
import { call } from "../browser/api.ts";
import { type CouponState, nextCoupon, noCoupon } from "./coupon.ts";

export type Coupon = {
  readonly state: CouponState;
  /** Asks the server. Gives the result, also when the buyer has changed the code meanwhile. */
  readonly check: (code: string) => Promise<CouponState>;
  readonly typed: () => void;
  readonly remove: () => void;
  /** The checkout refused it. */
  readonly refuse: () => void;
};

/** `linkIdentity` names the link whose product the coupon must fit. */
export function useCoupon(linkIdentity: string): Coupon {
  const [state, dispatch] = useReducer(nextCoupon, noCoupon);
  const check = async (code: string): Promise<CouponState> => {
    const asking = { kind: "check", code } as const;
    dispatch(asking);
    const outcome = await call(
      "GET /rest/pay/product/:linkIdentity/check-coupon/:couponCode",
      { params: { linkIdentity, couponCode: code } },
      { timeoutMs: timing.gatewaySessionTimeoutMs },
    );
    const answer = { kind: "answer", code, outcome } as const;
    dispatch(answer);
    return nextCoupon(nextCoupon(noCoupon, asking), answer);
  };
  return {
    state,
    check,
    typed: () => dispatch({ kind: "typed" }),
    remove: () => dispatch({ kind: "removed" }),
    refuse: () => dispatch({ kind: "refused" }),
  };
}
