/** Payments and what is theirs: every try, the service fees in those that were taken, and refunds. */
import { type RawBuilder, sql } from "kysely";
import type { ExportQuery } from "#contract/exports.ts";
import { failedStates } from "#core/attempt-status.ts";
import { minor } from "#core/money.ts";
import { isInForce } from "../documents/tax-document-store.ts";
import { selectTries, shownOnce } from "../merchant-api/payment-routes.ts";
import { placeOf } from "../merchant-api/time-paging.ts";
import { failureOf } from "../payments/failure.ts";
import { feeOfPayment, isPayment, takenAmount } from "../reports/payment-sums.ts";
import { methodName } from "../texts/method-names.ts";
import {
  all,
  amountOf,
  type Column,
  columnsOf,
  countRows,
  defineTable,
  isBehind,
  type Place,
  type Scope,
  within,
} from "./export-table.ts";
import { exportTexts } from "./export-texts.ts";

/** By which id the attempt `a` is known: that of the first code of its try. */
const publishedId = sql<string>`told_attempt_id(a)`;

const paymentsOf = (scope: Scope<ExportQuery<"payments">>): RawBuilder<boolean> =>
  all([
    sql`a.merchant_id = ${scope.merchantId}`,
    shownOnce,
    ...within(scope, sql.ref("a.created_at")),
    ...(scope.query.state === undefined ? [] : [sql<boolean>`a.state = ${scope.query.state}`]),
  ]);

const paymentsPage = async (scope: Scope<ExportQuery<"payments">>, after: Place | null, limit: number) =>
  await selectTries(scope.db, scope.merchantId)
    .select(["a.provider", "a.id as place_id"])
    .where(paymentsOf(scope))
    .where(isBehind(after, sql.ref("a.created_at"), sql.ref("a.id")))
    .orderBy("a.created_at")
    .orderBy("a.id")
    .limit(limit)
    .execute();

type PaymentRow = Awaited<ReturnType<typeof paymentsPage>>[number];

function paymentsColumns(): readonly Column<PaymentRow>[] {
  const { code, instant, text } = columnsOf<PaymentRow>();
  const amount = amountOf<PaymentRow>();
  return [
    code("paymentId", (row) => row.published_id),
    code("orderNumber", (row) => row.order_number),
    code("externalOrderNumber", (row) => row.external_order_number),
    text("method", (row, language) => methodName(language, row.method)),
    code("account", (row) => row.provider),
    text("state", (row, language) => exportTexts(language).words.payment[row.state]),
    amount("amount", (row) => row.amount),
    code("currency", (row) => row.currency),
    amount("receivedAmount", (row) => row.received_amount),
    text("card", (row) => row.paid_brand),
    code("lastFour", (row) => row.paid_last_four),
    text("failure", (row, language) =>
      failedStates.includes(row.state)
        ? failureOf({ state: row.state, reason: row.decline_reason }).message[language]
        : null,
    ),
    text("buyerName", (row) => row.client_name),
    code("buyerMobile", (row) => row.client_mobile),
    code("buyerEmail", (row) => row.client_email),
    instant("begunAt", (row) => row.begun_at),
    instant("settledAt", (row) => row.settled_at),
  ];
}

/** The tries of a merchant, each once, in the order of their beginning. */
export const paymentsTable = defineTable({
  columns: paymentsColumns(),
  count: async (scope: Scope<ExportQuery<"payments">>) =>
    await countRows(scope.db, sql`payment_attempts a`, paymentsOf(scope)),
  page: paymentsPage,
});

const feesOf = (scope: Scope<unknown>): RawBuilder<boolean> =>
  all([sql`a.merchant_id = ${scope.merchantId}`, isPayment, ...within(scope, sql.ref("a.settled_at"))]);

const feesPage = async (scope: Scope<ExportQuery<"fees">>, after: Place | null, limit: number) =>
  await scope.db
    .selectFrom("payment_attempts as a")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "a.merchant_id").onRef("o.id", "=", "a.order_id"),
    )
    .select(["a.id as place_id", "a.settled_at", "a.method", "a.provider", "a.currency"])
    .select(["o.order_number", "o.external_order_number", "o.commission_rate_bps"])
    .select([publishedId.as("payment_id"), takenAmount.as("taken"), feeOfPayment.as("fee")])
    .select(placeOf(sql.ref("a.settled_at")).as("place"))
    .where(feesOf(scope))
    .where(isBehind(after, sql.ref("a.settled_at"), sql.ref("a.id")))
    .orderBy("a.settled_at")
    .orderBy("a.id")
    .limit(limit)
    .execute();

type FeeRow = Awaited<ReturnType<typeof feesPage>>[number];

function feesColumns(): readonly Column<FeeRow>[] {
  const { code, instant, text } = columnsOf<FeeRow>();
  const amount = amountOf<FeeRow>();
  return [
    code("paymentId", (row) => row.payment_id),
    code("orderNumber", (row) => row.order_number),
    code("externalOrderNumber", (row) => row.external_order_number),
    instant("settledAt", (row) => row.settled_at),
    text("method", (row, language) => methodName(language, row.method)),
    code("account", (row) => row.provider),
    amount("amount", (row) => row.taken),
    code("currency", (row) => row.currency),
    { name: "feeRate", of: (row) => ({ kind: "percent", bps: row.commission_rate_bps }) },
    amount("fee", (row) => row.fee),
    amount("withoutFee", (row) => minor(row.taken - row.fee)),
  ];
}

/** Payments that were taken, with the part of the invoice's service fees that each has paid. */
export const feesTable = defineTable({
  columns: feesColumns(),
  count: async (scope: Scope<ExportQuery<"fees">>) =>
    await countRows(scope.db, sql`payment_attempts a`, feesOf(scope)),
  page: feesPage,
});

const refundsOf = (scope: Scope<ExportQuery<"refunds">>): RawBuilder<boolean> =>
  all([
    sql`r.merchant_id = ${scope.merchantId}`,
    ...within(scope, sql.ref("r.created_at")),
    ...(scope.query.state === undefined ? [] : [sql<boolean>`r.state = ${scope.query.state}`]),
  ]);

const refundsPage = async (scope: Scope<ExportQuery<"refunds">>, after: Place | null, limit: number) =>
  await scope.db
    .selectFrom("refunds as r")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "r.merchant_id").onRef("o.id", "=", "r.order_id"),
    )
    .innerJoin("payment_attempts as a", (join) =>
      join.onRef("a.merchant_id", "=", "r.merchant_id").onRef("a.id", "=", "r.attempt_id"),
    )
    .leftJoin("tax_documents as d", (join) =>
      join
        .onRef("d.merchant_id", "=", "r.merchant_id")
        .onRef("d.order_id", "=", "r.order_id")
        .onRef("d.refund_key", "=", "r.id")
        .on(isInForce),
    )
    .select(["r.id as place_id", "r.amount", "r.currency", "r.state", "r.is_by_hand", "r.reason"])
    .select(["r.created_at", "r.updated_at", "o.order_number", "o.external_order_number"])
    .select(["a.method", "a.provider", "d.number as credit_note"])
    .select(publishedId.as("payment_id"))
    .select(placeOf(sql.ref("r.created_at")).as("place"))
    .where(refundsOf(scope))
    .where(isBehind(after, sql.ref("r.created_at"), sql.ref("r.id")))
    .orderBy("r.created_at")
    .orderBy("r.id")
    .limit(limit)
    .execute();

type RefundRow = Awaited<ReturnType<typeof refundsPage>>[number];

function refundsColumns(): readonly Column<RefundRow>[] {
  const { code, instant, text } = columnsOf<RefundRow>();
  const amount = amountOf<RefundRow>();
  return [
    code("refundId", (row) => row.place_id),
    code("orderNumber", (row) => row.order_number),
    code("externalOrderNumber", (row) => row.external_order_number),
    code("paymentId", (row) => row.payment_id),
    text("method", (row, language) => methodName(language, row.method)),
    code("account", (row) => row.provider),
    amount("amount", (row) => row.amount),
    code("currency", (row) => row.currency),
    text("state", (row, language) => exportTexts(language).words.refund[row.state]),
    text("byHand", (row, language) => exportTexts(language).words.yesOrNo[row.is_by_hand ? "yes" : "no"]),
    text("reason", (row) => row.reason),
    code("creditNote", (row) => row.credit_note),
    instant("askedAt", (row) => row.created_at),
    instant("changedAt", (row) => row.updated_at),
  ];
}

/** Refunds, in the order in which they were asked for. */
export const refundsTable = defineTable({
  columns: refundsColumns(),
  count: async (scope: Scope<ExportQuery<"refunds">>) =>
    await countRows(scope.db, sql`refunds r`, refundsOf(scope)),
  page: refundsPage,
});
