/**
 * Attempts that we ended ourselves, before any bank or service was asked for the money, by the code that is kept on
 * them. No bank has declined these: they have texts of their own, and no limit counts them.
 */
import type { ProblemCode } from "#core/problem.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { wasNotSent } from "./next-state.ts";

/** By `payment_attempts.provider_code`. */
const problems: Readonly<Record<string, ProblemCode>> = {
  session_invalid: "session_invalid",
  payment_token_invalid: "payment_token_invalid",
  security_code_invalid: "security_code_invalid",
  mada_not_allowed: "mada_not_allowed",
  credit_not_allowed: "credit_not_allowed",
  brand_not_supported: "card_number_invalid",
  /** On attempts of earlier releases; now the next one. */
  checkout_url_not_allowed: "gateway_refused",
  page_address_not_allowed: "gateway_refused",
  bill_of_another_amount: "gateway_refused",
};

/** Every code of an attempt that was not declined; for statements. */
export const ownRefusalCodes: readonly string[] = ["not_sent", ...Object.keys(problems)];

type Ended = Pick<AttemptRow, "state" | "provider_code">;

/** The text for an attempt that we ended ourselves; null for every other one. */
export function ownRefusal(attempt: Ended): ProblemCode | null {
  if (wasNotSent(attempt)) return "gateway_refused";
  const code = attempt.provider_code ?? "";
  return attempt.state === "declined" && Object.hasOwn(problems, code) ? (problems[code] ?? null) : null;
}
