/** What a card's issuer decides in 3-D Secure, in the gateway's words: by test card, or by the payer's choice. */

import { type Outcome, outcomeOf } from "./outcomes.ts";
import type { Authentication } from "./records.ts";

export type Decided = {
  readonly outcome: Outcome;
  readonly result: Partial<Authentication> & Pick<Authentication, "status">;
};

/** The payer's choices on the challenge page, in the order of the gateway's own emulator. */
export const challengeChoices = ["successful", "failed", "cancelled", "unable", "rejected"] as const;
export type ChallengeChoice = (typeof challengeChoices)[number];

const proceed: Outcome = { result: "SUCCESS", gatewayCode: "APPROVED", recommendation: "PROCEED" };
const pending: Outcome = { result: "PENDING", gatewayCode: "PENDING", recommendation: "PROCEED" };
const failed: Outcome = { result: "FAILURE", gatewayCode: "DECLINED", recommendation: "DO_NOT_PROCEED" };
/** No cardholder was authenticated and no bank refused: the gateway leaves it to the merchant. */
export const notAuthenticated: Outcome = {
  result: "FAILURE",
  gatewayCode: "DECLINED",
  recommendation: "PROCEED",
};

/** The gateway's published sample tokens for authenticated and attempted. */
const authenticatedToken = "mHyn+7YFi1EUAREAAAAvNUe6Hv8=";
const attemptedToken = "nHyn+7YFi1EUAREAAAAvNUe6Hv8=";

/** The issuer's answer to AUTHENTICATE_PAYER; a challenge for every behaviour that decides nothing by itself. */
export function issuerDecision(authentication: Authentication): Decided {
  switch (authentication.behaviour) {
    case "frictionless":
      return choiceResult("successful", authentication);
    case "attempted": {
      const eci = eciOf(authentication, "attempted");
      return {
        outcome: proceed,
        result: { status: "AUTHENTICATION_ATTEMPTED", transactionStatus: "A", eci, token: attemptedToken },
      };
    }
    case "rejected": {
      const rejected = choiceResult("rejected", authentication);
      return { ...rejected, result: { ...rejected.result, statusReasonCode: "04" } };
    }
    case "unavailable":
      return { outcome: notAuthenticated, result: { status: "AUTHENTICATION_UNAVAILABLE" } };
    default:
      return { outcome: pending, result: { status: "AUTHENTICATION_PENDING", transactionStatus: "C" } };
  }
}

/** What the payer's choice on the challenge page comes to. */
export function choiceResult(choice: ChallengeChoice, authentication: Authentication): Decided {
  const eci = eciOf(authentication, choice === "successful" ? "authenticated" : "none");
  switch (choice) {
    case "successful":
      return {
        outcome: proceed,
        result: {
          status: "AUTHENTICATION_SUCCESSFUL",
          transactionStatus: "Y",
          eci,
          token: authenticatedToken,
        },
      };
    case "failed":
      return { outcome: failed, result: { status: "AUTHENTICATION_FAILED", transactionStatus: "N", eci } };
    case "cancelled": {
      const result = { status: "AUTHENTICATION_FAILED", transactionStatus: "N", challengeCancel: "01", eci };
      return { outcome: failed, result };
    }
    case "unable":
      return {
        outcome: notAuthenticated,
        result: { status: "AUTHENTICATION_UNAVAILABLE", transactionStatus: "U", eci },
      };
    case "rejected": {
      const { recommendation } = outcomeOf("DECLINED");
      return {
        outcome: { ...failed, recommendation },
        result: { status: "AUTHENTICATION_REJECTED", transactionStatus: "R", eci },
      };
    }
  }
}

/** order.status after an authentication with this status. */
export function orderStatusAfter(status: string): string {
  if (status === "AUTHENTICATION_PENDING") return "AUTHENTICATION_INITIATED";
  return isAuthenticated(status) ? "AUTHENTICATED" : "AUTHENTICATION_UNSUCCESSFUL";
}

/** True for the two statuses that shift liability and let a payment through. */
export function isAuthenticated(status: string | undefined): boolean {
  return status === "AUTHENTICATION_SUCCESSFUL" || status === "AUTHENTICATION_ATTEMPTED";
}

/** The path part of the issuer's address for a scheme. */
export function acsOf(scheme: string): string {
  return { MASTERCARD: "mastercard", VISA: "visa", AMEX: "amex" }[scheme] ?? "mada";
}

/** Electronic commerce indicators: Mastercard counts 02, 01, 00; the other schemes 05, 06, 07. */
function eciOf(authentication: Authentication, level: "authenticated" | "attempted" | "none"): string {
  const eci = { authenticated: ["02", "05"], attempted: ["01", "06"], none: ["00", "07"] } as const;
  return eci[level][authentication.acs === "mastercard" ? 0 : 1];
}
