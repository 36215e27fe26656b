/**
 * What a messenger shows of a shared link: the tags of the Open Graph protocol (ogp.me), which WhatsApp, iMessage,
 * Telegram and X read. They name the shop or the product, and never who is to pay; no program needs a cookie for them.
 */
import type { OrderPageModel } from "#contract/order.ts";
import type { ProductLinkModel } from "#contract/product.ts";
import type { ThemeModel } from "#contract/settings.ts";
import type { Language } from "#core/language.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { translator } from "../i18n/translator.ts";
import { standingOf } from "../order/standing.ts";
import { addresses, productAddress } from "../routes.ts";
import { escapeHtml } from "./document.ts";
import { titleAmount } from "./order-title.ts";

export type LinkPreview = {
  readonly title: (language: Language) => string;
  readonly description: (language: Language) => string;
  readonly shopName: string;
  /** Absolute addresses. */
  readonly url: string;
  readonly imageUrl: string;
};

/** Of an invoice: whose it is, and its status where it cannot be paid. Its amount only where the merchant wants it shown. */
export function invoicePreview(order: OrderPageModel, theme: ThemeModel): LinkPreview {
  const resolved = resolveTheme(theme);
  const { orderNumber, merchant, serverUrl, webUrl } = order;
  return {
    title: (language) => translator(language, "invoice")("previewTitle", { shop: merchant.shopName }),
    description: (language) => {
      const t = translator(language, "invoice");
      const standing = standingOf(order, Date.now());
      const text =
        standing === "payable" ? t("previewText") : `${t(`titleStates.${standing}`)} · ${t("previewRead")}`;
      if (!resolved.showAmountInPreview) return text;
      return `${titleAmount(order.total, order.order.currencyName, language)} · ${text}`;
    },
    shopName: merchant.shopName,
    url: webUrl + addresses.invoice(orderNumber),
    imageUrl: `${serverUrl}/openApi/loadPreviewImage/o/${orderNumber}`,
  };
}

/**
 * Of a product link: what is sold.
 * @param price of one piece with VAT, major units; null where it cannot be sold
 */
export function productPreview(
  link: ProductLinkModel,
  { theme, price }: { readonly theme: ThemeModel; readonly price: number | null },
): LinkPreview {
  const resolved = resolveTheme(theme);
  const { linkIdentity, merchant, product, serverUrl, webUrl } = link;
  return {
    title: () => product.title,
    description: (language) => {
      const text = translator(language, "product")("previewText", { shop: merchant.shopName });
      if (price === null || !resolved.showAmountInPreview) return text;
      return `${titleAmount(price, link.currencyName, language)} · ${text}`;
    },
    shopName: merchant.shopName,
    url: webUrl + productAddress(linkIdentity),
    imageUrl: `${serverUrl}/openApi/loadPreviewImage/l/${linkIdentity}`,
  };
}

const locales: Readonly<Record<Language, string>> = { ar: "ar_SA", en: "en_GB" };

/** The tags, for the head. */
export function previewTags(preview: LinkPreview, language: Language): string {
  const title = preview.title(language);
  const description = preview.description(language);
  const properties = {
    type: "website",
    title,
    site_name: preview.shopName,
    url: preview.url,
    locale: locales[language],
    image: preview.imageUrl,
    "image:width": "1200",
    "image:height": "630",
    "image:alt": title,
  };
  return [
    // One element for search bars and messengers: it must fit into the first bytes.
    `<meta name="description" property="og:description" content="${escapeHtml(description)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="og:${name}" content="${escapeHtml(content)}">`,
    ),
  ].join("");
}
