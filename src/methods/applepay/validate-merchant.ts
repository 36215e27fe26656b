/**
 * Merchant validation (Spec 4 "Apple Pay session"): before its sheet opens, the device needs a session that Apple
 * gives to the shop's server alone, over mutual TLS. The request is made of constants and of our own settings; what
 * Apple answers is handed to the device as it is. Document:
 * developer.apple.com/documentation/applepayontheweb/requesting-an-apple-pay-payment-session
 */
import { parseJson } from "#core/json.ts";
import type { Http, HttpResult, Log } from "#core/ports.ts";
import type { Secret } from "#core/secret/secret.ts";
import { cleanText } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import type { MerchantValidation, ValidatedMerchant } from "../device-wallets/merchant-validation.ts";
import { type AppleServers, sessionAddress } from "./apple-hosts.ts";

/** What Apple knows the shop by. */
export type AppleMerchant = {
  /** As registered with Apple: `merchant.com.example`. */
  readonly merchantIdentifier: string;
  readonly servers: AppleServers;
  /** The Merchant Identity Certificate in PEM; null only with the simulator, which has no TLS. */
  readonly certificate: { readonly certPem: string; readonly keyPem: Secret } | null;
  /** Host name registered with Apple; the host of the pages when null. */
  readonly domain: string | null;
};

/** Longest answer read, bytes; Apple's have about five thousand. */
const maxAnswerBytes = 64 * 1024;

/** Apple's limit for the name on the sheet, characters. */
const maxNameLength = 64;

/** Builds the validation of one merchant. Redirects are not followed: the Http port never does. */
export function createMerchantValidation(
  merchant: AppleMerchant,
  { http, log }: { readonly http: Http; readonly log?: Log | undefined },
): MerchantValidation {
  return async ({ validationUrl, domain, displayName }) => {
    const url = sessionAddress(validationUrl, merchant.servers);
    if (url === null) return { kind: "refused", code: "validation_url_not_allowed" };
    const { certificate } = merchant;
    const result = await http({
      method: "POST",
      url,
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify({
        merchantIdentifier: merchant.merchantIdentifier,
        displayName: cleanText(displayName, maxNameLength),
        initiative: "web",
        initiativeContext: merchant.domain ?? domain,
      }),
      timeoutMs: timing.appleMerchantSessionTimeoutMs,
      maxBytes: maxAnswerBytes,
      ...(certificate && {
        clientCertificate: { certPem: certificate.certPem, keyPem: certificate.keyPem.reveal() },
      }),
    });
    const validated = readSession(result);
    if (validated.kind === "refused") log?.warn("applepay.not_validated", { why: whyOf(result) });
    return validated;
  };
}

/** A session is a JSON object with Apple's name for it; nothing else of it is looked at. */
function readSession(result: HttpResult): ValidatedMerchant {
  if (result.kind !== "answer") return { kind: "refused", code: "gateway_unavailable" };
  if (result.status >= 500) return { kind: "refused", code: "gateway_unavailable" };
  if (result.status !== 200) return { kind: "refused", code: "gateway_refused" };
  const session = parseJson(result.body);
  const isSession = typeof session === "object" && session !== null && "merchantSessionIdentifier" in session;
  return isSession
    ? { kind: "validated", session: { ...session } }
    : { kind: "refused", code: "gateway_refused" };
}

function whyOf(result: HttpResult): string {
  return result.kind === "answer" ? `HTTP ${result.status}` : `${result.kind} ${result.reason}`;
}
