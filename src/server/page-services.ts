/** What pages ask of the server while they render; no HTTP to ourselves. */
import type { PageServices } from "#contract/pages.ts";
import { readCardSettings } from "./orders/card-settings.ts";
import { toOrderPageModel } from "./orders/order-model.ts";
import { modelEnvironment, orderTheme } from "./orders/order-routes.ts";
import { loadOrder } from "./orders/order-store.ts";
import { attemptsOfOrder } from "./payments/attempt-store.ts";
import { isResultSigned, resultOf } from "./payments/result.ts";
import type { Services } from "./services.ts";

/** Builds the page services of an installation. */
export function createPageServices(services: Services): PageServices {
  return {
    loadOrder: async (input) => {
      const order = await loadOrder(services.db.pool, input);
      return (
        order && {
          model: toOrderPageModel(order, modelEnvironment(services)),
          theme: orderTheme(order.theme),
        }
      );
    },
    cardSettings: (merchantId) => readCardSettings(services, merchantId),
    methodSettings: services.providers.publicSettings,
    loadResult: async (input, language) => {
      const order = await loadOrder(services.db.pool, input);
      if (!order) return null;
      const [last] = await attemptsOfOrder(services.db.kysely, order.id);
      return { result: resultOf(services, order, last ?? null, language), attemptState: last?.state ?? null };
    },
    isResultSigned: (result) => isResultSigned(services, result),
    loadAgreement: async (orderNumber) => {
      const agreement = await services.db.kysely
        .selectFrom("orders as o")
        .innerJoin("agreements as a", "a.id", "o.agreement_id")
        .select(["a.title", "a.body"])
        .where("o.order_number", "=", orderNumber)
        .executeTakeFirst();
      return agreement ?? null;
    },
  };
}
