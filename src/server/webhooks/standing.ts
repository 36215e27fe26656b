/** How merchants' webhook endpoints stand, for the operator: those that fail, and jobs that were given up. */
import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.ts";

export type EndpointStanding = {
  readonly id: number;
  readonly username: string;
  readonly url: string;
  readonly types: readonly string[];
  readonly failing_since: Date | null;
  readonly disabled_at: Date | null;
  readonly disabled_reason: "merchant" | "failing" | null;
  readonly outstanding: number;
};

/** Every endpoint, with what is still to be delivered to it; of one merchant or of all. */
export async function endpointStandings(
  db: Kysely<Schema>,
  merchantId: number | null = null,
): Promise<readonly EndpointStanding[]> {
  const { rows } = await sql<EndpointStanding>`
    select w.id, m.username, w.url, w.types, w.failing_since, w.disabled_at, w.disabled_reason,
      (select count(*) from webhook_deliveries d where d.merchant_id = w.merchant_id and d.endpoint_id = w.id and d.state = 'due') as outstanding
    from webhook_endpoints w join merchants m on m.id = w.merchant_id
    where w.removed_at is null and (${merchantId}::bigint is null or w.merchant_id = ${merchantId})
    order by m.username, w.id`.execute(db);
  return rows;
}

/** Endpoints that fail now, or were switched off for it. */
export function deadOnes(standings: readonly EndpointStanding[]): readonly EndpointStanding[] {
  return standings.filter(
    ({ failing_since, disabled_reason }) => disabled_reason === "failing" || failing_since !== null,
  );
}

/** One line on all of them: `3 endpoints, 1 of them dead: nakheel 12`; null where there are none. */
export async function webhookSummary(
  db: Kysely<Schema>,
): Promise<{ readonly text: string; readonly isWell: boolean } | null> {
  const standings = await endpointStandings(db);
  const failedJobs = await db
    .selectFrom("jobs")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("state", "=", "failed")
    .executeTakeFirstOrThrow();
  const dead = deadOnes(standings);
  if (standings.length === 0 && failedJobs.count === 0) return null;
  const count = standings.length === 1 ? "1 endpoint" : `${standings.length} endpoints`;
  const names = dead
    .slice(0, 5)
    .map(({ username, id }) => `${username} ${id}`)
    .join(", ");
  const parts = [
    count,
    ...(dead.length > 0 ? [`${dead.length} dead (${names}${dead.length > 5 ? ", …" : ""})`] : []),
    ...(failedJobs.count > 0 ? [`${failedJobs.count} given up within 30 days`] : []),
  ];
  return { text: parts.join(", "), isWell: dead.length === 0 };
}
