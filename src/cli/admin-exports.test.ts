/** The operator's exports: the merchant's own, in a new file, or none at all. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { readSheets } from "#test/spreadsheet.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { UsageError } from "./admin-command.ts";
import { exportCommands } from "./admin-exports.ts";

let api: MerchantApi;

before(async () => {
  api = await startMerchantApi();
  await api.addMerchant({ username: "nakheel" });
  const { id, key } = await api.addMerchant({ username: "other" });
  await api.issue({}, { merchant: { id, key } });
});
after(async () => await api[Symbol.asyncDispose]());

async function run(words: readonly string[], options: Record<string, string> = {}) {
  const told: string[] = [];
  const parts = {
    config: api.services.config,
    db: api.db,
    input: async () => "",
    progress: (line: string) => told.push(line),
  };
  const said = await exportCommands["export"]?.run(parts, { words, options });
  return { said, told };
}

test("a list is written to a new file with progress, in the form of its name, and the act is audited", async () => {
  using folder = temporaryDirectory();
  const csv = join(folder.path, "invoices.csv");
  const { said, told } = await run(["other", "invoices", "2000-01-01", "2100-01-01", csv], {
    language: "en",
  });
  assert.equal(said, `1 rows of other are in ${csv}.`);
  assert.deepEqual(told, ["invoices: 1 of 1 rows", ""]);
  const [head = "", row = ""] = readFileSync(csv, "utf8").split("\r\n");
  assert.ok(head.startsWith("\uFEFFOrder number,"));
  assert.ok(row.includes(",Not paid,"));
  const xlsx = join(folder.path, "invoices.xlsx");
  await run(["nakheel", "invoices", "2000-01-01", "2100-01-01", xlsx]);
  const [sheet] = readSheets(readFileSync(xlsx));
  assert.deepEqual([sheet?.isRightToLeft, sheet?.rows.length], [true, 1]);
  const { rows } = await api.db.pool.query("select subject from admin_acts where act = 'export' order by id");
  assert.deepEqual(rows, [{ subject: "other invoices" }, { subject: "nakheel invoices" }]);
  await assert.rejects(run(["other", "invoices", "2000-01-01", "2100-01-01", csv]), UsageError);
});

test("words that make no sense are refused before anything is written", async () => {
  await assert.rejects(run(["other", "orders", "2026-01-01", "2026-01-31", "/nowhere"]), /no list "orders"/);
  await assert.rejects(run(["other", "fees", "2026-02-30", "2026-03-31", "/nowhere"]), /must be a day/);
  await assert.rejects(run(["other", "fees", "2026-02-03", "2026-02-01", "/nowhere"]), /after the last/);
  await assert.rejects(
    run(["other", "fees", "2026-01-01", "2026-01-31", "/nowhere/at/all"]),
    /cannot be made/,
  );
});

test("an export of a test world says so in every row", async () => {
  const { id } = await api.addMerchant({ username: "twin-of" });
  const insert = api.db.kysely.insertInto("merchants").values({
    username: "twin",
    shop_name: "Twin",
    email: "a@b.example",
    phone: "+966112345678",
    world: "test",
    live_merchant_id: id,
  });
  const { id: twin } = await insert.returning("id").executeTakeFirstOrThrow();
  await api.db.kysely.insertInto("clients").values({ merchant_id: twin, name: "نورة" }).execute();
  using folder = temporaryDirectory();
  const csv = join(folder.path, "clients.csv");
  await run(["twin", "clients", "2000-01-01", "2100-01-01", csv], { language: "en" });
  const [head, row] = readFileSync(csv, "utf8").trimEnd().split("\r\n");
  assert.deepEqual([head?.endsWith(",Mode"), row?.endsWith(",Test")], [true, true]);
});
