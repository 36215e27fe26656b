import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { startEmbedded } from "./embedded.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
const isRoot = process.platform === "linux" && process.getuid?.() === 0;

async function query(databaseUrl: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const roles = ["postgres", "wasl"];

/** The addresses of the server's roles, without their passwords. */
function addressesWithoutPassword(server: { readonly databaseUrl: string; readonly superuserUrl: string }) {
  return [server.databaseUrl, server.superuserUrl].map((text) => {
    const address = new URL(text);
    assert.notEqual(address.password, "", "the role's own address has one");
    address.password = "";
    return address.href;
  });
}

async function assertPasswordsAsked(server: {
  readonly databaseUrl: string;
  readonly superuserUrl: string;
}): Promise<void> {
  for (const address of addressesWithoutPassword(server)) {
    await assert.rejects(query(address, "select 1"), /password/);
    const guess = new URL(address);
    guess.password = "postgres";
    await assert.rejects(query(guess.href, "select 1"), /password authentication failed/);
  }
  const stored = await query(
    server.superuserUrl,
    "select rolname, left(rolpassword, 14) as kind from pg_authid where rolcanlogin order by 1",
  );
  assert.deepEqual(
    stored,
    roles.map((rolname) => ({ rolname, kind: "SCRAM-SHA-256$" })),
  );
}

test("no connection is accepted without the role's password, which only the server's own user can read", async () => {
  using directory = temporaryDirectory();
  await using server = await startEmbedded({ dataDir: directory.path, log });
  await assertPasswordsAsked(server);
  const kept = statSync(join(directory.path, "database-passwords.json"));
  assert.deepEqual({ mode: kept.mode & 0o777, uid: kept.uid }, { mode: 0o600, uid: process.getuid?.() });
});

test("a process of the database's own user that knows no password cannot connect to the database", {
  skip: !isRoot,
}, async () => {
  using directory = temporaryDirectory();
  await using server = await startEmbedded({ dataDir: directory.path, log });
  const [address = ""] = addressesWithoutPassword({
    databaseUrl: server.superuserUrl,
    superuserUrl: server.databaseUrl,
  });
  const intruder = `
    const pg = require("pg");
    const client = new pg.Client({ connectionString: process.argv[1] });
    process.setgid(65534);
    process.setuid(65534);
    client.connect().then(() => console.log("inside"), (error) => console.log(error.message)).finally(() => process.exit());`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=commonjs", "-e", intruder, address], {
    encoding: "utf8",
  });
  assert.match(stdout, /password/);
  const { status } = spawnSync("setpriv", [
    ...["--reuid=65534", "--regid=65534", "--clear-groups"],
    ...["cat", join(directory.path, "database-passwords.json")],
  ]);
  assert.equal(status, 1, "the file of the passwords is closed to it, too");
});

test("a database of an earlier version, which let every local user in, is closed at its next start", async () => {
  using directory = temporaryDirectory();
  await using first = await startEmbedded({ dataDir: directory.path, log });
  await query(first.databaseUrl, "create table kept as select 'precious' as word");
  // What such a version left: no passwords, and an address that asks for none.
  for (const role of roles)
    await query(first.superuserUrl, `alter role ${role} password null`).catch(() => {});
  await first.stop();
  writeFileSync(join(directory.path, "postgres", "pg_hba.conf"), "local all all trust\n");
  rmSync(join(directory.path, "database-passwords.json"));
  await using second = await startEmbedded({ dataDir: directory.path, log });
  await assertPasswordsAsked(second);
  assert.deepEqual(await query(second.databaseUrl, "select word from kept"), [{ word: "precious" }]);
});

test("a database that was brought back without its passwords, or with another's, gets new ones", async () => {
  using directory = temporaryDirectory();
  const file = join(directory.path, "database-passwords.json");
  await using first = await startEmbedded({ dataDir: directory.path, log });
  await query(first.databaseUrl, "create table kept as select 'precious' as word");
  await first.stop();
  const before = readFileSync(file, "utf8");
  rmSync(file);
  await using second = await startEmbedded({ dataDir: directory.path, log });
  assert.notEqual(readFileSync(file, "utf8"), before);
  await assertPasswordsAsked(second);
  await second.stop();
  writeFileSync(file, before, { mode: 0o600 });
  await using third = await startEmbedded({ dataDir: directory.path, log });
  assert.deepEqual(await query(third.databaseUrl, "select word from kept"), [{ word: "precious" }]);
});
