/** What the control page tells about the simulated Tamara. */

import { formatDecimal, minor } from "#core/money.ts";
import { commonFaults } from "#sim/faults.ts";
import type { SimulatorDescription } from "#sim/kit.ts";
import type { TamaraAccount } from "./account.ts";
import { limitMinor, phones } from "./checkout.ts";

/** The description of the simulator with this account. */
export function describeTamara(account: TamaraAccount): SimulatorDescription {
  return {
    title: "Tamara",
    summary:
      "Four payments: checkout, the buyer's page, authorise, capture, cancel, refund. Address of the API: this origin " +
      "followed by /tamara. All orders, with buttons to approve, decline, expire and notify again: /tamara/desk.",
    operations: [
      "PRE_CHECK",
      "PAYMENT_TYPES",
      "CHECKOUT",
      "VOID",
      "GET_ORDER",
      "FIND_ORDER",
      "AUTHORISE",
      "CAPTURE",
      "CANCEL",
      "REFUND",
      "REGISTER_WEBHOOK",
      "GET_WEBHOOK",
      "REMOVE_WEBHOOK",
    ],
    faults: { ...commonFaults },
    magicValues: [
      {
        title: "Account",
        columns: ["API token", "Notification token"],
        rows: [[account.apiToken, account.notificationToken]],
      },
      {
        title: "Mobiles (all others are approved)",
        columns: ["Mobile", "Result"],
        rows: [
          [phones.success, "approved on the page"],
          [phones.declined, "declined on the page, whatever is chosen there"],
          [phones.invalid, "refused with consumer_invalid_phone_number"],
        ],
      },
      {
        title: "Amounts",
        columns: ["Amount", "Result"],
        rows: [
          [`above ${formatDecimal(minor(limitMinor), "SAR")} SAR`, "refused with total_amount_invalid_limit"],
        ],
      },
      {
        title: "Times",
        columns: ["After", "What happens"],
        rows: [
          ["30 minutes", "a checkout that was not approved expires"],
          ["72 hours", "an approval that was not authorised expires"],
          ["21 days", "an authorised order is captured"],
        ],
      },
    ],
    notSimulated: [
      "The one-time code, the card and the identity steps of Tamara's page.",
      "In-store checkout, disputes, settlements, the promo widget, the eligibility call.",
      "Auto-authorisation, expires_in_minutes, several captures with items and shipping amounts of their own.",
      "The schedule of repeated notifications, which Tamara does not publish; addresses other than this machine.",
      "Codes of errors that Tamara does not list.",
    ],
  };
}
