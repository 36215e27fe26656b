/** The picture at the head of a page: the merchant's own or the product's. */
import { useTranslations } from "use-intl/react";
import type { MerchantModel } from "#contract/order.ts";
import { merchantLogoAddress } from "../order/file-addresses.ts";
import { OwnWords } from "./own-words.tsx";

/** The merchant's logo; the first letter of the shop's name where there is none. Decoration: the name stands beside it. */
export function MerchantLogo({ merchant }: { readonly merchant: MerchantModel }) {
  const address = merchantLogoAddress(merchant);
  if (address === null) {
    const [initial = ""] = Array.from(merchant.shopName.trim());
    return (
      <span className="merchant-logo merchant-initial" aria-hidden="true">
        {initial.toUpperCase()}
      </span>
    );
  }
  return <img className="merchant-logo" src={address} alt="" width="100" height="100" fetchPriority="low" />;
}

/** The logo with the name, at the head of pages that say nothing else of the shop. */
export function ShopLogo({ merchant }: { readonly merchant: MerchantModel }) {
  return (
    <span className="shop-logo">
      <MerchantLogo merchant={merchant} />
      <OwnWords text={merchant.shopName} />
    </span>
  );
}

/** The product's name as its logo (decision N1). */
export function ProductLogo() {
  const t = useTranslations("common");
  return (
    <span className="product-logo">
      <svg className="product-mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" />
        <path d="M8 11.5l4 10 4-8.5 4 8.5 4-10" />
      </svg>
      <span>{t("productName")}</span>
    </span>
  );
}
