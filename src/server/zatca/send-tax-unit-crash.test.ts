/** The sending process may die at any moment: nothing is lost, and no document is sent twice as a new one. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as timing from "#core/timing.ts";
import { insertMerchant, insertOrder } from "#test/document-fixtures.ts";
import { type GatedApp, secondProcess, startGatedApp } from "#test/gated-app.ts";
import { startServerProcess } from "#test/server-process.ts";
import {
  authorityFault,
  chainOf,
  onboardAtSimulator,
  sendAll,
  settle,
  triesOf,
} from "#test/simulated-authority.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import type { UnitId } from "./unit-store.ts";

let app: GatedApp;
before(async () => {
  app = await startGatedApp({ poolSize: 16 });
});
after(() => app[Symbol.asyncDispose]());

const reports = { path: /reporting/ };

async function stampTwo(): Promise<UnitId> {
  const unit = await onboardAtSimulator(app, await insertMerchant(app.db.kysely));
  for (let count = 0; count < 2; count += 1)
    await settle(app, await insertOrder(app.db.kysely, unit.merchantId));
  return unit;
}

const statesOf = async (unit: UnitId) => (await chainOf(app, unit)).map(({ state }) => state);
const outcomesOf = async (unit: UnitId) => (await triesOf(app, unit)).map(({ outcome }) => outcome);

const leasesOf = async ({ unitId }: UnitId) =>
  await app.db.kysely
    .selectFrom("jobs")
    .select(["run_at", "lease"])
    .where("lane", "=", `tax_unit:${unitId}`)
    .execute();

/** What another process does when the lease of the dead one is over. */
async function runNextProcess(): Promise<void> {
  app.clock.advance(timing.taxLeaseMs + 1_000);
  await sendAll({ services: secondProcess(app) });
}

// The first: servers have the time of the machine, and later tests move the clock of this one on.
test("a server that was killed with -9 in the middle of sending, and comes back, goes on at once", async () => {
  const unit = await stampTwo();
  using directory = temporaryDirectory();
  const addresses = { simulatorUrl: app.outward.url, dataDir: directory.path };
  const stop = app.outward.stop(reports, "answer");
  {
    await using dying = await startServerProcess(app, addresses);
    await stop.reached;
    await dying.kill();
  }
  stop.letGo();
  assert.deepEqual(await statesOf(unit), ["in_flight", "due"]);
  const [left] = await leasesOf(unit);
  assert.ok(
    Number(left?.run_at) > Date.now() + timing.taxLeaseMs / 2,
    "the lease of the dead one is not over",
  );
  await using _next = await startServerProcess(app, addresses);
  await until(async () => (await statesOf(unit)).every((state) => state === "accepted"));
  assert.deepEqual(await outcomesOf(unit), [null, "already", "accepted"]);
});

test("a document that was stamped and whose process was killed with -9 in the middle of sending is reported by the next", async () => {
  const unit = await stampTwo();
  const stop = app.outward.stop(reports, "answer");
  await using dying = await startServerProcess(app, { simulatorUrl: app.outward.url });
  await stop.reached;
  await dying.kill();
  stop.letGo();
  assert.deepEqual(await statesOf(unit), ["in_flight", "due"]);
  await runNextProcess();
  assert.deepEqual(await statesOf(unit), ["accepted", "accepted"]);
  assert.deepEqual(await outcomesOf(unit), [null, "already", "accepted"], "it was known when it came again");
});

test("dead between its claim and its sending: the next process sends it, once", async () => {
  const unit = await stampTwo();
  const stop = app.outward.stop(reports, "request");
  const dying = sendAll({ services: secondProcess(app) });
  await stop.reached;
  await runNextProcess();
  assert.deepEqual(await statesOf(unit), ["accepted", "accepted"]);
  // It was not dead but very slow: what it sent arrives now, and says nothing new.
  stop.letGo();
  await dying;
  assert.deepEqual(await statesOf(unit), ["accepted", "accepted"]);
  assert.deepEqual(await outcomesOf(unit), ["already", "accepted", "accepted"]);
});

for (const [answer, fault, ends] of [
  ["200", null, ["accepted", "already"]],
  ["202", "warn", ["accepted", "already"]],
  ["400", "reject", ["rejected", "rejected"]],
  ["429", "status_429", ["busy", "accepted"]],
  ["503", "status_503", ["unknown", "accepted"]],
] as const)
  test(`dead with the answer ${answer} in its hands: the next process comes to the same end`, async () => {
    const unit = await stampTwo();
    if (fault) await authorityFault(app, fault);
    const stop = app.outward.stop(reports, "answer");
    const dying = sendAll({ services: secondProcess(app) });
    await stop.reached;
    await runNextProcess();
    const over = await statesOf(unit);
    assert.deepEqual(over, [ends[1] === "rejected" ? "rejected" : "accepted", "accepted"]);
    stop.letGo();
    await dying;
    assert.deepEqual(await statesOf(unit), over, "who comes late changes nothing");
    assert.deepEqual((await outcomesOf(unit)).slice(0, 2), ends);
  });
