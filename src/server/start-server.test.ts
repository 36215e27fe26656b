/** What a start takes for itself alone: its data directory, whichever database it uses. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { createTestDatabase } from "#test/database.ts";
import { processSettings, startServerProcess } from "#test/server-process.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { createLog } from "./log/log.ts";
import { readConfig } from "./settings/config.ts";
import { type RunningServer, startServer } from "./start-server.ts";

type Place = { readonly DATA_DIR: string; readonly DATABASE_URL: string; readonly SIM_URL: string };

const simulatorUrl = "http://localhost:9";

async function start(place: Place): Promise<RunningServer & AsyncDisposable> {
  const server = await startServer(readConfig({ ...processSettings, ...place }), {
    log: createLog(() => {}),
    distDir: null,
    onFatal: (why) => {
      throw new Error(why);
    },
  });
  return { ...server, [Symbol.asyncDispose]: server.stop };
}

test("with a database server, too, a second process on the same data directory is refused by name", async () => {
  await using db = await createTestDatabase();
  using directory = temporaryDirectory();
  const place = { DATA_DIR: directory.path, DATABASE_URL: db.databaseUrl, SIM_URL: simulatorUrl };
  await using first = await startServerProcess({ db, simulatorUrl }, { dataDir: directory.path });
  const second = start(place).then((server) => server.stop());
  await assert.rejects(second, {
    message: `The data directory ${directory.path} is in use by another running Wasl; stop that one first.`,
  });
  assert.equal((await fetch(`${first.url}/healthz`)).status, 204);
  assert.equal(await first.drain(), 0);
  await using _next = await start(place);
});

test("a start that fails, and a stop, leave the data directory to the next", async () => {
  await using db = await createTestDatabase();
  using directory = temporaryDirectory();
  const place = { DATA_DIR: directory.path, DATABASE_URL: db.databaseUrl, SIM_URL: simulatorUrl };
  const nowhere = "postgres://wasl@127.0.0.1:1/wasl";
  await assert.rejects(start({ ...place, DATABASE_URL: nowhere }), /cannot be reached/);
  await using beside = await createTestDatabase();
  await using other = await start({
    ...place,
    DATABASE_URL: beside.databaseUrl,
    DATA_DIR: join(directory.path, "other"),
  });
  const taken = { ...processSettings, ...place, PORT: new URL(other.url).port };
  await assert.rejects(
    startServer(readConfig(taken), { log: createLog(() => {}), distDir: null, onFatal: () => {} }),
    { code: "EADDRINUSE" },
  );
  await (await start(place)).stop();
  await (await start(place)).stop();
});

test("commands of the operator run beside a server on the same directory", async () => {
  await using db = await createTestDatabase();
  using directory = temporaryDirectory();
  const place = { DATA_DIR: directory.path, DATABASE_URL: db.databaseUrl, SIM_URL: simulatorUrl };
  await using _server = await start(place);
  const door = join(import.meta.dirname, "../cli/wasl.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [door, "admin", "attempts"], {
    env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...processSettings, ...place },
  });
  assert.equal(stdout, "No attempt is open.\n");
});
