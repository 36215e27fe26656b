/** What panels of methods send when their button is pressed: the payer that the page has, and a call that is recorded. */
import type { CallOutcome } from "#web/browser/api.ts";
import type { Payer } from "#web/payment/panel.ts";

/** As the payment page gives it to a panel; the mobile is no Saudi one. */
export const payer: Payer = {
  orderNumber: "7K3M9Q2XW4HTBZ6N",
  transactionId: "t",
  signature: "s",
  emailSignature: null,
  clientName: "نورة العتيبي",
  clientEmail: null,
  clientMobile: "+971501234567",
  clientCountryCode: "AE",
  shipmentCity: null,
  shipmentAddress: null,
  agreementAccepted: true,
  channel: "info",
};

type Sent = { readonly path: string; readonly body: object };

export type RecordedCall = {
  /** In place of the browser's `call`. */
  readonly call: (path: string, options: { body?: object }) => Promise<never>;
  readonly sent: readonly Sent[];
};

/** A call that ends as given, and keeps what was sent. */
export function recordedCall(end: CallOutcome<unknown>): RecordedCall {
  const sent: Sent[] = [];
  const call: RecordedCall["call"] = async (path, { body = {} }) => {
    sent.push({ path, body });
    return end as never;
  };
  return { call, sent };
}
