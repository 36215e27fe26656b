/** Rows by the million, made by the database itself. */
import pg from "pg";

/** Indexes that no constraint needs: kept up row by row they take most of the time, built at the end a fraction of it. */
const plainIndexes = `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
  where n.nspname = 'public' and t.relname = any($1) and not i.indisunique
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

type Bulk = {
  readonly superuserUrl: string;
  /** Those that get rows. */
  readonly tables: readonly string[];
  readonly statements: readonly string[];
  readonly values: readonly unknown[];
};

/** Runs the statements in one transaction, and gives the planner its statistics. */
export async function makeRows({ superuserUrl, tables, statements, values }: Bulk): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    await client.query("begin");
    // Foreign keys and triggers judge row by row; what the statements make agrees by itself.
    await client.query("set local session_replication_role = replica");
    await client.query("set local maintenance_work_mem = '256MB'");
    const { rows } = await client.query<{ name: string; definition: string }>(plainIndexes, [tables]);
    for (const { name } of rows) await client.query(`drop index ${name}`);
    for (const statement of statements) {
      await client.query(statement, [...values]);
      // The next statement joins what this one has made.
      await client.query(`analyze ${tables.join(", ")}`);
    }
    for (const { definition } of rows) await client.query(definition);
    await client.query("commit");
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}
