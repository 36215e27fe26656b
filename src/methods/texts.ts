/** The texts of every method: one line each in both languages. A method of the catalogue that is missing does not compile. */
import type { Language } from "#core/language.ts";
import a2aAr from "./a2a/strings.ar.json" with { type: "json" };
import a2aEn from "./a2a/strings.en.json" with { type: "json" };
import type { OtpMethod, RedirectMethod, ReferenceMethod } from "./allowed.ts";
import amexAr from "./amex/strings.ar.json" with { type: "json" };
import amexEn from "./amex/strings.en.json" with { type: "json" };
import applepayAr from "./applepay/strings.ar.json" with { type: "json" };
import applepayEn from "./applepay/strings.en.json" with { type: "json" };
import cardAr from "./card/strings.ar.json" with { type: "json" };
import cardEn from "./card/strings.en.json" with { type: "json" };
import type { MethodId } from "./catalog.ts";
import googlepayAr from "./googlepay/strings.ar.json" with { type: "json" };
import googlepayEn from "./googlepay/strings.en.json" with { type: "json" };
import type { OtpText } from "./otp-wallets/otp-texts.ts";
import type { ReferenceText } from "./references/reference-texts.ts";
import sadadAr from "./sadad/strings.ar.json" with { type: "json" };
import sadadEn from "./sadad/strings.en.json" with { type: "json" };
import stcpayAr from "./stcpay/strings.ar.json" with { type: "json" };
import stcpayEn from "./stcpay/strings.en.json" with { type: "json" };
import tabbyAr from "./tabby/strings.ar.json" with { type: "json" };
import tabbyEn from "./tabby/strings.en.json" with { type: "json" };
import tamaraAr from "./tamara/strings.ar.json" with { type: "json" };
import tamaraEn from "./tamara/strings.en.json" with { type: "json" };
import urpayAr from "./urpay/strings.ar.json" with { type: "json" };
import urpayEn from "./urpay/strings.en.json" with { type: "json" };

const en = {
  card: cardEn,
  amex: amexEn,
  stcpay: stcpayEn,
  urpay: urpayEn,
  tamara: tamaraEn,
  tabby: tabbyEn,
  sadad: sadadEn,
  a2a: a2aEn,
  applepay: applepayEn,
  googlepay: googlepayEn,
} satisfies Record<MethodId, { readonly label: string }> &
  Record<RedirectMethod, { readonly action: string }> &
  Record<ReferenceMethod, Record<ReferenceText, string>> &
  Record<OtpMethod, Record<OtpText, string>>;

const ar: typeof en = {
  card: cardAr,
  amex: amexAr,
  stcpay: stcpayAr,
  urpay: urpayAr,
  tamara: tamaraAr,
  tabby: tabbyAr,
  sadad: sadadAr,
  a2a: a2aAr,
  applepay: applepayAr,
  googlepay: googlepayAr,
};

export const methodTexts: Readonly<Record<Language, typeof en>> = { ar, en };

type MethodWithText<Key extends string> = {
  [Method in ReferenceMethod]: Key extends keyof (typeof en)[Method] ? Method : never;
}[ReferenceMethod];

/** The methods that are paid by a bill, and those by a transfer to an account: their texts have its words. */
export type BillMethod = MethodWithText<"billNumber">;
export type TransferMethod = MethodWithText<"iban">;
