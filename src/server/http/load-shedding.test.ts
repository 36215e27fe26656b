/** A process with all connections to its database at work and more waiting: what begins is refused, what continues waits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  gatewayBody,
  issueInvoice,
  loadModel,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { approveAtBank, askStatus, comeBack, visitBank } from "#test/buyers.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { until } from "#test/until.ts";
import { createApp } from "../app.ts";
import { beginsSomething, type SheddingReason, sheddingLimits } from "./load-shedding.ts";

const poolSize = 2;

type Busy = TestApp & { readonly shed: SheddingReason[] };

async function startBusyApp(): Promise<Busy> {
  const base = await startTestApp({ poolSize });
  const shed: SheddingReason[] = [];
  const shedding = {
    ...sheddingLimits,
    mostWaitingPerConnection: 1,
    countShed: (reason: SheddingReason) => shed.push(reason),
  };
  const app = await createApp(base.services, { distDir: null, shedding });
  return {
    ...base,
    app,
    shed,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      await base[Symbol.asyncDispose]();
    },
  };
}

/** Takes every connection, with as many waiting behind them as may, and one more. Who waited too long waits again. */
async function exhaust({ db: { pool } }: TestApp): Promise<() => Promise<void>> {
  let isOver = false;
  const wait = async (): Promise<void> => {
    try {
      (await pool.connect()).release();
    } catch (error) {
      if (isOver) throw error;
      await wait();
    }
  };
  const taken = await Promise.all(Array.from({ length: poolSize }, () => pool.connect()));
  const waiting = Array.from({ length: poolSize + 1 }, wait);
  await until(() => pool.waitingCount > poolSize);
  return async () => {
    isOver = true;
    for (const connection of taken) connection.release();
    await Promise.all(waiting);
  };
}

const newInvoice = (app: TestApp, key = "under-load") =>
  app.app.inject({
    method: "POST",
    url: "/api/v1/invoices",
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": key },
    payload: { lines: [{ title: "تمر", quantity: 1, unitPrice: "10.00", vatRate: "15" }] },
  });

test("past its limit nothing new begins, what was begun and what is read continues, and it ends at once", async () => {
  await using app = await startBusyApp();
  const begun = await visitBank(app, await issueInvoice(app));
  await approveAtBank(app, begun);
  const other = await issueInvoice(app);
  const paying = gatewayBody(await loadModel(app, other), await prepareSession(app, other));
  const release = await exhaust(app);

  const refused = await Promise.all([
    newInvoice(app),
    app.app.inject({ method: "POST", url: "/rest/pay/prepareSession", payload: { orderNumber: other } }),
    app.app.inject({ method: "POST", url: "/rest/pay/tamara/authorize", payload: { orderNumber: other } }),
  ]);
  for (const reply of refused) {
    assert.equal(reply.statusCode, 503, reply.body);
    assert.equal(reply.json().code, "service_unavailable");
    assert.ok(Number(reply.headers["retry-after"]) >= 2, "it says when to come again");
  }
  assert.deepEqual(app.shed, ["connections", "connections", "connections"]);
  assert.equal(app.logLines.filter((line) => line.includes("load_shed")).length, 1);

  const going = [
    comeBack(app, begun),
    app.app.inject({ method: "POST", url: "/rest/pay/openGateway", payload: paying }),
    app.app.inject(`/rest/pay/order/${other}`),
    askStatus(app, other),
    app.app.inject(begun.returnPath),
  ];
  await release();
  for (const reply of await Promise.all(going)) assert.ok(reply.statusCode < 500, reply.body);
  assert.equal((await askStatus(app, begun.orderNumber)).json().statusCode, 200);
  assert.equal((await newInvoice(app)).statusCode, 201);
  assert.equal(app.shed.length, 3);
  await assertLedgerAgrees(app);
});

test("the ways back, the questions and the messages of providers begin nothing", () => {
  for (const route of [
    "/rest/pay/openGateway",
    "/rest/pay/openAmexGateway",
    "/rest/pay/process3dSecure",
    "/rest/pay/checkPaymentStatus",
    "/rest/pay/stcpay/processPayment",
    "/rest/pay/return/:token",
    "/rest/pay/notify/:method/:merchantId",
    "/rest/pay/confirmClientEmail/:orderNumber",
  ])
    assert.equal(beginsSomething("POST", route), false, route);
  assert.equal(beginsSomething("GET", "/api/v1/invoices"), false);
  assert.equal(beginsSomething("POST", "/api/v1/invoices"), true);
});

/** What pages that take too long do to all others. */
async function keepBusy(isBusy: () => boolean): Promise<void> {
  while (isBusy()) {
    const end = performance.now() + 80;
    while (performance.now() < end) {}
    await nextTurn();
  }
}

test("an event loop that comes too late refuses what begins as well, where there is much in hand", async () => {
  const base = await startTestApp();
  const shed: SheddingReason[] = [];
  const shedding = {
    ...sheddingLimits,
    mostLoopDelayMs: 30,
    sampleMs: 100,
    leastInHand: 3,
    countShed: (reason: SheddingReason) => shed.push(reason),
  };
  const app = await createApp(base.services, { distDir: null, shedding });
  await using test = { ...base, app };
  let isBusy = true;
  const busy = keepBusy(() => isBusy);
  try {
    const three = () => Promise.all([newInvoice(test, "a"), newInvoice(test, "b"), newInvoice(test, "c")]);
    await until(async () => (await three()).some(({ statusCode }) => statusCode === 503));
    const before = shed.length;
    // Others keep this machine busy: to refuse the only request would make nothing faster.
    assert.equal((await newInvoice(test, "d")).statusCode, 201);
    assert.equal(shed.length, before);
  } finally {
    isBusy = false;
    await busy;
  }
  assert.equal(shed[0], "event_loop");
  assert.ok((await app.inject("/healthz")).statusCode < 300);
  await app.close();
});
