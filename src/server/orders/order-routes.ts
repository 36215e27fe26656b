/** Loading the theme of an order and the settings of its page (Spec 7). */
import type { FastifyInstance } from "fastify";
import { settingsCalls, type ThemeModel } from "#contract/settings.ts";
import { Problem } from "#core/problem.ts";
import { resolveTheme, themeFonts } from "#core/theme/theme.ts";
import { allMethods, namesOf } from "#methods/allowed.ts";
import { mountCall } from "../http/mount.ts";
import type { Services } from "../services.ts";
import { termsOfSale } from "../texts/texts.ts";
import { readCardSettings } from "./card-settings.ts";
import type { toOrderPageModel } from "./order-model.ts";
import { loadOrder } from "./order-store.ts";

/** Mounts the calls that read themes and settings. */
export function mountSettingsCalls(app: FastifyInstance, services: Services): void {
  // An unknown order gets the default theme, not a 404: the call is no oracle for order numbers (Spec 7).
  mountCall(app, settingsCalls, "GET /rest/pay/theme/o/:orderNumber", async ({ params }) => {
    const order = await loadOrder(services.db.pool, params.orderNumber);
    return orderTheme(services.config, order?.theme ?? null);
  });

  mountCall(app, settingsCalls, "GET /rest/pay/cardSettings/:orderNumber", async ({ params }) => {
    const order = await loadOrder(services.db.pool, params.orderNumber);
    if (!order) throw new Problem("order_not_found");
    return await readCardSettings(services, order.merchant_id);
  });

  // Without an order there is no merchant: the installation's own account, if it has one.
  mountCall(app, settingsCalls, "GET /rest/pay/settings", async ({ query }) => {
    const order =
      query.orderNumber === undefined ? null : await loadOrder(services.db.pool, query.orderNumber);
    const { sessionFormUrl } = await readCardSettings(services, order?.merchant_id ?? 0);
    return { sessionFormUrl };
  });

  mountCall(app, settingsCalls, "GET /rest/pay/terms", async () => termsOfSale());

  mountCall(app, settingsCalls, "GET /rest/pay/wasl-subscriptions", async () => ({
    methods: allMethods.filter(({ id }) => services.providers.offered.has(id)).flatMap(namesOf),
  }));
}

/** Values of which a stored `false` says something: all others count when they are truthy (Spec 3, decision 0011). */
const tellingFalse: readonly string[] = ["hideVatInvoice", "showPaymentMethods"];

/** What the stored theme says, value by value, validated: what does not validate counts as not set (decision K14). */
export function orderTheme(
  { themeFontUrls }: Pick<Services["config"], "themeFontUrls">,
  stored: Readonly<Record<string, unknown>> | null,
): ThemeModel {
  const valid = resolveTheme(stored ?? {}, themeFonts(themeFontUrls));
  const isGiven = (name: string): boolean =>
    Boolean(stored?.[name]) || (tellingFalse.includes(name) && stored?.[name] !== undefined);
  return Object.fromEntries(Object.entries(valid).filter(([name, value]) => isGiven(name) && value !== null));
}

/** What every order model needs of the installation. */
export function modelEnvironment(services: Services): Parameters<typeof toOrderPageModel>[1] {
  const { environment, webUrl, serverUrl } = services.config;
  const { signing, sealing } = services;
  return { environment, webUrl, serverUrl, signing, sealing, now: services.clock.now() };
}
