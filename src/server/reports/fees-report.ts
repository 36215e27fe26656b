/** Fees of a period: what buyers paid as service fee, and what providers keep by the merchant's terms. */
import type { Kysely } from "kysely";
import type { FeesReport } from "#contract/settlement.ts";
import type { Schema } from "#db/schema.ts";
import { readExpectedFees, readTerms } from "./account-terms.ts";
import { feesKey, noFees, writeFees } from "./fee-sums.ts";
import type { Days } from "./report-period.ts";
import { readSales } from "./sales.ts";

/** Adds them up for one merchant, by method and account. */
export async function readFees(db: Kysely<Schema>, merchantId: number, days: Days): Promise<FeesReport> {
  const terms = await readTerms(db, merchantId);
  const expected = await readExpectedFees(db, { merchantId, days, by: "method" });
  const { rows } = await readSales(db, { merchantId, days, by: "method" });
  return {
    ...days,
    rows: rows.map((row) => {
      const { method, account, currency, payments, gross, fees } = row;
      const own = terms.get(method) ?? null;
      const isKnown = own !== null && currency === "SAR";
      return {
        method,
        account,
        currency,
        payments,
        gross,
        charged: fees,
        expected: writeFees(isKnown ? (expected.get(feesKey(row)) ?? noFees) : null),
        terms: own,
      };
    }),
  };
}
