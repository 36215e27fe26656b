/** Headers of every page. */

import { reportPath } from "#core/address/report-path.ts";
import { type PagePolicyFacts, pagePolicy, reportGroup } from "../http/policies.ts";

export type PageHeaderFacts = PagePolicyFacts & {
  /** The page may ask the browser where the buyer is. */
  readonly mayLocate?: boolean;
};

/** The headers of one answer, names in lower case. */
export function pageHeaders(facts: PageHeaderFacts): Record<string, string> {
  return {
    "content-security-policy": pagePolicy(facts),
    "reporting-endpoints": `${reportGroup}="${reportPath}"`,
    // The path is a key to the order: other sites see the host at most.
    "referrer-policy": "strict-origin",
    "permissions-policy": `accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(${facts.mayLocate ? "self" : ""}), gyroscope=(), microphone=(), midi=(), payment=(${mayAskForPayments(facts)}), usb=()`,
    "x-content-type-options": "nosniff",
    ...frameOptions(facts.framing),
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cache-control": "no-store",
    vary: "Accept-Encoding, Cookie",
  };
}

/** The browser's own payment sheet is for us, and for wallets' scripts that talk to their servers (Google's does). */
function mayAskForPayments({ sources }: PageHeaderFacts): string {
  const origins = new Set(sources.talksTo.map((address) => `"${new URL(address).origin}"`));
  return ["self", ...origins].join(" ");
}

/**
 * For browsers without frame-ancestors, and what the hosted fields receive about this page. The header cannot name
 * other sites: a page that they may frame goes without it.
 */
function frameOptions(framing: PageHeaderFacts["framing"]): Record<string, string> {
  if (framing === "self") return { "x-frame-options": "SAMEORIGIN" };
  return framing === "none" || framing.length === 0 ? { "x-frame-options": "DENY" } : {};
}
