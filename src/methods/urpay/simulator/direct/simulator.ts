/**
 * A simulator of UR Pay by the direct contract, for development and tests: a token, a payment whose code goes to the
 * wallet's owner, the confirmation, the question and the refund. Everything is idempotent by ids of the caller.
 *
 * NOT simulated: a real provider. No public document offers this contract, so a passing test says nothing about one.
 * No SMS is sent; the codes of the table do what they say there, and every other code is wrong.
 */

import { z } from "zod";
import { registerDesk } from "#methods/otp-wallets/simulator/desk.ts";
import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { defaultAccount, type UrpayAccount } from "./account.ts";
import { describeUrpay } from "./description.ts";
import { createPayments, type Payments } from "./payments.ts";
import { registerCalls } from "./rest-api.ts";

/** The simulated UR Pay, to be mounted under `/urpay`. */
export function urpaySimulator(account: UrpayAccount = defaultAccount): Simulator {
  return defineSimulator({
    name: "urpay",
    describe: () => describeUrpay(account),
    register(app, tools) {
      const payments = createPayments(tools, account.merchantId);
      const tokens = tools.store<number>({ name: "tokens", persist: z.number() });
      registerCalls(app, tools, { payments, account, tokens });
      registerDesk(app, tools, {
        wallet: "urpay",
        rows: () =>
          payments.list().map((payment) => ({
            id: payment.trackId,
            order: payment.billNumber,
            amount: payment.amount,
            currency: "SAR",
            mobile: `+966${payment.mobile}`,
            status: payment.status,
            actions: payment.status === "OTP_SENT" ? (["pay", "decline", "cancel", "expire"] as const) : [],
          })),
        act: (id, action) => ({ note: act(payments, id, action) }),
      });
    },
  });
}

const ends = {
  decline: { status: "NOT_CAPTURED", responseCode: "51" },
  cancel: { status: "CANCELLED" },
  expire: { status: "EXPIRED" },
} as const;

/** What the wallet's owner does in the app, or time; a button of an old page does nothing. */
function act(payments: Payments, trackId: string, action: string): string {
  const payment = payments.list().find((each) => each.trackId === trackId);
  if (payment?.status !== "OTP_SENT") return "nothing to do";
  if (action === "pay") return payments.pay(payment, payment.amount).status;
  return action === "decline" || action === "cancel" || action === "expire"
    ? payments.end(payment, ends[action]).status
    : "nothing to do";
}
