/** The Apple Pay page (Spec 2.8): what is to be paid, and the one button. */

import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { ShownTerms } from "#contract/pages.ts";
import { findDialCode } from "#core/phone/dial-codes.ts";
import { saudiArabia } from "#core/phone/mobile.ts";
import { resolveTheme, type Theme } from "#core/theme/theme.ts";
import { Amount } from "../components/amount.tsx";
import { MerchantLogo, ProductLogo } from "../components/merchant-logo.tsx";
import { NeedsScript } from "../components/needs-script.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Seller } from "../components/seller.tsx";
import { Island } from "../island/island.tsx";
import type { Standing } from "../order/standing.ts";
import { payableMarks } from "../order/watched.ts";
import type { Page } from "../page.ts";
import { AgreementTerms } from "../payment/agreement-terms.tsx";
import { ClosedNotice } from "../payment/closed-notice.tsx";
import { loadPayable, payableView } from "../payment/payable.ts";
import { readEmailSignature, toPaymentOrder } from "../payment/payment-order.ts";
import { addresses } from "../routes.ts";
import applePay from "../styles/apple-pay.css?inline";
import base from "../styles/base.css?inline";
import payment from "../styles/payment-form.css?inline";
import tokens from "../styles/tokens.css?inline";
import wallets from "../styles/wallets.css?inline";
import { orderNotFoundView } from "./order-not-found.tsx";

export const applePayPage: Page = {
  styles: [tokens, base, payment, wallets, applePay],
  islands: ["applepay"],
  loadingText: "connecting",
  load: async (context) => {
    const { request } = context;
    const found = await loadPayable(context);
    if (!found) return orderNotFoundView;
    const { model, theme, standing, agreement } = found;
    const info: Info = {
      model,
      theme: resolveTheme(theme),
      standing,
      emailSignature: readEmailSignature(request.url.searchParams.get("signature")),
      agreement,
    };
    const elsewhere = emailPage(info, request.url.search);
    return payableView(found, { body: <ApplePayPage {...info} />, elsewhere });
  },
};

type Info = {
  readonly model: OrderPageModel;
  readonly theme: Theme;
  readonly standing: Standing;
  readonly emailSignature: string | null;
  readonly agreement: ShownTerms | null;
};

/** A buyer whose e-mail address must be confirmed first (Spec 4) is asked on the payment page, which has Apple Pay, too. */
function emailPage({ model, standing, emailSignature }: Info, query: string): string | null {
  const { needsEmail } = toPaymentOrder(model, emailSignature);
  const isAsked = standing === "payable" && needsEmail && emailSignature === null;
  return isAsked ? `${addresses.info(model.orderNumber)}${query}` : null;
}

function ApplePayPage({ model, theme, standing, emailSignature, agreement }: Info) {
  const logo = theme.showLogo === "merchant" ? <MerchantLogo merchant={model.merchant} /> : <ProductLogo />;
  return (
    <PageFrame
      shop={model.merchant}
      logo={logo}
      layout="apple-pay-layout"
      marks={payableMarks(model, standing)}
    >
      {standing === "payable" ? (
        <PayCard model={model} emailSignature={emailSignature} />
      ) : (
        <>
          <h1>
            <OwnWords text={model.merchant.shopName} />
          </h1>
          <ClosedNotice order={model} standing={standing} hidesReceipt={theme.hideVatInvoice} />
        </>
      )}
      <Seller shop={model} />
      <AgreementTerms agreement={agreement} />
    </PageFrame>
  );
}

function PayCard({ model, emailSignature }: Pick<Info, "model" | "emailSignature">) {
  const t = useTranslations("applepay");
  const payment = useTranslations("payment");
  return (
    <section className="apple-pay-card">
      <h1>{t("pageTitle")}</h1>
      <p>
        <OwnWords text={model.merchant.shopName} />
      </p>
      <p className="apple-pay-amount">
        <span className="visually-hidden">{t("amount")}</span>{" "}
        <Amount value={model.total} currency={model.order.currencyName} />
      </p>
      {model.isApplePayAllowed ? (
        <>
          <NeedsScript text={payment("needsScript")} />
          <Island
            name="applepay"
            props={{
              order: toPaymentOrder(model, emailSignature),
              callbackUrl: model.callbackUrl,
              country: findDialCode(model.client?.countryCode ?? "") ?? saudiArabia,
            }}
          />
        </>
      ) : (
        <>
          <p>{t("notAllowed")}</p>
          <p>
            <a className="button" href={addresses.info(model.orderNumber)}>
              {t("otherMethods")}
            </a>
          </p>
        </>
      )}
    </section>
  );
}
