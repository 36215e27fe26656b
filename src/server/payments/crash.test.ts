/**
 * A payment is killed (SIGKILL) at every moment at which something was sent or answered: each call to the gateway
 * and each commit, before it goes out and before its answer comes in. What the next process makes of it must be a
 * finished payment or none, never two, and the buyer must be able to pay afterwards.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  cards,
  gatewayBody,
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { sendTo, startServerProcess } from "#test/server-process.ts";
import { databaseTarget, startTripwire, throughTripwire } from "#test/tripwire.ts";
import { checkDueAttempts } from "../jobs.ts";

type Killed = { readonly moments: number; readonly wasKilled: boolean };

/** Pays in a process of its own that dies at the given moment; counts the moments that it lived through. */
async function payAndDie(app: TestApp, orderNumber: string, killAt: number): Promise<Killed> {
  let moments = 0;
  let isArmed = false;
  let kill: () => unknown = () => {};
  const onPass = (): void => {
    if (!isArmed) return;
    moments += 1;
    if (moments === killAt) kill();
  };
  await using databaseWire = await startTripwire({
    target: databaseTarget(app.db.databaseUrl),
    matches: (bytes) => /commit/i.test(bytes.toString("latin1")),
    onPass,
  });
  const gateway = new URL(app.simulatorUrl);
  await using gatewayWire = await startTripwire({
    target: { host: gateway.hostname, port: Number(gateway.port) },
    matches: (bytes) => /^(GET|PUT|POST) /.test(bytes.toString("latin1")),
    onPass,
  });
  await using server = await startServerProcess(app, {
    simulatorUrl: `http://127.0.0.1:${gatewayWire.port}`,
    databaseUrl: throughTripwire(app.db.databaseUrl, databaseWire),
  });
  kill = server.kill;
  isArmed = true;
  const card = {
    cardNumber: cards.frictionless,
    expiryMonth: "01",
    expiryYear: "39",
    nameOnCard: "NOURA",
    cvv: "100",
  };
  const prepared = await sendTo(server, "/rest/pay/prepareSession", { orderNumber, ...card });
  // Null when the process was killed under the call: that is the point.
  if (prepared) {
    const { id } = prepared.body["session"] as { id: string };
    await sendTo(server, "/rest/pay/openGateway", gatewayBody(await loadModel(app, orderNumber), id));
  }
  return { moments, wasKilled: moments >= killAt };
}

async function standing(
  app: TestApp,
  orderNumber: string,
): Promise<{ isPaid: boolean; captures: number; open: number }> {
  const model = await loadModel(app, orderNumber);
  const captures = (await ledger(app)).filter(
    (entry) => entry.kind === "capture" && entry.orderId === orderNumber,
  ).length;
  const { open } = await app.db.kysely
    .selectFrom("payment_attempts as a")
    .innerJoin("orders as o", "o.id", "a.order_id")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("o.order_number", "=", orderNumber)
    .where("a.state", "in", ["in_flight", "unknown", "awaiting_buyer"])
    .executeTakeFirstOrThrow();
  return { isPaid: model.order.orderStatus === "PAID", captures, open };
}

const rounds = 20;
const roundMs = 45_000;

test("a payment killed at any moment is finished or undone by the next process, and is never taken twice", async () => {
  await using app = await startTestApp();
  let killed = 0;
  let finished = 0;
  for (let killAt = 1; killAt < 60; killAt += 1) {
    const orderNumber = await issueInvoice(app);
    const run = await payAndDie(app, orderNumber, killAt);
    // What the next process's job does in the quarter of an hour after.
    for (let round = 0; round < rounds; round += 1) {
      app.clock.advance(roundMs);
      await checkDueAttempts(app.services);
    }
    const after = await standing(app, orderNumber);
    assert.equal(
      after.captures,
      after.isPaid ? 1 : 0,
      `killed at moment ${killAt}: ${JSON.stringify(after)}`,
    );
    assert.equal(after.open, 0, `killed at moment ${killAt}: an attempt is still open`);
    if (!after.isPaid) {
      const again = await payByCard(app, orderNumber);
      assert.equal(again.statusCode, 200, `killed at moment ${killAt}: ${again.body}`);
      assert.equal((await standing(app, orderNumber)).captures, 1);
    }
    app.clock.advance(-rounds * roundMs);
    if (!run.wasKilled) {
      finished = run.moments;
      break;
    }
    killed += 1;
  }
  assert.ok(killed >= 12, `only ${killed} moments were tried`);
  assert.equal(finished, killed, "every moment of a whole payment was tried");
  await assertLedgerAgrees(app);
});
