/** What the bank says of a virtual IBAN, in our words. */
import { formatDecimal, type Minor, parseDecimal, sum } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import type { AttemptContext } from "../payment-method.ts";
import { accountNumberOf } from "./method.ts";
import type { AccountAnswer } from "./wire.ts";

type Attempt = AttemptContext["attempt"];

export type Standing = "live" | "expired" | "closed" | "rejected" | "unlisted";

/** Every status of the contract. Whether money has come is read from the credits, not from here. */
const standings: Readonly<Record<string, Standing>> = {
  OPEN: "live",
  PARTIALLY_CREDITED: "live",
  CREDITED: "live",
  OVERPAID: "live",
  EXPIRED: "expired",
  CLOSED: "closed",
  REJECTED: "rejected",
};

export function standingOf({ status }: AccountAnswer): Standing {
  return Object.hasOwn(standings, status) ? (standings[status] ?? "unlisted") : "unlisted";
}

/** The sum of what is booked, or null when a credit cannot be read or is in another currency. */
export function bookedSum(account: AccountAnswer, currency: string): Minor | null {
  const booked = account.credits.filter(({ status }) => status === "BOOKED");
  const amounts = booked.map((credit) =>
    credit.currency === currency ? parseDecimal(credit.amount, currency) : null,
  );
  const read = amounts.filter((amount) => amount !== null);
  return read.length === amounts.length ? sum(read) : null;
}

/** What the buyer needs at the bank. */
export function issue(account: AccountAnswer, attempt: Attempt): Outcome {
  const { iban, bankName, beneficiaryName, accountNumber, expiresAt } = account;
  return {
    kind: "reference_issued",
    reference: iban,
    details: {
      accountNumber: accountNumberOf({ paymentSessionId: iban, accountNumber: accountNumber ?? null }),
      bankNameAr: bankName.ar,
      bankNameEn: bankName.en,
      beneficiaryName,
      amount: formatDecimal(attempt.amount, attempt.currency),
      currency: attempt.currency,
    },
    expiresAt: expiresAt ? Date.parse(expiresAt) : null,
  };
}

/** The outcome of an account to which nothing should be added any more: all that came, as the bank states it, or nothing. */
export function readEnded(account: AccountAnswer, attempt: Attempt): Outcome {
  const booked = bookedSum(account, attempt.currency);
  if (booked === null) return unreadable;
  if (booked > 0) return captured(account, attempt, booked);
  switch (standingOf(account)) {
    case "expired":
      return { kind: "closed", as: "expired", providerCode: account.status };
    case "closed":
      return { kind: "closed", as: "cancelled", providerCode: account.status };
    case "rejected":
      // An IBAN that the buyer has seen was withdrawn; one that was never given out is refused.
      return attempt.reference === null
        ? { kind: "declined", reason: "rejected_by_provider", providerCode: account.status }
        : { kind: "closed", as: "cancelled", providerCode: account.status };
    case "live":
    case "unlisted":
      return { kind: "pending", reference: account.iban };
  }
}

function captured({ iban }: AccountAnswer, { currency }: Attempt, amount: Minor): Outcome {
  return { kind: "captured", reference: iban, money: { amount, currency }, mayExceed: true };
}

export const unreadable: Outcome = { kind: "unknown", why: "a credit that cannot be read" };
