/**
 * Issues the invoices that repeat, at their hour of Riyadh. Several servers do this at the same time: the row of a recurring invoice is
 * held while its day is issued, and the key of `recurring_issues` lets no day be issued twice.
 */
import { sql, type Transaction } from "kysely";
import { defaultLanguage } from "#core/language.ts";
import { isProblem } from "#core/problem.ts";
import { occurrenceFrom, occurrenceOf } from "#core/recurrence.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import { isTransient } from "#db/outage.ts";
import type { Schema } from "#db/schema.ts";
import { findMerchantById } from "../merchant-api/api-merchant.ts";
import { readDraft } from "../merchant-api/draft-input.ts";
import { issueInvoice, methodsOfMerchant, type TakenByMethods } from "../merchant-api/issue-invoice.ts";
import { workThrough } from "../queue/work-through.ts";
import { dayAfter, today } from "../reconciliation/riyadh-day.ts";
import type { Services } from "../services.ts";
import { findRecurring, hasNext, type RecurringRow, recurrenceOf } from "./recurring-store.ts";

type Due = { readonly merchant_id: number; readonly id: number; readonly currency: string };

const mostAtATime = 10;
/** After so many refusals in a row it waits for its shop. */
const mostTries = 24;

/**
 * Issues what is due; for a job of every server.
 * @returns how many days were dealt with
 */
export async function issueRecurring(services: Services): Promise<number> {
  const now = new Date(services.clock.now());
  const { rows } = await sql<Due>`select r.merchant_id, r.id, r.currency
    from recurring_invoices r join merchants m on m.id = r.merchant_id and m.deactivated_at is null
    where r.state = 'active' and r.next_day <= (${now}::timestamptz at time zone 'Asia/Riyadh')::date
      and (r.next_day + r.hour * interval '1 hour') at time zone 'Asia/Riyadh' <= ${now}
      and (r.retry_at is null or r.retry_at <= ${now})
    order by r.next_day, r.merchant_id, r.id limit ${mostAtATime}`.execute(services.db.kysely);
  return await workThrough(
    services,
    rows,
    (due) => issueOrNote(services, due),
    ({ merchant_id: merchantId, id: recurringId }) => ({ work: "issueRecurring", merchantId, recurringId }),
  );
}

async function issueOrNote(services: Services, due: Due): Promise<void> {
  try {
    // Before the transaction: a provider may be asked.
    const methods = await methodsOfMerchant(services, due.merchant_id, due.currency);
    await runInTransaction(services.db.kysely, (trx) => issueNext(services, trx, { due, methods }));
  } catch (error) {
    if (isTransient(error)) throw error;
    await noteRefusal(services, due, error);
  }
}

/** One day of one. Does nothing where another server was first. */
async function issueNext(
  services: Services,
  trx: Transaction<Schema>,
  { due, methods }: { readonly due: Due; readonly methods: TakenByMethods },
): Promise<void> {
  const key = { merchantId: due.merchant_id, id: due.id };
  const row = await findRecurring(trx, key, "locked");
  const now = services.clock.now();
  if (row.state !== "active" || !isDue(row, now)) return;
  if (!hasNext(row)) return await setState(trx, row, { state: "ended", now });
  const merchant = await findMerchantById(trx, due.merchant_id);
  // Closed since it was listed: it continues once its shop is opened (`open-merchant.ts`).
  if (merchant === null) return;
  const { next_day: day } = row;
  // Read again: what a newer version asks of an invoice may be missing in one that an older one kept.
  const kept = readDraft(row.body as Record<string, unknown>);
  // One that is late has all its days to be paid, too.
  const from = day < today(now) ? today(now) : day;
  const body = row.due_days === null ? kept : { ...kept, dueDate: dayAfter(from, row.due_days) };
  const { id } = await issueInvoice(services, trx, { merchant, body, methods, language: defaultLanguage });
  await closeDay(trx, row, { state: "issued", orderId: id, now });
}

function isDue({ next_day, hour }: RecurringRow, now: number): boolean {
  return Date.parse(`${next_day}T${String(hour).padStart(2, "0")}:00:00+03:00`) <= now;
}

/** Writes the outcome of the next day and continues with the one after it; ends what has none. */
export async function closeDay(
  trx: Transaction<Schema>,
  row: RecurringRow,
  closed: { readonly state: "issued" | "skipped"; readonly orderId: number | null; readonly now: number },
): Promise<void> {
  const { merchant_id, id, next_day: day } = row;
  const at = new Date(closed.now);
  await trx
    .insertInto("recurring_issues")
    .values({ merchant_id, recurring_id: id, day, state: closed.state, order_id: closed.orderId, at })
    .execute();
  const index = row.next_index + 1;
  const next = occurrenceOf(recurrenceOf(row), index);
  const issued = row.issued + (closed.state === "issued" ? 1 : 0);
  const isOver = !hasNext({ ...row, next_day: next, issued });
  await trx
    .updateTable("recurring_invoices")
    .set({ next_index: index, next_day: next, retry_at: null, tries: 0, problem: null, updated_at: at })
    .$if(isOver, (query) => query.set({ state: "ended" }))
    .where("merchant_id", "=", merchant_id)
    .where("id", "=", id)
    .execute();
}

/** Issues from today on: days that passed meanwhile are left out. Ends what has none any more. */
export async function continueFromToday(
  trx: Transaction<Schema>,
  row: RecurringRow,
  now: number,
): Promise<void> {
  const { index, day } = occurrenceFrom(recurrenceOf(row), { index: row.next_index, day: today(now) });
  const next = { ...row, next_index: index, next_day: day };
  await trx
    .updateTable("recurring_invoices")
    .set({ next_index: index, next_day: day, tries: 0, problem: null })
    .where("merchant_id", "=", row.merchant_id)
    .where("id", "=", row.id)
    .execute();
  await setState(trx, next, { state: hasNext(next) ? "active" : "ended", now });
}

/** Sets whether days are issued. */
export async function setState(
  trx: Transaction<Schema>,
  { merchant_id, id }: RecurringRow,
  { state, now }: { readonly state: RecurringRow["state"]; readonly now: number },
): Promise<void> {
  await trx
    .updateTable("recurring_invoices")
    .set({ state, retry_at: null, updated_at: new Date(now) })
    .where("merchant_id", "=", merchant_id)
    .where("id", "=", id)
    .execute();
}

/**
 * Nothing of the day was written: it is tried again in an hour, and paused where that does not help for a day. A failure of
 * ours is treated the same: others are issued meanwhile, and the shop sees that this one is not.
 */
async function noteRefusal(
  { db, clock, log }: Services,
  { merchant_id, id }: Due,
  error: unknown,
): Promise<void> {
  const now = clock.now();
  const retryAt = new Date(now + timing.recurringRetryMs);
  const code = isProblem(error) ? error.code : "internal";
  await sql`update recurring_invoices set problem = ${code}, tries = tries + 1, updated_at = ${new Date(now)},
      retry_at = case when tries + 1 < ${mostTries} then ${retryAt}::timestamptz end,
      state = case when tries + 1 < ${mostTries} then state else 'paused' end
    where merchant_id = ${merchant_id} and id = ${id} and state = 'active'`.execute(db.kysely);
  const about = { merchantId: merchant_id, recurringId: id };
  if (isProblem(error)) log.warn("recurring invoice not issued", { ...about, code });
  else log.error("recurring invoice failed", { ...about, error });
}
