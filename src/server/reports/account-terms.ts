/** What a merchant has agreed with providers: what each keeps of a payment, and when it pays out. */
import { type Kysely, type Selectable, sql } from "kysely";
import { type AccountTerms, highestFixedFeeHalalas } from "#contract/settlement.ts";
import { formatDecimal, minor, parseDecimal } from "#core/money.ts";
import { readPercent, standardVatBps } from "#core/pricing/percent.ts";
import { percentText } from "#core/pricing/pricing.ts";
import type { Schema } from "#db/schema.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import { addFees, type Fees, feesKey } from "./fee-sums.ts";
import { isPayment, takenAmount } from "./payment-sums.ts";
import { type Days, monthsOf, spanOf } from "./report-period.ts";

type Row = Selectable<Schema["account_terms"]>;

/** Reads a merchant's terms, by method. */
export async function readTerms(
  db: Kysely<Schema>,
  merchantId: number,
): Promise<ReadonlyMap<string, AccountTerms>> {
  const rows = await db
    .selectFrom("account_terms")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .orderBy("method")
    .execute();
  return new Map(rows.map((row) => [row.method, toTerms(row)]));
}

type Given = Pick<AccountTerms, "method" | "feeRate" | "feeFixed" | "settlementDays">;

/**
 * Stores the terms of one method in place of what was there.
 * @param of `now`: milliseconds since the epoch
 * @throws Problem `validation_failed` for more than 100 %, or a fixed fee beyond `highestFixedFeeHalalas`
 */
export async function storeTerms(
  db: Kysely<Schema>,
  of: { readonly merchantId: number; readonly now: number },
  { method, feeRate, feeFixed, settlementDays }: Given,
): Promise<AccountTerms> {
  const rate = readPercent(feeRate);
  const fixed = parseDecimal(feeFixed, "SAR");
  if (rate === null)
    throw wrongFields([{ path: "feeRate", code: "too_big", message: "a percentage up to 100" }]);
  if (fixed === null || fixed > highestFixedFeeHalalas)
    throw wrongFields([
      {
        path: "feeFixed",
        code: "too_big",
        message: `at most ${formatDecimal(minor(highestFixedFeeHalalas), "SAR")} riyals`,
      },
    ]);
  const values = {
    fee_rate_bps: rate,
    fee_fixed: fixed,
    settlement_days: settlementDays,
    updated_at: new Date(of.now),
  };
  const row = await db
    .insertInto("account_terms")
    .values({ merchant_id: of.merchantId, method, ...values })
    .onConflict((conflict) => conflict.columns(["merchant_id", "method"]).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toTerms(row);
}

function toTerms({ method, fee_rate_bps, fee_fixed, settlement_days, updated_at }: Row): AccountTerms {
  return {
    method,
    feeRate: percentText(fee_rate_bps),
    feeFixed: formatDecimal(fee_fixed, "SAR"),
    settlementDays: settlement_days,
    updatedAt: updated_at.toISOString(),
  };
}

type FeesRow = Fees & {
  readonly period: string | null;
  readonly method: string;
  readonly account: string;
};

/**
 * What providers keep of the payments of a period by the terms of today: rounded for each payment (half up, as
 * `core/money.ts` rounds), riyals alone.
 * @returns by `feesKey`; nothing for methods without terms
 */
export async function readExpectedFees(
  db: Kysely<Schema>,
  {
    merchantId,
    days,
    by,
  }: { readonly merchantId: number; readonly days: Days; readonly by: "day" | "method" },
): Promise<ReadonlyMap<string, Fees>> {
  const found = new Map<string, Fees>();
  const period =
    by === "day" ? sql`to_char(p.settled_at at time zone 'Asia/Riyadh', 'YYYY-MM-DD')` : sql`null::text`;
  for (const month of monthsOf(days)) {
    const { since, before } = spanOf(month);
    const { rows } = await sql<FeesRow>`
      select ${period} as period, p.method, p.account, sum(p.fee)::bigint as amount,
        sum(round(p.fee * ${standardVatBps}::int / 10000.0))::bigint as vat
      from (
        select a.settled_at, a.method, a.provider as account,
          round(${takenAmount} * t.fee_rate_bps / 10000.0) + t.fee_fixed as fee
        from payment_attempts a
          join account_terms t on t.merchant_id = a.merchant_id and t.method = a.method
        where a.merchant_id = ${merchantId} and a.settled_at >= ${since} and a.settled_at < ${before}
          and ${isPayment} and a.currency = 'SAR') p
      group by 1, 2, 3`.execute(db);
    for (const row of rows) {
      const key = feesKey({ ...row, currency: "SAR" });
      found.set(key, addFees(found.get(key), row));
    }
  }
  return found;
}
