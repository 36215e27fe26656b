/** One press of Checkout, from the processing window to the order's page or the message (Spec 4, 7). */
import { useCallback, useEffect, useRef, useState } from "react";
import type { ProductCheckout } from "#contract/product.ts";
import type { FieldValues } from "#core/fields.ts";
import * as timing from "#core/timing.ts";
import { call } from "../browser/api.ts";
import { goTo, linkErrorAddress } from "../browser/navigation.ts";
import { type AfterCheckout, afterCheckout } from "./after-checkout.ts";
import { checkoutKeyOf } from "./checkout-key.ts";
import type { CouponState } from "./coupon.ts";
import { toCheckout } from "./customer-form.ts";
import { asksMore, type ProductOffer, toOffer } from "./offer.ts";

export type OrderToPlace = {
  readonly offer: ProductOffer;
  readonly qty: number;
  readonly coupon: CouponState;
  readonly values: FieldValues;
  readonly asked?: Pick<ProductCheckout, "amount" | "answers"> | undefined;
  readonly prefill?: string | undefined;
};

/** Ends of a press after which the buyer stands before the form again. */
export type BackAtForm =
  | Extract<AfterCheckout, { kind: "message" | "coupon_invalid" }>
  /** Nothing was sent: the typed coupon is not good, and the box says why. */
  | { readonly kind: "coupon_open" }
  | (Extract<AfterCheckout, { kind: "reload_offer" }> & { readonly offer: ProductOffer });

export type Checkout = {
  /** The processing window is open. */
  readonly isBusy: boolean;
  /** How the last press ended; null while one runs and before the first. A new object for each press. */
  readonly end: BackAtForm | null;
  /**
   * Opens the processing window and places an order. Does nothing while another press is followed.
   * @param prepare gives the order, or null when its coupon is not settled
   * @param onBack called when the buyer is back at the form, before `end` is shown
   */
  readonly run: (prepare: () => Promise<OrderToPlace | null>, onBack: (end: BackAtForm) => void) => void;
};

/**
 * `linkIdentity` names the link that the page shows.
 * @param canAsk whether the form can ask for more than a quantity and a buyer
 */
export function useCheckout(linkIdentity: string, canAsk: boolean): Checkout {
  const [isBusy, setBusy] = useState(false);
  const [end, setEnd] = useState<BackAtForm | null>(null);
  const isRunning = useRef(false);
  const key = useRef("");
  useEffect(() => {
    key.current = checkoutKeyOf(linkIdentity);
  }, [linkIdentity]);

  const close = useCallback((): void => {
    isRunning.current = false;
    setBusy(false);
  }, []);
  // A page that the browser kept and shows again was left with its window open. The key stays: the same order again.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) close();
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, [close]);

  const follow = async (
    prepare: () => Promise<OrderToPlace | null>,
    onBack: (end: BackAtForm) => void,
  ): Promise<void> => {
    const order = await prepare();
    if (order === null) {
      close();
      return setEnd({ kind: "coupon_open" });
    }
    const next = await place(order, key.current);
    if (next.kind === "reload_page") return window.location.reload();
    if (next.kind === "leave") goTo(next.address);
    // Spec 4, 9: the window closes two seconds after the checkout has finished.
    const [back] = await Promise.all([
      backAtForm(next, linkIdentity, canAsk),
      wait(timing.checkoutProgressMs),
    ]);
    close();
    if (back === null) return;
    onBack(back);
    setEnd(back);
  };
  const run: Checkout["run"] = (prepare, onBack) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setEnd(null);
    setBusy(true);
    void follow(prepare, onBack);
  };
  return { isBusy, end, run };
}

async function place(order: OrderToPlace, checkoutKey: string): Promise<AfterCheckout> {
  const body = toCheckout(order.offer, { ...order, checkoutKey });
  return afterCheckout(
    await call("POST /rest/pay/product/", { body }, { timeoutMs: timing.gatewaySessionTimeoutMs }),
    order.offer.linkIdentity,
  );
}

/** What the buyer is shown at the form; null when another page is on its way. */
async function backAtForm(
  next: AfterCheckout,
  linkIdentity: string,
  canAsk: boolean,
): Promise<BackAtForm | null> {
  switch (next.kind) {
    case "message":
    case "coupon_invalid":
      return next;
    case "reload_offer": {
      const offer = await loadOffer(linkIdentity, canAsk);
      return offer && { ...next, offer };
    }
    default:
      return null;
  }
}

/**
 * The offer as it is now. When there is none any more, or one of another form, the page that says so is on its way and this is
 * null.
 */
async function loadOffer(linkIdentity: string, canAsk: boolean): Promise<ProductOffer | null> {
  const parts = { params: { linkIdentity } };
  const outcome = await call("GET /rest/pay/product/:linkIdentity", parts, {
    timeoutMs: timing.gatewaySessionTimeoutMs,
  });
  if (outcome.kind === "ok" && (canAsk || !asksMore(outcome.reply))) return toOffer(outcome.reply);
  if (outcome.kind === "refused" && outcome.refusal.code === "link_expired")
    goTo(linkErrorAddress("expired-qr", linkIdentity));
  else window.location.reload();
  return null;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
