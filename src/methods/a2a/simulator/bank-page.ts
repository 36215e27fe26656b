/** The simulated bank as its customers see it: every virtual IBAN, with buttons to send money in the ways people do. */

import { formatDecimal, sum } from "#core/money.ts";
import type { Answer } from "#sim/exchange.ts";
import { escapeHtml, htmlPage } from "#sim/html.ts";
import ar from "./bank.ar.json" with { type: "json" };
import en from "./bank.en.json" with { type: "json" };
import type { VirtualAccount } from "./virtual-accounts.ts";

const texts = { ar, en };
export type Language = keyof typeof texts;

/** What a person can do with an IBAN. */
export const actions = ["pay", "partial", "over", "returned", "late", "expire", "resend"] as const;
export type Action = (typeof actions)[number];

const live: readonly Action[] = ["pay", "partial", "over", "returned", "expire"];
const actionsOf: Readonly<Record<VirtualAccount["status"], readonly Action[]>> = {
  OPEN: live,
  PARTIALLY_CREDITED: [...live, "resend"],
  CREDITED: ["pay", "resend"],
  OVERPAID: ["pay", "resend"],
  EXPIRED: ["late", "resend"],
  CLOSED: ["pay", "resend"],
  REJECTED: [],
};

const columns = ["iban", "order", "amount", "received", "status", "actions"] as const;

/** The page. `baseUrl` is the simulator's own address; `accounts` are shown in their order. */
export function bankPage(accounts: readonly VirtualAccount[], baseUrl: string, language: Language): Answer {
  const text = texts[language];
  const other = language === "ar" ? "en" : "ar";
  const rows = accounts.map((one) => accountRow(one, baseUrl, language));
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

/** The page for an address that leads to no IBAN. */
export function unknownPage(language: Language): Answer {
  const text = texts[language];
  const body = `<h1>${escapeHtml(text.title)}</h1><p>${escapeHtml(text.unknown)}</p>`;
  return htmlPage({ lang: language, title: text.title, body, status: 404, note: "no such IBAN" });
}

function accountRow(one: VirtualAccount, baseUrl: string, language: Language): string {
  const text = texts[language];
  const address = `${baseUrl}/bank/${one.id}?lang=${language}`;
  const buttons = actionsOf[one.status].map(
    (action) =>
      `<button name="action" value="${action}"${action === "pay" ? ' class="main"' : ""}>${escapeHtml(text[action])}</button>`,
  );
  const booked = one.credits.filter(({ status }) => status === "BOOKED").map(({ amount }) => amount);
  const riyals = (amount: typeof one.expected) =>
    ltr(`${formatDecimal(amount, one.currency)} ${one.currency}`);
  const cells = [
    ltr(one.iban),
    ltr(one.invoiceNumber),
    riyals(one.expected),
    riyals(sum(booked)),
    escapeHtml(text[one.status]),
    `<form class="choices" method="post" action="${escapeHtml(address)}">${buttons.join("")}</form>`,
  ];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

function ltr(value: string): string {
  return `<bdi dir="ltr">${escapeHtml(value)}</bdi>`;
}
