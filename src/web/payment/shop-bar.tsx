/** What the head of the payment page says: whose it is and, while the summary is not beside it, what it comes to. */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import type { Theme } from "#core/theme/theme.ts";
import { Amount } from "../components/amount.tsx";
import { MerchantLogo, ProductLogo } from "../components/merchant-logo.tsx";
import { OwnWords } from "../components/own-words.tsx";

export function ShopBar({ order, theme }: { readonly order: OrderPageModel; readonly theme: Theme }) {
  const t = useTranslations("payment");
  return (
    <div className="shop-bar">
      {theme.showLogo === "merchant" ? <MerchantLogo merchant={order.merchant} /> : <ProductLogo />}
      <div>
        <p className="shop-bar-name">
          <OwnWords text={order.merchant.shopName} />
        </p>
        {!theme.hideInvoiceSummery && (
          <p className="shop-bar-total">
            <span className="visually-hidden">{t("total")} </span>
            <Amount value={order.total} currency={order.order.currencyName} />
          </p>
        )}
      </div>
    </div>
  );
}
