/** What the authority or the network said, as sentences for the operator: what happened and what to do. */
import type { CheckResult, CsidResult, Undecided } from "#gateways/fatoora/answer.ts";
import type { AuthorityMessage } from "#gateways/fatoora/wire.ts";
import { type OnboardingReason, OnboardingRefusal } from "./onboarding-refusal.ts";

const again = "What is done is kept: the same command goes on from here.";

/** Why a certificate was not issued. */
export function whyNoCertificate(
  what: string,
  result: Exclude<CsidResult, { kind: "issued" }>,
): OnboardingRefusal {
  if (result.kind === "compliance_needed")
    return new OnboardingRefusal(
      `The authority wants proof before ${what}, which only a renewal can be told. Use --anew.`,
    );
  if (result.kind !== "refused")
    return new OnboardingRefusal(
      `${upper(what)} was not issued: ${whyUndecided(result)}`,
      reasons[result.kind],
    );
  const { errors } = result;
  const text = [`${upper(what)} was refused.`, ...listed(errors), adviceFor(errors)].join("\n");
  return new OnboardingRefusal(text, namesCode(errors) ? "otp_refused" : "request_refused", errors);
}

/** Why a document of the compliance check was not taken. */
export function whyNotTaken(
  what: string,
  result: Exclude<CheckResult, { kind: "accepted" }>,
): OnboardingRefusal {
  if (result.kind !== "rejected")
    return new OnboardingRefusal(
      `The ${what} was not checked: ${whyUndecided(result)}`,
      reasons[result.kind],
    );
  const text = [
    `The ${what} was rejected.`,
    ...listed(result.errors),
    ...listed(result.warnings).map((line) => line.replace("  ", "  warning ")),
    `Correct what it names (set-seller, set-merchant). ${again}`,
  ].join("\n");
  return new OnboardingRefusal(text, "rejected", result.errors);
}

const reasons = {
  unauthorised: "certificate_unknown",
  busy: "busy",
  not_sent: "not_reached",
  unknown: "unknown",
} as const satisfies Record<Undecided["kind"], OnboardingReason>;

/** Whether the code of the portal is what was refused. */
function namesCode(errors: readonly AuthorityMessage[]): boolean {
  return errors.some(({ code }) => code.toLowerCase().includes("otp"));
}

function whyUndecided(result: Undecided): string {
  switch (result.kind) {
    case "unauthorised":
      return "the authority no longer knows the certificate (401). Start again with a new code: --anew.";
    case "busy":
      return `the authority is busy (429). Wait ${Math.ceil((result.retryAfterMs ?? 60_000) / 1_000)} seconds. ${again}`;
    case "not_sent":
      return `the authority was not reached (${result.why}). ${again}`;
    case "unknown":
      return `no answer that says so (${result.why}). ${again} It may want a new code.`;
  }
}

function listed(messages: readonly AuthorityMessage[]): string[] {
  return messages.map(({ code, text }) => `  ${code} ${text}`.trimEnd());
}

/** By the codes that the developer portal's manual lists. */
function adviceFor(errors: readonly AuthorityMessage[]): string {
  const codes = errors.map(({ code }) => code.toLowerCase()).join(" ");
  if (namesCode(errors))
    return "Make a new code in the authority's Fatoora portal, for this VAT number and this environment; it is good for one hour and once. Then give the same command with it.";
  if (codes.includes("csr"))
    return "The request was not taken: see that VAT number, legal name and address are those of the portal (set-seller), then use --anew.";
  if (codes.includes("compliancesteps"))
    return "The authority has not all documents of the check. Use --anew with a new code.";
  return `${again} If it is refused again, use --anew with a new code.`;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
