/**
 * The way out of another site's frame (Spec 2.5, docs/decisions/0051): a document that every site may frame, because
 * it says nothing of any order and leads nowhere but to the same address in the whole window.
 */
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import resultAr from "../../web/i18n/result.ar.json" with { type: "json" };
import resultEn from "../../web/i18n/result.en.json" with { type: "json" };
import { escapeHtml } from "../http/escape-html.ts";
import { wayOutPolicy } from "../http/policies.ts";

const inFrames = new Set(["iframe", "frame", "embed", "object", "fencedframe"]);

/**
 * Whether the answer is for a frame in a page of another origin, by what the browser itself says. Browsers that do not
 * say so keep the page out of the frame by its policy.
 */
export function isForeignFrame({ headers }: Pick<FastifyRequest, "headers">): boolean {
  const { "sec-fetch-dest": destination, "sec-fetch-site": site } = headers;
  return inFrames.has(String(destination)) && site !== "same-origin" && site !== "none";
}

/**
 * Sends the way out. Browsers let a frame move the window around it only after a press, so it is a link as well.
 * @param address path and query of ours, where the whole window is to go
 */
export function sendWayOut(reply: FastifyReply, address: string): FastifyReply {
  const nonce = randomBytes(16).toString("base64url");
  return reply
    .header("content-security-policy", wayOutPolicy(nonce))
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-content-type-options", "nosniff")
    .removeHeader("x-frame-options")
    .type("text/html; charset=utf-8")
    .send(
      '<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8">' +
        '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
        `<title>${resultAr.title}</title><style nonce="${nonce}">${look}</style></head>` +
        `<body><a id="go" target="_top" href="${escapeHtml(address)}"><span>${resultAr.seeResult}</span> ` +
        `<span lang="en" dir="ltr">${resultEn.seeResult}</span></a>` +
        `<script nonce="${nonce}">try{top.location.replace(document.getElementById("go").href)}catch(e){}</script>` +
        "</body></html>",
    );
}

const look =
  "body{margin:0;min-block-size:100vh;display:grid;place-items:center;font:1rem/1.6 system-ui,sans-serif}" +
  "a{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:0 .75rem;min-block-size:44px;padding-inline:1rem}";
