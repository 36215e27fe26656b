/** How merchants' stamping units stand, for the operator: phase, certificate, chain, what was sent, what is open. */
import { type Kysely, sql } from "kysely";
import * as timing from "#core/timing.ts";
import type { ApplicationState } from "#core/zatca/application-state.ts";
import type { UnitState } from "#core/zatca/unit-state.ts";
import type { Schema } from "#db/schema.ts";
import { isInForce } from "../../documents/tax-document-store.ts";
import type { Services } from "../../services.ts";
import type { ZatcaEnvironment } from "../csr.ts";
import type { StopReason } from "../submission-events.ts";

export type UnitStanding = {
  readonly merchantId: number;
  readonly username: string;
  readonly environment: ZatcaEnvironment;
  /** The unit's own number, in its certificate. */
  readonly serial: string;
  readonly state: UnitState;
  /** When its certificate ends; null before it has one. */
  readonly notAfter: Date | null;
  /** Documents in its chain. */
  readonly stamped: number;
  /** Of these, how many are in each state of their way to the authority. */
  readonly sent: Readonly<Record<string, number>>;
  /** Rejected ones that have no corrected one in their place. */
  readonly rejected: number;
  /** Paid invoices of its merchant that wait for their tax invoice. */
  readonly waiting: number;
  /** Where its application for a certificate is; null without one. */
  readonly step: ApplicationState | null;
  /** Of a unit that is stopped: why; null where nothing says so any more. */
  readonly stopReason: StopReason | null;
};

/** Units that are in use or being made, of one merchant or of all, by merchant and age. */
export async function unitStandings(
  db: Kysely<Schema>,
  merchantId: number | null = null,
): Promise<readonly UnitStanding[]> {
  const rows = await db
    .selectFrom("egs_units as u")
    .innerJoin("merchants as m", "m.id", "u.merchant_id")
    .leftJoin("egs_applications as a", (join) =>
      join.onRef("a.merchant_id", "=", "u.merchant_id").onRef("a.unit_id", "=", "u.id"),
    )
    .select(["u.merchant_id", "m.username", "u.environment", "u.serial", "u.state", "u.not_after", "u.icv"])
    .select("a.state as step")
    .select(
      sql<Record<string, number> | null>`(select json_object_agg(state, count) from (
        select s.state, count(*)::int as count from tax_envelopes e
          join tax_submissions s on s.merchant_id = e.merchant_id and s.document_id = e.document_id
          where e.merchant_id = u.merchant_id and e.unit_id = u.id group by s.state) as sent)`.as("sent"),
    )
    .select(
      sql<number>`(select count(*)::int from tax_submissions s join tax_documents d on d.merchant_id = s.merchant_id and d.id = s.document_id
        where s.merchant_id = u.merchant_id and s.unit_id = u.id and s.state = 'rejected' and ${isInForce})`.as(
        "rejected",
      ),
    )
    .select(
      sql<number>`(select count(*)::int from waiting_tax_invoices w where w.merchant_id = u.merchant_id)`.as(
        "waiting",
      ),
    )
    .select(
      sql<StopReason | null>`case when u.state = 'stopped' then (select data ->> 'reason' from events e
        where e.merchant_id = u.merchant_id and e.type = 'tax_unit.stopped' and e.data ->> 'serial' = u.serial::text
        order by e.id desc limit 1) end`.as("stopReason"),
    )
    .where("u.state", "<>", "retired")
    // Of a unit that another replaced, while it has something to send.
    .where(sql<boolean>`(u.state <> 'closed' or exists (select from tax_submissions s
      where s.merchant_id = u.merchant_id and s.unit_id = u.id and s.state not in ('accepted', 'rejected')))`)
    .$if(merchantId !== null, (query) => query.where("u.merchant_id", "=", merchantId ?? 0))
    .orderBy("m.username")
    .orderBy("u.id")
    .execute();
  return rows.map(({ merchant_id, not_after, icv, sent, ...row }) => ({
    ...row,
    merchantId: merchant_id,
    notAfter: not_after,
    stamped: icv,
    sent: sent ?? {},
  }));
}

/** What is to be done about a unit; by whom, the merchant API and the operator's commands say. */
export const unitSteps = [
  "finish_onboarding",
  "release",
  "correct_and_retry",
  "renew",
  "finish_renewal",
] as const;

export type UnitStep = (typeof unitSteps)[number];

/** The next step of a unit; null when there is nothing to do. */
export function nextStepOf(
  { state, notAfter, step, stopReason }: Pick<UnitStanding, "state" | "notAfter" | "step" | "stopReason">,
  nowMs: number,
): UnitStep | null {
  if (state === "new") return "finish_onboarding";
  if (state === "held") return "release";
  if (state === "closed") return null;
  if (state === "stopped") return stopReason === "rejected_in_a_row" ? "correct_and_retry" : "renew";
  if ((notAfter?.getTime() ?? 0) - nowMs < timing.certificateNoticeMs) return "renew";
  return step !== null && step !== "issued" ? "finish_renewal" : null;
}

/** What an operator must do about a unit, as a sentence; null when there is nothing. */
export function whatToDo(standing: UnitStanding, nowMs: number): string | null {
  const { username, environment, state, notAfter } = standing;
  switch (nextStepOf(standing, nowMs)) {
    case null:
      return null;
    case "finish_onboarding":
      return `the unit of ${username} for ${environment} is not ready: zatca-onboard ${username} <otp> goes on`;
    case "release":
      return (
        `the unit of ${username} is held, and its tax documents wait. Was nothing issued after the backup: zatca-release ${username}. ` +
        `Else begin another series (set-numbering ${username} …), then zatca-onboard ${username} <otp> --environment ${environment}`
      );
    case "correct_and_retry":
      return (
        `the last documents of ${username} were rejected one after another, so nothing is sent: tax-submissions ${username} says why; ` +
        `when the cause is gone, tax-retry ${username} goes on`
      );
    case "renew":
      if (state === "stopped")
        return `the authority no longer knows the certificate of ${username}, so nothing is sent: zatca-renew ${username} <otp>`;
      return `the certificate of ${username} ${(notAfter?.getTime() ?? 0) < nowMs ? "ended" : "ends"} ${notAfter?.toISOString().slice(0, 10)}: zatca-renew ${username} <otp>`;
    case "finish_renewal":
      return `the renewal of ${username} is not done: zatca-renew ${username} <otp> goes on, zatca-give-up ${username} drops it`;
  }
}

/** Writes a warning into the log for each unit of which an operator must do something; the work of a clock. */
export async function warnOfUnits({
  db,
  clock,
  log,
}: Pick<Services, "db" | "clock" | "log">): Promise<number> {
  for (const standing of await unitStandings(db.kysely)) {
    const advice = whatToDo(standing, clock.now());
    if (advice !== null)
      log.warn("stamping unit needs attention", { merchantId: standing.merchantId, cure: advice });
  }
  return 0;
}
