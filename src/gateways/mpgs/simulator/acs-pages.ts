/**
 * The simulated issuer's pages: the challenge with its five buttons, and the way back to the merchant. They are
 * plain forms that work without scripts, in Arabic and English. The way back stays in the frame that the merchant's
 * page gave the challenge: whether it leaves that frame is up to the merchant. */

import { createCipheriv, randomBytes } from "node:crypto";
import { formatDecimal } from "#core/money.ts";
import type { Answer } from "#sim/exchange.ts";
import { autoPostPage, escapeHtml, htmlPage } from "#sim/html.ts";
import ar from "./acs.ar.json" with { type: "json" };
import en from "./acs.en.json" with { type: "json" };
import type { Challenge } from "./challenges.ts";
import { challengeChoices } from "./issuer.ts";

const texts = { ar, en };
export type Language = keyof typeof texts;

/** The language of a page: asked for in the address, else the browser language that the merchant reported. */
export function pageLanguage(asked: unknown, challenge: Challenge | null): Language {
  if (asked === "ar" || asked === "en") return asked;
  return challenge?.transaction.authentication?.language?.toLowerCase().startsWith("en") === true
    ? "en"
    : "ar";
}

/** The challenge with its five choices. `path` is the address that the choice is posted to. */
export function challengePage(challenge: Challenge, path: string, language: Language): Answer {
  const text = texts[language];
  const other = language === "ar" ? "en" : "ar";
  const { order, transaction } = challenge;
  const amount = `${formatDecimal(transaction.amount, order.currency)} ${order.currency}`;
  const buttons = challengeChoices.map(
    (choice) =>
      `<button name="choice" value="${choice}"${choice === "successful" ? ' class="main"' : ""}>${escapeHtml(text[choice])}</button>`,
  );
  return htmlPage({
    lang: language,
    title: text.title,
    body: [
      `<h1>${escapeHtml(text.title)}</h1><p class="notice">${escapeHtml(text.notice)}</p>`,
      "<dl>",
      `<dt>${escapeHtml(text.merchant)}</dt><dd><bdi>${escapeHtml(order.merchantId)}</bdi></dd>`,
      `<dt>${escapeHtml(text.amount)}</dt><dd><bdi dir="ltr">${escapeHtml(amount)}</bdi></dd>`,
      `<dt>${escapeHtml(text.card)}</dt><dd><bdi dir="ltr">${escapeHtml(transaction.card?.number ?? "")}</bdi></dd>`,
      "</dl>",
      `<form class="choices" method="post" action="${escapeHtml(path)}?lang=${language}">`,
      `<p>${escapeHtml(text.question)}</p>${buttons.join("")}</form>`,
      `<p><a href="${escapeHtml(path)}?lang=${other}" lang="${other}">${escapeHtml(text.language)}</a></p>`,
    ].join(""),
    note: `${order.id} ${transaction.id}: challenge shown`,
  });
}

/** Sends the browser back with the gateway's dotted field names. These are hints: any client could post them. */
export function returnPage(challenge: Challenge, language: Language, key: string | null): Answer {
  const text = texts[language];
  const { order, transaction } = challenge;
  const hints = {
    "order.id": order.id,
    "transaction.id": transaction.id,
    "response.gatewayRecommendation": transaction.outcome.recommendation,
    result: transaction.outcome.result,
  };
  return autoPostPage({
    lang: language,
    title: text.title,
    text: text.returning,
    button: text.continue,
    action: transaction.authentication?.redirectResponseUrl ?? "",
    fields: { ...hints, ...(key === null ? {} : encrypted(JSON.stringify(hints), key)) },
    note: `${order.id} ${transaction.id}: ${transaction.authentication?.status ?? ""}`,
  });
}

/** The page for an address that leads to no challenge. */
export function unknownChallengePage(language: Language): Answer {
  const text = texts[language];
  const body = `<h1>${escapeHtml(text.title)}</h1><p>${escapeHtml(text.unknown)}</p>`;
  return htmlPage({ lang: language, title: text.title, body, status: 404, note: "no such challenge" });
}

/** AES-256-GCM under the session's key, as base64 parts. */
function encrypted(text: string, key: string): Record<string, string> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(key, "base64"), nonce);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return {
    "encryptedData.ciphertext": ciphertext.toString("base64"),
    "encryptedData.nonce": nonce.toString("base64"),
    "encryptedData.tag": cipher.getAuthTag().toString("base64"),
  };
}
