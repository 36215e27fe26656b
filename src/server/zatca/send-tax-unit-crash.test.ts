/** The sending process may die at any moment: nothing is lost, and no document is sent twice as a new one. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as timing from "#core/timing.ts";
import { insertMerchant, insertOrder, type OrderInput } from "#test/document-fixtures.ts";
import type { Stop } from "#test/gate.ts";
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

/** What another process does when the lease of the dead one has ended. */
async function runNextProcess(): Promise<void> {
  app.clock.advance(timing.taxLeaseMs + 1_000);
  await sendAll({ services: secondProcess(app) });
}

// The first: servers have the time of the machine, and later tests move the clock of this one on.
test("a server that was killed with -9 in the middle of sending, and comes back, continues at once", async () => {
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

/**
 * What the authority answers, and the outcomes of the tries in their order, that of the dead process first. `late`: it had answered nothing to an earlier try, and knows the document now.
 */
type Answer = {
  readonly way: "report" | "clear";
  readonly name: string;
  readonly fault?: string;
  readonly late?: true;
  readonly outcomes: readonly (string | null)[];
  /** How the document ends; `accepted` where nothing is said. */
  readonly ends?: "rejected" | "due";
};

const answers: readonly Answer[] = [
  { way: "report", name: "200", outcomes: ["accepted", "already"] },
  { way: "report", name: "202", fault: "warn", outcomes: ["accepted", "already"] },
  { way: "report", name: "409", late: true, outcomes: ["unknown", "already", "already"] },
  { way: "report", name: "400", fault: "reject", outcomes: ["rejected", "rejected"], ends: "rejected" },
  { way: "report", name: "401", fault: "revoke", outcomes: ["unauthorised", "unauthorised"], ends: "due" },
  { way: "report", name: "429", fault: "status_429", outcomes: ["busy", "accepted"] },
  { way: "report", name: "500", fault: "status_500", outcomes: ["unknown", "accepted"] },
  { way: "report", name: "503", fault: "status_503", outcomes: ["unknown", "accepted"] },
  { way: "clear", name: "200", outcomes: ["accepted", "already"] },
  { way: "clear", name: "202", fault: "warn", outcomes: ["accepted", "already"] },
  { way: "clear", name: "208", late: true, outcomes: ["unknown", "already", "already"] },
  {
    way: "clear",
    name: "303",
    fault: "clearance_off",
    outcomes: ["reported_instead", "reported_instead", "accepted"],
  },
  { way: "clear", name: "400", fault: "reject", outcomes: ["rejected", "rejected"], ends: "rejected" },
  { way: "clear", name: "401", fault: "revoke", outcomes: ["unauthorised", "unauthorised"], ends: "due" },
  { way: "clear", name: "429", fault: "status_429", outcomes: ["busy", "accepted"] },
  { way: "clear", name: "500", fault: "status_500", outcomes: ["unknown", "accepted"] },
  { way: "clear", name: "503", fault: "status_503", outcomes: ["unknown", "accepted"] },
];

const requests = { report: /reporting/, clear: /clearance/ };
const company: OrderInput = { client: { vatNumber: "399999999800003", address: "Riyadh" } };

async function stampOne(way: Answer["way"]): Promise<UnitId> {
  const unit = await onboardAtSimulator(app, await insertMerchant(app.db.kysely));
  await settle(app, await insertOrder(app.db.kysely, unit.merchantId, way === "clear" ? company : {}));
  return unit;
}

/** What a process came to that dies while the next one works; and that it changes nothing when it was only slow. */
async function outlive(unit: UnitId, stop: Stop, dying: Promise<unknown>): Promise<readonly unknown[]> {
  await stop.reached;
  await runNextProcess();
  const over = await chainOf(app, unit);
  stop.letGo();
  await dying;
  assert.deepEqual(await chainOf(app, unit), over, "who comes late changes nothing");
  return over.map(({ state }) => state);
}

for (const { way, name, fault, late, outcomes, ends = "accepted" } of answers)
  test(`${way}: dead with the answer ${name} in its hands, the next process comes to the same end`, async () => {
    const unit = await stampOne(way);
    if (fault) await authorityFault(app, fault, fault === "clearance_off" ? 2 : 1);
    if (late) {
      await authorityFault(app, "500_after_commit");
      await sendAll(app);
      app.clock.advance(timing.taxRetriesMs[0]);
    }
    const stop = app.outward.stop({ path: requests[way] }, "answer");
    const states = await outlive(unit, stop, sendAll({ services: secondProcess(app) }));
    assert.deepEqual(states, [ends]);
    assert.deepEqual(await outcomesOf(unit), outcomes);
  });

for (const way of ["report", "clear"] as const)
  test(`${way}: dead while the authority is silent, the next process sends it, and it counts once`, async () => {
    const unit = await stampOne(way);
    const stop = app.outward.stop({ path: requests[way] }, "request");
    const states = await outlive(unit, stop, sendAll({ services: secondProcess(app) }));
    assert.deepEqual(states, ["accepted"]);
    assert.deepEqual(await outcomesOf(unit), ["already", "accepted"]);
  });
