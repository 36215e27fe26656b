/**
 * What one person or key refunds without a second person (ASVS 2.3.5; docs/decisions/0131): of one invoice, so that
 * a sum is not split into small ones, and on one day in Riyadh. What a second person approved counts in neither.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { type Minor, minor } from "#core/money.ts";
import type { LimitedMaker, RefundLimitKind } from "#core/refund-approval.ts";
import type { Schema } from "#db/schema.ts";

export type RefundLimits = {
  /** Minor units of SAR; null: any amount. */
  readonly perInvoice: Minor | null;
  readonly perDay: Minor | null;
  readonly appliesTo: readonly LimitedMaker[];
};

/** Who asks for a refund. */
export type RefundMaker = {
  /** `person 7` or `key 3`, as the audit log names callers. */
  readonly name: string;
  /** As what limits may apply to the caller; null: no limit does. */
  readonly as: LimitedMaker | null;
};

/** Limits are in riyals: what is in another currency cannot be compared with them. */
const limitCurrency = "SAR";

/** The limits of a merchant; null where any amount is refunded by one person. */
export async function readRefundLimits(
  db: Kysely<Schema>,
  merchantId: number,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
): Promise<RefundLimits | null> {
  const row = await db
    .selectFrom("refund_limits")
    .select(["per_invoice as perInvoice", "per_day as perDay", "applies_to as appliesTo"])
    .where("merchant_id", "=", merchantId)
    .$if(isLocked, (one) => one.forNoKeyUpdate())
    .executeTakeFirst();
  return row ?? null;
}

/** Sets the limits; null takes them away. They hold from the next refund on. */
export async function setRefundLimits(
  trx: Transaction<Schema>,
  merchantId: number,
  limits: RefundLimits | null,
): Promise<void> {
  if (limits === null || (limits.perInvoice === null && limits.perDay === null)) {
    await trx.deleteFrom("refund_limits").where("merchant_id", "=", merchantId).execute();
    return;
  }
  const values = {
    per_invoice: limits.perInvoice,
    per_day: limits.perDay,
    applies_to: [...limits.appliesTo],
    updated_at: sql<Date>`now()`,
  };
  await trx
    .insertInto("refund_limits")
    .values({ merchant_id: merchantId, ...values })
    .onConflict((row) => row.column("merchant_id").doUpdateSet(values))
    .execute();
}

/**
 * The limit that a refund would go above; null for none. The row of limits stays locked until the transaction's end, so that
 * two refunds at once do not both fit into what is left of a day.
 */
export async function reachedLimit(
  trx: Transaction<Schema>,
  refund: {
    readonly merchantId: number;
    readonly orderId: number;
    readonly maker: RefundMaker;
    readonly amount: Minor;
    readonly currency: string;
  },
): Promise<RefundLimitKind | null> {
  const { merchantId, maker, amount, currency } = refund;
  const limits = await readRefundLimits(trx, merchantId, { isLocked: true });
  if (limits === null || maker.as === null || !limits.appliesTo.includes(maker.as)) return null;
  if (currency !== limitCurrency) return limits.perInvoice === null ? "per_day" : "per_invoice";
  const given = await givenAlone(trx, refund);
  if (limits.perInvoice !== null && given.ofInvoice + amount > limits.perInvoice) return "per_invoice";
  if (limits.perDay !== null && given.today + amount > limits.perDay) return "per_day";
  return null;
}

/** What the caller has refunded alone, in minor units of SAR; declined refunds gave nothing, and surplus was never the shop's. */
async function givenAlone(
  trx: Transaction<Schema>,
  { merchantId, orderId, maker }: { merchantId: number; orderId: number; maker: RefundMaker },
): Promise<{ readonly ofInvoice: Minor; readonly today: Minor }> {
  const alone = (
    where: ReturnType<typeof sql>,
  ) => sql<Minor>`(select coalesce(sum(amount), 0)::bigint from refunds
    where merchant_id = ${merchantId} and made_by = ${maker.name} and approval_id is null and state <> 'declined'
      and not is_surplus and currency = ${limitCurrency} and ${where})`;
  const { rows } = await sql<{ ofInvoice: Minor; today: Minor }>`select
    ${alone(sql`order_id = ${orderId}`)} as "ofInvoice",
    ${alone(sql`created_at >= date_trunc('day', now(), 'Asia/Riyadh')`)} as today`.execute(trx);
  return rows[0] ?? { ofInvoice: minor(0), today: minor(0) };
}
