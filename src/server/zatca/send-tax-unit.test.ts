/** Stamped documents reach the simulated tax authority in the order of their chain, whatever it answers. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as timing from "#core/timing.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { insertMerchant, insertOrder, type OrderInput } from "#test/document-fixtures.ts";
import {
  authorityFault,
  chainOf,
  eventsOf,
  onboardAtSimulator,
  sendAll,
  settle,
  triesOf,
} from "#test/simulated-authority.ts";
import { unitStandings, whatToDo } from "./onboarding/unit-standing.ts";
import { moveUnit, type UnitId } from "./unit-store.ts";
import { watchSubmissions } from "./watch-submissions.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp({ poolSize: 16 });
});
after(() => app[Symbol.asyncDispose]());

const company: OrderInput = { client: { vatNumber: "399999999800003", address: "Riyadh" } };
const hourMs = 60 * 60_000;

/** A merchant of its own, whose unit the authority knows. */
const enterPhase2 = async (): Promise<UnitId> =>
  await onboardAtSimulator(app, await insertMerchant(app.db.kysely));

const pay = async ({ merchantId }: UnitId, input?: OrderInput) =>
  await settle(app, await insertOrder(app.db.kysely, merchantId, input));

const statesOf = async (unit: UnitId) =>
  (await chainOf(app, unit)).map(({ state, way }) => `${way} ${state}`);

const outcomesOf = async (unit: UnitId) => (await triesOf(app, unit)).map(({ outcome }) => outcome);

const jobOf = async ({ unitId }: UnitId) =>
  (
    await app.db.kysely
      .selectFrom("jobs")
      .selectAll()
      .where("lane", "=", `tax_unit:${unitId}`)
      .executeTakeFirst()
  )?.run_at;

const unitState = async ({ unitId }: UnitId) =>
  (
    await app.db.kysely
      .selectFrom("egs_units")
      .select("state")
      .where("id", "=", unitId)
      .executeTakeFirstOrThrow()
  ).state;

/** What an operator reads there is to do about a unit. */
async function adviceOn({ merchantId }: UnitId): Promise<string> {
  const [standing] = await unitStandings(app.db.kysely, merchantId);
  assert.ok(standing);
  return whatToDo(standing, app.clock.now()) ?? "nothing";
}

describe("the authority answers", () => {
  test("200: the report is accepted, reported to the merchant, and the unit's job has ended", async () => {
    const unit = await enterPhase2();
    const invoice = await pay(unit);
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["report accepted"]);
    const [told] = await eventsOf(app, unit, "tax_document.reported");
    assert.equal(told?.data.taxDocument?.number, invoice.number);
    assert.deepEqual(told?.data.taxSubmission, { errors: [], warnings: [] });
    assert.equal(await jobOf(unit), undefined);
    assert.partialDeepStrictEqual(await triesOf(app, unit), [
      { sequence: 1, way: "report", outcome: "accepted", status: 200 },
    ]);
  });

  test("200 with a cleared file: the authority's file and QR code are kept, and reported", async () => {
    const unit = await enterPhase2();
    const invoice = await pay(unit, company);
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["clear accepted"]);
    const cleared = await app.db.kysely
      .selectFrom("tax_clearances")
      .selectAll()
      .where("document_id", "=", invoice.id)
      .executeTakeFirstOrThrow();
    assert.notEqual(cleared.qr, invoice.qr);
    assert.ok(cleared.xml.includes(cleared.qr));
    assert.equal((await eventsOf(app, unit, "tax_document.cleared")).length, 1);
  });

  test("202: accepted, and its warnings are kept and reported", async () => {
    const unit = await enterPhase2();
    await pay(unit);
    await authorityFault(app, "warn");
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["report accepted"]);
    const [tried] = await triesOf(app, unit);
    const [told] = await eventsOf(app, unit, "tax_document.reported");
    assert.deepEqual([tried?.status, tried?.warnings[0]?.code], [202, "BR-KSA-98"]);
    assert.deepEqual(told?.data.taxSubmission?.warnings, tried?.warnings);
  });

  test("409 to a report that was taken and not answered: success, and it was counted once", async () => {
    const unit = await enterPhase2();
    await pay(unit);
    await authorityFault(app, "drop_after_commit");
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["report unknown"]);
    app.clock.advance(timing.taxRetriesMs[0]);
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["report accepted"]);
    const tries = await triesOf(app, unit);
    assert.deepEqual(
      tries.map(({ outcome, status }) => [outcome, status]),
      [
        ["unknown", null],
        ["already", 409],
      ],
    );
  });

  test("208 to a clearance that was taken and not answered: cleared, with the file of then", async () => {
    const unit = await enterPhase2();
    const invoice = await pay(unit, company);
    await authorityFault(app, "500_after_commit");
    await sendAll(app);
    app.clock.advance(timing.taxRetriesMs[0]);
    await sendAll(app);
    const tries = await triesOf(app, unit);
    assert.deepEqual(
      tries.map(({ outcome, status }) => [outcome, status]),
      [
        ["unknown", 500],
        ["already", 208],
      ],
    );
    const cleared = app.db.kysely.selectFrom("tax_clearances").selectAll();
    assert.ok(await cleared.where("document_id", "=", invoice.id).executeTakeFirst());
  });

  test("200 with the cleared file of another document: not taken as this one's, and asked for again", async () => {
    const unit = await enterPhase2();
    const invoice = await pay(unit, company);
    await authorityFault(app, "cleared_file_swapped");
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["clear unknown"]);
    const files = app.db.kysely
      .selectFrom("tax_clearances")
      .selectAll()
      .where("document_id", "=", invoice.id);
    assert.equal(await files.executeTakeFirst(), undefined);
    app.clock.advance(timing.taxRetriesMs[0]);
    await sendAll(app);
    assert.deepEqual(await outcomesOf(unit), ["unknown", "already"]);
    const [sent] = await chainOf(app, unit);
    assert.ok(sent && (await files.executeTakeFirstOrThrow()).xml.includes(sent.uuid));
  });

  test("303: clearance is off, and the same document is reported within its day", async () => {
    const unit = await enterPhase2();
    const invoice = await pay(unit, company);
    await authorityFault(app, "clearance_off");
    await sendAll(app);
    const [sent] = await chainOf(app, unit);
    assert.deepEqual([sent?.way, sent?.state], ["report", "accepted"]);
    assert.equal(sent?.deadline_at?.getTime(), invoice.issuedAt + timing.taxReportWithinMs);
    assert.deepEqual(await outcomesOf(unit), ["reported_instead", "accepted"]);
  });

  test("400: the document stays rejected in its place, is reported with its findings, and the next one continues", async () => {
    const unit = await enterPhase2();
    const rejected = await pay(unit);
    await pay(unit);
    await authorityFault(app, "reject");
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["report rejected", "report accepted"]);
    const [told] = await eventsOf(app, unit, "tax_document.rejected");
    assert.equal(told?.data.taxDocument?.number, rejected.number);
    assert.deepEqual(
      told?.data.taxSubmission?.errors.map(({ code }) => code),
      ["BR-KSA-98"],
    );
    assert.ok(app.logLines.some((line) => line.includes("tax_document_rejected")));
    assert.equal(await unitState(unit), "active");
  });

  test("400 five times in a row: the unit is stopped before there are more, and stamps on", async () => {
    const unit = await enterPhase2();
    for (let count = 0; count < 6; count += 1) await pay(unit);
    await authorityFault(app, "reject", 5);
    await sendAll(app);
    assert.deepEqual((await statesOf(unit)).slice(-2), ["report rejected", "report due"]);
    assert.equal(await unitState(unit), "stopped");
    const [told] = await eventsOf(app, unit, "tax_unit.stopped");
    assert.equal(told?.data.taxUnit?.reason, "rejected_in_a_row");
    assert.match(await adviceOn(unit), /rejected one after another.*tax-submissions.*tax-retry/);
    await pay(unit);
    await app.db.kysely.transaction().execute((trx) => moveUnit(trx, unit, "active"));
    await watchSubmissions(app.services);
    await sendAll(app);
    assert.deepEqual((await statesOf(unit)).slice(-2), ["report accepted", "report accepted"]);
  });

  test("401: the unit is stopped and reported, stamps on, and sends it all when it is started again", async () => {
    const unit = await enterPhase2();
    await pay(unit);
    await authorityFault(app, "revoke");
    await sendAll(app);
    assert.deepEqual([await unitState(unit), await statesOf(unit)], ["stopped", ["report due"]]);
    assert.equal(await jobOf(unit), undefined, "nobody tries");
    const [told] = await eventsOf(app, unit, "tax_unit.stopped");
    assert.equal(told?.data.taxUnit?.reason, "certificate_refused");
    assert.match(await adviceOn(unit), /no longer knows the certificate.*zatca-renew/);
    assert.ok(app.logLines.some((line) => line.includes("tax_unit_stopped")));
    await pay(unit);
    await watchSubmissions(app.services);
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["report due", "report due"]);
    await onboardAtSimulator(app, unit.merchantId, unit);
    await watchSubmissions(app.services);
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["report accepted", "report accepted"]);
  });

  test("429: nothing before the time that it asks for, then the same document", async () => {
    const unit = await enterPhase2();
    await pay(unit);
    await authorityFault(app, "status_429");
    await sendAll(app);
    assert.deepEqual(await statesOf(unit), ["report due"]);
    app.clock.advance(6_000);
    await sendAll(app);
    assert.deepEqual(await outcomesOf(unit), ["busy"]);
    app.clock.advance(1_000);
    await sendAll(app);
    assert.deepEqual(await outcomesOf(unit), ["busy", "accepted"]);
  });

  for (const [name, fault, status] of [
    ["500", "status_500", 500],
    ["503", "status_503", 503],
    ["nothing at all", "drop_before", null],
  ] as const)
    test(`${name}: the outcome is unknown, and the same bytes are sent again after growing pauses`, async () => {
      const unit = await enterPhase2();
      await pay(unit);
      await pay(unit);
      await authorityFault(app, fault, 3);
      for (const pauseMs of timing.taxRetriesMs.slice(0, 3)) {
        await sendAll(app);
        assert.deepEqual(await statesOf(unit), ["report unknown", "report due"], "the next one waits");
        app.clock.advance(pauseMs);
      }
      await sendAll(app);
      assert.deepEqual(await statesOf(unit), ["report accepted", "report accepted"]);
      const tries = await triesOf(app, unit);
      assert.deepEqual(
        tries.map(({ outcome }) => outcome),
        ["unknown", "unknown", "unknown", "accepted", "accepted"],
      );
      assert.equal(tries[0]?.status, status);
    });
});

test("fifty payments, sixteen at a time, are reported in the order of their chain", async () => {
  const unit = await enterPhase2();
  const orders = [];
  for (let count = 0; count < 50; count += 1) orders.push(await insertOrder(app.db.kysely, unit.merchantId));
  await Promise.all(orders.map((order) => settle(app, order)));
  await sendAll(app);
  assert.deepEqual(new Set(await statesOf(unit)), new Set(["report accepted"]));
  const tries = await triesOf(app, unit);
  assert.deepEqual(
    tries.toSorted((a, b) => a.sent_at.getTime() - b.sent_at.getTime()).map(({ icv }) => icv),
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
});

test("three processes on one queue send each document once, and in order", async () => {
  const unit = await enterPhase2();
  for (let count = 0; count < 12; count += 1) await pay(unit);
  await Promise.all([1, 2, 3].map(() => sendAll({ ...app, services: { ...app.services } })));
  await sendAll(app);
  assert.deepEqual(new Set(await statesOf(unit)), new Set(["report accepted"]));
  assert.deepEqual(new Set(await outcomesOf(unit)), new Set(["accepted"]), "nobody sent it twice");
});

test("a day of a dead authority: people are notified at 12, 20 and 24 hours, once, and all is reported in order after it", async () => {
  const unit = await enterPhase2();
  await authorityFault(app, "status_503", 1_000);
  const first = await pay(unit);
  let second = first;
  const told = async () =>
    (await eventsOf(app, unit, "tax_document.delayed")).map(({ data }) => [
      data.taxDocument?.number,
      data.taxSubmission?.waitingHours,
    ]);
  for (let hours = 1; hours <= 25; hours += 1) {
    app.clock.advance(hourMs);
    await sendAll(app);
    await watchSubmissions(app.services);
    await watchSubmissions(app.services);
    const passed = timing.taxAlarmHours.filter((hour) => hour <= hours).map((hour) => [first.number, hour]);
    assert.deepEqual(await told(), [...passed, ...(hours === 25 ? [[second.number, 12]] : [])]);
    if (hours === 13) second = await pay(unit);
  }
  assert.ok(app.logLines.some((line) => line.includes("tax_documents_late")));
  await fetch(`${app.simulatorUrl}/_control/faults?simulator=fatoora`, { method: "DELETE" });
  app.clock.advance(hourMs);
  await sendAll(app);
  assert.deepEqual(await statesOf(unit), ["report accepted", "report accepted"]);
});

test("payments are booked and stamped while the authority is silent", async () => {
  const unit = await enterPhase2();
  await authorityFault(app, "drop_before", 2);
  await pay(unit);
  await sendAll(app);
  await pay(unit);
  assert.deepEqual(await statesOf(unit), ["report unknown", "report due"]);
  for (const pauseMs of timing.taxRetriesMs.slice(0, 2)) {
    app.clock.advance(pauseMs);
    await sendAll(app);
  }
  assert.deepEqual(await statesOf(unit), ["report accepted", "report accepted"]);
});
