/** The start page: what this is, and a box that opens an invoice by its number (decision N3). Works without scripts. */
import { useTranslations } from "use-intl/react";
import { readOrderNumber } from "#core/crockford.ts";
import { ProductLogo } from "../components/merchant-logo.tsx";
import { NumberForm } from "../components/number-form.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { translator } from "../i18n/translator.ts";
import type { Page, PageView } from "../page.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import home from "../styles/home.css?inline";
import tokens from "../styles/tokens.css?inline";

/** Name of the box in the address. */
const numberField = "number";

export const homePage: Page = {
  styles: [tokens, base, home],
  load: async ({ request }) => {
    const typed = request.url.searchParams.get(numberField);
    const orderNumber = typed === null ? null : readOrderNumber(typed);
    return orderNumber === null ? homeView(typed) : redirectTo(addresses.invoice(orderNumber));
  },
};

/** `typed` is what was typed and cannot be a number, or null. */
function homeView(typed: string | null): PageView {
  return {
    status: 200,
    title: (language) =>
      `${translator(language, "common")("homeTitle")} – ${translator(language, "common")("productName")}`,
    body: <Home typed={typed} />,
  };
}

function redirectTo(address: string): PageView {
  return { status: 303, headers: { location: address }, title: () => "", body: null };
}

function Home({ typed }: { readonly typed: string | null }) {
  const t = useTranslations("common");
  return (
    <PageFrame shop={null} logo={<ProductLogo />} layout="home-layout">
      <section className="home-panel">
        <h1>{t("homeTitle")}</h1>
        <p className="home-intro">{t("homeIntro")}</p>
        <NumberForm
          action={addresses.home}
          field={numberField}
          typed={typed}
          label={t("invoiceNumber")}
          hint={t("invoiceNumberHint")}
          fault={t("invoiceNumberInvalid")}
          send={t("openInvoice")}
        />
      </section>
    </PageFrame>
  );
}
