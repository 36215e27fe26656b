/** What the control page tells about the simulated UR Pay. */

import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";
import type { UrpayAccount } from "./account.ts";
import { codeLifetimeMs } from "./payments.ts";
import { refusalTexts } from "./refusal.ts";
import { codeTriggers, mobileTriggers } from "./triggers.ts";

/** Those about messages are missing: this contract has none. */
const faults = Object.fromEntries(Object.entries(commonFaults).filter(([name]) => !name.includes("webhook")));

/** The description of the simulator with this account. */
export function describeUrpay(account: UrpayAccount): SimulatorDescription {
  return {
    title: "UR Pay, direct",
    summary:
      "UR Pay with the code typed on the shop's page, by a contract of the project's own. Address of the API: this " +
      "origin followed by /urpay/v1. All payments, with buttons to pay, decline and let them run out: /urpay/desk.",
    operations: ["TOKEN", "CREATE", "FIND", "CONFIRM", "REFUND"],
    faults,
    magicValues: [
      {
        title: "Account",
        columns: ["Client", "Secret", "Merchant", "Terminal"],
        rows: [[account.clientId, account.clientSecret, account.merchantId, account.terminalId]],
      },
      {
        title: "Codes",
        columns: ["Code", "Result"],
        rows: [
          ...Object.entries(codeTriggers).map(([code, { means }]) => [code, means]),
          ["any other", "wrong"],
        ],
      },
      {
        title: "Mobiles (all others get a code)",
        columns: ["Mobile", "Result"],
        rows: Object.entries(mobileTriggers).map(([mobile, code]) => [
          `+966${mobile}`,
          `refused with ${code}: ${refusalTexts[code] ?? ""}`,
        ]),
      },
      {
        title: "Times",
        columns: ["After", "What happens"],
        rows: [[`${codeLifetimeMs / 60_000} minutes`, "a payment that was not confirmed expires"]],
      },
    ],
    notSimulated: [
      "A real provider: no public document offers this contract.",
      "SMS, the limits of wrong and of new codes, messages to merchants.",
    ],
  };
}
