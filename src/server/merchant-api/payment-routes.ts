/** Payments of the merchant API: every try of every invoice. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CallParsed } from "#contract/contract.ts";
import { type PaymentModel, paymentListCalls } from "#contract/payments.ts";
import { failedStates, shownAloneStates } from "#core/attempt-status.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import { readReason } from "#core/outcome.ts";
import { Problem } from "#core/problem.ts";
import { literals } from "#db/literals.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { failureOf } from "../payments/failure.ts";
import { isGoingBack } from "../payments/going-back.ts";
import type { Services } from "../services.ts";
import { isLivemode } from "../settings/world.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { merchantOf } from "./authenticate.ts";
import { FieldReader } from "./field-reader.ts";
import { defaultCurrency } from "./invoice-input.ts";
import { ofOrder } from "./invoice-search.ts";
import { paymentsSince } from "./seen-by-role.ts";
import { isAfter, placeOf, readTimePage, toTimePage } from "./time-paging.ts";

const listName = "payments";

/** Mounts the calls in a scope that requires an API key. */
export function mountPaymentListCalls(
  scope: FastifyInstance,
  services: Pick<Services, "db" | "clock" | "config">,
): void {
  const db = services.db.kysely;
  const seen = (merchant: ApiMerchant) => {
    const since = paymentsSince(merchant, services.clock.now());
    return since === null ? sql<boolean>`true` : sql<boolean>`a.created_at >= ${since}`;
  };

  mountCall(scope, paymentListCalls, "GET /api/v1/payments", async ({ query }, { request }) => {
    const page = readTimePage(listName, query);
    const rows = selectPayments(db, merchantOf(request).id)
      .where((eb) => eb.and(conditionsOf(query, merchantOf(request).id)))
      .where(seen(merchantOf(request)))
      .where(isAfter(page, sql.ref("a.created_at"), sql.ref("a.id")))
      .orderBy("a.created_at", "desc")
      .orderBy("a.id", "desc")
      .limit(page.limit + 1);
    return toTimePage(listName, page, {
      rows: await rows.execute(),
      idOf: ({ id }) => id,
      toItem: (row) => toPayment(row, isLivemode(services.config, merchantOf(request))),
    });
  });

  mountCall(scope, paymentListCalls, "GET /api/v1/payments/:paymentId", async ({ params }, { request }) => {
    const row = await selectPayment(db, merchantOf(request).id, params.paymentId)
      .where(seen(merchantOf(request)))
      .executeTakeFirst();
    if (!row) throw new Problem("not_found");
    return toPayment(row, isLivemode(services.config, merchantOf(request)));
  });
}

type PaymentQuery = CallParsed<(typeof paymentListCalls)["GET /api/v1/payments"]>["query"];

/** What a query asks of the attempts `a`. */
function conditionsOf(query: PaymentQuery, merchantId: number): RawBuilder<boolean>[] {
  const { state, method, order, lastFour, amount, createdSince, createdBefore } = query;
  const currency = query.amountCurrency ?? defaultCurrency;
  return [
    ...(state === undefined ? [] : [sql<boolean>`a.state = ${state}`]),
    ...(method === undefined ? [] : [sql<boolean>`a.method = ${method}`]),
    ...(order === undefined ? [] : [ofOrder(sql.ref("a.order_id"), { merchantId, typed: order })]),
    ...(lastFour === undefined ? [] : [sql<boolean>`a.paid_last_four = ${lastFour}`]),
    ...(amount === undefined
      ? []
      : [sql<boolean>`a.amount = ${readAmount(amount, currency)} and a.currency = ${currency}`]),
    ...(createdSince === undefined ? [] : [sql<boolean>`a.created_at >= ${new Date(createdSince)}`]),
    ...(createdBefore === undefined ? [] : [sql<boolean>`a.created_at < ${new Date(createdBefore)}`]),
  ];
}

/** @throws Problem `validation_failed` for more decimals than the currency has, or no currency */
function readAmount(text: string, currency: string): Minor | null {
  const reader = new FieldReader(currency);
  const amount = reader.amount("amount", text, reader.currency("amountCurrency", currency));
  reader.refuseWrong();
  return amount;
}

/** By which id a try is shown: by that of its first code (the rule of the view `told_attempts`). */
const publishedId = sql<string>`coalesce(first.id, a.id)`;

/** Of the codes of one try, the attempt `a` that stands for it: the rule of the view `told_attempts`. */
export const shownOnce = sql<boolean>`(not a.is_resent or a.state in (${sql.raw(literals(shownAloneStates))}))`;

/** The tries of a merchant, each once however often its code was sent, as the view `told_attempts` has those of one order. */
export function selectTries(db: Kysely<Schema>, merchantId: number) {
  return db
    .selectFrom("payment_attempts as a")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "a.merchant_id").onRef("o.id", "=", "a.order_id"),
    )
    .leftJoin("payment_attempts as first", (join) =>
      join
        .onRef("first.merchant_id", "=", "a.merchant_id")
        .onRef("first.id", "=", "a.resend_of")
        .on("a.is_resent", "=", false)
        .on("first.state", "not in", shownAloneStates),
    )
    .leftJoin("payments_by_hand as h", (join) =>
      join.onRef("h.merchant_id", "=", "a.merchant_id").onRef("h.attempt_id", "=", "a.id"),
    )
    .where("a.merchant_id", "=", merchantId)
    .where(shownOnce)
    .select([
      "a.id",
      "a.order_id",
      "a.method",
      "a.state",
      "a.amount",
      "a.currency",
      "a.received_amount",
      "a.decline_reason",
    ])
    .select(["a.paid_brand", "a.paid_last_four", "a.client_name", "a.client_mobile", "a.client_email"])
    .select(["h.reference", "h.note", "h.recorded_by"])
    .select(["a.updated_at", "a.settled_at"])
    .select(["o.order_number", "o.external_order_number", "o.status as order_status"])
    .select([
      publishedId.as("published_id"),
      sql<Date>`coalesce(first.created_at, a.created_at)`.as("begun_at"),
    ])
    .select(placeOf(sql.ref("a.created_at")).as("place"));
}

/** The same with all that an answer says of a payment (`toPayment`). */
export function selectPayments(db: Kysely<Schema>, merchantId: number) {
  return selectTries(db, merchantId).select(isGoingBack.as("is_going_back"));
}

/** The payment that callers know by this id. */
export function selectPayment(db: Kysely<Schema>, merchantId: number, paymentId: string) {
  return selectPayments(db, merchantId)
    .where((eb) => eb.or([eb("a.id", "=", paymentId), eb("a.resend_of", "=", paymentId)]))
    .where(publishedId, "=", paymentId);
}

type PaymentRow = Awaited<ReturnType<ReturnType<typeof selectPayments>["executeTakeFirstOrThrow"]>>;

/** Writes a row of it out; `livemode` says whether its merchant's money is real. */
export function toPayment(row: PaymentRow, livemode: boolean): PaymentModel {
  const money = (value: Minor): string => formatDecimal(value, row.currency);
  const hasCard = row.paid_brand !== null || row.paid_last_four !== null;
  return {
    id: row.published_id,
    livemode,
    orderNumber: row.order_number,
    externalOrderNumber: row.external_order_number,
    invoiceStatus: row.order_status,
    method: row.method,
    state: row.state,
    amount: money(row.amount),
    currency: row.currency,
    receivedAmount: row.received_amount === null ? null : money(row.received_amount),
    reason: row.decline_reason === null ? null : readReason(row.decline_reason),
    failure: failedStates.includes(row.state)
      ? failureOf({ state: row.state, reason: row.decline_reason })
      : null,
    byHand:
      row.recorded_by === null
        ? null
        : { reference: row.reference, note: row.note, recordedBy: row.recorded_by },
    card: hasCard ? { brand: row.paid_brand, lastFour: row.paid_last_four } : null,
    buyer: { name: row.client_name, mobile: row.client_mobile, email: row.client_email },
    createdAt: row.begun_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    refundUnderWay: row.is_going_back,
  };
}
