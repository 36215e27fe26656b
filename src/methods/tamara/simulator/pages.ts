/** The pages of the simulated Tamara: the checkout with its choices, and a desk for testers. Plain forms, no scripts. */

import { formatDecimal } from "#core/money.ts";
import type { Answer } from "#sim/exchange.ts";
import { escapeHtml, htmlPage, htmlTable } from "#sim/html.ts";
import type { TamaraOrder } from "./orders.ts";
import ar from "./pages.ar.json" with { type: "json" };
import en from "./pages.en.json" with { type: "json" };

const texts = { ar, en };
export type Language = keyof typeof texts;

/** What can be chosen on the checkout page. */
export const choices = ["approve", "decline", "cancel", "expire"] as const;
export type Choice = (typeof choices)[number];

/** The checkout. `path` is the address that the choice is posted to. */
export function checkoutPage(order: TamaraOrder, path: string, language: Language): Answer {
  const text = texts[language];
  const other = language === "ar" ? "en" : "ar";
  const buttons = choices.map(
    (choice) =>
      `<button name="choice" value="${choice}"${choice === "approve" ? ' class="main"' : ""}>${escapeHtml(text[choice])}</button>`,
  );
  const form =
    order.status === "new"
      ? `<form class="choices" method="post" action="${escapeHtml(path)}"><p>${escapeHtml(text.question)}</p>${buttons.join("")}</form>`
      : `<p>${escapeHtml(text.finished)}</p>`;
  return htmlPage({
    lang: language,
    title: text.title,
    body: [
      `<h1>${escapeHtml(text.title)}</h1><p class="notice">${escapeHtml(text.notice)}</p>`,
      "<dl>",
      row(text.order, order.number),
      row(text.amount, amountOf(order)),
      row(text.phone, order.phone),
      row(text.status, order.status),
      "</dl>",
      form,
      `<p><a href="${escapeHtml(path)}?locale=${other === "ar" ? "ar_SA" : "en_US"}" lang="${other}">${escapeHtml(text.language)}</a></p>`,
    ].join(""),
    note: `${order.number}: checkout shown`,
  });
}

/** The page for an address that leads to no checkout. */
export function unknownPage(language: Language): Answer {
  const text = texts[language];
  const body = `<h1>${escapeHtml(text.title)}</h1><p>${escapeHtml(text.unknown)}</p>`;
  return htmlPage({ lang: language, title: text.title, body, status: 404, note: "no such checkout" });
}

/** All orders with what a tester may do to them. `baseUrl` is the simulator's own address. */
export function deskPage(orders: readonly TamaraOrder[], baseUrl: string, language: Language): Answer {
  const text = texts[language];
  const button = (order: TamaraOrder, action: string, label: string) =>
    `<form method="post" action="${escapeHtml(`${baseUrl}/desk/${order.orderId}`)}"><button name="action" value="${action}">${escapeHtml(label)}</button></form>`;
  const rows = orders.map((order) => {
    const actions =
      order.status === "new"
        ? [
            button(order, "approve", text.approve),
            button(order, "decline", text.decline),
            button(order, "expire", text.expire),
          ]
        : [];
    return [
      escapeHtml(order.number),
      `<span class="ltr">${escapeHtml(amountOf(order))}</span>`,
      escapeHtml(order.status),
      [...actions, button(order, "resend", text.resend)].join(""),
    ];
  });
  const table = htmlTable([text.order, text.amount, text.status, ""], rows);
  return htmlPage({
    lang: language,
    title: text.deskTitle,
    width: "wide",
    body: `<h1>${escapeHtml(text.deskTitle)}</h1>${rows.length === 0 ? `<p>${escapeHtml(text.deskEmpty)}</p>` : table}`,
  });
}

function row(label: string, value: string): string {
  return `<dt>${escapeHtml(label)}</dt><dd class="ltr">${escapeHtml(value)}</dd>`;
}

function amountOf(order: TamaraOrder): string {
  return `${formatDecimal(order.total, order.currency)} ${order.currency}`;
}
