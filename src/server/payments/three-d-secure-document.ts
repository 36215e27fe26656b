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
 * The sign as the pages' style sheet cuts it out (web/styles/base.css), in hundredths of its box. A drawing inside the document:
 * its style is written for the bar alone.
 */
function riyalSign(name: string): string {
  return `<svg class="wasl-riyal" viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label="${name}"><polygon points="${riyalOutline}"/></svg>`;
}

export const riyalOutline =
  "0 91.9,1.1 86.5,3 81.1,35.8 74.3,35.8 60.7,6 66.2,7.2 60.7,9.6 55,35.8 50,35.8 8.8,40.7 4.2,46.3 0," +
  "46.3 48,58.2 45.8,58.2 13.5,63.9 8.4,70.1 4.6,70.1 43.5,100 37.8,98.8 43.5,96.6 49.5,70.1 54.3," +
  "70.1 64.9,100 59.5,98.8 65.1,96.6 71.1,58.2 78.4,61.9 87.8,100 81.1,98.8 86.6,96.6 92.6,58.2 100," +
  "59.6 94.3,61.9 87.8,58.2 78.4,58.2 56.6,46.3 58.8,46.3 71.6,38.8 82.4,35.8 84.7,32.8 85.9";

/** What the way back (returns.ts) says to the pages around it. It carries no data: any page may send it. */
export const returnMessage = "wasl:3ds-return";

/**
 * Inside a merchant's page the bank's frame may move neither that page nor this one. It says that it is done, and this
 * page loads itself again, as one that was opened before: that leads to the result.
 */
const leaveOnReturn =
  `<script>addEventListener("message",function(e){if(e.data==="${returnMessage}"){` +
  `var u=new URL(location.href);u.searchParams.delete("again");location.replace(u.href)}})</script>`;
