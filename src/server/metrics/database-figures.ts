/**
 * What the database says of the installation's work, for its metrics: counts and ages over all merchants, which no label
 * names. Each statement goes by an index over what is open, so that its cost does not grow with what is done.
 */
import type { Pool, QueryResultRow } from "pg";
import { attemptStateFacts, attemptStates } from "#core/attempt-status.ts";
import * as timing from "#core/timing.ts";
import { silentStates } from "#core/zatca/unit-state.ts";
import { literals } from "#db/literals.ts";

/** Ages and delays in seconds; figures that have nothing to count are missing. */
export type DatabaseFigures = {
  /** Jobs that are due and may be done, by kind: not those of a lane that rests. */
  readonly queue: readonly { readonly kind: string; readonly due: number; readonly late: number }[];
  /** Jobs that were given up in the last 30 days. */
  readonly failedJobs: readonly { readonly kind: string; readonly count: number }[];
  /** Lanes that rest because their receiver failed several times in a row. */
  readonly restingLanes: readonly { readonly kind: string; readonly count: number }[];
  /** Payments whose end is not known yet. */
  readonly openPayments: readonly {
    readonly method: string;
    readonly state: string;
    readonly count: number;
    readonly oldest: number;
  }[];
  /** By how much the payment that should have been asked about first is late; 0 when none is. */
  readonly checksLate: number;
  /** Documents that the tax authority has not taken, and the time to the first deadline: negative once it has passed. */
  readonly taxDocuments: readonly {
    readonly environment: string;
    readonly waiting: number;
    readonly toDeadline: number | null;
  }[];
  /** Stamping units that do not send: stopped, or held. */
  readonly stoppedTaxUnits: readonly { readonly environment: string; readonly count: number }[];
};

/** How long one statement may take: the metrics are read by a machine that gives up soon. */
const queryTimeoutMs = 2_000;

const queue = `
  select j.kind, count(*)::int as due, extract(epoch from $1::timestamptz - min(j.run_at))::float8 as late
  from jobs j left join job_lanes l on l.lane = j.lane
  where j.state = 'due' and j.run_at <= $1
    and (l.lane is null or l.failures < ${timing.laneFailures} or l.closed_until <= $1)
  group by j.kind`;

const failedJobs = `select kind, count(*)::int as count from jobs where state = 'failed' group by kind`;

const restingLanes = `
  select split_part(lane, ':', 1) as kind, count(*)::int as count from job_lanes
  where failures >= ${timing.laneFailures} and closed_until > $1 group by 1`;

/** In which a provider has been asked for money, or promises it, and has not said the end. */
const openStates = attemptStates.filter(
  (state) => attemptStateFacts[state].blocksStart && attemptStateFacts[state].isChecked,
);

const openPayments = `
  select method, state, count(*)::int as count,
    extract(epoch from $1::timestamptz - min(created_at))::float8 as oldest
  from payment_attempts
  where next_check_at is not null and state in (${literals(openStates)})
  group by method, state`;

const checksLate = `
  select coalesce(extract(epoch from $1::timestamptz - min(next_check_at)), 0)::float8 as late
  from payment_attempts where next_check_at <= $1`;

const taxDocuments = `
  select u.environment, count(*)::int as waiting,
    extract(epoch from min(s.deadline_at) - $1::timestamptz)::float8 as "toDeadline"
  from tax_submissions s join egs_units u on u.merchant_id = s.merchant_id and u.id = s.unit_id
  where s.state not in ('accepted', 'rejected') group by u.environment`;

const stoppedTaxUnits = `
  select environment, count(*)::int as count from egs_units where state in (${literals(silentStates)}) group by environment`;

/**
 * Reads all figures, one statement after another: metrics never take a second connection.
 * @param now milliseconds since the epoch
 * @throws Error when the database is away, or takes longer than two seconds for a statement
 */
export async function readDatabaseFigures(pool: Pool, now: number): Promise<DatabaseFigures> {
  const at = new Date(now);
  const read = async <Row extends QueryResultRow>(text: string): Promise<Row[]> => {
    const query = { text, values: text.includes("$1") ? [at] : [], query_timeout: queryTimeoutMs };
    return (await pool.query<Row>(query)).rows;
  };
  return {
    queue: await read(queue),
    failedJobs: await read(failedJobs),
    restingLanes: await read(restingLanes),
    openPayments: await read(openPayments),
    checksLate: (await read<{ late: number }>(checksLate))[0]?.late ?? 0,
    taxDocuments: await read(taxDocuments),
    stoppedTaxUnits: await read(stoppedTaxUnits),
  };
}
