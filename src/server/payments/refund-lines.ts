/**
 * The lines of its order that a refund is for. Written when a refund is claimed, under the order's lock, and read by
 * its credit note. A declined refund has given nothing back: its lines do not count.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { type Minor, minor, sum } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import {
  type CreditedLine,
  carryOneRate,
  creditLines,
  type LineToRefund,
  type RefundableLine,
  restTotal,
} from "#core/tax/credit-note.ts";
import type { Schema } from "#db/schema.ts";
import { namedLines } from "../documents/named-lines.ts";
import type { RefundRow } from "./book-refund.ts";

/** The lines of an order with what refunds, those under way included, have left of each; in order. */
export async function refundableLines(
  db: Kysely<Schema>,
  order: { readonly id: number; readonly merchant_id: number },
): Promise<readonly RefundableLine[]> {
  const given = (column: "taxable" | "vat" | "qty_thousandths") =>
    sql<number>`coalesce((select sum(g.${sql.ref(column)}) from refund_lines g
      join refunds r on r.merchant_id = g.merchant_id and r.id = g.refund_id and r.state <> 'declined'
      where g.merchant_id = l.merchant_id and g.order_id = l.order_id and g.position = l.position), 0)::bigint`;
  const rows = await db
    .selectFrom("order_lines as l")
    .where("l.merchant_id", "=", order.merchant_id)
    .where("l.order_id", "=", order.id)
    .select([
      "l.position",
      "l.qty_thousandths",
      "l.vat_bps",
      "l.vat_exemption",
      "l.line_net",
      "l.line_discount",
    ])
    .select(["l.line_vat", given("taxable").as("given_taxable"), given("vat").as("given_vat")])
    .select(given("qty_thousandths").as("given_qty"))
    .orderBy("l.position")
    .execute();
  return rows.map((row) => {
    const taxable = minor(row.line_net - row.line_discount);
    return {
      position: row.position,
      qty: row.qty_thousandths,
      vatBps: row.vat_bps,
      exemption: row.vat_exemption,
      total: minor(taxable + row.line_vat),
      rest: { taxable: minor(taxable - row.given_taxable), vat: minor(row.line_vat - row.given_vat) },
      restQty: row.qty_thousandths - row.given_qty,
    };
  });
}

export type RefundPlan = {
  /** Minor units, VAT included. */
  readonly amount: Minor;
  /** One entry per line of the order; null for an order whose earlier refunds were not kept by line. */
  readonly credited: readonly CreditedLine[] | null;
};

/**
 * What is refunded, by the merchant's request: lines, an amount, or neither for all that is left.
 * @param left what can still be refunded of the payment
 * @throws Problem `refund_too_large`, `lines_required`, `validation_failed` for lines that cannot be refunded
 */
export function planRefund(
  lines: readonly RefundableLine[],
  wish: { readonly amount: Minor | null; readonly lines: readonly LineToRefund[] | null },
  left: Minor,
): RefundPlan {
  const credited = wish.lines && namedLines(lines, wish.lines);
  const amount = credited ? sum(credited.map(totalOf)) : (wish.amount ?? left);
  if (amount <= 0 || amount > left) throw new Problem("refund_too_large");
  if (credited) return { amount, credited };
  const rest = sum(lines.map(restTotal));
  if (amount > rest) return { amount, credited: null };
  // Refunding the rest includes every line, whatever its rate; so does the rest of a payment that was short.
  const isAll = amount === rest || wish.amount === null;
  if (!isAll && !carryOneRate(lines)) throw new Problem("lines_required");
  return {
    amount,
    credited: creditLines(
      lines.map((line) => line.rest),
      amount,
    ),
  };
}

function totalOf({ taxable, vat }: CreditedLine): Minor {
  return minor(taxable + vat);
}

/** Stores what is refunded of each line; lines without a refund are not stored. */
export async function insertRefundLines(
  trx: Transaction<Schema>,
  refund: RefundRow,
  credited: readonly CreditedLine[],
): Promise<void> {
  const rows = credited.flatMap(({ taxable, vat, quantity }, index) =>
    taxable + vat === 0
      ? []
      : {
          merchant_id: refund.merchant_id,
          order_id: refund.order_id,
          refund_id: refund.id,
          position: index + 1,
          qty_thousandths: quantity ?? null,
          taxable,
          vat,
        },
  );
  await trx.insertInto("refund_lines").values(rows).execute();
}

/**
 * What a refund returns of each line of its order, for its credit note.
 * @returns null for a refund that was not stored by line
 */
export async function creditedByRefund(
  db: Kysely<Schema>,
  refund: { readonly id: string; readonly merchantId: number },
): Promise<readonly CreditedLine[] | null> {
  const rows = await db
    .selectFrom("refunds as r")
    .innerJoin("order_lines as l", (join) =>
      join.onRef("l.merchant_id", "=", "r.merchant_id").onRef("l.order_id", "=", "r.order_id"),
    )
    .leftJoin("refund_lines as g", (join) =>
      join
        .onRef("g.merchant_id", "=", "r.merchant_id")
        .onRef("g.refund_id", "=", "r.id")
        .onRef("g.position", "=", "l.position"),
    )
    .where("r.merchant_id", "=", refund.merchantId)
    .where("r.id", "=", refund.id)
    .select(["g.taxable", "g.vat", "g.qty_thousandths as quantity"])
    .orderBy("l.position")
    .execute();
  if (rows.every(({ taxable }) => taxable === null)) return null;
  return rows.map(({ taxable, vat, quantity }) => ({
    taxable: taxable ?? minor(0),
    vat: vat ?? minor(0),
    ...(quantity !== null && { quantity }),
  }));
}
