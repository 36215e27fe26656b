import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { auditChains, checkAuditChain } from "./audit-chain.ts";
import { writeAudit } from "./audit-log.ts";

/** What somebody with the rights of the tables' owner can do. */
async function behindTheBack(db: TestDatabase, statement: string): Promise<void> {
  await db.pool.query("alter table admin_acts disable trigger user");
  await db.pool.query(statement);
  await db.pool.query("alter table admin_acts enable trigger user");
}

async function write(db: TestDatabase, count: number): Promise<void> {
  for (let at = 1; at <= count; at += 1)
    await writeAudit(db.kysely, {
      ...{ actor: "person 7", act: "PATCH /api/v1/merchant", subject: "متجر «نورة»", result: "done" },
      ...{ role: "owner", address: "2001:db8::/64", details: { after: { shopName: "ن\u{1F33F}" } } },
    });
}

test("a log that was not touched is as it was written, whatever is in it, and acts at the same time have each its place", async () => {
  await using db = await createTestDatabase();
  assert.deepEqual(await auditChains(db.kysely), []);
  await write(db, 2);
  await Promise.all(Array.from({ length: 8 }, () => write(db, 1)));
  const { acts, brokenAt, fingerprint } = await checkAuditChain(db.kysely, null);
  assert.deepEqual({ acts, brokenAt }, { acts: 10, brokenAt: null });
  assert.match(fingerprint ?? "", /^[0-9a-f]{64}$/);
  assert.deepEqual(await auditChains(db.kysely), [null]);
});

test("an act that was changed, removed or put in past the table's guard is found, from that act on", async () => {
  for (const [statement, place] of [
    ["update admin_acts set actor = 'person 8' where place = 3", 3],
    ["update admin_acts set address = null where place = 2", 2],
    ["delete from admin_acts where place = 2", 2],
    ["update admin_acts set place = 9 where place = 4", 4],
  ] as const) {
    await using db = await createTestDatabase();
    await write(db, 4);
    await behindTheBack(db, statement);
    assert.equal((await checkAuditChain(db.kysely, null)).brokenAt, place, statement);
  }
});

test("what was cut off the end, or written again as a whole, is found by a fingerprint that was noted", async () => {
  await using db = await createTestDatabase();
  await write(db, 4);
  const { acts: place, fingerprint } = await checkAuditChain(db.kysely, null);
  const noted = { place, fingerprint: fingerprint ?? "" };
  await write(db, 1);
  assert.equal((await checkAuditChain(db.kysely, null, noted)).brokenAt, null);
  await behindTheBack(db, "delete from admin_acts where place > 3");
  assert.equal((await checkAuditChain(db.kysely, null)).brokenAt, null);
  assert.equal((await checkAuditChain(db.kysely, null, noted)).brokenAt, 4);
  await write(db, 2);
  assert.equal((await checkAuditChain(db.kysely, null, noted)).brokenAt, 4);
});
