/** The printable invoice (Spec 2.1): what the invoice view shows, black on white, on sheets of A4 and on rolls of 80 mm; of a
 * sale with a simplified tax invoice it is that one, of one with a standard tax invoice it says where that is (decision 0079). */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { NamedTaxInvoice, PrintedTaxInvoice } from "#contract/pages.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { ImageZoom } from "../components/image-zoom.tsx";
import { InvoiceBanner } from "../components/invoice-banner.tsx";
import { InvoiceDocument } from "../components/invoice-document.tsx";
import { LanguageSwitch } from "../components/language-switch.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PaperLink } from "../components/paper-link.tsx";
import { isTaxInvoiced, SidePanel } from "../components/side-panel.tsx";
import { orderTitle } from "../document/order-title.ts";
import { vatInvoiceAddress } from "../order/file-addresses.ts";
import { paperStandingOf, type Standing } from "../order/standing.ts";
import type { Page } from "../page.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import invoice from "../styles/invoice.css?inline";
import onPaper from "../styles/invoice-on-paper.css?inline";
import print from "../styles/print.css?inline";
import tokens from "../styles/tokens.css?inline";
import { invoiceNotFoundView } from "./order-not-found.tsx";

export const printPage: Page = {
  styles: [tokens, base, invoice, onPaper, print],
  load: async ({ params, services }) => {
    const found = await services.loadOrder(params["orderNumber"] ?? "");
    if (!found) return invoiceNotFoundView;
    const { model, theme } = found;
    // Also one that is not cleared yet, which the order's page does not name: its title says so.
    const mayHavePaper =
      orderStatusFacts[model.order.orderStatus].wasPaid && !resolveTheme(theme).hideVatInvoice;
    const taxInvoice = mayHavePaper ? await services.loadTaxInvoice(model.orderNumber) : null;
    return {
      status: 200,
      title: (language) => orderTitle(model, language),
      theme,
      body: (
        <PrintableInvoice
          order={model}
          standing={paperStandingOf(model, Date.now())}
          taxInvoice={taxInvoice}
        />
      ),
    };
  },
};

type PrintableInvoiceProps = {
  readonly order: OrderPageModel;
  readonly standing: Standing;
  /** Null where none was issued, or the theme hides it. */
  readonly taxInvoice: PrintedTaxInvoice | null;
};

function PrintableInvoice({ order, standing, taxInvoice }: PrintableInvoiceProps) {
  const t = useTranslations("invoice");
  const payment = useTranslations("payment");
  const paper = taxInvoice?.form === "simplified" ? taxInvoice : null;
  return (
    <PageFrame shop={order.merchant} logo={null} layout="print-layout" isBare>
      <div className="print-bar">
        <button type="button" className="button button-primary" data-prints="" hidden>
          {t("print")}
        </button>
        <a href={addresses.invoice(order.orderNumber)}>{payment("viewInvoice")}</a>
        <LanguageSwitch />
      </div>
      <div className={paper?.isStamped ? "print-sheet has-stamped-code" : "print-sheet"}>
        {/* Decision 0038: where the tax QR code is, the paper says what the tax invoice says. */}
        <SidePanel order={order} canPay={false} hidesQr={isTaxInvoiced(order) && paper === null} />
        {/* A link cannot be followed on paper: the receipt is the invoice view. */}
        <InvoiceBanner order={order} standing={standing} hidesReceipt />
        {taxInvoice?.form === "standard" && <NotTheTaxInvoice order={order} taxInvoice={taxInvoice} />}
        <InvoiceDocument order={order} taxInvoice={paper} />
      </div>
      <ImageZoom />
    </PageFrame>
  );
}

type NotTheTaxInvoiceProps = { readonly order: OrderPageModel; readonly taxInvoice: NamedTaxInvoice };

/** A link while the order's page has one, too: not before it is cleared (decision 0081). */
function NotTheTaxInvoice({ order, taxInvoice: { title, number } }: NotTheTaxInvoiceProps) {
  const t = useTranslations("invoice");
  const name = title[useLocale()];
  return (
    <div className="not-tax-invoice">
      <p>{t("notTaxInvoice")}</p>
      {isTaxInvoiced(order) ? (
        <PaperLink address={vatInvoiceAddress(order)} label={name} number={number} />
      ) : (
        <p>
          {name} <bdi dir="ltr">{number}</bdi>
        </p>
      )}
    </div>
  );
}
