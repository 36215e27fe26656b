/** What the control page tells about the card gateway: profiles, test cards, magic amounts, what is missing. */

import { commonFaults } from "#sim/faults.ts";
import type { MagicTable, SimulatorDescription } from "#sim/kit.ts";
import { testCards } from "./cards.ts";
import { nameTriggers } from "./form-update.ts";
import { triggerRows } from "./outcomes.ts";
import type { MerchantProfile } from "./profiles.ts";
import { transactionOperations } from "./transactions.ts";

/** The description of one simulated gateway with these merchant profiles. */
export function describeMpgs(profiles: readonly MerchantProfile[]): SimulatorDescription {
  return {
    title: "Mastercard Gateway",
    summary:
      "Cards, 3-D Secure, wallets and refunds. Gateway address: this origin followed by /mpgs, API version 100. " +
      "The whole way through: session, hosted fields, INITIATE_AUTHENTICATION, AUTHENTICATE_PAYER, PAY.",
    operations: [
      "CREATE_SESSION",
      "UPDATE_SESSION",
      "UPDATE_SESSION_FROM_FORM",
      "RETRIEVE_SESSION",
      ...transactionOperations,
      "RETRIEVE_TRANSACTION",
      "RETRIEVE_ORDER",
      "INFORMATION",
    ],
    faults: {
      ...commonFaults,
      timed_out_then_captured: "Answers TIMED_OUT although the money was taken; a retrieval shows SUCCESS.",
    },
    magicValues: magicTables(profiles),
    notSimulated: [
      "Tokens, VERIFY, payment options inquiry, standalone captures and refunds, hosted checkout, NVP.",
      "3-D Secure 1, the ThreeDS browser library, exemptions, calls authenticated by a session id.",
      "Decryption of wallet tokens, risk rules, address verification, chargebacks, settlement.",
      "Gift cards, direct debits, drop-down fields and locales of the hosted fields.",
      "Notifications to addresses other than this machine.",
    ],
  };
}

function magicTables(profiles: readonly MerchantProfile[]): MagicTable[] {
  return [
    {
      title: "Merchant profiles",
      columns: ["Merchant", "API password", "Cards", "3-D Secure"],
      rows: profiles.map((profile) => [
        profile.merchantId,
        profile.password,
        profile.brands.join(", "),
        profile.requires3ds ? "demanded" : "optional",
      ]),
    },
    {
      title: "Test cards (any other number that passes the check digit is challenged)",
      columns: ["Number", "Brand", "3-D Secure", "Method call"],
      rows: testCards.map((card) => [card.number, card.label, card.behaviour, card.hasMethod ? "yes" : "no"]),
    },
    {
      title: "Expiry dates (a month in the past is EXPIRED_CARD, any other date is APPROVED)",
      columns: ["Expiry", "response.gatewayCode"],
      rows: triggerRows.expiry,
    },
    {
      title:
        "Amounts that end in 77.NN, for PAY, AUTHORIZE, CAPTURE and REFUND (currencies with two decimals)",
      columns: ["Amount", "Answered", "Retrieved later"],
      rows: triggerRows.amount,
    },
    {
      title: "Amounts that call for a fault",
      columns: ["Amount", "Fault"],
      rows: triggerRows.amountFault,
    },
    {
      title: "Security codes",
      columns: ["Code", "American Express", "cardSecurityCode.gatewayCode"],
      rows: [
        ["100", "1000", "MATCH"],
        ["101", "1010", "NOT_PROCESSED"],
        ["102", "1020", "NO_MATCH"],
      ],
    },
    {
      title: "Names on the card in the hosted fields",
      columns: ["Name", "Result of the update"],
      rows: Object.entries(nameTriggers),
    },
    {
      title: "Wallet tokens",
      columns: ["Where", "What"],
      rows: [
        ["Apple Pay: data", 'base64 of {"number":"…","expiry":{"month":"01","year":"39"}} chooses the card'],
        ["Google Pay: signedMessage", "the same JSON as text chooses the card"],
        ['Google Pay: "authMethod":"PAN_ONLY" in it', "the card's own number, which needs 3-D Secure"],
        ["anything else", "a Visa card that is approved"],
      ],
    },
  ];
}
