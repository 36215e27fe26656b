/** How documents stand with the tax authority, for the operator. */
import { type Kysely, sql } from "kysely";
import { phase2States, type SubmissionStanding, submissionStanding } from "#core/zatca/unit-state.ts";
import { literals } from "#db/literals.ts";
import type { Schema } from "#db/schema.ts";
import { isInForce } from "../documents/tax-document-store.ts";

/** Longest list. */
const mostRows = 200;

export type ListedSubmission = {
  readonly username: string;
  readonly number: string;
  readonly icv: number;
  readonly standing: SubmissionStanding;
  readonly issuedAt: Date;
  readonly deadlineAt: Date | null;
  readonly tries: number;
  /** What the last try came to, with the codes of the authority's findings; null before the first. */
  readonly lastAnswer: string | null;
  /** When it is sent next; null where nothing is planned. */
  readonly nextAt: Date | null;
};

/**
 * Documents of one merchant or of all.
 * @param which `open`: what is to be sent still, in the order of sending, and what was rejected and has no corrected one in its place; `all`: the newest
 */
export async function listSubmissions(
  db: Kysely<Schema>,
  { merchantId, which }: { readonly merchantId: number | null; readonly which: "open" | "all" },
): Promise<readonly ListedSubmission[]> {
  const rows = await db
    .selectFrom("tax_submissions as s")
    .innerJoin("tax_documents as d", (join) =>
      join.onRef("d.merchant_id", "=", "s.merchant_id").onRef("d.id", "=", "s.document_id"),
    )
    .innerJoin("merchants as m", "m.id", "s.merchant_id")
    .leftJoin("jobs as j", (join) =>
      join
        .onRef("j.merchant_id", "=", "s.merchant_id")
        .on("j.kind", "=", "tax_unit")
        .on(sql<boolean>`j.lane = 'tax_unit:' || s.unit_id`),
    )
    .select([
      "m.username",
      "d.number",
      "d.issued_at",
      "s.icv",
      "s.way",
      "s.state",
      "s.deadline_at",
      "j.run_at",
    ])
    .select(
      sql<number>`(select count(*)::int from tax_submission_tries t where t.merchant_id = s.merchant_id
        and t.document_id = s.document_id)`.as("tries"),
    )
    .select(
      sql<string | null>`(
        select concat_ws(' ', t.outcome, t.status, t.detail, (select string_agg(e ->> 'code', ' ') from jsonb_array_elements(t.errors) e),
          (select 'warns of ' || string_agg(w ->> 'code', ' ') from jsonb_array_elements(t.warnings) w))
        from tax_submission_tries t where t.merchant_id = s.merchant_id and t.document_id = s.document_id
          and t.answered_at is not null order by t.sequence desc limit 1)`.as("last_answer"),
    )
    .$if(merchantId !== null, (query) => query.where("s.merchant_id", "=", merchantId ?? 0))
    .$if(which === "open", (query) =>
      query.where("s.state", "<>", "accepted").where(isInForce).orderBy("d.issued_at"),
    )
    .$if(which === "all", (query) => query.orderBy("d.issued_at", "desc"))
    .orderBy("s.icv")
    .limit(mostRows)
    .execute();
  return rows.map((row) => {
    const standing = submissionStanding(row);
    return {
      username: row.username,
      number: row.number,
      icv: row.icv,
      standing,
      issuedAt: row.issued_at,
      deadlineAt: row.deadline_at,
      tries: row.tries,
      lastAnswer: row.last_answer,
      nextAt: standing === "rejected" ? null : row.run_at,
    };
  });
}

/** What waits at the units of one merchant. */
export type Backlog = {
  readonly username: string;
  readonly isStopped: boolean;
  readonly isHeld: boolean;
  readonly waiting: number;
  /** Of the document that has waited for longest; null when nothing waits. */
  readonly oldestAt: Date | null;
  readonly rejected: number;
};

/** Every merchant with a unit that stamps or is held, by name, and what units that were replaced have not sent. */
export async function backlogs(db: Kysely<Schema>): Promise<readonly Backlog[]> {
  const { rows } = await sql<Backlog>`
    select m.username, u.state = 'stopped' as "isStopped", u.state = 'held' as "isHeld",
      count(s.document_id) filter (where s.state not in ('accepted', 'rejected'))::int as waiting,
      min(d.issued_at) filter (where s.state not in ('accepted', 'rejected')) as "oldestAt",
      count(s.document_id) filter (where s.state = 'rejected' and ${isInForce})::int as rejected
    from egs_units u
    join merchants m on m.id = u.merchant_id
    left join tax_submissions s on s.merchant_id = u.merchant_id and s.unit_id = u.id and s.state <> 'accepted'
    left join tax_documents d on d.merchant_id = s.merchant_id and d.id = s.document_id
    where u.state in (${sql.raw(literals(phase2States))})
      or u.state in ('closed', 'retired') and u.environment = 'production' and d.id is not null
    group by m.username, u.state
    order by m.username`.execute(db);
  return rows;
}

/** One merchant in words: `nakheel: 2 wait since 2026-11-22T10:00:00.000Z, 1 rejected, unit stopped`. */
export function backlogText({ username, isStopped, isHeld, waiting, oldestAt, rejected }: Backlog): string {
  const parts = [
    ...(oldestAt === null ? [] : [`${waiting} wait since ${oldestAt.toISOString()}`]),
    ...(rejected === 0 ? [] : [`${rejected} rejected`]),
    ...(isStopped ? ["unit stopped"] : []),
    ...(isHeld ? ["unit held"] : []),
  ];
  return `${username}: ${parts.join(", ") || "all sent"}`;
}
