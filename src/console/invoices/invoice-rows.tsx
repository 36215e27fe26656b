/** Invoices as cards on phones and as a table where there is room. */
import { lazy, Suspense, useState } from "react";
import type { InvoiceSummary } from "#contract/invoices.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Amount } from "../display/amount.tsx";
import { DateShown } from "../display/date.tsx";
import { Icon } from "../display/icon.tsx";
import { repeat, send } from "../display/icons.ts";
import { RowLink } from "../display/row-link.tsx";
import { StandingChip } from "../display/status.tsx";
import { useWide } from "../display/wide.ts";
import { useWording, withTexts } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";

const SendDialog = lazy(() => withTexts(() => import("./send-dialog.tsx")));

type Rows = { readonly invoices: readonly InvoiceSummary[] };

export function InvoiceRows({ invoices }: Rows) {
  const isWide = useWide();
  const [sent, setSent] = useState<string | null>(null);
  return (
    <>
      {isWide ? (
        <Table invoices={invoices} onSend={setSent} />
      ) : (
        <ul className="cards">
          {invoices.map((invoice) => (
            <li key={invoice.orderNumber} className="card">
              <div className="card-row">
                <span className="card-title">
                  <InvoiceName invoice={invoice} />
                  <StandingChip invoice={invoice} />
                </span>
                <Amount amount={invoice.total} currency={invoice.currency} />
              </div>
              <div className="card-row">
                <DateShown instant={invoice.createdAt} />
                <Acts invoice={invoice} onSend={setSent} />
              </div>
            </li>
          ))}
        </ul>
      )}
      <Suspense>{sent !== null && <SendDialog orderNumber={sent} onClose={() => setSent(null)} />}</Suspense>
    </>
  );
}

function Table({ invoices, onSend }: Rows & { readonly onSend: (orderNumber: string) => void }) {
  const { t } = useWording();
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{t("invoices.column.client")}</th>
          <th scope="col">{t("invoices.column.date")}</th>
          <th scope="col">{t("invoices.column.status")}</th>
          <th scope="col" className="number">
            {t("invoices.column.amount")}
          </th>
          <th scope="col">
            <span className="visually-hidden">{t("invoices.column.acts")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <tr key={invoice.orderNumber}>
            <th scope="row">
              <InvoiceName invoice={invoice} />
            </th>
            <td>
              <DateShown instant={invoice.createdAt} />
            </td>
            <td>
              <StandingChip invoice={invoice} />
            </td>
            <td className="number">
              <Amount amount={invoice.total} currency={invoice.currency} />
            </td>
            <td>
              <Acts invoice={invoice} onSend={onSend} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whom it is for, by name or mobile, else its number: what the owner knows it by. */
export function InvoiceName({ invoice }: { readonly invoice: NamedInvoice }) {
  const { orderNumber } = invoice;
  const name = nameOf(invoice);
  const isNumber = /^[•+\w-]+$/.test(name);
  return (
    <RowLink to="/invoices/$orderNumber" params={{ orderNumber }}>
      <bdi dir={isNumber ? "ltr" : undefined}>{name}</bdi>
    </RowLink>
  );
}

type NamedInvoice = Pick<
  InvoiceSummary,
  "orderNumber" | "externalOrderNumber" | "clientName" | "clientMobile"
> & { readonly payer: { readonly name: string | null; readonly mobile: string | null } | null };

/** The same for each list that names invoices. */
export function nameOf(invoice: NamedInvoice): string {
  const { orderNumber, externalOrderNumber, clientName, clientMobile, payer } = invoice;
  return clientName ?? payer?.name ?? clientMobile ?? payer?.mobile ?? externalOrderNumber ?? orderNumber;
}

type ActsProps = { readonly invoice: InvoiceSummary; readonly onSend: (orderNumber: string) => void };

function Acts({ invoice, onSend }: ActsProps) {
  const { t } = useWording();
  const mayIssue = useMay("invoices.issue");
  if (!mayIssue) return null;
  const isPayable = orderStatusFacts[invoice.status].standing === "payable";
  return (
    <div className="row-acts">
      {isPayable && (
        <button type="button" className="act" onClick={() => onSend(invoice.orderNumber)}>
          <Icon path={send} className="is-directed" />
          {t("invoices.send")}
        </button>
      )}
      <RowLink to="/invoices/new" search={{ repeat: invoice.orderNumber }} className="act">
        <Icon path={repeat} />
        {t("invoices.repeat")}
      </RowLink>
    </div>
  );
}
