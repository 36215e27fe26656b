/** Product links as their merchant reads them: with what is sold, what it costs its buyer now, and what was sold so far. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { ProductLink } from "#contract/product-links.ts";
import { readLinkIdentity } from "#core/crockford.ts";
import { formatDecimal, type Minor, minor } from "#core/money.ts";
import { percentText } from "#core/pricing/pricing.ts";
import { linkVatBps, priceCheckout } from "#core/pricing/product-link.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import { paymentsLeft } from "../products/product-link-store.ts";
import { shownAgreementOf } from "./agreement-model.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { toBuyerAmount } from "./buyer-amount-input.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** What a link's model needs beside its row. */
export type LinkView = {
  readonly merchant: ApiMerchant;
  /** Of the buyers' pages. */
  readonly webUrl: string;
};

/**
 * A merchant's links with product, agreement and sales. The sums are added up from one index (migration 0104), when they are
 * read: nothing is counted while buyers pay (docs/decisions/0100).
 */
export function selectLinks(db: Db, merchantId: number) {
  return db
    .selectFrom("product_links as l")
    .innerJoin("products as p", (join) =>
      join.onRef("p.merchant_id", "=", "l.merchant_id").onRef("p.id", "=", "l.product_id"),
    )
    .leftJoin("agreements as a", (join) =>
      join.onRef("a.merchant_id", "=", "l.merchant_id").onRef("a.id", "=", "l.agreement_id"),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("orders as o")
          .select([
            sql<number>`count(*)`.as("orders"),
            sql<Minor | null>`sum(o.captured_total)::bigint`.as("paid"),
            sql<Minor | null>`sum(o.refunded_total)::bigint`.as("refunded"),
          ])
          .whereRef("o.merchant_id", "=", "l.merchant_id")
          .whereRef("o.product_link_id", "=", "l.id")
          .where("o.captured_total", ">", minor(0))
          .as("s"),
      (join) => join.onTrue(),
    )
    .selectAll("l")
    .select(["a.version as agreement_version", "a.title as agreement_title", "a.body as agreement_body"])
    .select(["a.title_en as agreement_title_en", "a.body_en as agreement_body_en"])
    .select(["p.title", "p.image_id", "p.stock_qty", "p.is_archived", "p.price", "p.price_includes_vat"])
    .select(sql<number | null>`${sql.raw(paymentsLeft)}`.as("payments_left"))
    .select(["p.currency", "p.specific_vat_bps", "s.orders", "s.paid", "s.refunded"])
    .where("l.merchant_id", "=", merchantId);
}

export type LinkRow = Awaited<ReturnType<ReturnType<typeof selectLinks>["executeTakeFirstOrThrow"]>>;

/**
 * A merchant's own link.
 * @param input its identity in any letter case, with or without hyphens
 * @throws Problem `not_found`, the same for unknown, malformed and another merchant's
 */
export async function findLink(db: Db, input: string, view: LinkView): Promise<ProductLink> {
  const row = await selectLinks(db, view.merchant.id)
    .where("l.link_identity", "=", readLinkIdentity(input) ?? "")
    .executeTakeFirst();
  if (!row) throw new Problem("not_found");
  return toProductLink(row, view);
}

/** The model of a link's row. */
export function toProductLink(row: LinkRow, { merchant, webUrl }: LinkView): ProductLink {
  const { currency } = row;
  const amount = (units: Minor | null): string => formatDecimal(units ?? minor(0), currency);
  const total = pieceTotal(row, merchant);
  return {
    linkIdentity: row.link_identity,
    url: `${webUrl}/pay/product/${row.link_identity}`,
    productId: row.product_id,
    product: {
      title: row.title,
      imageId: row.image_id,
      stockQty: row.stock_qty,
      isArchived: row.is_archived,
    },
    currency,
    unitTotal: total && amount(total),
    buyerAmount: toBuyerAmount(row, currency),
    askedFields: [...row.asked_fields],
    sales: { orders: row.orders ?? 0, paid: amount(row.paid), refunded: amount(row.refunded) },
    quantity: row.qty,
    vatRate: percentText(row.vat_bps),
    clientPaysFees: row.client_pays_fees,
    allowedMethods: allowedMethodNames.filter((name) => row.allowed_methods.includes(name)),
    callbackUrl: row.callback_url,
    cancelUrl: row.cancel_url,
    agreement: shownAgreementOf(row),
    holdMinutes: row.hold_minutes,
    maxPayments: row.max_payments,
    paymentsLeft: row.payments_left === null ? null : Math.max(0, row.payments_left),
    isActive: row.is_active,
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** What one piece costs its buyer, by the function that the page and the checkout price with; null where the buyer chooses. */
function pieceTotal(row: LinkRow, merchant: ApiMerchant): Minor | null {
  if (row.least_amount !== null) return null;
  const priced = priceCheckout({
    unitPrice: row.price,
    priceIncludesVat: row.price_includes_vat,
    qty: 1,
    vatBps: linkVatBps({
      specificVatBps: row.specific_vat_bps,
      linkVatBps: row.vat_bps,
      merchantHasVatNumber: merchant.vatNumber !== null,
    }),
    clientPaysFees: row.client_pays_fees,
    commissionRateBps: merchant.commissionRateBps,
  });
  return priced.kind === "refused" ? null : priced.total;
}
