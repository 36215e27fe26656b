/** One invoice: its status, what can be done now, what happened in order, its papers. */
import { lazy, Suspense, useState } from "react";
import type { Invoice } from "#contract/invoices.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { DownloadButton } from "../display/download-button.tsx";
import { Icon } from "../display/icon.tsx";
import * as icons from "../display/icons.ts";
import { Reading } from "../display/states.tsx";
import { StandingChip } from "../display/status.tsx";
import { useWording } from "../i18n/texts.ts";
import { InvoiceRequests } from "../requests/invoice-requests.tsx";
import { invoiceRoute } from "../routes.tsx";
import { Picture } from "../selling/picture.tsx";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { EditDialog } from "./edit-dialog.tsx";
import { FulfilButton, FulfilledChip } from "./fulfil.tsx";
import { Happened } from "./happened.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { Renewal } from "./renewal.tsx";
import { ReturnRequests } from "./return-requests.tsx";

const RecordPaymentDialog = lazy(() => import("./record-payment-dialog.tsx"));
const SendDialog = lazy(() => import("./send-dialog.tsx"));

export function OneInvoice() {
  const { t } = useWording();
  const { orderNumber } = invoiceRoute.useParams();
  const invoice = useRead("GET /api/v1/invoices/:orderNumber", { params: { orderNumber } });
  const mayFollow = useMay("developer.manage");
  return (
    <Screen title={t("invoice.title")}>
      <Reading query={invoice}>
        {(found) => (
          <div className="invoice">
            <Head invoice={found} />
            <Renewal invoice={found} />
            <ReturnRequests invoice={found} />
            <Acts invoice={found} />
            <Happened invoice={found} />
            <Lines invoice={found} />
            <Papers invoice={found} />
            <Facts invoice={found} />
            {mayFollow && <InvoiceRequests orderNumber={found.orderNumber} />}
          </div>
        )}
      </Reading>
    </Screen>
  );
}

type OfInvoice = { readonly invoice: Invoice };

function Head({ invoice }: OfInvoice) {
  const { t } = useWording();
  const { client, payer, total, dueTotal, refundedTotal, currency } = invoice;
  const name = client?.name ?? client?.legalName ?? payer?.name;
  const mobile = client?.mobile ?? payer?.mobile;
  const isPartly = Number(dueTotal) > 0 && dueTotal !== total;
  return (
    <div className="invoice-head">
      <p className="invoice-sum">
        <Amount amount={total} currency={currency} />
        <StandingChip invoice={invoice} />
        <FulfilledChip status={invoice.status} />
      </p>
      <p className="invoice-who">
        {name && <bdi>{name}</bdi>}
        {mobile && (
          <a href={`tel:${mobile}`}>
            <bdi dir="ltr">{mobile}</bdi>
          </a>
        )}
      </p>
      {isPartly && (
        <p>
          {t("invoice.due")} <Amount amount={dueTotal} currency={currency} />
        </p>
      )}
      {Number(refundedTotal) > 0 && (
        <p>
          {t("invoice.refunded")} <Amount amount={refundedTotal} currency={currency} />
        </p>
      )}
    </div>
  );
}

type Open = "send" | "refund" | "cancel" | "edit" | "record" | null;

/** What fits the standing; nothing that the server would refuse. */
function Acts({ invoice }: OfInvoice) {
  const { t } = useWording();
  const [open, setOpen] = useState<Open>(null);
  const mayIssue = useMay("invoices.issue");
  const mayRefund = useMay("refunds.make");
  const mayRecord = useMay("payments.record");
  const { payable: isPayable, paid } = orderStatusFacts[invoice.status];
  const hasMore = paid && Number(invoice.refundedTotal) < Number(invoice.paidTotal);
  const close = (): void => setOpen(null);
  const act = (what: Exclude<Open, null>, icon: string, isFirst = false) => (
    <button
      type="button"
      className={isFirst ? "button button-primary" : "button"}
      onClick={() => setOpen(what)}
    >
      <Icon path={icon} className={what === "send" ? "is-directed" : ""} />
      {t(`invoice.act.${what}`)}
    </button>
  );
  return (
    <div className="invoice-acts">
      {isPayable && mayIssue && act("send", icons.send, true)}
      {isPayable && mayRecord && act("record", icons.check)}
      {hasMore && mayRefund && act("refund", icons.refund)}
      {mayIssue && <FulfilButton invoice={invoice} />}
      {isPayable && mayIssue && invoice.source === "api" && act("edit", icons.paper)}
      {isPayable && mayIssue && act("cancel", icons.cross)}
      {/* The page reads from where it is opened: the shop's own look is no view of the buyer. */}
      <a className="button" href={invoice.url} target="_blank" rel="noopener" referrerPolicy="origin">
        <Icon path={icons.eye} />
        {t("invoice.asBuyer")}
        <span className="visually-hidden">{t("send.newTab")}</span>
      </a>
      <Suspense>
        {open === "send" && <SendDialog orderNumber={invoice.orderNumber} onClose={close} />}
        {open === "record" && <RecordPaymentDialog invoice={invoice} onClose={close} />}
      </Suspense>
      {open === "refund" && <RefundDialog invoice={invoice} onClose={close} />}
      {open === "cancel" && <CancelDialog invoice={invoice} onClose={close} />}
      {open === "edit" && <EditDialog orderNumber={invoice.orderNumber} onClose={close} />}
    </div>
  );
}

function Lines({ invoice }: OfInvoice) {
  const { t } = useWording();
  const { currency } = invoice;
  const sum = (text: string, amount: string) => (
    <div className="fact">
      <dt>{text}</dt>
      <dd>
        <Amount amount={amount} currency={currency} />
      </dd>
    </div>
  );
  return (
    <section className="panel" aria-labelledby="lines">
      <h2 id="lines">{t("invoice.lines")}</h2>
      <ul className="lines">
        {invoice.lines.map((line, index) => (
          <li key={String(index)} className="fact">
            <span className="line-facts">
              {line.imageId !== null && <Picture imageId={line.imageId} />}
              <span>
                <bdi>{line.title}</bdi>
                {(line.quantity !== 1 || line.unit !== defaultUnit) && (
                  <span className="soft">
                    {" × "}
                    <bdi dir="ltr">{line.quantity}</bdi>
                    {line.unit !== defaultUnit && ` ${t(`unit.${line.unit}`)}`}
                  </span>
                )}
                {line.description !== null && <bdi className="line-more soft">{line.description}</bdi>}
              </span>
            </span>
            <Amount amount={line.total} currency={currency} />
          </li>
        ))}
      </ul>
      <dl>
        {invoice.discount && sum(t("invoice.discount"), invoice.discount.amount)}
        {Number(invoice.vat) > 0 && sum(t("invoice.vat"), invoice.vat)}
        {sum(t("invoice.total"), invoice.total)}
      </dl>
      {invoice.note && <p className="invoice-note">{invoice.note}</p>}
      <Answers invoice={invoice} />
    </section>
  );
}

/** What the buyer answered to the questions of the product link. */
function Answers({ invoice: { answers } }: OfInvoice) {
  const { t, language } = useWording();
  if (answers.length === 0) return null;
  return (
    <>
      <h2>{t("invoice.answers")}</h2>
      <dl>
        {answers.map(({ key, label, answer }) => (
          <div key={key} className="fact">
            <dt>
              <bdi>{label[language]}</bdi>
            </dt>
            <dd>
              <bdi>{answer[language]}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Papers({ invoice }: OfInvoice) {
  const { t, language } = useWording();
  const { receiptUrl, taxInvoice, creditNotes, debitNotes } = invoice;
  const mayExport = useMay("customers.export");
  const evidence = mayExport ? invoice.payments : [];
  const papers = [
    ...(receiptUrl ? [{ text: t("invoice.receipt"), url: receiptUrl, number: "" }] : []),
    ...(taxInvoice?.url
      ? [{ text: t("invoice.taxInvoice"), url: taxInvoice.url, number: taxInvoice.number }]
      : []),
    ...creditNotes.flatMap(({ url, number }) =>
      url ? [{ text: t("invoice.creditNote"), url, number }] : [],
    ),
    ...debitNotes.flatMap(({ url, number }) => (url ? [{ text: t("invoice.debitNote"), url, number }] : [])),
  ];
  const isToPay = orderStatusFacts[invoice.status].standing === "payable";
  if (papers.length === 0 && !isToPay) return null;
  return (
    <section className="panel" aria-labelledby="papers">
      <h2 id="papers">{t("invoice.papers")}</h2>
      {isToPay && (
        <DownloadButton
          call={`GET /api/v1/invoices/${invoice.orderNumber}/pdf`}
          query={{ lang: language }}
          fileName={`invoice-${invoice.orderNumber}.pdf`}
          label={t("invoice.paperToPay")}
        />
      )}
      <ul className="menu">
        {papers.map(({ text, url, number }) => (
          <li key={url}>
            <a className="menu-item" href={url} target="_blank" rel="noopener noreferrer">
              <Icon path={icons.paper} />
              <span>
                {text} <bdi dir="ltr">{number}</bdi>
              </span>
              <span className="visually-hidden">{t("send.newTab")}</span>
            </a>
          </li>
        ))}
      </ul>
      {evidence.map(({ attemptId }) => (
        <DownloadButton
          key={attemptId}
          call={`GET /api/v1/payments/${attemptId}/evidence`}
          query={{}}
          fileName={`evidence-${invoice.orderNumber}.zip`}
          label={t("invoice.evidence")}
        />
      ))}
    </section>
  );
}

function Facts({ invoice }: OfInvoice) {
  const { t } = useWording();
  return (
    <section className="panel" aria-labelledby="facts">
      <h2 id="facts">{t("invoice.facts")}</h2>
      <dl>
        <div className="fact">
          <dt>{t("invoice.number")}</dt>
          <dd>
            <bdi dir="ltr" className="code">
              {invoice.orderNumber}
            </bdi>
          </dd>
        </div>
        {invoice.externalOrderNumber && (
          <div className="fact">
            <dt>{t("invoice.ownNumber")}</dt>
            <dd>
              <bdi>{invoice.externalOrderNumber}</bdi>
            </dd>
          </div>
        )}
        <Acceptance invoice={invoice} />
        {invoice.dueDate && (
          <div className="fact">
            <dt>{t("invoice.dueDate")}</dt>
            <dd>
              <DateShown instant={invoice.dueDate} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** That the buyer has accepted the terms of sale, when and which: evidence in a dispute. */
function Acceptance({ invoice: { agreement, agreementAcceptance: accepted } }: OfInvoice) {
  const { t } = useWording();
  if (!agreement || !accepted) return null;
  return (
    <div className="fact">
      <dt>{t("invoice.accepted", { version: agreement.version })}</dt>
      <dd>
        <DateShown instant={accepted.acceptedAt} hasTime />
        <details>
          <summary>{t("invoice.fingerprint")}</summary>
          <bdi dir="ltr" className="code">
            {accepted.sha256}
          </bdi>
        </details>
      </dd>
    </div>
  );
}
