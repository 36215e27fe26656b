/**
 * Every Content-Security-Policy that the server sends, in one place: what an answer may load, where it may send to and
 * who may frame it (threats 2.4). A page loads only what comes from us or from its payment provider.
 */
import type { PageSources } from "#contract/pages.ts";
import { type FrameParents, frameAncestors } from "#core/address/frame-parents.ts";
import { reportPath } from "#core/address/report-path.ts";

/** Where browsers report what a page's policy has stopped. */
export const reportGroup = "csp";

/** Answers other than documents: JSON, redirects, refusals. */
export const answerPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Files that merchants uploaded: no script runs in them, wherever they are opened. */
export const uploadPolicy = "sandbox; default-src 'none'";

/**
 * PDF files carry no sandbox: Safari shows an empty window for one, and Chrome's viewer needs styles of its own. They are
 * made only by us and never from uploads.
 */
export const pdfPolicy = "frame-ancestors 'none'";

/** The document of a return address: one script, which leaves the frames of the bank. */
export function returnPolicy(nonce: string): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'`;
}

/**
 * A form of the console's host: text, its own style, and a form that posts to us. Where passkeys are asked for, the one script that
 * does it.
 */
export function consoleFormPolicy(nonce: string, script: "no script" | "its script" = "no script"): string {
  const scripts = script === "its script" ? ` script-src 'nonce-${nonce}';` : "";
  return `default-src 'none';${scripts} style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; report-uri ${reportPath}`;
}

/**
 * Further headers of the console's host: no other site opens it in a window of its own, and addresses, which may hold
 * a token, go to no other site. The origin of forms needs the referrer on our own.
 */
export const consoleHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "cache-control": "no-store",
} as const;

/** A guide for developers: text and its own style. */
export function guidePolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/**
 * The reference of all calls. Its script is third-party and large: the sandbox gives the page an origin of its own, so
 * that it reads neither cookies nor storage of the payment pages, and it may make no request.
 */
export function referencePolicy(nonce: string): string {
  return `sandbox allow-scripts allow-popups; default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; frame-ancestors 'none'`;
}

/**
 * The console of merchants: our own files and calls alone. Pictures may be made by the screens (`blob:`), and nothing
 * becomes a script by being written into the document.
 * @param facts `previews` is the origin of the buyers' pages: the theme is tried on one of them, without its scripts. With
 * `isDeveloped` Vite writes the styles into the document and is asked for changed files
 */
export function consolePolicy(
  nonce: string,
  { previews, isDeveloped }: { readonly previews: string; readonly isDeveloped: boolean },
): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self'${isDeveloped ? " 'unsafe-inline'" : ""}`,
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `connect-src 'self'${isDeveloped ? " ws:" : ""}`,
    "manifest-src 'self'",
    `frame-src ${previews}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // The address of the one worker, by its name (console/push/device-push.ts).
    ...(isDeveloped ? [] : ["require-trusted-types-for 'script'", "trusted-types push-worker"]),
    "worker-src 'self'",
    `report-uri ${reportPath}`,
    `report-to ${reportGroup}`,
  ].join("; ");
}

/** A buyer's page as the console shows it beside the theme: no script runs in it, and nothing in it can be sent or opened. */
export function themePreviewPolicy(facts: {
  readonly nonce: string;
  readonly consoleOrigin: string;
  readonly fontOrigins: readonly string[];
}): string {
  const { nonce, consoleOrigin, fontOrigins } = facts;
  return [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    ["font-src 'self'", ...fontOrigins].join(" "),
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${consoleOrigin}`,
  ].join("; ");
}

/** The page that leaves a foreign frame: every site may frame it, since it contains nothing (docs/decisions/0051). */
export function wayOutPolicy(nonce: string): string {
  return `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors *`;
}

/**
 * The policy of a bank's page.
 * @param parents who may show it inside a page, which no site may unless it began in one
 * @param simulator where the bank is simulated; null for a real one. Without https it is on this machine: never in `live`, whose
 *   test worlds have simulators with https
 */
export function threeDSecurePolicy(parents: FrameParents, simulator: string | null): string {
  return `${sandboxFor(simulator)}; frame-ancestors ${frameAncestors(parents)}`;
}

/** No `allow-same-origin`: the page cannot read our cookies or storage, nor call us as the buyer. */
function sandboxFor(simulator: string | null): string {
  const isLocal = simulator?.startsWith("http://") ?? false;
  const web = isLocal ? "https: http://127.0.0.1:* http://localhost:*" : "https:";
  return [
    "sandbox allow-forms allow-scripts allow-top-navigation",
    "default-src 'none'",
    `script-src 'unsafe-inline' ${web}`,
    "style-src 'unsafe-inline' https:",
    "img-src https: data:",
    "connect-src https:",
    `frame-src ${web}`,
    `form-action 'self' ${web}`,
    "base-uri 'none'",
  ].join("; ");
}

export type PagePolicyFacts = {
  /** Unguessable, new for each request; the page's own inline scripts and styles carry it. */
  readonly nonce: string;
  /** Which sites may put the page into a frame: none, our own pages (Spec 2.5), or a merchant's (decision K10). */
  readonly framing: "none" | "self" | FrameParents;
  /** Google's script draws its button in the page: styles without our mark on them, and a picture from Google. */
  readonly hasForeignDrawing?: boolean;
  /** Others' scripts, frames and what they talk to; none for most pages. */
  readonly sources: PageSources;
  /** Origins of the font files that themes of this installation may name. */
  readonly fontOrigins?: readonly string[];
  /** Origins that our scripts may talk to besides ours: none but while developing. */
  readonly connectOrigins: readonly string[];
};

/** A source of the policy: the very file, since the gateway's origin has other scripts. Its query does not count. */
function scriptSource(address: string): string {
  const { origin, pathname } = new URL(address);
  return withoutSeparators(origin + pathname);
}

/** An address cannot end its directive, or the policy. */
function withoutSeparators(address: string): string {
  return address.replace(/[;,]/g, encodeURIComponent);
}

/**
 * Third-party scripts may write into the page. Where none may run, trusted types forbid turning text into
 * script.
 */
function trustedTypes(gatewayScripts: readonly string[]): readonly string[] {
  return gatewayScripts.length === 0 ? ["require-trusted-types-for 'script'", "trusted-types 'none'"] : [];
}

/** The policy of a page of ours. */
export function pagePolicy(facts: PagePolicyFacts): string {
  const { nonce, framing, sources, fontOrigins = [], connectOrigins } = facts;
  const { gatewayScripts, frameOrigins, talksTo } = sources;
  const gatewayOrigins = [...new Set(gatewayScripts.map((address) => new URL(address).origin))];
  const gateways = gatewayScripts.map(scriptSource).join(" ");
  const framed = [...new Set([...gatewayOrigins, ...frameOrigins])].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' ${gateways}`,
    facts.hasForeignDrawing ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${facts.hasForeignDrawing ? "https://www.gstatic.com" : ""}`,
    `font-src 'self' ${fontOrigins.join(" ")}`,
    `connect-src 'self' ${[...connectOrigins, ...talksTo.map(withoutSeparators)].join(" ")}`,
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
