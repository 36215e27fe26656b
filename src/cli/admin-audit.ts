/** The operator's view of the audit log. */
import type { Database } from "#db/open.ts";
import { readAudit } from "#server/audit/audit-log.ts";

const mostRows = 500;

/** The last acts, oldest first, one per line, their parts separated by tabs: time (UTC), who, what, on what, result. */
export async function listActs(db: Database, merchantId?: number): Promise<string> {
  const acts = await readAudit(db.kysely, {
    most: mostRows,
    ...(merchantId !== undefined && { merchantId }),
  });
  if (acts.length === 0) return "Nothing was administered yet.";
  return acts
    .map(({ at, actor, act, subject, result }) =>
      [at.toISOString(), actor, act, subject ?? "-", result].join("\t"),
    )
    .join("\n");
}
