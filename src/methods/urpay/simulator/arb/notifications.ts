/** What the simulated gateway posts to the address that the merchant has registered in its portal. */

import { formatDecimal } from "#core/money.ts";
import type { Webhook } from "#sim/webhooks.ts";
import type { ArbTransaction } from "./payments.ts";

/** The messages about a transaction: one, or none when no address is registered. Unsigned, as the real ones. */
export function notificationsOf(transaction: ArbTransaction, url: string | null): readonly Webhook[] {
  if (url === null) return [];
  const isCaptured = transaction.result === "CAPTURED";
  const payLoad = {
    paymentId: transaction.paymentId,
    transId: transaction.transId,
    ref: transaction.ref,
    paymentTimestamp: new Date(transaction.at).toISOString(),
    trackId: transaction.trackId,
    udf1: transaction.orderNumber,
    udf2: "null",
    udf3: "null",
    udf4: "null",
    udf5: "null",
    amt: formatDecimal(transaction.amount, "SAR"),
    authRespCode: transaction.responseCode || "null",
    authCode: isCaptured ? "000000" : "null",
    actionCode: transaction.action,
    origTransactionID: "null",
    card: "null",
    expMonth: "null",
    expYear: "null",
  };
  const body = [
    {
      type: typeOf(transaction.result),
      // As the real one does now and then: JSON inside of text.
      result: JSON.stringify([{ status: transaction.result, error: "", errorText: "" }]),
      responseURL: url,
      payLoad: JSON.stringify([payLoad]),
    },
  ];
  return [{ url, body: JSON.stringify(body), headers: () => ({}) }];
}

function typeOf(result: string): string {
  if (result === "CAPTURED") return "PAYMENT";
  return result === "DENIED BY RISK" ? "RISK FAILURE" : "PAYMENT FAILURE";
}
