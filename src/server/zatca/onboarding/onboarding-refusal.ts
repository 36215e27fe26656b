/**
 * A unit cannot be made, certified or renewed now: a sentence for the operator that says why and what to do, and the reason as a word
 * for the merchant API.
 */
import type { AuthorityMessage } from "#gateways/fatoora/wire.ts";

/** Why; `other` is the operator's to look at. */
export const onboardingReasons = [
  "otp_refused",
  "request_refused",
  "rejected",
  "certificate_unknown",
  "busy",
  "not_reached",
  "unknown",
  "unit_exists",
  "held",
  "no_unit",
  "no_vat_number",
  "seller_incomplete",
  "group_member_needed",
  "changed_meanwhile",
  "other",
] as const;

export type OnboardingReason = (typeof onboardingReasons)[number];

export class OnboardingRefusal extends Error {
  override readonly name = "OnboardingRefusal";
  readonly reason: OnboardingReason;
  /** What the authority found, in its words. */
  readonly findings: readonly AuthorityMessage[];

  constructor(
    message: string,
    reason: OnboardingReason = "other",
    findings: readonly AuthorityMessage[] = [],
  ) {
    super(message);
    this.reason = reason;
    this.findings = findings;
  }
}
