/** What buyers said and did, as the merchant API tells it of an invoice: from its own row and its attempts. */
import type { InvoiceSummary } from "#contract/invoices.ts";
import { zero } from "#core/money.ts";
import { paymentsAmong } from "#core/order-money.ts";
import type { InvoiceAttemptRow, InvoiceHeadRow } from "./invoice-store.ts";
import { toPayment } from "./payment-model.ts";

type BuyerFacts = Pick<
  InvoiceSummary,
  | "payer"
  | "delivery"
  | "confirmedEmail"
  | "agreementAcceptance"
  | "source"
  | "linkIdentity"
  | "productId"
  | "payments"
>;

/** Picks them out of a row; its attempts are the newest first. */
export function buyerFacts(row: InvoiceHeadRow): BuyerFacts {
  const payments = paymentsAmong(row.attempts);
  // The goods are for the payer; before a payment, for the buyer of the last try.
  const attempt = payments.at(-1) ?? row.attempts[0];
  const { client_validated_at: confirmedAt, client_validated_email: address } = row;
  const { agreement_accepted_at: acceptedAt, agreement_accepted_sha256: sha256 } = row;
  return {
    payer: attempt ? toPayer(attempt) : null,
    delivery: attempt ? toDelivery(attempt) : null,
    confirmedEmail:
      confirmedAt === null || address === null ? null : { address, confirmedAt: confirmedAt.toISOString() },
    agreementAcceptance:
      acceptedAt === null || sha256 === null ? null : { acceptedAt: acceptedAt.toISOString(), sha256 },
    source: row.source,
    linkIdentity: row.link_identity,
    productId: row.product_id,
    payments: payments.map((payment) =>
      toPayment({
        ...payment,
        brand: payment.paid_brand,
        lastFour: payment.paid_last_four,
        refunded: row.given_back?.[payment.own_id] ?? zero,
        startedAt: payment.created_at,
        settledAt: payment.settled_at,
        updatedAt: payment.updated_at,
      }),
    ),
  };
}

function toPayer(attempt: InvoiceAttemptRow): BuyerFacts["payer"] {
  const payer = {
    name: attempt.client_name,
    mobile: attempt.client_mobile,
    countryCode: attempt.client_country_code,
    email: attempt.client_email,
  };
  return payer.name === null && payer.mobile === null && payer.email === null ? null : payer;
}

/** What the simple page sends in the address is where the phone is, not where anything is wanted (decision K11). */
function toDelivery(attempt: InvoiceAttemptRow): BuyerFacts["delivery"] {
  const { channel, shipment_city: city, shipment_address: address } = attempt;
  return channel === "simple" || (city === null && address === null) ? null : { city, address };
}
