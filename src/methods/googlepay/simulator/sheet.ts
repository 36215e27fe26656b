/** The sheet of the simulated wallet: a window in which a person approves with a card, or closes it. */

import { z } from "zod";
import type { Answer } from "#sim/exchange.ts";
import { escapeHtml, htmlPage } from "#sim/html.ts";
import ar from "./sheet.ar.json" with { type: "json" };
import en from "./sheet.en.json" with { type: "json" };
import { type WalletCard, walletCards } from "./wallet-cards.ts";

const texts = { ar, en };

const querySchema = z.object({
  /** Whose page opened the sheet: the choice is sent to no other window. */
  origin: z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin),
  total: z.string().max(20),
  currency: z.string().max(3),
  merchant: z.string().max(200).default(""),
  methods: z.string().default(""),
  lang: z.string().default("ar"),
});

/** The sheet for the query of its address. */
export function sheetPage(query: unknown): Answer {
  const parsed = querySchema.safeParse(query);
  if (!parsed.success) {
    const body = `<p>${escapeHtml(en.unknown)}</p>`;
    return htmlPage({ lang: "en", title: en.title, body, status: 400, note: "not a request of pay.js" });
  }
  const { origin, total, currency, merchant, methods, lang } = parsed.data;
  const language = lang.startsWith("en") ? "en" : "ar";
  const text = texts[language];
  const cards = walletCards.filter(({ authMethod }) => methods.split(",").includes(authMethod));
  const button = (card: WalletCard) =>
    `<button type="button" data-card="${escapeHtml(JSON.stringify(card))}">${escapeHtml(text[card.id])} ` +
    `<bdi dir="ltr">${card.network} •••• ${card.number.slice(-4)}</bdi></button>`;
  const row = (label: string, value: string) =>
    `<dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`;
  return htmlPage({
    lang: language,
    title: text.title,
    body: [
      `<h1>${escapeHtml(text.title)}</h1><p class="notice">${escapeHtml(text.notice)}</p>`,
      `<dl>${row(text.merchant, merchant)}${row(text.amount, `${total} ${currency}`)}</dl>`,
      `<p>${escapeHtml(text.question)}</p><form class="choices">${cards.map(button).join("")}`,
      `<button type="button" data-card="null">${escapeHtml(text.cancel)}</button></form>`,
    ].join(""),
    script: scriptFor(origin),
    note: `${merchant} ${total} ${currency}`,
  });
}

/** An origin has no character that could end the script. */
function scriptFor(origin: string): string {
  return (
    'addEventListener("click",(event)=>{const button=event.target.closest("[data-card]");' +
    `if(button)opener?.postMessage({card:JSON.parse(button.dataset.card)},${JSON.stringify(origin)})})`
  );
}
