/** The simple payment page (Spec 2.7): the shop, the total, a card or Apple Pay, and nothing else to fill in. */

import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { MethodSettings, ShownTerms } from "#contract/pages.ts";
import type { CardSettings } from "#contract/settings.ts";
import type { Language } from "#core/language.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { allowedMethods, isOnPage } from "#methods/allowed.ts";
import { Amount } from "../components/amount.tsx";
import { MerchantLogo } from "../components/merchant-logo.tsx";
import { NeedsScript } from "../components/needs-script.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PayUntil } from "../components/pay-until.tsx";
import { Seller } from "../components/seller.tsx";
import { agreementDialogId } from "../forms/agreement.tsx";
import { Island } from "../island/island.tsx";
import type { Standing } from "../order/standing.ts";
import { payableMarks } from "../order/watched.ts";
import type { Page } from "../page.ts";
import { accountSources, settingsOf } from "../payment/account-sources.ts";
import { AgreementTerms } from "../payment/agreement-terms.tsx";
import { ClosedNotice } from "../payment/closed-notice.tsx";
import type { ShownMethod } from "../payment/method-list.tsx";
import { ownWallets } from "../payment/method-order.ts";
import { loadPayable, payableView } from "../payment/payable.ts";
import { timeLeft, toPaymentOrder } from "../payment/payment-order.ts";
import { shownMethod } from "../payment/shown-method.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import payment from "../styles/payment-form.css?inline";
import simple from "../styles/simple.css?inline";
import tokens from "../styles/tokens.css?inline";
import wallets from "../styles/wallets.css?inline";
import { orderNotFoundView } from "./order-not-found.tsx";

export const simplePage: Page = {
  styles: [tokens, base, payment, wallets, simple],
  islands: ["simple"],
  loadingText: "connecting",
  sources: accountSources("simple"),
  load: async (context) => {
    const { request, services } = context;
    const found = await loadPayable(context);
    if (!found) return orderNotFoundView;
    const { model, theme, standing, agreement } = found;
    const props: SimpleProps = {
      model,
      standing,
      hidesReceipt: resolveTheme(theme).hideVatInvoice,
      cardSettings: await services.cardSettings(model.merchant.id),
      methodSettings: await settingsOf(context, model, "simple"),
      userAgent: request.userAgent,
      agreement,
    };
    return payableView(found, { body: <SimplePage {...props} /> });
  },
};

type SimpleProps = {
  readonly model: OrderPageModel;
  readonly standing: Standing;
  /** The theme hides the tax invoice, and with it the receipt. */
  readonly hidesReceipt: boolean;
  readonly cardSettings: CardSettings;
  readonly methodSettings: MethodSettings;
  readonly userAgent: string;
  readonly agreement: ShownTerms | null;
};

function SimplePage({ model, standing, hidesReceipt, agreement, ...settings }: SimpleProps) {
  return (
    <PageFrame
      shop={model.merchant}
      logo={<MerchantLogo merchant={model.merchant} />}
      layout="simple-layout"
      marks={payableMarks(model, standing)}
    >
      <div className="simple-head">
        <h1>
          <OwnWords text={model.merchant.shopName} />
        </h1>
        <p className="simple-total">
          <Amount value={model.total} currency={model.order.currencyName} />
        </p>
        {standing === "payable" && model.expiryDate !== null && <PayUntil until={model.expiryDate} />}
      </div>
      {standing === "payable" ? (
        <PayPart model={model} {...settings} hasOwnTerms={agreement !== null} />
      ) : (
        <ClosedNotice order={model} standing={standing} hidesReceipt={hidesReceipt} />
      )}
      <Seller shop={model} />
      <AgreementTerms agreement={agreement} />
    </PageFrame>
  );
}

type PayPartProps = {
  readonly model: OrderPageModel;
  readonly cardSettings: CardSettings;
  readonly methodSettings: MethodSettings;
  readonly userAgent: string;
  /** The order has an agreement of its own; else the general terms of sale hold. */
  readonly hasOwnTerms: boolean;
};

function PayPart({ model, cardSettings, methodSettings, userAgent, hasOwnTerms }: PayPartProps) {
  const t = useTranslations("simple");
  const texts = useTranslations("payment");
  const methods = fastMethods(model, useLocale());
  const order = { ...toPaymentOrder(model, null), ...timeLeft(model) };
  // Spec 7: no proof of an e-mail address leaves this page, so there is nothing to confirm one for here.
  if (order.needsEmail || methods.length === 0) {
    return (
      <div className="simple-elsewhere">
        <p>{t(order.needsEmail ? "emailFirst" : "noFastMethod")}</p>
        <a className="button button-primary" href={addresses.info(model.orderNumber)}>
          {t("otherMethods")}
        </a>
      </div>
    );
  }
  const opensOwnTerms = hasOwnTerms && { "data-opens": agreementDialogId };
  return (
    <>
      <NeedsScript text={texts("needsScript")} instead="[data-island], .simple-terms" />
      <Island
        name="simple"
        props={{
          order,
          cardSettings,
          methodSettings,
          methods,
          own: ownWallets(allowedMethods(model), userAgent),
          hasOtherWays: allowedMethods(model).length > methods.length,
        }}
      />
      <p className="simple-terms">
        <a href={addresses.salesTerms} target="_blank" rel="noopener" {...opensOwnTerms}>
          {t("termsLine")}
        </a>
      </p>
    </>
  );
}

/** The tabs: the card first, whatever else the page has after it. */
function fastMethods(model: OrderPageModel, language: Language): ShownMethod[] {
  return allowedMethods(model)
    .filter((method) => isOnPage(method, "simple"))
    .map(({ id }) => shownMethod(id, language));
}
