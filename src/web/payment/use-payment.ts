/**
 * One press of Pay, from the processing window to the next page or the message (Spec 4). Whatever happens, there is
 * one payment at a time: further presses while one runs do nothing.
 */
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { OrderPageModel } from "#contract/order.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import * as timing from "#core/timing.ts";
import { call } from "../browser/api.ts";
import { goTo } from "../browser/navigation.ts";
import { type AfterPay, afterPay, type Ways } from "./after-pay.ts";
import { forgetOrderDrafts } from "./order-drafts.ts";
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
export function usePayment(initial: PaymentOrder, ways?: Ways): Payment {
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

  // A page that the browser kept and shows again is as old as its leaving: the order may have been paid since.
  useEffect(() => {
    const onPageShow = async (event: PageTransitionEvent): Promise<void> => {
      if (!event.persisted) return;
      const fresh = await loadPayableOrder(order);
      if (!fresh) return window.location.reload();
      setOrder(fresh);
      backToForm(null);
    };
    const listener = (event: PageTransitionEvent) => void onPageShow(event);
    window.addEventListener("pageshow", listener);
    return () => window.removeEventListener("pageshow", listener);
  }, [order, backToForm]);

  // A tab that was left open shows what is when its buyer comes back to it. What is typed stays where nothing has changed.
  useEffect(() => {
    let askedAt = performance.now();
    const look = async (): Promise<void> => {
      const isEarly = performance.now() - askedAt < timing.statusCheckDelayMs;
      if (document.hidden || isRunning.current || isEarly) return;
      askedAt = performance.now();
      const model = await loadOrder(order);
      if (model && !isPayable(model) && !isRunning.current) window.location.reload();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [order]);

  // A payment that is under way has its own end.
  useTimeOver(initial, (content) => {
    if (!isRunning.current) setEnd({ kind: "instructions", content });
  });

  const forget = useCallback(() => setEnd(null), []);
  useConnectionAgain(end, forget);

  return { order, isBusy, end, run, forget };
}

/** The longest that a timer takes: 24.8 days. No page is open for so long. */
const mostMs = 2 ** 31;

/** Gives the notice that takes the form's place when the order's time runs out. `initial` stays the same object. */
function useTimeOver(initial: PaymentOrder, onOver: (content: ReactNode) => void): void {
  const latest = useEffectEvent(onOver);
  useEffect(() => {
    const { expiresInMs: ms = mostMs, orderNumber } = initial;
    if (ms >= mostMs) return;
    const timer = setTimeout(async () => {
      latest(await (await import("./time-is-over.tsx")).noticeWhenOver(orderNumber));
    }, ms);
    return () => clearTimeout(timer);
  }, [initial]);
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
async function loadPayableOrder(order: PaymentOrder): Promise<PaymentOrder | null> {
  const model = await loadOrder(order);
  return model && isPayable(model) ? toPaymentOrder(model, order.emailSignature) : null;
}

async function loadOrder({ orderNumber }: PaymentOrder): Promise<OrderPageModel | null> {
  const outcome = await call(
    "GET /rest/pay/order/:orderNumber",
    { params: { orderNumber } },
    { timeoutMs: timing.gatewaySessionTimeoutMs },
  );
  return outcome.kind === "ok" ? outcome.reply : null;
}

function isPayable(model: OrderPageModel): boolean {
  return orderStatusFacts[model.order.orderStatus].payable && !model.isPaymentInProgress;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
