/** How a payment ended: a green panel, a decline, or a notice that the order is closed; with the ways on (Spec 2.5). */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { FrameState } from "#core/frame-state.ts";
import type { Language } from "#core/language.ts";
import type { ClosedTextKey, ResultLink, ResultView } from "#core/payment-result.ts";
import { translator } from "../i18n/translator.ts";
import { Icon } from "../icons/icon.tsx";
import * as icons from "../icons/icon-paths.ts";
import { receiptAddress, vatInvoiceAddress } from "../order/file-addresses.ts";
import { frameAddress } from "../order/frame-address.ts";
import { addresses } from "../routes.ts";
import { PartGivenBack } from "./part-given-back.tsx";
import { resultHeading } from "./result-heading.ts";
import { SurplusBeside } from "./surplus-beside.tsx";

type OutcomePanelProps = {
  readonly view: ResultView;
  readonly order: OrderPageModel;
  /** The server's words on the same outcome, if it has said any. */
  readonly text: string | null;
  /** Inside a merchant's page: the query of the frame. Trying again stays there, all other ways leave it. */
  readonly frameQuery?: string | undefined;
  /** Waits for page-script to show it. */
  readonly isHidden?: boolean;
};

export function OutcomePanel({ view, order, text, frameQuery, isHidden = false }: OutcomePanelProps) {
  const language = useLocale();
  const { name, icon, words, mayQuote } =
    view.kind === "closed" ? closedPanels[view.textKey] : panels[view.kind];
  return (
    <div className={`result-panel result-${name}`} data-panel={name} hidden={isHidden}>
      <Icon path={icon} className={icon === icons.back ? "result-icon is-directed" : "result-icon"} />
      <h1 tabIndex={-1}>{resultHeading(language, view)}</h1>
      <p data-message="" dir="auto">
        {(mayQuote ? text : null) ?? words(language, order.orderNumber)}
      </p>
      <PartGivenBack order={order} />
      <SurplusBeside order={order} />
      {view.redirectsToCallback && order.callbackUrl !== null ? (
        <WayBack address={order.callbackUrl} isFramed={frameQuery !== undefined} />
      ) : (
        <ul className="result-links">
          {view.links.map((link, index) => (
            <li key={link} className={papers[link] && "result-paper"}>
              <OutcomeLink link={link} order={order} frameQuery={frameQuery} isMain={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Panel = {
  readonly name: FrameState;
  readonly icon: string;
  readonly words: (language: Language, orderNumber: string) => string;
  /** The server's words on the payment stand there instead, where it has said the same outcome. */
  readonly mayQuote: boolean;
};

const results =
  (key: "processed" | "unpaid"): Panel["words"] =>
  (language, orderNumber) =>
    translator(language, "outcomes")(`results.${key}`, { orderNumber: `\u2066${orderNumber}\u2069` });
const invoice =
  (key: "surplusHint" | "cancelledHint" | "refundedHint"): Panel["words"] =>
  (language) =>
    translator(language, "invoice")(key);

const declined: Panel = {
  name: "declined",
  icon: icons.cross,
  words: (language) => translator(language, "result")("declined"),
  mayQuote: true,
};

const panels: Readonly<Record<Exclude<ResultView["kind"], "closed">, Panel>> = {
  success: { name: "success", icon: icons.check, words: results("processed"), mayQuote: true },
  unpaid: { name: "unpaid", icon: icons.alert, words: results("unpaid"), mayQuote: true },
  surplus: { name: "surplus", icon: icons.back, words: invoice("surplusHint"), mayQuote: true },
  declined,
  // What is not decided has panels of its own (result-panels.tsx), and an order that is not there a page.
  checking: declined,
  process3ds: declined,
  not_found: declined,
};

/** Closed orders look as their invoices do (banner.tsx), and say what those say. */
const closedPanels: Readonly<Record<ClosedTextKey, Panel>> = {
  invoiceCancelled: { name: "closed", icon: icons.cross, words: invoice("cancelledHint"), mayQuote: false },
  invoiceRefunded: { name: "closed", icon: icons.back, words: invoice("refundedHint"), mayQuote: false },
};

/** Papers, which open in tabs of their own (Spec 2.3). */
const papers: Readonly<Partial<Record<ResultLink, typeof receiptAddress>>> = {
  downloadReceipt: receiptAddress,
  downloadVatInvoice: vatInvoiceAddress,
};

function OutcomeLink(props: {
  readonly link: ResultLink;
  readonly order: OrderPageModel;
  readonly frameQuery: string | undefined;
  readonly isMain: boolean;
}) {
  const t = useTranslations("result");
  const common = useTranslations("common");
  const { link, order, frameQuery } = props;
  const className = props.isMain ? "button button-primary" : "button";
  const paper = papers[link];
  if (paper) {
    return (
      <a className={className} href={paper(order)} target="_blank" rel="noopener">
        <Icon path={icons.download} />
        {t(link)}
        <span className="visually-hidden"> ({common("newTab")})</span>
      </a>
    );
  }
  if (link === "viewBill") {
    // No site may frame the invoice.
    const newTab = frameQuery !== undefined && { target: "_blank", rel: "noopener" };
    return (
      <a className={className} href={addresses.invoice(order.orderNumber)} {...newTab}>
        {t(link)}
      </a>
    );
  }
  return (
    <a className={className} href={formAddress(order.orderNumber, frameQuery)}>
      {t(link)}
    </a>
  );
}

/** Where an order is paid again; inside a merchant's page (`frameQuery`) in its frame. */
export function formAddress(orderNumber: string, frameQuery: string | undefined): string {
  return frameQuery === undefined ? addresses.info(orderNumber) : frameAddress(orderNumber, frameQuery);
}

/** The page continues to the shop by itself (Spec 4); the link is for those who do not want to wait. */
function WayBack({ address, isFramed }: { readonly address: string; readonly isFramed: boolean }) {
  const t = useTranslations("result");
  const host = `\u2066${new URL(address).host}\u2069`;
  return (
    <>
      <p>{t("returning", { host })}</p>
      <a
        className="button button-primary"
        href={address}
        rel="noreferrer"
        data-way-back=""
        {...(isFramed && { target: "_top" })}
      >
        {t("continueToShop", { host })}
      </a>
    </>
  );
}
