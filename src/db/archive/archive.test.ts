/** A database whose disk is lost is what it was at any moment since the last base copy. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { startEmbedded } from "../embedded.ts";
import { recoverCluster } from "./recover.ts";
import { takeBase } from "./take-base.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
const settings = { fsync: "off" };
const finish = async (): Promise<void> => {};

async function query(databaseUrl: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test("a lost database comes back as it was at a moment, without what was done after it", async () => {
  using directory = temporaryDirectory();
  const [lost, found, archive] = ["lost", "found", "archive"].map((name) => join(directory.path, name)) as [
    string,
    string,
    string,
  ];
  const at = { dataDir: lost, log, settings, walArchive: archive };
  const server = await startEmbedded(at);
  const { databaseUrl } = server;
  await query(databaseUrl, "create table payments (name text)");
  await takeBase({ dataDir: lost, archive, databaseUrl });
  await query(databaseUrl, "insert into payments values ('after the base')");
  const [now] = await query(databaseUrl, "select clock_timestamp() as at");
  const moment = new Date(Number(now?.["at"]) + 1); // a JavaScript date has no microseconds
  await query(databaseUrl, "select pg_sleep(0.01); delete from payments");
  await server.stop(); // which archives the last segment
  await rm(lost, { recursive: true });
  const broken = async () => await Promise.reject(new Error("cut off"));
  await assert.rejects(
    recoverCluster({ archive, dataDir: found, until: moment, log, finish: broken }),
    /cut off/,
  );
  assert.deepEqual(readdirSync(found), ["wasl.lock"], "what was not finished is not there");
  await recoverCluster({
    ...{ archive, dataDir: found, until: moment, log },
    finish: async ({ pool }) => {
      await pool.query("update payments set name = name || ', finished'");
    },
  });
  await using back = await startEmbedded({ ...at, dataDir: found });
  assert.deepEqual(await query(back.databaseUrl, "select name from payments"), [
    { name: "after the base, finished" },
  ]);
  await assert.rejects(
    recoverCluster({ archive, dataDir: found, until: null, log, finish }),
    /holds a database already/,
  );
  const early = recoverCluster({
    archive,
    dataDir: join(directory.path, "x"),
    until: new Date(0),
    log,
    finish,
  });
  await assert.rejects(early, /no base copy before/);
});
