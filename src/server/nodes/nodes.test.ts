/** Several servers on one database: which may, and what they tell each other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestApp } from "#test/app-harness.ts";
import { createTestDatabase, type TestDatabase } from "#test/database.ts";
import { processSettings, sharedStore, startServerProcess } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import { createLog } from "../log/log.ts";
import { startJobs } from "../schedule/jobs.ts";
import { readConfig } from "../settings/config.ts";
import { startServer } from "../start-server.ts";
import { joinNodes } from "./node.ts";
import { createNotices, type NoticeBoard } from "./notices.ts";
import { conflict } from "./register.ts";

const simulatorUrl = "http://localhost:9";
const log = createLog(() => {});

/** Tries to start a second server, in this process. */
async function startBeside(db: TestDatabase, settings: Readonly<Record<string, string>>): Promise<void> {
  using directory = temporaryDirectory();
  const config = readConfig({
    ...processSettings,
    DATA_DIR: directory.path,
    DATABASE_URL: db.databaseUrl,
    SIM_URL: simulatorUrl,
    ...settings,
  });
  const server = await startServer(config, { log, distDir: null, onFatal: assert.fail });
  await server.stop();
}

test("a second server whose files are on its disk, or in another store, is refused and the first continues", async () => {
  await using db = await createTestDatabase();
  await using first = await startServerProcess({ db, simulatorUrl });
  await assert.rejects(startBeside(db, {}), /this one keeps files on its own disk.*WASL_S3_BUCKET/);
  await assert.rejects(
    startBeside(db, { ...sharedStore, WASL_S3_BUCKET: "other" }),
    /another store of files/,
  );
  await startBeside(db, sharedStore);
  assert.equal((await fetch(`${first.url}/readyz`)).status, 204);
  assert.equal(await first.drain(), 0);
  await startBeside(db, {});
});

test("a server with files on its disk comes back at once after it was killed, and keeps all others out", async () => {
  await using db = await createTestDatabase();
  using directory = temporaryDirectory();
  const place = { dataDir: directory.path, store: "disk" } as const;
  await using killed = await startServerProcess({ db, simulatorUrl }, place);
  await killed.kill();
  await assert.rejects(startBeside(db, sharedStore), /that one keeps files on its own disk/);
  await using back = await startServerProcess({ db, simulatorUrl }, place);
  assert.equal((await fetch(`${back.url}/readyz`)).status, 204);
});

test("a server that has been silent for twenty seconds blocks no other server", async () => {
  await using db = await createTestDatabase();
  await db.pool.query(
    "insert into nodes (id, storage, has_own_secret, version, seen_at) " +
      "values ('long-silent', 'disk', false, '1', now() - interval '21 s')",
  );
  await startBeside(db, {});
});

test("a master secret in a data directory is no secret of two servers, were it the same one", () => {
  const one = { id: "one", storage: "s3 a b", has_own_secret: false };
  const two = { id: "two", storage: "s3 a b", has_own_secret: true };
  assert.match(conflict(one, two) ?? "", /that one has its master secret in its data directory/);
  assert.match(conflict(two, one) ?? "", /this one has its master secret/);
  assert.equal(conflict(one, { ...one, id: "other" }), null);
});

test("a merchant's account that one server stores or removes is known to the other at once", async () => {
  await using app = await startTestApp();
  await using one = await startServerProcess(app);
  // Received in this process, whose clock stands still: nothing but the notice makes it read again.
  const { node, missed } = await joinHere(app);
  await until(() => missed.length > 0);
  const settings = { secretKey: "sk_test_1", webhookSecret: "w".repeat(16) };
  const providers = app.services.providers;
  const before = await providers.of("sadad", app.merchantId);
  const headers = { authorization: `Bearer ${app.apiKey}`, "content-type": "application/json" };
  const change = async (method: "PUT" | "DELETE"): Promise<void> => {
    const body = method === "PUT" ? { body: JSON.stringify(settings) } : {};
    const answer = await fetch(`${one.url}/api/v1/accounts/sadad`, { method, headers, ...body });
    assert.ok(answer.ok, await answer.text());
  };
  await change("PUT");
  await until(async () => (await providers.of("sadad", app.merchantId)) !== before);
  await change("DELETE");
  await until(async () => (await providers.of("sadad", app.merchantId)) === before);
  await node();
});

/** Makes the test's own process a server beside the others. */
async function joinHere(app: Awaited<ReturnType<typeof startTestApp>>) {
  const { db, providers } = app.services;
  const notices = createNotices({ pool: db.pool, log, self: "this-test" });
  notices.on("account", (merchantId) => providers.forget(Number(merchantId)));
  const missed: number[] = [];
  const node = await joinNodes(
    { id: "this-test", storage: "s3 http://127.0.0.1:9 wasl", has_own_secret: false },
    { db, listenUrl: app.db.databaseUrl, log, notices, onMissed: () => missed.push(1) },
  );
  return { node, notices, missed };
}

test("notices reach the other servers and not their sender, and continue after the connection was lost", async () => {
  await using db = await createTestDatabase();
  const join = async (id: string) => {
    const heard: string[] = [];
    const begun: number[] = [];
    const notices = createNotices({ pool: db.pool, log, self: id });
    notices.on("jobs", (subject) => heard.push(subject));
    const leave = await joinNodes(
      { id, storage: "s3 a b", has_own_secret: false },
      { db, listenUrl: db.databaseUrl, log, notices, onMissed: () => begun.push(1) },
    );
    return { notices, heard, begun, leave };
  };
  const one = await join("server-one");
  const two = await join("server-two");
  await until(() => one.begun.length === 1 && two.begun.length === 1);
  two.notices.tell("jobs", "first");
  await until(() => one.heard.includes("first"));
  await db.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity " +
      "where application_name = 'wasl-notices' and datname = current_database()",
  );
  // Notified of what was missed, so that everything remembered is read again.
  await until(() => one.begun.length === 2 && two.begun.length === 2);
  two.notices.tell("jobs", "second");
  await until(() => one.heard.includes("second"));
  assert.deepEqual(two.heard, []);
  await two.leave();
  await one.leave();
  assert.deepEqual((await db.pool.query("select id from nodes")).rows, []);
});

test("a server that is alone sends no notices", async () => {
  await using db = await createTestDatabase();
  let sent = 0;
  const query = (): never => {
    sent += 1;
    throw new Error("no server is there");
  };
  const alone = createNotices({ pool: { query } as never, log, self: "alone" });
  const leave = await joinNodes(
    { id: "server-alone", storage: "disk", has_own_secret: true },
    { db, listenUrl: db.databaseUrl, log, notices: alone, onMissed: () => {} },
  );
  alone.tell("jobs");
  await leave();
  assert.equal(sent, 0);
});

test("work that another server has queued is begun at its notice, before the next look", async () => {
  await using app = await startTestApp();
  const queue = async (): Promise<void> => {
    await app.db.pool.query(
      `insert into jobs (merchant_id, kind, lane, payload, run_at)
      values ($1, 'webhook', 'webhook:1', '{"deliveryId": 1}', $2)`,
      [app.merchantId, new Date(app.clock.now() - 1_000)],
    );
  };
  const isDone = async (): Promise<boolean> =>
    (await app.db.kysely.selectFrom("jobs").select("id").execute()).length === 0;
  await queue();
  const stopJobs = startJobs(app.services);
  await until(isDone); // by the first look; the test's clock stands still, so there is no second one
  await queue();
  await until(async () => {
    (app.services.notices as NoticeBoard).hear("jobs - another-server");
    return await isDone();
  });
  await stopJobs();
});
