/**
 * The payment result (Spec 2.5 and 4). The message in the address is a hint (decision K1): what is shown comes from
 * the server's own word or from a result that it signed. What the server knows is in the HTML; what it has to find
 * out, page-script asks for and shows one of the panels that are waiting, hidden, in the page.
 */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { PaymentResult } from "#contract/payment.ts";
import type { AttemptState } from "#core/attempt-status.ts";
import { chooseLanguage } from "#core/language.ts";
import type { ResultFacts, ResultMessage } from "#core/payment-result.ts";
import { decideResult, decodeResult } from "#core/payment-result.ts";
import type { Theme } from "#core/theme.ts";
import { resolveTheme } from "#core/theme.ts";
import { MerchantLogo, ProductLogo } from "../components/merchant-logo.tsx";
import { NotFoundPanel } from "../components/not-found-panel.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { resultHeading } from "../components/result-heading.ts";
import { ResultPanels } from "../components/result-panels.tsx";
import { translator } from "../i18n/translator.ts";
import type { Page, PageContext, PageView } from "../page.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import styles from "../styles/result.css?inline";
import tokens from "../styles/tokens.css?inline";
import { orderNotFoundView } from "./order-not-found.tsx";

export const resultPage: Page = {
  styles: [tokens, base, styles],
  load: async (context) => {
    const { request, services } = context;
    const message = decodeResult(request.url.searchParams.get("msg") ?? "");
    if (!message) return missingView;
    const found = await services.loadOrder(message.orderNumber);
    if (!found) return orderNotFoundView;
    const language = chooseLanguage({
      query: request.language,
      stored: request.languageCookie,
      theme: found.theme.defaultLanguage,
    });
    const loaded = await services.loadResult(message.orderNumber, language);
    const theme = resolveTheme(found.theme);
    const facts = factsOf({
      context,
      message,
      order: found.model,
      theme,
      attemptState: loaded?.attemptState ?? null,
    });
    return resultView({ order: found.model, theme, facts, result: loaded?.result ?? null }, found.theme);
  },
};

type Gathered = {
  readonly context: PageContext;
  readonly message: ResultMessage;
  readonly order: OrderPageModel;
  readonly theme: Theme;
  readonly attemptState: AttemptState | null;
};

/**
 * The facts of the decision table. The server knows its rows, not yet the provider's answer: whoever comes back from
 * 3-D Secure is finished by the page, and what is open is asked about (Spec 4).
 */
function factsOf({ context, message, order, theme, attemptState }: Gathered): ResultFacts {
  const displayOnly = !["0", "false", null].includes(context.request.url.searchParams.get("displayOnly"));
  return {
    displayOnly,
    message,
    signatureVerified: context.services.isResultSigned(message),
    orderStatus: order.order.orderStatus,
    attemptState,
    answerStatusCode: null,
    hasCallbackUrl: order.callbackUrl !== null,
    hidesVatInvoice: theme.hideVatInvoice,
    merchantHasVatNumber: order.merchant.vatNumber !== null,
  };
}

export type ResultInput = {
  readonly order: OrderPageModel;
  readonly theme: Theme;
  readonly facts: ResultFacts;
  readonly result: PaymentResult | null;
};

function resultView(input: ResultInput, theme: PageView["theme"]): PageView {
  const { order, facts } = input;
  const view = decideResult(facts);
  return {
    status: 200,
    title: (language) => `${resultHeading(language, view)} – ${order.merchant.shopName}`,
    ...(theme && { theme }),
    body: <Result {...input} />,
  };
}

function Result(input: ResultInput) {
  const { order, theme, facts } = input;
  const logo = theme.showLogo === "merchant" ? <MerchantLogo merchant={order.merchant} /> : <ProductLogo />;
  return (
    <PageFrame logo={logo} layout="result-layout" isBare={facts.message?.mode === "frame"}>
      <ResultPanels {...input} />
    </PageFrame>
  );
}

const missingView: PageView = {
  status: 404,
  title: (language) => translator(language, "result")("title"),
  body: <MissingResult />,
};

/** For an address without a readable message. */
function MissingResult() {
  const t = useTranslations("result");
  const common = useTranslations("common");
  return (
    <PageFrame logo={<ProductLogo />} layout="notice-layout">
      <NotFoundPanel title={t("missing")}>
        <p>{t("missingHint")}</p>
        <p>
          <a className="button" href={addresses.home}>
            {common("openInvoice")}
          </a>
        </p>
      </NotFoundPanel>
    </PageFrame>
  );
}
