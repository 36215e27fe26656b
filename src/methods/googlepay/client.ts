/** Google's client in the page: fetching it, asking it, and one payment with it (Spec 7 and 9). */
import type { BrowserDetails } from "#contract/payment.ts";
import * as timing from "#core/timing.ts";
import type { Call } from "#web/browser/api.ts";
import type { Payer, PayOutcome } from "#web/payment/panel.ts";
import { walletOutcome } from "../device-wallets/wallet-reply.ts";
import type { GooglePayCalls } from "./calls.ts";
import type { GooglePaySettings, PaymentData, PaymentsClient } from "./google-pay-api.ts";
import { loadApi } from "./google-script.ts";
import { readyRequest } from "./sheet-request.ts";

/**
 * Google's client, ready to pay, or null where it is not: no script, another browser, no account. The script is
 * fetched only here, so only pages of orders that allow Google Pay ever ask Google for anything.
 */
export async function readyClient(
  settings: GooglePaySettings,
  page: Window & typeof globalThis,
): Promise<PaymentsClient | null> {
  try {
    const api = await loadApi(settings.scriptUrl, page);
    const client = api && new api.PaymentsClient({ environment: settings.environment });
    return client && (await client.isReadyToPay(readyRequest)).result ? client : null;
  } catch {
    return null;
  }
}

/** How a sheet ended: as every payment, or without one. */
export type SheetEnd =
  | PayOutcome
  /** The buyer closed it. Nothing was charged. */
  | { readonly kind: "cancelled" }
  /** It could not be opened. Nothing was charged. */
  | { readonly kind: "not_opened" };

type GooglePayment = {
  readonly payer: Payer;
  readonly total: number;
  readonly browser: BrowserDetails;
  readonly call: Call<GooglePayCalls>;
};

/**
 * Waits for the sheet, then pays with what it gave.
 * @param approval what `loadPaymentData` returned: the caller opens the sheet, inside of the press
 */
export async function payWithSheet(
  approval: Promise<PaymentData>,
  payment: GooglePayment,
): Promise<SheetEnd> {
  const { payer, total, browser, call } = payment;
  let data: PaymentData;
  try {
    data = await approval;
  } catch (error) {
    return { kind: statusOf(error) === "CANCELED" ? "cancelled" : "not_opened" };
  }
  // Spec 7 has a name of its own for the address in this call.
  const { shipmentAddress: shippingAddress, ...packet } = payer;
  const outcome = await call(
    "POST /rest/pay/google/processPayment",
    {
      body: {
        paymentPacket: { ...packet, shippingAddress },
        paymentToken: encodeToken(data.paymentMethodData.tokenizationData.token),
        total,
        browser,
      },
    },
    // The server gives up first: a browser that does can only guess.
    { timeoutMs: timing.attemptLeaseMs },
  );
  return walletOutcome(outcome);
}

/** Base64 of the token's text: Spec 7 says that it is encoded. */
export function encodeToken(token: string): string {
  return btoa(Array.from(new TextEncoder().encode(token), (byte) => String.fromCharCode(byte)).join(""));
}

function statusOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "statusCode" in error ? error.statusCode : null;
}
