/** The payment info page (Spec 2.3): the invoice in short, and the form to pay it. */
import type { OrderPageModel } from "#contract/order.ts";
import type { OpenReference } from "#contract/pages.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { invoicePreview } from "../document/link-preview.ts";
import type { Page, PageContext } from "../page.ts";
import { accountSources, settingsOf } from "../payment/account-sources.ts";
import { withMailProblem } from "../payment/asked-mail.ts";
import { loadPayable, payableView } from "../payment/payable.ts";
import { readEmailSignature } from "../payment/payment-order.ts";
import { otherWay } from "../payment/reference-address.ts";
import base from "../styles/base.css?inline";
import payment from "../styles/payment.css?inline";
import tokens from "../styles/tokens.css?inline";
import { type Info, InfoPage } from "./info-view.tsx";
import { orderNotFoundView } from "./order-not-found.tsx";

export const infoPage: Page = {
  styles: [tokens, base, payment],
  islands: ["payment", "reference"],
  loadingText: "connecting",
  sources: accountSources("info"),
  load: async (context) => {
    const { request, services } = context;
    const found = await loadPayable(context);
    if (!found) return orderNotFoundView;
    const { model, theme, standing, agreement } = found;
    const info: Info = {
      model,
      theme: resolveTheme(theme),
      standing,
      cardSettings: await services.cardSettings(model.merchant.id),
      methodSettings: await settingsOf(context, model, "info"),
      troubled: await services.troubledMethods(model.merchant.id),
      emailSignature: readEmailSignature(request.url.searchParams.get("signature")),
      begun:
        standing === "payable"
          ? await services.loadBegunPayment(model.orderNumber, request.bankStepCookie)
          : null,
      openReference: standing === "payable" ? await openReferenceOf(context, model) : null,
      seesOtherWays: request.url.searchParams.has(otherWay),
      agreement,
      device: { lastMethod: request.methodCookie, userAgent: request.userAgent },
    };
    return payableView(found, { body: <InfoPage {...info} />, preview: invoicePreview(model, theme) });
  },
};

async function openReferenceOf(
  { request, services }: PageContext,
  { orderNumber }: OrderPageModel,
): Promise<OpenReference | null> {
  const [newest] = withMailProblem(await services.loadOpenReferences(orderNumber), request);
  return newest ?? null;
}
