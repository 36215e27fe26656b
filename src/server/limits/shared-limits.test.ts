import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, startTestApp, type TestApp } from "#test/app-harness.ts";
import { startServerProcess } from "#test/server-process.ts";
import { until } from "#test/until.ts";
import { createNotices } from "../nodes/notices.ts";
import { createSharedLimits, removeOldLimitUses, type Use } from "./shared-limits.ts";

const two = { most: 2, windowMs: 10_000 };
const use: Use = ["tests", "203.0.113.7"];

/** The limits of two servers of one database that get no notices of each other. */
function limitsOf(app: TestApp) {
  const { db, log } = app.services;
  const make = (self: string) => {
    const notices = createNotices({ pool: db.pool, log, self });
    return { notices, ...createSharedLimits({ ...app.services, notices }) };
  };
  return [make("one"), make("two")] as const;
}

test("a budget counts over servers, says how long to wait, and is whole again after its window", async () => {
  await using app = await startTestApp();
  const [one, other] = limitsOf(app);
  assert.deepEqual([await one.take(use, two), await other.take(use, two)], [null, null]);
  const seconds = await one.take(use, two);
  assert.ok(seconds !== null && seconds > 8 && seconds <= 10, `${seconds}`);
  assert.equal(await one.take(["tests", "203.0.113.8"], two), null, "somebody else");
  assert.equal(await one.take(["others", "203.0.113.7"], two), null, "something else");
  app.clock.advance(10_000);
  assert.deepEqual([one.wait(use), await other.take(use, two)], [null, null]);
});

test("of many uses at once, at two servers, as many pass as the budget has", async () => {
  await using app = await startTestApp();
  const [one, other] = limitsOf(app);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).take(use, { ...two, most: 7 })),
  );
  assert.equal(answers.filter((seconds) => seconds === null).length, 7);
});

test("who has counted the last use knows without asking; a server without the notice finds out by its own next use", async () => {
  await using app = await startTestApp();
  const [one, other] = limitsOf(app);
  await other.take(use, two);
  assert.equal(one.wait(use), null);
  await one.take(use, two);
  assert.ok(one.wait(use));
  assert.equal(other.wait(use), null);
  assert.ok(await other.take(use, two));
  assert.ok(other.wait(use));
});

test("a notice that a budget is used up is believed until its end, and no other text is", async () => {
  await using app = await startTestApp();
  const [one] = limitsOf(app);
  const key = app.services.signing.sign("address", use);
  one.notices.hear(`limit ${key}@soon another`);
  one.notices.hear(`limit ${key} another`);
  assert.equal(one.wait(use), null);
  one.notices.hear(`limit ${key}@${app.clock.now() + 5_000} another`);
  assert.equal(one.wait(use), 5);
  app.clock.advance(5_000);
  assert.equal(one.wait(use), null);
});

test("a use that is given back counts for nothing, and none is given back that was not taken", async () => {
  await using app = await startTestApp();
  const [one, other] = limitsOf(app);
  await other.giveBack(use);
  await one.take(use, two);
  await one.take(use, two);
  await other.giveBack(use);
  assert.deepEqual([await other.take(use, two), (await one.take(use, two)) !== null], [null, true]);
});

test("no address is kept, and counters go when they expire", async () => {
  await using app = await startTestApp();
  const [one] = limitsOf(app);
  await one.take(use, two);
  const { rows } = await app.db.pool.query("select * from limit_uses");
  assert.doesNotMatch(JSON.stringify(rows), /203\.0/);
  assert.equal(await removeOldLimitUses(app.services), 0);
  app.clock.advance(10_000);
  assert.equal(await removeOldLimitUses(app.services), 1);
});

test("wrong API keys and misses on order numbers at one server close the other one, too", async () => {
  await using app = await startTestApp();
  const env = { WASL_RATE_LIMITS: "true", WASL_ENV: "stage", WASL_TRUSTED_PROXIES: "1" };
  await using one = await startServerProcess(app, { env });
  await using two = await startServerProcess(app, { env });
  const from = (address: string) => ({ headers: { "x-forwarded-for": address } });
  const status = async (url: string, path: string, address: string): Promise<number> =>
    (await fetch(`${url}${path}`, from(address))).status;
  const orderNumber = await issueInvoice(app);
  for (const [path, good, most] of [
    ["/rest/pay/order/0000000000000000", `/rest/pay/order/${orderNumber}`, 20],
    ["/api/v1/invoices", "/api/v1/invoices", 50],
  ] as const) {
    for (let call = 0; call < most; call += 1)
      assert.notEqual(await status(one.url, path, "203.0.113.7"), 429, `${path} ${call}`);
    assert.equal(await status(one.url, path, "203.0.113.7"), 429);
    await until(async () => (await status(two.url, good, "203.0.113.7")) === 429);
    assert.notEqual(await status(two.url, good, "203.0.113.8"), 429, "somebody else");
  }
});
