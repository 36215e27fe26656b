/** How a payment ended: a green panel, a decline, or a notice that the order is closed; with the ways on (Spec 2.5). */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { FrameState } from "#core/frame-state.ts";
import type { ClosedTextKey, ResultLink, ResultView } from "#core/payment-result.ts";
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
  /** The server's own words; null for those of this page. */
  readonly text: string | null;
  /** Inside a merchant's page: the query of the frame. Trying again stays there, all other ways leave it. */
  readonly frameQuery?: string | undefined;
  /** Waits for page-script to show it. */
  readonly isHidden?: boolean;
};

export function OutcomePanel({ view, order, text, frameQuery, isHidden = false }: OutcomePanelProps) {
  const look = lookOf(view);
  const message = useMessage(view, order.orderNumber);
  return (
    <div className={`result-panel result-${look.name}`} data-panel={look.name} hidden={isHidden}>
      <Icon
        path={look.icon}
        className={look.icon === icons.back ? "result-icon is-directed" : "result-icon"}
      />
      <h1 tabIndex={-1}>{resultHeading(useLocale(), view)}</h1>
      <p data-message="" dir="auto">
        {text ?? message}
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

type Look = { readonly name: FrameState; readonly icon: string };

const declinedLook: Look = { name: "declined", icon: icons.cross };

const looks: Readonly<Partial<Record<ResultView["kind"], Look>>> = {
  success: { name: "success", icon: icons.check },
  unpaid: { name: "unpaid", icon: icons.alert },
  surplus: { name: "surplus", icon: icons.back },
};

/** Closed orders look as their invoices do (banner.tsx), and say what those say. */
const closedLooks = {
  invoiceCancelled: { name: "closed", icon: icons.cross, hint: "cancelledHint" },
  invoiceRefunded: { name: "closed", icon: icons.back, hint: "refundedHint" },
} as const satisfies Readonly<Record<ClosedTextKey, object>>;

function lookOf(view: ResultView): Look {
  if (view.kind === "closed") return closedLooks[view.textKey];
  return looks[view.kind] ?? declinedLook;
}

function useMessage(view: ResultView, orderNumber: string): string {
  const t = useTranslations("result");
  const invoice = useTranslations("invoice");
  const outcomes = useTranslations("outcomes.results");
  const isolated = { orderNumber: `\u2066${orderNumber}\u2069` };
  if (view.kind === "success") return outcomes("processed", isolated);
  if (view.kind === "unpaid") return outcomes("unpaid", isolated);
  if (view.kind === "surplus") return invoice("surplusHint");
  if (view.kind === "closed") return invoice(closedLooks[view.textKey].hint);
  return t("declined");
}

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
