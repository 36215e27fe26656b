/** What the tax authority found in a document, as the console shows it. */
import type { Invoice } from "#contract/invoices.ts";

type Submission = NonNullable<NonNullable<Invoice["taxInvoice"]>["submission"]>;
type Finding = Submission["errors"][number];

/** Errors and warnings, each kind with its findings once: one of several lines repeats its words. None are left out. */
export function findingsOf(
  submission: Submission | null,
): readonly { readonly kind: "errors" | "warnings"; readonly findings: readonly Finding[] }[] {
  return (["errors", "warnings"] as const)
    .map((kind) => ({ kind, findings: once(submission?.[kind] ?? []) }))
    .filter(({ findings }) => findings.length > 0);
}

function once(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.code} ${finding.text}`, finding])).values()];
}
