/** What the control page tells about the simulated bank. */

import { formatDecimal, minor } from "#core/money.ts";
import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";
import type { BankAccount } from "./account.ts";
import { magicEndings } from "./bank.ts";
import { rejectedAmount } from "./virtual-accounts.ts";

/** The description of the simulator with this account. */
export function describeViban(account: BankAccount): SimulatorDescription {
  return {
    title: "Bank with virtual IBANs",
    summary:
      "Transfers to an IBAN of one payment's own: open, ask, close, signed messages. Address of the API: this origin " +
      "followed by /viban. The bank where a person sends exactly, half, too much, late or in vain: /viban/bank.",
    operations: ["TOKEN", "OPEN_ACCOUNT", "FIND_ACCOUNT", "GET_ACCOUNT", "CLOSE_ACCOUNT", "TRANSFER"],
    faults: { ...commonFaults },
    magicValues: [
      {
        title: "Account",
        columns: ["Client id", "Client secret", "Webhook secret"],
        rows: [[account.clientId, account.clientSecret, account.webhookSecret]],
      },
      {
        title: "Amounts",
        columns: ["Amount", "Result"],
        rows: [
          [`${formatDecimal(minor(rejectedAmount), "SAR")} SAR`, "no account is opened: status REJECTED"],
          ...Object.entries(magicEndings).map(([ending, action]) => [
            `ends in .${ending}`,
            `an exact transfer becomes: ${action}`,
          ]),
        ],
      },
    ],
    notSimulated: [
      "Any bank's own fields and signatures: none is published, so this is the project's own contract.",
      "Cut-off times of the two transfer systems, fees, names that do not match, senders abroad.",
      "Statements and lists of credits over all accounts.",
      "The schedule of repeated messages; addresses other than this machine.",
    ],
  };
}
