/**
 * What a start makes of payments that it finds in flight. With the built-in database no other process can be at work,
 * so they are asked about at once; on a shared database their process may be alive, and they keep their lease.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import { startSimulators } from "#sim/server.ts";
import { issueInvoice, post } from "#test/app-harness.ts";
import { cardPayment } from "#test/buyers.ts";
import { firstKey, issue, payment, startHere } from "#test/embedded-shop.ts";
import { startGate } from "#test/gate.ts";
import { startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { sendTo, startEmbeddedProcess, startServerProcess } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";

const openPath = "/rest/pay/openGateway";
const pay = { body: /"apiOperation":"PAY"/ };
const refund = { body: /"apiOperation":"REFUND"/ };

test("a payment and a refund that a killed process left in flight are finished by the next start at once", async () => {
  using directory = temporaryDirectory();
  await using simulators = new AsyncDisposableStack();
  const { url: simulatorUrl, close } = await startSimulators({ port: 0, host: "127.0.0.1" });
  simulators.defer(close);
  await using gate = await startGate();
  gate.leadTo(simulatorUrl);
  const place = { dataDir: directory.path, simulatorUrl: gate.url };
  const key = await firstKey(place);

  await using dying = await startEmbeddedProcess(place);
  const [paid, halfPaid] = [await issue(dying, key), await issue(dying, key)];
  assert.equal((await sendTo(dying, openPath, await payment(dying, paid)))?.status, 200);
  const body = await payment(dying, halfPaid);
  const stops = [gate.stop(pay, "answer"), gate.stop(refund, "answer")];
  const lost = [
    sendTo(dying, openPath, body),
    sendTo(
      dying,
      `/api/v1/invoices/${paid}/refunds`,
      { amount: "15.00" },
      { ...key, "idempotency-key": "once" },
    ),
  ];
  await Promise.all(stops.map((stop) => stop.reached));
  await dying.kill();
  assert.deepEqual(await Promise.all(lost), [null, null]);

  await using next = await startHere(place);
  const { kysely, pool } = next.services.db;
  await until(async () => {
    const orders = await kysely.selectFrom("orders").select("status").execute();
    const refunds = await kysely.selectFrom("refunds").select("state").execute();
    return orders.every(({ status }) => status === "PAID") && refunds[0]?.state === "refunded";
  });
  const refunds = await kysely.selectFrom("refunds").select("amount").execute();
  assert.deepEqual(refunds, [{ amount: minor(1500) }]);
  await assertLedgerAgrees({ db: { pool }, simulatorUrl });
});

test("a start on a shared database leaves what is in flight to the process that may still be at it", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "answer");
  const paying = post(app, openPath, body);
  await stop.reached;
  const read = () =>
    app.db.kysely.selectFrom("payment_attempts").select(["state", "next_check_at"]).executeTakeFirstOrThrow();
  const before = await read();
  await using _next = await startServerProcess(app);
  assert.deepEqual(await read(), before);
  stop.letGo();
  assert.equal((await paying).json().statusCode, 200);
  await assertLedgerAgrees(app);
});
