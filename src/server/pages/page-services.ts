/** What pages ask of the server while they render; no HTTP to ourselves. */
import type { LoadedOrder, PageServices } from "#contract/pages.ts";
import { paymentsAmong } from "#core/order-money.ts";
import { isRenewalAsked } from "../buyer-requests/renewal-requests.ts";
import { loadDigitalGoods } from "../digital/goods-of-order.ts";
import { loadIssuedPapers } from "../documents/issued-papers.ts";
import { loadPrintedTaxInvoice } from "../documents/printed-tax-invoice.ts";
import type { SecurityLog } from "../log/security-log.ts";
import { receiptSentTo } from "../messages/receipt-sent-to.ts";
import { readCardSettings } from "../orders/card-settings.ts";
import { frameParentsOf } from "../orders/order-frame.ts";
import { toOrderPageModel } from "../orders/order-model.ts";
import { modelEnvironment, orderTheme } from "../orders/order-routes.ts";
import { loadOrder, type OrderRecord } from "../orders/order-store.ts";
import { termsOf } from "../orders/terms.ts";
import { attemptsOfOrder } from "../payments/attempt-store.ts";
import { loadBegunPayment } from "../payments/begun-payment.ts";
import { loadOpenReferences } from "../payments/open-references.ts";
import { isResultSigned, resultOf } from "../payments/result.ts";
import { instalmentsOfLink, offeredOfLink } from "../products/offered-of-link.ts";
import { filledIn } from "../products/prefill.ts";
import { shopOfLink, toProductLinkModel } from "../products/product-link-model.ts";
import { loadProductLink, standingOf } from "../products/product-link-store.ts";
import type { Services } from "../services.ts";
import { offeredOfOrder } from "./order-calls.ts";

/** An order as pages get it. */
export async function toLoadedOrder(
  services: Services,
  order: OrderRecord,
  emailProof?: string | null,
): Promise<LoadedOrder> {
  const offered = await offeredOfOrder(services, order);
  return {
    model: toOrderPageModel(order, modelEnvironment(services), { offered, emailProof }),
    theme: orderTheme(services.config, order.theme),
    frameParents: frameParentsOf(services.config, order),
  };
}

/** Without what folders above this one know. */
type OwnPageServices = Omit<PageServices, "loadQuote" | "loadReturn" | "loadBuyersDocuments">;

/** Builds the page services of an installation. */
export function createPageServices(services: Services, security: SecurityLog): OwnPageServices {
  return {
    loadOrder: async (input, emailProof) => {
      const order = await loadOrder(services.db.pool, input);
      if (!order) return null;
      return await toLoadedOrder(services, order, emailProof);
    },
    cardSettings: (merchantId) => readCardSettings(services, merchantId),
    methodSettings: services.providers.publicSettings,
    troubledMethods: services.providers.troubled,
    loadResult: async (input, language) => {
      const order = await loadOrder(services.db.pool, input);
      if (!order) return null;
      const attempts = await attemptsOfOrder(services.db.kysely, order.id);
      // What was tried after the try that paid is not what it was paid with.
      const last = paymentsAmong(attempts).at(-1) ?? attempts[0] ?? null;
      const result = resultOf(services, order, last, language);
      const isPaid = result.statusCode === 200;
      return {
        result,
        attemptState: last?.state ?? null,
        receiptSentTo: isPaid ? await receiptSentTo(services.db.kysely, order) : null,
      };
    },
    isResultSigned: (result) => {
      const isSigned = isResultSigned(services, result);
      // A claim of the client that an order is paid, or a result that was kept for too long.
      if (!isSigned && result.signature !== undefined)
        security.note("security.signature", { code: "result_unproven" });
      return isSigned;
    },
    loadAgreement: (orderNumber) => loadAgreement(services, orderNumber),
    isRenewalAsked: (orderNumber) => isRenewalAsked(services.db.kysely, orderNumber),
    loadBegunPayment: (orderNumber, bankStep) => loadBegunPayment(services, orderNumber, bankStep),
    loadOpenReferences: (orderNumber) => loadOpenReferences(services, orderNumber),
    loadTaxInvoice: (orderNumber) => loadPrintedTaxInvoice(services, orderNumber),
    loadIssuedPapers: (orderNumber) => loadIssuedPapers(services.db.kysely, orderNumber),
    loadDigitalGoods: (orderNumber) => loadDigitalGoods(services, orderNumber),
    loadProductLink: async (input, prefill = null) => {
      const environment = modelEnvironment(services);
      const link = await loadProductLink(services.db.pool, input, environment.now);
      if (!link) return null;
      const standing = standingOf(link, environment.now);
      const theme = orderTheme(services.config, link.theme);
      const shop = shopOfLink(link, environment.serverUrl);
      const { link_identity: linkIdentity, product_title: productTitle } = link;
      if (standing !== "open")
        return { kind: "closed", reason: standing, linkIdentity, productTitle, shop, theme };
      const offered = await offeredOfLink(services, link);
      const model = toProductLinkModel(link, environment, offered);
      const of = { merchantId: link.merchant_id, linkIdentity };
      const instalments = await instalmentsOfLink(services, link);
      return { kind: "open", model, instalments, filledIn: filledIn(services, of, prefill), shop, theme };
    },
    loadReturns: async (username) => {
      const found = await services.db.kysely
        .selectFrom("merchants as m")
        .innerJoin("merchant_contacts as c", "c.merchant_id", "m.id")
        .leftJoin("merchants as live", "live.id", "m.live_merchant_id")
        .select(["m.shop_name as shopName", "c.returns_text as text", "c.returns_text_en as english"])
        .where("m.username", "=", username.slice(0, 100))
        .where("m.approved_at", "is not", null)
        // A test world is approved by itself, and has the name of its shop.
        .where((eb) => eb.or([eb("live.id", "is", null), eb("live.approved_at", "is not", null)]))
        .executeTakeFirst();
      return found?.text ? { ...found, text: found.text } : null;
    },
    loadLinkAgreement: async (linkIdentity) => {
      const now = services.clock.now();
      const link = await loadProductLink(services.db.pool, linkIdentity, now);
      if (!link || standingOf(link, now) !== "open") return null;
      return termsOf(link);
    },
  };
}

async function loadAgreement({ db }: Services, orderNumber: string) {
  const agreement = await db.kysely
    .selectFrom("orders as o")
    .innerJoin("agreements as a", (join) =>
      join.onRef("a.merchant_id", "=", "o.merchant_id").onRef("a.id", "=", "o.agreement_id"),
    )
    .select(["a.title as agreement_title", "a.body as agreement_body"])
    .select(["a.title_en as agreement_title_en", "a.body_en as agreement_body_en"])
    .where("o.order_number", "=", orderNumber)
    .executeTakeFirst();
  return agreement ? termsOf(agreement) : null;
}
