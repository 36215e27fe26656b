/** The test page of 3-D Secure (Spec 2 "info3"): sample cards for one invoice. Not there in `live` (decision K12). */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { MerchantLogo } from "../components/merchant-logo.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { translator } from "../i18n/translator.ts";
import { Island } from "../island/island.tsx";
import { standingOf } from "../order/standing.ts";
import type { Page } from "../page.ts";
import { toPaymentOrder } from "../payment/payment-order.ts";
import { addresses } from "../routes.ts";
import base from "../styles/base.css?inline";
import payment from "../styles/payment-form.css?inline";
import simple from "../styles/simple.css?inline";
import tokens from "../styles/tokens.css?inline";
import { orderNotFoundView } from "./order-not-found.tsx";

const styles = `
.test-cards{display:grid;gap:1rem}
.test-card{display:grid;gap:.25rem;padding:1rem;border:1px solid var(--field-line);border-radius:var(--radius);
background:var(--surface);color:var(--text);text-align:start;cursor:pointer}
.test-card:hover{background:var(--soft)}
`;

export const testCardsPage: Page = {
  styles: [tokens, base, payment, simple, styles],
  islands: ["testCards"],
  loadingText: "connecting",
  load: async ({ services, params }) => {
    const found = await services.loadOrder(params["orderNumber"] ?? "");
    if (!found) return orderNotFoundView;
    return {
      status: 200,
      title: (language) => `${translator(language, "testcards")("title")} – ${found.model.merchant.shopName}`,
      theme: found.theme,
      body: <TestCards model={found.model} />,
    };
  },
};

function TestCards({ model }: { readonly model: OrderPageModel }) {
  const t = useTranslations("testcards");
  const payment = useTranslations("payment");
  const isPayable = standingOf(model, Date.now()) === "payable";
  return (
    <PageFrame shop={model.merchant} logo={<MerchantLogo merchant={model.merchant} />} layout="simple-layout">
      <div className="simple-head">
        <h1>{t("title")}</h1>
        <p>{t(isPayable ? "intro" : "closed")}</p>
      </div>
      {isPayable ? (
        <>
          <noscript>
            <p className="needs-script">{payment("needsScript")}</p>
          </noscript>
          <Island name="testCards" props={{ order: toPaymentOrder(model, null) }} />
        </>
      ) : (
        <p className="simple-terms">
          <a href={addresses.invoice(model.orderNumber)}>{payment("viewInvoice")}</a>
        </p>
      )}
    </PageFrame>
  );
}
