/** The bank of the simulated SADAD network: every bill, with buttons to pay it in the ways that people do. */

import { formatDecimal } from "#core/money.ts";
import type { Answer } from "#sim/exchange.ts";
import { escapeHtml, htmlPage } from "#sim/html.ts";
import ar from "./bank.ar.json" with { type: "json" };
import en from "./bank.en.json" with { type: "json" };
import { type Bill, orderOf } from "./bills.ts";
import { lastDay } from "./responses.ts";

const texts = { ar, en };
export type Language = keyof typeof texts;

/** What a person can do with a bill. */
export const actions = ["pay", "partial", "over", "late", "expire", "resend"] as const;
export type Action = (typeof actions)[number];

const actionsOf: Readonly<Record<Bill["status"], readonly Action[]>> = {
  initiated: ["pay", "partial", "over", "expire"],
  expired: ["late", "resend"],
  paid: ["resend"],
  failed: [],
};

const columns = ["number", "biller", "order", "amount", "lastDay", "status", "actions"] as const;

/** The page. `baseUrl` is the simulator's own address; `bills` are shown in their order. */
export function bankPage(bills: readonly Bill[], baseUrl: string, language: Language): Answer {
  const text = texts[language];
  const other = language === "ar" ? "en" : "ar";
  const rows = bills.map((bill) => billRow(bill, baseUrl, language));
  const heads = columns.map((column) => `<th>${escapeHtml(text[column])}</th>`).join("");
  const table = `<table><thead><tr>${heads}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
  return htmlPage({
    lang: language,
    title: text.title,
    width: "wide",
    body: [
      `<h1>${escapeHtml(text.title)}</h1><p class="notice">${escapeHtml(text.notice)}</p>`,
      rows.length === 0 ? `<p>${escapeHtml(text.empty)}</p>` : table,
      `<p><a href="${escapeHtml(baseUrl)}/bank?lang=${other}" lang="${other}">${escapeHtml(text.language)}</a></p>`,
    ].join(""),
  });
}

/** The page for an address that leads to no bill. */
export function unknownPage(language: Language): Answer {
  const text = texts[language];
  const body = `<h1>${escapeHtml(text.title)}</h1><p>${escapeHtml(text.unknown)}</p>`;
  return htmlPage({ lang: language, title: text.title, body, status: 404, note: "no such bill" });
}

function billRow(bill: Bill, baseUrl: string, language: Language): string {
  const text = texts[language];
  const address = `${baseUrl}/bank/${bill.id}?lang=${language}`;
  const buttons = actionsOf[bill.status].map(
    (action) =>
      `<button name="action" value="${action}"${action === "pay" ? ' class="main"' : ""}>${escapeHtml(text[action])}</button>`,
  );
  const cells = [
    ltr(bill.number),
    ltr("001"),
    ltr(orderOf(bill)),
    ltr(`${formatDecimal(bill.amount, bill.currency)} ${bill.currency}`),
    ltr(lastDay(bill)),
    escapeHtml(text[bill.status]),
    `<form class="choices" method="post" action="${escapeHtml(address)}">${buttons.join("")}</form>`,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function ltr(value: string): string {
  return `<bdi dir="ltr">${escapeHtml(value)}</bdi>`;
}
