/**
 * A pretend shop at `/shop/{order number}` whose checkout shows the payment frame, the way a merchant's page would
 * (docs/payment-frame.md). It stands at another origin than the frame, so whatever browsers keep from frames of other
 * sites is kept from this one, too. What is in its address continues to the frame: `?lang=en&mc=0f6b5c`. With `by=script` the shop uses
 * the drop-in script.
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { escapeHtml } from "./html.ts";
import ar from "./shop.ar.json" with { type: "json" };
import en from "./shop.en.json" with { type: "json" };

/** Adds the shop. `webUrl` is the address of the payment pages, without a final slash. */
export function registerShop(app: FastifyInstance, webUrl: string): void {
  app.get<{ Params: { orderNumber: string } }>("/shop/:orderNumber", async (request, reply) => {
    const query = new URL(request.url, "http://shop").searchParams;
    const nonce = randomBytes(16).toString("base64");
    return reply
      .headers({
        "cache-control": "no-store",
        "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}' ${new URL(webUrl).origin}/v1/; frame-src ${new URL(webUrl).origin}; base-uri 'none'`,
      })
      .type("text/html; charset=utf-8")
      .send(shopPage({ webUrl, orderNumber: request.params.orderNumber, query, nonce }));
  });
}

const styles = `
*{box-sizing:border-box}
body{margin:0;font:16px/1.6 system-ui,"Noto Sans Arabic",sans-serif;color:#1b2430;background:#f3efe8}
header{padding:1rem;background:#0f3d36;color:#fff}
main{display:grid;gap:1rem;max-inline-size:60rem;margin:1rem auto;padding-inline:1rem;grid-template-columns:repeat(auto-fit,minmax(min(20rem,100%),1fr))}
h1{font-size:1.2rem;margin:0}h2{font-size:1.05rem;margin:0 0 .5rem}
section{min-inline-size:0}
iframe{display:block;inline-size:100%;min-block-size:20rem;border:0;border-radius:1rem}
`;

type Shop = {
  readonly webUrl: string;
  readonly orderNumber: string;
  readonly query: URLSearchParams;
  readonly nonce: string;
};

function shopPage({ webUrl, orderNumber, query, nonce }: Shop): string {
  const language = query.get("lang") === "en" ? "en" : "ar";
  const text = language === "en" ? en : ar;
  if (query.get("by") === "script") return scriptedPage({ webUrl, orderNumber, query, nonce });
  const address = `${webUrl}/pay/frame/${encodeURIComponent(orderNumber)}${query.size > 0 ? `?${query}` : ""}`;
  const frame = `<iframe id="wasl" src="${escapeHtml(address)}" title="${escapeHtml(text.frame)}" allow="payment"></iframe>`;
  const script = `<script nonce="${nonce}">${listen(new URL(webUrl).origin)}</script>`;
  return pageAround({ language, nonce, frame, script });
}

type Parts = {
  readonly language: "ar" | "en";
  readonly nonce: string;
  readonly frame: string;
  readonly script: string;
};

function pageAround({ language, nonce, frame, script }: Parts): string {
  const text = language === "en" ? en : ar;
  return (
    `<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(text.title)}</title>` +
    `<style nonce="${nonce}">${styles}</style></head><body><header><h1>${escapeHtml(text.title)}</h1></header>` +
    `<main aria-label="${escapeHtml(text.title)}"><section><h2>${escapeHtml(text.cart)}</h2><p>${escapeHtml(text.notice)}</p>` +
    `<p>${escapeHtml(text.heard)} <output id="state">…</output></p></section><section><h2>${escapeHtml(text.pay)}</h2>` +
    `${frame}</section></main>${script}</body></html>`
  );
}

/** The same by the documented script, which makes the frame and tells events. */
function scriptedPage({ webUrl, orderNumber, query, nonce }: Shop): string {
  const language = query.get("lang") === "en" ? "en" : "ar";
  // As JSON in a script: an end tag inside of it would end the script.
  const json = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");
  const main = query.get("mc") ?? "0f6b5c";
  const script =
    `<script src="${escapeHtml(new URL("/v1/wasl.js", webUrl).href)}"></script><script nonce="${nonce}">` +
    `var heard=[];function say(e){heard.push(e.state);document.getElementById("state").textContent=heard.join(" ")}` +
    `window.payment=Wasl.mount("#pay",{orderNumber:${json(orderNumber)},language:${json(language)},main:${json(main)},on:{change:say}})` +
    `</script>`;
  return pageAround({ language, nonce, frame: '<div id="pay"></div>', script });
}

/** The script of the documented snippet: makes the frame as high as it says it is. */
function listen(origin: string): string {
  return (
    'var frame=document.getElementById("wasl");addEventListener("message",function(e){' +
    `if(e.origin!==${JSON.stringify(origin)}||e.source!==frame.contentWindow||e.data.type!=="wasl:frame")return;` +
    'frame.style.height=e.data.height+"px";document.getElementById("state").textContent=e.data.state})'
  );
}
