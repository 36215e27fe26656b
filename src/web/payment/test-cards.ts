/**
 * The sample values of the test page (Spec 2 "info3"): published test cards of the card gateway, one for each end that
 * 3-D Secure can have. They exist at the gateway's test hosts and its simulator alone.
 */
import type { CardData } from "#methods/card/card-fields.ts";

export type TestCase = {
  /** Key of its words. */
  readonly id: "frictionless" | "challenge" | "failed" | "notEnrolled";
  readonly cardNumber: string;
};

export const testCases: readonly TestCase[] = [
  { id: "frictionless", cardNumber: "5123456789012346" },
  { id: "challenge", cardNumber: "5123450000000008" },
  { id: "failed", cardNumber: "5506900140100503" },
  { id: "notEnrolled", cardNumber: "5111111111111118" },
];

/** The card of a case as the call takes it. The expiry makes the bank approve whatever 3-D Secure lets through. */
export function toTestCard({ cardNumber }: TestCase): CardData {
  return { cardNumber, expiryMonth: "01", expiryYear: "39", nameOnCard: "TEST BUYER", cvv: "100" };
}

/** Who pays on the test page. */
export const testBuyer = { clientName: "Test Buyer", clientMobile: "0512345678" };
