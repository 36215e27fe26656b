/** The notice above an invoice that cannot be paid now: why, and what can be done (Spec 2.1, decisions S3 and S4). */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { checkingAddress, errorAddress } from "../browser/navigation.ts";
import { formatDateTime } from "../i18n/format.ts";
import {
  creditNoteAddress,
  debitNoteAddress,
  receiptAddress,
  vatInvoiceAddress,
} from "../order/file-addresses.ts";
import type { Standing } from "../order/standing.ts";
import { Banner } from "./banner.tsx";
import { PaperLink } from "./paper-link.tsx";
import { PartGivenBack } from "./part-given-back.tsx";
import { SurplusBeside } from "./surplus-beside.tsx";

type InvoiceBannerProps = {
  readonly order: OrderPageModel;
  readonly standing: Standing;
  /** Spec 2.1: the receipt link is hidden when the theme hides the tax invoice; so are the tax documents' links. */
  readonly hidesReceipt: boolean;
};

/** Nothing for an invoice that can be paid. */
export function InvoiceBanner({ order, standing, hidesReceipt }: InvoiceBannerProps) {
  const t = useTranslations("invoice");
  const errors = useTranslations("errors");
  const language = useLocale();
  switch (standing) {
    case "payable":
      return null;
    case "checking":
      return (
        <Banner kind="checking" title={t("inProgress")}>
          <p>{t("inProgressHint")}</p>
          <p>
            <a href={checkingAddress(order)}>{t("checkAgain")}</a>
          </p>
        </Banner>
      );
    case "surplus":
      return (
        <Banner kind="surplus" title={t("surplus")}>
          <p>{t("surplusHint")}</p>
        </Banner>
      );
    case "expired":
      return (
        <Banner kind="expired" title={t("expired")}>
          {order.expiryDate !== null && (
            <p>{t("expiredHint", { date: formatDateTime(order.expiryDate, language) })}</p>
          )}
          <p>
            <a href={errorAddress("expired-qr", order.orderNumber)}>{errors("newLink")}</a>
          </p>
        </Banner>
      );
    case "cancelled":
      return (
        <Banner kind="cancelled" title={t("cancelled")}>
          <p>{t("cancelledHint")}</p>
          <SurplusBeside order={order} />
        </Banner>
      );
    case "paid":
    case "refunded":
      return (
        <Banner kind={standing} title={t(settledTitles[standing])}>
          {standing === "refunded" && <p>{t("refundedHint")}</p>}
          <PartGivenBack order={order} />
          <SurplusBeside order={order} />
          {!hidesReceipt && <Papers order={order} />}
        </Banner>
      );
  }
}

/** A standing that joins them has a title of its own, or does not compile. */
const settledTitles = { paid: "alreadyPaid", refunded: "refunded" } as const;

/** The receipt, and the tax invoice and notes that were issued. */
function Papers({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  return (
    <div className="papers">
      <PaperLink address={receiptAddress(order)} label={t("downloadReceipt")} />
      {order.taxDocuments.map(({ kind, number }) =>
        kind === "tax_invoice" ? (
          <PaperLink key={number} address={vatInvoiceAddress(order)} label={t("downloadVatInvoice")} />
        ) : (
          <PaperLink
            key={number}
            address={(kind === "debit_note" ? debitNoteAddress : creditNoteAddress)(order, number)}
            label={t(kind === "debit_note" ? "downloadDebitNote" : "downloadCreditNote")}
            number={number}
          />
        ),
      )}
    </div>
  );
}
