/**
 * Every text of the pages, merged: one namespace per area of this folder and one per payment method. Loaded as it
 * is by Node (mail, documents, problems) and, with its ICU messages compiled, by the build. The keys are typed from
 * the English files; a test holds the Arabic ones to the same keys and placeholders.
 */
import type { Language } from "#core/language.ts";
import type { MethodId } from "#methods/catalog.ts";
import { methodTexts } from "#methods/texts.ts";
import askingAr from "./asking.ar.json" with { type: "json" };
import askingEn from "./asking.en.json" with { type: "json" };
import commonAr from "./common.ar.json" with { type: "json" };
import commonEn from "./common.en.json" with { type: "json" };
import emailAr from "./email.ar.json" with { type: "json" };
import emailEn from "./email.en.json" with { type: "json" };
import errorsAr from "./errors.ar.json" with { type: "json" };
import errorsEn from "./errors.en.json" with { type: "json" };
import frameAr from "./frame.ar.json" with { type: "json" };
import frameEn from "./frame.en.json" with { type: "json" };
import invoiceAr from "./invoice.ar.json" with { type: "json" };
import invoiceEn from "./invoice.en.json" with { type: "json" };
import mineAr from "./mine.ar.json" with { type: "json" };
import mineEn from "./mine.en.json" with { type: "json" };
import outcomesAr from "./outcomes.ar.json" with { type: "json" };
import outcomesEn from "./outcomes.en.json" with { type: "json" };
import paymentAr from "./payment.ar.json" with { type: "json" };
import paymentEn from "./payment.en.json" with { type: "json" };
import problemsAr from "./problems.ar.json" with { type: "json" };
import problemsEn from "./problems.en.json" with { type: "json" };
import productAr from "./product.ar.json" with { type: "json" };
import productEn from "./product.en.json" with { type: "json" };
import quoteAr from "./quote.ar.json" with { type: "json" };
import quoteEn from "./quote.en.json" with { type: "json" };
import resultAr from "./result.ar.json" with { type: "json" };
import resultEn from "./result.en.json" with { type: "json" };
import returnsAr from "./returns.ar.json" with { type: "json" };
import returnsEn from "./returns.en.json" with { type: "json" };
import simpleAr from "./simple.ar.json" with { type: "json" };
import simpleEn from "./simple.en.json" with { type: "json" };
import termsAr from "./terms.ar.json" with { type: "json" };
import termsEn from "./terms.en.json" with { type: "json" };
import testcardsAr from "./testcards.ar.json" with { type: "json" };
import testcardsEn from "./testcards.en.json" with { type: "json" };
import verifyAr from "./verify.ar.json" with { type: "json" };
import verifyEn from "./verify.en.json" with { type: "json" };

const en = {
  asking: askingEn,
  common: commonEn,
  email: emailEn,
  errors: errorsEn,
  frame: frameEn,
  invoice: invoiceEn,
  outcomes: outcomesEn,
  payment: paymentEn,
  problems: problemsEn,
  product: productEn,
  quote: quoteEn,
  mine: mineEn,
  result: resultEn,
  returns: returnsEn,
  simple: simpleEn,
  testcards: testcardsEn,
  terms: termsEn,
  verify: verifyEn,
  ...methodTexts.en,
} satisfies Record<MethodId, object> & Record<string, object>;

export type Messages = typeof en;

export type Namespace = keyof Messages;

const ar: Messages = {
  asking: askingAr,
  common: commonAr,
  email: emailAr,
  errors: errorsAr,
  frame: frameAr,
  invoice: invoiceAr,
  outcomes: outcomesAr,
  payment: paymentAr,
  problems: problemsAr,
  product: productAr,
  quote: quoteAr,
  mine: mineAr,
  result: resultAr,
  returns: returnsAr,
  simple: simpleAr,
  testcards: testcardsAr,
  terms: termsAr,
  verify: verifyAr,
  ...methodTexts.ar,
};

export const catalogue: Readonly<Record<Language, Messages>> = { ar, en };

/** Of the texts that all pages share those that islands show, too: every byte of the others would delay the card field. */
const sharedWithIslands: readonly string[] = ["close", "copied", "copy", "currency", "newTab", "riyal"];

/** The namespaces of one language that an island needs, for the HTML. */
export function pickMessages(language: Language, namespaces: readonly Namespace[]): Partial<Messages> {
  const all = catalogue[language];
  const common = Object.entries(all.common).filter(([key]) => sharedWithIslands.includes(key));
  return Object.fromEntries(
    namespaces.map((namespace) => [
      namespace,
      namespace === "common" ? Object.fromEntries(common) : all[namespace],
    ]),
  );
}

// use-intl's own way to type the keys of every translator.
declare module "use-intl/core" {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}
