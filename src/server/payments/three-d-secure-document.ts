/**
 * The bank's page as a document of its own: a bar of ours with the shop, the amount and a way back, and below it the
 * gateway's HTML as received: the sandbox of the answer contains it.
 */
import type { Language } from "#core/language.ts";
import { directionOf } from "#core/language.ts";
import { isolateLtr } from "#core/text.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import commonAr from "../../web/i18n/common.ar.json" with { type: "json" };
import commonEn from "../../web/i18n/common.en.json" with { type: "json" };
import resultAr from "../../web/i18n/result.ar.json" with { type: "json" };
import resultEn from "../../web/i18n/result.en.json" with { type: "json" };
import { amountText } from "../documents/figures.ts";
import { escapeHtml } from "../http/escape-html.ts";
import type { OrderRecord } from "../orders/order-store.ts";

export type BankStep = {
  readonly html: string;
  /** The payment was started inside a merchant's page. */
  readonly isFramed: boolean;
  /** Where a press of "cancel and go back" is sent. */
  readonly cancelAddress: string;
  readonly order: Pick<OrderRecord, "merchant_shop_name" | "total" | "currency" | "theme">;
};

const results: Readonly<Record<Language, typeof resultEn>> = { ar: resultAr, en: resultEn };
const commons = { ar: commonAr, en: commonEn };

/** The whole document, in the language of the page that the buyer came from. */
export function threeDSecureDocument(step: BankStep, language: Language): string {
  const text = results[language];
  const shop = escapeHtml(step.order.merchant_shop_name);
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${text.bankStep} – ${shop}</title>` +
    `<style>${styles}</style></head><body><header class="wasl-bar"><h1><bdi>${shop}</bdi> ` +
    `<b>${amountOf(step.order, language)}</b></h1>` +
    `<button form="wasl-cancel">${text.cancelBankStep}</button></header>` +
    `${step.isFramed ? leaveOnReturn : ""}<main>${step.html}</main>` +
    // After the bank's own: its script may submit the first form of the document.
    `<form id="wasl-cancel" method="post" action="${escapeHtml(step.cancelAddress)}"></form></body></html>`
  );
}

/** 48 px, higher where text is large. The bank's frame takes what is left of the window. */
const styles =
  ":root{color-scheme:light dark}html,body{height:100%;margin:0}" +
  ".wasl-bar{box-sizing:border-box;display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:0 1rem;" +
  "min-height:48px;padding-inline:1rem;border-block-end:1px solid #8886;background:Canvas;color:CanvasText;" +
  "position:sticky;top:0;z-index:9;font:1rem/1.4 system-ui,sans-serif}" +
  ".wasl-bar h1{flex:1;font:inherit;min-width:0;margin:0;display:flex;flex-wrap:wrap;gap:0 .5rem}" +
  ".wasl-bar bdi{max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.wasl-bar b{white-space:nowrap}" +
  ".wasl-riyal{inline-size:.65em;block-size:.72em;fill:currentColor}" +
  "#wasl-cancel{display:none}.wasl-bar button{min-height:44px;padding-inline:0;border:0;background:none;color:inherit;" +
  "font:inherit;text-decoration:underline;cursor:pointer}" +
  "iframe{width:100%;min-height:calc(100vh - 56px);border:0}";

/** As the pages show it: with the riyal's sign unless the theme wants letters (docs/decisions/0053). */
function amountOf({ total, currency, theme }: BankStep["order"], language: Language): string {
  const labels: Readonly<Record<string, string>> = commons[language].currency;
  const hasSign = currency === "SAR" && resolveTheme(theme ?? {}).currencyStyle === "sign";
  const label = hasSign ? riyalSign(commons[language].riyal) : (labels[currency] ?? currency);
  const digits = amountText(total, currency);
  return language === "ar"
    ? `<bdi dir="rtl">${isolateLtr(digits)}\u00a0${label}</bdi>`
    : `<bdi dir="ltr">${label}\u00a0${digits}</bdi>`;
}

/**
 * The outline of U+20C1 as the pages' style sheet has it (web/styles/base.css). A drawing inside the document: its policy
 * is made for the bank's page, and loads no picture for ours.
 */
function riyalSign(name: string): string {
  return `<svg class="wasl-riyal" viewBox="0 0 67 74" role="img" aria-label="${name}"><path d="${riyalOutline}"/></svg>`;
}

export const riyalOutline =
  "M0 68q.5-4 2-8l22-5V6.5Q27 3 31 0v53l-5 8q-2 2-4 2.6zM39 74q.5-4 2.5-9L67 60q-.4 4-2.3 8.5zM4 49q.4-4 2.4-8.3L67 " +
  "28q-.4 4-2.3 8.6zM39 58V10q3.6-4.3 8-6.6V48l20-4q-.4 4-2.3 8.6z";

/** What the way back (returns.ts) says to the pages around it. It carries no data: any page may send it. */
export const returnMessage = "wasl:3ds-return";

/**
 * Inside a merchant's page the bank's frame may move neither that page nor this one. It says that it is done, and this
 * page loads itself again, as one that was opened before: that leads to the result.
 */
const leaveOnReturn =
  `<script>addEventListener("message",function(e){if(e.data==="${returnMessage}"){` +
  `var u=new URL(location.href);u.searchParams.delete("again");location.replace(u.href)}})</script>`;
