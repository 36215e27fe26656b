/** What may be done to a payment of the simulated Tabby, and in which of its states; everything else is refused. */

import { type Minor, minor } from "#core/money.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { badData, refusal } from "./errors.ts";
import { isSessionOpen, type Payments, record, sum, type TabbyPayment } from "./payments.ts";

export type Moves = ReturnType<typeof createMoves>;

/** The moves on these payments. Each gives the payment as it is afterwards, or throws a Refusal and changes nothing. */
export function createMoves(tools: SimulatorTools, payments: Payments) {
  const { clock, ids } = tools;
  return {
    /** How the buyer leaves the page. Cancelling changes nothing: the payment is CREATED until it runs out. */
    leave(payment: TabbyPayment, how: "approve" | "reject" | "cancel" | "expire"): TabbyPayment {
      if (!isSessionOpen(payment, clock.now())) throw badData("session is finalized");
      if (how === "cancel") return payment;
      if (how === "expire") return payments.save({ ...payment, status: "EXPIRED" });
      if (how === "reject") return payments.save({ ...payment, status: "REJECTED" });
      return payments.save({ ...payment, status: "AUTHORIZED", authorisedAt: clock.now() });
    },

    /** The merchant ends the session. */
    cancelSession(payment: TabbyPayment): TabbyPayment {
      if (!isSessionOpen(payment, clock.now())) throw badData("session is finalized");
      return payments.save({ ...payment, status: "EXPIRED" });
    },

    /** The same reference again gives the first capture. `taken` differs from `asked` only for a fault. */
    capture(payment: TabbyPayment, asked: Minor, taken: Minor, reference: string): TabbyPayment {
      if (payment.captures.some((each) => each.reference === reference)) return payment;
      if (payment.status !== "AUTHORIZED") throw badData("could not capture not authorized payments");
      const left = minor(payment.amount - sum(payment.captures));
      if (asked > left || asked <= 0) throw badData("capture amount is greater than the amount left");
      const after = payments.capture(payment, taken, reference);
      return asked === left ? payments.save({ ...after, status: "CLOSED" }) : after;
    },

    /** The same reference again gives the first refund. */
    refund(payment: TabbyPayment, amount: Minor, reference: string): TabbyPayment {
      if (payment.refunds.some((each) => each.reference === reference)) return payment;
      if (payment.status !== "CLOSED" || payment.captures.length === 0)
        throw badData("can not refund payment that has no captures and not closed");
      const left = minor(sum(payment.captures) - sum(payment.refunds));
      if (amount > left || amount <= 0) throw badData("refund amount is greater than the amount left");
      const id = ids.uuid();
      record(tools, payment, { kind: "refund", id, amount });
      const refunds = [...payment.refunds, { id, amount, reference, at: clock.now() }];
      return payments.save({ ...payment, refunds });
    },

    /** Releases what was authorised and not captured. */
    close(payment: TabbyPayment): TabbyPayment {
      if (payment.status === "CLOSED") throw badData("already closed");
      if (payment.status !== "AUTHORIZED")
        throw refusal(403, "no_permission", "payment cannot be closed in its status");
      return payments.save({ ...payment, status: "CLOSED" });
    },
  };
}
