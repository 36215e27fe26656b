/**
 * Plain HTML pages of simulated providers: a bank's challenge page, a hosted checkout, the control page. No outside
 * assets; scripts only by nonce, and every page works without them.
 */

import { randomBytes } from "node:crypto";
import type { Answer } from "./exchange.ts";

/** Text made safe inside elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/**
 * A table.
 * @param heads plain texts; escaped here
 * @param rows markup of the cells; the caller has escaped what is not its own
 */
export function htmlTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((text) => `<th>${escapeHtml(text)}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
}

const styles = `
*{box-sizing:border-box}
body{margin:0;font:16px/1.6 system-ui,"Noto Sans Arabic",sans-serif;color:#1b2430;background:#f4f6f8}
main{max-inline-size:32rem;margin:2rem auto;padding:1.5rem;background:#fff;border:1px solid #d5dbe1;border-radius:.75rem}
main.wide{max-inline-size:72rem}
h1{font-size:1.3rem;margin-block:0 .75rem}h2{font-size:1.1rem;margin-block:1.5rem .5rem}h3{font-size:1rem;margin-block:1rem .25rem}
button{font:inherit;padding:.6rem 1rem;border:1px solid #51606f;border-radius:.5rem;background:#fff;color:inherit;cursor:pointer}
button.main{background:#14532d;border-color:#14532d;color:#fff}
button:focus-visible,a:focus-visible,input:focus-visible,select:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}
form.choices{display:grid;gap:.6rem;margin-block:1rem}
input,select{font:inherit;padding:.4rem;border:1px solid #51606f;border-radius:.4rem;max-inline-size:100%}
table{border-collapse:collapse;inline-size:100%;font-size:.875rem}
th,td{border:1px solid #d5dbe1;padding:.3rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
@media(max-width:48rem){main.wide{overflow-x:auto}main.wide table{inline-size:max-content;max-inline-size:none}main.wide :is(th,td){overflow-wrap:normal;max-inline-size:16rem}}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem}dt{color:#51606f}dd{margin:0}
.notice{background:#fff7d6;border:1px solid #e3c341;border-radius:.5rem;padding:.5rem .75rem}
`;

export type Page = {
  readonly lang: "ar" | "en";
  /** Plain text; escaped here. */
  readonly title: string;
  /** Markup; the caller has escaped what is not its own. */
  readonly body: string;
  /** Inline script, run under the page's nonce. The page must be usable without it. */
  readonly script?: string;
  readonly width?: "narrow" | "wide";
  readonly status?: number;
  /** For the journal. */
  readonly note?: string;
};

/** A complete page as an answer, in the direction of its language, with a policy that allows nothing from outside. */
export function htmlPage(page: Page): Answer {
  const nonce = randomBytes(16).toString("base64");
  const direction = page.lang === "ar" ? "rtl" : "ltr";
  const script = page.script === undefined ? "" : `<script nonce="${nonce}">${page.script}</script>`;
  return {
    status: page.status ?? 200,
    contentType: "text/html; charset=utf-8",
    headers: {
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; form-action http: https:; base-uri 'none'`,
    },
    body:
      `<!doctype html><html lang="${page.lang}" dir="${direction}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(page.title)}</title>` +
      `<style nonce="${nonce}">${styles}</style></head>` +
      `<body><main class="${page.width ?? "narrow"}">${page.body}</main>${script}</body></html>`,
    ...(page.note === undefined ? {} : { note: page.note }),
  };
}

/** A form of hidden fields that posts itself to `action`; without scripts the buyer presses the button. */
export function autoPostPage(options: {
  readonly lang: "ar" | "en";
  readonly title: string;
  /** Plain text shown above the button. */
  readonly text: string;
  readonly button: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly note?: string;
}): Answer {
  const inputs = Object.entries(options.fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join("");
  return htmlPage({
    lang: options.lang,
    title: options.title,
    body:
      `<h1>${escapeHtml(options.title)}</h1><p>${escapeHtml(options.text)}</p>` +
      `<form id="return" method="post" action="${escapeHtml(options.action)}">${inputs}` +
      `<button class="main">${escapeHtml(options.button)}</button></form>`,
    script: 'document.getElementById("return").submit();',
    ...(options.note === undefined ? {} : { note: options.note }),
  });
}
