/** What the control page tells about the simulated gateway. */

import { commonFaults, laterRefundFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";
import type { ArbAccount } from "./account.ts";
import { pageLifetimeMs, refundByHandMs } from "./payments.ts";
import { refusalTexts } from "./refusal.ts";
import { codeTriggers, mobileTriggers, wrongCodeLimit } from "./triggers.ts";

/** The description of the simulator with this account. */
export function describeArb(account: ArbAccount): SimulatorDescription {
  return {
    title: "Al Rajhi payment gateway (UR Pay)",
    summary:
      "UR Pay with the code typed on the bank's page. Address of the gateway: this origin followed by /arb. All " +
      "payments, with buttons to pay, decline and let them run out: /arb/desk. Address for messages: /arb/portal.",
    operations: ["PURCHASE", "INQUIRY", "REFUND", "PAGE"],
    faults: { ...commonFaults, ...laterRefundFaults },
    magicValues: [
      {
        title: "Account",
        columns: ["Tranportal ID", "Password", "Resource key"],
        rows: [[account.tranportalId, account.tranportalPassword, account.resourceKey]],
      },
      {
        title: "Codes on the page",
        columns: ["Code", "Result"],
        rows: [
          ...Object.entries(codeTriggers).map(([code, { means }]) => [code, means]),
          ["any other", `wrong; the payment has failed after ${wrongCodeLimit} of them`],
        ],
      },
      {
        title: "Mobiles (all others get a page)",
        columns: ["Mobile", "Result"],
        rows: Object.entries(mobileTriggers).map(([mobile, code]) => [
          `+966${mobile}`,
          `refused with ${code}: ${refusalTexts[code] ?? ""}`,
        ]),
      },
      {
        title: "Times",
        columns: ["After", "What happens"],
        rows: [
          [`${pageLifetimeMs / 60_000} minutes`, "a page that was not paid on runs out"],
          [`${refundByHandMs / 1_000} seconds`, "a refund that is made later, or refused later, ends"],
          ["14 days", "a payment cannot be refunded any more"],
        ],
      },
    ],
    notSimulated: [
      "Everything of the gateway that is not UR Pay.",
      "Two keys per account, other initialisation vectors, messages that are not percent-encoded.",
      "Repetition of messages until their acknowledgement is read; addresses other than this machine.",
    ],
  };
}
