/** The payment frame (Spec 2.6): a page that merchants put into their own, in their colours. */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { LoadedOrder, MethodSettings, ShownTerms } from "#contract/pages.ts";
import type { CardSettings } from "#contract/settings.ts";
import type { FrameState } from "#core/frame-state.ts";
import type { Language } from "#core/language.ts";
import { findDialCode } from "#core/phone/dial-codes.ts";
import { saudiArabia } from "#core/phone/mobile.ts";
import { type FrameOptions, parseFrameQuery, resolveTheme } from "#core/theme/theme.ts";
import { allowedMethods, isOnPage } from "#methods/allowed.ts";
import { LanguageSwitch } from "../components/language-switch.tsx";
import { NeedsScript } from "../components/needs-script.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PayUntil } from "../components/pay-until.tsx";
import { frameView, ownLanguageMark, parentsAttribute } from "../document/frame-look.ts";
import { orderTitle } from "../document/order-title.ts";
import { namedCountry } from "../forms/country-name.ts";
import { translator } from "../i18n/translator.ts";
import { Island } from "../island/island.tsx";
import type { Standing } from "../order/standing.ts";
import { noticeScript, payableMarks } from "../order/watched.ts";
import type { Page } from "../page.ts";
import { accountSources, settingsOf } from "../payment/account-sources.ts";
import { AgreementTerms } from "../payment/agreement-terms.tsx";
import { ClosedNotice } from "../payment/closed-notice.tsx";
import type { FrameWalletMethod } from "../payment/frame-wallet.tsx";
import { withFallbackClient } from "../payment/known-payer.ts";
import { ownWallets } from "../payment/method-order.ts";
import { loadAddressed, loadPayable } from "../payment/payable.ts";
import { readEmailSignature, timeLeft, toPaymentOrder } from "../payment/payment-order.ts";
import { actionOf } from "../payment/shown-method.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import styles from "../styles/frame.css?inline";
import payment from "../styles/payment-form.css?inline";
import tokens from "../styles/tokens.css?inline";
import wallets from "../styles/wallets.css?inline";
import { orderNotFoundView } from "./order-not-found.tsx";

export const framePage: Page = {
  styles: [tokens, base, payment, wallets, styles],
  islands: ["frame"],
  loadingText: "connecting",
  sources: accountSources("frame"),
  // The order is awaited for the headers: nothing is sent that a foreign page could show.
  frameParents: async (context) => (await loadAddressed(context))?.frameParents ?? null,
  load: async (context) => {
    const { request, services } = context;
    const found = await loadPayable(context);
    if (!found) return orderNotFoundView;
    const { model, theme, standing, agreement } = found;
    const query = request.url.searchParams;
    const info: FrameInfo = {
      found,
      standing,
      userAgent: request.userAgent,
      options: parseFrameQuery(query),
      query: query.toString(),
      // A language that the buyer chose here is no decision of the page around.
      showsSwitch: request.language === null || query.has(ownLanguageMark),
      cardSettings: await services.cardSettings(model.merchant.id),
      methodSettings: await settingsOf(context, model, "frame"),
      emailSignature: readEmailSignature(query.get("signature")),
      agreement,
    };
    return {
      status: 200,
      title: (language) => orderTitle(model, language, "pay"),
      ...frameView(query, theme),
      ...noticeScript(model, standing),
      body: <Frame {...info} />,
    };
  },
};

type FrameInfo = {
  readonly found: LoadedOrder;
  readonly standing: Standing;
  readonly userAgent: string;
  readonly options: FrameOptions;
  /** Of the address, as it came; travels along and is read strictly wherever it is used. */
  readonly query: string;
  readonly showsSwitch: boolean;
  readonly cardSettings: CardSettings;
  readonly methodSettings: MethodSettings;
  readonly emailSignature: string | null;
  readonly agreement: ShownTerms | null;
};

/** What the shop's page receives, while no panel within says another state. */
const states: Readonly<Record<Standing, FrameState>> = {
  payable: "form",
  checking: "checking",
  surplus: "surplus",
  expired: "closed",
  paid: "success",
  cancelled: "closed",
  refunded: "closed",
};

function Frame(info: FrameInfo) {
  const { found, standing, query, showsSwitch, agreement } = info;
  const { model, theme, frameParents } = found;
  const look = { query, language: useLocale() };
  return (
    <PageFrame
      shop={model.merchant}
      logo={null}
      layout="frame-layout"
      marks={payableMarks(model, standing)}
      isBare
    >
      <div
        className="frame-panel"
        data-frame={model.orderNumber}
        data-state={states[standing]}
        data-parents={parentsAttribute(frameParents)}
      >
        <h1 className="frame-shop">
          <OwnWords text={model.merchant.shopName} />
        </h1>
        {standing === "payable" && model.expiryDate !== null && <PayUntil until={model.expiryDate} />}
        {standing === "payable" ? (
          <PayPart {...info} />
        ) : (
          <ClosedNotice
            order={model}
            standing={standing}
            hidesReceipt={resolveTheme(theme).hideVatInvoice}
            look={look}
          />
        )}
        {showsSwitch && (
          <p className="frame-language">
            <LanguageSwitch mark={ownLanguageMark} />
          </p>
        )}
      </div>
      <AgreementTerms agreement={agreement} />
    </PageFrame>
  );
}

function PayPart({
  found,
  userAgent,
  options,
  query,
  cardSettings,
  methodSettings,
  emailSignature,
}: FrameInfo) {
  const payment = useTranslations("payment");
  const language = useLocale();
  const { model } = found;
  const methods = frameMethods(model);
  if (methods.length === 0) return <NoMethodHere order={model} />;
  return (
    <>
      <NeedsScript text={payment("needsScript")} />
      <Island
        name="frame"
        props={{
          order: {
            ...withFallbackClient(toPaymentOrder(model, emailSignature), options),
            ...timeLeft(model),
          },
          cardSettings,
          methodSettings,
          methods: methods.map(({ id }) => id),
          asking: methods.flatMap((method) => askingMethod(method, language)),
          own: ownWallets(methods, userAgent),
          hasOtherWays: allowedMethods(model).length > methods.length,
          start: namedCountry(findDialCode(model.client?.countryCode ?? "") ?? saudiArabia, language),
          look: { query, language },
        }}
      />
    </>
  );
}

/** No site may frame the payment page, which may have a method for the order: it gets a tab of its own. */
function NoMethodHere({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("simple");
  const payment = useTranslations("payment");
  if (allowedMethods(order).length === 0) return <p>{payment("noMethod")}</p>;
  return (
    <>
      <p>{t("noFastMethod")}</p>
      <a
        className="button button-primary"
        href={addresses.info(order.orderNumber)}
        target="_blank"
        rel="noopener"
      >
        {t("otherMethods")}
      </a>
    </>
  );
}

type AllowedMethod = ReturnType<typeof allowedMethods>[number];

/** The methods of the frame, in its order (Spec 2.6), the catalogue's from its end: wallets first, the card last. */
function frameMethods(model: OrderPageModel): AllowedMethod[] {
  return allowedMethods(model)
    .filter((method) => isOnPage(method, "frame"))
    .toReversed();
}

/** The words of a method that asks for something; none for the card, and for what is one button. */
function askingMethod({ id, surface }: AllowedMethod, language: Language): FrameWalletMethod[] {
  if (surface !== "panel" || id === "card") return [];
  const method = translator(language, id)("label");
  return [{ id, label: translator(language, "frame")("payWith", { method }), ...actionOf(id, language) }];
}
