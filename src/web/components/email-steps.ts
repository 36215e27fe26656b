/**
 * The steps of confirming an e-mail address (Spec 4): entering_email, then waiting_otp, then signed. What each answer
 * of the two calls leads to; pure, email-confirmation.tsx draws it.
 */
import type { FieldTable } from "#core/fields.ts";
import type { OrderRefusal } from "#core/order-status.ts";
import type { ProblemCode } from "#core/problem.ts";
import { isEmail, isOtp } from "#core/validators.ts";
import type { CallOutcome } from "../browser/api.ts";

export type EmailStep =
  | { readonly kind: "entering_email" }
  /** The code is on its way: the address is locked, and the signature ties the code to it. */
  | { readonly kind: "waiting_otp"; readonly email: string; readonly signature: string };

/** What went wrong: our words first (Spec 8), then what the server says about waiting or asking again. */
export type Failure = {
  readonly key: "notSubmitted" | "notValidated" | "offline";
  readonly more: string | null;
};

export type AfterEmailCall =
  | { readonly kind: "signature"; readonly signature: string }
  | { readonly kind: "failure"; readonly failure: Failure }
  /** The order is closed or confirmed already: the page says so when it is loaded again. */
  | { readonly kind: "reload" };

const emailField = {
  requiredKey: "emailMissing",
  rules: [{ isMet: isEmail, textKey: "emailInvalid" }],
} as const;

/** The fields of a step with the messages of Spec 5. */
export const emailFields: Readonly<Record<EmailStep["kind"], FieldTable>> = {
  entering_email: { email: emailField },
  waiting_otp: {
    email: emailField,
    otp: { requiredKey: "otpMissing", rules: [{ isMet: isOtp, textKey: "otpInvalid" }] },
  },
};

/** Refusals after which this page no longer shows the order as it is. */
const outdated: Readonly<Partial<Record<ProblemCode | "unknown", true>> & Record<OrderRefusal, true>> = {
  order_changed: true,
  email_already_confirmed: true,
  order_already_paid: true,
  order_cancelled: true,
  order_refunded: true,
  order_not_found: true,
  link_expired: true,
  not_found: true,
};

/** Refusals whose own words help: how long to wait, that no code comes any more, or that another one is needed. */
const telling: ReadonlySet<ProblemCode | "unknown"> = new Set([
  "too_many_attempts",
  "email_codes_used_up",
  "rate_limited",
  "otp_locked",
]);

/**
 * The way on from an answer.
 * @param otherwise the words of Spec 8 for this call's failure
 */
export function afterEmailCall(
  outcome: CallOutcome<{ readonly signature: string }>,
  otherwise: "notSubmitted" | "notValidated",
): AfterEmailCall {
  const fail = (key: Failure["key"], more: string | null = null): AfterEmailCall => ({
    kind: "failure",
    failure: { key, more },
  });
  switch (outcome.kind) {
    case "ok":
      return { kind: "signature", signature: outcome.reply.signature };
    case "refused": {
      const { code, text } = outcome.refusal;
      if (outdated[code]) return { kind: "reload" };
      return fail(otherwise, telling.has(code) ? text : null);
    }
    case "offline":
      return fail("offline");
    case "no_answer":
      return fail(otherwise);
  }
}
