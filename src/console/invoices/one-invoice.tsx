/** One invoice: its status, what can be done now, what happened in order, its papers. */
import type { Invoice } from "#contract/invoices.ts";
import { defaultUnit } from "#core/pricing/unit-code.ts";
import { useRead } from "../calls/queries.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { Reading } from "../display/states.tsx";
import { StandingChip } from "../display/status.tsx";
import { useWording } from "../i18n/texts.ts";
import { InvoiceRequests } from "../requests/invoice-requests.tsx";
import { invoiceRoute } from "../routes.tsx";
import { Picture } from "../selling/picture.tsx";
import { useMay } from "../session/shop.ts";
import { Screen } from "../shell/screen.tsx";
import { FulfilledChip } from "./fulfil.tsx";
import { Happened } from "./happened.tsx";
import { InvoiceActs } from "./invoice-acts.tsx";
import { InvoicePapers } from "./invoice-papers.tsx";
import { Renewal } from "./renewal.tsx";
import { ReturnRequests } from "./return-requests.tsx";

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
            <InvoiceActs invoice={found} />
            <Happened invoice={found} />
            <Lines invoice={found} />
            <InvoicePapers invoice={found} />
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
