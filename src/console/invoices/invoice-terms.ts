/** How the form names terms of sale, and what is sent for each name. */
import type { Agreement, StatedAgreement } from "#contract/agreements.ts";

/** Those that the draft states, which stay as they are. */
export const keptTerms = "kept";
export const noTerms = "none";

/** The name of a version. */
export const termsVersion = (version: number): string => `v${version}`;

/**
 * What an invoice states as its terms; undefined: nothing, so that the shop's standard ones apply, or those that a draft has.
 * @param versions those that the form offered
 */
export function statedTerms(
  chosen: string,
  versions: readonly Pick<Agreement, "version" | "title" | "text" | "english">[],
): StatedAgreement | null | undefined {
  if (chosen === noTerms) return null;
  const version = versions.find((one) => termsVersion(one.version) === chosen);
  if (!version) return undefined;
  const { title, text, english } = version;
  return { title, text, ...(english !== null && { english }) };
}
