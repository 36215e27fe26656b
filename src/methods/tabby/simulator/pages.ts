/** The pages of the simulated Tabby: checkout, information, and a desk for testers. Plain forms, no scripts. */

import { formatDecimal } from "#core/money.ts";
import type { Answer } from "#sim/exchange.ts";
import { escapeHtml, htmlPage, htmlTable } from "#sim/html.ts";
import { testBuyers } from "./checkout.ts";
import ar from "./pages.ar.json" with { type: "json" };
import en from "./pages.en.json" with { type: "json" };
import type { TabbyPayment } from "./payments.ts";

const texts = { ar, en };
export type Language = keyof typeof texts;

/** What can be chosen on the checkout page. */
export const choices = ["approve", "reject", "cancel", "expire"] as const;
export type Choice = (typeof choices)[number];

type Checkout = {
  readonly payment: TabbyPayment;
  /** The address that the choice is posted to. */
  readonly path: string;
  readonly language: Language;
  readonly isOpen: boolean;
  readonly isCodeWrong: boolean;
};

/** The checkout: the code that Tabby sent, and how the buyer leaves. */
export function checkoutPage({ payment, path, language, isOpen, isCodeWrong }: Checkout): Answer {
  const text = texts[language];
  const buttons = choices.map(
    (choice) =>
      `<button name="choice" value="${choice}"${choice === "approve" ? ' class="main"' : ""}>${escapeHtml(text[choice])}</button>`,
  );
  const form =
    `<form class="choices" method="post" action="${escapeHtml(path)}">` +
    `<label>${escapeHtml(text.code)} <input name="otp" value="${testBuyers.otp}" inputmode="numeric" dir="ltr"></label>` +
    (isCodeWrong ? `<p role="alert">${escapeHtml(text.wrongCode)}</p>` : "") +
    `<p>${escapeHtml(text.question)}</p>${buttons.join("")}</form>`;
  return htmlPage({
    lang: language,
    title: text.title,
    body: [
      `<h1>${escapeHtml(text.title)}</h1><p class="notice">${escapeHtml(text.notice)}</p>`,
      "<dl>",
      row(text.order, payment.orderNumber),
      row(text.amount, amountOf(payment)),
      row(text.buyer, `${payment.buyer.email} ${payment.buyer.phone}`),
      row(text.status, payment.status),
      "</dl>",
      isOpen ? form : `<p>${escapeHtml(text.finished)}</p>`,
    ].join(""),
    note: `${payment.orderNumber}: checkout shown`,
  });
}

/** What stands in the frame of the shop's window about Tabby. */
export function infoPage(price: string, currency: string, language: Language): Answer {
  const text = texts[language];
  return htmlPage({
    lang: language,
    title: text.infoTitle,
    body: `<h1>${escapeHtml(text.infoTitle)}</h1><p>${escapeHtml(text.infoText)}</p><p class="ltr">${escapeHtml(`${price} ${currency}`)}</p>`,
  });
}

/** The page for an address that leads to nothing. */
export function unknownPage(language: Language): Answer {
  const text = texts[language];
  const body = `<h1>${escapeHtml(text.title)}</h1><p>${escapeHtml(text.unknown)}</p>`;
  return htmlPage({ lang: language, title: text.title, body, status: 404, note: "no such session" });
}

/** All payments with what a tester may do to them. `baseUrl` is the simulator's own address. */
export function deskPage(payments: readonly TabbyPayment[], baseUrl: string, language: Language): Answer {
  const text = texts[language];
  const button = (payment: TabbyPayment, action: Choice | "resend") =>
    `<form method="post" action="${escapeHtml(`${baseUrl}/desk/${payment.id}`)}"><button name="action" value="${action}">${escapeHtml(text[action])}</button></form>`;
  const rows = payments.map((payment) => {
    const actions = payment.status === "CREATED" ? (["approve", "reject", "expire"] as const) : [];
    return [
      escapeHtml(payment.orderNumber),
      `<span class="ltr">${escapeHtml(amountOf(payment))}</span>`,
      escapeHtml(payment.status),
      [...actions, "resend" as const].map((action) => button(payment, action)).join(""),
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

function amountOf(payment: TabbyPayment): string {
  return `${formatDecimal(payment.amount, payment.currency)} ${payment.currency}`;
}
