/** The invoice view (Spec 2.1). The panel of the shop is second in reading, and first to the eye on wide windows. */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { DigitalGood, LoadedOrder, OpenReference, ReturnOfOrder } from "#contract/pages.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { type FormDraft, faultIn } from "#core/page-forms.ts";
import { resolveTheme, type Theme } from "#core/theme/theme.ts";
import { AmountDue } from "../components/amount-due.tsx";
import { DigitalGoods } from "../components/digital-goods.tsx";
import { ImageZoom } from "../components/image-zoom.tsx";
import { InvoiceBanner } from "../components/invoice-banner.tsx";
import { InvoiceDocument } from "../components/invoice-document.tsx";
import { ProductLogo, ShopLogo } from "../components/merchant-logo.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { AskForReturn, type ReturnFault, ReturnState } from "../components/return-request.tsx";
import { SidePanel } from "../components/side-panel.tsx";
import { invoicePreview } from "../document/link-preview.ts";
import { orderTitle } from "../document/order-title.ts";
import { digitalGoodsOf } from "../order/digital-goods-of.ts";
import { type Standing, standingOf } from "../order/standing.ts";
import { standingMarks } from "../order/watched.ts";
import type { Page, PageView } from "../page.ts";
import { withMailProblem } from "../payment/asked-mail.ts";
import { OpenReferences } from "../payment/open-references.tsx";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import digitalGoods from "../styles/digital-goods.css?inline";
import invoice from "../styles/invoice.css?inline";
import onPaper from "../styles/invoice-on-paper.css?inline";
import referenceMail from "../styles/reference-mail.css?inline";
import returnRequest from "../styles/return-request.css?inline";
import tokens from "../styles/tokens.css?inline";
import { invoiceNotFoundView } from "./order-not-found.tsx";

export const invoicePage: Page = {
  styles: [tokens, base, invoice, onPaper, digitalGoods, referenceMail, returnRequest],
  script: "src/web/script/invoice-script.ts",
  load: async ({ params, request, services }) => {
    const found = await services.loadOrder(params["orderNumber"] ?? "");
    if (!found) return invoiceNotFoundView;
    const { model } = found;
    const standing = standingOf(model, Date.now());
    const references = standing === "payable" ? await services.loadOpenReferences(model.orderNumber) : [];
    return invoiceView(found, {
      standing,
      goods: await digitalGoodsOf(services, model),
      references: withMailProblem(references, request),
      wasAsked: request.url.searchParams.get("mine") === "sent",
      returns: orderStatusFacts[model.order.orderStatus].wasPaid
        ? await services.loadReturn(model.orderNumber)
        : noReturn,
      returnFault: faultIn("/rest/pay/askReturn/:orderNumber", request.url),
      returnDraft: request.drafts["/rest/pay/askReturn/:orderNumber"],
    });
  },
};

const noReturn: ReturnOfOrder = { askedUntil: null, last: null };

function invoiceView({ model: order, theme }: LoadedOrder, shown: Shown): PageView {
  const { standing } = shown;
  return {
    status: 200,
    title: (language) => orderTitle(order, language),
    theme,
    preview: invoicePreview(order, theme),
    nextPages: standing === "payable" ? [addresses.info(order.orderNumber)] : [],
    body: <Invoice order={order} theme={resolveTheme(theme)} {...shown} />,
  };
}

function PrintLink({ orderNumber }: { readonly orderNumber: string }) {
  const t = useTranslations("invoice");
  return (
    <a className="button print-link" href={addresses.print(orderNumber)}>
      {t("print")}
    </a>
  );
}

/** Asks for the link to all that the buyer has of the shop; needs no script. */
function AllInvoices({
  orderNumber,
  wasAsked,
}: {
  readonly orderNumber: string;
  readonly wasAsked: boolean;
}) {
  const t = useTranslations("mine");
  const language = useLocale();
  return (
    <details className="all-invoices" id="mine" open={wasAsked}>
      <summary>{t("ask")}</summary>
      {wasAsked ? (
        <p role="status">{t("sent")}</p>
      ) : (
        <form method="post" action={`/rest/pay/documentsLink/${orderNumber}`}>
          <p>{t("askHint")}</p>
          <input type="hidden" name="lang" value={language} />
          <button type="submit" className="button">
            {t("send")}
          </button>
        </form>
      )}
    </details>
  );
}

/** What the page shows besides its order. */
type Shown = {
  readonly standing: Standing;
  readonly goods: readonly DigitalGood[];
  /** Bills and accounts for a transfer that are out. */
  readonly references: readonly OpenReference[];
  /** The link to all of the buyer's invoices was asked for a moment ago. */
  readonly wasAsked: boolean;
  /** Of what was paid. */
  readonly returns: ReturnOfOrder;
  readonly returnFault: ReturnFault | null;
  readonly returnDraft: FormDraft | undefined;
};

type InvoiceProps = Shown & { readonly order: OrderPageModel; readonly theme: Theme };

function Invoice({ order, theme, ...shown }: InvoiceProps) {
  const { standing, goods, references, wasAsked, returns, returnFault, returnDraft } = shown;
  const canPay = standing === "payable";
  const ways = references.map(({ method }) => method);
  return (
    <PageFrame
      shop={order.merchant}
      logo={theme.showLogo === "merchant" ? <ShopLogo merchant={order.merchant} /> : <ProductLogo />}
      layout={canPay ? "invoice-layout has-pay-bar" : "invoice-layout"}
      marks={standingMarks(order, standing, ways)}
    >
      <div className="invoice-main">
        <InvoiceBanner order={order} standing={standing} hidesReceipt={theme.hideVatInvoice} />
        <ReturnState order={order} found={returns} fault={returnFault} />
        <OpenReferences orderNumber={order.orderNumber} references={references} canBeMailed />
        <DigitalGoods goods={goods} />
        {/* On wide windows the panel says it (Spec 2.1). */}
        <div className="invoice-due">
          <ShopLogo merchant={order.merchant} />
          <AmountDue order={order} canPay={canPay} />
        </div>
        <InvoiceDocument order={order} />
        <PrintLink orderNumber={order.orderNumber} />
        <AskForReturn order={order} found={returns} fault={returnFault} draft={returnDraft} />
        {order.client !== null && <AllInvoices orderNumber={order.orderNumber} wasAsked={wasAsked} />}
      </div>
      <SidePanel order={order} canPay={canPay} />
      <ImageZoom />
    </PageFrame>
  );
}
