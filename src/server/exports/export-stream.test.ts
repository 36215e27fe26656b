/** An export is whole or visibly cut, packed where that is asked for, and ends with its reader. */
import assert from "node:assert/strict";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { limits } from "#core/limits.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { readSheets, unzip } from "#test/spreadsheet.ts";
import { until } from "#test/until.ts";
import { periodOf } from "./export-table.ts";
import { clientsTable } from "./invoice-tables.ts";
import { writeExport } from "./write-export.ts";

/** More bytes than sockets and pipes between the two ends can hold, and words that hardly pack. */
const clients = 6_000;
const wordsOfAddress = 60;

let api: MerchantApi;
let address: string;

before(async () => {
  api = await startMerchantApi();
  // In parts: on a slow machine all of them take longer than a statement may.
  for (let first = 1; first <= clients; first += 1_000)
    await api.db.pool.query(
      `insert into clients (merchant_id, name, mobile, country_code, address, created_at)
        select $1, 'عميل ' || n, '+96655' || lpad(n::text, 7, '0'), 'SA',
            (select string_agg(md5(n || '.' || k), ' ') from generate_series(1, $4::int) k), now() - n % 7 * interval '1 second'
        from generate_series($2::int, $3::int) n`,
      [api.merchant.id, first, first + 999, wordsOfAddress],
    );
  await api.app.listen({ port: 0, host: "127.0.0.1" });
  const bound = api.app.server.address();
  assert.ok(bound && typeof bound === "object");
  address = `http://127.0.0.1:${bound.port}/api/v1/exports/clients?from=2000-01-01&to=2100-01-01`;
});
after(async () => await api[Symbol.asyncDispose]());

async function ask(more = "", headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const options = { headers: { authorization: `Bearer ${api.merchant.key}`, ...headers } };
  return await new Promise((resolve, reject) => {
    get(`${address}${more}`, options, resolve).once("error", reject);
  });
}

const lines = (name: string) =>
  api.logLines
    .filter((line) => line.includes(name))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("every row is in it once, in as many statements as it has thousands, and packed for a reader that unpacks", async () => {
  const reply = await ask("&language=en", { "accept-encoding": "gzip, br" });
  assert.deepEqual([reply.headers["content-encoding"], reply.headers["vary"]], ["gzip", "accept-encoding"]);
  assert.equal(reply.headers["x-total-count"], String(clients));
  const text = gunzipSync(await buffer(reply)).toString();
  const ids = text
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((row) => row.split(",", 1)[0]);
  assert.deepEqual([ids.length, new Set(ids).size], [clients, clients]);
  const plain = await ask("&language=en", { "accept-encoding": "gzip;q=0" });
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal((await buffer(plain)).toString(), text);
});

test("rows beyond those of a sheet continue in the next one, under the same heads", async () => {
  const scope = {
    db: api.db.kysely,
    merchantId: api.merchant.id,
    period: periodOf({ from: "2000-01-01", to: "2100-01-01" }, api.clock.now()),
    query: { from: "2000-01-01", to: "2100-01-01" },
  };
  for (const [rowsPerSheet, sizes] of [
    [2_501, [2_501, 2_501, 1_001]],
    [3_001, [3_001, 3_001]],
  ] as const) {
    const form = { format: "xlsx", language: "en", separator: ",", rowsPerSheet } as const;
    const chunks = await Array.fromAsync(
      writeExport(clientsTable, { name: "clients", world: "live", scope, form, onRows: () => {} }),
    );
    const sheets = readSheets(Buffer.concat(chunks));
    assert.deepEqual(
      sheets.map(({ rows }) => rows.length),
      sizes,
    );
    assert.deepEqual(sheets[1]?.name, "Clients 2");
    assert.deepEqual(sheets[1]?.rows[0], sheets[0]?.rows[0]);
  }
});

test("an export whose reader has gone stops asking the database", async () => {
  const reply = await ask();
  await new Promise((resolve) => reply.once("readable", resolve));
  reply.destroy();
  await until(() => lines("export_ended").some(({ isWhole }) => isWhole === false));
  const { rows, total } = lines("export_ended").find(({ isWhole }) => isWhole === false) ?? {};
  assert.equal(total, clients);
  assert.ok(Number(rows) < clients, `${rows} rows were read`);
});

for (const format of ["csv", "xlsx"]) {
  test(`an export that fails half-way is cut and never looks whole: ${format}`, async () => {
    const reply = await ask(`&format=${format}`, { "accept-encoding": "identity" });
    assert.equal(reply.statusCode, 200);
    const parts: Buffer[] = [];
    await new Promise((resolve) => reply.once("readable", resolve));
    await api.db.pool.query("alter table clients rename to clients_away");
    try {
      const read = async (): Promise<void> => {
        for await (const part of reply) parts.push(part as Buffer);
      };
      await assert.rejects(read, { code: "ECONNRESET" });
    } finally {
      await api.db.pool.query("alter table clients_away rename to clients");
    }
    if (format === "xlsx") assert.throws(() => unzip(Buffer.concat(parts)));
    const failed = lines("export_failed").filter((line) => line["format"] === format);
    assert.equal(failed.length, 1);
    assert.equal(failed[0]?.["isWhole"], false);
  });
}

test("one server writes so many exports at a time, and the next one is asked to wait", async () => {
  const busy = await Promise.all(Array.from({ length: limits.exportsAtOnce }, () => ask()));
  const refused = await ask();
  assert.deepEqual([refused.statusCode, refused.headers["retry-after"]], [429, "10"]);
  refused.resume();
  for (const reply of busy) reply.destroy();
  await until(async () => {
    const reply = await ask("&search=none");
    reply.resume();
    return reply.statusCode === 200;
  });
});
