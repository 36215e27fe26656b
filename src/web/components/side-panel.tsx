/**
 * The panel beside the invoice: whose shop, how much, the QR code, the way to pay. On small screens it comes after the
 * invoice, with the QR code and the way to pay: what else is in it the first screen has said.
 */
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { qrCodeAddress } from "../order/file-addresses.ts";
import { addresses } from "../routes.ts";
import { Amount } from "./amount.tsx";
import { AmountDue } from "./amount-due.tsx";
import { MerchantLogo } from "./merchant-logo.tsx";
import { OwnWords } from "./own-words.tsx";

type SidePanelProps = {
  readonly order: OrderPageModel;
  /** The order can be paid now: unpaid, not expired, no payment being checked. */
  readonly canPay: boolean;
  /** A paper that is no tax invoice does without the tax QR code. */
  readonly hidesQr?: boolean;
  /** What can be done with what is not paid here: with an offer. */
  readonly children?: ReactNode;
};

export function SidePanel({ order, canPay, hidesQr = false, children }: SidePanelProps) {
  const t = useTranslations("invoice");
  return (
    <aside className="side-panel" aria-label={t("summary")}>
      <div className="shop">
        <MerchantLogo merchant={order.merchant} />
        <p className="shop-name">
          <OwnWords text={order.merchant.shopName} />
        </p>
      </div>
      <AmountDue order={order} canPay={canPay} />
      {orderStatusFacts[order.order.orderStatus].showsQrCode && !hidesQr && <QrCode order={order} />}
      {canPay && (
        <div className="pay-bar">
          <p className="pay-bar-total" aria-hidden="true">
            <Amount value={order.total} currency={order.order.currencyName} />
          </p>
          <a className="button button-primary" href={addresses.info(order.orderNumber)}>
            {t("proceed")}
          </a>
        </div>
      )}
      {children}
    </aside>
  );
}

/** Whether the order's QR code is the tax invoice's (decision K17); before and without one it is an address. */
export function isTaxInvoiced({ taxDocuments }: OrderPageModel): boolean {
  return taxDocuments.some(({ kind }) => kind === "tax_invoice");
}

/** The tax QR code of an order with a tax invoice, else the invoice's address (decision K17); in words, too. */
function QrCode({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const isTax = isTaxInvoiced(order);
  const address = `${order.webUrl}${addresses.invoice(order.orderNumber)}`;
  return (
    <figure className="qr-code">
      <img
        src={qrCodeAddress(order.orderNumber)}
        alt={t(isTax ? "qrTax" : "qrLink")}
        width="180"
        height="180"
        fetchPriority="low"
      />
      <figcaption>
        {t(isTax ? "qrTaxHint" : "qrLinkHint")}
        {!isTax && (
          <>
            {" "}
            <a href={address}>
              <bdi dir="ltr">{address}</bdi>
            </a>
          </>
        )}
      </figcaption>
    </figure>
  );
}
