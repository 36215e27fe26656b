/** The product page of a payment link (Spec 2.2): what is sold and by whom, and the form to order it. */
import { useLocale, useTranslations } from "use-intl/react";
import type { FilledIn, InstalmentService, ShopModel, ShownTerms } from "#contract/pages.ts";
import type { ProductLinkModel } from "#contract/product.ts";
import type { Language } from "#core/language.ts";
import { saudiArabia } from "#core/phone/mobile.ts";
import { clampQuantity, isOutOfStock } from "#core/pricing/product-link.ts";
import { isolate } from "#core/text.ts";
import { resolveTheme, type Theme } from "#core/theme/theme.ts";
import { ImageZoom } from "../components/image-zoom.tsx";
import { LateStyles } from "../components/late-styles.tsx";
import { ProductLogo, ShopLogo } from "../components/merchant-logo.tsx";
import { Modal } from "../components/modal.tsx";
import { NeedsScript } from "../components/needs-script.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { PayUntil } from "../components/pay-until.tsx";
import { Seller } from "../components/seller.tsx";
import { ShopContact } from "../components/shop-contact.tsx";
import { TermsClauses } from "../components/terms-clauses.tsx";
import { productPreview } from "../document/link-preview.ts";
import { titleAmount } from "../document/order-title.ts";
import { namedCountry } from "../forms/country-name.ts";
import { translator } from "../i18n/translator.ts";
import { writtenLanguage } from "../i18n/written-language.ts";
import { Island } from "../island/island.tsx";
import { termsIn } from "../order/terms-in.ts";
import type { Page } from "../page.ts";
import { amountsOf, asksMore, toOffer } from "../product/offer.ts";
import { OfferPrice, type OfferPriceProps } from "../product/offer-price.tsx";
import { OutOfStock } from "../product/out-of-stock.tsx";
import { MethodLogos, ProductImage } from "../product/product-parts.tsx";
import { addresses } from "../routes.ts";
import asking from "../styles/asking.css?inline";
import base from "../styles/base.css?inline";
import forms from "../styles/forms.css?inline";
import product from "../styles/product.css?inline";
import tokens from "../styles/tokens.css?inline";
import { closedView, productNotFoundView } from "./no-product.tsx";

export const productPage: Page = {
  styles: [tokens, base, forms, product],
  islands: ["product", "asking"],
  load: async ({ params, services, request }) => {
    const prefill = request.url.searchParams.get("for");
    const found = await services.loadProductLink(params["linkIdentity"] ?? "", prefill);
    if (!found) return productNotFoundView;
    if (found.kind === "closed") return closedView(found);
    const { model, instalments, shop, theme, filledIn = null } = found;
    const terms = model.hasAgreement ? await services.loadLinkAgreement(model.linkIdentity) : null;
    return {
      status: 200,
      title: (language) => productTitle(model, language),
      theme,
      preview: productPreview(model, { theme, price: pieceWithVat(model) }),
      body: (
        <ProductPage
          model={model}
          instalments={instalments}
          shop={shop}
          theme={resolveTheme(theme)}
          terms={terms}
          filledIn={filledIn}
        />
      ),
    };
  },
};

/** "Sukkari dates – Dar Rana – SAR 115.00", in the language of the page; of what its buyer chooses the bounds. */
function productTitle(model: ProductLinkModel, language: Language): string {
  const { title, price, stockQty } = model.product;
  const names = `${title} – ${model.merchant.shopName}`;
  if (model.buyerAmount) {
    const shown = (value: number) => titleAmount(value, model.currencyName, language);
    const { least, most } = model.buyerAmount;
    return `${names} – ${translator(language, "asking")("bounds", { least: shown(least), most: shown(most) })}`;
  }
  const amounts = amountsOf(toOffer(model), { qty: clampQuantity(model.qty, stockQty), price });
  return amounts ? `${names} – ${titleAmount(amounts.total, model.currencyName, language)}` : names;
}

/** What one piece costs its buyer, major units; null where it cannot be sold, or its buyer chooses. */
function pieceWithVat(model: ProductLinkModel): number | null {
  if (model.buyerAmount) return null;
  const offer = toOffer(model);
  return amountsOf(offer, { qty: 1, price: offer.price })?.total ?? null;
}

const termsDialogId = "sales-terms";

type ProductPageProps = {
  readonly model: ProductLinkModel;
  readonly instalments: readonly InstalmentService[];
  readonly shop: ShopModel;
  readonly theme: Theme;
  /** The link's own terms of sale, or null. */
  readonly terms: ShownTerms | null;
  /** By the shop, for the buyer who was given this address. */
  readonly filledIn: FilledIn | null;
};

function ProductPage({ model, instalments, shop, theme, terms, filledIn }: ProductPageProps) {
  const t = useTranslations("product");
  const { merchant, product: sold } = model;
  const isSoldOut = isOutOfStock(sold.stockQty);
  const isShopLogo = theme.showLogo === "merchant";
  return (
    <PageFrame
      shop={merchant}
      logo={isShopLogo ? <ShopLogo merchant={merchant} /> : <ProductLogo />}
      layout={isSoldOut ? "product-layout" : "product-layout has-checkout-bar"}
    >
      {!isShopLogo && <ShopLogo merchant={merchant} />}
      <article className="product-panel">
        <ProductImage product={sold} />
        <div className="product-offer">
          <h1>
            <OwnWords text={sold.title} />
          </h1>
          {!isSoldOut && model.expiryDate !== null && <PayUntil until={model.expiryDate} of="offer" />}
          {isSoldOut ? (
            <SoldOutOffer model={model} shop={shop} />
          ) : (
            <OpenOffer model={model} instalments={instalments} filledIn={filledIn} />
          )}
          <p className="terms-link">
            <a href={addresses.salesTerms} target="_blank" rel="noopener" data-opens={termsDialogId}>
              {t("terms")}
            </a>
          </p>
          {theme.showPaymentMethods && <MethodLogos model={model} />}
        </div>
      </article>
      <Seller shop={shop} />
      <TermsDialog terms={terms} />
      <ImageZoom />
    </PageFrame>
  );
}

type OpenOfferProps = Pick<ProductPageProps, "model" | "instalments" | "filledIn">;

function OpenOffer({ model, instalments, filledIn }: OpenOfferProps) {
  const t = useTranslations("product");
  const language = useLocale();
  return (
    <>
      <NeedsScript text={t("needsScript")} instead=".product-fields > :not(.order-amounts), .checkout-bar" />
      {asksMore(model) && <LateStyles sheets={[asking]} />}
      <Island
        name={asksMore(model) ? "asking" : "product"}
        props={{
          offer: toOffer(model),
          // Which of them take the order moves with its amount: the island names those that do.
          instalments: instalments.map(({ id, ...limits }) => ({
            name: translator(language, id)("label"),
            ...limits,
          })),
          ...(filledIn && { filledIn }),
          start: namedCountry(filledIn?.country ?? saudiArabia, language),
          ...describedIn(model, language),
        }}
      />
    </>
  );
}

/** The language of the description, where it is the other one. It is found out here: the island has no need of it. */
function describedIn({ product }: ProductLinkModel, language: Language): Pick<OfferPriceProps, "described"> {
  const written = writtenLanguage(product.description ?? "");
  return written === null || written === language ? {} : { described: written };
}

/** Price and description, and whom to ask when there is more; nothing that needs a script. */
function SoldOutOffer({ model, shop }: Pick<ProductPageProps, "model" | "shop">) {
  const t = useTranslations("errors");
  const offer = toOffer(model);
  const message = t("productQuestion", {
    shop: isolate(shop.merchant.shopName),
    product: isolate(model.product.title),
  });
  return (
    <div className="product-form">
      <OfferPrice
        offer={offer}
        amounts={offer.buyerAmount ? null : amountsOf(offer, { qty: 1, price: offer.price })}
        {...describedIn(model, useLocale())}
      />
      <OutOfStock />
      <ShopContact shop={shop} label={t("askByWhatsApp")} message={message} />
    </div>
  );
}

/** The link's own terms first, then those of every sale. */
function TermsDialog({ terms }: Pick<ProductPageProps, "terms">) {
  const language = useLocale();
  const general = translator(language, "terms")("title");
  const own = terms && termsIn(terms, language);
  return (
    <Modal id={termsDialogId} title={own?.title ?? general}>
      <div className="terms">
        {own && (
          <>
            <p className="terms-own" lang={writtenLanguage(own.text) ?? undefined}>
              {own.text}
            </p>
            <h3>{general}</h3>
          </>
        )}
        <TermsClauses language={language} />
      </div>
    </Modal>
  );
}
