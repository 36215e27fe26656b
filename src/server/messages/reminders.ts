/**
 * Reminders before and after the day on which an invoice is due, as its merchant chose. Each is made once per invoice and
 * number of days; whether it still makes sense is judged again right before it is sent. While the invoice takes no other payment its
 * buyer is asked for none: the reminder is made once that has ended, unless it is too late then. So it is while its shop is closed.
 */
import { sql } from "kysely";
import { reminderLatestMs } from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import { takesNoPayment } from "../orders/attempts-of-orders.ts";
import { payableLiterals } from "../orders/payable-literals.ts";
import { wakeQueue } from "../queue/work-queue.ts";
import { workThrough } from "../queue/work-through.ts";
import type { Services } from "../services.ts";
import { dueAtOfOrder } from "./message-subject.ts";
import { queueByPreference } from "./request-message.ts";

const batchSize = 100;

type DueReminder = {
  readonly merchant_id: number;
  readonly order_id: number;
  readonly kind: "reminder_before_due" | "reminder_after_due";
  readonly days: number;
};

/**
 * Queues the reminders that are due now; for a job that runs every minute. Invoices without an address that could be used
 * are passed by.
 * @returns how many were queued
 */
export async function queueReminders(services: Services): Promise<number> {
  let queued = 0;
  let last: DueReminder | undefined;
  do {
    const due = await listDue(services, last);
    await workThrough(
      services,
      due,
      async (reminder) => {
        if (await queueOne(services, reminder)) queued += 1;
      },
      ({ merchant_id: merchantId, order_id: orderId }) => ({ work: "queueReminders", merchantId, orderId }),
    );
    last = due.length < batchSize ? undefined : due.at(-1);
  } while (last);
  if (queued > 0) wakeQueue(services);
  return queued;
}

/** Reminders that are due, in the order of invoices, after one of them. */
async function listDue(
  { db, clock }: Services,
  after: DueReminder | undefined,
): Promise<readonly DueReminder[]> {
  const now = new Date(clock.now());
  const from = new Date(clock.now() - reminderLatestMs);
  const shift = sql`w.moves * interval '1 day'`;
  const { rows } = await sql<DueReminder>`
    with wanted as (
      select s.merchant_id, 'reminder_before_due' as kind, day::int as days, - day::int as moves
      from message_settings s, jsonb_array_elements_text(s.settings -> 'reminders' -> 'daysBefore') day
      union all
      select s.merchant_id, 'reminder_after_due', day::int, day::int
      from message_settings s, jsonb_array_elements_text(s.settings -> 'reminders' -> 'daysAfter') day
    )
    select o.merchant_id, o.id as order_id, w.kind, w.days
    from wanted w
    join merchants shop on shop.id = w.merchant_id and shop.deactivated_at is null
    -- Two looks, each by an index: an invoice is due on its due day, else when it expires.
    join lateral (
      select * from orders d where d.merchant_id = w.merchant_id and d.status in (${payableLiterals})
        and d.due_date between (${now}::timestamptz - ${shift})::date - 2 and (${now}::timestamptz - ${shift})::date + 2
      union all
      select * from orders e where e.merchant_id = w.merchant_id and e.status in (${payableLiterals})
        and e.source = 'api' and e.expired_at is null and e.due_date is null
        and e.expires_at between ${from}::timestamptz - ${shift} and ${now}::timestamptz - ${shift}
    ) o on true
    where o.source = 'api' and o.expired_at is null and (o.expires_at is null or o.expires_at > ${now})
      and ${dueAtOfOrder} <= ${now}::timestamptz - ${shift}
      and ${dueAtOfOrder} > ${from}::timestamptz - ${shift}
      -- An invoice that was issued later than this reminder would have been due needs none.
      and o.created_at < ${dueAtOfOrder} + ${shift}
      and (o.merchant_id, o.id, w.kind, w.days)
        > (${after?.merchant_id ?? 0}, ${after?.order_id ?? 0}, ${after?.kind ?? ""}, ${after?.days ?? 0})
      and not exists (select from messages m where m.merchant_id = o.merchant_id and m.order_id = o.id
        and m.kind = w.kind and m.cause = 'reminder' and m.cause_key = w.days::text)
      and not ${takesNoPayment}
    order by o.merchant_id, o.id, w.kind, w.days limit ${batchSize}`.execute(db.kysely);
  return rows;
}

async function queueOne(
  services: Services,
  { merchant_id, order_id, kind, days }: DueReminder,
): Promise<boolean> {
  return await runInTransaction(services.db.kysely, (trx) =>
    queueByPreference(services, trx, {
      merchantId: merchant_id,
      orderId: order_id,
      kind,
      cause: "reminder",
      causeKey: String(days),
      facts: {},
      language: null,
    }),
  );
}
