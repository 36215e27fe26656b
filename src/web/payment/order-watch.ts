/**
 * The watch over the order of a page that stays open. One look for three causes: the browser kept the page and shows
 * it again, its tab is shown again, it has expired. Each page on which an order is paid has it.
 *
 * A form has no other cause: a stream would cost a connection for each form that is open, and bytes on every page that
 * pays, to say sooner what the server says anyway when the buyer presses. What waits for money by itself does listen.
 */
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import type { OrderPageModel } from "#contract/order.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import * as timing from "#core/timing.ts";
import { call } from "../browser/api.ts";
import { goTo } from "../browser/navigation.ts";
import type { Ways } from "./after-pay.ts";

export type WatchedOrder = {
  readonly orderNumber: string;
  /** How much time there was to pay when the page was made; left out where it has no end. */
  readonly expiresInMs?: number;
};

type WatchParts = {
  /** A payment of this page is under way: it has its own end. */
  readonly isBusy: () => boolean;
  /** The page is as old as its leaving, and its order can be paid: this is what it is now. */
  readonly onShownAgain: (order: OrderPageModel) => void;
  /** The server says that it has expired; the notice takes the form's place. */
  readonly onOver: (notice: ReactNode) => void;
  /** Where an order that is found paid leads, while the page waits for money that its buyer sends from elsewhere. */
  readonly paidWay: Ways["checking"] | null;
};

type Cause = "page" | "tab" | "time";

/** The longest that a timer takes: 24.8 days. No page is open for so long. */
const mostMs = 2 ** 31;

/** Looks at the order, and leaves the page, or loads it again, once its server would show no form there. */
export function useOrderWatch(order: WatchedOrder, parts: WatchParts): void {
  const { orderNumber, expiresInMs = mostMs } = order;
  const isOver = useRef(false);
  const look = useEffectEvent(async (cause: Cause): Promise<void> => {
    // What a kept page was doing has ended with its leaving.
    const isKept = cause === "page";
    if (!isKept && parts.isBusy()) return;
    const model = await loadOrder(orderNumber);
    if (!isKept && parts.isBusy()) return;
    if (model && parts.paidWay && orderStatusFacts[model.order.orderStatus].wasPaid)
      return goTo(parts.paidWay(model));
    if (model ? !mayStartPayment(model) : isKept) return window.location.reload();
    if (model && isKept) {
      isOver.current = false;
      parts.onShownAgain(model);
    }
    if (!model?.isTimeOver || isOver.current) return;
    const notice = await loadNotice(orderNumber);
    isOver.current = notice !== null;
    if (notice !== null) parts.onOver(notice);
  });

  useEffect(() => {
    const onPage = ({ persisted }: PageTransitionEvent) => persisted && void look("page");
    let lookedAt = performance.now();
    const onTab = (): void => {
      if (document.hidden || performance.now() - lookedAt < timing.statusCheckDelayMs) return;
      lookedAt = performance.now();
      void look("tab");
    };
    window.addEventListener("pageshow", onPage);
    document.addEventListener("visibilitychange", onTab);
    return () => {
      window.removeEventListener("pageshow", onPage);
      document.removeEventListener("visibilitychange", onTab);
    };
  }, []);

  // The buyer's clock only asks. Where the server says no, or nothing, it is asked again: somebody has given the order
  // more time, or there is no connection.
  useEffect(() => {
    if (expiresInMs >= mostMs) return;
    const ask = (): void => {
      if (isOver.current) return;
      timer = setTimeout(ask, timing.expiryAskAgainMs);
      void look("time");
    };
    let timer = setTimeout(ask, expiresInMs);
    return () => clearTimeout(timer);
  }, [expiresInMs]);
}

/** Null without a connection: the next look tries again. */
async function loadNotice(orderNumber: string): Promise<ReactNode> {
  try {
    return await (await import("./time-is-over.tsx")).timeIsOver(orderNumber);
  } catch {
    return null;
  }
}

/** The order as it is now; null when nothing is known of it. */
export async function loadOrder(orderNumber: string): Promise<OrderPageModel | null> {
  const outcome = await call(
    "GET /rest/pay/order/:orderNumber",
    { params: { orderNumber } },
    { timeoutMs: timing.gatewaySessionTimeoutMs },
  );
  return outcome.kind === "ok" ? outcome.reply : null;
}

/** A payment may be started, were it not for the time. */
export function mayStartPayment(model: OrderPageModel): boolean {
  return orderStatusFacts[model.order.orderStatus].payable && !model.isPaymentInProgress;
}
