/** The validation of a shop by a wallet before its sheet is shown. */
import type { ProblemCode } from "#core/problem.ts";

/** The request to a wallet's servers before its sheet opens: a proof of the shop's identity. */
export type MerchantValidation = (request: {
  /** As the wallet gave it to the browser; used only when it is one of the wallet's own (decision K9). */
  readonly validationUrl: string;
  /** Host name of the pages, registered with the wallet. */
  readonly domain: string;
  readonly displayName: string;
}) => Promise<ValidatedMerchant>;

export type ValidatedMerchant =
  /** Passed to the wallet in the browser unchanged. */
  | { readonly kind: "validated"; readonly session: Readonly<Record<string, unknown>> }
  | { readonly kind: "refused"; readonly code: ProblemCode };
