/** What the control page tells about the stand-in for Google Pay. */

import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";
import { walletCards } from "./wallet-cards.ts";

const { drop_before, delay_ms, status_500, status_503 } = commonFaults;

/** The description of the simulator. */
export function describeGooglePay(): SimulatorDescription {
  return {
    title: "Google Pay",
    summary:
      "Google's script and sheet. Script: this origin followed by /googlepay/gp/p/js/pay.js. Its token is read by the " +
      "simulated card gateway.",
    operations: ["PAY_JS", "SHEET"],
    faults: { drop_before, delay_ms, status_500, status_503 },
    magicValues: [
      {
        title: "Cards of the wallet",
        columns: ["Button", "Network", "Number", "Expiry", "Kind"],
        rows: walletCards.map((card) => [
          card.id,
          card.network,
          card.number,
          `${card.expiry.month}/${card.expiry.year}`,
          card.authMethod,
        ]),
      },
    ],
    notSimulated: [
      "Encryption and signatures of the token, and when it runs out.",
      "The looks of Google's own button; addresses, e-mail, coupons, callbacks, saved choices, subscriptions.",
      "The browser's payment handler: the sheet is always a window.",
    ],
  };
}
