/**
 * A simulator of STC Pay's Direct Payment V4 for development and tests: authorise, confirm by a one-time code,
 * inquiry and refund, with payments that remember what was done to them and codes that run out.
 *
 * NOT simulated, so do not conclude anything about these from a passing test:
 * - mutual TLS: the simulator speaks plain HTTP and knows a merchant by the client code alone;
 * - SMS: no code is sent, and as on the real staging system any code pays but the ones of the table;
 * - how many wrong codes and how many new codes the real one allows, and what it does with a name used twice;
 * - tokens for payments without a code, and the address of the refund, which no public document names.
 */

import { registerDesk } from "#methods/otp-wallets/simulator/desk.ts";
import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { defaultClientCode } from "./account.ts";
import { describeStcPay } from "./description.ts";
import { createPayments, type Payments } from "./payments.ts";
import { registerOperations } from "./rest-api.ts";

/** The simulated STC Pay, to be mounted under `/stcpay`. */
export function stcPaySimulator(clientCode: string = defaultClientCode): Simulator {
  return defineSimulator({
    name: "stcpay",
    describe: () => describeStcPay(clientCode),
    register(app, tools) {
      const payments = createPayments(tools, clientCode);
      registerOperations(app, tools, { payments, clientCode });
      registerDesk(app, tools, {
        wallet: "stcpay",
        rows: () =>
          payments.list().map((payment) => ({
            id: payment.refNum,
            order: payment.billNumber,
            amount: payment.amount,
            currency: "SAR",
            mobile: payment.mobile,
            status: payment.status,
            actions: payment.status === "pending" ? (["pay", "cancel", "expire"] as const) : [],
          })),
        act: (id, action) => ({ note: act(payments, id, action) }),
      });
    },
  });
}

/** What the wallet's owner does in the app, or time; a button of an old page does nothing. */
function act(payments: Payments, refNum: string, action: string): string {
  const payment = payments.find(refNum);
  if (payment?.status !== "pending") return "nothing to do";
  if (action === "pay") return payments.pay(payment, payment.amount).status;
  if (action === "cancel") return payments.end(payment, "cancelled").status;
  return action === "expire" ? payments.end(payment, "expired").status : "nothing to do";
}
