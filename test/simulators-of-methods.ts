/** By which simulator each method is paid: a method that is added has its line here, or brings it with its row for tests. */
import {
  type RedirectMethod,
  type ReferenceMethod,
  redirectMethods,
  referenceMethods,
} from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import { referenceServices } from "./reference-services.ts";

const ofOthers: Readonly<Record<Exclude<MethodId, RedirectMethod | ReferenceMethod>, string>> = {
  card: "mpgs",
  amex: "mpgs",
  applepay: "mpgs",
  googlepay: "mpgs",
  stcpay: "stcpay",
  urpay: "urpay",
};

/**
 * What a provider's portal has as the address for notifications, by the name of its simulator; those that are given it with a request
 * do not ask.
 */
export const notificationUrlAt =
  (serverUrl: string) =>
  (simulator: string): string => {
    const of = Object.entries(simulatorsOfMethods).find(([, name]) => name === simulator);
    return `${serverUrl}/rest/pay/notify/${of?.[0] ?? simulator}`;
  };

export const simulatorsOfMethods: Readonly<Record<string, string>> = {
  ...ofOthers,
  ...Object.fromEntries(redirectMethods.map((method) => [method, method])),
  ...Object.fromEntries(referenceMethods.map((method) => [method, referenceServices[method].simulator])),
};
