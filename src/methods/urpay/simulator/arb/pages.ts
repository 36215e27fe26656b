/** The gateway's page for UR Pay: where the buyer types the code, and the way back to the shop. */

import { formatDecimal } from "#core/money.ts";
import type { Answer } from "#sim/exchange.ts";
import { autoPostPage, escapeHtml, htmlPage } from "#sim/html.ts";
import type { ArbAccount } from "./account.ts";
import { hide } from "./cipher.ts";
import { shownTransaction } from "./gateway-routes.ts";
import ar from "./pages.ar.json" with { type: "json" };
import en from "./pages.en.json" with { type: "json" };
import type { ArbTransaction, PaymentPage } from "./payments.ts";

const texts = { ar, en };
export type Language = keyof typeof texts;

/** The page with its field. `path` is the address that the form goes to. */
export function codePage(
  page: PaymentPage,
  path: string,
  shown: { readonly language: Language; readonly isWrong: boolean },
): Answer {
  const { language, isWrong } = shown;
  const text = texts[language];
  const other = language === "ar" ? "en" : "ar";
  const amount = `${formatDecimal(page.amount, "SAR")} SAR`;
  const row = (label: string, value: string) =>
    `<dt>${escapeHtml(label)}</dt><dd><bdi dir="ltr">${escapeHtml(value)}</bdi></dd>`;
  return htmlPage({
    lang: language,
    title: text.title,
    body: [
      `<h1>${escapeHtml(text.title)}</h1><p class="notice">${escapeHtml(text.notice)}</p>`,
      `<dl>${row(text.order, page.orderNumber)}${row(text.amount, amount)}${row(text.mobile, `+966${page.mobile}`)}</dl>`,
      `<form class="choices" method="post" action="${escapeHtml(path)}?lang=${language}">`,
      `<input type="hidden" name="PaymentID" value="${escapeHtml(page.paymentId)}">`,
      `<label for="otp">${escapeHtml(text.code)}</label>`,
      `<input id="otp" name="otp" inputmode="numeric" autocomplete="one-time-code" dir="ltr" maxlength="8">`,
      `<p role="alert">${isWrong ? escapeHtml(text.wrong) : ""}</p>`,
      `<button class="main" name="action" value="pay">${escapeHtml(text.pay)}</button>`,
      `<button name="action" value="cancel">${escapeHtml(text.cancel)}</button></form>`,
      `<p><a href="${escapeHtml(path)}?PaymentID=${page.paymentId}&amp;lang=${other}" lang="${other}">${escapeHtml(text.language)}</a></p>`,
    ].join(""),
    note: `${page.orderNumber}: page shown`,
  });
}

/** The page for an address that leads to nothing, or to a payment that has ended. */
export function closedPage(language: Language, reason: "unknown" | "finished"): Answer {
  const text = texts[language];
  return htmlPage({
    lang: language,
    title: text.title,
    body: `<h1>${escapeHtml(text.title)}</h1><p>${escapeHtml(text[reason])}</p>`,
    status: reason === "unknown" ? 404 : 200,
    note: `page ${reason}`,
  });
}

/** Sends the browser back to the shop with the hidden result. These are hints: any client could post them. */
export function returnPage(
  page: PaymentPage,
  transaction: ArbTransaction,
  options: { readonly account: ArbAccount; readonly language: Language },
): Answer {
  const text = texts[options.language];
  const isPaid = transaction.result === "CAPTURED";
  return autoPostPage({
    lang: options.language,
    title: text.title,
    text: text.back,
    button: text.continue,
    action: isPaid ? page.responseUrl : page.errorUrl,
    fields: {
      paymentid: page.paymentId,
      trandata: hide(shownTransaction(transaction), options.account.resourceKey),
      Error: "",
      ErrorText: "",
    },
    note: `${page.orderNumber}: ${transaction.result}`,
  });
}

/** Sends the browser back to the shop without a payment. */
export function leavePage(page: PaymentPage, language: Language): Answer {
  const text = texts[language];
  return autoPostPage({
    lang: language,
    title: text.title,
    text: text.back,
    button: text.continue,
    action: page.errorUrl,
    fields: { paymentid: page.paymentId, Error: "", ErrorText: "Canceled by the customer" },
    note: `${page.orderNumber}: left without paying`,
  });
}
