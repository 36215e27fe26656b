/**
 * The chain of the audit log: each act holds a hash of itself and of the act before (migration 0165). Worked out here again, so that
 * neither a changed row nor a changed function of the database goes unseen.
 */
import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Schema } from "#db/schema.ts";

export type AuditChain = {
  /** How many acts it has. */
  readonly acts: number;
  /** Place of the first act that is not as it was written, or is missing; null where all are. */
  readonly brokenAt: number | null;
  /** Of the last act, hexadecimal; null of a chain without acts. A reader who notes it sees later that nothing before it has gone. */
  readonly fingerprint: string | null;
};

type Row = {
  readonly place: number;
  readonly micros: string;
  readonly actor: string;
  readonly act: string;
  readonly merchant_id: number | null;
  readonly subject: string | null;
  readonly result: string;
  readonly role: string | null;
  readonly address: string | null;
  readonly details: string | null;
  readonly hash: Buffer;
};

/** So many acts are in memory at a time. */
const pageOfActs = 2_000;

/**
 * Reads a chain from its beginning.
 * @param merchantId null: of the acts that are about no shop
 * @param known a place and the fingerprint that was noted there: another one breaks the chain at it
 */
export async function checkAuditChain(
  db: Kysely<Schema>,
  merchantId: number | null,
  known?: { readonly place: number; readonly fingerprint: string },
): Promise<AuditChain> {
  let last: { readonly place: number; readonly hash: Buffer | null } = { place: 0, hash: null };
  let brokenAt: number | null = null;
  for (;;) {
    const { rows } =
      await sql<Row>`select place, (extract(epoch from at) * 1000000)::bigint::text as micros, actor, act,
        merchant_id, subject, result, role, address, details::text as details, hash from admin_acts
      where merchant_id is not distinct from ${merchantId}::bigint and place > ${last.place}
      order by place limit ${pageOfActs}`.execute(db);
    for (const row of rows) {
      const isNext = row.place === last.place + 1 && row.hash.equals(hashOf(row, last.hash));
      const isAsNoted = row.place !== known?.place || row.hash.toString("hex") === known.fingerprint;
      if (!isNext || !isAsNoted) brokenAt ??= row.place === last.place + 1 ? row.place : last.place + 1;
      last = row;
    }
    if (rows.length < pageOfActs) break;
  }
  // Acts that were taken off its end leave a chain that fits; what was noted of it does not.
  if (known !== undefined && known.place > last.place) brokenAt ??= last.place + 1;
  return { acts: last.place, brokenAt, fingerprint: last.hash?.toString("hex") ?? null };
}

/** As `chain_act` of the database writes it. */
function hashOf(row: Row, before: Buffer | null): Buffer {
  const parts = [String(row.place), row.micros, row.actor, row.act, row.merchant_id?.toString() ?? null];
  const further = [row.subject, row.result, row.role, row.address, row.details];
  const text = [...parts, ...further].map((part) =>
    part === null ? "-" : `${Buffer.byteLength(part)}:${part}`,
  );
  return createHash("sha256")
    .update(before ?? "")
    .update(text.join(""))
    .digest();
}

/** Merchants that have a chain, and null for that of the installation. */
export async function auditChains(db: Kysely<Schema>): Promise<readonly (number | null)[]> {
  const rows = await db.selectFrom("admin_acts").select("merchant_id").distinct().execute();
  return rows.map(({ merchant_id }) => merchant_id);
}
