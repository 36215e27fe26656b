/** How a stamped document stands with the tax authority, as the merchant API says it. */
import { sql } from "kysely";
import type { Invoice } from "#contract/invoices.ts";
import { type SubmissionState, type SubmissionWay, submissionStanding } from "#core/zatca/unit-state.ts";
import type { AuthorityMessage } from "#gateways/fatoora/wire.ts";

/** Times are text, as JSON has them. */
export type SubmissionRow = {
  readonly way: SubmissionWay;
  readonly state: SubmissionState;
  readonly deadline_at: string | null;
  /** What the authority said last; null before. */
  readonly answer: {
    readonly at: string;
    readonly errors: readonly AuthorityMessage[];
    readonly warnings: readonly AuthorityMessage[];
  } | null;
};

/** Of a submission `s` that may be missing. */
export const submissionOfDocument = sql<SubmissionRow | null>`case when s.document_id is not null then
  json_build_object('way', s.way, 'state', s.state, 'deadline_at', s.deadline_at, 'answer', (
    select json_build_object('at', t.answered_at, 'errors', t.errors, 'warnings', t.warnings)
    from tax_submission_tries t
    where t.merchant_id = s.merchant_id and t.document_id = s.document_id and t.answered_at is not null
    order by t.sequence desc limit 1)) end`;

/** A submission as the API answers it. */
export function toSubmission(
  row: SubmissionRow,
): NonNullable<NonNullable<Invoice["taxInvoice"]>["submission"]> {
  const { deadline_at, answer } = row;
  return {
    state: submissionStanding(row),
    deadlineAt: deadline_at === null ? null : new Date(deadline_at).toISOString(),
    answeredAt: answer && new Date(answer.at).toISOString(),
    errors: [...(answer?.errors ?? [])],
    warnings: [...(answer?.warnings ?? [])],
  };
}
