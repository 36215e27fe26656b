/** The payment info page (Spec 2.3): the invoice in short, and the form to pay it. */
import type { OrderPageModel } from "#contract/order.ts";
import type { MethodSettings, OpenReference } from "#contract/pages.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import * as timing from "#core/timing.ts";
import { allowedMethods } from "#methods/allowed.ts";
import { invoicePreview } from "../document/link-preview.ts";
import type { Page, PageContext } from "../page.ts";
import { withMailProblem } from "../payment/asked-mail.ts";
import { loadAddressed, loadPayable, payableView } from "../payment/payable.ts";
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
  gatewayScripts: async (context) => scriptsOf(await settingsForPolicy(context)),
  frameOrigins: async (context) => {
    const settings = await settingsForPolicy(context);
    // Google's button stands in a page of ours.
    const own = settings.some(({ scriptUrl }) => scriptUrl) ? ["'self'"] : [];
    return [...own, ...originsOf(settings)];
  },
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
      methodSettings: await settingsOf(context, model),
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
    const view = payableView(found, { body: <InfoPage {...info} />, preview: invoicePreview(model, theme) });
    // The form listens by itself; what is being checked by nothing else.
    return standing === "checking" ? { ...view, script: "src/web/script/invoice-script.ts" } : view;
  },
};

/**
 * With hosted fields the merchant must be known before the first byte, so the order is awaited. Else only for a
 * while: the page of a slow order begins with what the installation's own methods may need.
 */
async function settingsForPolicy(context: PageContext): Promise<readonly AccountAddresses[]> {
  const { environment, services } = context;
  const loading = loadAddressed(context);
  const found = environment.directApi ? await Promise.race([loading, soon("slow" as const)]) : await loading;
  if (!found) return [];
  if (found === "slow") return Object.values(await services.methodSettings(0));
  const { model } = found;
  const ofMethods = Object.values(await settingsOf(context, model));
  if (environment.directApi) return ofMethods;
  const { sessionFormUrl, amexSessionFormUrl } = await services.cardSettings(model.merchant.id);
  return [{ scriptUrl: sessionFormUrl }, { scriptUrl: amexSessionFormUrl }, ...ofMethods];
}

/** A method's script that the page will fetch, and its page that the buyer may open in a frame. */
type AccountAddresses = { readonly scriptUrl?: string; readonly frameUrl?: string };

function originsOf(settings: readonly AccountAddresses[]): readonly string[] {
  return [...new Set(settings.flatMap(({ frameUrl }) => (frameUrl ? [new URL(frameUrl).origin] : [])))];
}

function scriptsOf(settings: readonly AccountAddresses[]): readonly string[] {
  return [...new Set(settings.flatMap(({ scriptUrl }) => (scriptUrl ? [scriptUrl] : [])))];
}

function soon<T>(value: T): Promise<T> {
  return new Promise((resolve) => {
    setTimeout(resolve, timing.loadingScreenAfterMs, value).unref();
  });
}

async function openReferenceOf(
  { request, services }: PageContext,
  { orderNumber }: OrderPageModel,
): Promise<OpenReference | null> {
  const [newest] = withMailProblem(await services.loadOpenReferences(orderNumber), request.url);
  return newest ?? null;
}

/** What the page may know of the methods that the order allows, for their panels and buttons. */
async function settingsOf({ services }: PageContext, model: OrderPageModel): Promise<MethodSettings> {
  const all = await services.methodSettings(model.merchant.id);
  return Object.fromEntries(allowedMethods(model).map(({ id }) => [id, all[id] ?? {}]));
}
