/** A quote (docs/decisions/0179): what is offered until when, and the buyer's answer, by two forms that need no script. */
import { useLocale, useTranslations } from "use-intl/react";
import type { LoadedQuote } from "#contract/pages.ts";
import { isolate } from "#core/text.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { AmountDue } from "../components/amount-due.tsx";
import { Banner } from "../components/banner.tsx";
import { ImageZoom } from "../components/image-zoom.tsx";
import { InvoiceDocument } from "../components/invoice-document.tsx";
import { ProductLogo, ShopLogo } from "../components/merchant-logo.tsx";
import { NotFoundPanel } from "../components/not-found-panel.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { ShopContact } from "../components/shop-contact.tsx";
import { SidePanel } from "../components/side-panel.tsx";
import { formatDate } from "../i18n/format.ts";
import { translator } from "../i18n/translator.ts";
import type { Page, PageView } from "../page.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import invoice from "../styles/invoice.css?inline";
import onPaper from "../styles/invoice-on-paper.css?inline";
import quoteStyles from "../styles/quote.css?inline";
import tokens from "../styles/tokens.css?inline";

export const quotePage: Page = {
  styles: [tokens, base, invoice, onPaper, quoteStyles],
  load: async ({ params, request, services }) => {
    const language = request.language ?? "ar";
    const found = await services.loadQuote(params["quoteNumber"] ?? "", language);
    if (!found) return notFoundView;
    const { model, theme, quote } = found;
    return {
      status: 200,
      title: (said) =>
        translator(said, "quote")("titleOf", { number: quote.number, shop: model.merchant.shopName }),
      theme,
      body: <Quote found={found} />,
    };
  },
};

const notFoundView: PageView = {
  status: 404,
  title: (language) => translator(language, "quote")("unknown"),
  body: <NotFound />,
};

function NotFound() {
  const t = useTranslations("quote");
  return (
    <PageFrame shop={null} logo={<ProductLogo />} layout="notice-layout">
      <NotFoundPanel title={t("unknown")}>
        <p>{t("unknownHint")}</p>
      </NotFoundPanel>
    </PageFrame>
  );
}

type QuoteProps = { readonly found: LoadedQuote };

function Quote({ found }: QuoteProps) {
  const { model, theme } = found;
  const isShopLogo = resolveTheme(theme).showLogo === "merchant";
  return (
    <PageFrame
      shop={model.merchant}
      logo={isShopLogo ? <ShopLogo merchant={model.merchant} /> : <ProductLogo />}
      layout="invoice-layout quote-layout"
    >
      <div className="invoice-main">
        <Standing found={found} />
        {/* On wide windows the panel says it. */}
        <div className="invoice-due">
          <ShopLogo merchant={model.merchant} />
          <AmountDue order={model} canPay={false} />
        </div>
        <InvoiceDocument order={model} head={<QuoteHead found={found} />} />
      </div>
      <SidePanel order={model} canPay={false} hidesQr>
        <Answer found={found} />
      </SidePanel>
      <ImageZoom />
    </PageFrame>
  );
}

function QuoteHead({ found: { model, quote } }: QuoteProps) {
  const t = useTranslations("quote");
  const language = useLocale();
  const name = model.client?.name?.trim();
  // At noon of Riyadh: the day is the same wherever it is formatted.
  const lastDay = `${quote.validUntil}T09:00:00Z`;
  return (
    <header className="invoice-head">
      <h1>
        {name ? (
          <>
            <span className="invoice-for">{t("for")}</span> <OwnWords text={name} />
          </>
        ) : (
          t("title")
        )}
      </h1>
      <dl className="facts">
        <div>
          <dt>{t("number")}</dt>
          <dd>
            <bdi dir="ltr" className="code">
              {quote.number}
            </bdi>
          </dd>
        </div>
        <div>
          <dt>{t("validUntil")}</dt>
          <dd>
            <time dateTime={quote.validUntil}>{formatDate(lastDay, language)}</time>
          </dd>
        </div>
      </dl>
    </header>
  );
}

/** What has become of it; of an open one, what accepting it means. */
function Standing({ found: { model, quote } }: QuoteProps) {
  const t = useTranslations("quote");
  if (quote.state === "accepted")
    return (
      <Banner kind="paid" title={t("accepted")}>
        <p>{t("acceptedHint")}</p>
        {quote.orderNumber !== null && (
          <p>
            <a href={addresses.invoice(quote.orderNumber)}>{t("openInvoice")}</a>
          </p>
        )}
      </Banner>
    );
  if (quote.state === "open" && !quote.isOutdated) return <p className="quote-hint">{t("hint")}</p>;
  const shop = isolate(model.merchant.shopName);
  return (
    <Banner kind="cancelled" title={t(quote.state === "open" ? "outdated" : quote.state)}>
      <p>{t("closedHint")}</p>
      <ShopContact shop={model} label={t("ask")} message={t("request", { shop, number: quote.number })} />
    </Banner>
  );
}

function Answer({ found: { quote } }: QuoteProps) {
  const t = useTranslations("quote");
  const language = useLocale();
  if (quote.state !== "open" || quote.isOutdated) return null;
  const form = (answer: "accept" | "decline", look: string) => (
    <form method="post" action={`/rest/pay/quote/${quote.quoteNumber}/${answer}`}>
      <input type="hidden" name="lang" value={language} />
      <button type="submit" className={look}>
        {t(answer)}
      </button>
    </form>
  );
  return (
    <div className="quote-answer">
      {form("accept", "button button-primary")}
      {form("decline", "button")}
    </div>
  );
}
