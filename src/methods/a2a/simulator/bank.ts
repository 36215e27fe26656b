/** The simulated bank as its customers see it: every virtual IBAN, with buttons to send money in the ways people do. */

import type { FastifyInstance } from "fastify";
import { formatDecimal, type Minor, minor, sum } from "#core/money.ts";
import { ltr, registerBank as register } from "#sim/bank.ts";
import type { Call } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import ar from "./bank.ar.json" with { type: "json" };
import en from "./bank.en.json" with { type: "json" };
import { outage } from "./errors.ts";
import type { Notifier } from "./responses.ts";
import { inexact, type VirtualAccount, type VirtualAccounts } from "./virtual-accounts.ts";

/** What a person can do with an IBAN. */
const actions = ["pay", "partial", "over", "returned", "late", "expire", "resend"] as const;
type Action = (typeof actions)[number];

const live: readonly Action[] = ["pay", "partial", "over", "returned", "expire"];
const actionsOf: Readonly<Record<VirtualAccount["status"], readonly Action[]>> = {
  OPEN: live,
  PARTIALLY_CREDITED: [...live, "resend"],
  CREDITED: ["pay", "resend"],
  OVERPAID: ["pay", "resend"],
  EXPIRED: ["late", "resend"],
  CLOSED: ["pay", "resend"],
  REJECTED: [],
};

/** The last two digits of an amount and what then happens to a transfer of the exact sum. */
export const magicEndings: Readonly<Record<number, Action>> = {
  11: "partial",
  22: "over",
  33: "returned",
  44: "late",
};

/** Adds the page and its buttons. */
export function registerBank(
  app: FastifyInstance,
  tools: SimulatorTools,
  { accounts, notify }: { readonly accounts: VirtualAccounts; readonly notify: Notifier },
): void {
  register<VirtualAccount, Action, typeof en>(app, tools, {
    texts: { ar, en },
    columns: ["iban", "order", "amount", "received", "status", "actions"],
    cells: cellsOf,
    actions,
    actionsOf: ({ status }) => actionsOf[status],
    list: () => accounts.list(),
    find: (id) => accounts.find(id),
    press: (one, action, call) => {
      const isFirst = action === "pay" && one.status === "OPEN";
      const after = act(accounts, one, (isFirst && magicEndings[one.expected % 100]) || action, call);
      return {
        note: `${after.invoiceNumber}: ${action}, ${after.status}`,
        webhooks: notify(after, action === "expire" ? undefined : after.credits.at(-1)),
      };
    },
    operation: "TRANSFER",
    outage,
    unknownNote: "no such IBAN",
  });
}

function cellsOf({ iban, invoiceNumber, expected, credits, currency }: VirtualAccount): string[] {
  const booked = credits.filter(({ status }) => status === "BOOKED").map(({ amount }) => amount);
  const riyals = (amount: Minor): string => ltr(`${formatDecimal(amount, currency)} ${currency}`);
  return [ltr(iban), ltr(invoiceNumber), riyals(expected), riyals(sum(booked))];
}

function act(accounts: VirtualAccounts, one: VirtualAccount, action: Action, call: Call): VirtualAccount {
  switch (action) {
    case "pay":
      return accounts.credit(one, minor(one.expected + (call.hasFault("amount_mismatch") ? 1 : 0)), "BOOKED");
    case "partial":
    case "over":
      return accounts.credit(one, inexact(one.expected, action), "BOOKED");
    case "returned":
      return accounts.credit(one, one.expected, "RETURNED");
    case "late":
      return accounts.credit(one.status === "EXPIRED" ? one : accounts.expire(one), one.expected, "BOOKED");
    case "expire":
      return accounts.expire(one);
    case "resend":
      return one;
  }
}
