/**
 * The payment result (Spec 2.5 and 4). The message in the address is a hint (decision K1): what is shown comes from
 * the server's own word or from a result that it signed. What the server knows is in the HTML; what it has to find
 * out, page-script asks for and shows one of the panels that are waiting, hidden, in the page.
 */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { DigitalGood } from "#contract/pages.ts";
import type { PaymentResult } from "#contract/payment.ts";
import type { AttemptState } from "#core/attempt-status.ts";
import { chooseLanguage } from "#core/language.ts";
import type { ResultFacts, ResultMessage } from "#core/payment-result.ts";
import { decideResult, decodeResult } from "#core/payment-result.ts";
import type { Theme } from "#core/theme/theme.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { threeDSecureAddress } from "../browser/navigation.ts";
import { ProductLogo, ShopLogo } from "../components/merchant-logo.tsx";
import { NotFoundPanel } from "../components/not-found-panel.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { resultHeading } from "../components/result-heading.ts";
import { ResultPanels } from "../components/result-panels.tsx";
import { frameView, parentsAttribute } from "../document/frame-look.ts";
import { translator } from "../i18n/translator.ts";
import { digitalGoodsOf } from "../order/digital-goods-of.ts";
import { loadOrderOnce } from "../order/order-load.ts";
import { standingOf } from "../order/standing.ts";
import type { Page, PageContext, PageView } from "../page.ts";
import { frameParameter } from "../payment/frame-ways.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import digitalGoods from "../styles/digital-goods.css?inline";
import frame from "../styles/frame.css?inline";
import styles from "../styles/result.css?inline";
import tokens from "../styles/tokens.css?inline";
import { orderNotFoundView } from "./order-not-found.tsx";

export const resultPage: Page = {
  styles: [tokens, base, styles, digitalGoods, frame],
  script: "src/web/script/result-script.ts",
  // In the frame the page is framed as the payment was; anywhere else the list of addresses says who may.
  frameParents: async (context) => {
    const message = messageOf(context);
    if (message?.mode !== "frame") return null;
    return (await loadOrderOnce(context, message.orderNumber))?.frameParents ?? null;
  },
  load: async (context) => {
    const { request, services } = context;
    const message = messageOf(context);
    if (!message) return missingView;
    const found = await loadOrderOnce(context, message.orderNumber);
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
      wasDeclined: loaded?.result.declined ?? false,
    });
    const goods = await digitalGoodsOf(services, found.model);
    const begun = loaded?.attemptState === "awaiting_buyer" ? bankStepOf(context, found.model) : null;
    const { result = null, receiptSentTo = null } = loaded ?? {};
    const input = { order: found.model, theme, facts, result, receiptSentTo, goods, begun };
    if (message.mode !== "frame") return resultView(input, { theme: found.theme });
    const query = request.url.searchParams.get(frameParameter) ?? "";
    const framed = { query, parents: parentsAttribute(found.frameParents) };
    return resultView({ ...input, framed }, frameView(new URLSearchParams(query), found.theme));
  },
};

/** What the address says of the payment: a hint (decision K1). */
function messageOf({ request }: PageContext): ResultMessage | null {
  return decodeResult(request.url.searchParams.get("msg") ?? "");
}

/** The bank's page that was left in the middle, where the address has its key; with all that a frame carries along. */
function bankStepOf({ request }: PageContext, order: OrderPageModel): string | null {
  const { searchParams } = request.url;
  const [key, signature] = [searchParams.get("key"), searchParams.get("signature")];
  if (!key || !signature) return null;
  const address = new URL(threeDSecureAddress(order, { secure3DHtmlKey: key, signature }));
  for (const name of [frameParameter, "lang"]) {
    const value = searchParams.get(name);
    if (value !== null) address.searchParams.set(name, value);
  }
  return `${address}&again=1`;
}

type Gathered = {
  readonly context: PageContext;
  readonly message: ResultMessage;
  readonly order: OrderPageModel;
  readonly theme: Theme;
  readonly attemptState: AttemptState | null;
  readonly wasDeclined: boolean;
};

/**
 * The facts of the decision table. The server knows its rows, not yet the provider's answer: a return from 3-D Secure
 * is finished by the page, and what is open is asked about (Spec 4).
 */
function factsOf(gathered: Gathered): ResultFacts {
  const { context, message, order, theme, attemptState, wasDeclined } = gathered;
  const displayOnly = !["0", "false", null].includes(context.request.url.searchParams.get("displayOnly"));
  return {
    displayOnly,
    message,
    signatureVerified: context.services.isResultSigned(message),
    orderStatus: order.order.orderStatus,
    attemptState,
    wasDeclined,
    hasSurplus: standingOf(order, Date.now()) === "surplus",
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
  /** Masked; null where no receipt was sent. */
  readonly receiptSentTo: string | null;
  /** What the order delivers, once it is paid. */
  readonly goods: readonly DigitalGood[];
  /** Address of the bank's page that was left in the middle. */
  readonly begun?: string | null | undefined;
  /** Inside a merchant's page: the query of the frame, and who receives its height. */
  readonly framed?: { readonly query: string; readonly parents: string };
};

function resultView(input: ResultInput, look: Pick<PageView, "theme" | "properties">): PageView {
  const { order, facts } = input;
  const view = decideResult(facts);
  return {
    status: 200,
    title: (language) => `${resultHeading(language, view)} – ${order.merchant.shopName}`,
    ...look,
    body: <Result {...input} />,
  };
}

function Result(input: ResultInput) {
  const { order, theme, framed } = input;
  const logo = theme.showLogo === "merchant" ? <ShopLogo merchant={order.merchant} /> : <ProductLogo />;
  if (!framed) {
    return (
      <PageFrame shop={order.merchant} logo={logo} layout="result-layout">
        <ResultPanels {...input} />
      </PageFrame>
    );
  }
  return (
    <PageFrame shop={order.merchant} logo={null} layout="frame-layout" isBare>
      <div className="frame-panel" data-frame={order.orderNumber} data-parents={framed.parents}>
        <ResultPanels {...input} frameQuery={framed.query} />
      </div>
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
    <PageFrame shop={null} logo={<ProductLogo />} layout="notice-layout">
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
