import assert from "node:assert/strict";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { installedDirectory } from "#test/installed-directory.ts";
import { runScript } from "#test/script.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import { startEmbedded } from "./embedded.ts";
import { whatRuns } from "./postmaster.ts";

const log: Log = { info: () => {}, warn: () => {}, error: () => {} };
const isLinux = process.platform === "linux";
const isRoot = isLinux && process.getuid?.() === 0;

/** Starts the database, writes one row, says the postmaster's process id, and stays. */
const writeAndStay = `
  import pg from "pg";
  import { startEmbedded } from "#db/embedded.ts";
  const log = { info() {}, warn() {}, error() {} };
  const [dataDir, then] = process.argv.slice(1);
  const server = await startEmbedded({ dataDir, log });
  const client = new pg.Client({ connectionString: server.databaseUrl });
  client.on("error", () => {});
  await client.connect();
  await client.query("create table kept as select 'precious' as word");
  console.log("written");
  if (then === "exit") process.exit();
  setInterval(() => {}, 1000);`;

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

function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"), 10);
}

async function assertAnswers(server: { readonly databaseUrl: string }): Promise<void> {
  assert.deepEqual(await query(server.databaseUrl, "select 1 as one"), [{ one: 1 }]);
}

async function assertKept(dataDir: string): Promise<void> {
  await using server = await startEmbedded({ dataDir, log });
  assert.deepEqual(await query(server.databaseUrl, "select word from kept"), [{ word: "precious" }]);
}

test("data survive stop and start", async () => {
  using directory = temporaryDirectory();
  await using server = await startEmbedded({ dataDir: directory.path, log });
  await query(server.databaseUrl, "create table kept as select 'precious' as word");
  await server.stop();
  await assertKept(directory.path);
});

test("the server is durable, closed to the network, and of one locale on every machine", async () => {
  using directory = temporaryDirectory();
  await using server = await startEmbedded({ dataDir: directory.path, log });
  const rows = await query(
    server.databaseUrl,
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit',
      'data_checksums', 'listen_addresses', 'server_encoding', 'TimeZone') order by name`,
  );
  assert.deepEqual(Object.fromEntries(rows.map((row) => [row["name"], row["setting"]])), {
    TimeZone: "UTC",
    data_checksums: "on",
    fsync: "on",
    full_page_writes: "on",
    listen_addresses: "",
    server_encoding: "UTF8",
    synchronous_commit: "on",
  });
  const [texts] = await query(
    server.databaseUrl,
    `select upper('é') as upper, datlocale, datcollate,
      (select rolsuper or rolcreatedb or rolcreaterole from pg_roles where rolname = current_user) as powerful
      from pg_database where datname = current_database()`,
  );
  assert.deepEqual(texts, { upper: "É", datlocale: "C.UTF-8", datcollate: "C", powerful: false });
  assert.equal(statSync(join(directory.path, "postgres-run")).mode & 0o777, 0o700);
});

test("R32: a second process on the same data directory is refused while the first one's database continues", async () => {
  using directory = await installedDirectory();
  await using server = await startEmbedded({ dataDir: directory.path, log });
  await query(server.databaseUrl, "create table kept as select 'precious' as word");
  await using second = runScript(writeAndStay, directory.path);
  await assert.rejects(
    second.line(),
    new RegExp(`data directory ${directory.path} is in use by another running Wasl`),
  );
  await query(server.databaseUrl, "update kept set word = word || '!'");
  const rows = await query(server.databaseUrl, "select word from kept");
  assert.deepEqual(
    rows,
    [{ word: "precious!" }],
    "what was written is there, before the refusal and after it",
  );
});

test("after kill -9 of the program its database is found, stopped and started again with all data", async () => {
  using directory = await installedDirectory();
  await using program = runScript(writeAndStay, directory.path);
  assert.equal(await program.line(), "written");
  const orphan = postmasterPid(directory.path);
  await program.kill();
  assert.equal(whatRuns(orphan, join(directory.path, "postgres")), "this cluster");
  await assertKept(directory.path);
  assert.equal(whatRuns(orphan, join(directory.path, "postgres")), "something else");
});

test("after kill -9 of the program and its database together all data are there", async () => {
  using directory = await installedDirectory();
  await using program = runScript(writeAndStay, directory.path);
  assert.equal(await program.line(), "written");
  const orphan = postmasterPid(directory.path);
  process.kill(orphan, "SIGKILL");
  await program.kill();
  await assertKept(directory.path);
});

const busyStatement = `
  import pg from "pg";
  import { startEmbedded } from "#db/embedded.ts";
  const log = { info() {}, warn() {}, error() {} };
  const server = await startEmbedded({ dataDir: process.argv[1], log });
  const [busy, observer] = [1, 2].map(() => new pg.Client({ connectionString: server.databaseUrl }));
  for (const client of [busy, observer]) await client.on("error", () => {}).connect();
  await busy.query("set statement_timeout = '1s'");
  busy.query("select count(*) from generate_series(1, 1e12)").catch(() => {});
  const active = "select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()";
  while ((await observer.query(active)).rowCount === 0);
  console.log("busy");
  setInterval(() => {}, 1000);`;

test("a session of a killed database that is still at work ends before the next database begins", async () => {
  using directory = await installedDirectory();
  await using program = runScript(busyStatement, directory.path);
  assert.equal(await program.line(), "busy");
  process.kill(postmasterPid(directory.path), "SIGKILL");
  await program.kill();
  const errors: unknown[] = [];
  const error = (_event: string, fields?: Readonly<Record<string, unknown>>) => errors.push(fields?.["line"]);
  await using server = await startEmbedded({ dataDir: directory.path, log: { ...log, error } });
  assert.match(String(errors[0]), /pre-existing shared memory block .* is still in use/);
  await assertAnswers(server);
});

test("a program that exits without stopping its database takes it along", async () => {
  using directory = await installedDirectory();
  await using program = runScript(writeAndStay, directory.path, "exit");
  assert.equal(await program.line(), "written");
  await program.ended;
  await until(() => !existsSync(join(directory.path, "postgres", "postmaster.pid")));
  await assertKept(directory.path);
});

/** Kills a first start once it has written `sign`; false where it was over before this process saw it. */
async function killFirstStart(dataDir: string, sign: string): Promise<boolean> {
  await using program = runScript(writeAndStay, dataDir);
  const hasSign = (): boolean =>
    readdirSync(dataDir).some(
      (name) => name.startsWith("postgres-unfinished-") && existsSync(join(dataDir, name, sign)),
    );
  const isOver = (): boolean => existsSync(join(dataDir, "postgres"));
  await until(() => hasSign() || isOver());
  const isInTime = !isOver();
  await program.kill();
  return isInTime && !isOver();
}

for (const sign of ["base/1", "base/4"]) {
  test(`a first start killed when ${sign} had just been written is begun again`, async () => {
    for (let isInTime = false; !isInTime; ) {
      using directory = temporaryDirectory();
      isInTime = await killFirstStart(directory.path, sign);
      if (!isInTime) continue;
      await using server = await startEmbedded({ dataDir: directory.path, log });
      await assertAnswers(server);
    }
  });
}

test("what a killed first start left is removed", async () => {
  using directory = temporaryDirectory();
  mkdirSync(join(directory.path, "postgres-unfinished-1", "base"), { recursive: true });
  writeFileSync(join(directory.path, "postgres-unfinished-1", "PG_VERSION"), "18\n");
  await using server = await startEmbedded({ dataDir: directory.path, log });
  assert.ok(!existsSync(join(directory.path, "postgres-unfinished-1")));
  await assertAnswers(server);
});

test("a database that stops on its own is reported once, and the directory can be used again", async () => {
  using directory = await installedDirectory();
  const reported = Promise.withResolvers<string>();
  await using server = await startEmbedded({ dataDir: directory.path, log, onExit: reported.resolve });
  process.kill(postmasterPid(directory.path), "SIGKILL");
  assert.equal(
    await reported.promise,
    "The built-in database stopped unexpectedly: it was ended by signal SIGKILL.",
  );
  await server.stop();
  await using again = await startEmbedded({ dataDir: directory.path, log });
  await assertAnswers(again);
});

test("stopping ends open sessions, reports nothing, and may be repeated", async () => {
  using directory = await installedDirectory();
  const reports: string[] = [];
  await using server = await startEmbedded({
    dataDir: directory.path,
    log,
    onExit: (why) => reports.push(why),
  });
  const pid = postmasterPid(directory.path);
  const session = new pg.Client({ connectionString: server.databaseUrl });
  session.on("error", () => {});
  await session.connect();
  const sleeping = assert.rejects(session.query("select pg_sleep(600)"));
  await server.stop();
  await sleeping;
  assert.equal(whatRuns(pid, join(directory.path, "postgres")), "something else");
  await server.stop();
  assert.deepEqual(reports, []);
});

const strangers = [
  { what: "of another program", pid: () => String(process.pid) },
  { what: "of no process", pid: () => "4194303" },
  { what: "that was never written", pid: () => "" },
];
for (const { what, pid } of strangers) {
  test(`a postmaster.pid with a process id ${what} does not keep the database from starting`, async () => {
    using directory = await installedDirectory();
    await using first = await startEmbedded({ dataDir: directory.path, log });
    await first.stop();
    const content =
      pid() && [pid(), join(directory.path, "postgres"), "1", "5432", "", "", "1 1", ""].join("\n");
    writeFileSync(join(directory.path, "postgres", "postmaster.pid"), content);
    await using second = await startEmbedded({ dataDir: directory.path, log });
    await assertAnswers(second);
  });
}

test("Ctrl-C in a terminal does not reach the database", { skip: !isLinux }, async () => {
  using directory = await installedDirectory();
  await using server = await startEmbedded({ dataDir: directory.path, log });
  const pid = postmasterPid(directory.path);
  const [, processGroup] =
    readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ").slice(1) ?? [];
  assert.equal(processGroup, String(pid), "a terminal sends it to the program's process group only");
  await assertAnswers(server);
});

test("a data directory with a path too long for a socket works", async () => {
  using directory = temporaryDirectory();
  const dataDir = join(directory.path, "long".repeat(30));
  await using server = await startEmbedded({ dataDir, log });
  await assertAnswers(server);
});

test("a path with spaces, quotes and Arabic letters works", async () => {
  using directory = temporaryDirectory();
  await using server = await startEmbedded({ dataDir: join(directory.path, "it's 100% وصل"), log });
  await assertAnswers(server);
});

test("root's database runs as a user without rights", { skip: !isRoot }, async () => {
  using directory = temporaryDirectory();
  await using server = await startEmbedded({ dataDir: directory.path, log });
  assert.equal(statSync(join(directory.path, "postgres")).uid, 65534);
  const status = readFileSync(`/proc/${postmasterPid(directory.path)}/status`, "utf8");
  assert.match(status, /^Uid:\t65534\t65534\t65534\t65534$/m);
  assert.match(status, /^Gid:\t65534\t65534\t65534\t65534$/m);
  assert.match(status, /^CapEff:\t0+$/m);
  await assertAnswers(server);
});

test("root's database works below a directory that only root may enter", { skip: !isRoot }, async () => {
  using directory = temporaryDirectory();
  chmodSync(directory.path, 0o700);
  const warnings: string[] = [];
  const dataDir = join(directory.path, "data");
  await using server = await startEmbedded({
    dataDir,
    log: { ...log, warn: (event) => warnings.push(event) },
  });
  await assertAnswers(server);
  const status = readFileSync(`/proc/${postmasterPid(dataDir)}/status`, "utf8");
  assert.match(status, /^Uid:\t65534\t65534\t65534\t65534$/m);
  assert.match(status, /^CapEff:\t0+2$/m, "the one right kept is to pass closed directories");
  assert.deepEqual(warnings, ["database_below_closed_directory"]);
});

test("files that root brought back from a backup are given to the database's user", {
  skip: !isRoot,
}, async () => {
  using directory = temporaryDirectory();
  const dataDir = join(directory.path, "data");
  await using program = runScript(writeAndStay, dataDir, "exit");
  assert.equal(await program.line(), "written");
  await program.ended;
  await until(() => !existsSync(join(dataDir, "postgres", "postmaster.pid")));
  const restored = join(directory.path, "restored");
  cpSync(dataDir, restored, { recursive: true });
  assert.equal(statSync(join(restored, "postgres")).uid, 0);
  await assertKept(restored);
});

test("files of another major version of PostgreSQL are recognised, and nothing is changed", async () => {
  using directory = temporaryDirectory();
  const cluster = join(directory.path, "postgres");
  mkdirSync(cluster);
  writeFileSync(join(cluster, "PG_VERSION"), "17\n");
  const starting = startEmbedded({ dataDir: directory.path, log });
  await assert.rejects(starting, /made by PostgreSQL 17.*upgrade-database/);
  assert.deepEqual(readdirSync(cluster), ["PG_VERSION"]);
});
