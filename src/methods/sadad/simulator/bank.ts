/** The bank of the simulated SADAD network: every bill, with buttons to pay it in the ways that people do. */

import type { FastifyInstance } from "fastify";
import { formatDecimal, minor } from "#core/money.ts";
import { ltr, registerBank as register } from "#sim/bank.ts";
import type { Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import ar from "./bank.ar.json" with { type: "json" };
import en from "./bank.en.json" with { type: "json" };
import { type Bill, type Bills, inexact, orderOf } from "./bills.ts";
import { outage } from "./errors.ts";
import { lastDay } from "./responses.ts";
import type { Registrations } from "./webhooks.ts";

/** What a person can do with a bill. */
const actions = ["pay", "partial", "over", "late", "expire", "resend"] as const;
type Action = (typeof actions)[number];

const actionsOf: Readonly<Record<Bill["status"], readonly Action[]>> = {
  initiated: ["pay", "partial", "over", "expire"],
  expired: ["late", "resend"],
  paid: ["resend"],
  failed: [],
};

/** Adds the page and its buttons. */
export function registerBank(
  app: FastifyInstance,
  tools: SimulatorTools,
  { bills, registrations }: { readonly bills: Bills; readonly registrations: Registrations },
): void {
  register<Bill, Action, typeof en>(app, tools, {
    texts: { ar, en },
    columns: ["number", "biller", "order", "amount", "lastDay", "status", "actions"],
    cells: (bill) => [
      ltr(bill.number),
      ltr("001"),
      ltr(orderOf(bill)),
      ltr(`${formatDecimal(bill.amount, bill.currency)} ${bill.currency}`),
      ltr(lastDay(bill)),
    ],
    actions,
    actionsOf: ({ status }) => actionsOf[status],
    list: () => bills.list(),
    find: (id) => bills.find(id),
    press: (bill, action, call) => {
      const after = act(bills, bill, action, call);
      return { note: `${after.number}: ${action}`, webhooks: registrations.about(after) };
    },
    operation: "PAY_BILL",
    outage,
    unknownNote: "no such bill",
  });
}

function act(bills: Bills, bill: Bill, action: Action, call: Call): Bill {
  switch (action) {
    case "pay":
    case "late":
      return bills.pay(bill, call.hasFault("amount_mismatch") ? minor(bill.amount + 1) : bill.amount);
    case "partial":
    case "over":
      return bills.pay(bill, inexact(bill.amount, action));
    case "expire":
      return bills.expire(bill);
    case "resend":
      return bill;
  }
}
