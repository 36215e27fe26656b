/** A merchant loads its tax documents of a period as one file, which proves itself, or breaks off. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { after, before, test } from "node:test";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { insertMerchant, insertOrder } from "#test/document-fixtures.ts";
import { onboardAtSimulator, sendAll, settle } from "#test/simulated-authority.ts";
import { unzip } from "#test/spreadsheet.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await onboardAtSimulator(app);
});
after(() => app[Symbol.asyncDispose]());

const request = (from: string, to: string, key = app.apiKey) => ({
  url: `/api/v1/tax-documents/archive?from=${from}&to=${to}`,
  headers: { authorization: `Bearer ${key}` },
});
const load = async (...period: Parameters<typeof request>) => await app.app.inject(request(...period));

/** Today in Riyadh. */
const today = () => new Date(app.clock.now() + 3 * 60 * 60_000).toISOString().slice(0, 10);

test("the archive of a period has XML and PDF of each document of the merchant, and a proof of every byte", async () => {
  const mine = [];
  for (let sold = 0; sold < 2; sold += 1)
    mine.push(await settle(app, await insertOrder(app.db.kysely, app.merchantId)));
  await settle(app, await insertOrder(app.db.kysely, await insertMerchant(app.db.kysely)));
  await sendAll(app);
  const reply = await load(today(), today());
  assert.equal(reply.statusCode, 200, reply.body);
  assert.equal(reply.headers["content-type"], "application/x-tar");
  assert.match(
    String(reply.headers["content-disposition"]),
    /^attachment; filename="tax-documents-.*\.tar"$/,
  );
  using directory = temporaryDirectory();
  writeFileSync(join(directory.path, "archive.tar"), reply.rawPayload);
  execFileSync("tar", ["-xf", "archive.tar"], { cwd: directory.path });
  const read = (name: string): Buffer => readFileSync(join(directory.path, name));
  const [unit] = JSON.parse(read("chain.json").toString("utf8")).units;
  assert.deepEqual(
    unit.documents.map(({ number }: { number: string }) => number),
    mine.map(({ number }) => number),
  );
  for (const { files } of unit.documents) {
    assert.deepEqual(Object.keys(files), ["xml", "pdf"]);
    for (const { name, sha256 } of Object.values<{ name: string; sha256: string }>(files))
      assert.equal(createHash("sha256").update(read(name)).digest("hex"), sha256, name);
  }
  assert.equal(readdirSync(directory.path).length, 1 + 2 * 2 + 1, "and nothing else");
  const zipped = await app.app.inject(request(today(), `${today()}&format=zip`));
  assert.equal(zipped.headers["content-type"], "application/zip");
  assert.match(String(zipped.headers["content-disposition"]), /\.zip"$/);
  const files = unzip(zipped.rawPayload);
  assert.deepEqual(
    [...files.keys()].toSorted(),
    readdirSync(directory.path)
      .filter((name) => name !== "archive.tar")
      .toSorted(),
  );
  const later = await load("2027-01-01", "2027-02-01");
  assert.match(later.body, /"units": \[\],\s*"unstamped": \[\]/);
});

test("a period is two days, a year apart at most, and a key is needed", async () => {
  for (const [from, to] of [
    ["2026-03-31", "2026-01-01"],
    ["2025-01-01", "2026-01-02"],
  ] as const)
    assert.equal((await load(from, to)).statusCode, 422, `${from} ${to}`);
  assert.equal((await load("2026-02-31", "2026-03-01")).statusCode, 422);
  assert.equal((await load("2026-01-01", "2026-01-02", "none")).statusCode, 401);
});

test("of two loads at once one waits its turn, and a chain that does not prove itself breaks the file off", async () => {
  // Not read yet: it continues until it is.
  const first = await app.app.inject({ ...request(today(), today()), payloadAsStream: true });
  assert.equal(first.statusCode, 200);
  assert.equal((await load(today(), today())).statusCode, 429);
  await finished(first.stream().resume());
  assert.equal((await load(today(), today())).statusCode, 200, "the first one has ended");
  await app.db.pool.query("alter table tax_envelopes disable trigger user");
  await app.db.pool.query("update tax_envelopes set xml = replace(xml, '>580.18<', '>580.17<')");
  await app.db.pool.query("alter table tax_envelopes enable trigger user");
  const broken = await load(today(), today()).then(
    ({ body }) => body.includes("chain.json"),
    () => false,
  );
  assert.equal(broken, false);
  assert.ok(app.logLines.some((line) => line.includes("tax archive broken off")));
});
