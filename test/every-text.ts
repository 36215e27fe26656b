import type { TestApp } from "./app-harness.ts";

/** Every text of every table but the tax documents, in one: what is nowhere in it is not in the database. */
export async function everyText(shop: Pick<TestApp, "db">): Promise<string> {
  const tables = await shop.db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    if (name === "tax_documents") continue;
    const rows = await shop.db.pool.query(`select t::text as text from "${name}" t`);
    texts.push(...rows.rows.map(({ text }) => String(text)));
  }
  return texts.join("\n");
}
