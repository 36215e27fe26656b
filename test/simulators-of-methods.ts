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

export const simulatorsOfMethods: Readonly<Record<string, string>> = {
  ...ofOthers,
  ...Object.fromEntries(redirectMethods.map((method) => [method, method])),
  ...Object.fromEntries(referenceMethods.map((method) => [method, referenceServices[method].simulator])),
};
