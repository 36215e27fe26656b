/** Why a payment failed: the same words in lists, exports and events. */
import type { EventModel, failureCodes } from "#contract/events.ts";
import { readReason } from "#core/outcome.ts";
import type { EventInvoice } from "#db/event-invoice.ts";
import ar from "./failures.ar.json" with { type: "json" };
import en from "./failures.en.json" with { type: "json" };

type FailedPayment = Pick<EventInvoice["payments"][number], "state" | "reason">;

/** Why a payment failed, in words for its merchant. */
export function failureOf(payment: FailedPayment | undefined): NonNullable<EventModel["data"]["failure"]> {
  const code = failureCode(payment);
  return { code, message: { ar: ar[code], en: en[code] } };
}

function failureCode(payment: FailedPayment | undefined): (typeof failureCodes)[number] {
  if (payment?.state === "expired") return "expired";
  if (payment?.state === "cancelled") return "cancelled_by_buyer";
  return readReason(payment?.reason ?? null);
}
