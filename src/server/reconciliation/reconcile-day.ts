/**
 * The daily comparison of our books with the providers'. The orders of a day of Riyadh are those whose money came or
 * went back on it; where a provider lists a day's payments, also those that are on its list. What cannot be compared
 * now is compared again later, the whole day with it.
 */
import { sql } from "kysely";
import { attemptStateFacts, attemptStates } from "#core/attempt-status.ts";
import { minor } from "#core/money.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { StatedPayment } from "#methods/payment-method.ts";
import { refreshAttempt } from "../payments/refresh.ts";
import type { Services } from "../services.ts";
import { type Account, accountsWithReport, keyOf } from "./accounts.ts";
import { type ComparedAccount, type ComparedDay, compareOrder, createAsk } from "./compare-order.ts";
import { reportDifference } from "./report-difference.ts";
import { dayAfter, startOfDay, yesterday } from "./riyadh-day.ts";

/** Orders that one run has under way at the providers. */
const ordersAtOnce = 4;
/** After a long stop, no more days than these are compared. */
const mostDaysBack = 31;

/**
 * Compares the day that is due, if any.
 * @returns how many days
 */
export async function reconcileDueDays(services: Services): Promise<number> {
  await addDays(services);
  const due = await takeDueDay(services);
  if (due === null) return 0;
  const unanswered = await compareDay(services, due.day);
  const retryMs = unanswered === 0 ? undefined : timing.reconciliationRetriesMs[due.tries - 1];
  const now = services.clock.now();
  await services.db.kysely
    .updateTable("reconciliation_days")
    .set({
      unanswered,
      compared_at: new Date(now),
      next_try_at: retryMs === undefined ? null : new Date(now + retryMs),
    })
    .where("day", "=", due.day)
    .execute();
  if (unanswered > 0 && retryMs === undefined)
    services.log.error("reconciliation incomplete", { day: due.day, unanswered });
  return 1;
}

/** Yesterday, once it is early morning, and days on which nothing ran. */
async function addDays({ db, clock }: Services): Promise<void> {
  const last = yesterday(clock.now() - timing.reconciliationHour * 60 * 60_000);
  const known = await db.kysely
    .selectFrom("reconciliation_days")
    .select((eb) => eb.fn.max("day").as("day"))
    .executeTakeFirst();
  const days: string[] = [];
  for (let day = last; days.length < mostDaysBack && day > (known?.day ?? dayAfter(last, -1)); )
    day = dayAfter(days[days.push(day) - 1] ?? day, -1);
  if (days.length === 0) return;
  await db.kysely
    .insertInto("reconciliation_days")
    .values(days.map((day) => ({ day, next_try_at: new Date(clock.now()) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** While it is compared it is not due for another process; if this one dies, it is due again. */
async function takeDueDay({ db, clock }: Services): Promise<{ day: string; tries: number } | null> {
  const row = await db.kysely
    .updateTable("reconciliation_days")
    .set((eb) => ({
      tries: eb("tries", "+", 1),
      next_try_at: new Date(clock.now() + timing.reconciliationRetriesMs[0]),
    }))
    .where("day", "=", (eb) =>
      eb
        .selectFrom("reconciliation_days")
        .select("day")
        .where("next_try_at", "<=", new Date(clock.now()))
        .orderBy("day")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(["day", "tries"])
    .executeTakeFirst();
  return row ?? null;
}

/** @returns how many orders and accounts could not be compared */
async function compareDay(services: Services, day: string): Promise<number> {
  const lists = await readLists(services, day);
  const mentioned = new Map(lists.payments.map(({ attemptId, order }) => [attemptId, order]));
  const orderIds = new Set(await ordersOfDay(services, day));
  for (const order of mentioned.values()) orderIds.add(order.id);
  const waiting = [...orderIds];
  const compared: ComparedAccount[] = [];
  let unanswered = lists.unanswered;
  const options = { day: rangeOf(day), mentioned: new Set(mentioned.keys()), ask: createAsk(services) };
  const work = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const result = await compareOrder(services, id, options);
      if (result.kind === "later") {
        unanswered += 1;
        continue;
      }
      compared.push(...result.accounts);
      await report(services, day, id, result.accounts);
    }
  };
  await Promise.all(Array.from({ length: ordersAtOnce }, work));
  await bringIn(services, [...mentioned.keys()]);
  await storeSums(services, day, compared);
  return unanswered;
}

function rangeOf(day: string): ComparedDay {
  return { from: startOfDay(day), to: startOfDay(dayAfter(day, 1)) };
}

async function ordersOfDay({ db }: Services, day: string): Promise<number[]> {
  const range = rangeOf(day);
  const [from, to] = [new Date(range.from), new Date(range.to)];
  const { rows } = await sql<{ order_id: number }>`
    select order_id from payment_attempts where settled_at >= ${from} and settled_at < ${to}
    union select order_id from refunds where sent_at >= ${from} and sent_at < ${to}`.execute(db.kysely);
  return rows.map(({ order_id }) => order_id);
}

type Mentioned = { readonly attemptId: string; readonly order: { readonly id: number } };

/** What providers list of the day. Money that belongs to no attempt of ours is reported here. */
async function readLists(
  services: Services,
  day: string,
): Promise<{ readonly payments: readonly Mentioned[]; readonly unanswered: number }> {
  const payments: Mentioned[] = [];
  let unanswered = 0;
  for (const account of await accountsWithReport(services)) {
    const list = await Promise.try(() => account.provider.report?.(day)).catch((error: unknown) => {
      services.log.error("adapter failed", { provider: account.provider.id, step: "report", error });
      return { kind: "unknown", why: "adapter failed" } as const;
    });
    if (list?.kind !== "stated") {
      unanswered += 1;
      continue;
    }
    for (const payment of list.payments.filter(({ taken }) => taken > 0)) {
      const order = await orderOf(services, payment.attemptId);
      if (order && payment.attemptId !== null) payments.push({ attemptId: payment.attemptId, order });
      else await reportUnknown(services, day, account, payment);
    }
  }
  return { payments, unanswered };
}

async function orderOf({ db }: Services, attemptId: string | null): Promise<{ id: number } | null> {
  if (attemptId === null) return null;
  const row = await db.kysely
    .selectFrom("payment_attempts")
    .select("order_id as id")
    .where("id", "=", attemptId)
    .executeTakeFirst();
  return row ?? null;
}

async function reportUnknown(
  services: Services,
  day: string,
  account: Account,
  { reference, currency, taken }: StatedPayment,
): Promise<void> {
  const difference = {
    kind: "payment_unknown_to_us",
    reference,
    currency,
    ours: minor(0),
    theirs: taken,
  } as const;
  await reportDifference(services, { day, account, order: null, difference });
}

async function report(
  services: Services,
  day: string,
  orderId: number,
  accounts: readonly ComparedAccount[],
): Promise<void> {
  const differences = accounts.flatMap(({ account, differences }) =>
    differences.map((difference) => ({ account, difference })),
  );
  if (differences.length === 0) return;
  const { merchant_id: merchantId } = await services.db.kysely
    .selectFrom("orders")
    .select("merchant_id")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  for (const found of differences)
    await reportDifference(services, { day, order: { id: orderId, merchantId }, ...found });
}

/** States in which a payment has ended without money, as far as its provider had said. */
const closed = attemptStates.filter((state) => attemptStateFacts[state].tookNothing);

/** Money that a list has for a payment that we had closed goes the way of all late money. */
async function bringIn(services: Services, attemptIds: readonly string[]): Promise<void> {
  const ended = await services.db.kysely
    .selectFrom("payment_attempts")
    .select("id")
    .where("id", "in", attemptIds.length === 0 ? [""] : attemptIds)
    .where("state", "in", closed)
    .execute();
  for (const { id } of ended)
    await refreshAttempt(services, id, "books").catch((error: unknown) =>
      services.log.error("late check failed", { attemptId: id, error }),
    );
}

async function storeSums(
  services: Services,
  day: string,
  compared: readonly ComparedAccount[],
): Promise<void> {
  const moved = compared.filter(({ ofDay: { ours, theirs } }) =>
    [ours.taken, ours.givenBack, theirs.taken, theirs.givenBack ?? 0].some((amount) => amount !== 0),
  );
  const groups = Map.groupBy(moved, ({ account, currency }) => `${keyOf(account)} ${currency}`);
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const total = (of: (each: ComparedAccount) => number) =>
      minor(group.reduce((all, each) => all + of(each), 0));
    const isStated = group.every(({ ofDay }) => ofDay.theirs.givenBack !== null);
    return [
      {
        day,
        merchant_id: first.account.merchantId,
        account: first.account.name,
        currency: first.currency,
        orders: group.length,
        our_taken: total(({ ofDay }) => ofDay.ours.taken),
        their_taken: total(({ ofDay }) => ofDay.theirs.taken),
        our_given_back: total(({ ofDay }) => ofDay.ours.givenBack),
        their_given_back: isStated ? total(({ ofDay }) => ofDay.theirs.givenBack ?? 0) : null,
      },
    ];
  });
  await runInTransaction(services.db.kysely, async (trx) => {
    await trx.deleteFrom("reconciliation_sums").where("day", "=", day).execute();
    if (rows.length > 0) await trx.insertInto("reconciliation_sums").values(rows).execute();
  });
}
