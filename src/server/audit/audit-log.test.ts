import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { createTestDatabase } from "#test/database.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { operatorName, readAudit, writeAudit } from "./audit-log.ts";

const programs = join(import.meta.dirname, "../../cli/wasl.mjs");

async function acts(shop: TestApp): Promise<unknown[]> {
  const found = await readAudit(shop.db.kysely, { most: 100 });
  return found.map(({ actor, act, subject, result }) => [actor, act, subject, result]);
}

test("what was written down can be neither changed nor removed", async () => {
  await using db = await createTestDatabase();
  await writeAudit(db.kysely, { actor: "root@shop", act: "create-key", result: "done" });
  for (const statement of [
    "update admin_acts set actor = 'nobody'",
    "delete from admin_acts",
    "truncate admin_acts",
  ])
    await assert.rejects(db.pool.query(statement), /admin_acts is append-only/);
  assert.equal((await readAudit(db.kysely, { most: 10 })).length, 1);
});

test("a program's refund is written down with its key, its order and its end, and so is one that was refused", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop);
  await payByCard(shop, orderNumber);
  const refund = async (amount: string, key: string) =>
    await shop.app.inject({
      method: "POST",
      url: `/api/v1/invoices/${orderNumber}/refunds`,
      headers: { authorization: `Bearer ${shop.apiKey}`, "idempotency-key": key },
      payload: { amount },
    });
  assert.equal((await refund("900.00", "too-much")).statusCode, 422);
  assert.ok((await refund("115.00", "all")).statusCode < 300);
  const [key] = (await shop.db.pool.query("select id from api_keys")).rows;
  const act = "POST /api/v1/invoices/:orderNumber/refunds";
  assert.deepEqual(await acts(shop), [
    [`key ${key.id}`, act, orderNumber, "refused refund_too_large"],
    [`key ${key.id}`, act, orderNumber, "done"],
  ]);
});

test("what was tried is written down also when its address or the names of its fields cannot be stored as they came", async () => {
  await using shop = await startTestApp();
  const headers = { authorization: `Bearer ${shop.apiKey}`, "if-match": "*" };
  const reply = await shop.app.inject({
    method: "DELETE",
    url: "/api/v1/invoice-drafts/a%00b%E2%80%AE",
    headers,
  });
  assert.equal(reply.statusCode, 422, reply.body);
  const found = (await acts(shop)).map((act) => (act as unknown[]).slice(1));
  assert.deepEqual(found, [["DELETE /api/v1/invoice-drafts/:draftId", "ab", "refused validation_failed"]]);
  const act = {
    actor: "person 1",
    act: "PATCH /x",
    result: "done",
    details: { fields: ["a\0b", "\ud800"] },
  } as const;
  await writeAudit(shop.db.kysely, act);
  const { rows } = await shop.db.pool.query("select details from admin_acts order by id desc limit 1");
  assert.deepEqual(rows[0].details, { fields: ["ab", ""] });
});

test("reading and issuing are no acts of administration, and who has no key leaves none", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop);
  const headers = { authorization: `Bearer ${shop.apiKey}` };
  await shop.app.inject({ url: `/api/v1/invoices/${orderNumber}`, headers });
  await shop.app.inject({ method: "POST", url: `/api/v1/invoices/${orderNumber}/cancel` });
  assert.deepEqual(await acts(shop), []);
});

test("the operator's commands are written down with user and machine, and can be read", async () => {
  await using db = await createTestDatabase();
  using directory = temporaryDirectory();
  const env = { ...process.env, DATABASE_URL: db.databaseUrl, DATA_DIR: directory.path, WASL_ENV: "test" };
  const admin = (...words: string[]) =>
    promisify(execFile)(process.execPath, [programs, "admin", ...words], { env });
  await admin("create-merchant", "nakheel", "متجر النخيل", "shop@example.com", "+966112345678");
  const { stdout: key } = await admin("create-key", "nakheel", "till");
  await assert.rejects(admin("set-frame-origins", "nakheel", "not an origin"));
  const prefix = key.slice(0, 16);
  await assert.rejects(admin("revoke-key", "nakheel", "wasl_none"));
  await admin("revoke-key", "nakheel", prefix);
  await admin("attempts");
  const { stdout } = await admin("audit", "nakheel");
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => line.split("\t").slice(1));
  const who = `${userInfo().username}@${hostname()}`;
  assert.deepEqual(lines, [
    [who, "create-merchant", "nakheel", "done"],
    [who, "create-key", "nakheel", "done"],
    [who, "set-frame-origins", "nakheel", "refused"],
    [who, "revoke-key", "nakheel wasl_none", "refused"],
    [who, "revoke-key", `nakheel ${prefix}`, "done"],
  ]);
  assert.ok(!stdout.includes(key.split("\n")[0] ?? "no key"), "a key is shown once, to whoever made it");
});

test("an operator who became root is named with both names", () => {
  assert.equal(operatorName({ SUDO_USER: "noura" }), `noura as ${userInfo().username}@${hostname()}`);
});
