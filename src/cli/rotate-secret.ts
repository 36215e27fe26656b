/**
 * The last step of changing the master secret: everything that was sealed with the previous one is sealed with the
 * current one, and the previous one is retired. May be interrupted anywhere and run again.
 */
import { type Kysely, sql, type Transaction } from "kysely";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { totpPurpose } from "#server/people/second-factor.ts";
import type { MasterKeys } from "#server/secrets/master-secret.ts";
import { createSealing, type Sealing } from "#server/secrets/sealing.ts";
import { purposeOf } from "#server/webhooks/endpoint-store.ts";
import { headersPurpose } from "#server/webhooks/own-headers.ts";
import { applicationPurpose } from "#server/zatca/onboarding/application-store.ts";
import { unitPurpose } from "#server/zatca/unit-store.ts";

/**
 * Every column of sealed values, with the columns that tell its rows apart and what a value was sealed for. The
 * database has a trigger on each that refuses what was sealed with a retired secret.
 */
export const sealedColumns: readonly SealedColumn[] = [
  ...(
    [
      ["sealed_secret", purposeOf],
      ["sealed_headers", headersPurpose],
      ["sealed_earlier_secret", purposeOf],
    ] as const
  ).map(([column, purpose]) => ({
    table: "webhook_endpoints",
    column,
    rowKey: ["merchant_id", "id"],
    purpose: ({ merchant_id }: Readonly<Record<string, unknown>>) => purpose(Number(merchant_id)),
  })),
  {
    table: "provider_accounts",
    column: "sealed_settings",
    rowKey: ["merchant_id", "method"],
    purpose: ({ merchant_id, method }) => `${merchant_id}:${method}`,
  },
  {
    table: "person_totp",
    column: "sealed_secret",
    rowKey: ["person_id"],
    purpose: ({ person_id }) => totpPurpose(Number(person_id)),
  },
  ...["sealed_return_secret", "sealed_earlier_return_secret"].map((column) => ({
    table: "merchants",
    column,
    rowKey: ["id"],
    purpose: ({ id }: Readonly<Record<string, unknown>>) => `return-secret:${id}`,
  })),
  ...(["sealed_key", "sealed_credentials"] as const).map((column) => ({
    table: "egs_units",
    column,
    rowKey: ["merchant_id", "id", "serial"],
    purpose: ({ serial }: Readonly<Record<string, unknown>>) => unitPurpose(column, String(serial)),
  })),
  ...(["sealed_key", "sealed_credentials"] as const).map((column) => ({
    table: "egs_applications",
    column,
    rowKey: ["merchant_id", "unit_id"],
    purpose: ({ merchant_id, unit_id }: Readonly<Record<string, unknown>>) =>
      applicationPurpose(column, { merchantId: Number(merchant_id), unitId: Number(unit_id) }),
  })),
];

export type SealedColumn = {
  readonly table: string;
  readonly column: string;
  readonly rowKey: readonly string[];
  readonly purpose: (row: Readonly<Record<string, unknown>>) => string;
};

export type Rotation = {
  /** Values that are sealed with the current secret now and were not before. */
  readonly resealed: number;
  /** Values that no known secret opens, as `table merchant method`. Nothing is retired while there are any. */
  readonly unreadable: readonly string[];
  /** Ids of the secrets that were retired. */
  readonly retired: readonly string[];
};

/**
 * Seals everything again and retires the other secrets.
 * @param report called with the number of values done and of all, after each
 */
export async function rotateSecret(
  db: Kysely<Schema>,
  keys: MasterKeys,
  report: (done: number, all: number) => void,
): Promise<Rotation> {
  const sealing = createSealing(keys);
  const work = (await Promise.all(sealedColumns.map((column) => findOld(db, column, sealing)))).flat();
  const unreadable: string[] = [];
  for (const [index, { column, row }] of work.entries()) {
    if (!(await reseal(db, column, row, sealing)))
      unreadable.push([column.table, ...column.rowKey.map((name) => row[name])].join(" "));
    report(index + 1, work.length);
  }
  const retired = unreadable.length > 0 ? [] : await retireOthers(db, keys, sealing);
  return { resealed: work.length - unreadable.length, unreadable, retired };
}

type Row = Readonly<Record<string, unknown>>;

async function findOld(
  db: Kysely<Schema> | Transaction<Schema>,
  column: SealedColumn,
  sealing: Sealing,
): Promise<{ readonly column: SealedColumn; readonly row: Row }[]> {
  const names = [...column.rowKey, column.column].map((name) => sql.ref(name));
  const { rows } = await sql<Row>`
    select ${sql.join(names)} from ${sql.table(column.table)} where ${sql.ref(column.column)} is not null`.execute(
    db,
  );
  return rows.filter((row) => !sealing.isCurrent(sealedOf(row, column))).map((row) => ({ column, row }));
}

function sealedOf(row: Row, { column }: SealedColumn): Buffer {
  const sealed = row[column];
  if (!Buffer.isBuffer(sealed)) throw new Error(`${column} holds no bytes`);
  return sealed;
}

/** @returns false when no secret opens it; a value that was replaced meanwhile is left as it is */
async function reseal(
  db: Kysely<Schema>,
  column: SealedColumn,
  row: Row,
  sealing: Sealing,
): Promise<boolean> {
  const before = sealedOf(row, column);
  const purpose = column.purpose(row);
  let text: string;
  try {
    text = sealing.open(before, purpose);
  } catch {
    return false;
  }
  const isTheRow = [...column.rowKey, column.column].map((name) => sql`${sql.ref(name)} = ${row[name]}`);
  await sql`
    update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${sealing.seal(text, purpose)}
    where ${sql.join(isTheRow, sql` and `)}`.execute(db);
  return true;
}

/** Looks again behind the lock of the secrets' rows: a server that still seals with an old one waits for it. */
async function retireOthers(db: Kysely<Schema>, keys: MasterKeys, sealing: Sealing): Promise<string[]> {
  return await runInTransaction(db, async (trx) => {
    const retired = await trx
      .updateTable("secret_keys")
      .set({ retired_at: sql<Date>`now()` })
      .where("key_id", "!=", keys.current.id)
      .where("retired_at", "is", null)
      .returning("key_id")
      .execute();
    const left = (await Promise.all(sealedColumns.map((column) => findOld(trx, column, sealing)))).flat();
    if (left.length > 0)
      throw new Error("Something was sealed with the previous secret meanwhile. Run the command again.");
    return retired.map(({ key_id }) => key_id);
  });
}
