/** Backups as an operator makes and restores them: by commands, of a server that takes payments meanwhile. */
import assert from "node:assert/strict";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { takeBase } from "#db/archive/take-base.ts";
import { lockOrder } from "#server/orders/order-moves.ts";
import type { RunningServer } from "#server/start-server.ts";
import { issueTaxInvoice } from "#server/tax-documents/numbering.ts";
import { issueWaitingInvoices } from "#server/tax-documents/waiting-invoices.ts";
import { startSimulators } from "#sim/server.ts";
import { makeMerchant } from "./app-harness.ts";
import { insertOrder, payOrder } from "./document-fixtures.ts";
import { startPhase2 } from "./e-invoice-authority.ts";
import { firstKey, issue, type Key, payment, startHere, statusSeen } from "./embedded-shop.ts";
import { startGate } from "./gate.ts";
import { installDatabase } from "./installed-directory.ts";
import { assertOrderAgrees } from "./ledger-agrees.ts";
import { processSettings, type ServerProcess, sendTo, startEmbeddedProcess } from "./server-process.ts";
import { root } from "./source-tree.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { until } from "./until.ts";
import { type CommandEnd, runCommand } from "./wasl-command.ts";

const openPath = "/rest/pay/openGateway";
const directory = temporaryDirectory();
const at = (name: string): string => join(directory.path, name);
const stack = new AsyncDisposableStack();
after(async () => {
  await stack.disposeAsync();
  directory[Symbol.dispose]();
});

/** Runs an operator's command on the installation of a data directory. */
async function admin(dataDir: string, ...words: string[]): Promise<CommandEnd> {
  const env = { ...processSettings, DATA_DIR: at(dataDir) };
  return await runCommand(["admin", ...words], { home: directory.path, env });
}

let simulatorUrl: string;
let gate: Awaited<ReturnType<typeof startGate>>;
let key: Key;
/** Paid and acknowledged before the backup began. */
const paid: string[] = [];
/** Sent to the provider when the backup was made, and not answered. */
let inFlight: string;
let open: string;

before(async () => {
  const simulators = await startSimulators({ port: 0, host: "127.0.0.1" });
  stack.defer(simulators.close);
  simulatorUrl = simulators.url;
  gate = stack.use(await startGate());
  gate.leadTo(simulatorUrl);
  const place = { dataDir: at("old"), simulatorUrl: gate.url };
  key = await firstKey(place);
  const server = stack.use(await startEmbeddedProcess(place));
  for (let count = 0; count < 3; count += 1) paid.push(await pay(server));
  [inFlight, open] = [await issue(server, key), await issue(server, key)];
  const body = await payment(server, inFlight);
  const stop = gate.stop({ body: /"apiOperation":"PAY"/ }, "answer");
  const lost = sendTo(server, openPath, body);
  await stop.reached;
  const payments = new AbortController();
  const others = keepPaying(server, payments.signal);
  const made = await admin("old", "backup", at("backup"), "--with-secrets", at("secrets"));
  payments.abort();
  await others;
  await server.kill();
  await lost;
  assert.deepEqual([made.code, made.err], [0, ""], "payments hold no backup up");
});

async function pay(server: Pick<ServerProcess, "url">): Promise<string> {
  const orderNumber = await issue(server, key);
  const reply = await sendTo(server, openPath, await payment(server, orderNumber));
  assert.equal(reply?.status, 200);
  return orderNumber;
}

async function keepPaying(server: Pick<ServerProcess, "url">, end: AbortSignal): Promise<void> {
  while (!end.aborted) await pay(server);
}

test("a backup made while payments run restores each that was acknowledged, and asks about those in flight", async () => {
  const restored = await admin("new", "restore", at("backup"));
  assert.deepEqual([restored.code, restored.err], [0, ""]);
  const dataDir = at("new");
  await using server = await startHere({ dataDir, simulatorUrl: gate.url }, join(root, "dist"));
  const { db } = server.services;
  await until(async () => (await statusSeen(server, key, inFlight)) === "PAID");
  for (const orderNumber of [...paid, inFlight]) {
    assert.equal(await statusSeen(server, key, orderNumber), "PAID");
    await assertOrderAgrees({ db, simulatorUrl }, orderNumber);
  }
  const page = await fetch(`${server.url}/pay/info/${open}`);
  assert.equal(page.status, 200);
  const reply = await sendTo(server, openPath, await payment(server, open));
  assert.equal(reply?.status, 200);
  await assertOrderAgrees({ db, simulatorUrl }, open);
  await pay(server); // numbers continue: nothing collides with what came from the backup
});

test("a backup whose bytes changed, and one that is not whole, change nothing", async () => {
  const [name = ""] = (await readdir(at("backup/tables"))).filter((file) => file.startsWith("orders."));
  const path = join(at("backup/tables"), name);
  const bytes = await readFile(path);
  await writeFile(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from([(bytes.at(-1) ?? 0) ^ 1])]));
  const damaged = await admin("never", "restore", at("backup"));
  await writeFile(path, bytes);
  assert.equal(damaged.code, 1);
  assert.match(damaged.err, /orders\.copy\.gz was changed/);
  const none = await admin("never", "restore", at("backup/tables"));
  assert.match(none.err, /is no backup/);
  assert.equal(await stat(at("never/postgres")).catch(() => null), null, "no database was made");
});

test("an installation is never restored over, and none without its master secret", async () => {
  const over = await admin("new", "restore", at("backup"));
  assert.equal(over.code, 1);
  assert.match(over.err, /holds an installation already/);
  const env = { ...processSettings, DATA_DIR: at("never"), WASL_SECRET_KEY: "" };
  const without = await runCommand(["admin", "restore", at("backup")], { home: directory.path, env });
  assert.match(without.err, /master secret .* none is here/);
});

test("the master secret is in a file of its own that only its owner reads, and in no backup", async () => {
  assert.equal((await stat(at("secrets"))).mode & 0o077, 0);
  const secret = processSettings.WASL_SECRET_KEY;
  assert.equal((await readFile(at("secrets"), "utf8")).trim(), secret);
  assert.doesNotMatch(await readFile(at("backup/manifest.json"), "utf8"), new RegExp(secret));
});

test("restore --check restores into a database that it throws away", async () => {
  const checked = await admin("never", "restore", "--check", at("backup"));
  assert.deepEqual([checked.code, checked.err], [0, ""]);
  assert.match(checked.out, /restored into a database for trial/);
  assert.equal(await stat(at("never/postgres")).catch(() => null), null);
});

/** Pays an order as settling does, with its tax invoice where it can be issued. */
async function sellHere({ services }: RunningServer, merchantId: number): Promise<void> {
  const { db, sealing } = services;
  const order = await insertOrder(db.kysely, merchantId);
  const at = new Date();
  await db.kysely.transaction().execute(async (trx) => {
    await lockOrder(trx, order.id);
    await payOrder(trx, order, { at });
    await issueTaxInvoice(trx, { orderId: order.id, at, sealing });
  });
}

async function chainOf({ services }: RunningServer) {
  const envelopes = services.db.kysely.selectFrom("tax_envelopes").select(["icv", "previous_hash", "hash"]);
  return await envelopes.orderBy("icv").execute();
}

test("restore --until holds the unit that stamps: what is paid waits, until zatca-release lets its chain continue from that moment", async () => {
  // Nothing answers there: what is stamped waits to be sent.
  const lost = { dataDir: at("lost"), simulatorUrl: "http://127.0.0.1:9", walArchive: at("archive") };
  let merchantId: number;
  let chain: Awaited<ReturnType<typeof chainOf>>;
  let moment: Date;
  await installDatabase(lost.dataDir);
  {
    await using server = await startHere(lost);
    const { db, sealing } = server.services;
    ({ merchantId } = await makeMerchant(db.kysely, "test"));
    await startPhase2(db.kysely, sealing, merchantId);
    await sellHere(server, merchantId);
    const databaseUrl = String(db.pool.options.connectionString);
    await takeBase({ dataDir: lost.dataDir, archive: lost.walArchive, databaseUrl });
    await sellHere(server, merchantId);
    chain = await chainOf(server);
    const { rows } = await db.pool.query<{ now: Date }>("select clock_timestamp() as now");
    moment = new Date(Number(rows[0]?.now) + 1); // a JavaScript date has no microseconds
    await db.pool.query("select pg_sleep(0.01)");
    await sellHere(server, merchantId);
    assert.equal((await chainOf(server)).length, 3);
  }
  const restored = await admin("found", "restore", lost.walArchive, "--until", moment.toISOString());
  assert.deepEqual([restored.code, restored.err], [0, ""]);
  assert.match(restored.out, /1 stamping unit is held/);
  await using server = await startHere({ ...lost, dataDir: at("found"), walArchive: at("archive-of-found") });
  assert.deepEqual(await chainOf(server), chain, "the third was after the moment");
  await sellHere(server, merchantId);
  assert.equal((await chainOf(server)).length, 2, "held");
  const asked = await admin("found", "zatca-release", "nakheel");
  assert.match(asked.err, /ends with INV-000002 of .* \(counter 2\)/);
  const released = await admin("found", "zatca-release", "nakheel", "--nothing-issued-since");
  assert.deepEqual([released.code, released.err], [0, ""]);
  await issueWaitingInvoices(server.services);
  const [first, second, third] = await chainOf(server);
  assert.deepEqual([first, second], chain);
  assert.deepEqual([third?.icv, third?.previous_hash], [3, second?.hash]);
});
