/**
 * Every text of the pages, merged: one namespace per area of this folder and one per payment method. Loaded as it
 * is by Node (mail, documents, problems) and, with its ICU messages compiled, by the build. The keys are typed from
 * the English files; a test holds the Arabic ones to the same keys and placeholders.
 */
import type { Language } from "#core/language.ts";
import a2aAr from "#methods/a2a/strings.ar.json" with { type: "json" };
import a2aEn from "#methods/a2a/strings.en.json" with { type: "json" };
import amexAr from "#methods/amex/strings.ar.json" with { type: "json" };
import amexEn from "#methods/amex/strings.en.json" with { type: "json" };
import applepayAr from "#methods/applepay/strings.ar.json" with { type: "json" };
import applepayEn from "#methods/applepay/strings.en.json" with { type: "json" };
import cardAr from "#methods/card/strings.ar.json" with { type: "json" };
import cardEn from "#methods/card/strings.en.json" with { type: "json" };
import type { MethodId } from "#methods/catalog.ts";
import googlepayAr from "#methods/googlepay/strings.ar.json" with { type: "json" };
import googlepayEn from "#methods/googlepay/strings.en.json" with { type: "json" };
import sadadAr from "#methods/sadad/strings.ar.json" with { type: "json" };
import sadadEn from "#methods/sadad/strings.en.json" with { type: "json" };
import stcpayAr from "#methods/stcpay/strings.ar.json" with { type: "json" };
import stcpayEn from "#methods/stcpay/strings.en.json" with { type: "json" };
import tabbyAr from "#methods/tabby/strings.ar.json" with { type: "json" };
import tabbyEn from "#methods/tabby/strings.en.json" with { type: "json" };
import tamaraAr from "#methods/tamara/strings.ar.json" with { type: "json" };
import tamaraEn from "#methods/tamara/strings.en.json" with { type: "json" };
import urpayAr from "#methods/urpay/strings.ar.json" with { type: "json" };
import urpayEn from "#methods/urpay/strings.en.json" with { type: "json" };
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
import outcomesAr from "./outcomes.ar.json" with { type: "json" };
import outcomesEn from "./outcomes.en.json" with { type: "json" };
import paymentAr from "./payment.ar.json" with { type: "json" };
import paymentEn from "./payment.en.json" with { type: "json" };
import problemsAr from "./problems.ar.json" with { type: "json" };
import problemsEn from "./problems.en.json" with { type: "json" };
import productAr from "./product.ar.json" with { type: "json" };
import productEn from "./product.en.json" with { type: "json" };
import resultAr from "./result.ar.json" with { type: "json" };
import resultEn from "./result.en.json" with { type: "json" };
import simpleAr from "./simple.ar.json" with { type: "json" };
import simpleEn from "./simple.en.json" with { type: "json" };
import termsAr from "./terms.ar.json" with { type: "json" };
import termsEn from "./terms.en.json" with { type: "json" };
import testcardsAr from "./testcards.ar.json" with { type: "json" };
import testcardsEn from "./testcards.en.json" with { type: "json" };

const en = {
  common: commonEn,
  email: emailEn,
  errors: errorsEn,
  frame: frameEn,
  invoice: invoiceEn,
  outcomes: outcomesEn,
  payment: paymentEn,
  problems: problemsEn,
  product: productEn,
  result: resultEn,
  simple: simpleEn,
  testcards: testcardsEn,
  terms: termsEn,
  amex: amexEn,
  card: cardEn,
  applepay: applepayEn,
  googlepay: googlepayEn,
  a2a: a2aEn,
  sadad: sadadEn,
  tabby: tabbyEn,
  tamara: tamaraEn,
  urpay: urpayEn,
  stcpay: stcpayEn,
} satisfies Record<MethodId, object> & Record<string, object>;

export type Messages = typeof en;

export type Namespace = keyof Messages;

const ar: Messages = {
  common: commonAr,
  email: emailAr,
  errors: errorsAr,
  frame: frameAr,
  invoice: invoiceAr,
  outcomes: outcomesAr,
  payment: paymentAr,
  problems: problemsAr,
  product: productAr,
  result: resultAr,
  simple: simpleAr,
  testcards: testcardsAr,
  terms: termsAr,
  amex: amexAr,
  card: cardAr,
  applepay: applepayAr,
  googlepay: googlepayAr,
  a2a: a2aAr,
  sadad: sadadAr,
  tabby: tabbyAr,
  tamara: tamaraAr,
  urpay: urpayAr,
  stcpay: stcpayAr,
};

export const catalogue: Readonly<Record<Language, Messages>> = { ar, en };

/** The namespaces of one language that a part of a page needs, for the HTML. */
export function pickMessages(language: Language, namespaces: readonly Namespace[]): Partial<Messages> {
  const all = catalogue[language];
  return Object.fromEntries(namespaces.map((namespace) => [namespace, all[namespace]]));
}

// use-intl's own way to type the keys of every translator.
declare module "use-intl/core" {
  interface AppConfig {
    Locale: Language;
    Messages: Messages;
  }
}
