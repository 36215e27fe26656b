/** The contract maps that the published OpenAPI document describes. A new resource or page call adds its map here. */
import { clientEmailCalls } from "#contract/client-email.ts";
import type { CallMap } from "#contract/contract.ts";
import { fileCalls } from "#contract/files.ts";
import { invoiceCalls } from "#contract/invoices.ts";
import { orderCalls } from "#contract/order.ts";
import { paymentCalls } from "#contract/payment.ts";
import { refundCalls } from "#contract/refunds.ts";
import { settingsCalls } from "#contract/settings.ts";
import { appleMerchantCalls } from "#methods/applepay/calls.ts";
import { catalog } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";

/** Each payment method brings its own calls. */
const callsOfMethods: CallMap = Object.fromEntries(
  catalog
    .flatMap(({ id }) => [...methodEntry(id).calls])
    .map(({ path, summary, body, reply }) => [
      path,
      { summary, body, replies: { 200: reply }, audience: "buyer" },
    ]),
);

export const publishedCalls: readonly CallMap[] = [
  invoiceCalls,
  refundCalls,
  orderCalls,
  settingsCalls,
  clientEmailCalls,
  paymentCalls,
  fileCalls,
  callsOfMethods,
  appleMerchantCalls,
];
