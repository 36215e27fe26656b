/** The screen for an order number that leads nowhere, whatever the reason (Spec 2.1, 2.3, 2.11; one uniform 404). */
import { useTranslations } from "use-intl/react";
import { ProductLogo } from "../components/merchant-logo.tsx";
import { NotFoundPanel } from "../components/not-found-panel.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { translator } from "../i18n/translator.ts";
import type { PageView } from "../page.ts";
import { addresses } from "../routes.ts";

/** The view that pages of an order give when there is no such order. It needs base.css, and brings the rest. */
export const orderNotFoundView: PageView = {
  status: 404,
  title: (language) => translator(language, "common")("invoiceNotFound"),
  body: <OrderNotFound what="order" />,
};

/** The same on pages that speak of an invoice (Spec 2.11); the sentence of Spec 2.1 follows. */
export const invoiceNotFoundView: PageView = { ...orderNotFoundView, body: <OrderNotFound what="invoice" /> };

function OrderNotFound({ what }: { readonly what: "order" | "invoice" }) {
  const t = useTranslations("common");
  return (
    <PageFrame shop={null} logo={<ProductLogo />} layout="notice-layout">
      <NotFoundPanel title={t(`${what}NotFound`)}>
        <p>{t(`${what}NotFoundHint`)}</p>
        <p>
          <a className="button" href={addresses.home}>
            {t("openInvoice")}
          </a>
        </p>
      </NotFoundPanel>
    </PageFrame>
  );
}
