/** What people call the payment methods, from the texts of the methods themselves. */
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

const labels: Readonly<Record<Language, Readonly<Record<MethodId, string>>>> = {
  ar: {
    a2a: a2aAr.label,
    amex: amexAr.label,
    applepay: applepayAr.label,
    card: cardAr.label,
    googlepay: googlepayAr.label,
    sadad: sadadAr.label,
    stcpay: stcpayAr.label,
    tabby: tabbyAr.label,
    tamara: tamaraAr.label,
    urpay: urpayAr.label,
  },
  en: {
    a2a: a2aEn.label,
    amex: amexEn.label,
    applepay: applepayEn.label,
    card: cardEn.label,
    googlepay: googlepayEn.label,
    sadad: sadadEn.label,
    stcpay: stcpayEn.label,
    tabby: tabbyEn.label,
    tamara: tamaraEn.label,
    urpay: urpayEn.label,
  },
};

/** A method's name; of an id that is none, the id. */
export function methodName(language: Language, id: string): string {
  const names: Readonly<Record<string, string>> = labels[language];
  return names[id] ?? id;
}
