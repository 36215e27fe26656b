/** The standing of an invoice in a word of the shop's. */
import type { InvoiceSummary } from "#contract/invoices.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { useWording } from "../i18n/texts.ts";
import { isoDay } from "./iso-day.ts";

/** A status that is to say more than the others of its standing in core has a word here, as PENDING has `tried`. */
export type Standing =
  | "unpaid"
  | "overdue"
  | "expired"
  | "tried"
  | "paid"
  | "part_refunded"
  | "refunded"
  | "cancelled";

type Facts = Pick<InvoiceSummary, "status" | "dueDate" | "expiresAt" | "refundedTotal">;

/** What an owner wants to know of an invoice first. */
export function standingOf(invoice: Facts, now: Date): Standing {
  const { standing } = orderStatusFacts[invoice.status];
  switch (standing) {
    case "cancelled":
    case "refunded":
      return standing;
    case "paid":
      return Number(invoice.refundedTotal) > 0 ? "part_refunded" : "paid";
    case "payable":
      return payableStanding(invoice, now);
  }
}

function payableStanding(invoice: Facts, now: Date): Standing {
  if (invoice.expiresAt !== null && new Date(invoice.expiresAt) <= now) return "expired";
  if (invoice.dueDate !== null && invoice.dueDate < isoDay(now)) return "overdue";
  return invoice.status === "PENDING" ? "tried" : "unpaid";
}

/** That word, coloured and never by colour alone. */
export function StandingChip({ invoice }: { readonly invoice: Facts }) {
  const { t } = useWording();
  const standing = standingOf(invoice, new Date());
  return <span className={`chip chip-${standing}`}>{t(`standing.${standing}`)}</span>;
}
