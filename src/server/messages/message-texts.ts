/** The words of messages, by language, and how amounts and days are written in them. */
import type { Language } from "#core/language.ts";
import {
  ofReferenceMessages,
  type ReferenceMessageKind,
  type ReferenceTexts,
} from "#core/messages/message-state.ts";
import { formatDecimal, groupDigits, type Minor } from "#core/money.ts";
import { isolateLtr } from "#core/text.ts";
import commonAr from "../../web/i18n/common.ar.json" with { type: "json" };
import commonEn from "../../web/i18n/common.en.json" with { type: "json" };
import { methodOfMessage, namedIn } from "../payments/reference-details.ts";
import ar from "./messages.ar.json" with { type: "json" };
import en from "./messages.en.json" with { type: "json" };

type Words = Readonly<Record<string, string>>;

/** All words of messages. */
export const messageTexts = { ar: textsOf(ar, "ar"), en: textsOf(en, "en") };

function textsOf(file: typeof en, language: Language) {
  const mail = withReferences(file.mail, language);
  const sms = withReferences(file.sms, language);
  return { ...file, mail, sms, whatsapp: withReferences(file.whatsapp, language) };
}

/** The texts of a bill and of a transfer, for each kind that has them, with its method's name in them. */
function withReferences<Text extends Words, Kinds extends Readonly<Record<ReferenceTexts, Text>>>(
  kinds: Kinds & Readonly<Record<ReferenceTexts, Text>>,
  language: Language,
): Kinds & Readonly<Record<ReferenceMessageKind, Text>> {
  const named = ofReferenceMessages((texts, kind) => {
    const all = Object.entries(kinds[texts]);
    return Object.fromEntries(
      all.map(([name, text]) => [name, withMethodName(text, kind, language)]),
    ) as Text;
  });
  return { ...kinds, ...named };
}

function withMethodName(text: string, kind: ReferenceMessageKind, language: Language): string {
  const method = methodOfMessage(kind);
  return method === null ? text : namedIn(text, method, language);
}

const currencies: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  ar: commonAr.currency,
  en: commonEn.currency,
};

/**
 * An amount with its currency in letters: the riyal's sign is in few fonts yet (docs/decisions/0053). Whole amounts have
 * no decimals, which a text message has no room for.
 * @param amount in minor units of the currency
 */
export function shortAmount(amount: Minor, currency: string, language: Language): string {
  return withCurrency(groupDigits(formatDecimal(amount, currency).replace(/\.0+$/, "")), currency, language);
}

/** The same with all decimals of the currency. */
export function fullAmount(amount: Minor, currency: string, language: Language): string {
  const digits = groupDigits(formatDecimal(amount, currency));
  // A minus stays before its digits.
  return withCurrency(language === "ar" ? isolateLtr(digits) : digits, currency, language);
}

function withCurrency(digits: string, currency: string, language: Language): string {
  const label = currencies[language][currency] ?? currency;
  return language === "ar" ? `${digits}\u00a0${label}` : `${label}\u00a0${digits}`;
}
