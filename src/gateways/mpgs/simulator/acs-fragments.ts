/**
 * The HTML that the gateway hands to the merchant for 3-D Secure: fragments of a page, with the element names that
 * integrations know. The challenge runs in a frame of the page that shows the fragment.
 */

import { escapeHtml } from "#sim/html.ts";
import type { Authentication } from "./records.ts";

type Redirect = { readonly html: string; readonly customizedHtml: object; readonly domainName?: string };

/** What the ACS receives: base64 of a small JSON object, as recorded from the gateway. */
export function challengeRequest(serverTransactionId: string): string {
  return Buffer.from(JSON.stringify({ threeDSServerTransID: serverTransactionId })).toString("base64");
}

/** Reads such a request back; null for anything else. */
export function readChallengeRequest(text: unknown): string | null {
  if (typeof text !== "string") return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, "base64").toString("utf8"));
    if (typeof parsed !== "object" || parsed === null || !("threeDSServerTransID" in parsed)) return null;
    return typeof parsed.threeDSServerTransID === "string" ? parsed.threeDSServerTransID : null;
  } catch {
    return null;
  }
}

/** `authentication.redirect` of a challenge: a form that posts `creq` into a frame, and a script that sends it. */
export function challengeFragment(baseUrl: string, authentication: Authentication): Redirect {
  const acsUrl = `${baseUrl}/acs/${authentication.acs}/v2/prompt`;
  const cReq = challengeRequest(authentication.serverTransactionId);
  return {
    html:
      `<div id="threedsChallengeRedirect" style="height:100vh">` +
      `<form id="threedsChallengeRedirectForm" method="POST" action="${escapeHtml(acsUrl)}" target="challengeFrame">` +
      `<input type="hidden" name="creq" value="${cReq}"></form>` +
      `<iframe id="challengeFrame" name="challengeFrame" title="3-D Secure" width="100%" height="100%"></iframe>` +
      `<script id="authenticate-payer-script">` +
      `(function(){var form=document.getElementById("threedsChallengeRedirectForm");if(form){form.submit();form.remove();}})();` +
      `</script></div>`,
    customizedHtml: { "3ds2": { acsUrl, cReq } },
    domainName: new URL(baseUrl).host,
  };
}

/** `authentication.redirect` of the method call: the same, in a hidden frame, before the authentication. */
export function methodFragment(baseUrl: string, authentication: Authentication): Redirect {
  const methodUrl = `${baseUrl}/acs/${authentication.acs}/v2/method`;
  const methodPostData = challengeRequest(authentication.serverTransactionId);
  return {
    html:
      `<div id="initiate3dsSimpleRedirect">` +
      `<iframe id="methodFrame" name="methodFrame" title="3-D Secure" style="display:none"></iframe>` +
      `<form id="initiate3dsSimpleRedirectForm" method="POST" action="${escapeHtml(methodUrl)}" target="methodFrame">` +
      `<input type="hidden" name="threeDSMethodData" value="${methodPostData}"></form>` +
      `<script id="initiate-authentication-script">` +
      `(function(){var form=document.getElementById("initiate3dsSimpleRedirectForm");if(form){form.submit();form.remove();}})();` +
      `</script></div>`,
    customizedHtml: { "3ds2": { methodUrl, methodPostData } },
  };
}
