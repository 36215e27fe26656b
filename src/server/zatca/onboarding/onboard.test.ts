/** Units and their certificates, with the simulated authority over HTTP: whole, cut off at every step, refused. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Kysely } from "kysely";
import type { Http } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import { applicationMoves } from "#core/zatca/application-state.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { createFatooraClient } from "#gateways/fatoora/client.ts";
import { fatooraSimulator } from "#gateways/fatoora/simulator/simulator.ts";
import { startSimulators } from "#sim/server.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { insertMerchant, testSealing as sealing } from "#test/document-fixtures.ts";
import { createHttpClient } from "../../http/http-client.ts";
import { readCertificate } from "../certificate.ts";
import type { ZatcaEnvironment } from "../csr.ts";
import { readUnitKey } from "../unit-key.ts";
import { moveUnit, unitPurpose } from "../unit-store.ts";
import { beginOnboarding, beginRenewal, giveUpOnboarding } from "./begin.ts";
import { leadToCertificate, type OnboardingParts } from "./onboard.ts";
import { OnboardingRefusal } from "./onboarding-refusal.ts";
import { unitStandings, whatToDo } from "./unit-standing.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const now = Date.now();
const day = 24 * 60 * 60_000;

let database: TestDatabase;
let db: Kysely<Schema>;
let authority: Awaited<ReturnType<typeof startSimulators>>;
let network: ReturnType<typeof createHttpClient>;

before(async () => {
  database = await createTestDatabase();
  db = database.kysely;
  authority = await startSimulators({ port: 0, host: "127.0.0.1", simulators: [fatooraSimulator()] });
  network = createHttpClient({ log });
});
after(async () => {
  await network.close();
  await authority.close();
  await database[Symbol.asyncDispose]();
});

/** Switches a fault on for the next request of an operation. */
async function fault(name: string, operation: string): Promise<void> {
  const response = await fetch(`${authority.url}/_control/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ simulator: "fatoora", fault: name, operation }),
  });
  assert.ok(response.ok, await response.text());
}

class Killed extends Error {}

/** The command's program: it dies at the n-th answer or commit that it gets, before it can do anything about it. */
function program({ diesAt = Number.POSITIVE_INFINITY }: { readonly diesAt?: number } = {}) {
  let moments = 0;
  const live = <T>(value: T): T => {
    moments += 1;
    if (moments >= diesAt) throw new Killed();
    return value;
  };
  const http: Http = async (request) => live(await network.http(request));
  const said: string[] = [];
  const parts: OnboardingParts = {
    db,
    commit: async (work) => live(await runInTransaction(db, work)),
    sealing,
    client: createFatooraClient({ http, clock: { now: () => now }, baseUrl: `${authority.url}/fatoora` }),
    clock: { now: () => now },
    say: (line) => said.push(line),
  };
  return { parts, said };
}

const choices = { branch: null, businessCategory: null };

type Run = {
  readonly otp?: string;
  readonly diesAt?: number;
  readonly environment?: ZatcaEnvironment;
  readonly startsAnew?: boolean;
};

async function onboard(merchantId: number, run: Run = {}): Promise<string[]> {
  const { environment = "simulation", startsAnew = false } = run;
  const { parts, said } = program(run);
  const application = await parts.commit((trx) =>
    beginOnboarding(trx, sealing, { merchantId, environment, choices, startsAnew }),
  );
  const otp = new Secret(run.otp ?? "123345");
  await leadToCertificate(parts, application, { otp, goesByRenewal: false });
  return said;
}

async function renew(merchantId: number, run: Run = {}): Promise<string[]> {
  const { startsAnew = false } = run;
  const { parts, said } = program(run);
  const application = await parts.commit((trx) =>
    beginRenewal(trx, sealing, { merchantId, choices, startsAnew }),
  );
  const otp = new Secret(run.otp ?? "123345");
  await leadToCertificate(parts, application, { otp, goesByRenewal: !startsAnew });
  return said;
}

const unitsOf = async (merchantId: number) =>
  await db.selectFrom("egs_units").selectAll().where("merchant_id", "=", merchantId).orderBy("id").execute();

const applicationOf = async (merchantId: number) =>
  await db
    .selectFrom("egs_applications")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .executeTakeFirstOrThrow();

/** One unit that stamps, with the certificate of its own key; its application keeps no secret. */
async function assertReady(merchantId: number): Promise<void> {
  const [unit, ...others] = await unitsOf(merchantId);
  assert.ok(unit?.certificate && unit.sealed_credentials);
  assert.deepEqual([unit.state, others.length], ["active", 0]);
  const key = readUnitKey(sealing.open(unit.sealed_key, unitPurpose("sealed_key", unit.serial)));
  assert.ok(readCertificate(unit.certificate).isOf(key));
  const { state, sealed_key, sealed_credentials } = await applicationOf(merchantId);
  assert.deepEqual([state, sealed_key, sealed_credentials], ["issued", null, null]);
}

/** What a run is refused with, once. */
async function refusal(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof OnboardingRefusal, String(error));
  return error.message;
}

test("a unit is made and certified in one go, and each of the six documents is reported", async () => {
  const merchantId = await insertMerchant(db);
  const said = await onboard(merchantId);
  await assertReady(merchantId);
  assert.equal(said.filter((line) => /accepted\.$/.test(line)).length, 6, said.join("\n"));
  assert.match(said.at(-1) ?? "", /^Production certificate: issued, valid until \d{4}-\d\d-\d\d\.$/);
  const [standing] = await unitStandings(db, merchantId);
  assert.ok(standing);
  assert.deepEqual([standing.state, standing.stamped, whatToDo(standing, now)], ["active", 0, null]);
});

test("a command that dies at any answer or commit is given again and ends with one unit", async () => {
  // Moments of a whole run: answers of the authority and commits, one after another.
  for (let diesAt = 1; ; diesAt += 1) {
    const merchantId = await insertMerchant(db);
    const died = await onboard(merchantId, { diesAt }).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Killed) return true;
        throw error;
      },
    );
    if (died)
      await onboard(merchantId).catch(async (error: unknown) => {
        // It died when all was done: the second command has nothing to make.
        assert.match(String(error), /already, and it stamps/);
      });
    await assertReady(merchantId);
    if (died) continue;
    assert.ok(diesAt > 12, `only ${diesAt} moments`);
    return;
  }
});

test("two commands at once make one unit, and the slower one is refused", async () => {
  const merchantId = await insertMerchant(db);
  const ends = await Promise.allSettled([onboard(merchantId), onboard(merchantId)]);
  assert.ok(ends.some(({ status }) => status === "fulfilled"));
  for (const end of ends)
    if (end.status === "rejected") assert.match(String(end.reason), /Another command|already, and it stamps/);
  await assertReady(merchantId);
});

test("a wrong code and one that has ended are refused with where a new one is made; the next code continues", async () => {
  const merchantId = await insertMerchant(db);
  for (const [otp, said] of [
    ["111111", /Invalid-OTP The provided OTP is invalid/],
    ["222222", /Invalid-OTP The provided OTP has expired/],
  ] as const) {
    const why = await refusal(onboard(merchantId, { otp }));
    assert.match(why, said);
    assert.match(why, /Make a new code in the authority's Fatoora portal/);
  }
  const { request } = await applicationOf(merchantId);
  await onboard(merchantId);
  assert.equal((await applicationOf(merchantId)).request, request, "the request is the same one");
  await assertReady(merchantId);
});

test("a document that the check rejects is named with the authority's rule, and nothing stamps", async () => {
  const merchantId = await insertMerchant(db);
  await fault("reject", "COMPLIANCE_CHECK");
  const why = await refusal(onboard(merchantId));
  assert.match(why, /^The simplified tax invoice was rejected\.\n {2}BR-KSA-98 /);
  assert.deepEqual(
    (await unitsOf(merchantId)).map(({ state }) => state),
    ["new"],
  );
  assert.equal((await applicationOf(merchantId)).state, "certified");
  await onboard(merchantId, { otp: "111111" });
  await assertReady(merchantId);
});

test("what the authority does not answer is reported and retried by the same command", async () => {
  const merchantId = await insertMerchant(db);
  for (const [name, operation, said] of [
    ["drop_before", "COMPLIANCE_CSID", /no answer that says so/],
    ["drop_after_commit", "COMPLIANCE_CSID", /no answer that says so/],
    ["status_429", "COMPLIANCE_CHECK", /busy \(429\)\. Wait 7 seconds/],
    ["status_503", "COMPLIANCE_CHECK", /HTTP 503/],
    ["drop_after_commit", "PRODUCTION_CSID", /no answer that says so/],
    ["500_after_commit", "PRODUCTION_CSID", /HTTP 500/],
  ] as const) {
    await fault(name, operation);
    assert.match(await refusal(onboard(merchantId)), said, `${name} ${operation}`);
  }
  await onboard(merchantId);
  await assertReady(merchantId);
});

test("a merchant that cannot be named whole, and one that has a unit, are refused before anything is made", async () => {
  const nameless = await insertMerchant(db, { isIncomplete: true });
  assert.match(await refusal(onboard(nameless)), /lacks .*\(set-seller\)/);
  const unregistered = await insertMerchant(db, { vatNumber: null });
  assert.match(await refusal(onboard(unregistered)), /has no VAT number/);
  const group = await insertMerchant(db, { vatNumber: "310122393510003" });
  assert.match(await refusal(onboard(group)), /VAT group/);
  for (const id of [nameless, unregistered, group]) assert.deepEqual(await unitsOf(id), []);
  const ready = await insertMerchant(db);
  await onboard(ready);
  assert.match(await refusal(onboard(ready)), /already, and it stamps\. "zatca-renew"/);
  assert.match(await refusal(renew(nameless)), /No unit stamps/);
});

test("a unit for tests makes way for the one of production, which nothing replaces", async () => {
  const merchantId = await insertMerchant(db);
  await onboard(merchantId, { environment: "sandbox" });
  await fault("status_503", "PRODUCTION_CSID");
  await refusal(onboard(merchantId, { environment: "production" }));
  assert.deepEqual(
    (await unitsOf(merchantId)).map(({ state }) => state),
    ["active", "new"],
    "until it is ready the other one stamps",
  );
  assert.match(
    await refusal(onboard(merchantId, { environment: "simulation" })),
    /for production is being made/,
  );
  await onboard(merchantId, { environment: "production" });
  assert.deepEqual(
    (await unitsOf(merchantId)).map(({ environment, state }) => [environment, state]),
    [
      ["sandbox", "retired"],
      ["production", "active"],
    ],
  );
  assert.match(await refusal(onboard(merchantId, { environment: "sandbox" })), /already/);
});

test("what was begun and is not wanted is given up", async () => {
  const merchantId = await insertMerchant(db);
  await refusal(onboard(merchantId, { otp: "111111", environment: "sandbox" }));
  const giveUp = () => runInTransaction(db, (trx) => giveUpOnboarding(trx, merchantId));
  assert.deepEqual([await giveUp(), await giveUp()], ["unit", null]);
  await onboard(merchantId, { environment: "production" });
  assert.deepEqual(
    (await unitsOf(merchantId)).map(({ state }) => state),
    ["retired", "active"],
  );
});

test("a renewal that was refused is given up: the unit stamps on with what it has, and no secret is kept", async () => {
  const merchantId = await insertMerchant(db);
  await onboard(merchantId);
  const giveUp = () => runInTransaction(db, (trx) => giveUpOnboarding(trx, merchantId));
  assert.equal(await giveUp(), null, "nothing is being made");
  const [before] = await unitsOf(merchantId);
  const leave = [
    async () => await refusal(renew(merchantId, { otp: "111111" })),
    async () => {
      await fault("compliance_again", "RENEWAL");
      await fault("reject", "COMPLIANCE_CHECK");
      await refusal(renew(merchantId));
    },
    async () => {
      await fault("compliance_again", "RENEWAL");
      await fault("status_503", "PRODUCTION_CSID");
      await refusal(renew(merchantId));
    },
  ];
  const left: string[] = [];
  for (const leaveIt of leave) {
    await leaveIt();
    left.push((await applicationOf(merchantId)).state);
    const [waiting] = await unitStandings(db, merchantId);
    assert.match((waiting && whatToDo(waiting, now)) ?? "", /zatca-give-up/);
    assert.equal(await giveUp(), "renewal");
    const [standing] = await unitStandings(db, merchantId);
    assert.equal(standing && whatToDo(standing, now), null);
    assert.deepEqual(await unitsOf(merchantId), [before]);
    await assertReady(merchantId);
  }
  assert.deepEqual(left, ["asked", "certified", "proven"]);
  await renew(merchantId);
  await assertReady(merchantId);
});

test("a renewal that dies anywhere ends with another key, the same unit, and what it was until then", async () => {
  const merchantId = await insertMerchant(db);
  await onboard(merchantId);
  for (let diesAt = 1; diesAt < 6; diesAt += 1) {
    const [before] = await unitsOf(merchantId);
    const died = await renew(merchantId, { diesAt }).catch((error: unknown) => error);
    if (!(died instanceof Killed)) break;
    assert.equal((await unitsOf(merchantId))[0]?.state, "active", "it stamps on");
    await renew(merchantId);
    await assertReady(merchantId);
    const [unit] = await unitsOf(merchantId);
    assert.equal(unit?.serial, before?.serial);
    assert.notEqual(unit?.certificate, before?.certificate);
  }
});

test("a renewal for which the check is wanted again passes it, and starts a unit that was stopped", async () => {
  const merchantId = await insertMerchant(db);
  await onboard(merchantId);
  const [unit] = await unitsOf(merchantId);
  assert.ok(unit);
  await runInTransaction(db, (trx) => moveUnit(trx, { merchantId, unitId: unit.id }, "stopped"));
  const [stopped] = await unitStandings(db, merchantId);
  assert.ok(stopped);
  assert.match(whatToDo(stopped, now) ?? "", /no longer knows the certificate/);
  await fault("compliance_again", "RENEWAL");
  const said = await renew(merchantId);
  assert.match(said[0] ?? "", /once more/);
  assert.equal(said.filter((line) => /accepted\.$/.test(line)).length, 6);
  await assertReady(merchantId);
});

test("a certificate that the authority no longer knows is replaced by a new request", async () => {
  const merchantId = await insertMerchant(db);
  await onboard(merchantId);
  await db
    .updateTable("egs_units")
    .set({
      sealed_credentials: sealing.seal(
        '{"token":"x","secret":"y"}',
        unitPurpose("sealed_credentials", (await unitsOf(merchantId))[0]?.serial ?? ""),
      ),
    })
    .where("merchant_id", "=", merchantId)
    .execute();
  assert.match(await refusal(renew(merchantId)), /\(401\).*--anew/);
  await renew(merchantId, { startsAnew: true });
  await assertReady(merchantId);
});

test("two months before its end a certificate is to be renewed, and after it all the more", async () => {
  const merchantId = await insertMerchant(db);
  await onboard(merchantId);
  const [standing] = await unitStandings(db, merchantId);
  assert.ok(standing?.notAfter);
  const end = standing.notAfter.getTime();
  assert.equal(whatToDo(standing, end - 61 * day), null);
  assert.match(whatToDo(standing, end - 59 * day) ?? "", / ends .*zatca-renew/);
  assert.match(whatToDo(standing, end + day) ?? "", / ended /);
});

test("the database knows the steps that the program knows, and keeps secrets of open applications alone", async () => {
  const { rows } = await database.pool.query("select from_state, to_state from egs_application_moves");
  const ours = Object.entries<readonly string[]>(applicationMoves).flatMap(([from, all]) =>
    all.map((to) => `${from} ${to}`),
  );
  assert.deepEqual(
    rows.map(({ from_state, to_state }) => `${from_state} ${to_state}`).toSorted(),
    ours.toSorted(),
  );
  const merchantId = await insertMerchant(db);
  await refusal(onboard(merchantId, { otp: "111111" }));
  for (const wrong of ["state = 'proven'", "state = 'issued'", "sealed_key = null", "unit_id = 1"])
    await assert.rejects(
      database.pool.query(`update egs_applications set ${wrong} where merchant_id = $1`, [merchantId]),
      { code: "23514" },
      wrong,
    );
  await assert.rejects(database.pool.query("delete from egs_applications"));
});
