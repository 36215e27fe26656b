/** Terms of sale as the merchant API shows them. */
import type { ShownAgreement } from "#contract/agreements.ts";
import { type AgreementColumns, termsOf } from "../orders/terms.ts";

/** The version that something has; null without terms. */
export function shownAgreementOf(
  row: AgreementColumns & { readonly agreement_version: number | null },
): ShownAgreement | null {
  const terms = termsOf(row);
  const { agreement_version: version } = row;
  return terms === null || version === null ? null : { version, ...terms };
}
