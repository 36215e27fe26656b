/** What buyers said and did, as the merchant API tells it of an invoice: from its own row and its attempts. */
import type { InvoiceSummary } from "#contract/invoices.ts";
import { formatDecimal } from "#core/money.ts";
import type { InvoiceAttemptRow, InvoiceHeadRow } from "./invoice-store.ts";

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
  const settled = row.attempts
    .flatMap((attempt) => (attempt.settled_at === null ? [] : { ...attempt, settled_at: attempt.settled_at }))
    .toSorted((left, right) => Date.parse(left.settled_at) - Date.parse(right.settled_at));
  // The goods are for the payer; before a payment, for the buyer of the last try.
  const attempt = settled.at(-1) ?? row.attempts[0];
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
    payments: settled.map(toPayment),
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

function toPayment(
  attempt: InvoiceAttemptRow & { readonly settled_at: string },
): BuyerFacts["payments"][number] {
  return {
    attemptId: attempt.id,
    method: attempt.method,
    brand: attempt.paid_brand,
    lastFour: attempt.paid_last_four,
    amount: formatDecimal(attempt.amount, attempt.currency),
    state: attempt.state,
    startedAt: new Date(attempt.created_at).toISOString(),
    settledAt: new Date(attempt.settled_at).toISOString(),
    updatedAt: new Date(attempt.updated_at).toISOString(),
  };
}
