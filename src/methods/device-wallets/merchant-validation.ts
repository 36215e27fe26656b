/** How a wallet is asked whether a shop may show its sheet. */
import type { ProblemCode } from "#core/problem.ts";

/** What a wallet's own servers are asked before its sheet opens: proof that the shop is who it says it is. */
export type MerchantValidation = (request: {
  /** As the wallet gave it to the browser; used only when it is one of the wallet's own (decision K9). */
  readonly validationUrl: string;
  /** Host name of the pages, registered with the wallet. */
  readonly domain: string;
  readonly displayName: string;
}) => Promise<ValidatedMerchant>;

export type ValidatedMerchant =
  /** To be handed to the wallet in the browser as it is. */
  | { readonly kind: "validated"; readonly session: Readonly<Record<string, unknown>> }
  | { readonly kind: "refused"; readonly code: ProblemCode };
