/** Headers of every page. The Content-Security-Policy lets nothing in that did not come from us (threats 2.4). */

import { type FrameParents, frameAncestors } from "#core/frame-parents.ts";
import { reportPath } from "./policy-reports.ts";

const reportGroup = "csp";

export type PageHeaderFacts = {
  /** Unguessable, new for each request; the page's own inline scripts and styles carry it. */
  readonly nonce: string;
  /** Who may put the page into a frame: nobody, our own pages (Spec 2.5), or a merchant's (decision K10). */
  readonly framing: "none" | "self" | FrameParents;
  /** The page may ask the browser where the buyer is. */
  readonly mayLocate?: boolean;
  /** Google's script draws its button in the page: styles without our mark on them, and a picture from Google. */
  readonly hasForeignDrawing?: boolean;
  /** Addresses of the card gateway's script and of wallets' scripts; none for most pages. */
  readonly gatewayScripts: readonly string[];
  /** Origins whose pages may stand in a frame, besides the gateway's: a provider's window about itself. */
  readonly frameOrigins?: readonly string[];
  /** Origins of the font files that themes of this installation may name. */
  readonly fontOrigins?: readonly string[];
  /** Origins that scripts may talk to besides ours. */
  readonly connectOrigins: readonly string[];
};

/** The headers of one answer, names in lower case. */
export function pageHeaders(facts: PageHeaderFacts): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(facts),
    "reporting-endpoints": `${reportGroup}="${reportPath}"`,
    // The path is a key to the order: other sites see the host at most.
    "referrer-policy": "strict-origin",
    "permissions-policy": `accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(${facts.mayLocate ? "self" : ""}), gyroscope=(), microphone=(), midi=(), payment=(self "https://pay.google.com"), usb=()`,
    "x-content-type-options": "nosniff",
    ...frameOptions(facts.framing),
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "cache-control": "no-store",
    vary: "Accept-Encoding, Cookie",
  };
}

/**
 * For browsers without frame-ancestors, and what the hosted fields are told of this page. The header cannot name
 * other sites: a page that they may frame goes without it.
 */
function frameOptions(framing: PageHeaderFacts["framing"]): Record<string, string> {
  if (framing === "self") return { "x-frame-options": "SAMEORIGIN" };
  return framing === "none" || framing.length === 0 ? { "x-frame-options": "DENY" } : {};
}

/** Google's payment client asks its own origin and two addresses that lead there. */
function talksTo(origin: string): readonly string[] {
  return origin === "https://pay.google.com"
    ? [origin, "https://google.com/pay", "https://www.google.com/pay"]
    : [];
}

/** A source of the policy: the very file, since the gateway's origin has other scripts. Its query does not count. */
function scriptSource(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/[;,]/g, encodeURIComponent);
}

/**
 * Others' scripts write into the page as they like. Where none may run, nothing may become a script by being written
 * into the document.
 */
function trustedTypes(gatewayScripts: readonly string[]): readonly string[] {
  return gatewayScripts.length === 0 ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : [];
}

function contentSecurityPolicy(facts: PageHeaderFacts): string {
  const { nonce, framing, gatewayScripts, frameOrigins = [], fontOrigins = [], connectOrigins } = facts;
  const gatewayOrigins = [...new Set(gatewayScripts.map((address) => new URL(address).origin))];
  const gateways = gatewayScripts.map(scriptSource).join(" ");
  const framed = [...new Set([...gatewayOrigins, ...frameOrigins])].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' ${gateways}`,
    facts.hasForeignDrawing ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${facts.hasForeignDrawing ? "https://www.gstatic.com" : ""}`,
    `font-src 'self' ${fontOrigins.join(" ")}`,
    `connect-src 'self' ${[...connectOrigins, ...gatewayOrigins.flatMap(talksTo)].join(" ")}`,
    `frame-src ${framed || "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${framing === "none" || framing === "self" ? `'${framing}'` : frameAncestors(framing)}`,
    ...trustedTypes(gatewayScripts),
    `report-uri ${reportPath}`,
    `report-to ${reportGroup}`,
  ]
    .map((directive) => directive.trim())
    .join("; ");
}
