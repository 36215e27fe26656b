/** Whoever sends may die at any moment: nothing is lost, and no document is sent twice as a new one. */
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

/** What another process does when the lease of the dead one is over. */
async function runNextProcess(): Promise<void> {
  app.clock.advance(timing.taxLeaseMs + 1_000);
  await sendAll({ services: secondProcess(app) });
}

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
