/** Opening a session: what is refused, what Tabby does not take, and the payment that is made. */

import type { z } from "zod";
import type { TabbyAccount } from "./account.ts";
import { badData, refusal } from "./errors.ts";
import type { Payments, TabbyPayment } from "./payments.ts";
import { type checkoutSchema, readAmount } from "./requests.ts";

/** Published buyers of Tabby's test mode, and the code that its page asks for. */
export const testBuyers = {
  successEmail: "otp.success@tabby.ai",
  rejectedEmail: "otp.rejected@tabby.ai",
  successPhone: "500000001",
  notAvailablePhone: "500000002",
  otp: "8888",
} as const;

/** Amounts that the simulated Tabby takes, minor units; the real limits are the buyer's own. */
export const limits = { lowest: 1_000, highest: 500_000 } as const;

export type Opened = { readonly payment: TabbyPayment; readonly rejectionReason: string | null };

/** Checks what strict shapes cannot, judges the buyer and the amount, and makes the payment either way. */
export function openSession(
  payments: Payments,
  account: TabbyAccount,
  body: z.output<typeof checkoutSchema>,
): Opened {
  const { payment, lang, merchant_code: merchantCode, merchant_urls: urls } = body;
  if (merchantCode !== account.merchantCode)
    throw refusal(403, "no_permission", "merchant_code belongs to another account");
  if (payment.currency !== "SAR")
    throw badData(`could not create payment: only 'SAR' is supported, but got '${payment.currency}'`);
  const amount = readAmount(payment.amount, payment.currency);
  const rejectionReason = judge(amount, payment.buyer.phone);
  const created = payments.create({
    merchantCode,
    status: rejectionReason === null ? "CREATED" : "REJECTED",
    amount,
    currency: payment.currency,
    buyer: {
      name: payment.buyer.name,
      email: payment.buyer.email,
      phone: nationalPhone(payment.buyer.phone),
    },
    reference: payment.order.reference_id,
    orderNumber: payment.meta?.order_id ?? payment.order.reference_id,
    language: lang,
    urls,
  });
  return { payment: created, rejectionReason };
}

function judge(amount: number, phone: string): string | null {
  if (amount > limits.highest) return "order_amount_too_high";
  if (amount < limits.lowest) return "order_amount_too_low";
  return nationalPhone(phone) === testBuyers.notAvailablePhone ? "not_available" : null;
}

function nationalPhone(phone: string): string {
  return phone.replace(/^(?:\+?966|0)/, "");
}
