/**
 * What a buyer is asked to pay is changed before it is paid. Refused while money may be on its way: under another content
 * it would pay for something else. What waits for its buyer alone is superseded; its page gets `order_changed`, because
 * the order's version goes up (docs/decisions/0091).
 */
import { CompiledQuery, sql, type Transaction } from "kysely";
import { blocksOthers, factsOf } from "#core/attempt-status.ts";
import { type Minor, minor } from "#core/money.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { phase2States } from "#core/zatca/unit-state.ts";
import { literals } from "#db/literals.ts";
import type { Schema } from "#db/schema.ts";
import { clientIdOf } from "../orders/issued-client.ts";
import { insertLines, lineParameters, type OrderLine } from "../orders/order-lines.ts";
import type { LockedOrder } from "../orders/order-moves.ts";
import {
  figureValues,
  linesOf,
  type OrderToIssue,
  plainValues,
  price,
  requireLawfulForm,
} from "../orders/order-to-issue.ts";
import { attemptsOfOrder, moveAttempt } from "../payments/attempt-store.ts";
import { refuseRejectedInvoice } from "../zatca/refuse-at-issue.ts";
import { versionOfAgreement } from "./issue-order.ts";

/** What of an order is written again; all else stays as it was issued, whatever its merchant's rates are now. */
export type Edit = {
  readonly order: OrderToIssue;
  /** Lines and figures. */
  readonly isRepriced: boolean;
  readonly hasNewClient: boolean;
  /** The form of the tax invoice was asked for; it also follows from client and lines. */
  readonly hasNewForm: boolean;
};

/**
 * Refuses a change of content where the order stands, and supersedes what waits for its buyer.
 * @param order locked
 * @throws Problem `invoice_of_link`, why the order is closed, `payment_in_progress` while money may be on its way, or
 *   `reference_open` while a bill or the details of a transfer are out: their holder may pay the old amount
 */
export async function makeWayForEdit(trx: Transaction<Schema>, order: LockedOrder, now: Date): Promise<void> {
  const { refusal } = orderStatusFacts[order.status];
  if (refusal) throw new Problem(refusal);
  if (order.source === "link") throw new Problem("invoice_of_link");
  const attempts = await attemptsOfOrder(trx, order.id);
  const inProgress = () => new Problem("payment_in_progress", { retryAfterSeconds: 2 });
  if (attempts.some((attempt) => blocksOthers(factsOf(attempt)))) throw inProgress();
  if (attempts.some(({ state }) => state === "offered")) throw new Problem("reference_open");
  for (const attempt of attempts.filter((one) => factsOf(one).maySupersede)) {
    const set = { next_check_at: now, check_count: 0 };
    const move = { to: "superseded", cause: "order_changed", set } as const;
    if (!(await moveAttempt(trx, attempt, order.merchant_id, move))) throw inProgress();
  }
}

/**
 * Writes an order again, under its lock and after `makeWayForEdit`.
 * @returns what it comes to now
 * @throws Problem `zero_total`, `amount_too_large`, `standard_required`, `tax_document_refused`
 */
export async function editOrder(trx: Transaction<Schema>, locked: LockedOrder, edit: Edit): Promise<Minor> {
  const { order, isRepriced, hasNewClient, hasNewForm } = edit;
  const { id, merchant_id: merchantId } = locked;
  const priced = isRepriced ? price(order) : null;
  const total = priced?.total ?? minor(locked.total);
  requireLawfulForm(order, total);
  const terms = order.agreement && (await versionOfAgreement(trx, merchantId, order.agreement));
  await trx
    .updateTable("orders")
    .set({
      ...plainValues(order),
      ...(priced && figureValues(order, priced)),
      ...((isRepriced || hasNewClient || hasNewForm) && { tax_form: order.taxForm?.form ?? null }),
      ...(hasNewClient && { client_id: await clientIdOf(trx, merchantId, order.client) }),
      agreement_id: terms?.id ?? null,
      version: sql<number>`version + 1`,
      // One that had expired, and whose buyer was erased for its age, is for a buyer again, who is erased in turn.
      buyer_erased_at: null,
      // Another end gets its own event.
      expired_at: sql<Date | null>`case
        when date_trunc('milliseconds', expires_at) is not distinct from ${order.expiresAt} then expired_at end`,
      ...acceptanceOf(terms?.id ?? null),
    })
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .execute();
  if (priced) await replaceLines(trx, locked, linesOf(order, priced));
  const { rows } = await sql`select from egs_units
    where merchant_id = ${merchantId} and state in (${sql.raw(literals(phase2States))})`.execute(trx);
  if (rows.length > 0) await refuseRejectedInvoice(trx, id);
  return total;
}

/** What was accepted stays with the terms that it was the acceptance of. */
function acceptanceOf(agreementId: number | null) {
  const isSame = sql`agreement_id is not distinct from ${agreementId}::bigint`;
  return {
    agreement_accepted_at: sql<Date | null>`case when ${isSame} then agreement_accepted_at end`,
    agreement_accepted_sha256: sql<string | null>`case when ${isSame} then agreement_accepted_sha256 end`,
  };
}

const insertSql = `with o as (select $1::bigint as merchant_id, $2::bigint as id) ${insertLines("o", 3)}`;

async function replaceLines(
  trx: Transaction<Schema>,
  order: LockedOrder,
  lines: readonly OrderLine[],
): Promise<void> {
  await trx
    .deleteFrom("order_lines")
    .where("merchant_id", "=", order.merchant_id)
    .where("order_id", "=", order.id)
    .execute();
  const parameters = [order.merchant_id, order.id, ...lineParameters(lines)];
  await trx.executeQuery(CompiledQuery.raw(insertSql, parameters));
}
