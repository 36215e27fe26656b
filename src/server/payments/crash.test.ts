/**
 * A server's wires are cut at every moment at which something was sent or answered: each call to the gateway and each
 * commit, before it goes out and before its answer comes in. To the database and the gateway that is a killed process
 * (`races/crashes.test.ts` and `recovery-at-start.test.ts` kill real ones). What the next process makes of it must be a
 * finished payment or none, never two, and the buyer must be able to pay afterwards.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "#server/log/log.ts";
import { readConfig } from "#server/settings/config.ts";
import { startServer } from "#server/start-server.ts";
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
import { passChallenge } from "#test/card-gateway-driver.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { type Answer, processSettings, sendTo, sharedStore } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { databaseTarget, startTripwire, throughTripwire } from "#test/tripwire.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";

type Killed = { readonly moments: number; readonly wasKilled: boolean };

/** A server that dies in the middle of a payment. */
type Dying = {
  readonly url: string;
  /** Resolves with null as soon as it is dead. */
  readonly dead: Promise<null>;
};

/** A buyer's steps to a payment in a process that may end under any of them; then there is no next step. */
type Way = (app: TestApp, server: Dying, orderNumber: string) => Promise<void>;

/** Null when the server died under the call: that is the point. */
async function send(server: Dying, path: string, body: object): Promise<Answer | null> {
  return await Promise.race([server.dead, sendTo(server, path, body)]);
}

async function openGateway(
  app: TestApp,
  server: Dying,
  orderNumber: string,
  cardNumber: string,
): Promise<Answer | null> {
  const card = { cardNumber, expiryMonth: "01", expiryYear: "39", nameOnCard: "NOURA", cvv: "100" };
  const prepared = await send(server, "/rest/pay/prepareSession", { orderNumber, ...card });
  if (prepared === null) return null;
  const { id } = prepared.body["session"] as { id: string };
  return await send(server, "/rest/pay/openGateway", gatewayBody(await loadModel(app, orderNumber), id));
}

const payAtOnce: Way = async (app, server, orderNumber) => {
  await openGateway(app, server, orderNumber, cards.frictionless);
};

const payThroughTheBank: Way = async (app, server, orderNumber) => {
  const opened = await openGateway(app, server, orderNumber, cards.challenge);
  if (opened === null) return;
  const { secure3DHtmlKey: key, signature } = opened.body;
  const address = `${server.url}/rest/pay/get3DPage/${orderNumber}?key=${key}&signature=${signature}`;
  const page = await Promise.race([server.dead, fetch(address).then((reply) => reply.text())]);
  if (page === null) return;
  // The bank's page is the gateway's, behind the wire that may be cut.
  const passed = await Promise.race([server.dead, passChallenge(page, "successful").then(() => true)]);
  if (passed === null) return;
  const { return_token: paymentSessionId } = await app.db.kysely
    .selectFrom("payment_attempts")
    .select("return_token")
    .where("state", "=", "awaiting_buyer")
    .executeTakeFirstOrThrow();
  await send(server, "/rest/pay/process3dSecure", { orderNumber, paymentSessionId });
};

type Attempted = { readonly orderNumber: string; readonly way: Way; readonly killAt: number };

/** Pays at a server of its own that dies at the given moment; counts the moments that it lived through. */
async function payAndDie(app: TestApp, { orderNumber, way, killAt }: Attempted): Promise<Killed> {
  let moments = 0;
  let isArmed = false;
  const { promise: dead, resolve: die } = Promise.withResolvers<null>();
  const onPass = (): void => {
    if (!isArmed) return;
    moments += 1;
    if (moments !== killAt) return;
    databaseWire.cut();
    gatewayWire.cut();
    die(null);
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
  using directory = temporaryDirectory();
  const settings = {
    ...processSettings,
    ...sharedStore,
    DATABASE_URL: throughTripwire(app.db.databaseUrl, databaseWire),
    DATA_DIR: directory.path,
    SIM_URL: `http://127.0.0.1:${gatewayWire.port}`,
  };
  // What a dead server still logs is of no use.
  const server = await startServer(readConfig(settings), {
    log: createLog(() => {}),
    distDir: null,
    onFatal: assert.fail,
  });
  isArmed = true;
  try {
    await way(app, { url: server.url, dead }, orderNumber);
  } finally {
    await server.stop().catch(() => {});
  }
  return { moments, wasKilled: moments >= killAt };
}

/** The status of an order, with the moves of its attempts for readers of a failure. */
async function standing(
  app: TestApp,
  orderNumber: string,
): Promise<{ isPaid: boolean; captures: number; open: number; moves: readonly string[] }> {
  const model = await loadModel(app, orderNumber);
  const captures = (await ledger(app)).filter(
    (entry) => entry.kind === "capture" && entry.orderId === orderNumber,
  ).length;
  const moves = await app.db.kysely
    .selectFrom("attempt_events as e")
    .innerJoin("payment_attempts as a", "a.id", "e.attempt_id")
    .innerJoin("orders as o", "o.id", "a.order_id")
    .select(["a.id", "a.state", "a.step", "a.next_check_at", "e.cause", "e.to_state", "e.data"])
    .where("o.order_number", "=", orderNumber)
    .orderBy("e.at")
    .execute();
  const open = new Set(moves.filter(({ state }) => openStates.has(state)).map(({ id }) => id)).size;
  const isPaid = model.order.orderStatus === "PAID";
  return { isPaid, captures, open, moves: moves.map((move) => JSON.stringify(move)) };
}

const openStates: ReadonlySet<string> = new Set(["in_flight", "unknown", "awaiting_buyer"]);

const rounds = 40;
const roundMs = 45_000;

const ways = [
  { name: "a card that pays at once", way: payAtOnce, atLeast: 12 },
  { name: "a card whose bank asks first", way: payThroughTheBank, atLeast: 18 },
];

for (const { name, way, atLeast } of ways) {
  test(`a payment killed at any moment is finished or undone by the next process, and is never taken twice: ${name}`, async () => {
    await using app = await startTestApp();
    const died: { readonly orderNumber: string; readonly moment: string }[] = [];
    let finished = 0;
    while (finished === 0 && died.length < 60) {
      const killAt = died.length + 1;
      const orderNumber = await issueInvoice(app);
      const run = await payAndDie(app, { orderNumber, way, killAt });
      if (run.wasKilled) died.push({ orderNumber, moment: `killed at moment ${killAt}` });
      else finished = run.moments;
    }
    assert.ok(died.length >= atLeast, `only ${died.length} moments were tried`);
    // The server's jobs commit, too, in one run more often than in another.
    assert.ok(finished > 0 && finished <= died.length, "every moment of a whole payment was tried");
    // What the next process's job does in the half hour after.
    for (let round = 0; round < rounds; round += 1) {
      app.clock.advance(roundMs);
      await checkDueAttempts(app.services);
    }
    for (const { orderNumber, moment } of died) {
      const after = await standing(app, orderNumber);
      const then = `${moment}: ${JSON.stringify(after, null, 1)}`;
      assert.equal(after.captures, after.isPaid ? 1 : 0, then);
      assert.equal(after.open, 0, then);
      if (after.isPaid) continue;
      const again = await payByCard(app, orderNumber);
      assert.equal(again.statusCode, 200, `${moment}: ${again.body}`);
      assert.equal((await standing(app, orderNumber)).captures, 1);
    }
    await assertLedgerAgrees(app);
  });
}
