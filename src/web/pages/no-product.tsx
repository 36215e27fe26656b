/** What stands where a product link sells nothing (Spec 2.2, 8): it never was one, has expired, was withdrawn, or its shop is closed. */
import { useLocale, useTranslations } from "use-intl/react";
import type { LoadedLink } from "#contract/pages.ts";
import type { Language } from "#core/language.ts";
import { isolate } from "#core/text.ts";
import { linkErrorAddress } from "../browser/navigation.ts";
import { ProductLogo, ShopLogo } from "../components/merchant-logo.tsx";
import { NotFoundPanel } from "../components/not-found-panel.tsx";
import { NoticePanel } from "../components/notice-panel.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { ShopContact } from "../components/shop-contact.tsx";
import { translator } from "../i18n/translator.ts";
import * as icons from "../icons/icon-paths.ts";
import type { PageView } from "../page.ts";
import { addresses } from "../routes.ts";

/** Spec 2.2, 8: there is nothing behind this address. */
export const productNotFoundView: PageView = {
  status: 404,
  title: (language) => translator(language, "product")("notFound"),
  body: <ProductNotFound />,
};

function ProductNotFound() {
  const t = useTranslations("product");
  const common = useTranslations("common");
  return (
    <PageFrame shop={null} logo={<ProductLogo />} layout="notice-layout">
      <NotFoundPanel title={t("notFound")}>
        <p>{t("notFoundHint")}</p>
        <p>
          <a className="button" href={addresses.home}>
            {common("backToHome")}
          </a>
        </p>
      </NotFoundPanel>
    </PageFrame>
  );
}

type ClosedLink = Extract<LoadedLink, { kind: "closed" }>;

/**
 * A link that was one keeps its shop. One that has expired leads to the error page (decision S4); the words are for
 * answers that had begun already.
 */
export function closedView(link: ClosedLink): PageView {
  const { reason, linkIdentity, theme } = link;
  return {
    status: reason === "expired" ? 303 : 410,
    title: (language) => closedTitle(reason, language),
    theme,
    ...(reason === "expired" && { headers: { location: linkErrorAddress("expired-qr", linkIdentity) } }),
    body: <ClosedPage link={link} />,
  };
}

function closedTitle(reason: ClosedLink["reason"], language: Language): string {
  if (reason === "expired") return translator(language, "errors")("expiredQr");
  return translator(language, "product")(reason === "withdrawn" ? "withdrawn" : "shopClosed");
}

function ClosedPage({ link: { reason, shop, productTitle } }: { readonly link: ClosedLink }) {
  const t = useTranslations("product");
  const errors = useTranslations("errors");
  const isShopOpen = reason !== "shop_closed";
  return (
    <PageFrame shop={shop.merchant} logo={<ShopLogo merchant={shop.merchant} />} layout="notice-layout">
      <NoticePanel icon={reason === "expired" ? icons.clock : icons.alert}>
        <h1>{closedTitle(reason, useLocale())}</h1>
        <p>
          <OwnWords text={productTitle} />
        </p>
        <p>{t(isShopOpen ? "withdrawnHint" : "shopClosedHint")}</p>
        <ShopContact
          shop={shop}
          label={errors(isShopOpen ? "whatsApp" : "askByWhatsApp")}
          message={errors(isShopOpen ? "productRequest" : "productQuestion", {
            shop: isolate(shop.merchant.shopName),
            product: isolate(productTitle),
          })}
        />
      </NoticePanel>
    </PageFrame>
  );
}
