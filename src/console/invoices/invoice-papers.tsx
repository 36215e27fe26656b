/** The papers of an invoice: the receipt, tax documents, the paper to pay by, evidence of its payments. */
import type { Invoice } from "#contract/invoices.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { DownloadButton } from "../display/download-button.tsx";
import { Icon } from "../display/icon.tsx";
import * as icons from "../display/icons.ts";
import { useWording } from "../i18n/texts.ts";
import { useMay } from "../session/shop.ts";

export function InvoicePapers({ invoice }: { readonly invoice: Invoice }) {
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
