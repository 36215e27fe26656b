/** What a tester may do to the payments of the simulated gateway. */

import type { Desk, DeskAction } from "#methods/otp-wallets/simulator/desk.ts";
import type { GatewayParts } from "./gateway-routes.ts";
import { notificationsOf } from "./notifications.ts";
import type { PaymentPage } from "./payments.ts";

/** The desk: pages that wait can be paid, declined or run out; messages of the others can be sent again. */
export function createDesk({ payments, webhookUrl }: GatewayParts): Desk {
  const actionsOf = (page: PaymentPage): readonly DeskAction[] => {
    const state = payments.stateOf(page);
    if (state === "open") return ["pay", "decline", "cancel", "expire"];
    return state === "paid" ? ["notify"] : [];
  };
  return {
    wallet: "arb",
    rows: () =>
      payments.listPages().map((page) => ({
        id: page.trackId,
        order: page.orderNumber,
        amount: page.amount,
        currency: "SAR",
        mobile: `+966${page.mobile}`,
        status: payments.find("TrackID", page.trackId)?.result ?? payments.stateOf(page),
        actions: actionsOf(page),
      })),
    act(id, action) {
      const page = payments.pageOf(id);
      if (page === undefined || !actionsOf(page).includes(action)) return { note: "nothing to do" };
      if (action === "cancel" || action === "expire") {
        payments.leave(page, action === "cancel" ? "cancelled" : "expired");
        return { note: `${page.orderNumber}: ${action}` };
      }
      const earlier = payments.find("TrackID", id);
      const isPaid = action === "pay";
      const transaction =
        earlier ??
        payments.pay(page, {
          result: isPaid ? "CAPTURED" : "NOT CAPTURED",
          responseCode: isPaid ? "00" : "05",
        });
      return {
        note: `${page.orderNumber}: ${transaction.result}`,
        webhooks: notificationsOf(transaction, webhookUrl()),
      };
    },
  };
}
