/** What the control page tells about the simulated Moyasar. */

import { formatDecimal, minor } from "#core/money.ts";
import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";
import type { MoyasarAccount } from "./account.ts";
import { lifetimeDays, magicAmounts } from "./bills.ts";

/** The description of the simulator with this account. */
export function describeMoyasar(account: MoyasarAccount): SimulatorDescription {
  const riyals = (amount: number) => `${formatDecimal(minor(amount), "SAR")} SAR`;
  const afterMs = account.settlesAfterMs;
  return {
    title: "Moyasar: SADAD bills",
    summary:
      "Bills of the SADAD network: issue, ask, messages. Address of the API: this origin followed by /moyasar/v1. " +
      "The bank where a person pays a bill exactly, in part, too much or late: /moyasar/bank.",
    operations: [
      "CREATE_PAYMENT",
      "GET_PAYMENT",
      "PAY_BILL",
      "CREATE_WEBHOOK",
      "LIST_WEBHOOKS",
      "VERIFY_WEBHOOK",
      "DELETE_WEBHOOK",
    ],
    faults: { ...commonFaults },
    magicValues: [
      { title: "Account", columns: ["Secret key"], rows: [[account.secretKey]] },
      {
        title: "Amounts",
        columns: ["Amount", "Result"],
        rows: [
          [riyals(magicAmounts.expires), "runs out instead of being paid (Moyasar's own)"],
          [riyals(magicAmounts.fails), "cannot be issued: status failed (ours)"],
        ],
      },
      {
        title: "Times",
        columns: ["After", "What happens"],
        rows: [
          ...(afterMs === null
            ? []
            : [[`${afterMs / 60_000} minutes`, "the sandbox settles the bill by itself"]]),
          [`${lifetimeDays} days`, "a bill that was not paid runs out"],
        ],
      },
    ],
    notSimulated: [
      "Cards, wallets, invoices, tokens, payouts; lists of payments; bodies in form encoding.",
      "The least amount of a bill, which is not published; fees and settlement.",
      "The schedule of repeated messages (1, 10, 30 minutes, 1 and 2 hours); addresses other than this machine.",
      "Whether a bank lets people pay another sum than the bill's: the real network decides that by biller.",
    ],
  };
}
