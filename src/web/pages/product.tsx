/** The product page of a payment link (Spec 2.2): what is sold and by whom, and the form to order it. */

import { useLocale, useTranslations } from "use-intl/react";
import type { ProductLinkModel } from "#contract/product.ts";
import type { Language } from "#core/language.ts";
import { clampQuantity, isOutOfStock } from "#core/product-link.ts";
import { resolveTheme, type Theme } from "#core/theme.ts";
import { allowedMethods } from "#methods/allowed.ts";
import { ImageZoom } from "../components/image-zoom.tsx";
import { MerchantLogo, ProductLogo } from "../components/merchant-logo.tsx";
import { Modal } from "../components/modal.tsx";
import { NeedsScript } from "../components/needs-script.tsx";
import { NotFoundPanel } from "../components/not-found-panel.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { TermsClauses } from "../components/terms-clauses.tsx";
import { translator } from "../i18n/translator.ts";
import { Island } from "../island.tsx";
import { productPreview } from "../link-preview.ts";
import { errorAddress } from "../navigation.ts";
import { titleAmount } from "../order-title.ts";
import type { Page, PageView } from "../page.ts";
import { amountsOf, toOffer } from "../product/offer.ts";
import { OfferPrice } from "../product/offer-price.tsx";
import { OutOfStock } from "../product/out-of-stock.tsx";
import { MethodLogos, ProductImage, ShopCard } from "../product/product-parts.tsx";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import forms from "../styles/forms.css?inline";
import product from "../styles/product.css?inline";
import tokens from "../styles/tokens.css?inline";

export const productPage: Page = {
  styles: [tokens, base, forms, product],
  islands: ["product"],
  load: async ({ params, services }) => {
    const found = await services.loadProductLink(params["linkIdentity"] ?? "");
    if (!found) return productNotFoundView;
    if (found.kind === "expired") return expiredView;
    const { model, theme } = found;
    const terms = model.hasAgreement ? await services.loadLinkAgreement(model.linkIdentity) : null;
    return {
      status: 200,
      title: (language) => productTitle(model, language),
      theme,
      preview: productPreview(model, { theme, price: pieceWithVat(model) }),
      body: <ProductPage model={model} theme={resolveTheme(theme)} terms={terms} />,
    };
  },
};

/** A link whose time is over leads to the error page; the words are for answers that had begun already. */
const expiredView: PageView = {
  status: 303,
  title: (language) => translator(language, "errors")("expiredQr"),
  headers: { location: errorAddress("expired-qr") },
  body: <Notice text={(language) => translator(language, "errors")("expiredQr")} />,
};

/** Spec 2.2, 8: whatever the reason, there is nothing behind this address. */
const productNotFoundView: PageView = {
  status: 404,
  title: (language) => translator(language, "product")("notFound"),
  body: <Notice text={(language) => translator(language, "product")("notFound")} />,
};

function Notice({ text }: { readonly text: (language: Language) => string }) {
  const t = useTranslations("product");
  return (
    <PageFrame logo={<ProductLogo />} layout="notice-layout">
      <NotFoundPanel title={text(useLocale())}>
        <p>{t("notFoundHint")}</p>
      </NotFoundPanel>
    </PageFrame>
  );
}

/** "Sukkari dates – Dar Rana – SAR 115.00", in the language of the page. */
function productTitle(model: ProductLinkModel, language: Language): string {
  const { title, price, stockQty } = model.product;
  const amounts = amountsOf(toOffer(model), { qty: clampQuantity(model.qty, stockQty), price });
  const names = `${title} – ${model.merchant.shopName}`;
  return amounts ? `${names} – ${titleAmount(amounts.total, model.currencyName, language)}` : names;
}

/** What one piece costs its buyer, major units; null where it cannot be sold. */
function pieceWithVat(model: ProductLinkModel): number | null {
  const offer = toOffer(model);
  return amountsOf(offer, { qty: 1, price: offer.price })?.total ?? null;
}

const termsDialogId = "sales-terms";

type ProductPageProps = {
  readonly model: ProductLinkModel;
  readonly theme: Theme;
  /** The link's own terms of sale, or null. */
  readonly terms: { readonly title: string; readonly body: string } | null;
};

function ProductPage({ model, theme, terms }: ProductPageProps) {
  const t = useTranslations("product");
  const { merchant, product: sold } = model;
  const isSoldOut = isOutOfStock(sold.stockQty);
  const isShopLogo = theme.showLogo === "merchant";
  const layout = [
    "product-layout",
    ...(isShopLogo ? ["has-shop-logo"] : []),
    ...(isSoldOut ? [] : ["has-checkout-bar"]),
  ];
  return (
    <PageFrame
      logo={isShopLogo ? <MerchantLogo merchant={merchant} /> : <ProductLogo />}
      layout={layout.join(" ")}
    >
      <ShopCard merchant={merchant} />
      <article className="product-panel">
        <ProductImage product={sold} />
        <div className="product-offer">
          <h1>
            <OwnWords text={sold.title} />
          </h1>
          {isSoldOut ? <SoldOutOffer model={model} /> : <OpenOffer model={model} />}
          <p className="terms-link">
            <a href={addresses.salesTerms} target="_blank" rel="noopener" data-opens={termsDialogId}>
              {t("terms")}
            </a>
          </p>
          {theme.showPaymentMethods && <MethodLogos model={model} />}
        </div>
      </article>
      <TermsDialog terms={terms} />
      <ImageZoom />
    </PageFrame>
  );
}

function OpenOffer({ model }: { readonly model: ProductLinkModel }) {
  const t = useTranslations("product");
  const language = useLocale();
  const instalments = allowedMethods(model).filter(({ isInstalments }) => isInstalments);
  const instalmentNames = instalments.map(({ id }) => translator(language, id)("label"));
  return (
    <>
      <NeedsScript
        text={t("needsScript")}
        instead=".quantity, .coupon, .product-fields fieldset, .checkout-bar"
      />
      <Island name="product" props={{ offer: toOffer(model), instalmentNames }} />
    </>
  );
}

/** Price and description; nothing that needs a script. */
function SoldOutOffer({ model }: { readonly model: ProductLinkModel }) {
  const offer = toOffer(model);
  return (
    <div className="product-form">
      <OfferPrice offer={offer} amounts={amountsOf(offer, { qty: 1, price: offer.price })} />
      <OutOfStock />
    </div>
  );
}

/** The link's own terms first, then those of every sale. */
function TermsDialog({ terms }: Pick<ProductPageProps, "terms">) {
  const language = useLocale();
  const general = translator(language, "terms")("title");
  return (
    <Modal id={termsDialogId} title={terms?.title ?? general}>
      <div className="terms">
        {terms && (
          <>
            <p className="terms-own">{terms.body}</p>
            <h3>{general}</h3>
          </>
        )}
        <TermsClauses language={language} />
      </div>
    </Modal>
  );
}
