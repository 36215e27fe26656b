/**
 * Headers of every answer, and the checks of every changing call. The page's own policy with its nonce is set where
 * pages are made (pages.ts); every policy is in policies.ts.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import cookie from "@fastify/cookie";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isPageForm } from "#core/page-forms.ts";
import { Problem } from "#core/problem.ts";
import { mountBuyerLimits } from "../limits/buyer-limits.ts";
import type { Services } from "../services.ts";
import type { Config } from "../settings/config.ts";
import { answerPolicy } from "./policies.ts";

/** The pair of Spec 6: a cookie that scripts of our pages can read, and the header that must repeat it. */
const csrfCookie = "XSRF-TOKEN";
const csrfHeader = "x-xsrf-token";

/** Default headers; a handler may set its own before sending. */
const everyAnswer = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), usb=()",
  "content-security-policy": answerPolicy,
} as const;

/** The headers of every answer of an installation. */
export function answerHeaders({ webUrl }: Pick<Config, "webUrl">): Readonly<Record<string, string>> {
  const transport = { "strict-transport-security": "max-age=63072000; includeSubDomains" };
  return { ...everyAnswer, ...(webUrl.startsWith("https://") && transport) };
}

/** Mounts headers, cookies, the check of origins and the rate limits. Before any route. */
export async function mountSecurity(
  app: FastifyInstance,
  services: Pick<Services, "config" | "clock" | "log" | "db" | "signing" | "notices">,
): Promise<void> {
  const { config } = services;
  await app.register(cookie);
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(answerHeaders(config));
    if (isBuyerChange(request)) requireOwnPage(request, config);
  });
  if (config.rateLimits) mountBuyerLimits(app, services);
}

/** Gives a page's visitor the cookie that its scripts will repeat in a header; keeps one that is there. */
export function csrfTokenOf(request: FastifyRequest): { readonly token: string; readonly isNew: boolean } {
  const present = request.cookies[csrfCookie];
  return present !== undefined && /^[\w-]{22,64}$/.test(present)
    ? { token: present, isNew: false }
    : { token: randomBytes(24).toString("base64url"), isNew: true };
}

export const csrfCookieName = csrfCookie;

/** Calls by which a buyer's browser changes something. Calls of banks and providers are excepted: they are authenticated otherwise. */
function isBuyerChange(request: FastifyRequest): boolean {
  if (request.method === "GET" || request.method === "HEAD" || request.method === "OPTIONS") return false;
  const path = request.url;
  return (
    path.startsWith("/rest/pay/") &&
    !path.startsWith("/rest/pay/return/") &&
    !path.startsWith("/rest/pay/notify/")
  );
}

/** A browser on another site's page is refused; so is a page of ours whose header does not repeat its cookie. */
function requireOwnPage(request: FastifyRequest, config: Config): void {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site === "cross-site" || site === "same-site") throw new Problem("origin_not_allowed");
  if (
    origin !== undefined &&
    origin !== new URL(config.webUrl).origin &&
    origin !== `${request.protocol}://${request.host}`
  ) {
    throw new Problem("origin_not_allowed");
  }
  if (isPageForm(request.routeOptions.url)) {
    // A form has no header to repeat the cookie in: the browser's origin header has to be enough.
    if (origin === undefined) throw new Problem("origin_not_allowed");
    return;
  }
  const expected = request.cookies?.[csrfCookie];
  if (expected === undefined) return;
  const given = request.headers[csrfHeader];
  if (typeof given !== "string" || !isEqual(given, expected)) throw new Problem("csrf_failed");
}

function isEqual(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
