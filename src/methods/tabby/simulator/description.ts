/** What the control page tells about the simulated Tabby. */

import { formatDecimal, minor } from "#core/money.ts";
import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";
import type { TabbyAccount } from "./account.ts";
import { limits, testBuyers } from "./checkout.ts";

/** The description of the simulator with this account. */
export function describeTabby(account: TabbyAccount): SimulatorDescription {
  return {
    title: "Tabby",
    summary:
      "Four payments: session, the buyer's page, capture, refund, close. Address of the API: this origin followed by " +
      "/tabby. All payments, with buttons to approve, reject, expire and send the message again: /tabby/desk.",
    operations: [
      "CHECKOUT",
      "CANCEL_SESSION",
      "GET_PAYMENT",
      "LIST_PAYMENTS",
      "CAPTURE",
      "REFUND",
      "CLOSE",
      "CREATE_WEBHOOK",
      "LIST_WEBHOOKS",
      "GET_WEBHOOK",
      "CHANGE_WEBHOOK",
      "REMOVE_WEBHOOK",
    ],
    faults: { ...commonFaults },
    magicValues: [
      {
        title: "Account",
        columns: ["Secret key", "Public key", "Merchant code"],
        rows: [[account.secretKey, account.publicKey, account.merchantCode]],
      },
      {
        title: "Buyers (all others are approved)",
        columns: ["E-mail", "Mobile", "Result"],
        rows: [
          [testBuyers.successEmail, testBuyers.successPhone, `approved with the code ${testBuyers.otp}`],
          ["any", testBuyers.notAvailablePhone, "not taken: not_available"],
          [
            testBuyers.rejectedEmail,
            testBuyers.successPhone,
            "rejected on the page, whatever is chosen there",
          ],
        ],
      },
      {
        title: "Amounts",
        columns: ["Amount", "Result"],
        rows: [
          [`above ${formatDecimal(minor(limits.highest), "SAR")} SAR`, "not taken: order_amount_too_high"],
          [`below ${formatDecimal(minor(limits.lowest), "SAR")} SAR`, "not taken: order_amount_too_low"],
        ],
      },
      {
        title: "Times",
        columns: ["After", "What happens"],
        rows: [
          ["20 minutes", "the buyer's page does nothing more"],
          ["30 minutes", "a payment that was not approved expires"],
          ["21 days", "an authorised payment is captured"],
        ],
      },
    ],
    notSimulated: [
      "The identity, card and contract steps of Tabby's page; one code and one button stand for all of them.",
      "Background pre-scoring, links by message, QR codes, the promo scripts, changing a payment's reference.",
      "Disputes, the age limit of refunds, rate limits.",
      "Messages to addresses other than this machine, and Tabby's own times of repetition.",
    ],
  };
}
