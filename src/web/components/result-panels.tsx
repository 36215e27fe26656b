/** The panels of the result page: the one that is true now, or those that may become true while the buyer waits. */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { DigitalGood } from "#contract/pages.ts";
import type { PaymentResult } from "#contract/payment.ts";
import { directionOf, otherLanguage } from "#core/language.ts";
import type { ResultFacts, ResultView } from "#core/payment-result.ts";
import { decideResult } from "#core/payment-result.ts";
import { translator } from "../i18n/translator.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { hasDigital } from "../order/digital-goods-of.ts";
import { usePageScope } from "../scope.tsx";
import { DigitalGoods } from "./digital-goods.tsx";
import { InvoiceSummary } from "./invoice-summary.tsx";
import { formAddress, OutcomePanel } from "./outcome-panel.tsx";

type ResultPanelsProps = {
  readonly order: OrderPageModel;
  readonly facts: ResultFacts;
  /** Inside a merchant's page: the query of the frame. */
  readonly frameQuery?: string | undefined;
  /** The server's word on the payment as it was when the page was made. */
  readonly result: PaymentResult | null;
  /** Masked; null where no receipt was sent. */
  readonly receiptSentTo: string | null;
  /** What the order delivers, once it is paid. */
  readonly goods: readonly DigitalGood[];
  /** Address of the bank's page that was left in the middle. */
  readonly begun?: string | null | undefined;
};

/** Seconds after which the page asks again automatically in a browser without scripts. */
const refreshSeconds = 5;

/** The data attributes are what page-script works with. */
export function ResultPanels(props: ResultPanelsProps) {
  const { order, facts, result, receiptSentTo, goods, begun, frameQuery } = props;
  const view = decideResult(facts);
  const isOpen = view.kind === "process3ds" || view.kind === "checking";
  return (
    <section
      className="result"
      data-result={whatIsLeft(view)}
      data-order={order.orderNumber}
      data-session={facts.message?.paymentSessionId}
      data-mode={facts.message?.mode}
      data-shop={order.merchant.shopName}
      data-callback={order.callbackUrl ?? undefined}
      data-digital={isOpen && hasDigital(order) ? "" : undefined}
    >
      {isOpen ? (
        <PossiblePanels order={order} facts={facts} begun={begun} frameQuery={frameQuery} />
      ) : (
        <OutcomePanel view={view} order={order} text={textOf(view, result)} frameQuery={frameQuery} />
      )}
      {view.kind === "success" && <DigitalGoods goods={goods} />}
      <InvoiceSummary order={order} paidWith={result?.paidWith ?? null} receiptSentTo={receiptSentTo} />
    </section>
  );
}

/** What page-script does about it: finish, ask until it is known, ask again (Spec 4), continue to the shop, or nothing. */
function whatIsLeft({ kind }: ResultView): "process3ds" | "checking" | "unpaid" | "final" | "surplus" {
  if (kind === "surplus") return kind;
  if (kind === "process3ds" || kind === "checking") return kind;
  return kind === "declined" || kind === "unpaid" ? "unpaid" : "final";
}

/** A message in the server's words belongs to the panel only when both speak of the same outcome. */
function textOf(view: ResultView, result: PaymentResult | null): string | null {
  return result?.statusCode === view.statusCode ? result.msg : null;
}

const possibleEnds = [
  { answerStatusCode: 200, wasDeclined: false },
  { answerStatusCode: 400, wasDeclined: true },
  { answerStatusCode: 400, wasDeclined: false },
];

/** While the outcome is open: waiting is shown, and the ways it may end are there for the script to choose from. */
function PossiblePanels({
  order,
  facts,
  begun,
  frameQuery,
}: Omit<ResultPanelsProps, "result" | "receiptSentTo" | "goods">) {
  return (
    <>
      <div role="status">
        <WaitingPanel />
        <UndecidedPanel kind="checking" />
        <UndecidedPanel kind="unavailable" />
        {begun && <BegunPanel address={begun} orderNumber={order.orderNumber} frameQuery={frameQuery} />}
      </div>
      {possibleEnds.map((end) => (
        <OutcomePanel
          key={`${end.answerStatusCode} ${end.wasDeclined}`}
          view={decideResult({ ...facts, ...end })}
          order={order}
          text={null}
          frameQuery={frameQuery}
          isHidden
        />
      ))}
      <noscript>
        <meta httpEquiv="refresh" content={String(refreshSeconds)} />
      </noscript>
    </>
  );
}

/** Spec 2.5: the text stands there in both languages. */
function WaitingPanel() {
  const t = useTranslations("result");
  const other = otherLanguage(useLocale());
  return (
    <div className="result-panel" data-panel="processing">
      <div className="progress-bar" />
      <h1>{t("processing")}</h1>
      <p lang={other} dir={directionOf(other)}>
        {translator(other, "result")("processing")}
      </p>
      <p className="result-hint">{t("processingHint")}</p>
    </div>
  );
}

/** The bank still waits for its buyer, who has come back without an answer: they may continue there, or pay again. */
function BegunPanel(props: {
  readonly address: string;
  readonly orderNumber: string;
  readonly frameQuery: string | undefined;
}) {
  const t = useTranslations("result");
  const { orderNumber, frameQuery } = props;
  return (
    <div className="result-panel result-checking" data-panel="begun" hidden>
      <Icon path={icons.clock} className="result-icon" />
      <h1>{t("begun")}</h1>
      <p>{t("begunHint")}</p>
      <ul className="result-links">
        <li>
          <a className="button button-primary" href={props.address}>
            {t("goOnAtBank")}
          </a>
        </li>
        <li>
          <a className="button" href={formAddress(orderNumber, frameQuery)}>
            {t("startAnew")}
          </a>
        </li>
      </ul>
    </div>
  );
}

/** The outcome is not known yet: the buyer may ask again, and is never asked to pay again (decision S3). */
function UndecidedPanel({ kind }: { readonly kind: "checking" | "unavailable" }) {
  const t = useTranslations("result");
  const { url } = usePageScope();
  return (
    <div className="result-panel result-checking" data-panel={kind} hidden>
      <Icon path={kind === "checking" ? icons.clock : icons.alert} className="result-icon" />
      <h1>{t(kind)}</h1>
      <p>{t(kind === "checking" ? "checkingHint" : "unavailableHint")}</p>
      <p>
        <a className="button" href={`${url.pathname}${url.search}`}>
          {t("checkAgain")}
        </a>
      </p>
    </div>
  );
}
