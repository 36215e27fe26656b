/**
 * All documents that one buyer has of one shop, by a link that was sent to the address that the shop has of them (docs/decisions/0178).
 * Without a password: who reads the buyer's mail or messages reads this for a short while.
 */
import { useLocale, useTranslations } from "use-intl/react";
import type { BuyersDocuments, BuyersInvoice } from "#contract/pages.ts";
import { Amount } from "../components/amount.tsx";
import { ProductLogo, ShopLogo } from "../components/merchant-logo.tsx";
import { NotFoundPanel } from "../components/not-found-panel.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { formatDate } from "../i18n/format.ts";
import { translator } from "../i18n/translator.ts";
import type { Page, PageView } from "../page.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import quoteStyles from "../styles/quote.css?inline";
import tokens from "../styles/tokens.css?inline";

export const minePage: Page = {
  styles: [tokens, base, quoteStyles],
  load: async ({ params, services }) => {
    const found = await services.loadBuyersDocuments(params["token"] ?? "");
    if (!found) return overView;
    return {
      status: 200,
      title: (language) => `${translator(language, "mine")("title")} ${found.shop.merchant.shopName}`,
      theme: found.theme,
      body: <Mine found={found} />,
    };
  },
};

/** One answer for a link that is over and for one that never was. */
const overView: PageView = {
  status: 404,
  title: (language) => translator(language, "mine")("over"),
  body: <Over />,
};

function Over() {
  const t = useTranslations("mine");
  return (
    <PageFrame shop={null} logo={<ProductLogo />} layout="notice-layout">
      <NotFoundPanel title={t("over")}>
        <p>{t("overHint")}</p>
      </NotFoundPanel>
    </PageFrame>
  );
}

function Mine({ found: { shop, invoices } }: { readonly found: BuyersDocuments }) {
  const t = useTranslations("mine");
  return (
    <PageFrame shop={shop.merchant} logo={<ShopLogo merchant={shop.merchant} />} layout="mine-layout">
      <section className="mine">
        <h1>
          {t("title")} <OwnWords text={shop.merchant.shopName} />
        </h1>
        <p>{t("hint")}</p>
        {invoices.length === 0 ? (
          <p>{t("none")}</p>
        ) : (
          <ul>
            {invoices.map((invoice) => (
              <OneInvoice key={invoice.orderNumber} invoice={invoice} />
            ))}
          </ul>
        )}
      </section>
    </PageFrame>
  );
}

const nameOf = { tax_invoice: "taxInvoice", credit_note: "creditNote", debit_note: "debitNote" } as const;

function OneInvoice({ invoice }: { readonly invoice: BuyersInvoice }) {
  const t = useTranslations("mine");
  const states = useTranslations("invoice");
  const papers = useTranslations("verify");
  const language = useLocale();
  const { orderNumber, title, total, currency, createdAt, standing, receiptUrl, taxDocuments } = invoice;
  return (
    <li>
      <div className="mine-row">
        <a href={addresses.invoice(orderNumber)}>
          <OwnWords text={title} />
        </a>
        <strong>
          <Amount value={total} currency={currency} />
        </strong>
      </div>
      <div className="mine-row">
        <time dateTime={createdAt}>{formatDate(createdAt, language)}</time>
        <span>{states(`titleStates.${standing}`)}</span>
      </div>
      <bdi dir="ltr" className="code mine-number">
        {orderNumber}
      </bdi>
      {(receiptUrl !== null || taxDocuments.length > 0) && (
        <div className="mine-papers">
          {receiptUrl !== null && (
            <a href={receiptUrl} target="_blank" rel="noopener">
              {t("receipt")}
            </a>
          )}
          {taxDocuments.map(({ kind, number, url }) => (
            <a key={number} href={url} target="_blank" rel="noopener">
              {papers(nameOf[kind])} <bdi dir="ltr">{number}</bdi>
            </a>
          ))}
        </div>
      )}
    </li>
  );
}
