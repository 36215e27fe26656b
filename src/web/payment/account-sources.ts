/**
 * Whom a page of payment lets in beside us: scripts and frames of the order's own methods that the page has, as their
 * accounts name them (`publicSettings` in methods/method-server.ts), and no others.
 */
import type { OrderPageModel } from "#contract/order.ts";
import type { MethodSettings, PageSources } from "#contract/pages.ts";
import type { PaymentChannel } from "#contract/payment.ts";
import * as timing from "#core/timing.ts";
import { allMethods, allowedMethods, isOnPage } from "#methods/allowed.ts";
import { scriptSettings } from "#methods/card/script-setting.ts";
import type { PageContext } from "../page.ts";
import { loadAddressed } from "./payable.ts";

/** What an account's settings may name for the policy. */
type AccountAddresses = MethodSettings[keyof MethodSettings];

/** The sources of one page of payment, for `Page.sources`. */
export function accountSources(channel: PaymentChannel): (context: PageContext) => Promise<PageSources> {
  return async (context) => {
    const accounts = await accountsOf(context, channel);
    const named = sourcesOf(accounts);
    // The button of a wallet that others' script draws stands in a page of ours (web/pages/google-button.tsx).
    const own = named.gatewayScripts.length > 0 ? ["'self'"] : [];
    return {
      ...named,
      gatewayScripts: [...(await cardScriptsOf(context)), ...named.gatewayScripts],
      frameOrigins: [...own, ...named.frameOrigins],
    };
  };
}

/** What accounts name, each once. */
export function sourcesOf(accounts: readonly AccountAddresses[]): PageSources {
  const each = (name: string): readonly string[] => [
    ...new Set(accounts.flatMap((account) => account[name]?.split(" ") ?? [])),
  ];
  return {
    gatewayScripts: each("scriptUrl"),
    frameOrigins: [...new Set(each("frameUrl").map((address) => new URL(address).origin))],
    talksTo: each("scriptTalksTo"),
  };
}

/** What the page may know of the methods that the order allows, for their panels and buttons. */
export async function settingsOf(
  { services }: PageContext,
  model: OrderPageModel,
  channel: PaymentChannel,
): Promise<MethodSettings> {
  const all = await services.methodSettings(model.merchant.id);
  const methods = allowedMethods(model).filter((method) => isOnPage(method, channel));
  return Object.fromEntries(methods.map(({ id }) => [id, all[id] ?? {}]));
}

/**
 * With hosted fields the merchant must be known before the first byte, so the order is awaited. Else only for a
 * while: the page of a slow order begins with what the installation's own methods may need.
 */
async function accountsOf(
  context: PageContext,
  channel: PaymentChannel,
): Promise<readonly AccountAddresses[]> {
  const { environment, services } = context;
  const loading = loadAddressed(context);
  const found = environment.directApi ? await Promise.race([loading, soon("slow" as const)]) : await loading;
  if (!found) return [];
  if (found !== "slow") return Object.values(await settingsOf(context, found.model, channel));
  const all = await services.methodSettings(0);
  return allMethods.filter((method) => isOnPage(method, channel)).map(({ id }) => all[id] ?? {});
}

/** The scripts of the gateway's own card fields, where the page does not take the card itself. */
async function cardScriptsOf(context: PageContext): Promise<readonly string[]> {
  const found = context.environment.directApi ? null : await loadAddressed(context);
  if (!found) return [];
  const settings = await context.services.cardSettings(found.model.merchant.id);
  return [...new Set(Object.values(scriptSettings).map((name) => settings[name]))].filter(Boolean);
}

function soon<T>(value: T): Promise<T> {
  return new Promise((resolve) => {
    setTimeout(resolve, timing.loadingScreenAfterMs, value).unref();
  });
}
