/** What the control page tells about the simulated STC Pay. */

import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";
import { codeLifetimeSeconds } from "./payments.ts";
import { codeTriggers, refusalTexts } from "./triggers.ts";

/** Those about messages are missing: STC Pay sends none. */
const faults = Object.fromEntries(Object.entries(commonFaults).filter(([name]) => !name.includes("webhook")));

/** The description of the simulator with this account. */
export function describeStcPay(clientCode: string): SimulatorDescription {
  return {
    title: "STC Pay",
    summary:
      "Wallet payments by a one-time code. Address of the API: this origin followed by /stcpay. All payments, with " +
      "buttons to pay, cancel and let them run out: /stcpay/desk.",
    operations: ["AUTHORIZE", "CONFIRM", "INQUIRY", "REFUND"],
    faults,
    magicValues: [
      { title: "Account", columns: ["X-ClientCode"], rows: [[clientCode]] },
      {
        title: "Codes (all others pay)",
        columns: ["Code", "Result"],
        rows: Object.entries(codeTriggers).map(([code, { means }]) => [code, means]),
      },
      {
        title: "Mobiles (all others get a code)",
        columns: ["Mobile", "Result"],
        rows: [8, 18, 23, 28].map((ending) => {
          const code = 2000 + ending;
          return [
            `+9665000000${String(ending).padStart(2, "0")}`,
            `refused with ${code}: ${refusalTexts[code] ?? ""}`,
          ];
        }),
      },
      {
        title: "Times",
        columns: ["After", "What happens"],
        rows: [[`${codeLifetimeSeconds} seconds`, "a payment that was not confirmed expires"]],
      },
    ],
    notSimulated: [
      "Mutual TLS: a merchant is known by the client code alone.",
      "SMS, the limits of wrong and of new codes, tokens for payments without a code.",
      "Messages to merchants: the real one sends none either.",
    ],
  };
}
