/**
 * One press of Pay, from the processing window to the next page or the message (Spec 4). Whatever happens, there is
 * one payment at a time: further presses while one runs do nothing.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import * as timing from "#core/timing.ts";
import { goTo } from "../browser/navigation.ts";
import { type AfterPay, afterPay, pageWays } from "./after-pay.ts";
import { forgetOrderDrafts } from "./order-drafts.ts";
import { loadOrder, mayStartPayment, useOrderWatch } from "./order-watch.ts";
import type { PayOutcome } from "./panel.ts";
import { type PaymentOrder, toPaymentOrder } from "./payment-order.ts";

/** Ends of a press after which the buyer stands before the form again. */
export type BackAtForm = Exclude<AfterPay, { kind: "leave" | "reload_page" | "reload_order" }>;

export type Payment = {
  /** As loaded last. */
  readonly order: PaymentOrder;
  /** The processing window is open. */
  readonly isBusy: boolean;
  /** How the last press ended; null while one runs and before the first. A new object for each press. */
  readonly end: BackAtForm | null;
  /** Opens the processing window and follows how the work ends. Does nothing while another press is followed. */
  readonly run: (work: () => Promise<PayOutcome>) => void;
  /** Takes back how the last press ended, when it is about something that the buyer has left. */
  readonly forget: () => void;
};

/** @param ways where a payment leads to, when it is not in a page of its own */
export function usePayment(initial: PaymentOrder, ways = pageWays): Payment {
  const [order, setOrder] = useState(initial);
  const [isBusy, setBusy] = useState(false);
  const [end, setEnd] = useState<BackAtForm | null>(null);
  const isRunning = useRef(false);

  const backToForm = useCallback((how: BackAtForm | null): void => {
    isRunning.current = false;
    setBusy(false);
    setEnd(how);
  }, []);

  const follow = async (next: AfterPay): Promise<void> => {
    switch (next.kind) {
      case "leave":
        await wait(next.delayMs);
        return goTo(next.address);
      case "reload_page":
        return window.location.reload();
      case "reload_order": {
        const fresh = await loadPayableOrder(order);
        if (!fresh) return window.location.reload();
        setOrder(fresh);
        return backToForm({ kind: "message", message: next.message });
      }
      default:
        await wait(timing.processingModalCloseMs);
        return backToForm(next);
    }
  };

  const run: Payment["run"] = (work) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setEnd(null);
    setBusy(true);
    // A fault inside a panel comes at an unknown moment: it counts as "may have been charged".
    const outcome = work().catch((): PayOutcome => ({ kind: "unknown" }));
    void outcome.then((known) => {
      if (isAccepted(known)) forgetOrderDrafts(order.orderNumber);
      return follow(afterPay(known, order, ways));
    });
  };

  // The notice of its end takes the place of the form, whatever the last press came to.
  useOrderWatch(initial, {
    isBusy: () => isRunning.current,
    onShownAgain: (model) => {
      setOrder(toPaymentOrder(model, order.emailSignature));
      backToForm(null);
    },
    onOver: (content) => setEnd({ kind: "instructions", content }),
    paidWay: end?.kind === "instructions" ? ways.checking : null,
  });

  const forget = useCallback(() => setEnd(null), []);
  useConnectionAgain(end, forget);

  return { order, isBusy, end, run, forget };
}

/** That nothing could be sent is out of date once there is a connection again. */
function useConnectionAgain(end: BackAtForm | null, forget: () => void): void {
  useEffect(() => {
    const isOffline = end?.kind === "message" && "key" in end.message && end.message.key === "offline";
    if (!isOffline) return;
    window.addEventListener("online", forget);
    return () => window.removeEventListener("online", forget);
  }, [end, forget]);
}

/** The form has served. After 3-D Secure and at a provider's page, a buyer may still come back to it. */
function isAccepted(outcome: PayOutcome): boolean {
  return outcome.kind === "instructions" || (outcome.kind === "result" && outcome.result.statusCode < 300);
}

/** The order as it is now, or null when it cannot be loaded or nothing may be started for it: the page tells why. */
async function loadPayableOrder({ orderNumber, emailSignature }: PaymentOrder): Promise<PaymentOrder | null> {
  const model = await loadOrder(orderNumber);
  return model && mayStartPayment(model) ? toPaymentOrder(model, emailSignature) : null;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
