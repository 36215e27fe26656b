/**
 * Watches what waits for the tax authority: every unit that may send gets its job, and people are notified of documents
 * that have waited for 12, 20 and 24 hours, the last being the deadline of reports. They are sent late rather than
 * never.
 */
import { sql, type Transaction } from "kysely";
import * as timing from "#core/timing.ts";
import { phase2States } from "#core/zatca/unit-state.ts";
import { literals } from "#db/literals.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { wakeQueue } from "../queue/work-queue.ts";
import type { Services } from "../services.ts";
import { queueWaitingUnits } from "./tax-unit-queue.ts";

const hourMs = 60 * 60_000;

/**
 * Looks once; for a job. Several processes may do it at once: each document is reported once for each of the hours.
 * @returns how many documents it has reported
 */
export async function watchSubmissions(services: Services): Promise<number> {
  const { db, log, clock } = services;
  const now = clock.now();
  const late = await runInTransaction(db.kysely, async (trx) => {
    await queueWaitingUnits(trx, new Date(now));
    return await insertLateEvents(trx, now);
  });
  wakeQueue(services);
  for (const { merchant_id: merchantId, hours, documents, oldest } of late)
    log.error("security.tax_documents_late", { merchantId, hours, documents, oldest });
  return late.reduce((sum, { documents }) => sum + documents, 0);
}

type Late = {
  readonly merchant_id: number;
  readonly hours: number;
  readonly documents: number;
  /** Number of the first of them. */
  readonly oldest: string;
};

/** Writes an event for each document that has crossed one of the hours since the last look. */
async function insertLateEvents(trx: Transaction<Schema>, now: number): Promise<readonly Late[]> {
  const [first, second, last] = timing.taxAlarmHours.map((hours) => new Date(now - hours * hourMs));
  const [few, many, most] = timing.taxAlarmHours;
  const { rows } = await sql<Late>`
    with late as (
      select s.merchant_id, s.document_id, s.icv, s.way, s.deadline_at, d.order_id, d.kind, d.number, d.issued_at, d.currency,
        d.total, d.vat,
        case when d.issued_at <= ${last} then ${most}::int when d.issued_at <= ${second} then ${many}::int
          else ${few}::int end as hours
      from tax_submissions s join tax_documents d on d.merchant_id = s.merchant_id and d.id = s.document_id
        join egs_units u on u.merchant_id = s.merchant_id and u.id = s.unit_id and u.state in (${sql.raw(literals([...phase2States, "closed"]))})
      where s.state not in ('accepted', 'rejected') and d.issued_at <= ${first}
      for update of s skip locked
    ), told as (
      update tax_submissions s set alarmed_hours = l.hours from late l
      where s.merchant_id = l.merchant_id and s.document_id = l.document_id and s.alarmed_hours < l.hours
      returning l.*
    ), written as (
      insert into events (merchant_id, order_id, type, data)
      select merchant_id, order_id, 'tax_document.delayed', jsonb_build_object(
        'document', jsonb_build_object('kind', kind, 'number', number, 'issuedAt', issued_at, 'currency', currency,
          'total', total, 'vat', vat),
        'submission', jsonb_build_object('waitingHours', hours, 'errors', '[]'::jsonb, 'warnings', '[]'::jsonb))
      from told order by icv
    )
    select merchant_id, hours, count(*)::int as documents, (array_agg(number order by icv))[1] as oldest
    from told group by merchant_id, hours`.execute(trx);
  return rows;
}
